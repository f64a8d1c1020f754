"""The rules as others import them: the names hold, and the examples of the documents run."""

from __future__ import annotations

import doctest
import inspect
import re
import subprocess
import sys

import door.rules
from tests.rules.conftest import ROOT


def test_the_guide_runs() -> None:
    failed, tried = doctest.testfile(
        str(ROOT / "docs" / "library.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert tried > 20
    assert failed == 0


def test_everything_named_is_there_and_documented() -> None:
    assert sorted(door.rules.__all__) == sorted(set(door.rules.__all__))
    for name in door.rules.__all__:
        value = getattr(door.rules, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__doc__, name
            assert value.__doc__.strip(), name


def test_the_names_that_others_build_on_stay() -> None:
    """A name may be added here, never taken away."""
    promised = """
        COMPLETED E1901 RULEBOOKS STANDARD Adjudication Board BoardError Build Convoy Disband Dislodged Hold Mark Move
        Order OrderError Phase Position Power Province ProvinceKind Result Retreat Rulebook Season Stage StateError
        Support Unit UnitKind Waive adjudicate adjudicate_saved build_choices convoy_choices move_choices parse_order
        read_state read_unit removal_choices retreat_choices support_choices winner_of write_order write_state
    """
    assert set(promised.split()) <= set(door.rules.__all__)


def test_importing_the_rules_imports_nothing_but_the_standard_library() -> None:
    code = "import sys, door.rules; print({name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names)"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert set(re.findall(r"'(\w+)'", done.stdout)) <= {"__main__", "door"}

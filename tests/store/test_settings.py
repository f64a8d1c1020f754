from __future__ import annotations

import re

import pytest
import tomli

from door.store import settings
from door.store.errors import SettingsError
from door.store.settings import Settings


def test_nothing_set_means_the_defaults() -> None:
    assert settings.parse(b"") == Settings()
    assert settings.parse(settings.template().encode()) == Settings()


def test_the_template_shows_every_setting_with_its_default() -> None:
    wanted = re.sub(r"^#(\w)", r"\1", settings.template(), flags=re.MULTILINE)
    table = tomli.loads(wanted)
    assert settings.from_table(table) == Settings()
    assert list(table) == list(Settings.__slots__)
    for line in settings.template().splitlines():
        assert line == "" or line.startswith("#")


def test_settings_are_read() -> None:
    text = '\ufeffboard_name = "Old Europe"\r\nhost = "0.0.0.0"\r\nport = 23 # telnet\r\n'
    assert settings.parse(text.encode()) == Settings(board_name="Old Europe", host="0.0.0.0", port=23)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 23", "there is no setting prot; is port meant?"),
        ("colour = true", "there is no setting colour; there are board_name, host, port, max_lines, "),
        ('port = "23"', "port is '23', but must be a whole number from 1 to 65535."),
        ("port = 0", "port is 0, but must be a whole number from 1 to 65535."),
        ("port = 65536", "port is 65536, but must be a whole number from 1 to 65535."),
        ("port = true", "port is True, but must be a whole number from 1 to 65535."),
        ("port = 23.0", "port is 23.0, but must be a whole number from 1 to 65535."),
        ("host = 7", "host is 7, but must be a quoted text of 1 to 255 letters."),
        ('host = " "', "host is ' ', but must be a quoted text of 1 to 255 letters."),
        ('board_name = ""', "board_name is '', but must be a quoted text of 1 to 40 letters."),
        ('board_name = "a\\u001b[2J"', "board_name is 'a\\x1b[2J', but must be a quoted text of 1 to 40 letters."),
        ("[port]", "port is {}, but must be a whole number from 1 to 65535."),
    ],
)
def test_wrong_settings_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(SettingsError) as caught:
        settings.parse(text.encode())
    assert str(caught.value).startswith(f"empire1901.toml: {sentence}")


def test_what_is_no_toml_is_refused_with_its_line() -> None:
    with pytest.raises(SettingsError, match=r"^empire1901\.toml cannot be read: .*line 2, column 8"):
        settings.parse(b"\nhost = localhost\n")
    with pytest.raises(SettingsError, match=r"^empire1901\.toml is no UTF-8 text at byte 14; save it as UTF-8\.$"):
        settings.parse('board_name = "é"'.encode("cp437"))


@pytest.mark.parametrize("text", ["port = " + "[" * 5000, "port = " + "1" * 5000, "port = " + "{a=" * 5000])
def test_what_no_reader_can_take_in_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match=r"^empire1901\.toml cannot be read: "):
        settings.parse(text.encode())

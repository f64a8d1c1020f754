"""Drop files as real boards write them: every kind, every oddity that was met, and what is wrong with them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given as cases
from hypothesis import strategies as st

from door.node.dropfile import CHAIN, DOOR32, DOOR_SYS, DORINFO, DropFault, Given, clean, read
from tests.node.boards import SECRET, chain, door32, door_sys, dorinfo, write

UNUSABLE = ["0", "-1", "32699", "99999", "abc", "", "1441"]


def given(folder: Path, name: str, content: bytes) -> Given:
    return read(write(folder, name, content))


@pytest.mark.parametrize(
    ("name", "content", "kind", "node", "user"),
    [
        ("DOOR32.SYS", door32(), DOOR32, 3, 7),
        ("door32.sys", door32(), DOOR32, 3, 7),
        ("DOOR.SYS", door_sys(), DOOR_SYS, 3, 7),
        ("door.sys", door_sys(short=True, real_name="Anna"), DOOR_SYS, 3, 7),
        ("DOOR.SYS", door_sys(short=True, real_name="Anna") + b"\r\n" * 21, DOOR_SYS, 3, 7),
        ("DORINFO1.DEF", dorinfo("Anna", ""), DORINFO, 1, None),
        ("dorinfoa.def", dorinfo("Anna", ""), DORINFO, 10, None),
        ("DORINFO0.DEF", dorinfo("Anna", ""), DORINFO, 10, None),
        ("CHAIN.TXT", chain(), CHAIN, None, 7),
        ("chain.txt", chain(), CHAIN, None, 7),
    ],
)
@pytest.mark.parametrize("ends", [b"\r\n", b"\n", b"\r"])
@pytest.mark.parametrize("directory", [False, True])
def test_every_kind_is_known_by_its_name(
    tmp_path: Path,
    name: str,
    content: bytes,
    kind: str,
    node: int | None,
    user: int | None,
    ends: bytes,
    directory: bool,
) -> None:
    lines = content.replace(b"\r\n", b"\n").replace(b"\n", ends)
    path = write(tmp_path, name, lines)
    found = read(tmp_path if directory else path)
    assert (found.kind, found.handle, found.node, found.user) == (kind, "Anna", node, user)
    assert (found.minutes, found.ansi, found.remarks) == (42, True, ())


def test_the_other_case_is_found(tmp_path: Path) -> None:
    write(tmp_path, "door32.sys", door32())
    assert read(tmp_path / "DOOR32.SYS").handle == "Anna"


def test_of_several_in_a_directory_the_one_that_says_most_is_read(tmp_path: Path) -> None:
    write(tmp_path, "DORINFO1.DEF", dorinfo())
    write(tmp_path, "CHAIN.TXT", chain())
    assert read(tmp_path).kind == CHAIN
    write(tmp_path, "DOOR.SYS", door_sys())
    assert read(tmp_path).kind == DOOR_SYS
    write(tmp_path, "DOOR32.SYS", door32())
    assert read(tmp_path).kind == DOOR32


def test_the_node_chooses_among_the_dorinfo_files_of_several_nodes(tmp_path: Path) -> None:
    write(tmp_path, "DORINFO1.DEF", dorinfo())
    write(tmp_path, "DORINFO2.DEF", dorinfo("BERT", "JONES"))
    assert read(tmp_path, 2).handle == "BERT JONES"
    with pytest.raises(DropFault, match="left no drop file"):
        read(tmp_path)


# Who calls


@pytest.mark.parametrize(
    ("written", "handle"),
    [
        ("Anna", "Anna"),
        ("  Anna   Maria ", "Anna Maria"),
        ("J\u00fcrgen", "J\u00fcrgen"),
        ("A\x07n\x1b[2Jna", "A n [2Jna"),
        ("x" * 300, "x" * 60),
    ],
)
def test_a_name_is_made_clean(tmp_path: Path, written: str, handle: str) -> None:
    assert given(tmp_path, "DOOR32.SYS", door32(name=written)).handle == handle


def test_a_name_may_be_in_either_set(tmp_path: Path) -> None:
    content = door32(name="J\u00fcrgen")
    assert given(tmp_path, "DOOR32.SYS", content).handle == "J\u00fcrgen"
    assert given(tmp_path, "DOOR32.SYS", content.decode("cp437").encode("utf-8")).handle == "J\u00fcrgen"
    assert given(tmp_path, "DOOR32.SYS", b"\xef\xbb\xbf" + door32()).over_socket is False


def test_without_a_handle_the_real_name_counts(tmp_path: Path) -> None:
    assert given(tmp_path, "DOOR32.SYS", door32(name="")).handle == "Anna Smith"
    assert given(tmp_path, "DOOR.SYS", door_sys(name="")).handle == "Anna Smith"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("DOOR32.SYS", door32(name="", real_name=" ")),
        ("DOOR.SYS", door_sys(name="", real_name="")),
        ("DORINFO1.DEF", dorinfo("", "")),
        ("DORINFO1.DEF", dorinfo("Anna", "ANNA")),  # as ENiGMA writes it, for every Anna
    ],
)
def test_a_file_may_not_say_who_calls(tmp_path: Path, name: str, content: bytes) -> None:
    found = given(tmp_path, name, content)
    assert found.handle == ""
    assert name in found.nameless


def test_wwiv_puts_the_whole_handle_into_one_line(tmp_path: Path) -> None:
    assert given(tmp_path, "DORINFO1.DEF", dorinfo("THE BIG ANNA", "")).handle == "THE BIG ANNA"


def test_the_password_is_in_nothing_that_was_read(tmp_path: Path) -> None:
    assert SECRET.encode() in door_sys()
    assert SECRET not in repr(given(tmp_path, "DOOR.SYS", door_sys()))


# For how long (complaint 7)


@pytest.mark.parametrize("minutes", UNUSABLE)
def test_time_that_cannot_be_is_no_time_and_is_remarked(tmp_path: Path, minutes: str) -> None:
    seconds = str(int(minutes) * 60) if minutes.isdigit() else minutes
    for name, content in (
        ("DOOR32.SYS", door32(minutes=minutes)),
        ("DORINFO1.DEF", dorinfo(minutes=minutes)),
        ("DOOR.SYS", door_sys(minutes=minutes, seconds=seconds)),
        ("CHAIN.TXT", chain(seconds=seconds)),
    ):
        found = given(tmp_path, name, content)
        assert found.minutes is None
        assert len(found.remarks) == 1
        assert "time left" in found.remarks[0]


@pytest.mark.parametrize(
    ("board", "written", "minutes"),
    [
        ("WWIV 5.9", "2520", 42),
        ("WWIV 5.9", "45", 45),
        ("WWIV 5.9", "0", None),
        ("Mystic 1.12", "546", 546),
        ("Mystic 1.12", " 60 ", 60),
        ("Mystic 1.12", "1440", 1440),
    ],
)
def test_wwiv_writes_seconds_for_minutes(tmp_path: Path, board: str, written: str, minutes: int | None) -> None:
    assert given(tmp_path, "DOOR32.SYS", door32(board=board, minutes=written)).minutes == minutes


def test_the_seconds_of_door_sys_win_over_its_minutes(tmp_path: Path) -> None:
    assert given(tmp_path, "DOOR.SYS", door_sys(seconds="600", minutes="255")).minutes == 10
    assert given(tmp_path, "DOOR.SYS", door_sys(seconds="", minutes="30")).minutes == 30
    assert given(tmp_path, "CHAIN.TXT", chain(seconds="  2225.00")).minutes == pytest.approx(37.083, abs=0.001)


# Where, and how


@pytest.mark.parametrize(
    ("kind", "handle", "over_socket", "socket"),
    [
        ("0", "7", False, None),  # WWIV
        ("1", "7", False, None),
        ("2", "7", True, 7),
        ("2", "-1", True, None),  # ENiGMA
        ("2", "", True, None),
        ("x", "7", False, None),
    ],
)
def test_a_handle_counts_only_with_its_kind(
    tmp_path: Path, kind: str, handle: str, over_socket: bool, socket: int | None
) -> None:
    found = given(tmp_path, "DOOR32.SYS", door32(kind=kind, handle=handle))
    assert (found.over_socket, found.socket) == (over_socket, socket)


@pytest.mark.parametrize(
    ("name", "content", "ansi"),
    [
        ("DOOR32.SYS", door32(ansi="0"), False),
        ("DOOR32.SYS", door32(ansi="3"), True),
        ("DOOR.SYS", door_sys(graphics="NG", ansi="N"), False),
        ("DOOR.SYS", door_sys(graphics="NG", ansi="Y"), True),
        ("DORINFO1.DEF", dorinfo(graphics="0"), False),
        ("DORINFO1.DEF", dorinfo(graphics="2"), True),
        ("CHAIN.TXT", chain(ansi="0"), False),
    ],
)
def test_a_caller_may_have_no_ansi(tmp_path: Path, name: str, content: bytes, ansi: bool) -> None:
    assert given(tmp_path, name, content).ansi is ansi


def test_seven_bits_and_a_size(tmp_path: Path) -> None:
    assert given(tmp_path, "DOOR.SYS", door_sys(graphics="7E")).seven_bits
    found = given(tmp_path, "CHAIN.TXT", chain(size=("132", "50")))
    assert (found.columns, found.rows) == (132, 50)


@pytest.mark.parametrize("date", ["01/01/99", "12-31-2026", "00-00-0000", "", "none"])
def test_dates_have_no_effect(tmp_path: Path, date: str) -> None:
    found = given(tmp_path, "DOOR.SYS", door_sys(expires=date, born=date, scanned=date))
    assert found == given(tmp_path, "DOOR.SYS", door_sys())


# What is wrong


@pytest.mark.parametrize(
    ("name", "content", "least"),
    [
        ("DOOR32.SYS", door32(), 10),
        ("DOOR.SYS", door_sys(), 26),
        ("DORINFO1.DEF", dorinfo(), 12),
        ("CHAIN.TXT", chain(), 16),
    ],
)
def test_missing_lines_are_one_sentence_and_a_reason(tmp_path: Path, name: str, content: bytes, least: int) -> None:
    lines = content.splitlines(keepends=True)
    for count in range(least):
        with pytest.raises(DropFault) as fault:
            given(tmp_path, name, b"".join(lines[:count]).rstrip(b"\r\n"))
        assert fault.value.sentence == "The board's drop file is not complete. Please tell the sysop."
        assert f"at least {least}" in fault.value.reason
        assert name in fault.value.reason
    assert given(tmp_path, name, b"".join(lines[:least])).handle


def test_no_node_line_is_no_node(tmp_path: Path) -> None:
    assert given(tmp_path, "DOOR32.SYS", b"".join(door32().splitlines(keepends=True)[:10])).node is None


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda folder: folder / "DOOR32.SYS", "is not there"),
        (lambda folder: folder / "nowhere" / "DOOR32.SYS", "is not there"),
        (lambda folder: write(folder, "PCBOARD.SYS", b"x"), "of a kind that is not known"),
        (lambda folder: folder, "left no drop file"),
        (lambda folder: _directory(folder / "DOOR32.SYS"), "is not a file"),
        (lambda folder: _pipe(folder / "DOOR.SYS"), "is not a file"),
        (lambda folder: _loop(folder / "DOOR.SYS"), "cannot be read|is not there"),
    ],
)
def test_no_file_is_one_sentence_and_a_reason(tmp_path: Path, make: object, sentence: str) -> None:
    assert callable(make)
    place = make(tmp_path)
    with pytest.raises(DropFault, match=sentence) as fault:
        read(place)
    assert str(tmp_path) not in fault.value.sentence
    assert str(tmp_path) in fault.value.reason


def _directory(path: Path) -> Path:
    path.mkdir()
    return path


def _pipe(path: Path) -> Path:
    os.mkfifo(path)
    return path


def _loop(path: Path) -> Path:
    path.symlink_to(path)
    return path


@cases(st.binary(max_size=600), st.sampled_from(["DOOR32.SYS", "DOOR.SYS", "DORINFO1.DEF", "CHAIN.TXT"]))
def test_any_bytes_give_a_call_or_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, name: str
) -> None:
    folder = tmp_path_factory.mktemp("node")
    for whole in (content, b"\n".join([content] * 60)):
        try:
            found = given(folder, name, whole)
        except DropFault as fault:
            assert fault.sentence.isascii() and fault.sentence.endswith(".")
            continue
        assert found.handle.isprintable() and (found.handle or found.nameless)
        assert found.minutes is None or 0 < found.minutes <= 1440


@cases(st.text(max_size=200))
def test_a_clean_name_stays_as_it_is(text: str) -> None:
    assert clean(clean(text)) == clean(text)
    assert clean(text).isprintable()

"""The log of strace is understood, threads included; what is not understood is an error."""

from pathlib import Path

import pytest

from tests.crash.alice import (
    Confirmed,
    Disaster,
    Made,
    Removed,
    Renamed,
    Sized,
    Step,
    Synced,
    Wrote,
)
from tests.proof.trace import StrangeCall, steps

ROOT = Path("/r")


def x(text: str) -> str:
    """Return a text as strace writes it with -xx."""
    return "".join(f"\\x{byte:02x}" for byte in text.encode())


def call(name: str, *words: str, answer: object = 0) -> str:
    return f"7 {name}({', '.join(words)}) = {answer}"


def fd(number: int, path: str) -> str:
    return f"{number}<{x(path)}>"


def name(path: str) -> str:
    return f'"{x(path)}"'


OPEN = call("openat", "AT_FDCWD", name("/r/a"), "O_RDWR|O_CREAT", "0644", answer=3)


def understood(*lines: str) -> list[Step]:
    return list(steps(lines, ROOT))


def test_a_file_is_made_written_at_its_place_and_synced() -> None:
    assert understood(
        OPEN,
        call("write", fd(3, "/r/a"), name("one"), "3", answer=3),
        call("write", fd(3, "/r/a"), name("two"), "3", answer=2),
        call("lseek", fd(3, "/r/a"), "1", "SEEK_SET", answer=1),
        call("write", fd(3, "/r/a"), name("x"), "1", answer=1),
        call("pwrite64", fd(3, "/r/a"), name("y"), "1", "9", answer=1),
        call("ftruncate", fd(3, "/r/a"), "2"),
        call("fdatasync", fd(3, "/r/a")),
        call("fsync", fd(4, "/r")),
    ) == [
        Made("a", is_folder=False),
        Wrote("a", 0, b"one"),
        Wrote("a", 3, b"tw"),
        Wrote("a", 1, b"x"),
        Wrote("a", 9, b"y"),
        Sized("a", 2),
        Synced("a"),
        Synced("."),
    ]


def test_a_call_that_failed_or_was_only_pretended_is_no_step() -> None:
    pretended = call("fdatasync", fd(3, "/r/a")) + " (INJECTED)"
    failed = call("fsync", fd(3, "/r/a"), answer="-1 EIO (Input/output error)")
    assert understood(OPEN, pretended, failed) == [Made("a", is_folder=False)]


def test_a_call_that_another_thread_interrupted_counts_where_it_ended() -> None:
    assert understood(
        OPEN,
        f"8 fdatasync({fd(3, '/r/a')} <unfinished ...>",
        call("write", fd(1, "/dev/null"), name("confirmed 4\n"), "12", answer=12),
        "8 <... fdatasync resumed>) = 0",
    ) == [Made("a", is_folder=False), Confirmed(5), Synced("a")]


def test_names_change_and_go_and_what_lies_elsewhere_is_nothing() -> None:
    assert understood(
        OPEN,
        call("rename", name("/r/a"), name("/r/b")),
        call("unlink", name("/r/b")),
        call("mkdir", name("/r/d"), "0755"),
        call("mkdir", name("/elsewhere"), "0755"),
        call("openat", "AT_FDCWD", name("/r/data/lock"), "O_RDWR|O_CREAT", answer=5),
    ) == [Made("a", is_folder=False), Renamed("a", "b"), Removed("b"), Made("d", is_folder=True)]


@pytest.mark.parametrize(
    "strange",
    [
        call("fallocate", fd(3, "/r/a"), "0", "0", "99"),
        call("openat", "AT_FDCWD", name("/r/a"), "O_WRONLY|O_APPEND", answer=3),
    ],
)
def test_what_the_imagined_disk_does_not_know_is_refused(strange: str) -> None:
    with pytest.raises(StrangeCall):
        understood(OPEN, strange)


def test_a_rename_may_last_or_not_until_the_folder_is_synced() -> None:
    disaster = Disaster((("a", b"new"), ("b", b"old")))
    disaster.follow(Renamed("a", "b"))
    assert set(disaster.left(9, None)) == {  # type: ignore[arg-type]  # nothing is left to chance
        (("a", b"new"), ("b", b"old")),
        (("b", b"new"),),
    }
    disaster.follow(Synced("."))
    assert set(disaster.left(9, None)) == {(("b", b"new"),)}  # type: ignore[arg-type]


def test_a_growing_file_is_cut_at_every_byte_with_nothing_or_zeros_behind() -> None:
    disaster = Disaster((("a", b"ok"),))
    disaster.follow(Wrote("a", 2, b"xy"))
    assert [dict(tree)["a"] for tree in disaster.cut()] == [b"ok", b"ok\0\0", b"okx", b"okx\0"]

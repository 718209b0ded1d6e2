"""What a program really asked of the system, recorded by ``strace``, as steps of a disk."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.crash.alice import LOCK, Confirmed, Made, Removed, Renamed, Sized, Step, Synced, Wrote

CALLS = (
    "open,openat,creat,lseek,write,writev,pwrite64,ftruncate,truncate,fsync,fdatasync,fallocate,"
    "sync_file_range,rename,renameat,renameat2,link,linkat,unlink,unlinkat,rmdir,mkdir,mkdirat"
)
"""Everything that changes a folder, or says that it lasts."""

STRACE = ("strace", "--seccomp-bpf", "-f", "-y", "-xx", "-s", "2000000", "-e", f"trace={CALLS}")
"""How it is listened to: with every thread, with names of files, and with all bytes."""

_HEX = re.compile(r"(?:\\x[0-9a-f]{2})+")
_CALL = re.compile(r"\d+ +(\w+)\((.*)\) += (-?\d+|\?)(.*)")
_UNFINISHED = re.compile(r"(\d+) +(.*) <unfinished \.\.\.>")
_RESUMED = re.compile(r"(\d+) +<\.\.\. (\w+) resumed>(.*)")
_SAID = re.compile(rb"confirmed (\d+)\n")
_STANDARD_OUTPUT = 1


class StrangeCall(ValueError):
    """A call that this imagined disk does not know: then nothing is proved."""


def _bytes(text: str) -> bytes:
    return b"".join(bytes.fromhex(run.replace("\\x", "")) for run in _HEX.findall(text))


def _whole(lines: Iterable[str]) -> Iterator[str]:
    """Yield every call in one piece, where it ended."""
    begun: dict[str, str] = {}
    for line in lines:
        if match := _UNFINISHED.match(line):
            begun[match[1]] = match[0].removesuffix(" <unfinished ...>")
        elif match := _RESUMED.match(line):
            yield begun.pop(match[1], f"{match[1]} {match[2]}(") + match[3]
        else:
            yield line


def steps(lines: Iterable[str], root: Path) -> Iterator[Step]:
    """Yield what was done to a folder, and what the program said on its standard output.

    A call that was only pretended (``INJECTED``) is no step. The program says ``confirmed N``: N
    entries are safe, and the header before them.

    Raises:
        StrangeCall: Something was done that this disk cannot imagine.
    """
    reading = _Reading(root)
    for line in _whole(lines):
        match = _CALL.match(line)
        if match is None or match[3].startswith(("-", "?")):
            continue
        name, arguments, answer, rest = match.groups()
        is_pretended = "INJECTED" in rest
        yield from reading.call(name, arguments, int(answer), is_pretended=is_pretended)


class _Reading:
    """Where every descriptor stands, and which names there are."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._places: dict[int, int] = {}
        self._sizes: dict[str, int] = {}

    def call(self, name: str, arguments: str, answer: int, *, is_pretended: bool) -> Iterator[Step]:
        """Yield what a call did."""
        first, *more = arguments.split(", ")
        if name in ("open", "openat", "creat"):
            yield from self._opened(arguments, answer)
        elif name == "lseek":
            self._places[int(first.partition("<")[0])] = answer
        elif name in ("write", "pwrite64", "ftruncate", "fsync", "fdatasync"):
            yield from self._changed(name, first, more, answer, is_pretended=is_pretended)
        elif name in ("mkdir", "mkdirat"):
            path = self._inside(_bytes(arguments.split('"')[1]))
            if path is not None:
                yield Made(path, is_folder=True)
        elif name in ("rename", "renameat", "renameat2", "unlink", "unlinkat", "rmdir"):
            yield from self._named(name, arguments)
        elif self._inside(_bytes(arguments.partition("<")[2].partition(">")[0])) is not None:
            raise StrangeCall(name)

    def _inside(self, path: bytes) -> str | None:
        """Return a path as seen from the folder; None if it is elsewhere or of no interest."""
        there = Path(path.decode(errors="replace"))
        if not there.is_relative_to(self._root):
            return None
        inside = str(there.relative_to(self._root))
        return None if inside == LOCK else inside

    def _opened(self, arguments: str, answer: int) -> Iterator[Step]:
        path = self._inside(_bytes(arguments.split('"')[1]))
        self._places[answer] = 0
        if path is None or ("O_WRONLY" not in arguments and "O_RDWR" not in arguments):
            return
        if "O_APPEND" in arguments:
            raise StrangeCall("O_APPEND")
        if path not in self._sizes and "O_CREAT" in arguments:
            self._sizes[path] = 0
            yield Made(path, is_folder=False)
        elif "O_TRUNC" in arguments:
            yield Sized(path, 0)

    def _changed(
        self, name: str, first: str, more: list[str], answer: int, *, is_pretended: bool
    ) -> Iterator[Step]:
        descriptor, _, named = first.partition("<")
        number = int(descriptor)
        if name == "write" and number == _STANDARD_OUTPUT:
            yield from (Confirmed(int(n) + 1) for n in _SAID.findall(_bytes(more[0])))
            return
        path = self._inside(_bytes(named))
        if path is None or is_pretended:
            return
        if name == "ftruncate":
            yield Sized(path, int(more[0]))
        elif name in ("fsync", "fdatasync"):
            yield Synced(path)
        else:
            place = int(more[-1]) if name == "pwrite64" else self._places.get(number, 0)
            if name == "write":
                self._places[number] = place + answer
            yield Wrote(path, place, _bytes(more[0])[:answer])

    def _named(self, name: str, arguments: str) -> Iterator[Step]:
        paths = [self._inside(_bytes(text)) for text in arguments.split('"')[1::2]]
        if name.startswith("rename") and None not in paths:
            old, new = map(str, paths)
            self._sizes[new] = self._sizes.pop(old, 0)
            yield Renamed(old, new)
        elif paths[0] is not None:
            self._sizes.pop(paths[0], None)
            yield Removed(paths[0])

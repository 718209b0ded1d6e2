"""Transcripts: what is typed on a command line, and all that is printed then.

A ``.transcript`` file is sentences; below each, indented, commands and what they print::

    a sheet that is not there is named
        $ score nowhere
        ! nowhere: No such file: check its name
        = 2

``!`` is a line of complaints, ``=`` the status if it is not 0, ``<`` a line of standard input for
the command above it, and ``...`` stands for any lines, or within a line for anything. ``% game
players=3 seed=1`` keeps a random game in the folder ``data``. ``file NAME`` and indented lines
below it make a file in the folder in which every later sentence begins; ``|`` at the end of its
last line leaves out the end of the line. ``#`` begins a comment.
"""

import io
import re
import shlex
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import pytest

from companion.cli.commands import main
from companion.cli.terminal import output
from tests.statistics.evenings import claimed, keep


def _stream(text: str = "") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8", write_through=True)


def printed(command: str, said: str) -> list[str]:
    """Return what a command prints, line by line, as a transcript has it."""
    output.begin()
    out, err = _stream(), _stream()
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", _stream(said)):
        status = int(main(shlex.split(command)))
    lines, complaints = (
        each.buffer.getvalue().decode().splitlines()  # type: ignore[attr-defined] # of BytesIO
        for each in (out, err)
    )
    marked = [line.rstrip() for line in lines] + [f"! {line}" for line in complaints]
    return marked + ([f"= {status}"] if status else [])


def _pattern(wanted: list[str]) -> str:
    return "".join(
        r"(?:.*\n)*?" if each == "..." else re.escape(each).replace(r"\.\.\.", ".*") + "\n"
        for each in wanted
    )


def _kept(words: str) -> None:
    chosen = {"players": 3, "seed": 7, "less": 0}
    chosen |= {name: int(number) for name, number in (word.split("=") for word in words.split())}
    with claimed(Path("data")) as ours:
        keep(ours, players=chosen["players"], seed=chosen["seed"], less=chosen["less"])


class Sentence(pytest.Item):
    """Commands, done one after the other in a folder of their own."""

    files: dict[str, str]
    steps: list[tuple[str, list[str], list[str]]]
    """A command, its input, and what is to be printed."""

    def runtest(self) -> None:
        """Do them, and compare."""
        nobodys = [
            patch(f"companion.settings{each}.owners_places", lambda: (Path("owner"),))
            for each in ("", ".file")
        ]
        with TemporaryDirectory() as folder, chdir(folder), nobodys[0], nobodys[1]:
            for name, text in self.files.items():
                Path(name).parent.mkdir(parents=True, exist_ok=True)
                Path(name).write_text(text, encoding="utf-8")
            for command, said, wanted in self.steps:
                if command.startswith("% game "):
                    _kept(command.removeprefix("% game "))
                    continue
                found = printed(command.removeprefix("$ "), "".join(f"{line}\n" for line in said))
                if not re.fullmatch(_pattern(wanted), "".join(f"{line}\n" for line in found)):
                    raise AssertionError("\n".join([command, *found]))

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: object = None,  # noqa: ARG002 - pytest's signature
    ) -> str:
        """Return what was printed instead, ready to be put in its place."""
        return f"{self.path.name}: {self.name}\n{excinfo.value}"


class TranscriptFile(pytest.File):
    """A file of sentences."""

    def collect(self) -> Iterator[Sentence]:
        """Yield its sentences."""
        files, into = dict[str, str](), ""
        sentence: Sentence | None = None
        for line in self.path.read_text(encoding="utf-8").splitlines():
            if line.startswith("file "):
                into, sentence = line[5:], None
                files = {**files, into: ""}
            elif line.startswith("    ") and sentence is None:
                files[into] += line[4:-1] if line.endswith("|") else f"{line[4:]}\n"
            elif line.startswith(("    $ ", "    % ")) and sentence:
                sentence.steps.append((line[4:], [], []))
            elif line.startswith("    < ") and sentence:
                sentence.steps[-1][1].append(line[6:])
            elif line.startswith("    ") and sentence:
                sentence.steps[-1][2].append(line[4:])
            elif line and not line.startswith("#"):
                sentence = Sentence.from_parent(self, name=line)
                sentence.files, sentence.steps = files, []
                yield sentence

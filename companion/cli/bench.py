"""``ra-companion bench``: measures how fast this computer is; the figures name nobody."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import msgspec

from companion import __version__
from companion.cli.doctor import Places, case_of
from companion.cli.score import aligned
from companion.cli.terminal.output import say, write
from companion.cli.terminal.parser import CommandParser
from companion.doctor.data import look_at_data_folder
from companion.doctor.machine import Computer, Finding, Machine, Severity, worst
from companion.doctor.system import look_at_computer
from companion.i18n import Words, mark

OPENINGS = 3

WATCHED_SECONDS = 10.0
"""How long the open table is watched."""

PATIENCE_SECONDS = 900.0

_LATEST_BOOT_SECONDS = 600.0
"""A table that opened later was not opened by switching on."""

_SERVICE = "ra-companion.service"

_SWITCHES = re.compile(r"^(?:non)?voluntary_ctxt_switches:\s*(\d+)$", re.MULTILINE)

_MEMORY = re.compile(r"^VmRSS:\s*(\d+) kB$", re.MULTILINE)


def measurements(case: Computer) -> Iterator[Finding]:
    """Yield what was measured: computer, disk, program, and the table if a service has it open."""
    yield from (each for each in look_at_computer(case) if each.name != "rules")
    yield from (each for each in look_at_data_folder(case) if each.name == "data-flush")
    yield _opening(case)
    yield _demonstration(case)
    yield from of_service(case.machine, case.words)


def _run(*words: str) -> float:
    """Return how long a run of the program took, in seconds; less than 0: it failed."""
    quiet = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    command = [sys.executable, "-P", "-m", "companion", "run", "--headless", "--simulate", *words]
    began = time.perf_counter()
    try:
        done = subprocess.run(  # noqa: S603 - this program
            command, env=quiet, stdin=subprocess.DEVNULL, capture_output=True,
            timeout=PATIENCE_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return -1.0
    return -1.0 if done.returncode else time.perf_counter() - began


def _opening(case: Computer) -> Finding:
    with TemporaryDirectory() as folder:
        script = Path(folder, "script")
        script.touch()
        seconds = [
            _run("--data", f"{folder}/{number}", "--script", str(script))
            for number in range(OPENINGS)
        ]
    words = case.words
    if min(seconds) < 0:
        return _failed(case, "open")
    half = median(seconds)
    said = words.say("The table opens and closes in {seconds} s", seconds=f"{half:.2f}")
    return Finding("open", Severity.OK, said, facts={"seconds": round(half, 3)})


def _demonstration(case: Computer) -> Finding:
    with TemporaryDirectory() as folder:
        seconds = _run("--data", f"{folder}/data", "--demo", f"{folder}/pictures")
    if seconds < 0:
        return _failed(case, "demo")
    said = case.words.say("The demo game takes {seconds} s", seconds=f"{seconds:.1f}")
    return Finding("demo", Severity.OK, said, facts={"seconds": round(seconds, 2)})


def _failed(case: Computer, name: str) -> Finding:
    said = case.words.say("The program cannot be run here")
    remedy = case.words.say("`ra-companion doctor` says what is missing")
    return Finding(name, Severity.WRONG, said, remedy)


def of_service(machine: Machine, words: Words) -> Iterator[Finding]:
    """Yield what the service that has the table open needs; nothing if there is none."""
    pid = _shown(machine, "MainPID")
    memory = _MEMORY.search(machine.text(f"proc/{pid}/status")) if pid != "0" else None
    if memory is None:
        return
    opened = _shown(machine, "ActiveEnterTimestampMonotonic")
    seconds = int(opened) / 1e6 if opened.isdecimal() else 0.0
    if 0 < seconds < _LATEST_BOOT_SECONDS:
        said = words.say("From the kernel's start to the table: {seconds} s",
                         seconds=f"{seconds:.1f}")  # fmt: skip
        yield Finding("boot", Severity.OK, said, facts={"seconds": round(seconds, 1)})
    before, began = _switches(machine, pid), machine.ticks()
    time.sleep(WATCHED_SECONDS)
    lasted = max(machine.ticks() - began, 0.001)
    wakes = max(0, _switches(machine, pid) - before) / lasted
    megabytes = int(memory[1]) / 1024
    said = words.say("The open table uses {megabytes} MB and wakes {wakes} times a second",
                     megabytes=f"{megabytes:.0f}", wakes=f"{wakes:.1f}")  # fmt: skip
    facts = {"megabytes": round(megabytes, 1), "wakes_a_second": round(wakes, 1)}
    yield Finding("service", Severity.OK, said, facts=facts)


def _shown(machine: Machine, key: str) -> str:
    return machine.answer(["systemctl", "show", "-P", key, _SERVICE]).strip() or "0"


def _switches(machine: Machine, pid: str) -> int:
    texts: Sequence[str] = [
        machine.text(f"{each.relative_to(machine.root)}/status")
        for each in machine.found(f"proc/{pid}/task/*")
    ]
    return sum(int(number) for text in texts for number in _SWITCHES.findall(text))


ABOUT = mark("""\
Measure how fast this computer is at what the table does; it takes about a minute. While the service
has the table open and nobody plays, its memory and wake-ups are measured, too.

examples:
  sudo ra-companion bench            for yourself
  sudo ra-companion bench --share    one line of figures to send us; it holds no names
""")


class Options(Places, frozen=True, kw_only=True):
    """What is measured, and how it is reported."""

    share: bool = False


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT)
    parser.add_flag("--share", help=mark("print figures only, as one JSON object"))
    parser.add_places()


def run(options: Options) -> int:
    """Print what was measured on this computer; return the exit status: 0, or 1 if it failed."""
    found = tuple(measurements(case_of(options)))
    if options.share:
        figures = {each.name: each.facts for each in found if each.state is not Severity.WRONG}
        shared = {"version": __version__, "cores": os.cpu_count(), "figures": figures}
        write([msgspec.json.encode(shared) + b"\n"])
    else:
        rows = [[each.name, f"{each.sentence}. {each.remedy}".strip(". ")] for each in found]
        say(aligned(rows, (0, 1)))
    return int(worst(found) is Severity.WRONG)

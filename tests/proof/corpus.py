"""``python -m tests.proof.corpus [RUNS]``: search for inputs that reach far, and keep a few.

A file for each parser, an input on each line, in hexadecimal digits, the shortest first. What is
kept is where the search begins next time, and is given to the parsers whenever the tests run.
"""

import subprocess
import sys
from pathlib import Path

from tests.proof.foreign import TARGETS
from tests.proof.surroundings import environment, folder

CORPUS = Path(__file__).with_name("corpus")

_RUNS = 50_000
_LONGEST_BYTES = 1024
_MOST_BYTES = 12_000
"""Of one parser together."""


def kept(name: str) -> tuple[bytes, ...]:
    """Return what was kept for a parser."""
    lines = _file(name).read_text(encoding="ascii").splitlines()
    return tuple(map(bytes.fromhex, lines))


def _file(name: str) -> Path:
    return CORPUS / f"{name.replace(' ', '-')}.hex"


def searched(name: str, home: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    """Let atheris look for inputs, beginning with what is kept; it puts them into a folder."""
    home.mkdir()
    for number, data in enumerate((*TARGETS[name].seeds(), *kept(name))):
        (home / str(number)).write_bytes(data)
    return _guided(name, "-print_final_stats=1", "-rss_limit_mb=1024", "-timeout=10",
                   f"-artifact_prefix={home.parent}/", *options, str(home))  # fmt: skip


def _guided(name: str, *options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "tests.proof.guided", name, *options],
        env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip


def keep(name: str, runs: int) -> int:
    """Look for more inputs, keep the few that reach all that any of them does; how many they are.

    Raises:
        RuntimeError: The parser fails, or the search does.
    """
    with folder() as where:
        all_of_them, few = Path(where) / "all", Path(where) / "few"
        few.mkdir()
        searched_for = searched(name, all_of_them, f"-runs={runs}", f"-max_len={_LONGEST_BYTES}")
        merged = _guided(name, "-merge=1", f"-max_len={_LONGEST_BYTES}", str(few), str(all_of_them))
        for run in (searched_for, merged):
            if run.returncode:
                raise RuntimeError(run.stderr[-1000:])
        found = sorted((file.read_bytes() for file in few.iterdir()), key=len)
    lines, total = [], 0
    for data in found:
        total += len(data)
        if total <= _MOST_BYTES:
            lines.append(data.hex() + "\n")
    _file(name).write_text("".join(lines), encoding="ascii")
    return len(lines)


def main() -> None:
    """Do it for all parsers."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else _RUNS
    for name in TARGETS:
        print(name, keep(name, runs), flush=True)  # noqa: T201 - a command speaks


if __name__ == "__main__":
    main()

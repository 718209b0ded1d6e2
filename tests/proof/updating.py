"""Kills an update, the installer and its children, at every call that changes the machine's disk.

The installer is the real one, with bundles of the real maker, from a version to the next as at a
table. At the edge are stubs: Python makes a folder for an environment, pip unpacks real wheels of a
small program (the real pip takes many seconds for each point), and ``sync`` has nothing to do in
memory. The small program starts only if all its files are whole and of one version.

``strace`` stops whoever made such a call; then everybody is killed at once, or it goes on.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from unittest.mock import patch
from zipfile import ZipFile

from release import bundle
from tests.proof.measure import ROOT, Found
from tests.proof.surroundings import folder

_CALLS = (
    "openat,write,pwrite64,ftruncate,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,"
    "symlinkat,unlink,unlinkat,rmdir,chmod,fchmod,fchmodat,utimensat"
)


_COPY = "copy_file_range"
"""Refused, so that copies are written piece by piece; else a stopped one starts over for ever."""


_SAID = re.compile(r"(\d+) +(.+)")


_STOPPED = "--- stopped by SIGSTOP ---"


_BEGUN = "<unfinished ...>"


INSTALLER = (ROOT / "install.sh").read_text(encoding="utf-8")
"""What is killed."""


_COPIED = re.findall(r"^(\S+) ((?:etc|opt)/\S+) (\d{3})$", INSTALLER, re.MULTILINE)
"""The installer's table of what it copies: from, to, mode."""


_PATIENCE_SECONDS = 60


_BEFORE, _NEW = ("1.0", "2.0"), "3.0"


_RUNNING = {"proc/uptime": "60.50 99.10", "sys/class/drm/card0/status": "connected"}


_CRASHES = 3


_GAMES = {"000001.jsonl": b"a game\n", "000002.jsonl": b"another\n"}


_PROGRAM = """#!/bin/sh
set -eu
for part in rules view library; do . "${0%/*}/../lib/$part"; done
[ "$rules $view" = "$library $library" ]
case $1 in
--version) echo "ra-companion $library" ;;
run) for demo; do :; done; mkdir "$demo"; echo picture >"$demo/03-table.png" ;;
doctor) echo "ok  everything" ;;
esac
"""


_PYTHON = """#!/bin/sh
set -eu
for last; do :; done
home=${0%/bin/python}
case "$1 ${2:-} $last" in
"-c import lgpio "*) exit 1 ;;
"-c "*) ;;
"-m zipfile "*) exec REAL -IS "$@" ;;
"-m venv "*) mkdir -p "$last/bin" && cp "$0" "$last/bin/python" ;;
"-m pip "*.whl)
    REAL -IS -m zipfile -e "$last" "$home/lib"
    install -m 755 "$home/lib/script" "$home/bin/ra-companion"
    ;;
"-m pip "*) REAL -IS -m zipfile -e "$last"/library-*.whl "$home/lib" ;;
*) exit 1 ;;
esac
"""
"""Where the installer looks for Python, and in every environment."""


class Machine:
    """A machine with two versions and some games, and the bundle of a third."""

    def __init__(self, root: Path) -> None:
        self._root, self._disk = root, root / "machine"
        self._home = self._disk / "opt" / "ra-companion"
        self._data = self._disk / "var" / "lib" / "ra-companion"
        self._environment = {
            **os.environ,
            "PATH": f"{root / 'tools'}{os.pathsep}{os.environ['PATH']}",
            "PYTHON": str(root / "tools" / "python"),
            "TMPDIR": str(root / "tmp"),
            "SERVICE_RESULT": "exit-code",
        }

    def begin(self) -> None:
        """Make the bundles, and install all but the last.

        Raises:
            RuntimeError: The installer failed.
        """
        for each in (self._data, self._root / "tmp", self._root / "tools"):
            each.mkdir(parents=True)
        _script(self._root / "tools" / "python", _PYTHON.replace("REAL", sys.executable))
        _script(self._root / "tools" / "sync", "#!/bin/sh\n")
        for version in (*_BEFORE, _NEW):
            _bundle(self._root / version, version)
        _script(self._root / "install.sh", INSTALLER)
        for version in _BEFORE:
            self._install(version)
        for name, game in _GAMES.items():
            (self._data / name).write_bytes(game)
        for place, said in _RUNNING.items():
            (self._disk / place).parent.mkdir(parents=True)
            (self._disk / place).write_text(f"{said}\n", encoding="utf-8")

    def _words(self, version: str) -> list[str]:
        """Return what is typed: the installer at the table, if there is one, and a bundle."""
        kept = self._home / "install.sh"
        installer = kept if kept.exists() else self._root / "install.sh"
        file = self._root / f"{version}.zip"
        return ["sh", str(installer), "--bundle", str(file), "--prefix", str(self._disk)]

    def _install(self, version: str) -> None:
        done = subprocess.run(
            self._words(version), env=self._environment, capture_output=True, text=True,
            timeout=_PATIENCE_SECONDS, check=False,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"{done.stdout[-300:]}{done.stderr[-600:]}")

    def update(self, most: int = 0) -> list[str]:
        """Update it, or kill everybody after this many calls; return the calls."""
        return self._listened(self._words(_NEW), most)

    def crash(self, most: int = 0) -> list[str]:
        """Let the version in use crash once more; the rest as above."""
        return self._listened(["sh", str(self._home / "roll-back"), str(self._disk)], most)

    def _listened(self, work: list[str], most: int) -> list[str]:
        heard, told = os.pipe()
        words = ["strace", "-f", "-y", "-o", f"/dev/fd/{told}", "-e", f"trace={_CALLS},{_COPY}",
                 "-e", f"inject={_CALLS}:signal=STOP", "-e", f"inject={_COPY}:error=ENOSYS",
                 *work]  # fmt: skip
        made: list[str] = []
        with (
            subprocess.Popen(
                words, env=self._environment, pass_fds=(told,), start_new_session=True,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            ) as run,
            os.fdopen(heard, errors="replace") as log,
        ):  # fmt: skip
            os.close(told)
            for process, call in _stops(log):
                if _changes(call, self._disk):
                    made.append(call)
                    if len(made) == most:
                        os.killpg(run.pid, signal.SIGKILL)
                        break
                os.kill(process, signal.SIGCONT)
        return made

    def holds(self, *versions: str) -> None:
        """See that the table opens with one of these versions, and has its games.

        Raises:
            AssertionError: It does not.
        """
        assert self._version("current") in versions, "another version is in use"
        self._version("previous")
        for source, place, mode in _COPIED:
            file = self._disk / place
            wanted = [(self._root / each / source).read_bytes() for each in versions]
            assert file.exists(), f"/{place} is gone"
            assert file.read_bytes() in wanted, f"/{place} is torn"
            assert file.stat().st_mode & 0o777 == int(mode, 8), f"/{place} has another mode"
        games = {path.name: path.read_bytes() for path in self._data.iterdir()}
        assert games == _GAMES, f"the games were touched: {games}"

    def goes_back(self) -> None:
        """Crash as often as it takes until the version before is used: that is said, and once.

        Raises:
            AssertionError: It is not so.
        """
        for _ in range(_CRASHES):
            self._goes_by()
            self.crash()
        assert self._version("current") == _BEFORE[0], "the version before is not used"
        for _ in range(_CRASHES):
            self.crash()
        self._goes_by()

    def _goes_by(self) -> None:
        """Check that a return to the previous version is reported, and nothing else is."""
        old, new = _BEFORE
        said = self._home / "current" / "rolled-back"
        told = said.read_text(encoding="utf-8") if said.exists() else ""
        is_back = self._version("current") == old
        wanted = f'RA_COMPANION_ROLLED_BACK="{new} {old}"\n' if is_back else ""
        assert told == wanted, f"{old if is_back else new} is used, and told is: {told}"

    def completes(self) -> None:
        """Update it once more, as people do whose power was cut.

        Raises:
            RuntimeError: The installer failed.
            AssertionError: The update is not complete, or something was left behind.
        """
        self._install(_NEW)
        self.holds(_NEW)
        kept = {str((self._home / link).readlink()) for link in ("current", "previous")}
        there = {each.name for each in self._home.iterdir() if each.is_dir()}
        assert there == kept | {"current", "previous"}, f"left behind: {there - kept}"
        assert not (strays := [*self._disk.rglob("*.new")]), f"left behind: {strays}"

    def _version(self, link: str) -> str:
        """Start what is behind a link, and return the version that it says."""
        done = subprocess.run(
            [str(self._home / link / "bin" / "ra-companion"), "--version"],
            capture_output=True, text=True, timeout=_PATIENCE_SECONDS, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"what is {link} does not start: {done.stderr[-200:]}"
        return done.stdout.split()[-1]


def _script(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


def _bundle(made: Path, version: str) -> None:
    """Make the bundle of a version; what is copied from it differs from version to version."""

    def wheels(into: Path) -> None:
        into.mkdir(parents=True)
        with ZipFile(into / f"library-{version}-py3-none-any.whl", "w") as wheel:
            wheel.writestr("library", f"library={version}\n")

    def program(into: Path, _: Iterable[Path]) -> None:
        with ZipFile(into / f"ra_companion-{version}-py3-none-any.whl", "w") as wheel:
            wheel.writestr("rules", f"rules={version}\n")
            wheel.writestr("view", f"view={version}\n")
            wheel.writestr("script", _PROGRAM)

    with patch.multiple(bundle, wheels=wheels, program=program):
        bundle.gather(made)
    _script(made / "install.sh", INSTALLER)
    for source, _, _ in _COPIED:
        with (made / source).open("a", encoding="utf-8") as file:
            file.write(f"# {version}\n")
    (made / "SHA256SUMS").write_text(bundle.listed(made), encoding="utf-8")
    bundle.pack(made, made.with_suffix(made.suffix + ".zip"))


def _stops(log: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield who has stopped, and the call after which."""
    last: dict[str, str] = {}
    for line in log:
        process, said = _SAID.fullmatch(line.rstrip("\n")).groups()  # type: ignore[union-attr]
        if said == _STOPPED:
            yield int(process), last[process]
        elif said.startswith("<... "):
            last[process] = last[process].removesuffix(_BEGUN) + said
        elif not said.startswith(("---", "+++")):
            last[process] = said


def _changes(call: str, disk: Path) -> bool:
    """Whether a call changed something on this disk."""
    name, _, rest = call.partition("(")
    if " = -1 " in call or (name == "openat" and not re.search("O_CREAT|O_TRUNC", rest)):
        return False
    if name == "mkdir" and not rest.startswith('"/'):
        return True  # only where it is about to make an environment
    of_a_file = name in {"write", "pwrite64", "ftruncate", "fchmod"}
    return str(disk) in (rest.partition(">")[0] if of_a_file else rest)


def cut_off(part: int, of: int, step: int) -> Found:
    """Kill an update after every call: a whole version opens, and the next try completes it."""

    def completed(machine: Machine) -> None:
        machine.holds(_BEFORE[-1], _NEW)
        machine.completes()

    return _after_each("update", (), Machine.update, completed, slice(part, None, of * step))


def roll_back_cut_off() -> Found:
    """Kill the way back after every call: a whole version is used, and told is which."""
    two = (Machine.crash,) * (_CRASHES - 1)
    return _after_each("roll-back", two, Machine.crash, Machine.goes_back, slice(None))


def _after_each(
    name: str,
    before: tuple[Callable[[Machine], object], ...],
    act: Callable[[Machine, int], list[str]],
    look: Callable[[Machine], None],
    which: slice,
) -> Found:
    """Kill what a machine does after each call, and look at it."""
    failures: list[str] = []
    with folder() as where:
        ready, root = Path(where) / "ready", Path(where) / "root"
        Machine(ready).begin()

        def fresh() -> Machine:
            shutil.rmtree(root, ignore_errors=True)
            shutil.copytree(ready, root, symlinks=True)
            machine = Machine(root)
            for each in before:
                each(machine)
            return machine

        calls = act(fresh(), 0)
        points = range(1, len(calls) + 1)[which]
        for most in points:
            machine = fresh()
            made = act(machine, most)
            try:
                assert len(made) == most, "it made other calls this time"
                look(machine)
            except (AssertionError, OSError, RuntimeError) as why:
                call = calls[most - 1].replace(where, "")
                failures.append(f"{name} killed after call {most}, {call}: {why}")
    return Found({"points": len(points), "kills": len(points)}, tuple(failures))

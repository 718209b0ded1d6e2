"""Compiles the packed rules for the Pythons and machines of Debian 12 and 13.

``make deb`` puts them into the packages. It takes the headers from Debian's own packages, and needs
apt, a C compiler for each machine, and mypyc, which mypy brings.
"""

import ast
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from contextlib import chdir
from importlib.machinery import ExtensionFileLoader, ModuleSpec
from importlib.resources import files
from importlib.util import module_from_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

import msgspec

from release.lock import OLDEST_GLIBC, ROOT

SOURCES = tuple(
    ROOT / "companion" / "rules" / "packed" / name for name in ("kernel.py", "foresight.py")
)
"""What is compiled, as one module: each knows only those before it."""

NAME = "compiled"
"""What the kernel is called when it is compiled."""

LARGEST = 500_000
"""Bytes of a compiled kernel."""


class Target(msgspec.Struct, frozen=True):
    """A Python on a machine."""

    python: str
    machine: str
    release: str
    """Of Debian, which has this Python."""

    @property
    def suffix(self) -> str:
        """How the name of a compiled module ends."""
        return f".cpython-{self.python.replace('.', '')}-{self.machine}-linux-gnu.so"


TARGETS = tuple(
    Target(python, machine, release)
    for python, release in (("3.11", "bookworm"), ("3.13", "trixie"))
    for machine in ("aarch64", "x86_64")
)

_DEBIAN = {"aarch64": "arm64", "x86_64": "amd64"}
"""What Debian calls the machines."""

_FLAGS = ("-O3", "-g0", "-DNDEBUG", "-fwrapv", "-fPIC", "-shared", "-s", "-Wl,--build-id=none")


class CannotCompile(Exception):
    """Something that is needed is missing; the text says what."""


def joined() -> str:
    """Return all sources as one: later ones without what they import from those before."""
    first, *more = (path.read_text("utf-8") for path in SOURCES)
    return "\n".join([first, *map(_joining, more)])


def _joining(text: str) -> str:
    lines = text.splitlines(keepends=True)
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith(("__", "companion")):
            lines[node.lineno - 1 : node.end_lineno] = [""] * (
                (node.end_lineno or node.lineno) - node.lineno + 1
            )
    return "".join(lines)


def c_source(folder: Path) -> Path:
    """Let mypyc write the kernel in C into a folder, the same for every Python from 3.11."""
    from mypyc.build import mypyc_build  # noqa: PLC0415 - takes a second
    from mypyc.options import CompilerOptions  # noqa: PLC0415

    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{NAME}.py").write_text(joined(), "utf-8")
    options = CompilerOptions(target_dir="c", capi_version=(3, 11), strict_dunder_typing=True)
    with chdir(folder):
        _, [(files, _)], _ = mypyc_build(["--config-file=", f"{NAME}.py"], options)
    [file] = [folder / file for file in files]
    return file


def compiled(source: Path, compiler: str, headers: Iterable[Path], into: Path) -> Path:
    """Compile what ``c_source`` has written.

    Args:
        source: In C.
        compiler: A program.
        headers: Folders of Python's.
        into: The file that is made.

    Raises:
        CannotCompile: There is no such compiler, or it does not accept the source.
    """
    if shutil.which(compiler) is None:
        package = _package(compiler)
        raise CannotCompile(f"there is no {compiler}; on Debian: apt install {package}")
    runtime = Path(str(files("mypyc"))) / "lib-rt"
    folders = [f"-I{folder}" for folder in (source.parent, runtime, *headers)]
    into.parent.mkdir(parents=True, exist_ok=True)
    words = [compiler, *_FLAGS, *folders, str(source), "-o", str(into)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotCompile(f"{compiler}: {done.stderr[-2000:]}")
    return into


def for_this_python(into: Path) -> Path:
    """Compile the kernel for the Python that runs, and return the file.

    Raises:
        CannotCompile: There is no compiler, or there are no headers.
    """
    headers = Path(sysconfig.get_paths()["include"])
    if not (headers / "Python.h").exists():
        raise CannotCompile(f"there is no Python.h in {headers}")
    with TemporaryDirectory() as folder:
        source = c_source(Path(folder))
        name = f"{NAME}{sysconfig.get_config_var('EXT_SUFFIX')}"
        return compiled(source, "gcc", [headers], into / name)


def loaded(file: Path) -> ModuleType:
    """Return a compiled kernel as a module.

    Raises:
        ImportError: It is for another Python or machine.
    """
    loader = ExtensionFileLoader(NAME, str(file))
    found = module_from_spec(ModuleSpec(NAME, loader, origin=str(file)))
    loader.exec_module(found)
    return found


def headers(target: Target, into: Path) -> tuple[Path, ...]:
    """Fetch the headers of a Python as Debian has it, and return their folders.

    Raises:
        CannotCompile: This is no Debian, or the package cannot be had.
    """
    package = f"libpython{target.python}-dev"
    (into / "lists" / "partial").mkdir(parents=True)
    (into / "archives" / "partial").mkdir(parents=True)
    (into / "status").touch()
    (into / "sources.list").write_text(f"deb {_archive()} {target.release} main\n", "utf-8")
    options = {
        "APT::Architecture": _DEBIAN[target.machine],
        "APT::Architectures": _DEBIAN[target.machine],
        "APT::Sandbox::User": "root",
        "Dir::Cache": into,
        "Dir::Etc::SourceList": into / "sources.list",
        "Dir::Etc::SourceParts": "-",
        "Dir::State::Lists": into / "lists",
        "Dir::State::Status": into / "status",
    }
    chosen = [word for key, value in options.items() for word in ("-o", f"{key}={value}")]
    _run(["apt-get", *chosen, "-qq", "update"], into)
    _run(["apt-get", *chosen, "-qq", "download", package], into)
    [file] = into.glob("*.deb")
    _run(["dpkg-deb", "--extract", str(file), "tree"], into)
    include = into / "tree" / "usr" / "include"
    return include / f"python{target.python}", include


def _archive() -> str:
    """Return where this machine takes Debian's packages from."""
    words = ["apt-get", "indextargets", "--format", "$(SITE)", "Origin: Debian", "Component: main"]
    sites = _run(words, Path()).split()
    if not sites:
        raise CannotCompile("apt-get knows no archive of Debian: run apt-get update")
    return sites[0]


def _run(words: Sequence[str], folder: Path) -> str:
    try:
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    except FileNotFoundError as why:
        raise CannotCompile(f"{words[0]} is missing") from why
    if done.returncode:
        raise CannotCompile(f"{words[0]}: {done.stderr[-2000:]}")
    return done.stdout


def _package(compiler: str) -> str:
    """Return Debian's package of a compiler: ``aarch64-linux-gnu-gcc`` is the other way round."""
    machine, _, name = compiler.rpartition("-")
    return f"{name}-{machine}" if machine else name


def compiler_for(machine: str) -> str:
    """Return the C compiler for a machine, as Debian names it."""
    return "gcc" if machine == platform.machine() else f"{machine}-linux-gnu-gcc"


def check(file: Path) -> None:
    """Look whether a compiled kernel can be shipped.

    Raises:
        CannotCompile: It is too large, or needs a newer C library than its wheel says.
    """
    content = file.read_bytes()
    newest = max(int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", content))
    if newest > OLDEST_GLIBC:
        raise CannotCompile(f"{file.name} needs glibc 2.{newest}")
    if len(content) > LARGEST:
        raise CannotCompile(f"{file.name} has {len(content)} bytes")


def kernels(into: Path) -> dict[Target, Path]:
    """Compile the kernel for every Python and machine that Debian has, and return the files.

    Raises:
        CannotCompile: Something that is needed is missing.
    """
    source = c_source(into / "source")
    made = {}
    for target in TARGETS:
        place = into / f"{target.python}-{target.machine}"
        place.mkdir()
        file = place / f"{NAME}{target.suffix}"
        found = headers(target, place)
        made[target] = compiled(source, compiler_for(target.machine), found, file)
        check(file)
    return made


def kernels_if_possible(into: Path) -> dict[Target, Path]:
    """Compile all kernels; without what that needs return none, and say what is missing."""
    try:
        return kernels(into)
    except CannotCompile as why:
        print(f"The rules are not compiled, and so run slower: {why}", file=sys.stderr)
        return {}

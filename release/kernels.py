"""Compiles the rules, and what machines think with, for the Pythons of Debian 12 and 13.

``make deb`` puts them into the packages, beside their sources, where Python prefers them. It takes
the headers from Debian's own packages, and needs apt, a C compiler for each machine, and mypyc,
which mypy brings.
"""

import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from contextlib import chdir
from importlib import import_module
from importlib.resources import files
from itertools import product, starmap
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from release.lock import OLDEST_GLIBC, ROOT

SOURCES = (
    "companion/rules/engine.py",
    "companion/opponent/rollouts.py",
    "companion/opponent/searching.py",
)
"""What is compiled together; nothing else of ours is imported there."""

VECS = "companion/rules/vecs.py"
"""Where they are compiled, mypyc's own rows of numbers stand in the place of this module."""

_LIBRT = """\
from librt.vecs import append as append, pop as pop, remove as remove, vec as vec
from mypy_extensions import i64 as i64
"""

_LIBRARY = "companion.rules.compiled"
"""What mypyc calls all of it; it adds a suffix of its own. The modules only lead there."""

LARGEST = 600_000
"""Bytes of a compiled file."""


PYTHONS = {"3.11": "bookworm", "3.13": "trixie"}
"""Of Debian 12 and 13."""

ARCHITECTURES = {"arm64": "aarch64", "amd64": "x86_64"}
"""Debian's names of machines, and everybody else's."""


class Target(msgspec.Struct, frozen=True):
    """A Python on a machine."""

    python: str
    architecture: str
    """Debian's name of the machine."""

    @property
    def machine(self) -> str:
        """Everybody else's name of the machine."""
        return ARCHITECTURES[self.architecture]

    @property
    def suffix(self) -> str:
        """How the name of a compiled module ends."""
        return f".cpython-{self.python.replace('.', '')}-{self.machine}-linux-gnu.so"


_FLAGS = (
    *("-O3", "-g0", "-DNDEBUG", "-fwrapv", "-fPIC", "-shared", "-s", "-Wl,--build-id=none"),
    *("-fvisibility=hidden", "-fno-semantic-interposition"),  # so that calls are inlined
)


class CannotCompile(Exception):
    """Something that is needed is missing; the text says what."""


def c_sources(folder: Path) -> Path:
    """Let mypyc write C, the same for every Python from 3.11.

    Returns:
        A folder in this one. Each file of C in it is compiled to one of the same name.
    """
    from mypyc.build import generate_c_extension_shim, mypyc_build  # noqa: PLC0415 - takes a second
    from mypyc.options import CompilerOptions  # noqa: PLC0415

    for source in SOURCES:
        copy = folder / source
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / source, copy)
        for package in list(copy.relative_to(folder).parents)[:-1]:
            (folder / package / "__init__.py").touch()
    (folder / VECS).write_text(_LIBRT, "utf-8")
    options = CompilerOptions(
        target_dir="c", capi_version=(3, 11), strict_dunder_typing=True, group_name=_LIBRARY
    )
    with chdir(folder):
        _, [([library], _)], _ = mypyc_build(["--config-file=", *SOURCES], options)
        for source in SOURCES:
            module = source.removesuffix(".py").replace("/", ".")
            generate_c_extension_shim(module, module.rpartition(".")[2], "c", _LIBRARY)
    (folder / library).rename(folder / "c" / f"{_LIBRARY.replace('.', '/')}__mypyc.c")
    return folder / "c"


def compiled(
    sources: Path, compiler: str, headers: Iterable[Path], suffix: str, into: Path
) -> None:
    """Compile what ``c_sources`` has written.

    Args:
        sources: The folder that it has returned.
        compiler: A program.
        headers: Folders of Python's.
        suffix: Of the compiled files.
        into: A folder; under it they come to lie as their sources do here.

    Raises:
        CannotCompile: There is no such compiler, or it does not accept the source.
    """
    if shutil.which(compiler) is None:
        package = _package(compiler)
        raise CannotCompile(f"there is no {compiler}; on Debian: apt install {package}")
    runtime = Path(str(files("mypyc"))) / "lib-rt"
    folders = [f"-I{folder}" for folder in (sources, runtime, *headers)]
    libraries = {source.relative_to(sources): [source] for source in sources.rglob("*.c")}
    own = {"librt_vecs_api.c", "vec_template.c"}  # for who uses it, and for its own parts
    rows = [source for source in (runtime / "vecs").glob("*.c") if source.name not in own]
    for name, parts in sorted({**libraries, Path("librt/vecs.c"): sorted(rows)}.items()):
        file = into / name.with_suffix(suffix)
        file.parent.mkdir(parents=True, exist_ok=True)
        words = [compiler, *_FLAGS, *folders, *map(str, parts), "-o", str(file)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            raise CannotCompile(f"{compiler}: {done.stderr[-2000:]}")
    (into / "librt" / "__init__.py").touch()
    shutil.copy(runtime.parents[1] / "mypy_extensions.py", into)  # names librt's integers


def for_this_python(into: Path) -> Path:
    """Compile everything for the Python that runs, into a folder, and return it.

    Raises:
        CannotCompile: There is no compiler, or there are no headers.
    """
    headers = Path(sysconfig.get_paths()["include"])
    if not (headers / "Python.h").exists():
        raise CannotCompile(f"there is no Python.h in {headers}")
    with TemporaryDirectory() as folder:
        sources = c_sources(Path(folder))
        compiled(sources, "gcc", [headers], sysconfig.get_config_var("EXT_SUFFIX"), into)
    return into


def prefer(folder: Path) -> None:
    """Let this Python import what was compiled into a folder; it has not imported the sources."""
    for source in SOURCES:
        parent = Path(source).parent
        import_module(".".join(parent.parts)).__path__.insert(0, str(folder / parent))


def headers(target: Target, into: Path) -> tuple[Path, ...]:
    """Fetch the headers of a Python as Debian has it, and return their folders.

    Raises:
        CannotCompile: This is no Debian, or the package cannot be had.
    """
    package = f"libpython{target.python}-dev"
    (into / "lists" / "partial").mkdir(parents=True)
    (into / "archives" / "partial").mkdir(parents=True)
    (into / "status").touch()
    (into / "sources.list").write_text(f"deb {_archive()} {PYTHONS[target.python]} main\n", "utf-8")
    options = {
        "APT::Architecture": target.architecture,
        "APT::Architectures": target.architecture,
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


def check(folder: Path) -> None:
    """Look whether what is compiled can be shipped.

    Raises:
        CannotCompile: A file is too large, or needs a newer C library than its wheel says.
    """
    for file in folder.rglob("*.so"):
        content = file.read_bytes()
        minors = [int(minor) for minor in re.findall(rb"GLIBC_2\.(\d+)", content)]
        newest = max(minors, default=0)
        if newest > OLDEST_GLIBC:
            raise CannotCompile(f"{file.name} needs glibc 2.{newest}")
        if len(content) > LARGEST:
            raise CannotCompile(f"{file.name} has {len(content)} bytes")


def kernels(into: Path) -> dict[Target, Path]:
    """Compile for every Python and machine that Debian has, and return a folder for each.

    Raises:
        CannotCompile: Something that is needed is missing.
    """
    sources = c_sources(into / "source")
    made = {}
    for target in starmap(Target, product(PYTHONS, ARCHITECTURES)):
        place = into / f"{target.python}-{target.machine}"
        place.mkdir()
        made[target] = place / "made"
        found = headers(target, place)
        compiled(sources, compiler_for(target.machine), found, target.suffix, made[target])
        check(made[target])
    return made


def kernels_if_possible(into: Path) -> dict[Target, Path]:
    """Compile all there is to compile; without what that needs return none, and say what lacks."""
    try:
        return kernels(into)
    except CannotCompile as why:
        print(f"The rules are not compiled, and so run slower: {why}", file=sys.stderr)
        return {}

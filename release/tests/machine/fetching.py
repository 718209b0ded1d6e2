"""What is fetched from Debian's archive: the kernel of 13's backports, and its modules.

Only there lines can be pulled (gpio-sim). Nothing of it is installed on this computer.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from release.tests.roots import ROOT

BUILT = ROOT / "build" / "machine"


RELEASE = "trixie"


AT_START = ("virtio_pci", "virtio_blk", "ext4")
"""Modules that are there before the disk is."""


MODULES = (
    *AT_START,
    *(
        "gpio-sim",
        "virtio-gpu",
        "virtio_console",
        "virtio_mmio",
        "i6300esb",
        "xhci-pci",
        "xhci-hcd",
        "usbserial",
    ),
    *("ftdi_sio", "cdc-acm", "usb-storage", "sd_mod", "usbhid", "hid-generic", "evdev", "vfat"),
    *("nls_cp437", "nls_ascii", "nls_utf8", "exfat", "virtio_input", "atkbd", "button", "loop"),
    *("af_packet", "unix", "autofs4", "efivarfs", "dm-mod", "configfs", "serio", "i8042"),
)


class Missing(Exception):
    """Something is needed that is not there; the text says what."""


def ran(*words: str | Path, folder: Path | None = None, text: str | None = None) -> str:
    """Run a command and return what it said.

    Raises:
        Missing: It failed.
    """
    try:
        done = subprocess.run(
            [str(each) for each in words],
            cwd=folder, input=text, capture_output=True, text=True, check=False,
        )  # fmt: skip
    except FileNotFoundError as why:
        raise Missing(f"{words[0]} is missing") from why
    if done.returncode:
        raise Missing(f"{words[0]}: {done.stderr[-3000:]}{done.stdout[-1000:]}")
    return done.stdout


def tell(sentence: str) -> None:
    """Say what takes minutes."""
    print(f"[machine] {sentence}", file=sys.stderr, flush=True)


def archive() -> str:
    """Return where this computer takes Debian's packages from."""
    words = ["apt-get", "indextargets", "--format", "$(SITE)", "Origin: Debian", "Component: main"]
    sites = ran(*words).split()
    return sites[0] if sites else "http://deb.debian.org/debian"


def kernel(architecture: str = "amd64") -> Path:
    """Fetch and unpack the kernel of Debian's backports and the modules that are used."""
    tree = BUILT / f"kernel-{architecture}"
    if (tree / "done").exists():
        return tree
    tell("fetches the kernel: 120 MB")
    shutil.rmtree(tree, ignore_errors=True)
    lists = BUILT / f"apt-{architecture}"
    shutil.rmtree(lists, ignore_errors=True)
    for each in ("lists/partial", "archives/partial"):
        (lists / each).mkdir(parents=True)
    (lists / "status").touch()
    (lists / "sources.list").write_text(f"deb {archive()} {RELEASE}-backports main\n")
    options = {
        "APT::Architecture": architecture,
        "APT::Architectures": architecture,
        "APT::Sandbox::User": "root",
        "Dir::Cache": lists,
        "Dir::Etc::SourceList": lists / "sources.list",
        "Dir::Etc::SourceParts": "-",
        "Dir::State::Lists": lists / "lists",
        "Dir::State::Status": lists / "status",
    }
    chosen = [word for key, value in options.items() for word in ("-o", f"{key}={value}")]
    ran("apt-get", *chosen, "-qq", "update", folder=lists)
    said = ran("apt-cache", *chosen, "show", f"linux-image-{architecture}", folder=lists)
    [version] = {
        word.removeprefix("linux-image-")
        for line in said.splitlines()
        if line.startswith("Depends:")
        for word in line.replace(",", " ").split()
        if word.startswith("linux-image-")
    }
    wanted = [f"linux-binary-{version}", f"linux-modules-{version}"]
    ran("apt-get", *chosen, "-qq", "download", *wanted, folder=lists)
    whole = lists / "tree"
    for fetched in sorted(lists.glob("*.deb")):
        ran("dpkg-deb", "--extract", fetched, whole)
    _choose(whole, version, tree)
    shutil.rmtree(lists)
    (tree / "done").touch()
    return tree


def _choose(whole: Path, version: str, tree: Path) -> None:
    """Keep the kernel, and of its thousands of modules those that are used, with what they need."""
    [image] = whole.rglob("vmlinuz*")
    tree.mkdir(parents=True)
    shutil.copyfile(image, tree / "vmlinuz")
    where = f"usr/lib/modules/{version}"
    ran("depmod", "-b", whole / "usr", version)
    for name in in_order(whole / where, MODULES):
        new = tree / where / name
        new.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(whole / where / name, new)
    for each in (whole / where).glob("modules.*"):
        if each.name.startswith(("modules.builtin", "modules.order")):
            shutil.copyfile(each, tree / where / each.name)
    ran("depmod", "-b", tree / "usr", version)


def _name(path: str) -> str:
    return Path(path).name.partition(".ko")[0].replace("-", "_")


def in_order(folder: Path, names: tuple[str, ...]) -> list[str]:
    """Return the modules' files in the order in which they can be loaded."""
    needs: dict[str, list[str]] = {}
    files: dict[str, str] = {}
    for line in (folder / "modules.dep").read_text().splitlines():
        file, _, others = line.partition(":")
        files[_name(file)] = file
        needs[_name(file)] = [_name(each) for each in others.split()]
    found: list[str] = []

    def take(name: str) -> None:
        for other in reversed(needs.get(name, [])):
            take(other)
        if name in files and files[name] not in found:
            found.append(files[name])

    for each in names:
        take(each.replace("-", "_"))
    return found

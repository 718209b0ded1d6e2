"""Makes the card image for a Raspberry Pi 3 or 4: Debian 13 and the table, nothing else.

``make image``, as root on Debian with mmdebstrap, mtools, dosfstools, fdisk, xz-utils, gcc and
gcc-aarch64-linux-gnu, and where the machine is no arm64, arch-test and qemu-user-static. It fetches
packages from Debian's archive and wheels, and nothing else. Beside the image lies a manifest for
Raspberry Pi Imager.

Three partitions: firmware, kernel and ``ra-companion.txt`` (FAT); the system, which is only read;
the games, last, so that they can take the rest of the card at the first start.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from companion import __version__
from release import deb
from release.kernels import CannotCompile, kernels
from release.lock import HERE, ROOT

PACKAGES = (
    *("systemd-sysv", "udev", "dbus", "polkitd", "kmod", "tzdata"),
    *("linux-image-arm64", "initramfs-tools", "zstd", "raspi-firmware", "firmware-brcm80211"),
    *("e2fsprogs", "dosfstools", "fdisk", "alsa-ucm-conf"),
    # for the clock, where the owner names a Wi-Fi
    *("wpasupplicant", "systemd-resolved", "systemd-timesyncd"),
    # what the package depends on
    *("python3", "debconf", "libasound2t64", "libdrm2", "libegl1", "libgbm1", "libgl1-mesa-dri"),
    *("libgles2", "libudev1", "openssh-client", "espeak-ng"),
)

LEFT_OUT = ("doc/*", "man/*", "locale/*", "info/*", "lintian/*")
"""Of every package, below ``/usr/share``; but for whose it is."""

TOOLS = ("mmdebstrap", "mcopy", "mkfs.vfat", "sfdisk", "xz", "dh", "po2debconf")
TOOLS_ELSEWHERE = ("arch-test",)
"""What mmdebstrap asks for besides, where the machine is no arm64."""

MIB = 1024 * 1024
BOOT_BYTES, GAMES_BYTES = 256 * MIB, 64 * MIB
SPARE = 1.4
"""The system's partition: its files and so much more, for an update beside the version in use."""

_FIRST_BYTE = 4 * MIB
_UUIDS = {
    "ra-root": "7a1d6c1e-2e52-4b0e-9d55-6b1f5f0c9a01",
    "ra-games": "7a1d6c1e-2e52-4b0e-9d55-6b1f5f0c9a02",
}
_FAT, DISK = "5241424f", "52410001"
"""Numbers of the first partition and of the card: the same for all, as all else is; the card's is
what ``card/tree`` finds the partitions by.
"""

DEVICES = ("pi3-64bit", "pi4-64bit")


def system(package: Path, to: Path) -> None:
    """Assemble the system, with the package in it, as an archive.

    Raises:
        subprocess.CalledProcessError: It failed, and said why.
    """
    here = HERE / "card"
    initramfs = f"{here / 'tree/etc/initramfs-tools'}"
    words = ["mmdebstrap", "--mode=root", "--arch=arm64", "--variant=minbase"]
    words += ["--components=main non-free-firmware", f"--include={','.join(PACKAGES)}"]
    words += ['--aptopt=Apt::Install-Recommends "false"', '--aptopt=Acquire::Languages "none"']
    words += ["--dpkgopt=force-confold", "--dpkgopt=force-unsafe-io"]
    words += [f"--dpkgopt=path-exclude=/usr/share/{each}" for each in LEFT_OUT]
    words += ["--dpkgopt=path-include=/usr/share/doc/*/copyright"]
    # there before the kernel is: its initramfs is made once, with the few modules it needs
    words += [f"--essential-hook=cp -R {initramfs} $1/etc/"]
    words += [f'--customize-hook={here / "finish"} "$1" {package}']
    subprocess.run([*words, "trixie", str(to)], check=True, env=_settled())


def _settled() -> dict[str, str]:
    return {**os.environ, "SOURCE_DATE_EPOCH": str(deb.epoch()), "TZ": "UTC", "LC_ALL": "C.UTF-8"}


def _run(*words: str | Path, **more: str) -> None:
    subprocess.run(
        [str(each) for each in words], check=True, env={**_settled(), **more},
        stdout=subprocess.DEVNULL,
    )  # fmt: skip


def boot(folder: Path, to: Path) -> None:
    """Make the partition that the firmware and the owner read."""
    _empty(to, BOOT_BYTES)
    _run("mkfs.vfat", "--invariant", "-F", "32", "-i", _FAT, "-n", "RA-BOOT", to)
    for path in sorted(folder.rglob("*")):
        os.utime(path, (deb.epoch(), deb.epoch()))
        where = f"::{path.relative_to(folder)}"
        if path.is_dir():
            _run("mmd", "-i", to, where)
        else:
            _run("mcopy", "-m", "-i", to, path, where)


def ext4(label: str, size: int, to: Path, tools: Path, folder: Path | None = None) -> None:
    """Make a file system, with what is in a folder; by the system's own mke2fs.

    Older ones write when a file was copied.
    """
    _empty(to, size)
    words: list[str | Path] = [tools / "usr/sbin/mke2fs", "-q", "-t", "ext4", "-L", label]
    words += ["-U", _UUIDS[label], "-E", f"hash_seed={_UUIDS[label]},lazy_itable_init=0"]
    words += ["-m", "0"]
    if folder:
        words += ["-d", folder]
    words += [to]
    _run(*words, QEMU_LD_PREFIX=str(tools))


def _empty(file: Path, size: int) -> None:
    with file.open("wb") as new:
        new.truncate(size)


def table(sizes: Iterable[int]) -> str:
    """Return the input of ``sfdisk`` for partitions of these sizes, in bytes."""
    lines, start = [f"label: dos\nlabel-id: 0x{DISK}"], _FIRST_BYTE
    for size, kind in zip(sizes, ("c", "83", "83"), strict=True):
        lines.append(f"start={start // 512}, size={size // 512}, type={kind}")
        start += size
    return "\n".join(lines) + "\n"


def joined(parts: Iterable[Path], to: Path) -> None:
    """Put the partitions into one file, one after another, with their table."""
    found = list(parts)
    sizes = [each.stat().st_size for each in found]
    _empty(to, _FIRST_BYTE + sum(sizes))
    words: list[str | Path] = ["sfdisk", "--quiet", to]
    subprocess.run(words, input=table(sizes), text=True, check=True, env=_settled())
    start = _FIRST_BYTE
    for part, size in zip(found, sizes, strict=True):
        words = [f"if={part}", f"of={to}", f"seek={start // MIB}", "bs=1M"]
        _run("dd", *words, "conv=notrunc,sparse", "status=none")
        start += size


def whole_mib(size: float) -> int:
    """Return a size in bytes, rounded up to whole MiB."""
    return -int(-size // MIB) * MIB


def digest(file: Path) -> str:
    """Return a file's SHA-256."""
    found = sha256()
    with file.open("rb") as opened:
        while piece := opened.read(MIB):
            found.update(piece)
    return found.hexdigest()


def manifest(image: Path, packed: Path) -> str:
    """Return the description of the image for Raspberry Pi Imager, to be put beside it."""
    day = datetime.fromtimestamp(deb.epoch(), tz=UTC).date().isoformat()
    about = {
        "name": f"Ra Companion {__version__}",
        "description": "The companion for Ra, for a Raspberry Pi 3 or 4",
        "url": packed.name,
        "release_date": day,
        "extract_size": image.stat().st_size,
        "extract_sha256": digest(image),
        "image_download_size": packed.stat().st_size,
        "image_download_sha256": digest(packed),
        "init_format": "none",
        "devices": list(DEVICES),
    }
    return json.dumps({"os_list": [about]}, indent=2) + "\n"


def image(archive: Path, into: Path) -> Path:
    """Make the image of an assembled system, and return the compressed file."""
    into.mkdir(parents=True, exist_ok=True)
    made = into / f"ra-companion-{__version__}-arm64.img"
    with TemporaryDirectory() as work:
        root, parts = Path(work) / "root", Path(work)
        root.mkdir()
        _run("tar", "-xf", archive, "-C", root, "--exclude=./dev/*")
        firmware = Path(shutil.move(root / "boot" / "firmware", parts / "firmware"))
        (root / "boot" / "firmware").mkdir()
        # as old as all else, though just made
        for folder in (root / "boot" / "firmware", root / "boot", root / "dev"):
            os.utime(folder, (deb.epoch(), deb.epoch()))
        boot(firmware, parts / "boot.img")
        words: list[str | Path] = ["du", "--summarize", "--block-size=1", root]
        taken = int(subprocess.check_output(words).split()[0])
        ext4("ra-root", whole_mib(taken * SPARE), parts / "root.img", root, root)
        ext4("ra-games", GAMES_BYTES, parts / "games.img", root)
        joined((parts / f"{each}.img" for each in ("boot", "root", "games")), made)
    _run("xz", "--force", "--keep", "--threads=2", "-6", made)
    packed = made.with_suffix(".img.xz")
    text = manifest(made, packed)
    (into / "ra-companion-image.json").write_text(text, encoding="utf-8")
    return packed


def refusal() -> str:
    """Return why no image can be made on this machine; nothing if it can."""
    is_arm = platform.machine() == "aarch64"
    wanted = TOOLS if is_arm else (*TOOLS, *TOOLS_ELSEWHERE)
    missing = [each for each in wanted if shutil.which(each) is None]
    if missing:
        packages = "debhelper po-debconf mmdebstrap mtools dosfstools fdisk xz-utils gcc"
        more = "" if is_arm else " arch-test qemu-user-static"
        return f"{', '.join(missing)} missing: sudo apt install {packages}{more}"
    if os.geteuid() != 0:
        return "An image is made as root: sudo make image"
    if not is_arm and not any(Path("/proc/sys/fs/binfmt_misc").glob("*aarch64")):
        return "This machine does not run arm64: sudo apt install qemu-user-static"
    return ""


def main(into: Path) -> None:
    """Make package, system and image."""
    why = refusal()
    if why:
        sys.exit(why)
    with TemporaryDirectory() as work:
        folder = Path(work)
        try:
            found = kernels(folder / "kernels")
        except CannotCompile as why:
            sys.exit(f"The rules on the card are compiled ones: {why}")
        [package] = deb.packages(folder, "", ["arm64"], found)
        system(package, folder / "system.tar")
        print(image(folder / "system.tar", into))


if __name__ == "__main__":
    main(ROOT / "dist")

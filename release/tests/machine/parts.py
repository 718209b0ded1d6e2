"""What a machine is assembled from: a kernel, an initramfs, and a disk with the package on it.

Everything comes from Debian's archive: the kernel of 13's backports, as only there lines can be
pulled (gpio-sim), and a small Debian 13. It is kept in ``build/machine``, and the disk is made anew
when the package has changed. Nothing of it is installed on this computer.
"""

import gzip
import lzma
import os
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from release.tests.machine.fetching import (
    AT_START,
    BUILT,
    RELEASE,
    archive,
    in_order,
    kernel,
    ran,
    tell,
)
from release.tests.roots import inside

HERE = Path(__file__).parent


NEEDED = {
    "qemu-system-x86_64": "qemu-system-x86",
    "qemu-img": "qemu-utils",
    "mmdebstrap": "mmdebstrap",
    "mke2fs": "e2fsprogs",
    "depmod": "kmod",
    "mcopy": "mtools",
    "mkfs.vfat": "dosfstools",
    "cpio": "cpio",
}
"""What must be there, and the packages that have it."""


PACKAGES = (
    *("systemd-sysv", "udev", "dbus", "polkitd", "kmod", "python3", "dosfstools", "busybox-static"),
    # what the package wants, so that it can be installed without a network
    *("libasound2t64", "libdrm2", "libegl1", "libgbm1", "libgl1-mesa-dri", "libgles2"),
    *("libudev1", "openssh-client"),
)


DISK_BYTES = 3 * 1024**3


INIT = """#!/bin/busybox sh
/bin/busybox mkdir -p /proc /sys /dev /root
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sysfs /sys
/bin/busybox mount -t devtmpfs dev /dev
while read -r module; do /bin/busybox insmod "/modules/$module"; done </modules/order
tries=0
until [ -b /dev/vda ] || [ $tries -ge 100 ]; do tries=$((tries + 1)); /bin/busybox sleep 0.1; done
/bin/busybox mount -t ext4 -o ro /dev/vda /root
/bin/busybox umount /proc /sys
exec /bin/busybox switch_root /root /lib/systemd/systemd
"""


CHANGED = {
    "etc/fstab": "/dev/vda / ext4 noatime,errors=remount-ro 0 1\n",
    "etc/hostname": "table\n",
    "etc/machine-id": "8a1b3f0c5d7e4f6a9b2c1d0e3f4a5b6c\n",
    "etc/systemd/journald.conf.d/machine.conf": "[Journal]\nStorage=volatile\n",
    # an emulated machine needs longer for everything than a Pi
    "etc/systemd/system/ra-companion.service.d/slow.conf": "[Service]\nTimeoutStartSec=600\n",
    "etc/systemd/system.conf.d/machine.conf": "[Manager]\nDefaultDeviceTimeoutSec=900\n",
}


UNUSED = (
    *("apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "e2scrub_all.timer"),
    *("e2scrub_reap.service", "fstrim.timer", "systemd-networkd.service", "getty@ttyS0.service"),
    *("serial-getty@ttyS0.service", "systemd-timesyncd.service", "systemd-pcrphase.service"),
    *("systemd-pcrphase-sysinit.service", "systemd-hwdb-update.service"),
    *("systemd-journal-catalog-update.service", "systemd-update-utmp.service"),
)
"""Nobody waits for these on a table."""


class Parts(NamedTuple):
    """Of a machine that has not run yet."""

    kernel: Path
    initrd: Path
    disk: Path
    """Never written: every machine has what it changes elsewhere."""


def complaint() -> str:
    """Return what this computer lacks for a machine; nothing: all is there."""
    if os.geteuid() != 0:
        return "machines are put together as root: sudo make machine"
    lacks = sorted({package for tool, package in NEEDED.items() if shutil.which(tool) is None})
    if lacks:
        return f"something is missing: sudo apt install {' '.join(lacks)}"
    return ""


def built(package: Path) -> Parts:
    """Return the parts of a machine that has this package, made as far as they were not.

    Raises:
        Missing: Something is needed for it; the text says what.
    """
    BUILT.mkdir(parents=True, exist_ok=True)
    tree = kernel()
    [image] = tree.rglob("vmlinuz*")
    start = initrd(tree)
    return Parts(image, start, disk(package, tree))


def initrd(tree: Path) -> Path:
    """Make what the kernel starts with: the disk's modules, and a script that mounts it."""
    file = BUILT / "initrd.gz"
    if file.exists():
        return file
    folder = BUILT / "initrd"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "modules").mkdir(parents=True)
    (folder / "bin").mkdir()
    [modules] = (tree / "usr/lib/modules").iterdir()
    order = []
    for each in in_order(modules, AT_START):
        bare = Path(each).name.removesuffix(".xz")
        data = (modules / each).read_bytes()
        (folder / "modules" / bare).write_bytes(
            lzma.decompress(data) if each.endswith(".xz") else data
        )
        order.append(f"{bare}\n")
    (folder / "modules" / "order").write_text("".join(order))
    busybox = BUILT / "busybox"
    if not busybox.exists():
        ran("tar", "-xf", system(), "-C", BUILT, "--strip-components=3", "./usr/bin/busybox")
    shutil.copyfile(busybox, folder / "bin" / "busybox")
    (folder / "bin" / "busybox").chmod(0o755)
    (folder / "init").write_text(INIT)
    (folder / "init").chmod(0o755)
    packed = BUILT / "initrd.cpio"
    every = "\n".join(str(each.relative_to(folder)) for each in sorted(folder.rglob("*")))
    ran("cpio", "--quiet", "-o", "-H", "newc", "-F", packed, folder=folder, text=every)
    file.write_bytes(gzip.compress(packed.read_bytes(), 1))
    packed.unlink()
    return file


def system() -> Path:
    """Put a small Debian together that has all the package depends on."""
    file = BUILT / f"system-{sha256(repr(PACKAGES).encode()).hexdigest()[:8]}.tar"
    if file.exists():
        return file
    tell("puts a small Debian together: a minute or two")
    new = BUILT / "system.new.tar"
    words = ["mmdebstrap", "--mode=root", "--variant=minbase", f"--include={','.join(PACKAGES)}"]
    words += ['--aptopt=Apt::Install-Recommends "false"', "--dpkgopt=force-unsafe-io"]
    words += ["--dpkgopt=path-exclude=/usr/share/doc/*", "--dpkgopt=path-exclude=/usr/share/man/*"]
    words += ["--dpkgopt=path-exclude=/usr/share/locale/*"]
    ran(*words, RELEASE, new, archive())
    return new.rename(file)


def _key(*files: Path) -> str:
    """Return what something is made of, as one word."""
    return sha256(b"".join(each.read_bytes() for each in files if each.is_file())).hexdigest()


def _is_of(mark: Path, key: str) -> bool:
    return mark.exists() and mark.read_text() == key


def disk(package: Path, tree: Path) -> Path:
    """Make the disk: the system, the package, the modules and the hands that press its pins."""
    file, mark = BUILT / "disk.raw", BUILT / "disk.key"
    key = _key(package, Path(__file__), HERE / "fetching.py", *sorted((HERE / "inside").iterdir()))
    if _is_of(mark, key) and file.exists():
        return file
    root = installed(package, tree)
    _inside(root)
    file.unlink(missing_ok=True)
    with file.open("wb") as new:
        new.truncate(DISK_BYTES)
    words = ["mke2fs", "-q", "-t", "ext4", "-L", "table", "-E", "lazy_itable_init=0", "-d"]
    ran(*words, root, file)
    mark.write_text(key)
    return file


def installed(package: Path, tree: Path) -> Path:
    """Install the package in a system that has all it needs, and return the system."""
    root, mark = BUILT / "root", BUILT / "root.key"
    if _is_of(mark, _key(package)) and root.is_dir():
        return root
    cleared(root)
    root.mkdir()
    ran("tar", "-xf", system(), "-C", root, "--exclude=./dev/*")
    shutil.copytree(tree / "usr/lib/modules", root / "usr/lib/modules", dirs_exist_ok=True)
    tell(f"installs {package.name}, which plays a game: half a minute")
    shutil.copyfile(package, root / "root" / "new")
    words = ["env", "-u", "TMPDIR", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8"]
    ran(*inside(root), *words, "dpkg", "--install", "/root/new")
    (root / "root" / "new").unlink()
    mark.write_text(_key(package))
    return root


def _inside(root: Path) -> None:
    """Add what only a machine without hands has: pins that can be pulled, and who pulls them."""
    place = root / "usr" / "lib" / "machine"
    place.mkdir(parents=True, exist_ok=True)
    for each in (HERE / "inside").iterdir():
        to = root / "etc/systemd/system" if each.suffix == ".service" else place
        shutil.copyfile(each, to / each.name)
        if each.suffix == ".service":
            ran("chroot", root, "systemctl", "--quiet", "enable", each.name)
    for name, text in CHANGED.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    for unit in UNUSED:
        ran("chroot", root, "systemctl", "--quiet", "mask", unit)


def _mounts_below(root: Path) -> Iterator[str]:
    lines = Path("/proc/self/mounts").read_text().splitlines()
    places = [line.split()[1] for line in lines]
    return (each for each in reversed(places) if each.startswith(f"{root}/"))


def cleared(root: Path) -> None:
    """Take a tree away; never through a mount into this computer's own."""
    for each in _mounts_below(root):
        ran("umount", each)
    shutil.rmtree(root, ignore_errors=True)

"""The image of a card, booted in a machine of QEMU's: to the first picture, and after a power cut.

Only with ``make test-image``: it wants an image in ``dist``, qemu-system-aarch64, mtools, and on a
machine that is no arm64 some ten minutes. What no such machine shows: the Pi's firmware, its
graphics and its own pins. Pins that can be pulled are in the kernel of Debian's backports only:
the card is booted once more by that one.
"""

import base64
import json
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest
from PIL import Image

from companion import __version__
from release.deb import debian_version
from release.image import MIB
from tests.machine import fetching
from tests.machine.house import entries
from tests.machine.test_updates import NEWER, STICK_KB, newer_package

IMAGE = Path(os.environ.get("RA_TEST_IMAGE", ""))


PACKAGE = IMAGE.parent / f"ra-companion_{debian_version()}_arm64.deb"
"""What an update is made of: the package that is on the card, in a newer version."""


KEPT = IMAGE.parent.parent / "build" / "image"
"""What the machine's screen showed."""


TOOLS = ("qemu-system-aarch64", "mcopy")


PATIENCE_SECONDS = 1800


CARD_BYTES = 4096 * MIB


SECTOR = 512


BOOT = 4 * MIB
"""Where the owner's partition begins."""


SLOW = "systemd.unit-dropin.ra-companion.service~slow"
"""An emulated machine may need longer for its first picture than the service has on a Pi."""


LOADED = (
    *("virtio_pci", "virtio_mmio", "virtio_blk", "virtio_gpu", "ext4", "vfat", "nls_cp437"),
    *("nls_ascii", "configfs", "gpio_sim", "xhci_pci", "usbhid", "hid_generic", "evdev"),
)
"""By the other kernel before the card is there: the card has no modules of it."""


PINS = """\
mountpoint -q /sys/kernel/config || mount -t configfs configfs /sys/kernel/config
chip=/sys/kernel/config/gpio-sim/header
mkdir -p $chip/bank
echo 54 >$chip/bank/num_lines
echo pinctrl-bcm2711 >$chip/bank/label
echo 1 >$chip/live
file=/var/lib/ra-companion/settings.toml
printf '[panel]\\nfactory = "auto"\\n' >$file
chown ra-companion: $file
"""
"""A chip whose lines are pulled through sysfs, labelled as a Pi 4's, and a table that knows it."""


HANDS = """\
bank=$(echo /sys/devices/platform/gpio-sim.*/gpiochip*)
lit() {
    sleep 5
    lit=lit:
    for n in 12 16 20 21 25 18 10 9; do
        ! grep -q 1 $bank/sim_gpio$n/value || lit="$lit $n"
    done
    echo "$lit."
}
lit
for n in 5 6; do
    echo pull-down >$bank/sim_gpio$n/pull
    sleep 0.2
    echo pull-up >$bank/sim_gpio$n/pull
    lit
done
while :; do lit; done
"""
"""Two people press their buttons; which lamps are lit is said on the console, by their lines."""


UNITS = {
    "pins": """\
[Unit]
RequiresMountsFor=/boot/firmware /var/lib/ra-companion
Before=ra-companion.service
[Service]
Type=oneshot
ExecStart=/bin/sh -e /boot/firmware/pins
""",
    "hands": """\
[Unit]
After=ra-companion.service
[Service]
ExecStart=/bin/sh /boot/firmware/hands
""",
}
"""What runs these two; without them the machine would have no hands."""


OPENED = "12 16 20 21 25 9"
"""The lamps of a table where nobody sits yet: everybody's button means something, and Undo."""


SEATED = "12 16 20 21 25 18 10 9"
"""With two people who may begin: Ra and OK mean something, too."""


KEY_SECONDS = 10
"""After a key, of this computer's time: the machine is slow."""


SHOWN_COLOURS = 100
"""A console has fewer."""


pytestmark = pytest.mark.skipif(
    not IMAGE.is_file() or not all(map(shutil.which, TOOLS)),
    reason="only with make test-image, where there is an image, and QEMU and mtools",
)


def ran(*words: str | Path) -> None:
    """Run a command."""
    subprocess.run([str(each) for each in words], check=True, timeout=600, capture_output=True)


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """A card that is larger than the image on it, and was never in a machine."""
    file = tmp_path / "card.img"
    ran("cp", "--sparse=always", IMAGE, file)
    os.truncate(file, CARD_BYTES)
    return file


def told(name: str, text: str) -> str:
    """Return a word of the kernel's line that tells systemd something."""
    return f"systemd.set_credential_binary={name}:{base64.b64encode(text.encode()).decode()}"


def with_modules(tree: Path, initrd: Path, to: Path) -> Path:
    """Add another kernel's modules to what a card begins with; the kernel unpacks both."""
    more = to.parent / "more"
    shutil.copytree(tree / "usr/lib/modules", more / "usr/lib/modules")
    (more / "conf").mkdir()
    (more / "conf" / "modules").write_text("".join(f"{each}\n" for each in LOADED))
    names = "\n".join(str(each.relative_to(more)) for each in sorted(more.rglob("*")))
    words = ("cpio", "--quiet", "-o", "-H", "newc", "-F", to.with_suffix(".cpio"))
    fetching.ran(*words, folder=more, text=names)
    first = initrd.read_bytes()
    to.write_bytes(first + bytes(-len(first) % 4) + to.with_suffix(".cpio").read_bytes())
    return to


@contextmanager
def booted(
    card: Path, folder: Path, *, has_pins: bool = False, stick: Path | None = None
) -> Iterator[tuple[Path, Path]]:
    """Boot the card; give what it says and where its monitor is; pull the plug."""
    (folder / "firmware").mkdir(parents=True)
    ran("mcopy", "-s", "-n", "-i", f"{card}@@{BOOT}", "::", folder / "firmware")
    (kernel,) = folder.rglob("vmlinuz-*")
    (initrd,) = folder.rglob("initrd.img-*")
    if has_pins:
        tree = fetching.kernel("arm64")
        kernel, initrd = tree / "vmlinuz", with_modules(tree, initrd, folder / "initrd")
    said, monitor = folder / "said", folder / "monitor"
    line = "root=LABEL=ra-root ro rootwait fsck.repair=yes net.ifnames=0 console=ttyAMA0 "
    line += "systemd.journald.forward_to_console=1 systemd.show_status=0 "
    line += told(SLOW, "[Service]\nTimeoutStartSec=900\n")
    if has_pins:
        for name, unit in UNITS.items():
            line += f" systemd.wants={name}.service "
            line += told(f"systemd.extra-unit.{name}.service", unit)
    words = ["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", "-smp", "1", "-m", "1536"]
    # its clock counts its instructions: however busy this computer is, nothing there is too late
    words += ["-icount", "shift=1,sleep=off", "-rtc", "clock=vm"]
    words += ["-kernel", str(kernel), "-initrd", str(initrd), "-append", line, "-no-reboot"]
    words += ["-drive", f"file={card},format=raw,if=virtio", "-device", "virtio-gpu-pci"]
    words += ["-device", "qemu-xhci", "-device", "usb-kbd"]
    if stick:
        words += ["-drive", f"if=none,id=stick,format=raw,file={stick}"]
        words += ["-device", "usb-storage,drive=stick"]
    words += ["-display", "none", "-nic", "none", "-serial", f"file:{said}"]
    words += ["-monitor", f"unix:{monitor},server,nowait"]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as machine:
        try:
            yield said, monitor
        finally:
            machine.kill()


def waited_for(said: Path, sentence: str) -> str:
    """Wait until the machine has said something; return all that it has said."""
    deadline = monotonic() + PATIENCE_SECONDS
    while True:
        text = said.read_text(errors="replace") if said.exists() else ""
        if sentence in text:
            return text
        assert monotonic() < deadline, text[-3000:]
        sleep(2)


def order(monitor: Path, words: str) -> None:
    """Tell QEMU something."""
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(monitor))
        line.sendall(f"{words}\n".encode())
        sleep(1)


def typed(monitor: Path, *keys: str) -> None:
    """Press keys of the keyboard, one after the other, each until the screen has changed."""
    for each in keys:
        order(monitor, f"sendkey {each} 300")
        sleep(KEY_SECONDS)


def colours(monitor: Path) -> int:
    """Return how many colours are on the machine's screen."""
    return shown(monitor)


def shown(monitor: Path, name: str = "") -> int:
    """Keep what is on the machine's screen, and return how many colours it has."""
    picture = monitor.parent / "screen.ppm"
    order(monitor, f"screendump {picture}")
    deadline = monotonic() + 60
    while not picture.exists() and monotonic() < deadline:
        sleep(1)
    sleep(2)
    KEPT.mkdir(parents=True, exist_ok=True)
    with Image.open(picture) as there:
        there.save(KEPT / f"{'-'.join(filter(None, ('image', monitor.parent.name, name)))}.png")
        found = len(there.getcolors(maxcolors=1 << 24) or ())
    picture.unlink()
    return found


def laid(card: Path, folder: Path, name: str, text: str) -> None:
    """Write a file onto the owner's partition."""
    (folder / name).write_text(text, newline="")
    ran("mcopy", "-o", "-i", f"{card}@@{BOOT}", folder / name, f"::{name}")


def test_it_boots_to_the_first_picture_and_again_after_the_plug_was_pulled(
    card: Path, tmp_path: Path
) -> None:
    with booted(card, tmp_path / "first") as (said, monitor):
        text = waited_for(said, "Started ra-companion.service")
        assert 'Successfully resized "/var/lib/ra-companion"' in text
        assert colours(monitor) > SHOWN_COLOURS
    laid(card, tmp_path, "ra-companion.txt", "language=uk\r\ncolour=red\r\n")
    with booted(card, tmp_path / "second") as (said, monitor):
        text = waited_for(said, "Started ra-companion.service")
        assert 'ra-companion.txt: "colour" is not known' in text
        assert colours(monitor) > SHOWN_COLOURS


def test_a_press_of_a_pin_lights_lamps_and_so_does_a_key_of_a_keyboard(
    card: Path, tmp_path: Path
) -> None:
    laid(card, tmp_path, "pins", PINS)
    laid(card, tmp_path, "hands", HANDS)
    with booted(card, tmp_path / "pins-pulled", has_pins=True) as (said, monitor):
        waited_for(said, f"lit: {OPENED}.")
        text = waited_for(said, f"lit: {SEATED}.")
        assert colours(monitor) > SHOWN_COLOURS
        assert "No input device" not in text
        deadline = monotonic() + PATIENCE_SECONDS
        while f"lit: {OPENED}." not in said.read_text(errors="replace")[len(text) :]:
            order(monitor, "sendkey esc 300")  # the one who came last goes, as with Undo
            sleep(10)
            assert monotonic() < deadline


def beginning(card: Path, number: int) -> int:
    """Return the byte of the card where a partition begins."""
    table = json.loads(fetching.ran("sfdisk", "--json", card))["partitiontable"]
    return int(table["partitions"][number - 1]["start"]) * SECTOR


@contextmanager
def opened(card: Path, number: int, folder: Path) -> Iterator[Path]:
    """Yield what lies on a partition of the card, for a while; as the kernel finds it."""
    folder.mkdir(exist_ok=True)
    ran("mount", "-o", f"loop,offset={beginning(card, number)}", card, folder)
    try:
        yield folder
    finally:
        ran("umount", folder)


def in_use(card: Path, folder: Path) -> str:
    """Return which version the card has in use."""
    with opened(card, 2, folder) as root:
        return str((root / "opt/ra-companion/current").readlink())


def game(card: Path, folder: Path) -> list[bytes]:
    """Return the record of the newest game on the card."""
    with opened(card, 3, folder) as root:
        found = (each for each in (root / "games").glob("*") if each.is_file())
        return entries({each.name: each.read_bytes() for each in found})


@pytest.mark.skipif(not PACKAGE.exists(), reason="without the package for arm64: make deb")
def test_staff_update_from_a_stick_in_a_game_though_the_system_is_only_read(
    card: Path, tmp_path: Path
) -> None:
    key, stick, newer = tmp_path / "key", tmp_path / "stick.img", tmp_path / "newer"
    ran("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "maker", "-f", key)
    newer.mkdir()
    ran("mkfs.vfat", "-C", stick, str(STICK_KB))
    ran("mcopy", "-i", stick, *newer_package(newer, key, PACKAGE), "::")
    signer = f"ra-companion {key.with_suffix('.pub').read_text()}"
    laid(card, tmp_path, "ra-companion-signers", signer)
    with booted(card, tmp_path / "updated", stick=stick) as (said, monitor):
        waited_for(said, "Started ra-companion.service")
        waited_for(said, "Finished ra-companion-stick@")
        typed(monitor, "1", "2", "ret", "ret", "r")  # two people begin, and one draws Ra
        typed(monitor, "esc", "up", "up", "up", "ret")
        typed(monitor, "down", "down", "down")
        shown(monitor, "stick")
        typed(monitor, "ret")
        waited_for(said, f"Installing version {NEWER} in place of {__version__}")
        waited_for(said, "Unpacking ra-companion")
        shown(monitor, "begun")
        before = len(waited_for(said, f"Version {NEWER} is in use"))
        text = waited_for(said, "Finished ra-companion-update.service")
        shown(monitor, "done")
    assert "could not be made read-only again" not in text
    changes = re.findall(r"EXT4-fs .*re-mounted \S+ (r/?[wo])", text)
    assert changes[-2:] == ["r/w", "ro"], text[before:]
    assert in_use(card, tmp_path / "opened") == NEWER
    played = game(card, tmp_path / "opened")
    assert played[-1] == b'{"draw":"ra"}'
    with booted(card, tmp_path / "after-update") as (said, monitor):
        waited_for(said, "Started ra-companion.service")
        assert shown(monitor, "again") > SHOWN_COLOURS
    assert game(card, tmp_path / "opened") == played

"""The image of a card, booted in a machine of QEMU's: to the first picture, and after a power cut.

Only with ``make test-image``: it wants an image in ``dist``, qemu-system-aarch64, mtools, and on a
machine that is no arm64 some ten minutes. What no such machine shows: the Pi's firmware, its
graphics and its pins.
"""

import base64
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest
from PIL import Image

from release.image import MIB

IMAGE = Path(os.environ.get("RA_TEST_IMAGE", ""))


TOOLS = ("qemu-system-aarch64", "mcopy")


PATIENCE_SECONDS = 1800


CARD_BYTES = 4096 * MIB


BOOT = 4 * MIB
"""Where the owner's partition begins."""


SLOW = "systemd.unit-dropin.ra-companion.service~slow"
"""An emulated machine may need longer for its first picture than the service has on a Pi."""


SHOWN_COLOURS = 100
"""A console has fewer."""


pytestmark = pytest.mark.skipif(
    not IMAGE.is_file() or not all(map(shutil.which, TOOLS)),
    reason="only with make test-image, where there is an image, and QEMU and mtools",
)


def ran(*words: str | Path) -> None:
    """Run a command."""
    subprocess.run([str(each) for each in words], check=True, timeout=600, capture_output=True)


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A card that is larger than the image on it."""
    file = tmp_path_factory.mktemp("card") / "card.img"
    ran("cp", "--sparse=always", IMAGE, file)
    os.truncate(file, CARD_BYTES)
    return file


@contextmanager
def booted(card: Path, folder: Path) -> Iterator[tuple[Path, Path]]:
    """Boot the card; give what it says and where its monitor is; pull the plug."""
    (folder / "firmware").mkdir(parents=True)
    ran("mcopy", "-s", "-n", "-i", f"{card}@@{BOOT}", "::", folder / "firmware")
    (kernel,) = folder.rglob("vmlinuz-*")
    (initrd,) = folder.rglob("initrd.img-*")
    said, monitor = folder / "said", folder / "monitor"
    waits = base64.b64encode(b"[Service]\nTimeoutStartSec=900\n").decode()
    line = "root=LABEL=ra-root ro rootwait fsck.repair=yes net.ifnames=0 console=ttyAMA0 "
    line += "systemd.journald.forward_to_console=1 systemd.show_status=0 "
    line += f"systemd.set_credential_binary={SLOW}:{waits}"
    words = ["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", "-smp", "1", "-m", "1536"]
    words += ["-kernel", str(kernel), "-initrd", str(initrd), "-append", line, "-no-reboot"]
    words += ["-drive", f"file={card},format=raw,if=virtio", "-device", "virtio-gpu-pci"]
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


def colours(monitor: Path) -> int:
    """Return how many colours are on the machine's screen."""
    picture = monitor.parent / "screen.ppm"
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(monitor))
        line.sendall(f"screendump {picture}\n".encode())
        deadline = monotonic() + 60
        while not picture.exists() and monotonic() < deadline:
            sleep(1)
        sleep(2)
    with Image.open(picture) as shown:
        return len(shown.getcolors(maxcolors=1 << 24) or ())


def test_it_boots_to_the_first_picture_and_again_after_the_plug_was_pulled(
    card: Path, tmp_path: Path
) -> None:
    with booted(card, tmp_path / "first") as (said, monitor):
        text = waited_for(said, "Started ra-companion.service")
        assert 'Successfully resized "/var/lib/ra-companion"' in text
        assert colours(monitor) > SHOWN_COLOURS
    own = tmp_path / "ra-companion.txt"
    own.write_text("language=uk\r\ncolour=red\r\n")
    ran("mcopy", "-o", "-i", f"{card}@@{BOOT}", own, "::ra-companion.txt")
    with booted(card, tmp_path / "second") as (said, monitor):
        text = waited_for(said, "Started ra-companion.service")
        assert 'ra-companion.txt: "colour" is not known' in text
        assert colours(monitor) > SHOWN_COLOURS

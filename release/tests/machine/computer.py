"""A computer of QEMU's, without KVM: it has a screen, pins, sockets, and a plug in the wall."""

import json
import select
import socket
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

from PIL import Image

from release.tests.machine.fetching import ran
from release.tests.machine.log import Log, blank
from release.tests.machine.parts import Parts

PATIENCE_SECONDS = 900.0


BUSY = 4.0
"""So many times as long is waited as a computer needs that has nothing else to do."""


LINE = (
    "console=ttyS0 panic=-1 quiet loglevel=4 systemd.show_status=0 net.ifnames=0 "
    "vt.global_cursor_default=0 consoleblank=0 mitigations=off apparmor=0 audit=0 no_timer_check"
)


SIZES = {"small": (800, 480), "720p": (1280, 720), "1080p": (1920, 1080)}


class Kind(NamedTuple):
    """What is special about a machine."""

    size: str = "small"
    """Of its screen."""
    is_logged: bool = False
    """Whether every write of its disk is noted, for a power cut."""
    disk: Path | None = None
    """Its disk, if it is not as new; the machine itself leaves it as it is."""
    stick: Path | None = None
    """A file that is there as a second disk."""
    frozen: Path | None = None
    """What it goes on from, instead of booting; its disk is as it was then."""


PLAIN = Kind()


class Broken(AssertionError):
    """The machine does not do what was asked; the text says what, and what it said last."""


class Computer:
    """A machine that is switched on."""

    def __init__(self, parts: Parts, folder: Path, kind: Kind = PLAIN) -> None:
        """Switch it on.

        Args:
            parts: What it is made of.
            folder: For all it writes.
            kind: What is special about it.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.said = folder / "said"
        self._pieces = b""
        self._seen: list[dict[str, Any]] = []
        self._answers: list[dict[str, Any]] = []
        over = folder / "written.qcow2"
        ran(
            "qemu-img",
            "create",
            "-q",
            "-f",
            "qcow2",
            "-b",
            kind.disk or parts.disk,
            "-F",
            "raw",
            over,
        )
        nodes: list[dict[str, Any]] = [{
            "driver": "qcow2", "node-name": "over",
            "file": {"driver": "file", "filename": str(over)}, "cache": {"no-flush": True},
        }]  # fmt: skip
        self._log: Path | None = None
        if kind.is_logged:
            self._log = folder / "log"
            blank(self._log)
            nodes.append({
                "driver": "blklogwrites", "node-name": "noted", "file": "over",
                "log": {"driver": "file", "filename": str(self._log)},
            })  # fmt: skip
        wide, high = SIZES[kind.size]
        words = ["qemu-system-x86_64", "-M", "q35,usb=off,vmport=off", "-accel", "tcg,tb-size=512"]
        # one processor: with two, code that changes itself (Mesa's compiler) is garbled
        words += ["-cpu", "Nehalem", "-smp", "1", "-m", "1024", "-nodefaults", "-no-user-config"]
        # its clock counts its instructions, so it is as fast as a small computer in its own time,
        # however busy this one is, and nobody waits while it rests
        words += ["-icount", "shift=1,sleep=off", "-rtc", "clock=vm"]
        words += ["-kernel", str(parts.kernel), "-initrd", str(parts.initrd)]
        words += ["-append", f"{LINE} root=/dev/vda", "-display", "none"]
        words += ["-device", f"virtio-vga,id=screen,xres={wide},yres={high}"]
        words += ["-device", "qemu-xhci,id=usb", "-device", "virtio-serial", "-device", "i6300esb"]
        words += ["-chardev", f"socket,id=hands,path={folder / 'hands'},server=on,wait=off"]
        words += ["-device", "virtserialport,chardev=hands,name=hands"]
        words += ["-serial", f"file:{self.said}"]
        words += ["-qmp", f"unix:{folder / 'qmp'},server=on,wait=off"]
        for node in nodes:
            words += ["-blockdev", json.dumps(node)]
        words += ["-device", f"virtio-blk-pci,drive={nodes[-1]['node-name']}"]
        if kind.stick:
            words += ["-drive", f"file={kind.stick},format=raw,if=virtio,read-only=on"]
        if kind.frozen:
            words += ["-incoming", f"exec:cat {kind.frozen}"]
        with (folder / "wrong").open("wb") as wrong:
            self._process = subprocess.Popen(
                words, stdout=wrong, stderr=wrong, stdin=subprocess.DEVNULL
            )
        self._qmp = self._connected("qmp")
        self._hear_qmp()
        self.qmp("qmp_capabilities")
        self._hands = self._connected("hands")
        if kind.frozen:
            self._until("query-status", "paused")
            self.qmp("cont")

    # --- the wall

    def freeze(self, file: Path) -> None:
        """Stop it between two instructions and keep all it knows but its disk; then it is off."""
        self.sh("sync")
        self.qmp("stop")
        self.qmp("migrate", uri=f"exec:cat >{file}")
        self._until("query-migrate", "completed")
        self.unplug()

    def _until(self, question: str, status: str) -> None:
        """Wait until QEMU answers so."""
        deadline = monotonic() + 120
        while (now := self.qmp(question).get("status")) != status:
            if now == "failed" or monotonic() > deadline:
                raise Broken(f"{question}: {now}; {self.last_words()}")
            sleep(0.1)

    def unplug(self) -> None:
        """Pull the plug: whatever the disk had not been asked to flush may be lost."""
        self._process.kill()
        self._process.wait()
        for line in (self._qmp, self._hands):
            line.close()

    def log(self) -> Log:
        """Return what the disk was told; only after ``unplug``."""
        assert self._log is not None
        return Log(self._log)

    def noted(self) -> int:
        """Return how many bytes the note of the disk's writes has by now."""
        assert self._log is not None
        return self._log.stat().st_size

    @property
    def is_on(self) -> bool:
        """Whether it is running."""
        return self._process.poll() is None

    def _connected(self, name: str) -> socket.socket:
        deadline = monotonic() + 60
        while True:
            line = socket.socket(socket.AF_UNIX)
            try:
                line.connect(str(self.folder / name))
            except OSError:
                line.close()
                if not self.is_on or monotonic() > deadline:
                    raise Broken(self.last_words()) from None
                sleep(0.05)
            else:
                return line

    def last_words(self) -> str:
        """Return the end of what the machine and QEMU have said."""
        text = ""
        for name in ("wrong", "said"):
            file = self.folder / name
            text += file.read_text(errors="replace")[-3000:] if file.exists() else ""
        return text

    # --- QEMU's monitor

    def _hear_qmp(self) -> dict[str, Any]:
        data = b""
        while not data.endswith(b"\n"):
            piece = self._qmp.recv(65536)
            if not piece:
                raise Broken(self.last_words())
            data += piece
        answer: dict[str, Any] = json.loads(data.splitlines()[-1])
        return answer

    def qmp(self, order: str, **arguments: object) -> Any:  # noqa: ANN401 - QEMU's
        """Tell QEMU something and return its answer."""
        self._qmp.sendall(json.dumps({"execute": order, "arguments": arguments}).encode() + b"\n")
        while True:
            for line in self._lines_of_qmp():
                if "error" in line:
                    raise Broken(f"{order}: {line['error']['desc']}")
                if "return" in line:
                    return line["return"]

    def _lines_of_qmp(self) -> Iterator[dict[str, Any]]:
        data = self._qmp.recv(1 << 20)
        if not data:
            raise Broken(self.last_words())
        while not data.endswith(b"\n"):
            data += self._qmp.recv(1 << 20)
        for line in data.splitlines():
            yield json.loads(line)

    def picture(self, name: str) -> Image.Image:
        """Return what is on the screen; it stays in the folder under this name."""
        file = self.folder / f"{name}.png"
        self.qmp("screendump", filename=str(file), format="png")
        with Image.open(file) as shown:
            return shown.convert("RGB")

    def keys(self, *names: str) -> None:
        """Press these keys together on the keyboard that is plugged in."""
        pressed = [{"type": "qcode", "data": name} for name in names]
        self.qmp("send-key", keys=pressed, **{"hold-time": 150})

    # --- hands inside

    def _hear(self, seconds: float) -> None:
        ready, _, _ = select.select([self._hands], [], [], seconds)
        if not ready:
            if not self.is_on:
                raise Broken(f"it is off: {self.last_words()}")
            return
        data = self._hands.recv(1 << 20)
        if not data:
            raise Broken(f"it is off: {self.last_words()}")
        *lines, self._pieces = (self._pieces + data).split(b"\n")
        for line in lines:
            said = json.loads(line)
            (self._seen if "seen" in said else self._answers).append(said)

    def await_hands(self) -> None:
        """Wait until the machine has booted so far that somebody is inside."""
        deadline = monotonic() + PATIENCE_SECONDS
        while not self._answers:
            if monotonic() > deadline:
                raise Broken(f"nobody is inside: {self.last_words()}")
            self._hear(1.0)
        self._answers.clear()

    def begin(self, do: str, **arguments: object) -> None:
        """Tell the hands to do something, without waiting for it."""
        self._answers.clear()
        self._seen.clear()
        self._hands.sendall(json.dumps({"do": do, **arguments}).encode() + b"\n")

    def seen(self, seconds: float = 0.0) -> list[dict[str, Any]]:
        """Return what the hands have seen since they began, having listened so long."""
        self._hear(seconds)
        return list(self._seen)

    @property
    def is_done(self) -> bool:
        """Whether the hands have done what they were told last."""
        return bool(self._answers)

    def do(self, do: str, **arguments: object) -> Any:  # noqa: ANN401 - as the hands answer
        """Tell the hands to do something, and return what came of it."""
        self.begin(do, **arguments)
        deadline = monotonic() + PATIENCE_SECONDS
        while not self._answers:
            if monotonic() > deadline:
                raise Broken(f"{do} is not done: {self.last_words()}")
            self._hear(1.0)
        return self.answer()

    def answer(self) -> Any:  # noqa: ANN401 - as the hands answer
        """Return what came of what they were told last."""
        [said] = self._answers
        if "failed" in said:
            raise Broken(str(said["failed"]))
        return said["done"]

    def sh(self, words: str | Sequence[str], *, may_fail: bool = False) -> str:
        """Run a command inside, as root, and return what it said."""
        done = self.do("sh", words=words)
        if done["status"] and not may_fail:
            raise Broken(f"{words}: {done['said']}{done['wrong']}")
        return str(done["said"])

    def rest(self, seconds: float) -> None:
        """Let so much of the machine's own time pass."""
        self.do("rest", seconds=seconds)

    # --- the service

    def shows(self, key: str) -> str:
        """Return what systemd says of the service."""
        return self.sh(["systemctl", "show", "-P", key, "ra-companion"]).strip()

    def await_table(self) -> None:
        """Wait until the first picture stands."""
        deadline = monotonic() + PATIENCE_SECONDS
        while self.shows("ActiveState") != "active":
            if monotonic() > deadline:
                raise Broken(self.journal() + self.last_words())
            sleep(1)

    def await_lamps(self, *lit: str, seconds: float = 60.0) -> None:
        """Wait until exactly these lamps are lit."""
        deadline = monotonic() + seconds * BUSY
        while sorted(now := self.do("lamps")) != sorted(lit):
            if monotonic() > deadline:
                raise Broken(f"{now} are lit instead of {lit}; {self.status()}")
            sleep(0.5)

    def until(self, is_so: Callable[[], object], seconds: float, otherwise: str) -> None:
        """Wait until something is so."""
        deadline = monotonic() + seconds * BUSY
        while not is_so():
            if monotonic() > deadline:
                raise Broken(f"{otherwise}; {self.status()}; {self.journal()}")
            sleep(0.5)

    def journal(self) -> str:
        """Return the end of the service's log."""
        return self.sh("journalctl -b -u ra-companion -o cat | tail -n 12", may_fail=True)

    def status(self) -> str:
        """Return what the table says of itself."""
        return self.shows("StatusText")


@contextmanager
def switched_on(
    parts: Parts, folder: Path, kind: Kind = PLAIN, settings: str | None = None
) -> Iterator[Computer]:
    """Switch a machine on, wait until its table stands, and pull its plug in the end."""
    machine = Computer(parts, folder, kind)
    try:
        machine.await_hands()
        if settings is not None:
            give(machine, settings)
        machine.await_table()
        yield machine
    finally:
        if machine.is_on:
            with suppress(Broken, OSError):
                machine.picture("last")
            machine.unplug()


BOX = "uid,kind\n04A20001,gold\n04A20002,gold\n04A20003,pharaoh\n04A20004,ra\n"


def give(machine: Computer, settings: str) -> None:
    """Give the table settings and a box of tagged tiles, and let it begin with them."""
    owned = "install -o ra-companion -g ra-companion"
    data = "/var/lib/ra-companion"
    machine.sh(f"{owned} -d -m 700 {data} {data}/boxes")
    for name, text in (("settings.toml", settings), ("boxes/house.csv", BOX)):
        machine.do("write", path="/root/new", text=text)
        machine.sh(f"{owned} -m 600 /root/new {data}/{name}")
    machine.sh("systemctl restart ra-companion")

"""What is plugged into a machine while it runs."""

import os
import pty
import termios
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from release.tests.machine.computer import PATIENCE_SECONDS, Broken, Computer


class Cable:
    """A reader's cable: bytes come out of it where it is plugged in."""

    def __init__(self, machine: Computer, name: str) -> None:
        """Plug a reader in."""
        self._machine, self._name = machine, name
        self._ours, self._theirs = pty.openpty()
        for end in (self._ours, self._theirs):
            tty.setraw(end, termios.TCSANOW)
        os.set_blocking(self._ours, False)
        path = os.ttyname(self._theirs)
        machine.qmp("chardev-add", id=name, backend={"type": "serial", "data": {"device": path}})
        machine.qmp("device_add", driver="usb-serial", id=f"{name}-plug", bus="usb.0", chardev=name)

    def send(self, data: bytes) -> None:
        """Let the reader send something. What it receives is read, or the machine would block."""
        with suppress(BlockingIOError):
            os.read(self._ours, 65536)
        os.write(self._ours, data)

    def unplug(self) -> None:
        """Pull the cable."""
        self._machine.qmp("device_del", id=f"{self._name}-plug")
        sleep(2)
        with suppress(Broken):
            self._machine.qmp("chardev-remove", id=self._name)
        os.close(self._ours)
        os.close(self._theirs)


class Stick:
    """A USB stick."""

    def __init__(self, machine: Computer, image: Path) -> None:
        """Plug it in."""
        self._machine = machine
        machine.qmp("object-add", **{"qom-type": "throttle-group", "id": "speed"})
        file = {"driver": "raw", "file": {"driver": "file", "filename": str(image)}}
        node = {"driver": "throttle", "node-name": "stick", "throttle-group": "speed"}
        machine.qmp("blockdev-add", **node, file=file)
        machine.qmp("device_add", driver="usb-storage", id="stick-plug", bus="usb.0", drive="stick")

    def limit(self, speed: int) -> None:
        """Let it be written no faster than this many bytes a second."""
        limits = {"bps-write": speed}
        self._machine.qmp("qom-set", path="/objects/speed", property="limits", value=limits)

    def written(self) -> int:
        """Return how many bytes have been written onto it."""
        stats = self._machine.qmp("query-blockstats")
        [stick] = [each for each in stats if "stick-plug" in each.get("qdev", "")]
        return int(stick["stats"]["wr_bytes"])

    def unplug_when(self, is_so: Callable[[], bool]) -> None:
        """Pull it out at that moment: the machine's time runs fast while it only waits."""
        deadline = monotonic() + PATIENCE_SECONDS
        while not is_so():
            if monotonic() > deadline:
                raise Broken(f"it never comes to that; {self._machine.status()}")
        self.unplug()

    def unplug(self) -> None:
        """Pull it out."""
        self._machine.qmp("device_del", id="stick-plug")
        sleep(2)
        self._machine.qmp("blockdev-del", **{"node-name": "stick"})
        self._machine.qmp("object-del", id="speed")

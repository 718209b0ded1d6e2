"""Computers that the tests of the doctor lay out."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin
from msgspec.structs import replace

from companion.doctor.machine import Computer, Finding, Machine, Severity
from companion.settings.reading import read
from hardware.panel.pins import NoPins, PinFactory, PinTrouble
from hardware.panel.wires import Wires
from hardware.reader.usb_ports import UsbPort

OK, ATTENTION, WRONG = Severity

PI: Mapping[str, str] = {
    "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
    "etc/os-release": 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
    "proc/sys/kernel/osrelease": "6.12.47+rpt-rpi-2712\n",
    "proc/asound/cards": " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n      vc4-hdmi-0\n",
    "proc/self/mountinfo": "20 1 179:2 / / rw,noatime - ext4 /dev/root rw\n",
    "etc/passwd": "root:x:0:0::/root:/bin/sh\nra:x:997:997::/:/bin/sh\n",
    "etc/group": "root:x:0:\nvideo:x:44:ra\ninput:x:102:ra\nra:x:997:\n",
    "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
    "sys/class/thermal/thermal_zone0/temp": "51234\n",
    "sys/class/rtc/rtc0/name": "rpi-rtc",
    "dev/dri/card1": "",
    "dev/dri/renderD128": "",
    "dev/input/event0": "",
    "dev/gpiochip0": "",
    "dev/ttyUSB0": "",
}
"""What is laid out of a healthy Pi 5."""

CH340 = UsbPort("/dev/ttyUSB0", 0x1A86, 0x7523, "USB Serial")

WIRED = '[panel]\nfactory = "gpiod"\n'


def fingers(*down: int) -> Wires:
    """Return mock pins, open, with fingers on some of their buttons."""
    return Wires(PinFactory.MOCK, Fingers(*down))


class Fingers(MockFactory):  # type: ignore[misc] # gpiozero has no types
    """Mock pins with fingers on some of their buttons."""

    def __init__(self, *down: int) -> None:
        class Pin(MockPin):  # type: ignore[misc] # gpiozero has no types
            """A pin that a finger holds low, whatever pulls it up."""

            def _set_pull(self, value: str) -> None:
                self._pull = value
                self._change_state(self._number not in down)

        super().__init__(pin_class=Pin)


def ticking(*seconds: float) -> Iterator[float]:
    """A clock on which each measured thing takes as long as is said, over and over."""
    now = 0.0
    while True:
        for each in seconds:
            yield now
            now += each
            yield now


class Patient:
    """A computer that a test lays out."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.data = folder / "data"
        self.data.mkdir()
        self.lay(PI)
        ticks = ticking(0.002)
        self.machine = Machine(
            root=self.root,
            environment={},
            user=997,
            groups=frozenset({44, 102, 997}),
            library=lambda name: f"lib{name}.so",
            version=lambda package: {"pygame-ce": "2.5.8"}.get(package, ""),
            ports=lambda: (CH340,),
            open_pins=lambda _: fingers(),
            may_use=lambda _: True,
            answer=lambda _: "",
            free_bytes=lambda _: 8 << 30,
            wall=lambda: 1_800_000_000.0,
            ticks=lambda: next(ticks),
        )

    def lay(self, files: Mapping[str, str]) -> None:
        """Lay out these files."""
        for name, text in files.items():
            file = self.root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)

    def take(self, *names: str) -> None:
        """Take these files away."""
        for name in names:
            (self.root / name).unlink()

    def case(self, settings: str = "", **machine: Any) -> Computer:  # noqa: ANN401 - parts of the machine
        """The case of this computer, with these parts of the machine another way."""
        wanted, mistakes = read(settings.encode())
        return Computer(
            machine=replace(self.machine, **machine),
            settings=wanted,
            mistakes=mistakes,
            settings_file=Path("mine.toml") if settings else None,
            data=self.data,
        )


def the(found: Iterator[Finding], name: str) -> Finding:
    """The one finding of this name."""
    (finding,) = [each for each in found if each.name == name]
    return finding


def refuse(kind: PinTrouble) -> Any:  # noqa: ANN401 - never returns
    raise NoPins(kind, PinFactory.GPIOD)

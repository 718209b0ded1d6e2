"""Which serial ports are plugged in, and which of them the bag reader would be looked for on."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.doctor.case import Case
from companion.doctor.finding import Finding, State
from hardware.reader_port import UsbPort, candidates

_CONSOLES = ("console=serial0", "console=ttyAMA0", "console=ttyS0")
_ON_HEADER = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")


def look(case: Case) -> Iterator[Finding]:
    """Yield every port, and what becomes of the bag reader."""
    ports = tuple(case.machine.ports())
    by_id = _by_id(case)
    would = candidates("auto", lambda: ports)
    for port in ports:
        yield _port(case, port, by_id.get(Path(port.device).name, ()), is_auto=port.device in would)
    url = case.settings.bag_reader.url
    if not url:
        unset = case.words.say("The settings name no bag reader ([bag_reader] url)")
        yield Finding("bag-reader", State.OK, unset, facts={"url": "", "auto": would})
    elif "://" in url:
        far = case.words.say("The bag reader is reached at {url}; that is not tried", url=url)
        yield Finding("bag-reader", State.OK, far, facts={"url": url})
    else:
        yield from _reader(case, url, ports)


def _by_id(case: Case) -> dict[str, tuple[str, ...]]:
    """Return for each port's name the paths under which it stays the same."""
    paths: dict[str, tuple[str, ...]] = {}
    for link in filter(Path.is_symlink, case.machine.found("dev/serial/by-id/*")):
        target = link.readlink().name
        paths[target] = (*paths.get(target, ()), case.machine.shown(link))
    return paths


def _port(case: Case, port: UsbPort, by_id: tuple[str, ...], *, is_auto: bool) -> Finding:
    words = case.words
    usb = "" if port.vendor is None else f"{port.vendor:04x}:{port.product or 0:04x}"
    parts = [port.device, usb, *by_id, port.description if port.description != "n/a" else ""]
    if is_auto:
        parts.append(words.say('("auto" takes it for a bag reader)'))
    facts = {
        "device": port.device,
        "usb": usb,
        "description": port.description,
        "by_id": by_id,
        "is_auto": is_auto,
    }
    return Finding("serial-port", State.OK, "  ".join(filter(None, parts)), facts=facts)


def _reader(case: Case, url: str, ports: Sequence[UsbPort]) -> Iterator[Finding]:
    fitting = candidates(url, lambda: ports)
    here = tuple(path for path in fitting if _real(case, path).exists())
    yield _fitting(case, url, here)
    if set(here) & {*_ON_HEADER} and _has_console(case):
        words = case.words
        yield Finding(
            "bag-reader-console",
            State.WRONG,
            words.say("Linux uses the header's serial port as its own console"),
            words.say("sudo raspi-config: serial port, no login shell; or take console=serial0"
                      " out of cmdline.txt"),
            {"ports": here},
        )  # fmt: skip


def _fitting(case: Case, url: str, here: tuple[str, ...]) -> Finding:
    """Return what becomes of the reader, given the ports that are there and fit the setting."""
    words, facts = case.words, {"url": url, "fitting": here}
    if not here:
        none = words.say("No bag reader is plugged in where the settings say ({url})", url=url)
        remedy = words.say("Plug it in, or name one of the ports above as [bag_reader] url")
        return Finding("bag-reader", State.WRONG, none, remedy, facts)
    if not any(case.machine.may_use(_real(case, path)) for path in here):
        closed = words.say("This user may not open the bag reader ({port})", port=here[0])
        remedy = words.say("sudo usermod -aG dialout USER, then log in anew")
        return Finding("bag-reader", State.WRONG, closed, remedy, facts)
    if len(here) > 1:
        several = words.say("Several ports fit {url}: {ports}", url=url, ports=", ".join(here))
        remedy = words.say("Name one of them, best by its path in /dev/serial/by-id")
        return Finding("bag-reader", State.ATTENTION, several, remedy, facts)
    there = words.say("The bag reader is on {port}", port=here[0])
    return Finding("bag-reader", State.OK, there, facts=facts)


def _real(case: Case, path: str) -> Path:
    return case.machine.root / path.lstrip("/")


def _has_console(case: Case) -> bool:
    line = case.machine.text("proc/cmdline").split()
    return any(word.startswith(_CONSOLES) for word in line)

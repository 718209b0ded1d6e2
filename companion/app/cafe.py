"""Fits out a table in a café: its house rules, its PIN, its bell, and what it shows to nobody."""

import subprocess
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path

from companion.app.bell import Bell
from companion.app.bench import Bench
from companion.app.carrier import Carrier
from companion.app.demo import demo_game
from companion.app.loop import Loop
from companion.app.office import Fittings, Office
from companion.app.sticks import watch
from companion.app.tooling import Tools, writer
from companion.core.messages import Trouble
from companion.core.service import AskStaff, Carried, NotDone
from companion.device_notes import no_pins
from companion.rules.timeline import Timeline, begin, enter
from companion.settings import KioskSettings, Settings
from companion.staff_pin import StaffPin
from hardware.gpio import open_header
from hardware.no_pins import NoPins, PinFactory

_OFF_SECONDS = 10.0
"""How long systemd may take to say that it switches off."""


def office(loop: Loop, tools: Tools, bench: Bench, stack: ExitStack) -> Office:
    """Return the back office; a table in a café without a PIN begins with choosing one.

    Args:
        loop: What is told.
        tools: What of the program it is fitted out with.
        bench: Who does what is not meant for it.
        stack: Closes the relay, and ends the look for sticks.
    """
    settings, told = tools.settings, deque[NotDone | Carried]()
    kiosk, is_cafe = settings.kiosk, settings.table.kiosk
    pin = StaffPin(tools.data / "staff-pin.json", tools.now, reset_file=Path(kiosk.reset_file))

    def tell(news: NotDone | Carried) -> None:
        told.append(news)
        tools.wake()

    relay = None if tools.is_simulated else _relay(loop, settings, stack)
    fittings = Fittings(
        pin,
        Bell(kiosk.call_command, kiosk.call_seconds, relay, tell),
        Carrier(tools.data, tools.named, lambda: loop.model.preferences.language, tell),
        tools.data,
        writer(tools),
        demonstration,
        _only_simulated if tools.is_simulated else power_off,
        (lambda: is_night(kiosk, datetime.now().astimezone().hour)) if is_cafe else None,
    )
    if not tools.is_simulated:
        watch(tools.data, loop.post, stack)
    if is_cafe and not pin.is_set:
        loop.post(AskStaff(), "start")
    return Office(fittings, bench, told)


def _relay(loop: Loop, settings: Settings, stack: ExitStack) -> Callable[[float], None] | None:
    """Return what switches the relay; say why, if it cannot be had."""
    if not settings.kiosk.relay:
        return None
    factory = settings.panel.factory
    try:
        header = open_header(PinFactory.AUTO if factory == "none" else PinFactory(factory))
        stack.callback(header.close)
        return header.light(settings.kiosk.relay, active_low=False).shine
    except NoPins as why:
        loop.post(Trouble(no_pins(why)), "start")
        return None


def is_night(kiosk: KioskSettings, hour: int) -> bool:
    """Whether this hour of the day lies in the night of the settings."""
    begin_, end = kiosk.night_from, kiosk.night_to
    return begin_ <= hour < end if begin_ <= end else hour >= begin_ or hour < end


def demonstration() -> Timeline:
    """Return the game that ships with the program, as it was played."""
    setup, actions = demo_game()
    timeline = begin(setup)
    for action in actions:
        timeline = enter(timeline, action)
    return timeline


def power_off() -> None:
    """Ask systemd to switch the computer off.

    Raises:
        OSError: It does not.
    """
    try:
        subprocess.run(
            ("systemctl", "--no-ask-password", "poweroff"),  # noqa: S607 - the system's own path
            check=True,
            timeout=_OFF_SECONDS,
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
    except subprocess.CalledProcessError as why:
        said = why.stderr.decode(errors="replace").strip()
        raise OSError(0, said or f"exit {why.returncode}") from why
    except subprocess.TimeoutExpired as why:
        raise OSError(0, f"> {_OFF_SECONDS:g} s") from why


def _only_simulated() -> None:
    raise OSError(0, "simulation")

"""Until the first picture the console of a service, and no other, bears the name of the table."""

import os
import pty
from pathlib import Path

import pytest

from companion.app.program import splash
from companion.paths import asset
from release.deb import PLACES

SERVICE = {"INVOCATION_ID": "5c1e"}


def test_a_service_on_a_console_writes_its_name_there() -> None:
    ours, console = pty.openpty()
    splash(SERVICE, console)
    os.close(console)
    seen = os.read(ours, 4096).replace(b"\r\n", b"\n")
    os.close(ours)
    assert seen == asset("splash.txt").read_bytes()
    assert b"C O M P A N I O N" in seen


def test_who_was_started_by_hand_keeps_what_is_on_the_console() -> None:
    ours, console = pty.openpty()
    os.set_blocking(ours, False)
    splash({}, console)
    with pytest.raises(BlockingIOError):
        os.read(ours, 1)
    os.close(console)
    os.close(ours)


def test_a_service_without_a_console_writes_nothing_anywhere() -> None:
    reading, writing = os.pipe()
    splash(SERVICE, writing)
    os.close(writing)
    assert os.read(reading, 1) == b""
    os.close(reading)


def test_a_console_that_has_gone_stops_nobody() -> None:
    ours, console = pty.openpty()
    os.close(ours)
    splash(SERVICE, console)
    os.close(console)


def test_an_early_unit_writes_the_same_where_the_package_has_put_it() -> None:
    root = Path(__file__).parents[2]
    unit = (root / "systemd" / "ra-companion-splash.service").read_text(encoding="utf-8")
    assert PLACES["assets/splash.txt"] == "usr/lib/ra-companion"
    assert "\nExecStart=/bin/cat /usr/lib/ra-companion/splash.txt\n" in unit
    assert "\nBefore=ra-companion.service\n" in unit
    assert "Requires" not in unit.replace("RequiresMountsFor", "")

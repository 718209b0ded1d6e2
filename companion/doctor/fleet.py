"""Checks whether this table can be seen from behind the bar: broker, certificate, clock, name."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from random import SystemRandom
from secrets import token_hex

from companion.core.kiosk import Link
from companion.doctor.machine import Computer, Finding, attention, well, wrong
from companion.fleet.account import AccountError, mistakes
from companion.fleet.shapes import ONLINE, id_of, topics_of
from companion.pages.kiosk.staff import REMEDIES
from companion.settings import FleetSettings

PATIENCE_SECONDS = 12.0
"""How long the broker is waited for."""

LISTEN_SECONDS = 1.0
"""How long what it has retained is waited for."""

REMEDY = "docs/own.md shows how to set up the broker and an account"


def look_at_fleet(case: Computer) -> Iterator[Finding]:
    """Yield whether the broker takes this table, and whether its name is its own; if wanted."""
    settings = case.settings.fleet
    if not settings.enabled:
        return
    for each in mistakes(settings):
        yield wrong("fleet", each, REMEDY)
    link, why, is_taken = asked(settings)
    if link is not Link.CONNECTED:
        yield wrong("fleet", f"{REMEDIES[link]} ({why})", REMEDY)
        return
    yield well("fleet", f"The broker at {settings.host} answers and takes the account")
    name = id_of(settings)
    if is_taken and not case.is_open:
        yield attention(
            "fleet-name",
            f"Another table is online as {name}",
            "Give one of the two another fleet.id in its settings",
        )
    else:
        yield well("fleet-name", f"This table is called {name}")


def asked(settings: FleetSettings) -> tuple[Link, str, bool]:
    """Return how the broker answers, why not, and whether a table of this name is online there.

    It takes as long as the broker does; nothing is published.
    """
    from companion.fleet.broker import Broker  # noqa: PLC0415 - few have a fleet

    topic = topics_of(settings, id_of(settings)).availability
    changed = threading.Event()
    try:
        broker = Broker(
            settings,
            f"ra-companion-doctor-{token_hex(4)}",
            (topic,),
            changed=changed.set,
            dice=SystemRandom(),
            with_retained=True,
        )
    except AccountError as mistake:
        return mistake.link, str(mistake), False
    changed.wait(PATIENCE_SECONDS)
    changed.clear()
    if broker.link is Link.CONNECTED:
        changed.wait(LISTEN_SECONDS)
    link, why, retained = broker.link, broker.why, broker.take()
    broker.close()
    if link is None:
        return Link.NO_BROKER, "timed out", False
    return link, why, retained.get(topic) == ONLINE.encode()

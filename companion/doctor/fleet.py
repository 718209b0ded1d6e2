"""Checks whether this table can be seen from behind the bar: broker, certificate, clock, name."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import SystemRandom
from secrets import token_hex

from companion.core.kiosk import Link
from companion.doctor.machine import Computer, Finding, Severity
from companion.fleet.account import mistakes
from companion.fleet.shapes import ONLINE, id_of, port_of, topics_of
from companion.i18n import mark
from companion.pages.kiosk.notices import REMEDIES
from companion.settings import FleetSettings

PATIENCE_SECONDS = 12.0
"""How long the broker is waited for."""

LISTEN_SECONDS = 1.0
"""How long what it has retained is waited for."""

REMEDY = mark("docs/fleet.md shows how to set up the broker and an account")


def look_at_fleet(case: Computer) -> Iterator[Finding]:
    """Yield whether the broker takes this table, and whether its name is its own; if wanted."""
    settings, words = case.settings.fleet, case.words
    if not settings.enabled:
        return
    remedy = words.say(REMEDY)
    wrong = [*mistakes(settings)]
    for each in wrong:
        said = words.say(each.fault.value, file=each.file, why=each.why)
        yield Finding("fleet", Severity.WRONG, said, remedy)
    link, is_taken = asked(settings)
    facts = {"host": settings.host, "port": port_of(settings), "link": link.value}
    if link is not Link.CONNECTED:
        yield Finding("fleet", Severity.WRONG, words.say(REMEDIES[link]), remedy, facts)
        return
    said = words.say("The broker at {host} answers and takes the account", host=settings.host)
    yield Finding("fleet", Severity.OK, said, facts=facts)
    name = id_of(settings)
    if is_taken and not case.is_open:
        yield Finding(
            "fleet-name",
            Severity.ATTENTION,
            words.say("Another table is online as {id}", id=name),
            words.say("Give one of the two another fleet.id in its settings"),
            {"id": name},
        )
    else:
        said = words.say("This table is called {id}", id=name)
        yield Finding("fleet-name", Severity.OK, said, facts={"id": name})


def asked(settings: FleetSettings) -> tuple[Link, bool]:
    """Return how the broker answers, and whether a table of this name is online there.

    It takes as long as the broker does; nothing is published.
    """
    from companion.fleet.broker import Broker, Message, Topic  # noqa: PLC0415 - few have a fleet

    name = id_of(settings)
    topic = topics_of(settings, name).availability
    heard: list[bytes] = []

    def hear(message: Message) -> None:
        heard.append(message.payload)

    broker = Broker(
        settings,
        f"ra-companion-doctor-{token_hex(4)}",
        topics=(Topic(topic),),
        will=None,
        joined=lambda: None,
        heard=hear,
        now=time.monotonic,
        dice=SystemRandom(),
    )
    until = time.monotonic() + PATIENCE_SECONDS
    while broker.link is Link.CONNECTING and time.monotonic() < until:
        broker.turn(1.0)
    until = time.monotonic() + LISTEN_SECONDS
    while broker.is_joined and not heard and time.monotonic() < until:
        broker.turn(0.1)
    link = broker.link
    broker.close()
    is_silent = link is Link.CONNECTING
    return Link.NO_BROKER if is_silent else link, ONLINE.encode() in heard

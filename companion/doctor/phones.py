"""Checks whether phones can reach this table: port, addresses, and how long an answer takes."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterator

from companion.doctor.machine import Computer, Finding, attention, well, wrong
from companion.phones.addresses import own
from companion.settings import PhonesSettings

PATIENCE_SECONDS = 5.0

SLOW_SECONDS = 0.5
"""People notice when an answer takes longer."""

REMEDY = "docs/own.md shows how phones reach a table"


def look_at_phones(case: Computer) -> Iterator[Finding]:
    """Yield whether phones can reach this table; if the owner wants them."""
    settings = case.settings.phones
    if not settings.enabled:
        return
    yield from _address(settings)
    yield _port(settings, is_open=case.is_open)


def _address(settings: PhonesSettings) -> Iterator[Finding]:
    address = own()
    if address.startswith("127."):
        yield wrong(
            "phones-address",
            "This computer has no address in a network, so no phone can reach it",
            REMEDY,
        )
        return
    named = settings.address
    if not named:
        yield well("phones-address", f"Phones find this computer at {address}")
        return
    try:
        found = {each[4][0] for each in socket.getaddrinfo(named, None, socket.AF_INET)}
    except OSError as why:
        yield attention(
            "phones-address",
            f"Nothing here knows the name {named}: {why.strerror or why}",
            "Check phones.address in the settings; guests' phones may know the name all the same",
        )
        return
    if address in found:
        yield well("phones-address", f"Phones find this computer at {named} ({address})")
    else:
        yield attention(
            "phones-address",
            f"{named} is {', '.join(sorted(map(str, found)))}, and this computer is {address}",
            "Set phones.address to what guests reach, or leave it empty",
        )


def _port(settings: PhonesSettings, *, is_open: bool) -> Finding:
    """Return whether the server answers or, while the table is closed, could."""
    began = time.monotonic()
    try:
        status = _status(settings.port)
    except (OSError, http.client.HTTPException):
        return _unanswered(settings.port, is_open=is_open)
    took = time.monotonic() - began
    if status != http.client.OK:
        return wrong(
            "phones-port",
            f"Something else answers at port {settings.port}",
            "Choose another phones.port in the settings",
        )
    sentence = f"Phones are answered at port {settings.port} in {took * 1000:.0f} ms"
    if took < SLOW_SECONDS:
        return well("phones-port", sentence)
    return attention("phones-port", sentence, "This computer is busy: close what else runs on it")


def _status(port: int) -> int:
    """Return how the server answers.

    Raises:
        OSError: Nothing answers there.
        HTTPException: It does not speak as a web server does.
    """
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_SECONDS)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status
    finally:
        connection.close()


def _unanswered(port: int, *, is_open: bool) -> Finding:
    if is_open:
        return wrong(
            "phones-port",
            f"Nothing answers at port {port}",
            "sudo systemctl enable --now ra-companion-phones",
        )
    try:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
    except OSError as why:
        return wrong(
            "phones-port",
            f"Port {port} cannot be used: {why.strerror or why}",
            "Choose another phones.port in the settings",
        )
    return well("phones-port", f"Port {port} is free for phones")

"""What the doctor says of phones: port, address, and how long an answer takes."""

import http.server
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.doctor import phones
from companion.doctor.machine import Computer, Finding, Machine, Severity
from companion.doctor.phones import look_at_phones
from companion.settings import PhonesSettings, Settings
from tests.phones.house import free_port


def found(settings: PhonesSettings, *, is_open: bool = False) -> dict[str, Finding]:
    """Return what the doctor finds, by name."""
    case = Computer(
        machine=Machine(),
        settings=replace(Settings(), phones=settings),
        mistakes=(),
        settings_file=None,
        data=Path("/nowhere"),
        is_open=is_open,
    )
    return {each.name: each for each in look_at_phones(case)}


class Quiet(http.server.BaseHTTPRequestHandler):
    """Answers, and writes nothing down."""

    status = 200

    def do_GET(self) -> None:
        """Answer."""
        self.send_response(self.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@contextmanager
def served(status: int) -> Iterator[int]:
    """Answer so at a port."""
    handler = type("Handler", (Quiet,), {"status": status})
    with http.server.HTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def test_a_table_without_phones_is_not_asked_about_them() -> None:
    assert not found(PhonesSettings())


@pytest.mark.parametrize(("is_open", "state"), [(False, Severity.OK), (True, Severity.WRONG)])
def test_a_port_at_which_nobody_is_is_free_or_the_service_is_missing(
    is_open: bool,  # noqa: FBT001 - a case
    state: Severity,
) -> None:
    settings = PhonesSettings(enabled=True, port=free_port())
    assert found(settings, is_open=is_open)["phones-port"].state is state


def test_a_taken_port_is_named() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        settings = PhonesSettings(enabled=True, port=other.getsockname()[1])
        finding = found(settings)["phones-port"]
    assert finding.state is Severity.WRONG
    assert "cannot be used" in finding.sentence


@pytest.mark.parametrize(("status", "state"), [(200, Severity.OK), (404, Severity.WRONG)])
def test_who_answers_there_is_phones_or_something_else(status: int, state: Severity) -> None:
    with served(status) as port:
        assert found(PhonesSettings(enabled=True, port=port))["phones-port"].state is state


@pytest.mark.parametrize(
    ("own", "named", "state"),
    [
        ("127.0.0.1", "", Severity.WRONG),
        ("192.168.1.20", "", Severity.OK),
        ("127.0.0.9", "localhost", Severity.WRONG),
        ("192.168.1.20", "localhost", Severity.ATTENTION),
        ("192.168.1.20", "no.such.name.invalid", Severity.ATTENTION),
    ],
)
def test_the_address_that_phones_are_told_is_this_computer_s(
    own: str, named: str, state: Severity, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phones, "own", lambda: own)
    settings = PhonesSettings(enabled=True, port=free_port(), address=named)
    assert found(settings)["phones-address"].state is state

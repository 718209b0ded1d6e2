"""Whatever can be wrong between a table and its broker is reported to the table by name."""

import os
import socket
import ssl
import subprocess
from contextlib import ExitStack
from pathlib import Path
from shutil import which

import pytest
from msgspec.structs import replace

from companion.core.kiosk import Link
from companion.fleet.account import AccountError, mistakes, password, tls
from companion.settings import FleetSettings, Settings
from tests.fleet.mosquitto import (
    Mosquitto,
    authority,
    certificate,
    free_port,
    needs_mosquitto,
    needs_openssl,
    openssl,
    until,
)
from tests.fleet.tables import Attendant, LightTable, settings

NOWHERE = "/nowhere/file"


def told(fleet: FleetSettings, link: Link, stack: ExitStack) -> LightTable:
    """Return a table with these settings for its broker."""
    table = LightTable("window-3", fleet)
    stack.callback(table.die)
    stack.callback(Attendant(table.file).close)
    until(lambda: table.is_told(link))
    return table


def secret(folder: Path, text: str, mode: int = 0o600) -> str:
    """Write a password's file and return its path."""
    file = folder / f"password-{mode:o}"
    file.write_text(text)
    file.chmod(mode)
    return str(file)


@pytest.fixture
def guarded(tmp_path: Path, stack: ExitStack) -> Mosquitto:
    """A broker that wants to know who one is."""
    words = which("mosquitto_passwd")
    if words is None:
        pytest.skip("mosquitto_passwd is not installed")
    accounts = tmp_path / "accounts"
    made = [words, "-b", "-c", str(accounts), "window", "sesame"]
    subprocess.run(made, check=True, timeout=60)
    broker = Mosquitto(tmp_path, "allow_anonymous false", f"password_file {accounts}")
    stack.callback(broker.stop)
    return broker.start()


@needs_mosquitto
@pytest.mark.parametrize(
    ("password", "link"), [("sesame\n", Link.CONNECTED), ("simsalabim", Link.REFUSED)]
)
def test_the_broker_takes_the_right_password_and_no_other(
    guarded: Mosquitto, tmp_path: Path, stack: ExitStack, password: str, link: Link
) -> None:
    file = secret(tmp_path, password)
    told(settings(guarded.port, username="window", password_file=file), link, stack)


def test_what_can_never_be_connected_is_said_to_the_table(tmp_path: Path, stack: ExitStack) -> None:
    no_certificate = tmp_path / "no.crt"
    no_certificate.write_text("this is no certificate")
    open_ = secret(tmp_path, "x", 0o640)
    for fleet, link in (
        (settings(free_port(), username="window", password_file=open_), Link.REFUSED),
        (settings(1, username="w", password_file=NOWHERE), Link.REFUSED),
        (settings(free_port()), Link.NO_BROKER),
        (replace(settings(1883), host="no-such-host.invalid"), Link.NO_BROKER),
        (settings(8883, tls_ca=str(no_certificate)), Link.CERTIFICATE),
    ):
        told(fleet, link, stack)


@needs_mosquitto
@needs_openssl
@pytest.mark.parametrize(
    ("dates", "name", "signer", "link"),
    [
        ({}, "127.0.0.1", "cafe", Link.CONNECTED),
        ({"ends": "250201000000Z"}, "127.0.0.1", "cafe", Link.CERTIFICATE),
        # as a clock of 1970 sees it:
        ({"begins": "440101000000Z"}, "127.0.0.1", "cafe", Link.CERTIFICATE),
        ({}, "192.0.2.1", "cafe", Link.CERTIFICATE),
        ({}, "127.0.0.1", "stranger", Link.CERTIFICATE),
    ],
)
def test_a_broker_proves_who_it_is(  # noqa: PLR0913, PLR0917 - the columns
    tmp_path: Path, stack: ExitStack, dates: dict[str, str], name: str, signer: str, link: Link
) -> None:
    own = authority(tmp_path, "cafe")
    signed, key = certificate(
        tmp_path, own if signer == "cafe" else authority(tmp_path, signer), name=name, **dates
    )
    broker = Mosquitto(tmp_path, "allow_anonymous true", f"certfile {signed}", f"keyfile {key}")
    stack.callback(broker.stop)
    told(settings(broker.start().port, tls_ca=str(own)), link, stack)


def faults(**others: object) -> list[str]:
    """Return what is wrong with these settings."""
    wanted = replace(Settings().fleet, **{"enabled": True, **others})
    return [*mistakes(wanted)]


def test_everything_that_is_wrong_with_an_account_is_named(tmp_path: Path) -> None:
    good = secret(tmp_path, "x")
    missing = "No such file or directory"
    assert faults() == []
    assert faults(username="w", password_file=good) == []
    assert faults(username="w") == [
        "fleet.username is set, but fleet.password_file is not: name the file"
    ]
    assert faults(password_file=good) == [
        "fleet.password_file is set, but fleet.username is not: name the account"
    ]
    for mode in (0o640, 0o604, 0o644, 0o660):
        open_ = secret(tmp_path, "x", mode)
        assert faults(username="w", password_file=open_) == [
            f"fleet.password_file: others can read {open_}: chmod 600 {open_}"
        ]
    assert faults(username="w", password_file=NOWHERE) == [
        f"fleet.password_file: cannot read {NOWHERE}: {missing}"
    ]
    assert faults(tls_ca="/nowhere") == [f"fleet.tls_ca: cannot use /nowhere: {missing}"]
    assert faults(host="bar.example", username="w", password_file=good) == [
        "fleet.tls_ca is empty: the password crosses the network unencrypted"
    ]
    assert faults(enabled=False, username="w", tls_ca="/nowhere") == []


def test_what_the_system_says_of_a_certificate_is_said_without_its_source(tmp_path: Path) -> None:
    wrong = tmp_path / "no.crt"
    wrong.write_text("this is no certificate")
    (why,) = faults(tls_ca=str(wrong))
    assert "does not contain a certificate" in why
    assert "_ssl" not in why


@pytest.mark.parametrize("odd", ["pipe", "folder", "empty", "zeros", "endless"])
def test_what_is_no_file_of_an_account_is_named_at_once(tmp_path: Path, odd: str) -> None:
    place = tmp_path / "odd"
    if odd == "pipe":
        os.mkfifo(place, 0o600)
    elif odd == "folder":
        place.mkdir(0o700)
    else:
        with place.open("wb") as file:
            file.truncate({"empty": 0, "zeros": 4096, "endless": 1 << 40}[odd])
        place.chmod(0o600)
    assert faults(tls_ca=str(place))[0].startswith("fleet.tls_ca: cannot use")
    with pytest.raises(AccountError, match=r"fleet\.tls_ca"):
        tls(settings(8883, tls_ca=str(place)))
    if odd in ("pipe", "folder", "endless"):  # all else could be a password
        with pytest.raises(AccountError, match=r"fleet\.password_file"):
            password(settings(1883, username="w", password_file=str(place)))


@needs_openssl
def test_a_handshake_that_fails_leaves_nothing_open(tmp_path: Path) -> None:
    context = tls(settings(8883, tls_ca=str(authority(tmp_path, "cafe"))))
    assert context is not None
    ours, theirs = socket.socketpair()
    with theirs, context.wrap_socket(ours, do_handshake_on_connect=False,
                                     server_hostname="cafe") as wrapped:  # fmt: skip
        theirs.sendall(b"this is no handshake")
        with pytest.raises(ssl.SSLError):
            wrapped.do_handshake()
        assert wrapped.fileno() == -1


@needs_openssl
def test_two_commands_make_a_ca_that_the_settings_take(tmp_path: Path) -> None:
    own = authority(tmp_path, "cafe")
    assert faults(host="bar.example", tls_ca=str(own)) == []
    openssl("x509", "-in", str(own), "-noout")

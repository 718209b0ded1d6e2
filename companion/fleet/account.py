"""A table's account at the broker, from its settings and files, and every mistake in them."""

from __future__ import annotations

import ssl
import stat
from collections.abc import Iterator
from errno import EPERM
from pathlib import Path

from companion.core.kiosk import Link
from companion.journal.disk import NotAFileError, read_file
from companion.settings import FleetSettings

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""Nobody but the owner may do anything with a password's file."""

MOST_PASSWORD_BYTES, MOST_CA_BYTES = 1024, 1_000_000


class AccountError(Exception):
    """A file of the account cannot be used."""

    def __init__(self, link: Link, why: str) -> None:
        super().__init__(why)
        self.link = link


def password(settings: FleetSettings) -> str | None:
    """Return the account's password; None if the account has none.

    Raises:
        AccountError: The file cannot be read, is no text, or others could read it, too.
    """
    if not settings.password_file:
        return None
    try:
        file = Path(settings.password_file)
        if not is_private(file):
            raise PermissionError(EPERM, "others can read it")
        text = read_file(file, MOST_PASSWORD_BYTES).decode()
    except (OSError, UnicodeDecodeError) as why:
        named = f"fleet.password_file: cannot use {settings.password_file}: {reason(why)}"
        raise AccountError(Link.REFUSED, named) from why
    return text.removesuffix("\n")


def is_private(file: Path) -> bool:
    """Whether nobody but its owner may read or write a file.

    Raises:
        OSError: It cannot be looked at, or is no file.
    """
    mode = file.stat().st_mode
    if not stat.S_ISREG(mode):
        raise NotAFileError(file)
    return not mode & OTHERS


def tls(settings: FleetSettings) -> ssl.SSLContext | None:
    """Return how the broker proves who it is; None where the owner wants no encryption.

    Raises:
        AccountError: The CA's file cannot be used.
    """
    if not settings.tls_ca:
        return None
    try:
        text = read_file(Path(settings.tls_ca), MOST_CA_BYTES).decode("ascii", "ignore")
        context = ssl.create_default_context(cadata=text or "none")  # with "" anybody's would do
    except OSError as why:  # `SSLError` is one, too
        named = f"fleet.tls_ca: cannot use {settings.tls_ca}: {reason(why)}"
        raise AccountError(Link.CERTIFICATE, named) from why
    context.sslsocket_class = _Tidy
    return context


class _Tidy(ssl.SSLSocket):
    """Closes itself if the handshake fails: paho leaves it open."""

    def do_handshake(self, block: bool = False) -> None:  # noqa: FBT001, FBT002 - as it is called
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


def reason(why: BaseException | None) -> str:
    """Return in English why a file cannot be used, or a broker not be reached."""
    if isinstance(why, ssl.SSLCertVerificationError):
        return why.verify_message
    if isinstance(why, ssl.SSLError):
        return why.reason or str(why).partition(" (_ssl.c")[0]
    return getattr(why, "strerror", None) or str(why)


LOCAL = ("localhost", "127.0.0.1", "::1")
"""Hosts to which nothing crosses a network."""


def mistakes(settings: FleetSettings) -> Iterator[str]:
    """Yield everything that is wrong with the files and the account; nothing if no fleet is wanted.

    Only the service may read its password, so all that is checked is that the file is private.
    """
    if not settings.enabled:
        return
    named = settings.password_file
    if named:
        try:
            if not is_private(Path(named)):
                yield f"fleet.password_file: others can read {named}: chmod 600 {named}"
        except OSError as why:
            yield f"fleet.password_file: cannot read {named}: {why.strerror or why}"
    if named and not settings.username:
        yield "fleet.password_file is set, but fleet.username is not: name the account"
    if settings.username and not named:
        yield "fleet.username is set, but fleet.password_file is not: name the file"
    try:
        tls(settings)
    except AccountError as why:
        yield str(why)
    if named and not settings.tls_ca and settings.host not in LOCAL:
        yield "fleet.tls_ca is empty: the password crosses the network unencrypted"

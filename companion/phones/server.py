"""The web server: pages, pictures of the table as they change, and deeds.

Nothing but the pages themselves is sent to who has not shown the secret of the code. What is
logged holds no secret and no name.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import signal
import socket
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import cache
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import uvicorn
from msgspec import Meta
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from companion.core.notices import Notes
from companion.i18n import Words
from companion.i18n.catalogues import words
from companion.i18n.languages import LANGUAGES
from companion.pages.phones.deeds import DEEDS, Sit
from companion.paths import asset
from companion.phones.addresses import is_asked_for, own
from companion.phones.guests import Guests, Phone, spoken
from companion.phones.saying import phrases, picture, say
from companion.phones.shapes import Button, DeedLine, Number, PhonesLine, Said, TableLine
from companion.phones.table import Table
from companion.settings import MOST_PORT, PhonesSettings

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

LOG = logging.getLogger(__name__)

MOST_BODY_BYTES = 2048

COMMENT_SECONDS = 15.0
"""A stream on which nothing happens says so often that it is there."""

SLOW_SECONDS = 10.0
"""Who does not take what is sent for so long is cut off."""

ANSWER_SECONDS = 5.0
"""So long the table may take for a deed, its disk included."""

LATE_MS = 3000
"""What was touched so long ago was on its way without a connection, and is done no more."""

SILENT_SECONDS = 10.0
"""A connection that has asked for nothing for so long is closed."""

MOST_CONNECTIONS = 100

LOOK_SECONDS = 30.0
"""How often it is looked whether this computer has another address."""

COOKIE = "phone"

COOKIE_SECONDS = 86_400

HEADERS = (
    (b"content-security-policy",
     b"default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)  # fmt: skip
"""On every answer."""

PAGES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/app.css": ("app.css", "text/css; charset=utf-8"),
    "/app.js": ("app.js", "text/javascript; charset=utf-8"),
    "/view.js": ("view.js", "text/javascript; charset=utf-8"),
    "/wire.js": ("wire.js", "text/javascript; charset=utf-8"),
}


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phone shows the secret of the code."""

    secret: Annotated[str, Meta(max_length=64)]
    languages: Annotated[str, Meta(max_length=200)] = ""


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phone does something."""

    n: Number
    seen: Number
    do: Annotated[dict[Annotated[str, Meta(max_length=16)], msgspec.Raw], Meta(max_length=1)]
    at: Number | None = None
    """When it was touched, in milliseconds of this process's clock as the stream tells it."""
    seat: Button | None = None
    """Whose button it believes that it is; another one than its own is refused."""


class TooMuchError(ValueError):
    """A body is longer than any deed."""


class House:
    """The table, its guests, and what each of them is shown."""

    def __init__(self, socket_file: Path, state: Path) -> None:
        """Begin without a table.

        Args:
            socket_file: The table's socket.
            state: Where it is kept whose each phone is.
        """
        self.guests = Guests(state, time.monotonic)
        self.table = Table(socket_file, self.take)
        self.met = asyncio.Event()
        """Set as soon as the table has said where phones shall find it."""
        self.line: TableLine | None = None
        self._told: PhonesLine | None = None
        self._address = own()
        self.is_closing = False
        self.port = 0
        """Where phones find this computer; 0 until it listens."""

    @property
    def wanted_port(self) -> int:
        """Where the owner wants phones to find this computer."""
        return PhonesSettings().port if self.line is None else self.line.settings.port

    @property
    def named(self) -> str:
        """What the owner calls this computer in the local network; empty: by its address."""
        return "" if self.line is None else self.line.settings.address

    def take(self, line: TableLine | None) -> None:
        """Take what the table says now; None: it has gone, and phones keep what they show."""
        is_back = self.line is None or self._told is None
        if line is None:
            self._told = None
            self._ring()
            return
        self.line = line
        self.met.set()
        is_other = self.guests.see_round(line.round)
        if is_back and not is_other and self.guests.seated and not line.seated:
            self.tell(is_back=True)  # before its own answer says that nobody sits anywhere
            self._ring()
            return
        self.guests.see_seats(line.seated)
        for answer in line.answers:
            for phone in self.guests:
                if phone.id == answer.phone:
                    phone.answered(answer)
        self._ring()
        self.tell()

    def _ring(self) -> None:
        for phone in self.guests:
            phone.changed.set()

    def tell(self, *, is_back: bool = False) -> None:
        """Tell the table where phones find it, if that is news and they do."""
        if not self.port:
            return
        host = f"{self.named or self._address}:{self.port}"
        link = f"http://{host}/#{self.guests.secret}"
        said = PhonesLine(link, host, self.guests.watching, self.guests.away)
        if is_back:
            self.table.send(replace(said, round=self.guests.round, seated=self.guests.seated))
        elif said != self._told:
            self.table.send(said)
        self._told = said

    def sit_again(self, cookie: str, before: str) -> None:
        """Give a phone the seat that it had before a rematch, if nobody has taken it.

        Args:
            cookie: That of the phone.
            before: The one that it had then, worth nothing else.
        """
        phone, button = self.guests.of(cookie), self.guests.sat_before(before)
        if phone is None or self.line is None or button not in self.line.shown.returning:
            return
        sit = msgspec.Raw(msgspec.json.encode(Sit(button)))
        self.table.send(PhonesLine(deed=DeedLine(phone.id, 0, 0, {"sit": sit})))

    async def look(self) -> None:
        """Look now and then whether this computer has another address.

        Who was started by a table that was killed ends once no table is there.
        """
        parent = os.getppid()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self._address = own()
            if self.table.is_there:
                self.tell()
            elif os.getppid() != parent:
                signal.raise_signal(signal.SIGTERM)

    def close(self) -> None:
        """Let every stream end."""
        self.is_closing = True
        self._ring()

    @property
    def nameless(self) -> Mapping[str, str]:
        """What the table calls those who have no name, and the English word for it."""
        return {} if self.line is None else self.line.shown.nameless

    def shown(self, phone: Phone) -> bytes:
        """Return what a phone shows now."""
        if self.line is None:
            return b'{"stage":"away"}'
        is_asking = phone.id in self.line.asking
        told = picture(self.line, phone.button, words(phone.language), is_asking=is_asking)
        return msgspec.json.encode({**told, "offline": not self.table.is_there})


def _json(status: int, what: object, headers: dict[str, str] | None = None) -> Response:
    told = {"Cache-Control": "no-store", **(headers or {})}
    return Response(msgspec.json.encode(what), status, told, "application/json")


_NOBODY = b'{"why":"forbidden"}'


def _forbidden() -> Response:
    return Response(_NOBODY, 403, {"Cache-Control": "no-store"}, "application/json")


async def _body(request: Request) -> bytes:
    """Return the body of a request.

    Raises:
        TooMuchError: It is longer than any deed.
    """
    told = request.headers.get("content-length", "0")
    if not told.isdecimal() or int(told) > MOST_BODY_BYTES:
        raise TooMuchError
    found = b""
    async for part in request.stream():
        found += part
        if len(found) > MOST_BODY_BYTES:
            raise TooMuchError
    return found


Handler = Callable[[House, Request], Awaitable[Response]]


async def _join(house: House, request: Request) -> Response:
    """Exchange the secret of the code for a cookie."""
    asked = await _asked(request, Joining)
    if isinstance(asked, Response):
        return asked
    known = request.cookies.get(COOKIE, "")
    cookie = house.guests.join(asked.secret, spoken(asked.languages), known)
    if cookie is None:
        return _forbidden()
    house.tell()
    house.sit_again(cookie, known)
    made = f"{COOKIE}={cookie}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Strict"
    return _json(200, {"ok": True}, {"Set-Cookie": made})


async def _asked(request: Request, shape: type[Any]) -> Any | Response:  # noqa: ANN401 - of that type
    """Return what a request says, or the answer that it cannot be understood."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip()
    if kind != "application/json":
        return _json(415, {"why": "not JSON"})
    try:
        return msgspec.json.decode(await _body(request), type=shape)
    except TooMuchError:
        return _json(413, {"why": "too long"}, {"Connection": "close"})
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _json(400, {"why": "not understood"})


async def _do(house: House, request: Request) -> Response:
    """Do what somebody did on their phone."""
    phone = house.guests.of(request.cookies.get(COOKIE, ""))
    if phone is None:
        return _forbidden()
    if not phone.may_act():
        return _json(429, {"why": "too many"})
    asked = await _asked(request, Deed)
    if isinstance(asked, Response):
        return asked
    if asked.seat is not None and asked.seat != phone.button:
        return _forbidden()
    if "language" in asked.do:
        return _speak(house, phone, asked)
    if not _is_deed(asked):
        return _json(400, {"why": "not understood"})
    if asked.at is not None and _now_ms() - asked.at > LATE_MS:
        return _refused(house, phone, Said(Notes.PHONE_LATE.value))
    return await _done(house, phone, asked)


def _now_ms() -> int:
    return round(time.monotonic() * 1000)


def _speak(house: House, phone: Phone, asked: Deed) -> Response:
    """Give a phone another language; the table is not told."""
    try:
        wanted = msgspec.json.decode(asked.do["language"], type=str)
    except (msgspec.DecodeError, UnicodeDecodeError):
        wanted = ""
    if wanted not in LANGUAGES:
        return _json(400, {"why": "not understood"})
    phone.language = wanted
    phone.changed.set()
    house.guests.keep()
    return _json(200, {"ok": True})


def _is_deed(asked: Deed) -> bool:
    if len(asked.do) != 1:
        return False
    ((what, raw),) = asked.do.items()
    if what not in DEEDS:
        return False
    try:
        msgspec.json.decode(raw, type=DEEDS[what].given)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


async def _done(house: House, phone: Phone, asked: Deed) -> Response:
    if not house.table.is_there:
        return _json(503, {"why": "no table"})
    answer, is_new = phone.deed(asked.n)
    if is_new:
        line = DeedLine(phone.id, asked.n, asked.seen, asked.do, phone.button)
        house.table.send(PhonesLine(deed=line))
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            told = await asyncio.shield(answer)
    except (TimeoutError, asyncio.CancelledError):
        phone.forget(asked.n)
        return _json(503, {"why": "no answer"})
    if told.why_not is None:
        return _json(200, {"ok": True})
    return _refused(house, phone, told.why_not)


def _refused(house: House, phone: Phone, why_not: Said) -> Response:
    """Say why not, and what is shown now."""
    why = say(why_not, words(phone.language), house.nameless)
    view = msgspec.Raw(house.shown(phone))
    return _json(409, {"ok": False, "why": why, "view": view, "at": _now_ms()})


@cache
def _page(path: str) -> tuple[bytes, str]:
    name, kind = PAGES[path]
    return asset("phones", name).read_bytes(), kind


def _of_page(request: Request) -> Response:
    """Return one of the pages, which contain no secrets."""
    body, kind = _page(request.url.path)
    return Response(body, 200, {"Cache-Control": "no-cache", "Content-Type": kind})


@cache
def _icons() -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in asset("icons").glob("*.svg")}


def _icon(request: Request) -> Response:
    found = _icons().get(request.path_params["name"])
    if found is None:
        return Response(status_code=404)
    return Response(found, 200, {"Cache-Control": "max-age=86400", "Content-Type": "image/svg+xml"})


@cache
def _phrases(language: str) -> bytes:
    spoken_words: Words = words(language)
    return msgspec.json.encode(phrases(spoken_words))


def _words(request: Request) -> Response:
    """Return what stands on the page itself, in a language."""
    language = spoken(request.path_params["languages"])
    return Response(
        _phrases(language), 200, {"Cache-Control": "no-cache", "Content-Type": "application/json"}
    )


class Stream:
    """What a phone is shown, each time it changes: server-sent events, only ever the newest."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the phone goes, a newer stream of it begins, or it is sent away."""
        request = Request(scope, receive)
        phone = self._house.guests.of(request.cookies.get(COOKIE, ""))
        if phone is None:
            await _forbidden()(scope, receive, send)
            return
        phone.stream += 1
        phone.streams += 1
        number = phone.stream
        phone.changed.set()  # an older stream looks, and ends
        gone = asyncio.create_task(_gone(receive))
        try:
            await self._send_all(phone, number, send, gone)
        finally:
            phone.streams -= 1
            gone.cancel()
            self._house.tell()

    async def _send_all(
        self, phone: Phone, number: int, send: Send, gone: asyncio.Task[None]
    ) -> None:
        headers = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        self._house.tell()
        last = b""
        while phone.stream == number and not gone.done() and not self._house.is_closing:
            if not self._house.guests.is_known(phone):
                await _sent(send, b"event: gone\ndata: {}\n\n")
                break
            phone.changed.clear()
            now = self._house.shown(phone)
            if now != last:
                last = now
                await _sent(send, b"id: %d\ndata: " % _now_ms() + now + b"\n\n")
            changed = asyncio.ensure_future(phone.changed.wait())
            done, _ = await asyncio.wait(
                (changed, gone), timeout=COMMENT_SECONDS, return_when=asyncio.FIRST_COMPLETED
            )
            changed.cancel()
            if not done:
                await _sent(send, b": here\n\n")
        with suppress(OSError, TimeoutError):
            await send({"type": "http.response.body", "body": b""})


async def _sent(send: Send, text: bytes) -> None:
    """Send something.

    Raises:
        TimeoutError: The phone does not take it.
    """
    async with asyncio.timeout(SLOW_SECONDS):
        await send({"type": "http.response.body", "body": text, "more_body": True})


async def _gone(receive: Receive) -> None:
    """Return when the phone has hung up."""
    while (await receive())["type"] != "http.disconnect":
        pass


class Doorkeeper:
    """Turns away what is not meant for this computer, or comes from another site's page."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        """Stand before an application."""
        self._app, self._house = app, house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it; every answer has the same headers."""

        async def with_headers(message: Any) -> None:  # noqa: ANN401 - ASGI
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        if scope["type"] != "http":
            return
        answer = None if self._is_meant(scope) else _forbidden()
        with suppress(ClientDisconnect, TimeoutError):
            await (answer or self._app)(scope, receive, with_headers)

    def _is_meant(self, scope: Scope) -> bool:
        headers = [(name, value.decode("latin-1")) for name, value in scope["headers"]]
        hosts = [value for name, value in headers if name == b"host"]
        origins = [value for name, value in headers if name == b"origin"]
        sites = [value for name, value in headers if name == b"sec-fetch-site"]
        reached_at = (scope.get("server") or ("", 0))[0]
        if len(hosts) != 1 or not is_asked_for(hosts[0], str(reached_at), self._house.named):
            return False
        if any(origin != f"http://{hosts[0]}" for origin in origins):
            return False
        if scope["method"] == "POST" and not origins:
            return False
        return not any(site == "cross-site" for site in sites) or scope["method"] == "GET"


class Patience(H11Protocol):
    """A connection that asks for nothing is closed; the oldest such one gives way to a new one."""

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - as asyncio has it
        """Take a new connection."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            idle = (each for each in self.connections if _is_idle(each) and each is not self)
            spare = next(idle, self)
            spare.transport.abort()
        self._cut = self.loop.call_later(SILENT_SECONDS, self._cut_if_silent)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that has gone: who makes thousands a second fills no memory."""
        self._cut.cancel()
        super().connection_lost(exc)

    def _cut_if_silent(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.abort()


def _is_idle(connection: Any) -> bool:  # noqa: ANN401 - of either of uvicorn's protocols
    cycle = getattr(connection, "cycle", None)
    return cycle is None or bool(cycle.response_complete)


def application(house: House) -> ASGIApp:
    """Return everything that is served."""

    def bound(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        async def handle(request: Request) -> Response:
            return await handler(house, request)

        return handle

    routes = [Route(path, _of_page) for path in PAGES]
    routes += [
        Route("/icons/{name}", _icon),
        Route("/words/{languages}", _words),
        Route("/events", Stream(house), methods=["GET"]),
        Route("/join", bound(_join), methods=["POST"]),
        Route("/do", bound(_do), methods=["POST"]),
    ]
    return Doorkeeper(Starlette(routes=routes), house)


PORTS = 10
"""So many are tried: another table may run on this computer."""


def listening(wanted: int) -> socket.socket:
    """Return the socket at which phones are served: at this port, or the next one that is free.

    Raises:
        OSError: These ports are taken, or may not be used; it names the setting.
    """
    why = OSError()
    for port in range(wanted, min(wanted + PORTS, MOST_PORT + 1)):
        try:
            return _listening(port)
        except OSError as refused:
            why = refused
            if refused.errno != errno.EADDRINUSE:
                break
    raise OSError(why.errno, why.strerror, f"port {wanted} (phones.port in the settings)") from why


def _listening(port: int) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(SLOW_SECONDS * 1000))
    try:
        made.bind(("0.0.0.0", port))  # noqa: S104 - the local network is what it is for
        made.listen(64)
    except OSError:
        made.close()
        raise
    return made


def serve(table: Path, state: Path) -> None:
    """Serve phones until somebody ends it.

    Args:
        table: The table's socket.
        state: Where it is kept whose each phone is.

    Raises:
        OSError: No port is free, or none may be used.
    """
    with _alone(state):
        asyncio.run(_serve(table, state))


@contextmanager
def _alone(state: Path) -> Iterator[None]:
    """Wait until no other process serves the phones of this table.

    One that was started by a table that was killed goes on for the next one: no phone notices.
    """
    with ExitStack() as stack:
        with suppress(OSError):
            state.parent.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context(state.with_suffix(".lock").open("ab"))
            try:
                flock(lock, LOCK_EX | LOCK_NB)
            except BlockingIOError:
                LOG.info("phones are served already: this process waits until the other one ends")
                flock(lock, LOCK_EX)
        yield


async def _serve(table: Path, state: Path) -> None:
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)  # it would log what is asked for
    house = House(table, state)
    tasks = [asyncio.create_task(house.table.run()), asyncio.create_task(house.look())]
    try:
        await house.met.wait()
        listener = listening(house.wanted_port)
        house.port = listener.getsockname()[1]
        LOG.info("phones find this table at port %d", house.port)
        house.take(house.line)  # the table hears who sat where before, and where phones find it
        await Server(_config(house), house).serve(sockets=[listener])
    finally:
        for task in tasks:
            task.cancel()


def _config(house: House) -> uvicorn.Config:
    return uvicorn.Config(
        application(house),
        http=Patience,
        ws="none",
        lifespan="off",
        loop="asyncio",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=round(SILENT_SECONDS),
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=8192,
    )


class Server(uvicorn.Server):
    """A server whose streams end when somebody ends it."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self._house = house

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - uvicorn's
        """End quietly."""
        self.should_exit = True
        self._house.close()

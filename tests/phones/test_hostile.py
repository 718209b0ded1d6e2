"""What strangers on the same network can do to a table with phones: nothing."""

import asyncio
import gc
import http.client
import json
import socket
import time
import weakref
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from select import select

import pytest
import uvicorn

from companion.journal import games_dir
from companion.phones import server
from tests.phones.house import House, Phone, numbers, until
from tests.together import EVERY

pytestmark = pytest.mark.slow

REQUESTS = 100_000 if EVERY else 1_500
"""So many hostile requests; `make test-every` sends all."""

PATIENCE_SECONDS = 0.1
"""So long an answer is waited for before all has been said."""

FORBIDDEN, NOT_UNDERSTOOD = 403, 400

NAMES = ("Anna", "Ben", "Cleo")


@pytest.fixture(scope="module", name="house")
def same_house(one_house: House) -> House:
    """One table for all: nothing here changes it."""
    return one_house


@pytest.fixture(scope="module", name="playing")
def same_game(one_game: tuple[Phone, ...]) -> tuple[Phone, ...]:
    """The phones of the game at it."""
    return one_game


def raw(house: House, text: bytes, seconds: float = 5.0) -> bytes:
    """Say exactly this, and return what is answered before the connection ends.

    The server hangs up on who has said everything, so that is said only once it has answered, or
    waits for more.
    """
    with socket.create_connection(("127.0.0.1", house.port), timeout=seconds) as peer:
        answer = b""
        try:
            peer.sendall(text)
            select((peer,), (), (), PATIENCE_SECONDS)
            peer.shutdown(socket.SHUT_WR)
            while more := peer.recv(65_536):
                answer += more
        except (TimeoutError, OSError):
            pass
        return answer


def open_files(pid: int) -> int:
    """Return how many files and sockets a process has open."""
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


def written(house: House) -> int:
    """Return how many lines the game has."""
    return len(games_dir.read(games_dir.game_files(house.data)[-1]).lines)


def test_what_needs_the_secret_is_forbidden_without_it(
    house: House, playing: tuple[Phone, ...]
) -> None:
    lines = written(house)
    cookies = ("", "phone=", "phone=wrong", f"phone={house.secret}", f"other={playing[0].cookie}")
    deed = {"n": next(numbers), "seen": 1, "do": {"draw": "nile"}}
    for cookie in cookies:
        for told in (house.get("/events", Cookie=cookie), house.post("/do", deed, Cookie=cookie)):
            assert told.status == FORBIDDEN
            assert not any(name.encode() in told.body for name in NAMES)
    for secret in ("", "wrong", house.secret[:-1], house.secret + "A", "é" * 20):
        assert house.post("/join", {"secret": secret}).status == FORBIDDEN
    assert written(house) == lines


def test_a_cookie_is_bound_to_its_seat(house: House, playing: tuple[Phone, ...]) -> None:
    lines = written(house)
    for seat in (1, 2, 4):
        told = playing[0].do(1, {"draw": "nile"}, seat=seat)
        assert told.status == FORBIDDEN
    assert written(house) == lines
    assert "HttpOnly" in playing[0].set_cookie
    assert "SameSite=Strict" in playing[0].set_cookie


def test_neither_another_host_nor_another_site_reaches_it(
    house: House, playing: tuple[Phone, ...]
) -> None:
    own = {"Cookie": playing[0].cookie}
    for host in ("evil.example", f"evil.example:{house.port}", "192.0.2.1", "", "127.0.0.1.evil"):
        assert house.get("/", Host=host).status in (FORBIDDEN, NOT_UNDERSTOOD), host
    deed = {"n": next(numbers), "seen": 1, "do": {"invoke": True}}
    for origin in ("http://evil.example", "null", f"https://{house.address}", "http://127.0.0.1:1"):
        assert house.post("/do", deed, Origin=origin, **own).status == FORBIDDEN, origin
        assert house.get("/events", Origin=origin, **own).status == FORBIDDEN
    body = json.dumps(deed).encode()
    plain = {"Content-Type": "application/json", **own}
    assert house.ask("POST", "/do", body, **plain).status == FORBIDDEN  # a post without an origin
    form = {**own, "Content-Type": "text/plain", "Origin": f"http://{house.address}"}
    assert house.ask("POST", "/do", body, **form).status == 415


def test_every_answer_forbids_other_sites_and_inline_scripts(house: House) -> None:
    for path in ("/", "/app.js", "/words/cs", "/icons/tile_nile.svg", "/events", "/nothing"):
        told = house.get(path)
        policy = told.headers["content-security-policy"]
        assert policy.startswith("default-src 'self'")
        assert "unsafe" not in policy
        assert told.headers["x-content-type-options"] == "nosniff"
        assert not [each for each in told.headers if each.startswith("access-control")]


def test_no_path_leads_out_of_the_pages(house: House) -> None:
    for path in (
        *("/../settings.toml", "/icons/..%2f..%2fsettings.toml", "/icons/../../LICENCES.md"),
        *("//etc/passwd", "/icons/%2e%2e/fonts/OFL.txt", "/words/../icons", "/app.js/../../x"),
    ):
        told = house.get(path)
        assert told.status in (404, 400, 405), path
        assert len(told.body) < 100


def test_a_body_is_two_kilobytes_at_most(house: House, playing: tuple[Phone, ...]) -> None:
    own = {"Cookie": playing[0].cookie}
    long = {"n": next(numbers), "seen": 1, "do": {"name": "x" * 3000}}
    assert house.post("/do", long, **own).status == 413
    chunked = (
        (
            f"POST /do HTTP/1.1\r\nHost: {house.address}\r\nOrigin: http://{house.address}\r\n"
            f"Cookie: {playing[0].cookie}\r\nContent-Type: application/json\r\n"
            "Transfer-Encoding: chunked\r\n\r\n"
        ).encode()
        + b"400\r\n"
        + b"x" * 1024
        + b"\r\n"
    )
    told = raw(house, chunked + b"400\r\n" + b"x" * 1024 + b"\r\n" + b"1\r\nx\r\n0\r\n\r\n")
    assert b" 413 " in told.split(b"\r\n")[0]


def test_ten_deeds_a_second_are_enough(playing: tuple[Phone, ...]) -> None:
    said = Counter(playing[2].do(1, {"undo": True}).status for _ in range(40))
    assert said[429]
    assert set(said) <= {409, 429}
    time.sleep(1.1)
    assert playing[2].do(1, {"undo": True}).status == 409


DEEDS: tuple[object, ...] = (
    *({}, [], None, 1, "x", {"do": {}}, {"n": -1, "seen": 0, "do": {"draw": "nile"}}),
    {"n": 2**70, "seen": 0, "do": {"draw": "nile"}},
    {"n": 1, "seen": 0, "do": {"draw": "nile", "invoke": True}},
    *(
        {"n": number, "seen": 1, "do": {what: given}}
        for number, (what, given) in enumerate(
            (
                *(("draw", "nile"), ("invoke", True), ("bid", 9), ("pass", True), ("undo", True)),
                *(("god", 0), ("end_gods", True), ("lose", ["nile"]), ("name", "<b>\u202e\x00")),
                *(("press", {"key": "ok", "on": ""}), ("count", {"tiles": {}, "done": True})),
                *(("sit", {"seat": 1, "name": "x"}), ("language", "xx"), ("quit", True)),
                ("sit", {"seat": 9, "name": "x"}),
                ("Leave", True),
                ("draw", "</script><script>alert(1)</script>"),
                ("lose", ["nile"] * 9),
                ("count", {"tiles": {"nile": 10**9}}),
                ("press", {"key": "staff", "on": ""}),
            ),
            start=1,
        )
    ),
    {"n": 1, "seen": 0, "seat": 3, "do": {"invoke": True}},
    {"secret": "x" * 64, "languages": "xx"},
    {"secret": 5},
)
"""What is no deed, or one of somebody who has no seat."""

PREFACES = (
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64),
    b"GET / HTTP/0.9\r\n\r\n",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: " + b"y" * 20_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 900 + b"\r\n",
)
"""Other protocols, and heads that do not end."""

STRANGE = (
    b"Transfer-Encoding: chunked",
    b"Upgrade: websocket",
    b"Expect: 100-continue",
    b"Host: evil.example",
    b"Sec-Fetch-Site: cross-site",
)
"""Headers that no phone sends."""


def hostile(chance: Random, house: House, cookie: str) -> bytes:
    """Return a request that no phone sends; most are wrong in few things, so that they get far."""

    def or_else(usual: bytes, *others: bytes) -> bytes:
        return usual if chance.random() < 0.85 else chance.choice(others)

    junk = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 60)))
    nested = b"[" * chance.randrange(1, 900)
    body = chance.choice((junk, nested, *(json.dumps(each).encode() for each in DEEDS)))
    own, site = house.address.encode(), b"evil.example"
    method = or_else(b"POST", b"GET", b"PUT", b"OPTIONS", b"\x00", b"CONNECT")
    path = or_else(b"/do", b"/join", b"/events", b"/", b"/words/%00", b"/icons/%ff", b"//x", b"*")
    length = or_else(str(len(body)).encode(), b"0", b"5", b"1" + b"0" * 12, b"-1", b"1_0")
    told = [method + b" " + path + b" HTTP/1.1"]
    told += [b"Host: " + or_else(own, site, junk.hex().encode())]
    told += [b"Origin: http://" + or_else(own, site)] * (chance.random() < 0.9)
    told += [b"Cookie: " + or_else(cookie.encode(), b"phone=" + junk.hex().encode())]
    told += [b"Content-Type: " + or_else(b"application/json", b"text/plain")]
    told += [b"Connection: close", b"Content-Length: " + length]
    told += [or_else(b"Accept: */*", *STRANGE)]
    whole = b"\r\n".join(told) + b"\r\n\r\n" + body
    return or_else(whole, whole[: chance.randrange(1, len(whole))], junk, *PREFACES)


def test_hostile_requests_change_nothing_and_are_not_logged(
    house: House, playing: tuple[Phone, ...]
) -> None:
    chance, lines, secret = Random(3), written(house), house.secret  # noqa: S311 - no secret
    [server] = house.children()
    said: Counter[bytes] = Counter()
    looking = [Phone(house) for _ in range(8)]  # they have no seat: so nothing of it may count
    with ThreadPoolExecutor(6) as hands:  # as most of the time goes by waiting for an answer
        requests = (hostile(chance, house, chance.choice(looking).cookie) for _ in range(REQUESTS))
        for answer in hands.map(lambda each: raw(house, each, 2.0), requests):
            said[answer[9:12]] += 1
    assert not {status for status in said if status.startswith(b"5")} - {b"503"}, said
    assert written(house) == lines
    assert house.children() == [server]
    memory = Path(f"/proc/{server}/status").read_text(encoding="ascii")
    used = next(line for line in memory.splitlines() if line.startswith("VmRSS"))
    assert int(used.split()[1]) < 128 * 1024, used
    log = house.log.read_text(encoding="utf-8", errors="replace")
    assert secret not in log
    assert not any(name in log for name in (*NAMES, "Traceback", playing[0].cookie[6:]))
    assert playing[0].view()["stage"] == "game"


def test_a_connection_that_has_gone_is_forgotten_at_once(tmp_path: Path) -> None:
    app = server.application(server.House(tmp_path / "no.sock", tmp_path / "phones.json"))
    config = uvicorn.Config(app, ws="none", lifespan="off", log_config=None)
    config.load()
    state = uvicorn.server.ServerState()
    made: list[weakref.ref[server.Patience]] = []

    def patience() -> server.Patience:
        found = server.Patience(config, state, {})
        made.append(weakref.ref(found))
        return found

    async def come_and_go() -> None:
        listening = await asyncio.get_running_loop().create_server(patience, "127.0.0.1", 0)
        host, port = listening.sockets[0].getsockname()
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(b"nonsense\r\n\r\n")
        assert b" 400 " in await reader.read()
        writer.close()
        gc.collect()
        assert [each() for each in made] == [None]
        listening.close()

    asyncio.run(come_and_go())


def test_who_says_nothing_or_does_not_read_is_cut_and_keeps_nobody_out(
    house: House, playing: tuple[Phone, ...]
) -> None:
    [server] = house.children()
    before = open_files(server)
    lazy = socket.socket()
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    lazy.connect(("127.0.0.1", house.port))
    asked = f"GET /events HTTP/1.1\r\nHost: {house.address}\r\nCookie: {playing[2].cookie}\r\n\r\n"
    lazy.sendall(asked.encode())
    seen = playing[0].view()["seen"]
    for number in range(400):  # more than all buffers hold
        playing[2].do(seen, {"language": ("en", "cs")[number % 2]})
        time.sleep(0.005)
    silent = [socket.create_connection(("127.0.0.1", house.port)) for _ in range(50)]
    slow = [socket.create_connection(("127.0.0.1", house.port)) for _ in range(50)]
    for peer in slow:
        peer.sendall(b"GET / HTTP/1.1\r\nHost: ")
    assert playing[0].view()["stage"] == "game"
    assert house.get("/").status == http.client.OK
    for peer in (*silent, *slow):
        peer.settimeout(25)
        with suppress(ConnectionError):
            assert peer.recv(1) == b""  # it is hung up after a while
        peer.close()
    until(lambda: open_files(server) <= before, 40)
    lazy.close()


@pytest.mark.parametrize("path", ["/staff", "/settings", "/games", "/menu", "/kiosk", "/history"])
def test_nothing_of_staff_or_of_other_tables_is_there(house: House, path: str) -> None:
    assert house.get(path).status == 404

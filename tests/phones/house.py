"""A real table with its phones, as ``run --phones`` starts both, and who asks them."""

import http.client
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

Deed = dict[str, object]

PASSES: Deed = {"pass": True}

WAIT_SECONDS = 60.0

numbers = itertools.count(1)


def until(is_true: Callable[[], Any], seconds: float = WAIT_SECONDS) -> Any:  # noqa: ANN401 - what is true
    """Return what is true at last."""
    give_up = time.monotonic() + seconds
    while True:
        found = is_true()
        if found:
            return found
        assert time.monotonic() < give_up, "it never came"
        time.sleep(0.02)


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Answer(NamedTuple):
    """What the server said."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def told(self) -> Any:  # noqa: ANN401 - JSON
        """The body as JSON."""
        return json.loads(self.body)


class House:
    """A table without a window, and the process that serves its phones."""

    def __init__(self, folder: Path, settings: str = "", port: int = 0) -> None:
        """Prepare a table; nothing runs yet."""
        self.folder, self.port = folder, port or free_port()
        self.data, self.log = folder / "data", folder / "log.txt"
        self.settings = folder / "settings.toml"
        self.settings.write_text(f"[phones]\nport = {self.port}\n{settings}", encoding="utf-8")
        self._table: subprocess.Popen[bytes] | None = None

    def start(self, *options: str) -> "House":
        """Open the table, and wait until phones can come."""
        environment = {
            **os.environ,
            "XDG_RUNTIME_DIR": str(self.folder),
            "SDL_VIDEODRIVER": "dummy",
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        words = [sys.executable, "-m", "companion", "run", "--headless", "--simulate", "--phones"]
        words += ["--data", str(self.data), "--settings", str(self.settings), *options]
        with self.log.open("ab") as log:
            self._table = subprocess.Popen(words, env=environment, stdout=log, stderr=log)
        until(self.is_served)
        return self

    def is_served(self) -> bool:
        """Whether the server answers and knows the table."""
        try:
            return bool(self.secret) and self.get("/").status == http.client.OK
        except (OSError, http.client.HTTPException, ValueError):
            return False

    @property
    def kept(self) -> Any:  # noqa: ANN401 - JSON
        """What the process has kept."""
        return json.loads((self.data / "phones.json").read_text(encoding="utf-8"))

    @property
    def secret(self) -> str:
        """The secret of the code on the screen."""
        kept = self.kept
        return str(kept["secret"]) if kept["round"] else ""

    @property
    def address(self) -> str:
        """Where phones find it."""
        return f"127.0.0.1:{self.port}"

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for something."""
        return self.ask("GET", path, None, **headers)

    def post(self, path: str, what: object, **headers: str) -> Answer:
        """Say something, as the page does."""
        own = {"Origin": f"http://{self.address}", "Content-Type": "application/json"}
        body = what if isinstance(what, bytes) else json.dumps(what).encode()
        return self.ask("POST", path, body, **{**own, **_named(headers)})

    def ask(self, method: str, path: str, body: bytes | None, **headers: str) -> Answer:
        """Ask for anything."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request(method, path, body, _named(headers))
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()},
                          answer.read())  # fmt: skip
        finally:
            connection.close()

    def children(self) -> list[int]:
        """Return the processes that the table has started."""
        assert self._table is not None
        tasks = Path(f"/proc/{self._table.pid}/task").glob("*/children")
        return [int(each) for task in tasks for each in task.read_text().split()]

    def kill(self, *, with_server: bool) -> None:
        """Kill the table, and the process beside it or not."""
        assert self._table is not None
        children = self.children()
        self._table.send_signal(signal.SIGKILL)
        self._table.wait()
        if with_server:
            for child in children:
                os.kill(child, signal.SIGKILL)

    def close(self) -> None:
        """End everything."""
        if self._table is None:
            return
        children = self.children() if self._table.poll() is None else []
        self._table.terminate()
        self._table.wait(timeout=20)
        assert not [each for each in children if Path(f"/proc/{each}").exists()]


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


class Phone:
    """A phone without a browser: it speaks as the page does."""

    def __init__(self, house: House, secret: str = "", languages: str = "en") -> None:
        """Show the secret."""
        self.house = house
        told = house.post("/join", {"secret": secret or house.secret, "languages": languages})
        self.status = told.status
        self.cookie = told.headers.get("set-cookie", "").partition(";")[0]
        self.set_cookie = told.headers.get("set-cookie", "")

    def do(self, seen: int, what: dict[str, object], **more: object) -> Answer:
        """Do something."""
        deed = {"n": next(numbers), "seen": seen, "do": what, **more}
        return self.house.post("/do", deed, Cookie=self.cookie)

    def sit(self, seat: int, name: str) -> Answer:
        """Sit down."""
        return self.do(0, {"sit": {"seat": seat, "name": name}})

    def views(self) -> Generator[Any, None, None]:
        """Yield what is shown, as it changes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.house.port, timeout=20)
        try:
            connection.request("GET", "/events", headers={"Cookie": self.cookie})
            answer = connection.getresponse()
            assert answer.status == http.client.OK, answer.status
            for line in answer:
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])
        finally:
            connection.close()

    def view(self, is_right: Callable[[Any], Any] = bool) -> Any:  # noqa: ANN401 - JSON
        """Return the first thing shown that is right."""
        return next(each for each in self.views() if is_right(each))


def seated_at(house: House) -> tuple[Phone, ...]:
    """Let three people sit down with phones."""
    phones = tuple(Phone(house) for _ in range(3))
    for button, (phone, name) in enumerate(zip(phones, ("Anna", "Ben", "Cleo"), strict=True)):
        assert phone.sit(button, name).status == http.client.OK
    return phones


def begun(phones: tuple[Phone, ...]) -> tuple[Phone, ...]:
    """Let the first of them deal and begin."""
    first = phones[0]
    for key in ("ra", "ok"):
        view = first.view(partial(_is_pressed, key))
        told = first.do(view["seen"], {"press": {"key": key, "on": view["own"]["token"]}})
        assert told.status == http.client.OK, told
    first.view(lambda each: each["stage"] == "game")
    return phones


def _is_pressed(key: str, view: dict[str, Any]) -> bool:
    """Whether a phone offers this control of the table."""
    return key in view.get("own", {}).get("press", {})


def asked(phones: Sequence[Phone]) -> tuple[Phone, Any]:
    """Return whose turn it is to do something, and what their phone shows."""

    def seen() -> list[tuple[Phone, Any]]:
        return [(phone, view) for phone in phones if (view := phone.view())["own"]["asked"]]

    [(phone, view)] = until(seen)
    return phone, view


def act(phones: Sequence[Phone], what: Deed | Callable[[Any], Deed]) -> Phone:
    """Let whoever is asked do something, and return whose phone that is."""
    phone, view = asked(phones)
    deed = what if isinstance(what, dict) else what(view["own"])
    told = phone.do(view["seen"], deed)
    while told.status == http.client.TOO_MANY_REQUESTS:  # no thumb is as quick
        time.sleep(0.1)
        told = phone.do(view["seen"], deed)
    assert told.status == http.client.OK, told
    return phone


def lowest(own: dict[str, Any]) -> Deed:
    """Return a bid with the lowest sun."""
    return {"bid": own["bids"][0]}


def at_a_turn(phones: Sequence[Phone]) -> tuple[Phone, Any]:
    """Go on until somebody may draw a tile; an auction on the way is won.

    Returns:
        Whose turn it is, and what their phone shows.
    """
    while not (own := asked(phones)[1]["own"])["draw"]:
        act(phones, {"invoke": True} if own["invoke"] else lowest if own["bids"] else PASSES)
    return asked(phones)

"""What docs/own.md says of several tables works: its commands and files, line by line."""

import re
import shlex
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path

from msgspec.structs import replace

from companion.core.kiosk import Link
from companion.fleet.account import mistakes
from companion.fleet.discovery import config
from companion.fleet.shapes import Topics
from companion.settings.reading import read
from tests.fleet.mosquitto import (
    Mosquitto,
    needs_mosquitto,
    needs_mosquitto_sub,
    needs_openssl,
    until,
)
from tests.fleet.tables import Attendant, LightTable

DOCS = Path(__file__).parents[2] / "docs"

PAGE = (DOCS / "own.md").read_text(encoding="utf-8").partition("\n## Several tables\n")[2]

PASSWORD = "sesame"  # noqa: S105 - of a broker that is gone in a second


def blocks(kind: str) -> list[str]:
    """Return what the page shows of a kind."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)


def done(command: str, folder: Path) -> None:
    """Do a command of the page as root would, below this folder; passwords are typed."""
    words = shlex.split(command.removeprefix("sudo ").replace("/etc/mosquitto", str(folder)))
    if words[0] == "mosquitto_passwd":
        words.insert(1, "-b")
        words.append(PASSWORD)
    if words[0] == "openssl":  # the broker of this test has an address instead of a name
        words = [each.replace("DNS:bar.local", "IP:127.0.0.1") for each in words]
    program = shutil.which(words[0])
    assert program is not None, command
    subprocess.run([program, *words[1:]], check=True, timeout=60, cwd=folder / "certs",
                   capture_output=True)  # fmt: skip


@needs_mosquitto
@needs_mosquitto_sub
@needs_openssl
def test_the_broker_and_a_table_are_set_up_by_the_page(tmp_path: Path, stack: ExitStack) -> None:
    (tmp_path / "certs").mkdir()
    commands = [line for block in blocks("sh") for line in block.splitlines()]
    for command in commands:
        if re.search(r"\b(openssl|mosquitto_passwd)\b", command):
            done(command, tmp_path)
    (acl,), (conf,) = blocks("acl"), blocks("conf")
    (tmp_path / "acl").write_text(acl)
    lines = conf.replace("/etc/mosquitto", str(tmp_path)).splitlines()
    assert lines[0] == "listener 8883"
    broker = Mosquitto(tmp_path, *lines[1:])
    stack.callback(broker.stop)
    broker.start()

    (toml,) = blocks("toml")
    found, wrong = read(toml.encode())
    assert wrong == ()
    secret = tmp_path / "fleet-password"
    secret.write_text(f"{PASSWORD}\n")
    secret.chmod(0o600)
    fleet = replace(
        found.fleet, host="127.0.0.1", port=broker.port, tls_ca=str(tmp_path / "certs/ca.crt"),
        password_file=str(secret),
    )  # fmt: skip
    assert [*mistakes(fleet)] == []
    table = LightTable(fleet.id, fleet)
    stack.callback(table.die)
    stack.callback(Attendant(table.file).close)
    until(lambda: table.is_told(Link.CONNECTED))

    heard = _sub(broker, tmp_path)
    assert b"window-3/state" in heard
    assert b"window-3/availability online" in heard
    home = _sub(broker, tmp_path, "homeassistant/#")
    assert b"ra_companion_window-3/config" in home
    _answer(broker, tmp_path)
    until(lambda: table.answers)


def _sub(broker: Mosquitto, folder: Path, topic: str = "ra-companion/#") -> bytes:
    """Return what the page's listener hears in a second."""
    words = _client("mosquitto_sub", broker, folder)
    words = [each.replace("ra-companion/#", topic) for each in words]
    done = subprocess.run([*words, "-W", "2"], capture_output=True, timeout=30, check=False)
    assert done.stderr in (b"", b"Timed out\n"), done.stderr
    return done.stdout


def _answer(broker: Mosquitto, folder: Path) -> None:
    """Answer the table's call as Home Assistant does."""
    words = _client("mosquitto_pub", broker, folder)[: -len(("-v", "-t", "ra-companion/#"))]
    subprocess.run([*words, "-q", "1", "-t", "ra-companion/window-3/call/set", "-m", "end"],
                   check=True, timeout=30)  # fmt: skip


def _client(program: str, broker: Mosquitto, folder: Path) -> list[str]:
    """Return the page's listener, or another program with the same account."""
    (command,) = [line for block in blocks("sh") for line in block.splitlines()
                  if line.startswith("mosquitto_sub")]  # fmt: skip
    said = command.replace("bar.local", "127.0.0.1").replace("8883", str(broker.port))
    said = said.replace("/etc/mosquitto", str(folder)).replace("PASSWORD", PASSWORD)
    return [program, *shlex.split(said)[1:]]


def test_the_dashboard_shows_ten_tables_by_what_home_assistant_finds() -> None:
    board = (DOCS / "dashboard.yaml").read_text(encoding="utf-8")
    shown = []
    for number in range(1, 11):
        topics = Topics("ra-companion", "homeassistant", f"table-{number}")
        described = config(topics, "1.0.0")["cmps"]
        assert isinstance(described, dict)
        found = {each.get("default_entity_id") for each in described.values()}
        wanted = re.findall(rf"[a-z_]+\.ra_companion_table_{number}_\w+", board)
        assert wanted
        assert set(wanted) <= found
        assert board.count(f"Table {number}\n") == 3
        shown.append([each.replace(f"table_{number}_", "table_1_") for each in wanted])
    assert shown == [shown[0]] * 10
    everything = re.findall(r"[a-z_]+\.ra_companion_\w+", board)
    assert len(everything) == sum(map(len, shown))

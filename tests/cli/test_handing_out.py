"""The support file of a table at which people have played, searched byte by byte."""

import json
import os
import subprocess
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from zipfile import ZipFile

import pytest
from msgspec.structs import replace

from companion.cli.diagnostics import NAME, gathered, place, save
from companion.cli.doctor import computer
from companion.cli.terminal.options import Places
from companion.doctor.machine import Computer
from companion.exports.kept_game import describe
from companion.journal import games_dir, index
from companion.journal.book import GameWriter
from companion.journal.index import Index
from companion.storage.pin import StaffPin
from companion.storage.staff_log import note, staff_file
from tests.statistics.evenings import claimed, keep

NAMES = ("Zdeňka", "Ármin Nagy", "Олена", "アンナ")

PIN = "804617"

SECRETS = (*NAMES, *("hunter2", "token-of-the-owner", "Attic of Olena", "wilhelmine"), PIN)

SETTINGS = """
[table]
language = "cs"
kiosk = true
[bag_reader]
url = "rfc2217://wilhelmine:hunter2@10.0.0.9:4000"
box = "Attic of Olena"
[kiosk]
call_command = ["/home/wilhelmine/bell", "--key", "token-of-the-owner"]
"""

LOG = """\
[  12.1] ra-companion[7]: INFO companion.app: {name} pressed
[  13.2] ra-companion[7]: ValueError("{name}", seat='{name}') in /home/wilhelmine/x
"""


def play(data: Path, folder: Path) -> None:
    """Let people with these names begin a game at the real program."""
    record = folder / "evening.jsonl"
    record.write_text(json.dumps({"ra_record": 1, "players": NAMES}) + '\n{"draw": "nile"}\n')
    (folder / "script").write_text("draw gold\nwait 1\n")
    done = subprocess.run(
        [*(sys.executable, "-m", "companion", "run", "--headless", "--simulate"),
         *("--data", str(data), "--start", str(record), "--script", str(folder / "script"))],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def case(tmp_path_factory: pytest.TempPathFactory) -> Computer:
    """A table with a game, a PIN, staff, recorded voices and a box, and a log with names in it."""
    folder = tmp_path_factory.mktemp("wilhelmine")
    data = folder / "data"
    play(data, folder)
    pin = StaffPin(data / "staff-pin.json", lambda: 0.0)
    pin.choose(PIN)
    pin.tried("111111")
    note(data, {"staff": "in", "who": NAMES[0]})
    (data / "voices" / "cs").mkdir(parents=True)
    (data / "voices" / "cs" / f"{NAMES[0]}.wav").write_bytes(b"RIFF")
    (data / "boxes").mkdir(exist_ok=True)
    (data / "boxes" / "Attic of Olena.csv").write_text("uid,tile\n")
    index.ask(data, describe, Index.games)
    (folder / "settings.toml").write_text(SETTINGS, encoding="utf-8")
    found = computer(Places(settings=folder / "settings.toml", data=data))
    log = "".join(LOG.format(name=name) for name in NAMES)

    def answer(command: Sequence[str]) -> str:
        return log if command[0] == "journalctl" else ""

    environment = {**os.environ, "HOME": "/home/wilhelmine"}
    return replace(found, machine=replace(found.machine, answer=answer, environment=environment))


@pytest.fixture(scope="module")
def parts(case: Computer) -> dict[str, bytes]:
    """What is handed out, before it is packed."""
    return dict(gathered(case))


@pytest.mark.parametrize("secret", SECRETS)
def test_no_name_no_password_and_no_pin_is_in_any_part(
    parts: dict[str, bytes], secret: str
) -> None:
    for name, content in parts.items():
        assert secret.casefold() not in content.decode().casefold(), name
        assert secret not in json.dumps(content.decode()), name
        assert secret not in name


def test_nothing_of_the_pin_s_file_and_of_the_staff_s_journal_is_in_any_part(
    case: Computer, parts: dict[str, bytes]
) -> None:
    kept = json.loads((case.data / "staff-pin.json").read_bytes())
    texts = [value for value in kept.values() if isinstance(value, str) and value]
    assert len(texts) >= 2  # the salt and the hash
    texts += staff_file(case.data).read_text().split('"p":"')[1].split('"')[:1]
    for content in parts.values():
        assert not [text for text in texts if text in content.decode()]


def test_the_names_are_there_before_they_are_hidden(case: Computer) -> None:
    journal = games_dir.game_files(case.data)[-1].path.read_text(encoding="utf-8")
    assert all(name in journal for name in NAMES)
    assert all(name in case.machine.answer(("journalctl",)) for name in NAMES)
    assert "hunter2" in case.settings.bag_reader.url


def test_what_happened_and_what_is_wrong_can_be_read(parts: dict[str, bytes]) -> None:
    (game,) = [name for name in parts if name.startswith("games/")]
    lines = [json.loads(line) for line in parts[game].splitlines()]
    assert [line["event"] for line in lines[1:3]] == [{"draw": "nile"}, {"draw": "gold"}]
    assert lines[0]["event"]["game"]["players"] == [f"#{n}" for n in range(1, 5)]
    assert b"(name) pressed" in parts["log.txt"]
    for line in (b'table.language = "cs"', b"table.kiosk = true", b"bag_reader.url = (set)"):
        assert line in parts["settings.txt"].splitlines()
    assert json.loads(parts["doctor.json"])["findings"]


def test_the_place_of_a_device_may_be_said(case: Computer) -> None:
    reader = replace(case.settings.bag_reader, url="/dev/ttyUSB0")
    settings = replace(case.settings, bag_reader=reader)
    said = gathered(replace(case, settings=settings))["settings.txt"]
    assert b'bag_reader.url = "/dev/ttyUSB0"' in said


def test_a_game_that_cannot_be_proved_is_told_as_far_as_it_can(
    case: Computer, tmp_path: Path
) -> None:
    whole = games_dir.game_files(case.data)[-1].path
    (tmp_path / "games").mkdir()
    torn = tmp_path / "games" / whole.name
    raw = whole.read_bytes()
    torn.write_bytes(raw[: len(raw) - 5])
    said = gathered(replace(case, data=tmp_path))[f"games/{whole.stem}.jsonl"].decode()
    assert json.loads(said.splitlines()[-1])["flaw"]["kind"] == "torn"
    assert not [name for name in NAMES if name in said]


def test_what_is_not_understood_of_how_a_game_began_is_left_out(
    case: Computer, tmp_path: Path
) -> None:
    with claimed(tmp_path) as ours:
        game = keep(ours, less=20)
        [game_file] = games_dir.game_files(tmp_path)
        header, *_ = games_dir.read(game_file).lines
        game_file.path.unlink()
        book = GameWriter(ours, game)
        book.append({**header.event, "note": "by Cleopatra"}, header.stamp)
        book.close()
    assert "Cleopatra" in game_file.path.read_text(encoding="utf-8")
    said = gathered(replace(case, data=tmp_path))
    assert not [name for name, part in said.items() if b"Cleopatra" in part]


def test_without_a_data_folder_the_rest_is_handed_out(case: Computer, tmp_path: Path) -> None:
    said = gathered(replace(case, data=tmp_path / "none"))
    assert {"about.txt", "doctor.txt", "settings.txt", "log.txt"} <= set(said)


def test_the_file_is_whole_and_no_secret_stands_in_its_bytes(
    parts: dict[str, bytes], tmp_path: Path
) -> None:
    file = tmp_path / "out.zip"
    save(file, parts)
    raw = file.read_bytes()
    with ZipFile(file) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == parts
    assert not [secret for secret in SECRETS if secret.encode() in raw]
    assert zlib.crc32(raw)
    assert [each.name for each in tmp_path.iterdir()] == ["out.zip"]


def test_in_a_folder_nothing_is_written_over(tmp_path: Path) -> None:
    first = place(tmp_path)
    assert first == tmp_path / f"{NAME}.zip"
    first.write_bytes(b"before")
    assert place(tmp_path) == tmp_path / f"{NAME}-2.zip"
    assert place(tmp_path / "mine.zip") == tmp_path / "mine.zip"
    assert place(tmp_path / "mine.txt") is None
    assert place(tmp_path / "none" / "mine.zip") is None


def test_a_stick_that_is_full_keeps_what_was_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "out.zip"
    file.write_bytes(b"before")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.cli.diagnostics.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        save(file, {"about.txt": b"x"})
    assert file.read_bytes() == b"before"
    assert [each.name for each in tmp_path.iterdir()] == ["out.zip"]


def test_the_command_says_where_it_has_put_the_file(case: Computer, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "companion", "diagnostics", str(tmp_path)]
    done = subprocess.run(
        [*words, "--data", str(case.data)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert f"{NAME}.zip saved" in done.stdout
    with ZipFile(tmp_path / f"{NAME}.zip") as archive:
        assert not [
            secret
            for secret in NAMES
            for name in archive.namelist()
            if secret in archive.read(name).decode()
        ]

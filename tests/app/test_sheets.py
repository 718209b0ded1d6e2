"""A real-looking table counted on the screen, on the terminal and from a file: one result."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.app.archive import Library
from companion.app.counts import Counts
from companion.app.forgetting import DAY_MS, forget, forget_old, is_known
from companion.cli.commands import main
from companion.core.effects import KeepSheet
from companion.core.messages import Mention
from companion.core.notices import Notes
from companion.pages.score_sheet.counts import places_of
from companion.pages.score_sheet.kept import CountedPlayer, KeptCount
from companion.rules.scoring.sheet import Row, Tally, read_sheet, result, scored
from companion.rules.tiles import Tile
from companion.storage.score_sheets import FOLDER, keep
from tests.app.outside import Starts
from tests.journal.disks import HASTY
from tests.pages.score_sheet.counted import BEFORE, FIRST, SUNS
from tests.statistics.evenings import claimed

NAMES = ("Anna", "Marek", "Yuki", "Rosa", "Olga")

FINAL = Tally(
    3,
    tuple(
        Row(name, before, suns, {kind.value: number for kind, number in held.items()})
        for name, before, suns, held in zip(NAMES, BEFORE, SUNS, FIRST, strict=True)
    ),
)


def on_the_screen() -> Iterator[str]:
    """Yield a script that counts the third epoch of this table with keys."""
    yield from ("key s", "key down", *["key space"] * 3, "key down")
    for name in NAMES:
        yield from (f"key {letter}" for letter in name.lower())
        yield "key down"
    yield "key tab"
    things = places_of(5, points=True, suns=True)
    for before, suns, held in zip(BEFORE, SUNS, FIRST, strict=True):
        yield from (f"key {digit}" for digit in f"00{before}")
        for what in things[1:]:
            yield "key right"
            if isinstance(what, Tile) and what in held:
                yield f"key {held[what]}"
        for sun in suns:
            yield from (f"key {digit}" for digit in str(sun))
            yield "wait 1"
        yield "key return"


def test_one_table_has_one_result_on_the_screen_and_from_its_file(
    starts: Starts, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = starts.folder / "words.txt"
    done = starts.run(*on_the_screen(), f"words {seen}", "key s", f"words {seen}.after")
    assert (done.status, done.err) == (0, "")
    [file] = (starts.data / FOLDER).iterdir()
    said = Path(f"{seen}.after").read_text(encoding="utf-8")
    assert "Score sheet saved:" in said
    assert f"/{FOLDER}/{file.name[:4]}" in said  # a long way to it is cut at its end
    expected: dict[str, Any] = result(scored(FINAL))

    assert main(["score", str(file), "--json"]) == 0
    from_file = json.loads(capsys.readouterr().out)
    expected["players"] = [  # the screen writes names as they were typed here
        {**player, "name": player["name"].lower()} for player in expected["players"]
    ]
    assert from_file == json.loads(json.dumps(expected))

    shown = seen.read_text(encoding="utf-8").split()
    for player in expected["players"]:
        assert str(player["after"]) in shown


def test_a_sheet_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("a file where the folder should be", encoding="utf-8")
    library = Library(tmp_path, lambda: None, lambda _: None)
    [said] = library.obey(KeepSheet(FINAL))
    assert isinstance(said, Mention)
    assert said.notice.note is Notes.SHEET_NOT_KEPT
    assert said.notice.facts["why"]


def test_the_first_sheet_outlives_a_pulled_plug_with_its_folder(tmp_path: Path) -> None:
    flushed: list[int] = []
    disk = replace(HASTY, fsync=lambda fd: flushed.append(os.fstat(fd).st_ino))
    file = keep(tmp_path / "data", FINAL, 1_700_000_000_000, disk)
    for kept in (file, file.parent, tmp_path / "data", tmp_path):
        assert kept.stat().st_ino in flushed


def test_who_is_forgotten_is_forgotten_in_sheets_as_well(tmp_path: Path) -> None:
    with claimed(tmp_path) as ours:
        two = (*FINAL.players[:4], replace(FINAL.players[4], name="Anna 2"))
        file = keep(tmp_path, replace(FINAL, players=two), 1_700_000_000_000)
        (tmp_path / FOLDER / "half.json.new").write_bytes(b'{"name": "Anna')
        forget(ours, "Anna")
        assert [path for path in tmp_path.rglob("*.json*") if b"Anna" in path.read_bytes()] == []
        after = scored(read_sheet(file.read_bytes()))
        assert after.names == ("#1", *NAMES[1:4], "#5")
        assert after.scores == scored(FINAL).scores


@pytest.mark.parametrize(("days", "is_kept"), [(2, True), (1, False), (0, False), (-1, True)])
def test_sheets_are_kept_as_long_as_names_are(tmp_path: Path, days: int, *, is_kept: bool) -> None:
    with claimed(tmp_path) as ours:
        file = keep(tmp_path, FINAL, 1_700_000_000_000)
        written_ms = file.stat().st_mtime_ns // 1_000_000
        forget_old(ours, days, written_ms + DAY_MS + 1)
        assert file.exists() == is_kept


@pytest.mark.parametrize("is_old", [False, True], ids=["who asks", "an old one"])
def test_a_sheet_that_is_counted_forgets_names_and_keeps_what_was_counted(
    tmp_path: Path,
    is_old: bool,  # noqa: FBT001 - a case
) -> None:
    people = (CountedPlayer({Tile.NILE: 2}, is_told=True), CountedPlayer(), CountedPlayer())
    with claimed(tmp_path) as ours:
        counting = Counts(ours.data, HASTY)
        counting.kept = KeptCount((people,), names=("Anna", "", "Anna 2"))
        counting.save()
        if is_old:
            forget_old(ours, 1, time.time_ns() // 1_000_000 + 2 * DAY_MS)
        else:
            assert is_known(ours.data, "Anna")
            forget(ours, "Anna")
        assert not is_known(ours.data, "Anna")
        kept = Counts(ours.data).kept
    assert kept == KeptCount((people,), names=("", "", ""))

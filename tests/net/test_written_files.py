"""Files once written stay readable, and the same games write the same bytes again."""

import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion import settings
from companion.core.kiosk import GuestRequest, MissingPiece, Pile, UsbJob
from companion.exports import FORMATS
from companion.exports.bg_stats import BgPlay, play_of
from companion.exports.kept_game import describe
from companion.i18n import ENGLISH
from companion.journal import game_lines
from companion.journal.lines import GameId, Head, after, beginning, write_line
from companion.rules.editions import NoPenalty
from companion.rules.records import record
from companion.rules.scoring.sheet import Row, Tally, TwoPlayers, read_sheet, write_sheet
from companion.rules.tiles import Tile
from companion.settings import reading
from companion.settings.file import edited
from companion.statistics.game import counted
from companion.storage import box_csv, boxes
from companion.tags.box import TagBox
from tests.net.conftest import GoldenText
from tests.net.evenings import JOURNALS, end, evenings, kept_of, lines_of, played_again
from tests.proof import golden

OURS = sorted(JOURNALS.glob("*/*.jsonl"))

SHOWN = [path for path in OURS if path.stem[:6] in ("000001", "000003", "000012")]
"""Three games are enough to see every form."""


def _name(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


our_games = pytest.mark.parametrize("path", OURS, ids=_name)


def _play(path: Path) -> BgPlay:
    found = play_of(GameId(path.stem), lines_of(path.read_bytes(), path.stem))
    assert found is not None
    return found


def test_there_are_journals_of_every_evening() -> None:
    assert {path.stem.partition("-")[2] for path in OURS} == set(evenings())


@pytest.mark.parametrize("version", golden.versions())
def test_the_journals_of_every_version_end_as_they_did(version: str) -> None:
    assert golden.compared(version).failures == []


@our_games
def test_an_old_journal_opens_and_ends_at_the_same_table(path: Path) -> None:
    kept = kept_of(path.read_bytes(), path.stem)
    assert end(kept.timeline) == path.with_suffix(".end").read_bytes()


@our_games
def test_every_line_of_an_old_journal_is_written_the_same_again(path: Path) -> None:
    raw = path.read_bytes()
    kept = kept_of(raw, path.stem)
    entries, rejected = iter(kept.entries), iter(kept.rejected)
    start = msgspec.structs.replace(kept.timeline, steps=())
    written, head = b"", beginning(GameId(path.stem))
    for number, line in enumerate(lines_of(raw, path.stem)):
        said = line.event
        if number == 0:
            said = game_lines.header(start, kept.guests, kept.agreement)
        elif "rejected" in said:
            said = game_lines.rejected_line(next(rejected))
        elif said != game_lines.LEFT and "peeked" not in said:
            said = game_lines.line(next(entries))
        one = write_line(said, line.stamp, head)
        head = _behind(head, one)
        written += one
    assert written == raw


def _behind(head: Head, line: bytes) -> Head:
    return replace(after(head, line), number=head.number + 1, size=head.size + len(line))


@our_games
def test_the_same_messages_write_the_same_journal(path: Path) -> None:
    raw = path.read_bytes()
    assert played_again(raw, path.stem) == raw


@our_games
def test_the_same_evening_writes_the_same_journal(path: Path) -> None:
    evening = evenings()[path.stem.partition("-")[2]]
    assert evening.journal(GameId(path.stem)) == path.read_bytes()


@our_games
def test_an_old_record_is_read_and_written_the_same_again(path: Path) -> None:
    raw = path.with_suffix(".record").read_bytes()
    header, *lines = raw.splitlines()
    agreed, entries = record.read_header(header), [record.read_entry(line) for line in lines]
    assert record.write(agreed, entries) == raw
    kept = kept_of(path.read_bytes(), path.stem)
    assert (kept.timeline.start.setup, list(kept.entries)) == (agreed, entries)


@pytest.mark.parametrize("path", SHOWN, ids=_name)
@pytest.mark.parametrize("form", ["record", "csv", "json"])
def test_a_game_is_taken_along_as_it_was(path: Path, form: str, golden_text: GoldenText) -> None:
    text = FORMATS[form](_play(path), ENGLISH).decode()
    golden_text(text.replace("\r\n", "\n"), f"files/{path.stem}.{form}")


@our_games
def test_a_game_is_described_as_it_was(path: Path, golden_text: GoldenText) -> None:
    row = describe(lines_of(path.read_bytes(), path.stem))._asdict()
    players = [player._asdict() for player in row["players"]]
    golden_text(_indented({**row, "players": players}), f"files/{path.stem}.row")


def test_counts_have_their_names(golden_text: GoldenText) -> None:
    kept = kept_of(OURS[0].read_bytes(), OURS[0].stem)
    players = kept.timeline.start.setup.players
    golden_text(_indented(counted(kept.timeline, players, 61)), "files/counts")


def _indented(value: object) -> str:
    return json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


SHEET = Tally(
    3,
    (
        Row("Anna", 12, (2, 5, 9), {tile.value: 2 for tile in Tile}),
        Row(None, 3, (3,), {}),
        Row("Ben", None, None, {Tile.NILE.value: 40}),
    ),
    TwoPlayers(None, NoPenalty.EVERY_EPOCH),
)


def test_a_score_sheet_is_written_as_it_was_and_read_again(golden_text: GoldenText) -> None:
    written = write_sheet(SHEET)
    assert read_sheet(written) == SHEET
    golden_text(written.decode(), "files/sheet.json")


def test_a_box_of_tags_is_written_as_it_was_and_read_again(golden_text: GoldenText) -> None:
    things = [*(tile.value for tile in Tile), "sun-1", "sun-16", "ra_figure"]
    box = TagBox({f"04A1{place:04X}": thing for place, thing in enumerate(things)})
    written = box_csv.write(box)
    assert box_csv.read(written) == (box, ())
    golden_text(written.decode(), "files/box.csv")


def test_what_was_missing_in_a_box_is_read_again(tmp_path: Path, golden_text: GoldenText) -> None:
    short = (
        *(MissingPiece(pile.name, place) for place, pile in enumerate(Pile, 1)),
        MissingPiece("nile", 2),
    )
    boxes.save_check(tmp_path, "attic", short)
    found = boxes.load_check(tmp_path)["attic"]
    assert found.short == short
    written = msgspec.json.encode({"attic": replace(found, counted_ms=1_767_384_930_000)})
    golden_text(written.decode() + "\n", "files/box-checks.json")


def test_every_setting_that_can_be_set_is_read_as_it_was(golden_text: GoldenText) -> None:
    golden_text(_indented(msgspec.to_builtins(settings.Settings())), "files/settings.json")


def test_an_owners_file_is_edited_as_it_was(golden_text: GoldenText) -> None:
    values: dict[str, dict[str, int | str]] = {
        "table": {"secrecy": "open", "level": "light"},
        "kiosk": {"locked": True},
        "panel.buttons": {"p1": 5},
    }
    before = '# ours\n[table]\nlevel = "full" # so\n\n[sound]\nvolume = 30\n'
    written = edited(before, values)
    _, mistakes = reading.read(written.encode())
    assert not mistakes
    golden_text(written, "files/settings.toml")


def test_what_a_call_and_a_cargo_are_called_outside_is_as_it_was() -> None:
    assert [call.value for call in GuestRequest] == ["rules", "order", "bill"]
    assert [cargo.value for cargo in UsbJob] == ["backup", "games", "diagnostics"]

"""However a game comes to the table, it is played as the owner's settings say."""

from pathlib import Path

import pytest

from companion.core.model import Agreement, Guest, Secrecy
from companion.journal import game_lines, games_dir
from companion.journal.book import GameWriter
from companion.journal.claim import claim
from companion.journal.lines import GameId, Stamp
from companion.opponent.strength import Strength
from companion.rules.actions import DRAWS
from companion.rules.editions import Edition, Options, setup
from companion.rules.model import new_game
from companion.rules.records import record
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import Tile
from tests.app.outside import Starts
from tests.journal.disks import HASTY
from tests.rules.table import NAMES


def _settings(starts: Starts, text: str) -> tuple[str, str]:
    file = starts.folder / "settings.toml"
    file.write_text(f"[table]\n{text}\n")
    return "--settings", str(file)


def _record(starts: Starts, *entries: object) -> tuple[str, str]:
    file = starts.folder / "start.jsonl"
    options = Options(edition=Edition.RGG_2009)
    file.write_bytes(record.write(setup(NAMES[:3], options), entries))  # type: ignore[arg-type]
    return "--start", str(file)


def _kept(starts: Starts) -> game_lines.Kept:
    kept = game_lines.read(games_dir.read(games_dir.game_files(starts.data)[-1]).lines)
    assert kept is not None
    return kept


def test_everything_that_was_agreed_is_known_after_a_restart(tmp_path: Path) -> None:
    agreement = Agreement(secrecy=Secrecy.OPEN, dealt_by_hand=True, is_first=True, shows_worth=True)
    guests = Guest(1, "Ann"), Guest(3, "Isis", Strength.STEADY)
    started = Timeline(start=new_game(setup(("Ann", "Isis"))))
    with claim(tmp_path, HASTY) as ours:
        book = GameWriter(ours, GameId("000001-20260102T201530"))
        book.append(game_lines.header(started, guests, agreement), Stamp(0, 0, "", "key"))
        book.close()
        [file] = games_dir.game_files(tmp_path)
        kept = game_lines.read(games_dir.read(file).lines)
    assert kept is not None
    assert (kept.guests, kept.agreement) == (guests, agreement)


SEALED = 'secrecy = "sealed"'


@pytest.mark.parametrize(
    "way",
    [
        ["press p1", "press p2", "press p3", "press ra", "press ok", "press ra", "press ok"],
        ["press p1", "press p2", "hold ra 0.7"],
    ],
    ids=["dealt", "joined under way"],
)
def test_a_game_that_people_begin_is_played_as_the_settings_say(
    way: list[str], starts: Starts
) -> None:
    assert starts.run(*way, options=_settings(starts, SEALED)).status == 0
    assert _kept(starts).agreement.secrecy.value == "sealed"


@pytest.mark.parametrize("entries", [(), (DRAWS[Tile.NILE],)], ids=["new", "under way"])
def test_the_game_of_a_record_is_played_as_the_settings_say(
    entries: tuple[object, ...], starts: Starts
) -> None:
    options = (*_settings(starts, SEALED), *_record(starts, *entries))
    assert starts.run("wait 0.1", options=options).status == 0
    agreement = _kept(starts).agreement
    assert agreement.secrecy.value == "sealed"
    assert agreement.options.edition is Edition.RGG_2009


def test_it_stays_so_when_it_is_resumed_and_the_settings_are_other(starts: Starts) -> None:
    first = (*_settings(starts, SEALED), *_record(starts, DRAWS[Tile.NILE]))
    starts.run("wait 0.1", options=first)
    hidden = ("hold p1 0.6", "words a.txt")
    assert starts.run(*hidden, options=_settings(starts, 'secrecy = "own_peek"')).status == 0
    assert _kept(starts).agreement.secrecy.value == "sealed"
    assert len(games_dir.game_files(starts.data)) == 1


def test_a_record_in_which_nothing_was_entered_begins_at_the_level_of_the_settings(
    starts: Starts,
) -> None:
    options = (*_settings(starts, 'level = "light"'), *_record(starts))
    assert starts.run("wait 0.1", options=options).status == 0
    assert starts.journal() == [{"level": "light"}]


def test_a_record_in_which_tiles_were_entered_goes_on_with_tiles(starts: Starts) -> None:
    options = (*_settings(starts, 'level = "light"'), *_record(starts, DRAWS[Tile.NILE]))
    assert starts.run("wait 0.1", options=options).status == 0
    assert starts.journal() == [{"draw": "nile"}]


@pytest.mark.parametrize(
    "way",
    [
        ["press p1", "press p2", "press p3", "key f4"],
        ["press p1", "press p2", "press p3", "press ra", "press ok"],
        ["press p1", "press p2", "press p3", "hold ra 0.7"],
        ["press p1", "press p2", "press p3", "press p4", "press p5", "press ra", "press ok"],
    ],
    ids=["joined by a key", "dealt", "joined under way", "five"],
)
def test_the_game_before_decides_nothing_of_the_next(way: list[str], starts: Starts) -> None:
    begun = starts.run("press p1", "press p2", "press ra", "press ok", "key g")
    assert begun.status == 0, begun.err
    left = ["hold dial 0.7", "turn -1", "press ok"]
    again = starts.run(*left, *way)
    assert again.status == 0, again.err
    limit = 10 if "press p5" in way else 8
    assert _kept(starts).timeline.start.setup.ra_limit == limit


def test_a_board_with_a_longer_track_is_the_board_of_as_many_players(starts: Starts) -> None:
    file = starts.folder / "start.jsonl"
    setting = setup(NAMES[:2], Options(ra_limit=7))
    file.write_bytes(record.write(setting, (DRAWS[Tile.NILE],)))
    assert starts.run("wait 0.1", options=("--start", str(file))).status == 0
    left = ["hold dial 0.7", "turn -1", "press ok"]
    two = ["press p1", "press p2", "press ra", "press ok", "press ra", "press ok"]
    assert starts.run(*left, *two).status == 0
    assert _kept(starts).timeline.start.setup.ra_limit == 7
    three = ["press p1", "press p2", "press p3", "press ra", "press ok", "press ra", "press ok"]
    assert starts.run(*left, *three).status == 0
    assert _kept(starts).timeline.start.setup.ra_limit == 8

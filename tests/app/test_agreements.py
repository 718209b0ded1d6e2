"""However a game comes to the table, it is played as the owner's settings say."""

from pathlib import Path

import pytest

from companion.core.model import Agreement, Guest, Secrecy
from companion.journal import game_lines, games_dir
from companion.journal.book import GameWriter
from companion.journal.claim import claim
from companion.journal.lines import GameId, Stamp
from companion.opponent.strength import Strength
from companion.rules.actions import DRAWS, Draw
from companion.rules.editions import Edition, Options, setup
from companion.rules.model import new_game
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import Tile
from tests.app.outside import Starts
from tests.journal.disks import HASTY


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


SEALED = '[table]\nsecrecy = "sealed"\n'

LIGHT = '[table]\nlevel = "light"\n'

OLD = Options(edition=Edition.RGG_2009)


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
    starts.play(*way, options=starts.settings(SEALED))
    assert _kept(starts).agreement.secrecy.value == "sealed"


@pytest.mark.parametrize("entries", [(), (DRAWS[Tile.NILE],)], ids=["new", "under way"])
def test_the_game_of_a_record_is_played_as_the_settings_say(
    entries: tuple[Draw, ...], starts: Starts
) -> None:
    starts.play(options=(*starts.settings(SEALED), *starts.record(*entries, agreed=OLD)))
    agreement = _kept(starts).agreement
    assert agreement.secrecy.value == "sealed"
    assert agreement.options.edition is Edition.RGG_2009


def test_it_stays_so_when_it_is_resumed_and_the_settings_are_other(starts: Starts) -> None:
    first = (*starts.settings(SEALED), *starts.record(DRAWS[Tile.NILE]))
    starts.run("wait 0.1", options=first)
    hidden = ("hold p1 0.6", "words a.txt")
    assert (
        starts.run(*hidden, options=starts.settings('[table]\nsecrecy = "own_peek"\n')).status == 0
    )
    assert _kept(starts).agreement.secrecy.value == "sealed"
    assert len(games_dir.game_files(starts.data)) == 1


@pytest.mark.parametrize(
    ("entries", "journal"), [((), {"level": "light"}), ((DRAWS[Tile.NILE],), {"draw": "nile"})]
)
def test_only_a_record_in_which_nothing_was_entered_begins_at_the_level_of_the_settings(
    starts: Starts, entries: tuple[Draw, ...], journal: object
) -> None:
    starts.play(options=(*starts.settings(LIGHT), *starts.record(*entries)))
    assert starts.journal() == [journal]


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
    starts.play("press p1", "press p2", "press ra", "press ok", "key g")
    starts.play("hold dial 0.7", "turn -1", "press ok", *way)
    limit = 10 if "press p5" in way else 8
    assert _kept(starts).timeline.start.setup.ra_limit == limit


def test_a_board_with_a_longer_track_is_the_board_of_as_many_players(starts: Starts) -> None:
    starts.play(options=starts.record(DRAWS[Tile.NILE], players=2, agreed=Options(ra_limit=7)))
    left, begin = ["hold dial 0.7", "turn -1", "press ok"], ["press ra", "press ok"] * 2
    for limit, people in ((7, ["press p1", "press p2"]), (8, ["press p1", "press p2", "press p3"])):
        starts.play(*left, *people, *begin)
        assert _kept(starts).timeline.start.setup.ra_limit == limit

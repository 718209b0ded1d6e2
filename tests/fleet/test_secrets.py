"""What leaves a table: no name, no point total and no hidden tile of a running game; nothing else.

Two tables are laid side by side that differ in names and points only. Whatever is said of them must
be the same, byte by byte.
"""

import json
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from companion.app.fleet.state import GameWatch, game_event, phase, state
from companion.core.kiosk import Calling, GuestRequest
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.preferences import Preferences
from companion.core.session import Guest
from companion.fleet.discovery import config
from companion.fleet.shapes import Hello, TablePhase, TableReport, topics_of
from companion.pages import kiosk
from companion.pages.new_game import Seating, Welcome
from companion.pages.table import Table
from companion.rules.actions import DRAWS, UNSOLD, Level
from companion.rules.editions import Options, setup
from companion.rules.model import Game
from companion.rules.partial.ledger import END_EPOCH, TallyEpoch
from companion.rules.records.shapes import SetLevel
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.scoring.scoring import Category
from companion.rules.tiles import Tile
from companion.settings import Settings
from companion.statistics.game import TABLE, counted
from tests.random_games import random_game
from tests.together import for_each

NAMES = ("Anastasia-Q", "Bartholomäus", "Чарівниця", "Zdeněk-X", "花子さん")

OTHERS = ("V", "W", "X", "Y", "Z")

PLACE = "/etc/secret-place"

GAMES = 30


def played(names: tuple[str, ...], seed: int) -> Timeline:
    """Return a random game that is over; the same for the same seed, whatever the names."""
    dice = Random(seed)  # noqa: S311 - no secret
    players = 2 + seed % 4
    agreed = setup(names[:players], Options())
    timeline = begin(agreed)
    for action in random_game(agreed, dice):
        timeline = enter(timeline, action)
    return timeline


def model_of(timeline: Timeline, names: tuple[str, ...]) -> Model:
    """Return the table on which this game lies."""
    guests = tuple(Guest(seat, name) for seat, name in enumerate(names))
    return Model(page=Table()).with_session(
        timeline=timeline, buttons=tuple(range(len(names))), last_guests=guests, known_names=names
    )


def said(timeline: Timeline, names: tuple[str, ...]) -> bytes:
    """Return every byte that leaves of this position: a state, and the game as if it were left."""
    told = TableReport(
        state=state(model_of(timeline, names), 7, 1), game=game_event(timeline, "0123", 7)
    )
    return msgspec.json.encode(told)


def doctored(game: Game) -> Game:
    """Return the table with other points, and another bag than anybody can know."""
    players = tuple(
        replace(each, score=each.score + 17 + at) for at, each in enumerate(game.players)
    )
    return replace(game, players=players)


@for_each(seed=range(GAMES))
def test_nothing_that_leaves_a_running_game_tells_names_or_points(seed: int) -> None:
    tells_nothing(seed)


def tells_nothing(seed: int) -> None:
    """Look at every third position of a random game beside one with other names and points.

    Raises:
        AssertionError: Something that leaves is not the same, or is somebody's name.
    """
    here, there = played(NAMES, seed), played(OTHERS, seed)
    for at in range(0, len(here.moments), 3):
        running = Timeline(here.start, here.moments[:at])
        other = Timeline(there.start, there.moments[:at])
        moments = tuple(replace(each, game=doctored(each.game)) for each in other.moments)
        other = Timeline(doctored(there.start), moments)
        assert said(running, NAMES) == said(other, OTHERS)
        assert not any(name.encode() in said(running, NAMES) for name in NAMES)


@for_each(seed=range(GAMES))
def test_a_game_that_is_over_tells_its_points_but_nobody_s(seed: int) -> None:
    game = played(NAMES, seed)
    event = game_event(game, "0123", 7)
    totals = [player.score for player in game.game.players]
    assert event.over
    assert event.points is not None
    gained = sum(event.points.values())
    assert gained <= sum(totals)  # nobody falls below 0
    assert event.winner_share == (round(max(totals) / sum(totals), 3) if sum(totals) else None)
    assert len(event.epochs) == 3
    assert said(game, NAMES) == said(played(OTHERS, seed), OTHERS)


def test_a_category_in_which_nobody_scored_is_told_as_0() -> None:
    games = [played(NAMES, seed) for seed in range(GAMES)]
    without = 0
    for game in games:
        counts = counted(game, [""] * len(game.game.players), 7)[TABLE]
        points = game_event(game, "0123", 7).points
        assert points is not None
        assert [*points] == [each.value for each in Category]
        none = [each for each in points if each not in counts]
        assert [points[each] for each in none] == [0] * len(none)
        without += len(none)
    assert without


def test_a_game_that_was_left_tells_no_points_at_all() -> None:
    game = played(NAMES, 3)
    left = Timeline(game.start, game.moments[:-1])
    event = json.loads(msgspec.json.encode(game_event(left, "0123", 7)))
    assert (event["over"], event["points"], event["winner_share"]) == (False, None, None)


def test_a_trouble_is_told_by_its_kind_without_paths_or_names() -> None:
    notice = Notice(Notes.SHEET_KEPT, {"file": "/home/anna/Anna.csv"})
    model = Model(page=Welcome()).with_screen(troubles=(notice,))
    text = msgspec.json.encode(state(model, 0, 0))
    assert b"anna" not in text.lower()
    assert state(model, 0, 0).trouble == ("sheet_kept",)


def test_only_the_socket_learns_where_files_are() -> None:
    """The first line of the socket names the files of the account; no topic does."""
    fleet = replace(Settings().fleet, password_file=PLACE, tls_ca="/etc/ca")
    assert PLACE.encode() in msgspec.json.encode(TableReport(hello=Hello("x", "1", fleet)))
    assert b"/etc" not in msgspec.json.encode(config(topics_of(fleet, "x"), "1"))


CLOSED = Model(page=Welcome(), preferences=Preferences(kiosk=True)).with_kiosk(is_locked=True)


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (Model(page=Welcome()), TablePhase.IDLE),
        (Model(page=Seating((Guest(0, "A"),))), TablePhase.SEATING),
        (Model(page=kiosk.Attract(0, 0.0, "en")), TablePhase.ATTRACT),
        (CLOSED, TablePhase.LOCKED),
        (replace(CLOSED, preferences=Preferences()), TablePhase.IDLE),
        (CLOSED.with_kiosk(is_locked=False), TablePhase.IDLE),
    ],
)
def test_what_a_table_without_a_game_is_in_the_middle_of(
    model: Model, expected: TablePhase
) -> None:
    assert phase(model) is expected


def test_all_phases_of_a_game_come_by() -> None:
    game = played(NAMES, 1)
    found = {
        phase(model_of(Timeline(game.start, game.moments[:at]), NAMES))
        for at in range(len(game.moments) + 1)
    }
    assert found == {TablePhase.PLAYING, TablePhase.AUCTION, TablePhase.OVER}


def test_a_table_without_a_game_tells_nothing_of_one() -> None:
    told = state(Model(page=Welcome()), 7, 3)
    numbers = (told.players, told.epoch, told.ra, told.ra_limit, told.minutes, told.actions)
    assert numbers == (0,) * 6
    assert (told.games_today, told.call, told.trouble, told.night) == (3, "none", (), False)


def test_a_game_tells_its_epoch_its_ra_tiles_and_how_many_entries_there_are() -> None:
    game = played(NAMES, 1)
    for at in (0, 40, len(game.moments)):
        here = Timeline(game.start, game.moments[:at])
        told = state(model_of(here, NAMES), 7, 0)
        assert (told.epoch, told.ra, told.actions) == (here.game.epoch, here.game.ra_count, at)
        assert (told.minutes, told.ra_limit) == (7, here.game.ra_limit)


def test_what_nobody_entered_at_a_light_table_is_told_as_0() -> None:
    agreed = setup(NAMES[:3], Options())
    joined = enter(begin(agreed), SetLevel(Level.LIGHT, is_unknown=True))
    told = state(model_of(joined, NAMES[:3]), 0, 0)
    assert (told.epoch, told.ra, told.players, told.ra_limit) == (0, 0, 3, 8)
    known = enter(begin(agreed), SetLevel(Level.LIGHT))
    for _ in range(2):
        known = enter(known, DRAWS[Tile.RA])
        known = enter(known, UNSOLD)
    told = state(model_of(known, NAMES[:3]), 0, 0)
    assert (told.epoch, told.ra, told.actions) == (1, 2, 5)


def test_phases_of_a_light_table_are_those_of_a_game() -> None:
    light = enter(begin(setup(NAMES[:3], Options())), SetLevel(Level.LIGHT))
    drawn = enter(light, DRAWS[Tile.RA])
    found = [phase(model_of(each, NAMES[:3])) for each in (light, drawn, enter(light, END_EPOCH))]
    assert found == [TablePhase.PLAYING, TablePhase.AUCTION, TablePhase.SCORING]


def test_a_game_in_which_points_were_skipped_tells_none() -> None:
    game = enter(begin(setup(NAMES[:3], Options())), SetLevel(Level.LIGHT))
    for _ in range(3):
        for entry in (END_EPOCH, TallyEpoch((None, None, None))):
            game = enter(game, entry)
    event = game_event(game, "0123", 7)
    assert (event.over, event.points, event.winner_share) == (True, None, None)


@pytest.mark.parametrize(
    ("gold", "share"),
    [
        ((3, 2, 0), 0.567),  # 17, 13 and no points
        ((0, 0, 0), None),
        ((3, None, None), None),
    ],
)
def test_the_winner_s_share_is_told_where_all_points_are_known_and_there_are_any(
    gold: tuple[int | None, ...], share: float | None
) -> None:
    tally = TallyEpoch(tuple(None if each is None else Tile.GOLD.one * each for each in gold))
    game = enter(begin(setup(NAMES[:3], Options())), SetLevel(Level.LIGHT))
    for _ in range(3):
        for entry in (END_EPOCH, tally):
            game = enter(game, entry)
    event = game_event(game, "0123", 7)
    assert (event.over, event.winner_share) == (True, share)


def test_the_day_and_the_minutes_are_looked_at_when_they_may_change() -> None:
    seen = GameWatch(lambda: "2026-01-02", lambda: "a-game")
    assert seen.next_deadline(7.0) == 7.0 + 3600
    assert (seen.minutes(7.0), seen.games_today()) == (0, 0)
    game = played(NAMES, 2)
    seen.see(replace(model_of(Timeline(game.start, game.moments[:1]), NAMES), now=100.0))
    assert seen.next_deadline(100.0) == 160.0
    assert seen.next_deadline(130.0) == 160.0
    assert (seen.minutes(159.0), seen.minutes(160.0)) == (0, 1)
    assert seen.next_deadline(160.0) == 220.0
    assert seen.next_deadline(699.9) == pytest.approx(700.0)
    assert seen.next_deadline(700.0) == 700.0 + 3600  # a long pause: the minutes stand still
    seen.see(replace(model_of(Timeline(game.start, game.moments[:2]), NAMES), now=130.0))
    assert seen.next_deadline(140.0) == 160.0
    seen.see(replace(model_of(game, NAMES), now=130.0))
    assert seen.next_deadline(140.0) == 140.0 + 3600


@pytest.mark.parametrize(
    ("kind", "told"), [*zip(GuestRequest, ("rules", "order", "pay"), strict=True)]
)
def test_calls_are_named_as_the_contract_names_them(kind: GuestRequest, told: str) -> None:
    model = Model(page=Welcome()).with_kiosk(call=Calling(kind, 0.0))
    assert state(model, 0, 0).call == told


def test_games_of_today_are_counted_and_minutes_stand_still_in_long_pauses() -> None:
    days = ["2026-01-02"]
    seen = GameWatch(lambda: days[0], lambda: "a-game", games_today=2)
    game = played(NAMES, 2)
    at = 0.0
    for number in range(len(game.moments)):
        at += 30.0
        model = replace(model_of(Timeline(game.start, game.moments[:number]), NAMES), now=at)
        assert seen.see(model) is None
    assert seen.minutes(at) == int(30.0 * (len(game.moments) - 1) // 60)
    assert seen.minutes(at + 5000.0) == seen.minutes(at + 600.0)
    event = seen.see(replace(model_of(game, NAMES), now=at + 30.0))
    assert event is not None
    assert event.over
    assert seen.games_today() == 3
    left = seen.see(replace(Model(page=Welcome()), now=at + 60.0))
    assert left is None  # it has been told already
    days[0] = "2026-01-03"
    assert seen.games_today() == 0


def test_a_game_that_is_left_is_told_and_one_that_goes_on_later_is_the_same() -> None:
    seen = GameWatch(lambda: "2026-01-02", lambda: "a-game")
    game = played(NAMES, 2)
    half = Timeline(game.start, game.moments[:20])
    seen.see(model_of(half, NAMES))
    event = seen.see(Model(page=Welcome()))
    assert event is not None
    assert not event.over
    seen.see(model_of(half, NAMES))
    over = seen.see(model_of(game, NAMES))
    assert over is not None
    assert over.game == event.game

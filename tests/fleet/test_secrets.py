"""What leaves a table: no name, no point total and no hidden tile of a running game; nothing else.

Two tables are laid side by side that differ in names and points only. Whatever is said of them must
be the same, byte by byte.
"""

from random import Random

import msgspec
from msgspec.structs import replace

from companion.app.fleet import GameWatch, phase, state
from companion.core.model import Guest, Model
from companion.fleet.discovery import config
from companion.fleet.shapes import Hello, TableLine, TablePhase, topics_of
from companion.pages.new_game.welcome import Welcome
from companion.pages.table.table import Table
from companion.rules.editions import Options, setup
from companion.rules.model import Game
from companion.rules.records.timeline import Timeline, begin, enter
from companion.settings import Settings
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
    """Return every byte that leaves of this position."""
    return msgspec.json.encode(TableLine(state=state(model_of(timeline, names), 7, 1)))


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
    for at in range(0, len(here.steps), 3):
        running = Timeline(here.start, here.steps[:at])
        other = Timeline(there.start, there.steps[:at])
        steps = tuple(replace(each, game=doctored(each.game)) for each in other.steps)
        other = Timeline(doctored(there.start), steps)
        assert said(running, NAMES) == said(other, OTHERS)
        assert not any(name.encode() in said(running, NAMES) for name in NAMES)


def test_only_the_socket_learns_where_files_are() -> None:
    """The first line of the socket names the files of the account; no topic does."""
    fleet = replace(Settings().fleet, password_file=PLACE, tls_ca="/etc/ca")
    assert PLACE.encode() in msgspec.json.encode(TableLine(hello=Hello("x", "1", fleet)))
    assert b"/etc" not in msgspec.json.encode(config(topics_of(fleet, "x"), "1"))


def test_all_phases_of_a_game_come_by() -> None:
    game = played(NAMES, 1)
    found = {
        phase(model_of(Timeline(game.start, game.steps[:at]), NAMES))
        for at in range(len(game.steps) + 1)
    }
    assert found == {TablePhase.PLAYING, TablePhase.AUCTION, TablePhase.OVER}


def test_games_of_today_are_counted_and_minutes_stand_still_in_long_pauses() -> None:
    days = ["2026-01-02"]
    seen = GameWatch(lambda: days[0], games_today=2)
    game = played(NAMES, 2)
    at = 0.0
    for number in range(len(game.steps)):
        at += 30.0
        seen.see(replace(model_of(Timeline(game.start, game.steps[:number]), NAMES), now=at))
    assert seen.minutes(at) == int(30.0 * (len(game.steps) - 1) // 60)
    assert seen.minutes(at + 5000.0) == seen.minutes(at + 600.0)
    last = Timeline(game.start, game.steps[:-1])
    for shown, ended in (
        (game, 3),
        (last, 2),
        (game, 3),
    ):  # its end is taken back, and stands again
        seen.see(replace(model_of(shown, NAMES), now=at + 30.0))
        assert seen.games_today() == ended
    assert seen.minutes(at + 5000.0) == seen.minutes(at + 30.0)
    seen.see(replace(Model(page=Welcome()), now=at + 60.0))
    assert (seen.games_today(), seen.minutes(at + 5000.0)) == (3, 0)
    days[0] = "2026-01-03"
    assert seen.games_today() == 0

"""Pages about past games, as models for the tests of the view."""

from collections.abc import Callable, Mapping
from functools import cache

from msgspec.structs import replace

from companion.core.messages import Search, ShareLink
from companion.core.model import Agreement, Model, Rejected, Session
from companion.exports.bg_stats import LINK as ADDRESS
from companion.opponent.review import LEAST_MOMENT, Decision, NoReview
from companion.pages.archive.games import ROWS, Choices, Games, PastGame, Replay
from companion.pages.archive.look_back import (
    CHANCES,
    CHOICES,
    LOTS,
    MOMENTS,
    Advanced,
    LookBack,
    TableThen,
    leaves,
)
from companion.pages.archive.statistics import Statistics
from companion.pages.scoring.finale import Finale
from companion.pages.scoring.race import LINK, RACE
from companion.rules.problems import Problem, Why
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.scoring import Category
from companion.statistics.game import TABLE, counted
from tests.statistics.evenings import timeline
from tests.view.look_backs import look_back

_LINK = f"{ADDRESS}{'%22Ra' * 280}"
"""As long as that of a game with five players."""


@cache
def _played(players: int, names: tuple[str, ...], less: int = 0) -> Timeline:
    return timeline(players, 3, less, names)


def _games(players: int, names: tuple[str, ...]) -> Games:
    sat = tuple((name, 60 - 7 * place) for place, name in enumerate(names[:players]))
    found = tuple(
        PastGame(
            f"{place:06d}",
            f"2026-0{place + 1}-02 20:15",
            tuple((name, None) for name, _ in sat) if place == 2 else sat,
            is_over=place != 2,
            minutes=61,
        )
        for place in range(ROWS)
    )
    search = Search(player=names[0], edition="c25", skip=ROWS)
    return Games(search, Choices(names, ("2026-01",)), found, is_more=True, row=1)


def _replay(players: int, names: tuple[str, ...], less: int = 0, **more: bool) -> Model:
    played = _played(players, names, less)
    buttons = tuple(range(players))
    refused = Rejected("5A00000078", Problem(Why.AUCTION_RUNNING, {"name": names[0]}), 16)
    page = Replay("1", played, buttons, Agreement(), (refused,), _games(players, names), 90, **more)
    return Model(page=page)


@cache
def _statistics(players: int, names: tuple[str, ...], tab: int, who: str = TABLE) -> Model:
    counts = counted(_played(players, names), names[:players], 61)[who]
    return Model(page=Statistics(who, counts, names[:players], tab=tab))


def _many(players: int, names: tuple[str, ...], tab: int = 0, times: int = 1) -> Model:
    """Return the statistics of some twenty games for each time, with seats for so many players."""
    counts = {"games": 23 * times, "players": 23 * players, "scored": 23 * players * times}
    points = (48, 60, -12, 216, 110, 120, 61, -8)
    counts |= {each.value: at * players * times for each, at in zip(Category, points, strict=True)}
    for minutes, games in zip(range(35, 75, 5), (1, 2, 4, 5, 5, 3, 2, 1), strict=True):
        counts[f"minutes.{minutes}"] = games * times
    for seat in range(1, players + 1):
        counts[f"seat.{seat}.games"] = (23 if seat < 4 else 14) * times
        counts[f"seat.{seat}.wins"] = (8, 5, 4, 4, 0)[seat - 1] * times
    for sun in range(1, (9, 13, 13, 16)[players - 2] + 1):
        counts[f"sun.{sun}.auctions"] = counts[f"sun.{sun}.lots"] = 40 * times
        counts[f"sun.{sun}.tiles"] = 150 * times
        counts[f"sun.{sun}.points"] = (26 * sun - 40) * times
    counts |= {"score.41": 60 * times, "score.77": 9 * times, "epochs.ra_track": 40 * times}
    return Model(page=Statistics(TABLE, counts, names[:players], tab=tab))


def _untold(_: int, names: tuple[str, ...]) -> Model:
    """Return the statistics of a game whose end alone was entered."""
    return Model(page=Statistics(TABLE, {"games": 1, "score.40": 1}, names))


def _look_back(players: int, names: tuple[str, ...], leaf: str, line: int | None = None) -> Model:
    return Model(page=_leaf(players, names, leaf, line))


def _leaf(players: int, names: tuple[str, ...], leaf: str, line: int | None = None) -> LookBack:
    played, buttons = _played(players, names), tuple(range(players))
    back, found = _games(players, names), look_back(players)
    if leaf == CHOICES:
        found = replace(found, choices=tuple(map(_smaller, found.choices)))
    number = [each.title for each in leaves(found)].index(leaf)
    return LookBack(played, buttons, back, found, leaf=number, line=line)


def _smaller(choice: Decision) -> Decision:
    """Return a choice that cost too little to turn the game: what turned it is told elsewhere."""
    best = replace(choice.best, chance=choice.chosen.chance + LEAST_MOMENT - 1)
    return replace(choice, best=best)


def _table_then(players: int, names: tuple[str, ...]) -> Model:
    page = _leaf(players, names, MOMENTS, 1)
    return Model(page=TableThen(page, page.places()[1]))


def _looking(players: int, names: tuple[str, ...], because: NoReview | None = None) -> Model:
    played, buttons = _played(players, names), tuple(range(players))
    page = LookBack(played, buttons, _games(players, names), None, Advanced(33, 7), because)
    return Model(page=page)


def _finale(players: int, names: tuple[str, ...], extra: int) -> Model:
    played = _played(players, names)
    return Model(
        page=Finale(players + extra),
        session=Session(
            timeline=played, buttons=tuple(range(players)), share_link=ShareLink(_LINK, played.seq)
        ),
    )


PAGES: Mapping[str, Callable[[int, tuple[str, ...]], Model]] = {
    "games": lambda n, names: Model(page=_games(n, names)),
    "games being read": lambda _, names: Model(
        page=Games(Search(player=names[0]), is_reading=True, read=(250, 10_000))
    ),
    "no games": lambda _, names: Model(page=Games(Search(player=names[0]), Choices(names))),
    "replay": _replay,
    "replay of an unfinished game": lambda n, names: _replay(n, names, 1),
    "replayed race": lambda n, names: _replay(n, names, is_race=True),
    "statistics": lambda n, names: _statistics(n, names, 0),
    "statistics of a player": lambda n, names: _statistics(n, names, 0, names[0]),
    "categories": lambda n, names: _statistics(n, names, 1),
    "suns": lambda n, names: _statistics(n, names, 2),
    "wins by seat": lambda n, names: _statistics(n, names, 3),
    "length of games": lambda n, names: _statistics(n, names, 4),
    "plain figures": lambda n, names: _statistics(n, names, 5),
    "many games": _many,
    "wins by seat of many games": lambda n, names: _many(n, names, 3),
    "thousands of games": lambda n, names: _many(n, names, times=400),
    "lengths of thousands of games": lambda n, names: _many(n, names, 4, 400),
    "statistics that nobody told": _untold,
    "no statistics": lambda _, names: Model(page=Statistics(TABLE, {}, names)),
    "looking back": _looking,
    "nothing to look back at": lambda n, names: _looking(n, names, NoReview.PARTIAL),
    "chances": lambda n, names: _look_back(n, names, CHANCES),
    "swings": lambda n, names: _look_back(n, names, MOMENTS),
    "swings, one chosen": lambda n, names: _look_back(n, names, MOMENTS, 1),
    "table of a swing": _table_then,
    "choices": lambda n, names: _look_back(n, names, CHOICES),
    "lots": lambda n, names: _look_back(n, names, LOTS),
    "end": lambda n, names: _finale(n, names, 0),
    "race": lambda n, names: _finale(n, names, RACE),
    "link": lambda n, names: _finale(n, names, LINK),
}

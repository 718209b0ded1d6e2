"""Of very many kept games the history says the same as of each, however they are played again."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest

from companion.core.session import Agreement, Guest
from companion.exports import kept_game
from companion.exports.kept_games import described
from companion.journal import game_lines
from companion.journal.lines import Event, GameId, Line, Stamp, after, beginning, line_at
from companion.rules.actions import PASS, Draw, Level
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Seat
from companion.rules.legal import legal_actions
from companion.rules.records.record import read_header
from companion.rules.records.shapes import Change, Correct, Redo, SetLevel, Undo
from companion.rules.records.timeline import Timeline, begin, enter
from tests.net.evenings import JOURNALS, lines_of
from tests.rules.against_the_oracle import a_header

OURS = sorted(JOURNALS.glob("*/*.jsonl"))


def lines(events: Sequence[Event]) -> list[Line]:
    """The lines of a journal; a tile in three was read by its tag, and the machine starts twice."""
    head, found = beginning(GameId("000001-20260102T201530")), []
    for place, event in enumerate(events):
        source = f"reader 04A{place % 10}" if place % 3 == 0 else "button"
        stamp = Stamp(place * 9_000, place * 10_000, "first" if place < 99 else "second", source)
        found.append(line_at(head, event, stamp))
        head = after(head, b"%d" % place)
    return found


def header(game: Timeline) -> Event:
    guests = tuple(
        Guest(Seat(seat), name if seat else "")
        for seat, name in enumerate(game.start.setup.players)
    )
    return game_lines.header(game, guests, Agreement(options=game.start.setup.options))


def an_evening(seed: int, slips: float, less: int = 0) -> list[Event]:
    """A random game with any options, in which this many entries are taken back or asked about."""
    dice = Random(seed)  # noqa: S311 - dice
    game = begin(read_header(msgspec.json.encode(a_header(dice))))
    events = [header(game)]
    while allowed := legal_actions(game.game):
        if dice.random() < slips:
            back = dice.randint(1, 3)
            if len(game.moments) >= back:
                game = enter(game, Undo(back))
                events.append(game_lines.line(Undo(back)))
            if game.undone and dice.random() < 0.5:
                game = enter(game, Redo(1))
                events.append(game_lines.line(Redo(1)))
            events += [game_lines.peeked_line(Seat(0)), game_lines.LEFT]
            continue
        draws = [each for each in allowed if isinstance(each, Draw)]
        said = dice.choice(draws if draws and dice.random() < 0.6 else allowed)
        game = enter(game, said)
        events.append(game_lines.line(said))
    return events[: len(events) - less]


@pytest.mark.parametrize("slips", [0, 0.03])
def test_whole_games_are_described_the_same(slips: float) -> None:
    seen: Counter[int] = Counter()
    for seed in range(40):
        told = lines(an_evening(seed, slips))
        expected = kept_game.describe(told)
        found = described(told)
        assert expected.is_over
        assert msgspec.json.encode(found) == msgspec.json.encode(expected)
        seen[len(expected.players)] += 1
    assert set(seen) == {2, 3, 4, 5}


def test_games_that_nobody_ended_are_described_the_same() -> None:
    for seed in range(20):
        told = lines(an_evening(seed, 0.02, less=1 + seed * 5))
        assert described(told) == kept_game.describe(told)


@pytest.mark.parametrize("path", OURS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_game_of_an_old_version_is_described_the_same_or_left_to_the_readable_rules(
    path: Path,
) -> None:
    told = lines_of(path.read_bytes(), path.stem)
    found = described(told)
    assert found is None or found == kept_game.describe(told)


def test_some_games_of_old_versions_are_not_left_to_the_readable_rules() -> None:
    found = [described(lines_of(path.read_bytes(), path.stem)) for path in OURS]
    assert 0 < sum(each is not None for each in found) < len(found)


UNUSUAL = {
    "a fix": game_lines.line(Fix(ra_count=1)),
    "a correction": game_lines.line(Correct((Change(1, (PASS,)),), None)),
    "a level": game_lines.line(SetLevel(Level.LIGHT)),
    "what a newer version wrote": {"dance": True},
    "an action that the rules refuse": {"discard": ["gold"]},
    "a slot that is not there": {"god": 99},
    "more taken back than there is": {"undo": 999},
    "nothing taken back": {"undo": 0},
    "more restored than there is": {"redo": 1},
}


@pytest.mark.parametrize("event", UNUSUAL.values(), ids=UNUSUAL.keys())
@pytest.mark.parametrize("place", [1, 30, -1])
def test_whatever_else_is_in_a_game_is_left_to_the_readable_rules(event: Event, place: int) -> None:
    events = an_evening(3, 0)
    assert described(lines(events)) is not None
    events.insert(place, event)
    assert described(lines(events)) is None


def test_what_was_taken_back_must_have_been_allowed_too() -> None:
    events = an_evening(3, 0)
    events[20:20] = [{"discard": ["gold"]}, {"undo": 1}]
    assert described(lines(events)) is None


def test_a_game_in_which_hands_went_back_very_often_is_left_to_the_readable_rules() -> None:
    events = an_evening(3, 0)
    back: list[Event] = [events[20], {"undo": 1}]
    assert described(lines([*events[:20], *back * 9, *events[20:]])) is not None
    assert described(lines([*events[:20], *back * 99, *events[20:]])) is None


def test_steps_back_one_by_one_are_those_at_once() -> None:
    events = an_evening(3, 0)
    undo: list[Event] = [{"undo": 1}]
    redo: list[Event] = [{"redo": 1}]
    back = (undo * 9 + redo * 9) * 9
    told = lines([*events[:40], *back, *events[40:]])
    assert described(told) == kept_game.describe(told)
    assert described(told) is not None


def test_a_game_whose_header_is_not_understood_is_left_to_the_readable_rules() -> None:
    assert described(lines([{"game": {"ra_record": 99}}])) is None
    with pytest.raises(ValueError, match="header"):
        kept_game.describe_many(lines([{"game": {"ra_record": 99}}]))


def test_one_of_many_is_described_as_one_alone() -> None:
    told = lines(an_evening(5, 0.01))
    assert kept_game.describe_many(told) == kept_game.describe(told)

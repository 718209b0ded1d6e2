"""A look back at a game: how far it is, its leaves, and the entries behind them."""

from collections import Counter
from collections.abc import Iterable, Sequence

import pytest
from msgspec import json
from msgspec.structs import replace

from companion.cli.review import in_words
from companion.core.commands import Control
from companion.core.messages import GoTo, OpenReview
from companion.core.model import Agreement, Model, Session
from companion.i18n import ENGLISH
from companion.opponent.review import (
    DRAWING,
    Alternative,
    Decision,
    Lot,
    NoReview,
    Point,
    Review,
    Turn,
)
from companion.pages.archive import look_back
from companion.pages.archive.games import Games, Replay
from companion.pages.archive.look_back import (
    CHANCES,
    CHOICES,
    LOTS,
    MOMENTS,
    LookBack,
    leaves,
    lot_remark,
)
from companion.pages.controls import controls, keys
from companion.pages.scoring.finale import Finale
from companion.pages.table.table import Table
from companion.pages.update import update
from companion.rules.actions import BIDS, DRAWS, INVOKE, PASS, Action
from companion.rules.editions import Options, Seat, Sun, setup
from companion.rules.records.record import entry
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.tiles import Tile
from companion.ui.scene import Box, Disc, words
from tests.core.desk import Desk
from tests.view import look_backs
from tests.view.gallery import shown

CALLING = json.encode(entry(INVOKE)).decode()


def played(*drawn: Tile) -> Timeline:
    """Return a game of two whose Ra track has one place, after these draws."""
    timeline = begin(setup(("Anna", "Ben"), Options(ra_limit=1)))
    for tile in drawn:
        timeline = enter(timeline, DRAWS[tile])
    return timeline


OVER = played(Tile.NILE, Tile.RA, Tile.NILE, Tile.RA, Tile.GOLD, Tile.RA)


def found(timeline: Timeline = OVER) -> Review:
    """Return what is told of a game in which every draw was a mistake of Ben's."""
    entries = tuple(step.seq for step in timeline.steps)
    choices = tuple(
        Decision(
            number, Seat(1), Alternative(DRAWING, 4000), Alternative(CALLING, 9000 - number), 0
        )
        for number in range(1, len(entries) + 1)
    )
    small = Decision(1, Seat(0), Alternative(DRAWING, 4000), Alternative(CALLING, 4700), 0)
    turns = (Turn(2, (5000, 5000), (9999, 1), 0),)
    points = (Point(0, (5000, 5000), error=100), Point(len(entries), (10_000, 0)))
    lots = tuple(
        Lot(number, (Tile.NILE, Tile.GOLD), (30, 40), Seat(1), Sun(3), Sun(1))
        for number in range(1, len(entries) + 1)
    )
    return Review(("Anna", "Ben"), entries, points, (*choices, small), turns, lots, 1)


FOUND = found()


def waiting() -> look_back.LookBack:
    return look_back.LookBack(OVER, (0, 1), Finale(3))


def on_page(page: look_back.LookBack | look_back.TableThen | Replay | Finale) -> Desk:
    return Desk(Model(page=page, session=Session(timeline=OVER, buttons=(0, 1))))


LEAVES = [each.title for each in look_back.leaves(FOUND)]


def leaf(title: str, line: int | None = None) -> look_back.LookBack:
    return replace(waiting(), found=FOUND, leaf=LEAVES.index(title), line=line)


def test_how_far_it_is_is_shown_and_then_what_was_found() -> None:
    desk = on_page(waiting())
    far = look_back.Advanced(33, minutes=2)
    desk.take(far)
    assert desk.page() == replace(waiting(), far=far)
    desk.take(look_back.Reviewed(FOUND))
    assert desk.page() == replace(waiting(), far=far, found=FOUND)
    desk.take(look_back.Advanced(50, minutes=1))  # the last word of a machine that is late
    assert desk.page() == replace(waiting(), far=far, found=FOUND)


def test_what_was_found_of_another_game_is_not_shown() -> None:
    desk = on_page(waiting())
    shorter = found(played(Tile.NILE, Tile.RA))
    assert desk.take(look_back.Reviewed(shorter)) == ()
    assert desk.page() == waiting()


def test_the_machines_stop_when_nobody_waits_for_them() -> None:
    here, done, away = (
        on_page(each).model for each in (waiting(), leaf(look_back.LOTS), Finale(3))
    )
    assert look_back.orders(here, away) == (look_back.StopReview(),)
    assert look_back.orders(here, here) == ()
    assert look_back.orders(here, done) == ()
    assert look_back.orders(done, away) == ()
    assert look_back.orders(away, away) == ()
    assert look_back.orders(away, here) == ()


def test_after_every_lot_the_machines_look_ahead_and_only_then() -> None:
    """A lot is over when its auction is; of a game that is not told in full nothing is weighed."""
    played = begin(setup(("Anna", "Ben"), Options(ra_limit=2)))
    asked = []
    for action in (DRAWS[Tile.GOLD], DRAWS[Tile.RA], PASS, PASS, DRAWS[Tile.NILE], DRAWS[Tile.RA]):
        before = Model(page=Table(), session=Session(timeline=played, buttons=(0, 1)))
        played = enter(played, action)
        after = before.with_session(timeline=played, buttons=(0, 1))
        asked.append(look_back.orders(before, after))
    [ahead] = asked.pop(3)
    assert isinstance(ahead, look_back.LookAhead)
    assert len(ahead.timeline.steps) == 4
    assert asked == [()] * 5


@pytest.mark.parametrize(
    ("title", "after"),
    [
        (look_back.CHANCES, ()),
        (look_back.MOMENTS, (1, 2, 2, 3, 4)),
        (look_back.CHOICES, (1,)),
        (look_back.LOTS, (1, 2, 3, 4, 5)),
    ],
)
def test_a_sentence_about_an_entry_opens_the_table_after_it(
    title: str, after: tuple[int, ...]
) -> None:
    assert leaf(title).places() == after
    assert len(after) <= look_back.LINES
    for line, at in enumerate(after):
        desk = on_page(leaf(title, line))
        chosen = controls(desk.model).taps[Control.OK]
        assert (chosen.label, chosen.message) == (
            "The table",
            GoTo(look_back.TableThen(leaf(title, line), at)),
        )
        assert keys(desk.model)["return"] == chosen.message


def test_of_a_ra_tile_that_turned_the_game_the_lot_and_both_sides_are_told() -> None:
    auction = begin(setup(("Anna", "Ben", "Cleo")))
    for tile in (Tile.NILE, Tile.GOLD, Tile.RA):
        auction = enter(auction, DRAWS[tile])
    turn = Turn(3, (3000, 3000, 4000), (1500, 3500, 5000), 0)
    assert look_back.moment_told(turn, auction, ENGLISH) == "Cleo drew Ra (Nile, Gold)."
    assert look_back.changes(turn, auction) == (
        "Anna 30 → 15\N{NO-BREAK SPACE}%",
        "Cleo 40 → 50\N{NO-BREAK SPACE}%",
    )


@pytest.mark.parametrize(
    ("before", "chosen", "said"),
    [
        ((), INVOKE, "Anna invoked Ra for sun 1 alone."),
        ((INVOKE,), PASS, "Ben passed on sun 1."),
        ((INVOKE, PASS), BIDS[Sun(5)], "Anna bid 5 for sun 1 alone."),
    ],
)
def test_where_no_tile_lies_it_is_said_that_it_was_about_the_sun(
    before: tuple[Action, ...], chosen: Action, said: str
) -> None:
    timeline = played()
    for action in (*before, chosen):
        timeline = enter(timeline, action)
    line = json.encode(entry(chosen)).decode()
    decision = Decision(
        len(timeline.steps),
        timeline.game_after(len(before)).active,
        Alternative(line, 1000),
        Alternative(DRAWING, 2000),
        0,
    )
    assert look_back.told(decision, timeline, ENGLISH).startswith(said)


def test_around_the_lines_of_the_chances_lies_a_band_where_they_may_be() -> None:
    """A standard error of 1 % makes bands of 4 %; of what is certain there is none."""
    bands = [
        item.rect
        for item in shown(on_page(leaf(look_back.CHANCES)).model).items
        if isinstance(item, Box) and item.opacity < 1
    ]
    assert len(bands) == 2
    lines = [
        item.rect
        for item in shown(on_page(leaf(look_back.CHANCES)).model).items
        if isinstance(item, Disc)
    ]
    certain = abs(lines[0].y - lines[1].y)  # from nothing to everything
    assert all(abs(band.h / certain - 0.04) < 0.01 for band in bands)


def test_whoever_made_no_costly_choice_is_told_so_and_what_turned_the_game_is_told_once() -> None:
    of_ben = replace(FOUND, choices=FOUND.choices[:-1])
    page = replace(waiting(), found=of_ben, leaf=LEAVES.index(look_back.CHOICES))
    said = words(shown(on_page(page).model))
    assert "Anna: nothing clearly better was found." in said
    assert not any("Ben" in each for each in said)
    of_both = replace(FOUND.choices[0], seat=Seat(0))
    all_told = replace(FOUND, choices=(FOUND.choices[0], of_both))
    assert [each.title for each in look_back.leaves(all_told)] == [
        each for each in LEAVES if each != look_back.CHOICES
    ]


def test_a_kept_game_is_looked_back_at_by_its_own_name_and_buttons() -> None:
    replay = Replay("7", OVER, (2, 4), Agreement(), (), Games(), at=3)
    model, effects = update(Model(page=replay), OpenReview())
    assert model.page == look_back.LookBack(OVER, (2, 4), replay)
    assert effects == (look_back.StartReview(OVER, "7"),)


def test_a_kept_game_that_is_not_over_says_why_there_is_nothing_to_see() -> None:
    replay = Replay("7", played(Tile.NILE), (0, 1), Agreement(), (), Games(), at=1)
    model, effects = update(Model(page=replay), OpenReview())
    assert isinstance(model.page, look_back.LookBack)
    assert model.page.because is NoReview.RUNNING
    assert effects == ()


# The look back on the screen and in the terminal: both say the same.


TITLES = (LOTS, MOMENTS, CHOICES, CHANCES)


def on_screen(players: int, title: str, size: tuple[int, int]) -> Counter[str]:
    """Return every word that stands on the leaves of this title."""
    page = LookBack(
        look_backs.game(players), tuple(range(players)), Games(), look_backs.look_back(players)
    )
    found = leaves(look_backs.look_back(players))
    pages = [replace(page, leaf=number) for number, leaf in enumerate(found) if leaf.title == title]
    return counted(text for each in pages for text in words(shown(Model(page=each), size)))


def in_terminal(players: int, title: str) -> Sequence[str]:
    """Return the lines that ``review`` prints below this title, none if it does not print it."""
    lines = list(in_words(look_backs.look_back(players), look_backs.game(players), ENGLISH))
    if title not in lines:
        return []
    first = lines.index(title) + 2
    starts = [lines.index(each) for each in TITLES if each in lines]
    ends = [start - 1 for start in starts if start > first]
    return lines[first : min(ends, default=len(lines))]


def counted(texts: Iterable[str]) -> Counter[str]:
    return Counter(word for text in texts for word in text.split())


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("title", [MOMENTS, CHOICES])
def test_every_sentence_of_the_terminal_stands_on_the_screen(
    title: str, players: int, size: tuple[int, int]
) -> None:
    lines = in_terminal(players, title)
    assert bool(lines) == (title in {each.title for each in leaves(look_backs.look_back(players))})
    assert counted(lines) <= on_screen(players, title, size)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_lot_has_the_same_number_winner_remark_and_worth_in_both(players: int) -> None:
    head, *rows = in_terminal(players, LOTS)
    assert head.split() == list(look_backs.game(players).game.setup.players)
    told = [line for line in rows if not line.startswith("       ")]
    lots = look_backs.look_back(players).lots
    assert len(told) == len(lots)
    screen = on_screen(players, LOTS, (800, 480))
    for lot, line in zip(lots, told, strict=True):
        number, *facts = line.split()
        assert number == str(lot.number)
        assert counted([f"{number}.", *facts]) <= replace_colons(screen)
        remark = lot_remark(lot, look_backs.look_back(players), ENGLISH)
        assert counted([remark]) <= screen


def replace_colons(found: Counter[str]) -> Counter[str]:
    """Return the words without the colon that leads to a remark."""
    return counted(word.removesuffix(":") for word in found.elements())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_terminal_says_how_far_the_chances_of_every_epoch_may_be_wrong(players: int) -> None:
    _, *rows, last = in_terminal(players, CHANCES)
    assert len(rows) == 3
    assert all(row.split()[-1].startswith("±") for row in rows)
    assert "100" in last.split()
    assert "±" not in last

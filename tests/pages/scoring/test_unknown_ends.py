"""A game of which something is unknown ends in words, and what is missing is asked for."""

from collections.abc import Callable

import pytest

from companion.core.effects import do
from companion.core.messages import Enter, GoTo, Leave, Resumed
from companion.core.session import Agreement, Guest
from companion.i18n import ENGLISH
from companion.pages.menu.menu import Menu
from companion.pages.new_game.welcome import Welcome
from companion.pages.partial.joining import Ask, Joining, SunPlace
from companion.pages.scoring.epoch import EpochScores
from companion.pages.scoring.finale import Finale, places_revealed
from companion.rules.actions import Level
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import SUN_GROUPS, Seat, Sun
from companion.rules.partial import END_EPOCH, TallyEpoch
from companion.rules.records.entries import Entry, SetLevel
from companion.rules.records.timeline import Result
from companion.rules.tiles import NO_TILES, Tile
from companion.ui.scene import Text
from tests.core.desk import Desk, a_desk
from tests.view.gallery import SIZES, shown

NOBODY_KNOWS = "The game is over; the winner is unknown"


def joined(*more: Entry, points: tuple[int | None, int | None] = (None, None)) -> Desk:
    """Return two people in the third epoch of a game that they joined, after these entries."""
    desk = a_desk(2)
    hands = tuple(
        HandFix(Seat(seat), tuple(sorted(group)), (), score=points[seat])
        for seat, group in enumerate(SUN_GROUPS[2])
    )
    desk.take(Enter(SetLevel(Level.LIGHT, is_unknown=True)))
    desk.take(Enter(Fix(epoch=3, ra_count=2, centre=Sun(1), hands=hands)))
    for entry in (*more, END_EPOCH):
        desk.take(Enter(entry))
    return desk


def counted(desk: Desk, *tiles: int | None) -> Desk:
    """Count the last epoch."""
    desk.take(Enter(TallyEpoch(tiles)))
    return desk


def unknown_points() -> Desk:
    """Return two people who have counted everything, but never said how many points they had."""
    return counted(joined(), Tile.PHARAOH.one, NO_TILES)


def unknown_tiles() -> Desk:
    """Return two people of whom one did not count: his suns and earlier points are known."""
    return counted(joined(points=(17, 12)), Tile.PHARAOH.one, None)


unknown = pytest.mark.parametrize("game", [unknown_points, unknown_tiles])


def words(desk: Desk) -> list[str]:
    """Return everything that can be read, on each screen."""
    return [item.text for size in SIZES for item in shown(desk.model, size).items
            if isinstance(item, Text)]  # fmt: skip


@unknown
def test_going_on_leads_to_a_question_and_then_to_an_end_in_words(game: Callable[[], Desk]) -> None:
    desk = game()
    assert isinstance(desk.page(), EpochScores)
    words(desk)
    desk.pass_time(60)
    desk.press("ok")
    assert isinstance(desk.page(), Joining)
    for _ in range(2):
        words(desk)
        desk.press("ra")
    assert isinstance(desk.page(), Finale)
    assert not [text for text in words(desk) if "wins" in text]
    assert any(NOBODY_KNOWS in text for text in words(desk))
    desk.press("ra", is_held=True)
    assert isinstance(desk.page(), Welcome)


@unknown
def test_an_unknown_end_is_there_again_after_a_power_cut(game: Callable[[], Desk]) -> None:
    desk = game()
    timeline = desk.model.session.timeline
    assert timeline is not None
    desk.take(Leave())
    desk.take(Resumed(timeline, (Guest(0), Guest(1)), Agreement()))
    assert isinstance(desk.page(), Finale)
    assert any(NOBODY_KNOWS in text for text in words(desk))
    for entry in Menu().entries(desk.model):
        there = Desk(desk.model)
        there.take(entry.message)
        words(there)


def test_what_is_missing_is_said_and_then_somebody_wears_the_crown() -> None:
    desk = unknown_points()
    desk.take(GoTo(Finale()))
    desk.press("ok")
    for _ in range(2):
        asked = desk.page()
        assert isinstance(asked, Joining)
        desk.take(do(Joining.answer, 2))
        desk.take(do(Joining.answer, 3 if asked.seat == 0 else 9))
        desk.press("ok")
    assert desk.page() == Finale(2)
    assert (result(desk).points, result(desk).places) == ((23, 29), (2, 1))
    assert any("Ben wins the game" in text for text in words(desk))


def result(desk: Desk) -> Result:
    """Return how the game ended."""
    timeline = desk.model.session.timeline
    assert timeline is not None
    assert timeline.result is not None
    return timeline.result


def test_only_equal_points_ask_for_suns() -> None:
    desk = a_desk(2)
    desk.take(Enter(SetLevel(Level.SCORE_ONLY)))
    for _ in range(3):
        desk.take(Enter(TallyEpoch((Tile.GOD.one, Tile.GOD.one))))
    desk.take(Enter(Fix(hands=(HandFix(Seat(0), score=9), HandFix(Seat(1), score=9)))))
    desk.take(GoTo(Finale()))
    desk.press("ok")
    asked = desk.page()
    assert isinstance(asked, Joining)
    assert asked.ask is Ask.SUNS
    for place in (SunPlace(), *[SunPlace(Seat(at % 2)) for at in range(8)]):
        words(desk)
        desk.take(do(Joining.answer, place))
    assert isinstance(desk.page(), Finale)
    assert result(desk).places == (2, 1)


def test_points_fixed_at_the_end_decide_anew() -> None:
    desk = counted(joined(points=(17, 12)), NO_TILES, NO_TILES)
    assert result(desk).places[0] == 1
    desk.take(Enter(Fix(hands=(HandFix(Seat(1), score=40),))))
    assert result(desk).places == (2, 1)
    desk.take(GoTo(Finale(3)))
    read = words(desk)
    assert "Fixed by hand" in read
    assert "Not below 0" not in read


def test_unknown_points_stand_in_their_own_column() -> None:
    desk = counted(joined(points=(17, 12)), None, Tile.PHARAOH.one * Tile.PHARAOH.copies)
    desk.take(GoTo(Finale()))
    scene = shown(desk.model, (1280, 720))
    twelve, _ = (item for item in scene.items if isinstance(item, Text) and item.text == "12")
    [name] = [item for item in scene.items if isinstance(item, Text) and item.text == "Ben"]
    assert twelve.rect.x + twelve.rect.w // 2 > name.rect.x


def test_nothing_is_said_aloud_of_places_that_nobody_knows() -> None:
    desk = unknown_tiles()
    desk.take(GoTo(Finale()))
    said = " ".join(places_revealed(desk.model, 0, 2, ENGLISH))
    assert "Place" not in said
    assert "wins" not in said

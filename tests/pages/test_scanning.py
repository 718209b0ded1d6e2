"""One button: everything that is possible is pointed at in turn, and the Ra button takes it."""

import pytest
from msgspec.structs import replace

from companion.core.controls import GROUP_TILES, Control, TileGroup
from companion.core.messages import (
    Begin,
    ChooseLoss,
    DismissResult,
    Join,
    Next,
    NextLanguage,
    Open,
    OpenGroup,
    Play,
    Route,
    SettleAuction,
    TakePointed,
    TakeSun,
    TurnDial,
    UseGods,
)
from companion.core.model import Model
from companion.core.preferences import TextSize
from companion.pages.controls import QUICKEST_SECONDS, controls, next_step, places, pointed
from companion.pages.kiosk.notices import Versions
from companion.pages.kiosk.staff_call import Help
from companion.pages.menu.menu import Menu
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.options import OptionsPage
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.scoring.epoch import EpochScores, HandsNow, LastLot
from companion.pages.scoring.finale import Finale
from companion.pages.table import auction
from companion.pages.table.situation import PickGod
from companion.pages.table.table import Table
from companion.pages.update import next_deadline
from companion.rules.actions import (
    Action,
    Bid,
    Discard,
    Draw,
    EndGods,
    Invoke,
    Pass,
    Unsold,
    UseGod,
    Won,
)
from companion.rules.editions import Seat
from companion.rules.legal import can_draw, legal_actions
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import Tile, bundle
from tests.core.desk import Desk, a_desk, dice
from tests.rules.games import some_action
from tests.together import some

PACE = 1.5


def slow(desk: Desk, pace: float = PACE) -> Desk:
    """Give the table to people with one button."""
    preferences = replace(desk.model.preferences, scan_seconds=pace)
    desk.model = replace(desk.model, preferences=preferences)
    return desk


def take(desk: Desk, wanted: object) -> None:
    """Wait until this is pointed at, and press the one button."""
    for _ in range(len(places(desk.model)) + 1):
        offer = pointed(desk.model)
        assert offer is not None
        if offer.message == wanted:
            desk.press("ra")
            return
        due = next_step(desk.model)
        assert due is not None
        desk.pass_time(due - desk.model.now)
    raise AssertionError((wanted, places(desk.model)))


DIRECT = (Tile.PHARAOH, Tile.NILE, Tile.RA)


def play(desk: Desk, action: Action) -> None:
    """Do what a person with one button does to enter an action."""
    if auction.has_result(desk.model):
        take(desk, DismissResult())
    match action:
        case Draw(tile) if tile not in DIRECT:
            group = next(
                each
                for each, tiles in GROUP_TILES.items()
                if each is not TileGroup.ALL and tile in tiles
            )
            take(desk, OpenGroup(group))
            take(desk, Play(action))
        case UseGod():
            picking = isinstance(desk.model.page, Table) and desk.model.page.pick == PickGod()
            if desk.game.stage is Phase.TURN and not picking:
                take(desk, UseGods())
            take(desk, Play(action))
        case Won(sun):
            take(desk, TakeSun(sun))
            if auction.auction_now(desk.model) is not None:
                take(desk, SettleAuction())
        case Unsold():
            take(desk, SettleAuction())
        case Discard(tiles):
            for tile in tiles:
                take(desk, ChooseLoss(tile))
        case _:
            take(desk, Play(action))


@pytest.mark.parametrize(("players", "seed"), some([(2, 5), (3, 1), (4, 2), (5, 3)], 2))
def test_a_whole_game_is_played_with_one_button(players: int, seed: int) -> None:
    desk, chance = slow(a_desk(players)), dice(seed)
    kinds = set()
    while legal_actions(desk.game):
        if isinstance(desk.page(), EpochScores | HandsNow | LastLot):
            desk.pass_time(9)  # the bars stand
            take(desk, Next())
            continue
        action = some_action(desk.game, chance, 0.8)
        if isinstance(action, Bid | Pass):
            continue
        before = len(desk.entries)
        play(desk, action)
        assert desk.entries[before] == action or isinstance(action, Won)
        kinds.add(type(action))
    assert kinds >= {Draw, Invoke, Won}
    assert kinds <= {Draw, Invoke, Won, Unsold, Discard, UseGod, EndGods}
    while desk.page() != Finale(players):
        desk.pass_time(9)
        if desk.page() != Finale(players):
            take(desk, Next())


def test_people_sit_down_and_begin_with_one_button() -> None:
    desk = slow(Desk())
    assert desk.page() == Welcome()
    take(desk, Join(0))
    take(desk, Join(3))
    assert isinstance(desk.page(), Seating)
    take(desk, Begin())
    assert isinstance(desk.page(), Dealing)
    take(desk, Begin())
    assert desk.page() == Table()


def test_the_menu_is_gone_through_line_by_line() -> None:
    desk = slow(a_desk(3))
    take(desk, Open(Route.MENU))
    assert isinstance(desk.page(), Menu)
    take(desk, Next())
    assert desk.page() == Table()


def test_each_place_is_pointed_at_for_as_long_as_was_set_and_then_the_first_again() -> None:
    desk = slow(a_desk(3), 0.75)
    all_places = places(desk.model)
    seen = []
    for _ in range(len(all_places) + 1):
        seen.append(pointed(desk.model))
        desk.pass_time(0.75)
    assert seen == [*all_places, all_places[0]]
    assert len({place.message for place in all_places}) == len(all_places)


def test_the_program_wakes_for_every_step_and_otherwise_sleeps() -> None:
    desk = slow(a_desk(3))
    assert next_deadline(desk.model) == pytest.approx(desk.model.screen.scanned_from + PACE)
    assert next_deadline(a_desk(3).model) is None


def test_nothing_is_pointed_at_for_less_than_can_be_seen() -> None:
    desk = slow(a_desk(3), 1e-320)
    desk.pass_time(1.5 * QUICKEST_SECONDS)
    assert pointed(desk.model) == places(desk.model)[1]
    after = desk.model.screen.scanned_from + 2 * QUICKEST_SECONDS
    assert next_deadline(desk.model) == pytest.approx(after)


def test_what_is_possible_anew_is_gone_through_from_the_first() -> None:
    desk = slow(a_desk(3))
    desk.pass_time(2.5 * PACE)
    taken = pointed(desk.model)
    assert taken != places(desk.model)[0]
    desk.press("ra")
    assert pointed(desk.model) == places(desk.model)[0]


def test_at_the_seats_pointing_goes_on_from_who_sat_down_last() -> None:
    desk = slow(Desk())
    take(desk, Join(0))
    take(desk, Join(2))
    desk.pass_time(PACE)
    offer = pointed(desk.model)
    assert offer is not None
    assert offer.message == Join(3)


def test_a_line_of_the_menu_is_pointed_at_until_its_value_is_right() -> None:
    desk = slow(a_desk(3))
    take(desk, Open(Route.MENU))
    sizes = []
    for _ in range(2):
        offer = next(each for each in places(desk.model) if each.label.startswith("Text size"))
        take(desk, offer.message)
        sizes.append(desk.model.preferences.text_size)
        taken = pointed(desk.model)
        assert taken is not None
        assert taken.label.startswith("Text size")
    assert sizes == [TextSize.LARGE, TextSize.LARGER]


def test_every_option_is_reached_with_one_button() -> None:
    desk = slow(Desk())
    take(desk, Join(0))
    take(desk, Join(1))
    take(desk, next(each.message for each in places(desk.model) if each.label == "Options"))
    page = desk.page()
    assert isinstance(page, OptionsPage)
    rows = []
    for _ in page.rows(desk.model):
        now = desk.page()
        assert isinstance(now, OptionsPage)
        rows.append(now.row)
        take(desk, TurnDial(1))
    assert rows == list(range(len(rows)))


def test_the_next_language_is_pointed_at_on_the_first_page_and_nowhere_else() -> None:
    first, later = slow(Desk()), slow(a_desk(3))
    found = [
        [p.message for p in places(desk.model) if p.label == "Language"] for desk in (first, later)
    ]
    assert found == [[NextLanguage(1)], []]


def test_what_leads_away_from_the_game_is_pointed_at_last() -> None:
    labels = [place.label for place in places(slow(a_desk(3)).model)]
    assert labels[-5:] == ["Invoke Ra", "History", "Menu", "Fix", "Undo"]


@pytest.mark.parametrize(
    ("stage", "pick", "gods", "spaces"),
    [
        (Phase.TURN, None, 1, []),
        (Phase.TURN, PickGod(), 1, [1, 2, 6]),
        (Phase.TURN, PickGod(), 0, []),
        (Phase.GODS, None, 1, [1, 2, 6]),
    ],
)
def test_tiles_for_a_god_are_pointed_at_once_somebody_uses_gods(
    stage: Phase, pick: PickGod | None, gods: int, spaces: list[int]
) -> None:
    model = a_desk(3).model
    first, *others = model.game.players
    first = replace(first, tiles=bundle([Tile.GOD] * gods))
    track = (Tile.GOD, Tile.NILE, Tile.FUNERAL, None, None, None, Tile.GOLD, None)
    game = replace(model.game, players=(first, *others), active=Seat(0), track=track, stage=stage)
    model = replace(model.with_session(timeline=Timeline(start=game)), page=Table(pick))
    model = model.with_preferences(scan_seconds=PACE)
    pointed_at = [
        place.message.action.slot
        for place in places(model)
        if isinstance(place.message, Play) and isinstance(place.message.action, UseGod)
    ]
    assert pointed_at == spaces


def test_several_places_take_turns_and_one_alone_stays() -> None:
    model = slow(Desk()).model
    alone, both = replace(model, page=Versions()), replace(model, page=Help())
    assert [len(places(each)) for each in (alone, both)] == [1, 4]
    assert next_step(alone) is None
    assert next_step(both) == both.screen.scanned_from + PACE


def test_nothing_that_is_not_allowed_is_pointed_at() -> None:
    desk = slow(a_desk(3))
    assert can_draw(desk.game)
    assert all(offer.is_lit for offer in places(desk.model))
    assert "Redo" not in {offer.label for offer in places(desk.model)}


def test_without_the_setting_the_ra_button_is_what_it_always_was() -> None:
    desk = a_desk(3)
    assert controls(desk.model).taps[Control.RA].message == Play(Draw(Tile.RA))
    before = desk.model
    desk.take(TakePointed())
    assert desk.model == before
    assert next_step(Model(page=Welcome())) is None

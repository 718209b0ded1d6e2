"""What a finger can do: one tap for everything that happens at a table."""

import pytest
from msgspec.structs import replace

from companion.core.messages import (
    CallPass,
    DismissResult,
    EndPeek,
    GoTo,
    Message,
    Next,
    NextLanguage,
    Open,
    OpenFixPanel,
    OpenGroup,
    Peek,
    Play,
    Route,
    SettleAuction,
    ShowCard,
    StepSun,
    TakeBack,
    TakeSun,
)
from companion.core.model import Model, Session, TextSize
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.controls import controls
from companion.pages.history.history import History
from companion.pages.kiosk.idle import following, is_asleep, woken
from companion.pages.render import scene
from companion.pages.scoring.finale import Finale
from companion.pages.table import turn
from companion.pages.table.seat import HideInstruction
from companion.pages.table.table import Table
from companion.pages.table.thing_card import ThingCard
from companion.pages.update import update
from companion.rules.actions import DRAWS, END_GODS, GODS
from companion.rules.editions import Sun
from companion.rules.events import FixedPart
from companion.rules.records.notation import position
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import Tile
from companion.ui.pieces import TILE_PICTURES
from companion.ui.scene import Box, Picture, Slider, Text, words
from companion.ui.style import Canvas
from companion.ui.theme import theme
from tests.core.desk import after
from tests.together import for_each, some
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE, at_table, offered, shown
from tests.view.machine_seats import seated

players = pytest.mark.parametrize("players", range(2, 6))

NOT_FOR_FINGERS = OpenGroup | StepSun | CallPass | SettleAuction | Peek
"""What only buttons need: fingers touch the tile or the sun itself, and peek at the table."""


def touched(model: Model, size: tuple[int, int] = (800, 480)) -> set[Message]:
    """Return everything that a touch in the middle or at the left can mean, if not covered."""
    scene = shown(model, size)
    rects = [target.rect for target in scene.targets]
    found = [
        scene.target_at(rect.x + rect.w * share, rect.y + rect.h / 2)
        for rect in rects
        for share in (0.1, 0.5)
    ]
    return {message for message in found if message is not None}


@for_each(text_size=TextSize, machine=(0, 1))
def test_a_finger_goes_on_from_a_result_whoever_has_a_god_tile(
    text_size: TextSize, machine: int
) -> None:
    """Where the table plays next, nothing else does: its turn comes once the result is seen."""
    auction = at_table(3, f"auction A1 by {NAMES[2]}", "track nile god gold", active=0)
    result = seated(after(auction, SettleAuction()), machine)
    result = result.with_preferences(text_size=text_size)
    assert DismissResult() in touched(result)


@for_each(size=((800, 480), (1280, 720), (1920, 1080)), language=LANGUAGES)
def test_who_touches_a_tile_too_soon_after_an_auction_sees_the_key_that_goes_on(
    size: tuple[int, int], language: str
) -> None:
    """What a refusal says lies beside that key: keys and the reader enter the tile at once."""
    auction = at_table(3, f"auction A1 by {NAMES[2]}", "track nile god gold", active=0)
    early = after(auction.with_preferences(language=language), TakeSun(Sun(13)))
    assert Play(DRAWS[Tile.GOLD]) not in touched(early)
    drawn = scene(
        after(early, SettleAuction()), Canvas(size=size, type=TYPE, words=in_language(language))
    )
    [on] = [each.rect for each in drawn.targets if each.message == DismissResult()]
    said = next(each for each in reversed(drawn.items) if isinstance(each, Box))
    assert said.border == theme(early.preferences.theme).bad
    assert said.rect.x + said.rect.w <= on.x
    assert after(early, Play(DRAWS[Tile.GOLD])).game.track[0] is Tile.GOLD


@for_each(7, page=("turn", "light"), size=SIZES, text_size=TextSize)
def test_a_touch_on_a_name_opens_a_card_that_makes_it_that_players_turn(
    page: str, size: tuple[int, int], text_size: TextSize
) -> None:
    model = PAGES[page](5, NAMES).with_preferences(text_size=text_size)
    for seat, mark in turn.marks(model).items():
        card = GoTo(ThingCard(FixedPart.TILES, seat))
        assert card in touched(model, size)
        assert mark in touched(update(model, card)[0], size)


@for_each(size=((800, 480), (480, 800), (1280, 720)))
def test_what_somebody_has_stands_in_whole_words_that_agree_with_their_number(
    size: tuple[int, int],
) -> None:
    held = "2 pharaoh, 3 mon_step_pyramid, mon_palace, civ_agriculture"
    game = position(f"epoch 2 | centre 1 | *Ann 2 4 6 9: {held} | Ben 3 5 7 8")
    table = Model(page=Table(), session=Session(timeline=Timeline(start=game), buttons=(0, 1)))
    card = update(table, GoTo(ThingCard(FixedPart.TILES, 0)))[0]
    drawn = shown(card, size)
    told = [item for item in drawn.items if isinstance(item, Text)]
    for name in ("2 Pharaohs", "3 Step Pyramids", "1 Palace", "1 Agriculture"):
        found = next(each for each in told if each.text == name)
        assert TYPE.width(found.text, found.px, found.weight) <= found.rect.w + 1


@for_each(size=((1280, 720), (1920, 1080)))
def test_a_god_tile_among_the_last_entries_stands_with_what_it_took_and_no_cut_words(
    size: tuple[int, int],
) -> None:
    model = at_table(3, "track nile god gold")
    for action in (GODS[0], END_GODS):
        model = update(model, Play(action))[0]
        assert model.page == Table()
    drawn = shown(model, size)
    timeline = model.session.timeline
    assert timeline is not None
    chips = []
    for step in timeline.steps[-2:]:
        spot = next(each.rect for each in drawn.targets
                    if each.message == Open(Route.FIX_ENTRY, (step.seq,)))  # fmt: skip
        inside = [each for each in drawn.items if spot.contains(each.rect.x, each.rect.y)]
        assert not [each for each in inside if isinstance(each, Text)]
        chips.append({each.name for each in inside if isinstance(each, Picture)})
    assert {TILE_PICTURES[Tile.GOD], TILE_PICTURES[Tile.NILE]} <= chips[0]
    assert {TILE_PICTURES[Tile.GOD], "ui_check"} <= chips[1]


@for_each(page=some(PAGES, 2))
def test_fingers_can_do_all_that_buttons_can(page: str) -> None:
    """What lies under the rules card is reached after a touch on the card, and the keys at once.

    So is what the curtain of a peek hides: whoever has a button plays on while somebody looks.
    What lies under what hands do for the table, after a touch that there is something else.
    A page that sleeps is woken first; the bars and the breakdown of the end, a touch apart, share
    what there is no room for on one of them.
    """
    model = awake(PAGES[page](3, NAMES))
    buttons = offered(model)
    if model.session.peek is not None:
        assert touched(model) == {EndPeek()}
        model, _ = update(model, EndPeek())
    reached = touched(model)
    if isinstance(model.page, Finale):
        for other in map(GoTo, reversed(end_of(3))):
            if other in reached:
                reached |= touched(update(model, other)[0])
    if model.screen.is_card_shown:
        assert ShowCard() in reached
        reached |= touched(update(model, ShowCard())[0])
    if HideInstruction() in reached:
        reached |= touched(update(model, HideInstruction())[0])
    cards = [
        each for each in reached if isinstance(each, GoTo) and isinstance(each.page, ThingCard)
    ]
    for card in cards:
        reached |= touched(update(model, card)[0])
    if any(isinstance(message, OpenFixPanel) for message in reached):
        reached.add(Open(Route.FIX))  # at an auction from each place of the auction track
    missing = buttons - reached - {EndPeek()}
    assert not [message for message in missing if not isinstance(message, NOT_FOR_FINGERS)]


def awake(model: Model) -> Model:
    """Return what is there after the first touch, which wakes a page that sleeps."""
    return woken(model, Next())[0] if is_asleep(model) else model


def end_of(players: int) -> tuple[Finale, Finale]:
    """Return the bars of everybody, and how their points came about."""
    return Finale(players), Finale(players + 1)


@pytest.mark.parametrize("page", [page for page in PAGES if is_asleep(PAGES[page](3, NAMES))])
def test_a_touch_anywhere_wakes_a_page_that_sleeps(page: str) -> None:
    model = PAGES[page](3, NAMES)
    scene = shown(model)
    for x in range(0, 800, 20):
        for y in range(0, 480, 20):
            message = scene.target_at(x, y)
            assert message is not None
            assert update(model, message)[0].page == awake(model).page
            assert not is_asleep(update(model, message)[0])


@for_each(players=range(2, 6), language=LANGUAGES)
def test_fingers_come_from_the_bars_to_the_history_and_to_mending(
    players: int, language: str
) -> None:
    bars, points = end_of(players)
    canvas = Canvas(size=(800, 480), type=TYPE, words=in_language(language))
    model = PAGES["end"](players, NAMES)
    fingers = {
        page: [target.message for target in scene(replace(model, page=page), canvas).targets]
        for page in (bars, points)
    }  # fmt: skip
    assert GoTo(points) in fingers[bars]
    assert Open(Route.FIX) in fingers[bars]
    assert GoTo(bars) in fingers[points]
    assert Open(Route.HISTORY) in fingers[points]


BY_STEPS = "points only", "light from afar", "stepping", "light stepping"
"""Where suns have no key of their own, one is stepped to."""


@for_each(page=some((page for page in PAGES if page not in BY_STEPS), 3))
def test_fingers_are_not_told_to_turn_to_something_and_to_choose_it(page: str) -> None:
    canvas = Canvas(size=(800, 480), type=TYPE, panel=False)
    told = words(scene(PAGES[page](3, NAMES), canvas))
    assert not {"Choose", "Confirm", "Browse", "Digit"} & set(told)


@for_each(page=some(PAGES, 2))
def test_without_a_touch_screen_every_tap_of_a_button_is_shown(page: str) -> None:
    """A page that sleeps says only that any button wakes it.

    At an auction the emblem at the head of a column is that of the button for its suns, and the Ra
    button only says that the auction comes first.
    """
    model = awake(PAGES[page](5, NAMES))
    scene = shown(model, touch=False)
    shown_to_all = {target.message for target in scene.targets}
    offers = controls(model).taps.values()
    taps = {offer.message for offer in offers if not offer.is_silent}
    heads = {item.name for item in scene.items if isinstance(item, Picture)}
    for each in [message for message in taps if isinstance(message, StepSun)]:
        assert f"emblem_{model.session.buttons[each.seat]}" in heads
        taps.remove(each)
    assert taps <= shown_to_all


def test_the_history_can_be_touched_at_both_its_ends() -> None:
    model = PAGES["history"](3, NAMES)
    assert model.session.timeline is not None
    scene = shown(model)
    [rail] = [each for each in scene.targets if isinstance(each, Slider)]
    top, bottom = rail.rect.y, rail.rect.y + rail.rect.h - 1
    ends = [scene.target_at(rail.rect.x + 5, y) for y in (top, bottom)]
    assert ends == [GoTo(History(0)), GoTo(History(len(model.session.timeline.steps)))]


@for_each(now=LANGUAGES)
def test_every_language_is_one_touch_away_on_the_first_page(now: str) -> None:
    model = PAGES["welcome"](3, NAMES)
    model = model.with_preferences(language=now)
    assert spoken_by_touch(model) == set(LANGUAGES) - {now}


def test_guests_touch_only_the_languages_that_staff_offers() -> None:
    model = PAGES["welcome"](3, NAMES)
    offered = replace(model.kiosk, languages=("en", "ja", "uk"))
    assert spoken_by_touch(replace(model, kiosk=offered)) == {"ja", "uk"}


def spoken_by_touch(model: Model) -> set[str]:
    """Return the languages that a touch leads to."""
    steps = (message.steps for message in touched(model) if isinstance(message, NextLanguage))
    return {following(model, each) for each in steps}


@for_each(7, language=LANGUAGES, size=((800, 480), (1280, 720)))
def test_where_undo_has_no_room_for_words_fingers_see_its_arrow(
    language: str, size: tuple[int, int]
) -> None:
    canvas = Canvas(size=size, type=TYPE, words=in_language(language), letters=True)
    drawn = scene(at_table(5, active=1), canvas)
    key = next(each.rect for each in drawn.targets if each.message == TakeBack())
    inside = [item for item in drawn.items if key.contains(item.rect.x + 1, item.rect.y + 1)]
    said = [item.text for item in inside if isinstance(item, Text) and len(item.text) > 1]
    arrows = [item for item in inside if isinstance(item, Picture) and item.name == "ui_undo"]
    assert said or arrows


@pytest.mark.parametrize("page", ["peek", "peek after an epoch"])
def test_behind_the_curtain_of_a_peek_nothing_is_touched(page: str) -> None:
    picture = shown(PAGES[page](3, NAMES))
    width, height = picture.size
    spots = [(x, y) for x in range(5, width, 40) for y in range(5, height, 40)]
    assert {picture.target_at(*spot) for spot in spots} == {EndPeek()}


@for_each(page=["staff", "staff house", "asking", "help", "help with rules"])
def test_for_fingers_no_line_of_a_list_stands_below_it_once_more(page: str) -> None:
    told = words(scene(PAGES[page](3, NAMES), Canvas(size=(800, 480), type=TYPE, panel=False)))
    assert len(told) == len(set(told))

"""What moves when the table changes, and that it ends where the picture would be without it."""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

import pytest
from msgspec.structs import replace

from companion.core.messages import Join, Message, Next, Play, TakeBack, TakeSun, TurnDial, UseGods
from companion.core.model import MACHINES, Agreement, Model, Preferences
from companion.i18n.catalogues import words
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.opponent.strength import Strength
from companion.pages.menu.menu import Menu
from companion.pages.motion import CARRY_SECONDS, PULSE_SECONDS, ROUND_SECONDS, ROUNDS
from companion.pages.new_game.dealing import DEAL_SECONDS, SUN_SECONDS
from companion.pages.new_game.welcome import Welcome
from companion.pages.page_view import STRENGTHS, who_plays
from companion.pages.render import at, at_rest, moving, scene, seen
from companion.pages.scoring.epoch import COURSE_SECONDS, EpochScores
from companion.pages.scoring.finale import BAR_SECONDS, Finale
from companion.pages.table import motion
from companion.pages.update import update
from companion.rules.actions import DRAWS, INVOKE
from companion.rules.editions import Sun
from companion.rules.tiles import Tile
from companion.ui.animation import (
    FRAME_SECONDS,
    Appear,
    Pulse,
    RenderedPage,
    Slide,
    end,
    next_frame,
)
from companion.ui.scene import Animated, Item, Picture, Rect, Scene, Text
from companion.ui.style import Canvas
from tests.rules.table import action
from tests.together import for_each, some
from tests.view.gallery import LONG_NAMES, NAMES, PAGES, TYPE, at_table, scored, shown
from tests.view.gallery import SIZES as EVERY_SIZE
from tests.view.machine_seats import seated
from tests.view.test_reading_distance import LANDSCAPE, not_loud

FULL = Canvas(size=(1280, 720), type=TYPE)

SIZES = ((800, 480), (1280, 720), (480, 800))

BEGUN = 100.0

KEYS_Y = 590
"""Below this there are keys, which show suns as well."""


def after(model: Model, *messages: Message) -> Model:
    """Return the program after these messages, everything written that must be."""
    for message in messages:
        model, _ = update(replace(model, now=BEGUN), message)
    return model


def played(model: Model, words: str) -> Model:
    """Return the program after this action."""
    return after(model, Play(action(words)))


def going(before: Model, now: Model, canvas: Canvas = FULL) -> RenderedPage:
    """Return the picture from the moment when the second model is shown after the first."""
    return moving(seen(before, canvas), seen(now, canvas), canvas)


def picture(shown: RenderedPage, seconds: float) -> Scene[Message]:
    """Return what is seen so long after a motion has begun; the last frame may be half over."""
    return at(shown, BEGUN + seconds, at_rest(shown, FULL))


def over(shown: RenderedPage, seconds: float) -> Scene[Message]:
    """Return what is seen in the frame after a motion of this many seconds."""
    return picture(shown, seconds + FRAME_SECONDS)


def places(scene: Scene[Message], name: str) -> list[Rect]:
    """Return where a picture of this name is."""
    return [item.rect for item in scene.items if isinstance(item, Picture) and item.name == name]


def number(scene: Scene[Message], text: str) -> Rect:
    """Return where this sun's number is."""
    (found,) = [
        item.rect
        for disc, item in pairwise(scene.items)
        if isinstance(item, Text)
        and item.text == text
        and isinstance(disc, Picture)
        and disc.name.startswith("sun_")
        and disc.rect == item.rect
        and item.rect.y < KEYS_Y
    ]
    return found


def auction(players: int = 3) -> Model:
    """Return a table on which the last player invokes Ra and the first may win four tiles."""
    return PAGES["auction"](players, NAMES)


def won(model: Model) -> Model:
    """Return the table after the first player has won the lot."""
    sun = model.game.players[0].suns[0]
    return played(model, f"won {sun}")


PLAYED: Mapping[str, Callable[[], tuple[Model, str]]] = {
    "a tile is drawn": lambda: (at_table(3, active=1), "draw nile"),
    "a Ra tile is drawn": lambda: (at_table(3, active=1), "draw ra"),
    "a Ra tile is laid": lambda: (PAGES["laid tiles"](3, NAMES), "draw ra"),
    "a god takes a tile": lambda: (PAGES["gods"](3, NAMES), "god 1"),
    "a lot is won": lambda: (auction(), f"won {auction().game.players[0].suns[0]}"),
    "an epoch ends": lambda: (PAGES["last place"](3, NAMES), "draw ra"),
}

OPENED = ("many games", "thousands of games", "statistics", "categories", "suns",
          "length of games", "time played")  # fmt: skip
"""Plots, which grow as they come after the menu."""


def changes(*, is_calm: bool = False) -> Iterator[tuple[Model, Model]]:
    """Yield what was there and what is there now, for all that moves."""
    for before, said_so in (made() for made in PLAYED.values()):
        calm = replace(before, preferences=Preferences(reduce_motion=is_calm))
        yield calm, played(calm, said_so)
    dealt = (PAGES[name](4, NAMES).with_preferences(reduce_motion=is_calm)
             for name in ("seating", "dealing"))  # fmt: skip
    yield next(dealt), replace(next(dealt), now=BEGUN)
    for name in OPENED:
        plot = PAGES[name](3, NAMES).with_preferences(reduce_motion=is_calm)
        yield replace(plot, page=Menu()), replace(plot, now=BEGUN)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("change", PLAYED)
@pytest.mark.parametrize("way", ["forward", "back"])
def test_every_motion_ends_at_the_picture_that_would_be_there_without_it(
    change: str, size: tuple[int, int], way: str
) -> None:
    canvas = Canvas(size=size, type=TYPE)
    before, words = PLAYED[change]()
    now = played(before, words)
    if way == "back":
        before, now = now, after(now, TakeBack())
    shown = going(before, now, canvas)
    if way == "forward":
        assert shown.moves or isinstance(now.page, EpochScores)
    rest = at_rest(seen(now, canvas), canvas)
    assert at(shown, BEGUN + 60, at_rest(shown, canvas)) == rest
    assert at_rest(shown, canvas).targets == rest.targets


def test_a_drawn_tile_comes_down_to_its_place() -> None:
    before = at_table(3, active=1)
    shown = going(before, played(before, "draw flood"))
    (rest,) = [
        rect for rect in places(at_rest(shown, FULL), "tile_flood") if rect.h > FULL.size[1] // 10
    ]
    way = [
        max(places(picture(shown, seconds), "tile_flood"), key=lambda rect: rect.h)
        for seconds in (0.0, motion.TILE_SECONDS / 2, motion.TILE_SECONDS + FRAME_SECONDS)
    ]
    assert [rect.x for rect in way] == [rest.x] * 3
    assert rest.y + -rest.h // 4 == way[0].y < way[1].y < way[2].y == rest.y


def test_the_boat_steps_to_the_next_station_and_back_again() -> None:
    before = at_table(3, active=1)
    now = played(before, "draw ra")
    (old,), (new,) = (places(at_rest(seen(each, FULL), FULL), "boat") for each in (before, now))
    shown = going(before, now)
    assert places(picture(shown, 0.0), "boat") == [old]
    (between,) = places(picture(shown, motion.BOAT_SECONDS / 3), "boat")
    assert old.x < between.x < new.x
    assert places(over(shown, motion.BOAT_SECONDS), "boat") == [new]
    back = going(now, after(now, TakeBack()))
    assert places(picture(back, 0.0), "boat") == [new]
    assert places(over(back, motion.BOAT_SECONDS), "boat") == [old]


def test_a_lot_goes_to_its_winner_tile_after_tile_while_the_suns_change_places() -> None:
    before = at_table(3, "track nile pharaoh", f'auction A1 by "{NAMES[2]}"', active=0)
    now = won(before)
    sun, centre = before.game.players[0].suns[0], before.game.centre
    old, shown = at_rest(seen(before, FULL), FULL), going(before, now)
    first = picture(shown, 0.0)
    assert middle(number(first, str(sun))) == middle(number(old, str(sun)))
    assert middle(number(first, str(centre))) == middle(number(old, str(centre)))
    lot = {name: places(old, name)[0] for name in ("tile_nile", "tile_pharaoh")}
    assert all(rect in places(first, name) for name, rect in lot.items())
    gone = over(shown, motion.LOT_SECONDS + 8 * motion.STAGGER_SECONDS)
    assert number(gone, str(sun)) == number(at_rest(shown, FULL), str(sun))
    assert not any(rect in places(gone, name) for name, rect in lot.items())


def middle(rect: Rect) -> tuple[int, int]:
    """Return the middle of a rectangle."""
    return rect.x + rect.w // 2, rect.y + rect.h // 2


def test_a_course_comes_down_from_above_and_a_press_ends_that() -> None:
    before = replace(PAGES["revealing an epoch"](3, NAMES), now=BEGUN)
    laid = after(before, Next())
    shown = going(before, laid)
    assert shown.moves
    assert over(shown, COURSE_SECONDS) == at_rest(shown, FULL)
    pressed, _ = update(replace(laid, now=BEGUN + COURSE_SECONDS / 2), Next())
    assert moving(going(before, laid), seen(pressed, FULL), FULL).moves == ()
    assert isinstance(pressed.page, EpochScores)
    assert isinstance(laid.page, EpochScores)
    assert pressed.page.hidden == laid.page.hidden, "it ends what moves, and does no more"


def test_the_pyramids_of_the_last_two_rise_before_their_numbers_are_told() -> None:
    before = replace(scored(3, *["draw ra"] * 3), page=Finale(1), now=BEGUN)
    now = after(before, Next())
    assert now.page == Finale(1, rising=2, since=BEGUN)
    shown = going(before, now)
    assert len([move for move in shown.moves if isinstance(move, Slide) and any(move.by)]) == 2
    texts = [item.text for item in at_rest(shown, FULL).items if isinstance(item, Text)]
    assert texts.count("?") == 3, "two pyramids, and the key of the rules card"
    assert over(shown, BAR_SECONDS) == at_rest(shown, FULL)


def test_who_is_asked_pulses_once_a_second_and_not_for_ever() -> None:
    before = at_table(3, active=1)
    shown = going(before, played(before, "draw flood"))
    (pulse,) = [move for move in shown.moves if isinstance(move, Pulse)]
    sizes = [
        max(rect.h for rect in places(picture(shown, beat / 2 + 0.01), pulse.items[0].name))
        for beat in range(8)
    ]
    assert len(set(sizes)) == 2
    assert sizes == sizes[:2] * 4
    assert next_frame(shown.moves, BEGUN + PULSE_SECONDS + FRAME_SECONDS) is None
    assert over(shown, PULSE_SECONDS) == at_rest(shown, FULL)


@for_each(change=changes)
def test_nothing_changes_more_than_thirty_times_a_second_and_nothing_when_all_has_come(
    change: tuple[Model, Model],
) -> None:
    shown = going(*change)
    assert over(shown, PULSE_SECONDS) == at_rest(seen(change[1], FULL), FULL)
    moments = [BEGUN]
    while (due := next_frame(shown.moves, moments[-1])) is not None:
        assert due > moments[-1]
        moments.append(due)
    assert moments[-1] - BEGUN <= PULSE_SECONDS
    for start in moments:
        assert sum(start <= each < start + 1.0 - 1e-6 for each in moments) <= 30
    rest = at_rest(shown, FULL)
    for begins, ends in pairwise(moments):
        late = begins + (ends - begins) * 0.99
        assert at(shown, late, rest).items == at(shown, begins, rest).items


@for_each(change=changes)
def test_nothing_flashes_more_than_three_times_a_second(change: tuple[Model, Model]) -> None:
    shown = going(*change)
    there: list[set[Item]] = [
        {item for item in picture(shown, step / 60).items if isinstance(item, Picture | Text)}
        for step in range(60 * 4)
    ]
    for item in set().union(*there):
        seen_at = [item in each for each in there]
        for start in range(len(seen_at) - 60):
            second = seen_at[start : start + 60]
            blinks = sum(was and not now for was, now in pairwise(second))
            assert blinks <= 3


@for_each(change=lambda: changes(is_calm=True))
def test_with_reduced_motion_everything_is_there_at_once(change: tuple[Model, Model]) -> None:
    shown = going(*change)
    assert all(isinstance(move, Appear) for move in shown.moves)
    last = max((end(move) for move in shown.moves), default=BEGUN)
    pictures = {at(shown, BEGUN + step / 60, at_rest(shown, FULL)).items for step in range(240)}
    assert len(pictures) == (1 if last == BEGUN else 2)


def test_a_table_that_is_opened_does_not_move() -> None:
    shown = seen(at_table(3, active=1), FULL)
    assert shown.moves == ()
    opened = going(Model(page=Welcome()), at_table(3, active=1))
    assert opened.moves == ()


def test_what_moves_goes_on_while_somebody_turns_the_dial() -> None:
    before = PAGES["gods"](3, NAMES)
    now = played(before, "god 1")
    shown = going(before, now)
    turned = moving(shown, seen(after(now, UseGods()), FULL), FULL)
    assert {move.seconds for move in turned.moves} == {move.seconds for move in shown.moves}


def test_another_page_ends_every_motion() -> None:
    before = auction()
    shown = going(before, won(before))
    menu = replace(won(before), page=PAGES["menu"](3, NAMES).page)
    assert moving(shown, seen(menu, FULL), FULL).moves == ()


def test_dealt_suns_come_to_their_cards_one_after_the_other() -> None:
    before, now = (replace(PAGES[name](4, NAMES), now=BEGUN) for name in ("seating", "dealing"))
    shown = going(before, now)
    rest = places(at_rest(shown, FULL), "sun_up")
    seen_so_far = [
        len(places(picture(shown, DEAL_SECONDS * sun), "sun_up")) for sun in range(len(rest))
    ]
    assert seen_so_far == sorted(seen_so_far)
    assert 0 < seen_so_far[0] < len(rest)
    assert places(over(shown, DEAL_SECONDS * len(rest) + SUN_SECONDS), "sun_up") == rest


# Ra is called: a sunrise says who and why, across the table, and nobody waits for it.


WAYS: Mapping[str, tuple[Callable[[tuple[str, ...]], Model], Message]] = {
    "by choice": (lambda names: at_table(5, names=names, active=1), Play(INVOKE)),
    "drawn": (lambda names: at_table(5, names=names, active=1), Play(DRAWS[Tile.RA])),
    "full": (lambda names: PAGES["full track"](5, names), Play(INVOKE)),
    "empty": (lambda names: PAGES["empty track"](5, names), Play(INVOKE)),
}


def called(way: str, canvas: Canvas = FULL, *, is_calm: bool = False,
           names: tuple[str, ...] = NAMES) -> RenderedPage:  # fmt: skip
    """Return the picture from the moment when Ra is called in this way."""
    made, message = WAYS[way]
    before = replace(made(names), preferences=Preferences(reduce_motion=is_calm))
    after, _ = update(replace(before, now=BEGUN), message)
    return moving(seen(before, canvas), seen(after, canvas), canvas)


def said(shown: RenderedPage) -> list[Text]:
    """Return the texts of the sunrise."""
    moves = (move for move in shown.moves if isinstance(move, Appear))
    return [item for move in moves for item in move.items if isinstance(item, Text)]


@pytest.mark.parametrize(
    ("way", "why"),
    [
        ("by choice", "Ra invoked: one sun for 6 tiles"),
        ("drawn", "Ra 4/10"),
        ("full", "The auction track is full"),
        ("empty", "No tiles: only the sun"),
    ],
)
def test_it_says_who_called_and_why(way: str, why: str) -> None:
    who, reason = (text.text for text in said(called(way)))
    assert who.endswith(" Ra!")
    assert reason == why


@for_each(7, way=WAYS, language=LANGUAGES, size=some(LANDSCAPE, 3))
def test_both_are_whole_and_read_from_across_the_table(
    way: str, language: str, size: tuple[int, int]
) -> None:
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    for names in (NAMES, LONG_NAMES):
        texts = said(called(way, canvas, names=names))
        assert not_loud(texts, size) == []
        assert all(text.is_loud for text in texts)
    assert all("…" not in text.text for text in said(called(way, canvas)))


def test_ras_eye_rises_and_all_is_gone_when_it_was_there_long_enough() -> None:
    shown = called("by choice")
    eyes = [
        item.rect.y
        for step in range(20)
        for item in picture(shown, step * FRAME_SECONDS).items
        if isinstance(item, Picture) and item.name == "ra_eye"
    ]
    assert len(eyes) == 20
    assert eyes == sorted(eyes, reverse=True)
    assert eyes[0] > eyes[-1]
    rest = at_rest(shown, FULL)
    assert picture(shown, motion.SUNRISE_SECONDS - FRAME_SECONDS) != rest
    assert picture(shown, motion.SUNRISE_SECONDS + FRAME_SECONDS) == rest


def test_a_sun_that_is_pressed_meanwhile_is_a_bid_and_ends_it() -> None:
    shown = called("by choice")
    taken = at_rest(shown, FULL).targets
    assert picture(shown, 0.1).targets == taken
    assert any(target.message == TakeSun(Sun(7)) for target in taken)
    bid, _ = update(replace(shown.model, now=BEGUN + 0.1), TakeSun(Sun(7)))
    later = moving(shown, seen(acted(bid), FULL), FULL)
    assert said(later) == []


def test_a_turn_of_the_dial_ends_it_and_what_comes_by_itself_does_not() -> None:
    shown = called("by choice")
    turned, _ = update(replace(shown.model, now=BEGUN + 0.1), TurnDial(1))
    assert said(moving(shown, seen(acted(turned), FULL), FULL)) == []
    later = replace(shown.model, now=BEGUN + 0.1)
    assert said(moving(shown, seen(later, FULL), FULL)) == said(shown)


def acted(model: Model) -> Model:
    """Return it as after a gesture."""
    return model.with_screen(acted_at=BEGUN + 0.1)


def test_nothing_wakes_for_it_while_it_stands() -> None:
    shown = called("by choice")
    due = max(motion.TILE_SECONDS, motion.BOAT_SECONDS, 0.5) + 2 * FRAME_SECONDS
    woken = next_frame(shown.moves, BEGUN + due)
    assert woken == pytest.approx(BEGUN + motion.SUNRISE_SECONDS, abs=FRAME_SECONDS)


@pytest.mark.parametrize("way", WAYS)
def test_with_reduced_motion_it_stands_there_at_once(way: str) -> None:
    shown = called(way, is_calm=True)
    assert said(shown)
    first = picture(shown, 0.0)
    assert first != at_rest(shown, FULL)
    assert first == picture(shown, motion.SUNRISE_SECONDS / 2)
    assert next_frame(shown.moves, BEGUN) == pytest.approx(
        BEGUN + motion.SUNRISE_SECONDS, abs=FRAME_SECONDS
    )


def test_it_does_not_come_again_when_the_first_sun_is_taken_back() -> None:
    shown = called("by choice")
    bid, _ = update(replace(shown.model, now=BEGUN + 3), TakeSun(Sun(7)))
    before, after = seen(bid, FULL), seen(replace(shown.model, now=BEGUN + 4), FULL)
    assert said(moving(before, after, FULL)) == []


# What the screen shows for a seat that the table plays: large, moving thrice, then at rest.


SAID = ["table draws", "table bids", "table invokes Ra", "table passes"]


def thinking(model: Model) -> Model:
    """Return the same a moment before it was decided."""
    return replace(seated(model.with_pending(thought=None)), now=BEGUN)


def carried(scene: Scene[Message]) -> list[Rect]:
    """Return where what hands carry is now."""
    return [item.rect for item in scene.items if item.key == (Animated.HANDS, 0)]


@pytest.mark.parametrize("page", ["table draws", "table bids", "table uses a God tile"])
def test_what_hands_carry_goes_three_times_and_rests(page: str) -> None:
    model = replace(PAGES[page](4, NAMES), now=BEGUN)
    moving = going(thinking(model), model)
    [rest, *_] = carried(picture(moving, 100.0))
    for turn in range(ROUNDS):
        begins = turn * ROUND_SECONDS
        assert carried(picture(moving, begins + 0.05))[0] != rest
        assert carried(picture(moving, begins + CARRY_SECONDS + 0.1))[0] == rest
    assert next_frame(moving.moves, BEGUN + ROUNDS * ROUND_SECONDS + 0.1) is None


def test_with_reduced_motion_the_pictures_stand_still() -> None:
    calm = Preferences(reduce_motion=True)
    model = replace(PAGES["table bids"](4, NAMES), now=BEGUN, preferences=calm)
    assert going(thinking(model), model).moves == ()


@pytest.mark.parametrize("page", SAID)
@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
def test_what_the_seat_does_is_read_from_across_the_table(
    page: str, players: int, size: tuple[int, int]
) -> None:
    scene = shown(PAGES[page](players, NAMES), size)
    large = sorted((item.px for item in scene.items if isinstance(item, Text)), reverse=True)
    assert large[0] >= size[1] / 8
    assert large[1] >= size[1] / 14


@for_each(7, size=EVERY_SIZE, language=LANGUAGES, strength=[*STRENGTHS])
def test_who_sits_down_sees_which_seats_the_table_plays(
    size: tuple[int, int], language: str, strength: Strength
) -> None:
    said, model = words(language), PAGES["seating with the table"](3, NAMES)
    model = model.with_session(agreement=Agreement(machines=2, strength=strength))
    names = tuple(map(said.say, MACHINES))
    model = model.with_preferences(language=language, machine_names=names)
    cards = scene(model, Canvas(size=size, type=TYPE, words=said))
    for button, name in zip((0, 3), names, strict=False):
        card = next(each.rect for each in cards.targets if each.message == Join(button))
        texts = [each.text for each in cards.items
                 if isinstance(each, Text) and card.contains(each.rect.x, each.rect.y)]  # fmt: skip
        told = who_plays(strength, said)
        assert texts[0] == name
        assert "".join(texts[1:]).replace(" ", "") == told.replace(" ", "")

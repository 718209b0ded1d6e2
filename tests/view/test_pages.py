"""The pages beside the table, in words and in what is marked."""

import pytest
from msgspec.structs import replace

from companion.core.messages import Begin, GoTo, Message, Next, Play, TakeLetter
from companion.core.model import Model
from companion.core.preferences import Preferences
from companion.core.session import Guest
from companion.narration import CATEGORIES
from companion.pages.controls import PLAYER_KEYS
from companion.pages.history.history import History
from companion.pages.letters import OnScreenKeyboard
from companion.pages.menu.menu import Menu
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.options import OptionsPage, rows
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.points import Ended, last_epoch
from companion.pages.render import scene
from companion.pages.scoring import reveal
from companion.pages.scoring.epoch import EpochScores
from companion.pages.scoring.finale import Finale
from companion.rules.editions import SUN_GROUPS, Seat, sun_groups
from companion.rules.records.timeline import Timeline, enter
from companion.ui.scene import Animated, Box, Picture, Rect, Scene, Text, words
from companion.ui.style import Canvas
from companion.ui.theme import BUTTON_COLOURS, NIGHT
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE, guests, shown, tied

FULL = (1280, 720)

players = pytest.mark.parametrize("players", range(2, 6))


def told(page: str, players: int, size: tuple[int, int] = FULL) -> tuple[str, ...]:
    """Return the words of a page."""
    return words(shown(PAGES[page](players, NAMES), size))


def pictures(scene: Scene[Message]) -> list[str]:
    """Return the names of the pictures of a scene."""
    return [item.name for item in scene.items if isinstance(item, Picture)]


def text(scene: Scene[Message], said: str) -> Text:
    """Return the one item with these words."""
    [found] = [item for item in scene.items if isinstance(item, Text) and item.text == said]
    return found


def ring(scene: Scene[Message]) -> Rect:
    """Return what the dial points at."""
    boxes = [item for item in scene.items if isinstance(item, Box)]
    [found] = [box.rect for box in boxes if box.border == box.glow == NIGHT.focus]
    return found


def test_the_first_page_says_its_name_and_what_to_press() -> None:
    first = told("welcome", 4)
    assert "Ra Companion" in first
    assert "Press your button to play" in first
    assert "Same players again" in first
    assert "Anna, Green, Yuki, Orange" in first


def test_the_first_page_shows_all_five_emblems() -> None:
    emblems = [one for one in pictures(shown(PAGES["welcome"](2, NAMES))) if "emblem" in one]
    assert emblems == [f"emblem_{button}" for button in range(5)]


def test_nobody_is_offered_to_play_again_who_has_not_played() -> None:
    assert "Same players again" not in words(shown(Model(page=Welcome())))


@pytest.mark.parametrize(("language", "name"), [("en", "English"), ("ja", "日本語")])
def test_the_language_is_called_as_its_speakers_call_it(language: str, name: str) -> None:
    model = Model(page=Welcome(), preferences=Preferences(language=language))
    assert name in words(shown(model))
    assert name in words(shown(replace(model, page=Menu())))


@players
def test_who_has_joined_stands_in_the_order_of_the_table(players: int) -> None:
    scene = shown(PAGES["seating"](players, NAMES), FULL)
    shown_names = [NAMES[seat] if seat % 2 == 0 else COLOURS[seat] for seat in range(players)]
    lefts = [text(scene, name).rect.x for name in shown_names]
    assert lefts == sorted(lefts)
    assert words(scene).count("sit down") == 5 - players
    assert {str(place) for place in range(1, players + 1)} <= set(words(scene))


COLOURS = ("Blue", "Green", "Yellow", "Orange", "Pink")


def test_places_are_counted_over_free_buttons() -> None:
    page = Seating((Guest(1, "Ann"), Guest(4, "Ben")))
    scene = shown(Model(page=page), FULL)
    assert text(scene, "Ann").rect.x < text(scene, "Ben").rect.x
    cards = [item for item in scene.items if isinstance(item, Box) and item.rect.h > 300]
    assert [card.fill for card in cards if card.fill in BUTTON_COLOURS] == [
        BUTTON_COLOURS[1],
        BUTTON_COLOURS[4],
    ]


def test_the_letter_that_the_dial_points_at_has_the_focus() -> None:
    page = Seating(guests(3), 1, OnScreenKeyboard(pointed=TakeLetter("n")))
    scene = shown(Model(page=page), FULL)
    letter = text(scene, "N").rect
    assert ring(scene).contains(letter.x + letter.w / 2, letter.y + letter.h / 2)


def test_with_a_keyboard_every_card_shows_its_key() -> None:
    said = words(shown(Model(page=Seating(guests(2), 1)), letters=True))
    assert {"1", "2", "3", "4", "5"} <= set(said)
    assert "5" not in words(shown(Model(page=Seating(guests(2), 1))))


def test_one_player_alone_cannot_begin() -> None:
    scene = shown(Model(page=Seating(guests(1))))
    assert text(scene, "Deal suns").opacity < 0.5
    assert any(target.message == Begin() for target in scene.targets)


@players
def test_every_option_stands_in_a_row_with_its_value(players: int) -> None:
    model = PAGES["agreeing"](players, NAMES)
    said = words(shown(model, FULL))
    for row in rows(model.session.agreement, players):
        assert row.title in said
        assert row.value.format(**row.facts) in said


def test_the_chosen_option_has_the_focus() -> None:
    for place in range(4):
        scene = shown(Model(page=OptionsPage(guests(3), place)), FULL)
        title = text(scene, rows(Model(page=Welcome()).session.agreement, 3)[place].title).rect
        assert ring(scene).contains(title.x + 1, title.y + title.h / 2)


@players
def test_everybody_sees_the_suns_they_are_said_to_have(players: int) -> None:
    page = Dealing(guests(players), sun_groups(players))
    said = words(shown(Model(page=page)))
    for group in SUN_GROUPS[players]:
        assert {str(sun) for sun in group} <= set(said)


@players
def test_only_who_has_the_highest_sun_begins(players: int) -> None:
    said = words(shown(PAGES["dealing"](players, NAMES), FULL))
    highest = max(sun for group in SUN_GROUPS[players] for sun in group)
    assert [each for each in said if each.endswith("starts")] == [f"Sun {highest} starts"]


def test_with_a_card_still_empty_nobody_begins_yet() -> None:
    scene = shown(PAGES["dealt by hand"](3, NAMES), FULL)
    assert not [each for each in words(scene) if each.endswith("begins")]
    assert text(scene, "Begin").opacity < 0.5


@players
@pytest.mark.parametrize("page", ["scoring", "scoring the last"])
def test_courses_are_laid_category_by_category_each_named_in_its_turn(
    page: str, players: int
) -> None:
    model = PAGES[page](players, NAMES)
    every = reveal.courses(model)
    for place, category in enumerate(every[:-1], start=1):
        laying = replace(model, page=EpochScores(hidden=len(every) - place, since=0.0))
        scene = shown(laying, FULL)
        named = [one for one in words(scene) if one in LABELS]
        wanted = [CATEGORIES[every[place]], *([CATEGORIES[category]] if place > 1 else [])]
        assert sorted(named) == sorted(wanted), "and what OK lays next; of the first the epoch"
        assert sums(scene) == [
            _written(sum(points.points(each) for each in every[:place]))
            for points in ended(model).scores
            if points is not None
        ]


@players
@pytest.mark.parametrize("page", ["scoring", "scoring the last"])
def test_when_all_is_laid_everybodys_points_of_the_epoch_stand_below(
    page: str, players: int
) -> None:
    model = PAGES[page](players, NAMES)
    scores = [points for points in ended(model).scores if points is not None]
    assert sums(shown(model, FULL)) == [_written(points.net) for points in scores]


def ended(model: Model) -> Ended:
    """Return the epoch that has just been scored."""
    assert model.session.timeline is not None
    found = last_epoch(model.session.timeline)
    assert found is not None
    return found


def sums(scene: Scene[Message]) -> list[str]:
    """Return the numbers above the bars, from left to right."""
    return [item.text for item in _sums(scene)]


def _sums(scene: Scene[Message]) -> list[Text]:
    found = [item for item in scene.items if isinstance(item, Text) and item.key]
    return sorted(
        (item for item in found if item.key and item.key[0] is Animated.SUM),
        key=lambda item: item.rect.x,
    )


def _written(points: int) -> str:
    return f"= {points}".replace("-", "\N{MINUS SIGN}")


LABELS = (
    "Gods",
    "Gold",
    "Pharaohs",
    "River",
    "Civilizations",
    "Different monuments",
    "Identical monuments",
    "Suns",
)


def test_reasons_are_given_in_words_under_the_name_of_whom_they_are_about() -> None:
    model = replace(PAGES["scoring"](3, NAMES), page=EpochScores(Seat(2)))
    said = words(shown(model, FULL))
    assert any(one.startswith("Yuki") for one in said)
    assert "most pharaohs: 5" in said
    assert "floods: 2, Niles: 6" in said


@players
def test_the_reveal_begins_with_nobody_and_ends_with_the_sun(players: int) -> None:
    model = PAGES["winner"](players, NAMES)
    for revealed in range(players + 1):
        scene = shown(replace(model, page=Finale(revealed)))
        assert words(scene).count("?") - 1 == players - revealed  # one is the key for the rules
        assert pictures(scene).count("sun_win") == (revealed == players)


def test_a_tie_is_explained() -> None:
    said = words(shown(tied(PAGES["winner"](3, NAMES)), FULL))
    assert "30 points each, so the highest sun decides: Anna 13, Marek 12, Yuki 11" in said
    assert "Anna wins the game" in said


def test_a_touch_goes_on_from_the_bars_to_how_the_points_came_about_and_back() -> None:
    winner = PAGES["winner"](3, NAMES)
    assert shown(winner).target_at(400, 200) == GoTo(Finale(4))
    breakdown = shown(replace(winner, page=Finale(4)))
    assert breakdown.target_at(100, 200) == GoTo(Finale(3))
    assert GoTo(Finale(3)) in {target.message for target in breakdown.targets}
    assert shown(replace(winner, page=Finale(1))).target_at(400, 200) == Next()


@pytest.mark.parametrize("size", SIZES)
@players
def test_a_touch_on_somebodys_numbers_asks_why_and_only_there(
    players: int, size: tuple[int, int]
) -> None:
    model = PAGES["breakdown"](players, NAMES)
    scene = shown(model, size)
    names = [text(scene, name).rect for name in NAMES[:players]] if size[0] > size[1] else []
    asking = [target.rect for target in scene.targets if asks_why(target.message)]
    numbers = [item for item in scene.items if isinstance(item, Text) and item.weight.value == 800]
    assert len(asking) == players
    for seat, rect in enumerate(asking):
        own = [each for each in numbers if overlap(rect, each.rect)]
        assert all(inside(rect, each.rect) for each in own)
        assert str(model.game.players[seat].score) in [each.text for each in own]
        assert all(inside(rect, name) == (seat == other) for other, name in enumerate(names))
    first = asking[0]
    assert scene.target_at(first.x - 9, first.y + first.h / 2) == GoTo(Finale(players))


def test_over_the_reasons_a_touch_leads_back_and_asks_nothing() -> None:
    scene = shown(PAGES["breakdown and why"](3, NAMES))
    over = {scene.target_at(x, y) for x in range(20, 800, 40) for y in range(80, 400, 20)}
    assert over == {GoTo(Finale(4))}


def test_nobody_is_asked_why_where_no_epoch_was_counted() -> None:
    model = PAGES["breakdown"](3, NAMES)
    assert model.session.timeline is not None
    steps = tuple(replace(step, events=()) for step in model.session.timeline.steps)
    bare = shown(model.with_session(timeline=replace(model.session.timeline, steps=steps)))
    assert not [target for target in bare.targets if asks_why(target.message)]


def asks_why(message: Message) -> bool:
    """Whether it asks for somebody's reasons."""
    return (
        isinstance(message, GoTo)
        and isinstance(message.page, Finale)
        and message.page.reasons_for is not None
    )


def inside(rect: Rect, other: Rect) -> bool:
    """Whether all of the other lies in it."""
    return rect.contains(other.x, other.y) and rect.contains(
        other.x + other.w - 1, other.y + other.h - 1
    )


def overlap(one: Rect, other: Rect) -> bool:
    """Whether both have a point in common."""
    return (
        max(one.x, other.x) < min(one.x + one.w, other.x + other.w)
        and max(one.y, other.y) < min(one.y + one.h, other.y + other.h)
    )  # fmt: skip


@players
def test_the_breakdown_adds_up_to_every_total(players: int) -> None:
    model = PAGES["breakdown"](players, NAMES)
    said = told("breakdown", players)
    for row in ("At the start", "First epoch", "Second epoch", "Third epoch", "Monuments", "Suns"):
        assert row in said
    for player in model.game.players:
        assert str(player.score) in said


def test_points_that_were_not_taken_below_zero_stand_in_the_breakdown() -> None:
    rich = PAGES["breakdown"](3, NAMES)
    assert rich.session.timeline is not None
    start = rich.session.timeline.start
    poor = replace(start, players=tuple(replace(each, score=0) for each in start.players))
    timeline = Timeline(start=poor)
    for step in rich.session.timeline.steps:
        timeline = enter(timeline, step.action)
    assert "Not below 0" not in words(shown(rich, FULL))
    assert "Not below 0" in words(shown(rich.with_session(timeline=timeline), FULL))


def test_with_a_keyboard_the_keys_through_the_history_stand_side_by_side() -> None:
    scene = shown(PAGES["history"](5, NAMES), letters=True)
    keys = ["Earlier", "Later", "Enter", "Esc"]
    assert sorted(keys, key=lambda key: text(scene, key).rect.x) == keys
    button = text(scene, "This was wrong").rect
    caps = [item.rect for item in scene.items if isinstance(item, Text) and item.text == "3"]
    assert any(button.y <= cap.y + 5 <= button.y + button.h + 20 for cap in caps)


def test_with_a_keyboard_everybody_sees_the_key_that_deals_them_the_next_suns() -> None:
    said = words(shown(PAGES["dealt by hand"](4, NAMES), FULL, letters=True))
    assert {key.upper() for key in PLAYER_KEYS[:4]} <= set(said)


def test_the_history_shows_the_table_as_it_was() -> None:
    model = PAGES["history"](3, NAMES)
    lanes = [
        [one for one in pictures(shown(replace(model, page=History(at)))) if one == "tile_flood"]
        for at in (0, 1)
    ]
    assert len(lanes[1]) == len(lanes[0]) + 1


def test_the_history_says_what_happened_and_where_one_is() -> None:
    model = PAGES["history"](3, NAMES)
    assert "Marek passed" in words(shown(replace(model, page=History(4)), FULL))
    assert {"3", "4", "5"} <= set(words(shown(replace(model, page=History(4)), FULL)))
    assert "At the start" in words(shown(replace(model, page=History(0)), FULL))


def test_nothing_on_a_table_of_the_past_can_be_played() -> None:
    model = PAGES["history"](3, NAMES)
    assert not [t for t in shown(model).targets if isinstance(t.message, Play)]


@players
def test_the_menu_has_a_line_for_every_entry_and_points_at_one(players: int) -> None:
    model = PAGES["menu"](players, NAMES)
    for place, entry in enumerate(Menu().entries(model)):
        scene = shown(replace(model, page=Menu(row=place)))
        meant: object = entry.message
        assert any(target.message == meant for target in scene.targets)
        here = ring(scene)
        assert scene.target_at(here.x + here.w / 2, here.y + here.h / 2) == meant


def test_the_page_about_the_program_says_that_it_is_unofficial() -> None:
    canvas = Canvas(size=FULL, type=TYPE, version="1.2.3")
    said = words(scene(PAGES["about"](2, NAMES), canvas))
    assert "Ra Companion 1.2.3" in said
    assert any("unofficial" in one for one in said)
    assert any("MIT" in one for one in said)

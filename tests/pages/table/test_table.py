"""The table in words: what stands where, and what is marked."""

import pytest
from msgspec.structs import replace

from companion import narration
from companion.core.commands import TileGroup
from companion.core.messages import (
    BringBack,
    DismissResult,
    Enter,
    Message,
    Play,
    StepSun,
    TakeBack,
    TakeSun,
    TurnDial,
)
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.render import scene
from companion.pages.table.situation import PickTile
from companion.pages.table.table import Table
from companion.pages.update import update
from companion.rules.actions import DRAWS, INVOKE, PASS
from companion.rules.editions import LONGEST_RA_TRACK, Edition, Options, Seat, Sun, setup
from companion.rules.events import TileDrawn
from companion.rules.records.timeline import enter
from companion.rules.tiles import KINDS, Tile, count
from companion.ui.pieces import TILE_PICTURES
from companion.ui.scene import Box, Picture, Rect, Scene, Text, words
from companion.ui.style import Canvas
from companion.ui.theme import BUTTON_COLOURS
from tests.core.desk import Desk, a_desk, desk_of
from tests.rules.table import action
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE, at_table, shown

FULL = (1280, 720)

players = pytest.mark.parametrize("players", range(2, 6))


def line(scene: Scene[Message], beginning: str) -> str:
    """Return the one text that begins so."""
    [found] = [text for text in words(scene) if text.startswith(beginning)]
    return found


def after(model: Model, *said: str) -> Model:
    """Return the program after these actions."""
    timeline = model.session.timeline
    assert timeline is not None
    for each in said:
        timeline = enter(timeline, action(each))
    return model.with_session(timeline=timeline)


def test_the_question_has_the_colour_of_whom_it_asks_by_button_and_not_by_seat() -> None:
    model = at_table(3, active=1).with_session(buttons=(0, 4, 2))
    asked = line(shown(model), "Marek: ")
    assert asked == "Marek: draw a tile or invoke Ra"
    bars = [item for item in shown(model).items if isinstance(item, Box) and item.rect.w > 700]
    assert BUTTON_COLOURS[4] in {bar.fill for bar in bars}


@pytest.mark.parametrize("size", [(800, 480), FULL, (480, 800)])
def test_in_an_auction_one_touch_one_press_and_one_key_bring_back(size: tuple[int, int]) -> None:
    model = at_table(3, active=1)
    for message in (Play(INVOKE), Play(PASS), TakeBack()):
        assert "Redo" not in words(shown(model, size))
        model = update(model, message)[0]
    model = model.with_screen(notice=None)
    assert BringBack() in {target.message for target in shown(model, size).targets}
    for letters in (False, True):
        scene = shown(model, size, touch=False, letters=letters)
        assert "Redo" in words(scene)
        assert ("F11" in words(scene)) is letters


@for_each(edition=Edition, limit=range(1, LONGEST_RA_TRACK + 1), size=((800, 480), FULL))
def test_a_ra_track_of_any_length_is_drawn_and_can_be_corrected(
    edition: Edition, limit: int, size: tuple[int, int]
) -> None:
    model = desk_of(setup(NAMES[:3], Options(edition=edition, ra_limit=limit))).model
    for page in (Table(), FixPanel()):
        assert shown(replace(model, page=page), size).items


def test_a_kind_that_the_bag_no_longer_holds_is_dimmed() -> None:
    model = at_table(5, active=1)
    keys = [
        item
        for item in shown(model).items
        if isinstance(item, Picture) and item.rect.y > 370 and item.name.startswith("tile_")
    ]
    dimmed = {key.name for key in keys if key.opacity < 0.5}
    gone = {TILE_PICTURES[kind] for kind in KINDS if not count(model.game.bag, kind)}
    assert dimmed == gone


def test_keys_show_the_emblem_of_the_button_to_press_next() -> None:
    def emblems(pick: PickTile | None) -> list[str]:
        scene = shown(at_table(3, active=1, pick=pick))
        keys = [item for item in scene.items if isinstance(item, Picture) and item.rect.y > 370]
        return [key.name for key in keys if key.name.startswith("emblem_")]

    closed, opened = emblems(None), emblems(PickTile(TileGroup.CIVILISATION))
    assert closed.count("emblem_2") == 5
    assert closed.count("emblem_3") == 8
    assert opened == [f"emblem_{button}" for button in range(5)]


def test_nothing_that_is_wrong_hides_that_nothing_is_saved() -> None:
    troubles = (Notice(Notes.NO_SOUND), Notice(Notes.NOT_SAVED_FULL), Notice(Notes.LOW_POWER))
    troubled = words(shown(at_table(3).with_screen(troubles=troubles)))
    assert any(text.startswith("The disk is full") for text in troubled)
    assert any("(and 2 more)" in text for text in troubled)


@for_each(7, language=LANGUAGES, size=((800, 480), (1024, 600), (1280, 720)))
def test_what_was_drawn_is_told_in_every_language(language: str, size: tuple[int, int]) -> None:
    said = in_language(language)
    for kind in (Tile.STEP_PYRAMID, Tile.AGRICULTURE, Tile.NILE):
        desk = a_desk(5)
        desk.take(Enter(DRAWS[kind]))
        drawn = scene(desk.model, Canvas(size=size, type=TYPE, words=said))
        told = narration.event_text(TileDrawn(Seat(0), kind), desk.model.game.setup, said)
        texts = "".join(text for text in words(drawn) if text != "?").replace(" ", "")
        assert told.replace(" ", "") in texts


@for_each(7, language=LANGUAGES, size=SIZES, players=(2, 5))
def test_the_key_that_uses_a_god_says_so_in_every_language(
    language: str, size: tuple[int, int], players: int
) -> None:
    said = in_language(language)
    model = PAGES["turn with a god"](players, NAMES)
    told = {*words(scene(model, Canvas(size=size, type=TYPE, words=said)))}
    label = said.say("God tile")
    halves = ((label[:cut].strip(), label[cut:].strip()) for cut in range(1, len(label)))
    assert label in told or any({*half} <= told for half in halves)


def _fields(drawn: Scene[Message], message: Message) -> list[Rect]:
    """Return the grounds that are drawn exactly where this is touched, a little higher or not."""
    places = [target.rect for target in drawn.targets if target.message == message]
    assert places
    return [item.rect for item in drawn.items if isinstance(item, Box) and item.rect in places]


@pytest.mark.parametrize("size", [(800, 480), FULL, (480, 800)])
def test_what_brings_back_and_what_goes_on_look_like_what_can_be_touched(
    size: tuple[int, int],
) -> None:
    desk = Desk(at_table(3, "track nile", active=1))
    for message in (Play(INVOKE), TakeSun(Sun(13))):
        desk.take(message)
    assert _fields(shown(desk.model, size), DismissResult())
    for going_on in (DismissResult(), Play(DRAWS[Tile.NILE]), TakeBack()):
        desk.take(going_on)
    assert _fields(shown(desk.model, size), BringBack())


@pytest.mark.parametrize("size", [(800, 480), FULL, (480, 800)])
def test_fingers_are_not_offered_to_choose_what_they_touch_themselves(
    size: tuple[int, int],
) -> None:
    """It moved a frame, and made another thing of the key beside it."""
    model, canvas = at_table(3, "gods"), Canvas(size=size, type=TYPE, panel=False)
    touched = scene(model, canvas)
    assert TurnDial(1) not in [target.message for target in touched.targets]
    assert {"Done", "Undo"} <= {*words(touched)}
    taken = [target.message for target in touched.targets if isinstance(target.message, Play)]
    assert len(taken) > 1
    by_dial = scene(model, Canvas(size=size, type=TYPE))
    assert TurnDial(1) in [target.message for target in by_dial.targets]


def test_with_a_god_tile_every_tile_wears_its_letter_at_a_keyboard() -> None:
    model = at_table(3, "gods", "track nile gold nile dis_unrest")
    seen = words(shown(model, FULL, letters=True))
    assert [seen.count(letter) for letter in "NOV"] == [2, 1, 1]


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
def test_a_notice_over_the_question_hides_all_of_it(size: tuple[int, int]) -> None:
    """Tails of its letters hung out below."""
    desk = Desk(PAGES["auction"](3, NAMES))
    for message in (StepSun(Seat(0)), TakeBack()):
        desk.take(message)
    canvas = Canvas(size=size, type=TYPE, letters=True)
    items = scene(desk.model, canvas).items
    [asked] = [item for item in items if isinstance(item, Text) and item.text.startswith("Which")]
    told = next(item for item in items if isinstance(item, Text) and "Undone" in item.text)
    ground = next(
        item.rect for item in reversed(items[: items.index(told)]) if isinstance(item, Box)
    )
    middle, em = asked.rect.y + asked.rect.h / 2, asked.px
    assert ground.y <= middle - em / 2
    assert ground.y + ground.h >= middle + em * 0.6

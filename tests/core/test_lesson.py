"""A lesson at the table: what each control does to the box, and what is asked of the disk."""

import pytest

from companion.core.controls import Control
from companion.core.effects import (
    BuilderPage,
    Cue,
    DeviceMode,
    OpenBuilderPage,
    Sound,
    SwitchDevices,
    do,
)
from companion.core.messages import BACKSPACE, Next, TagSeen
from companion.core.notices import Notes, Notice
from companion.pages.bindings import controls, prompt
from companion.pages.hardware.tag_teaching import (
    KINDS,
    Boxes,
    FindBox,
    KeepBox,
    Known,
    NotKept,
    TagTeaching,
    TeachingKept,
    TeachingSentence,
)
from companion.pages.keyboard import keys
from companion.pages.new_game.welcome import Welcome
from companion.rules.components import THINGS
from companion.tags.box import TagBox
from tests.core.desk import Desk

FULL = TagBox(
    {
        f"04{KINDS.index(kind):02X}{place:02X}": kind
        for kind in KINDS
        for place in range(THINGS[kind])
    }
)
"""Everything in the box has its tag."""


def lesson(box: TagBox = TagBox(), name: str = "attic", mistake: str = "") -> Desk:  # noqa: B008 - frozen
    """A desk at which this box is taught."""
    desk = Desk()
    desk.take(OpenBuilderPage(BuilderPage.LESSON))
    desk.take(Boxes(("attic", "cellar"), name, box, mistake))
    return desk


def page(desk: Desk) -> TagTeaching:
    now = desk.page()
    assert isinstance(now, TagTeaching)
    return now


def kept(desk: Desk, *uids: str) -> Desk:
    """Lay tags on the reader; the disk keeps each."""
    for uid in uids:
        (order,) = desk.take(TagSeen(uid, 0.0))
        assert isinstance(order, KeepBox)
        desk.take(TeachingKept(order.page))
    return desk


def without(*kinds: str) -> TagBox:
    """The full box, without one tag of each of these kinds."""
    tags = dict(FULL.tags)
    for kind in kinds:
        del tags[next(uid for uid, thing in tags.items() if thing == kind)]
    return TagBox(tags)


def test_a_lesson_begins_with_the_box_on_this_table_and_no_tool_in_hand() -> None:
    done = Desk().take(OpenBuilderPage(BuilderPage.LESSON))
    assert done == (SwitchDevices(DeviceMode.NOTHING), FindBox())


def test_a_tag_laid_on_the_reader_is_first_saved_and_then_shown() -> None:
    desk = lesson()
    (order,) = desk.take(TagSeen("04A1", 0.0))
    assert isinstance(order, KeepBox)
    assert page(desk).box.tags == {}
    desk.take(TeachingKept(order.page))
    assert page(desk).box.tags == {"04A1": KINDS[0]}
    assert (page(desk).told, page(desk).facts) == (
        TeachingSentence.TAUGHT,
        {"uid": "04A1", "kind": KINDS[0]},
    )


def test_a_tag_that_cannot_be_taught_is_refused_with_a_sound() -> None:
    desk = kept(lesson(), "04A1")
    assert desk.take(TagSeen("04A1", 1.0)) == (Sound(Cue.REFUSED),)
    assert page(desk).told is TeachingSentence.TAUGHT


def test_undo_takes_the_last_tag_of_the_lesson_back_and_is_dark_when_there_is_none() -> None:
    desk = lesson()
    assert not controls(desk.model).taps[Control.UNDO].is_lit
    kept(desk, "04A1")
    undo = controls(desk.model).taps[Control.UNDO]
    assert undo.is_lit
    (order,) = desk.take(undo.message)
    assert isinstance(order, KeepBox)
    assert page(desk).box.tags == {"04A1": KINDS[0]}
    desk.take(TeachingKept(order.page))
    assert page(desk).box.tags == {}
    assert not controls(desk.model).taps[Control.UNDO].is_lit
    assert desk.take(do(TagTeaching.remove_last)) == (Sound(Cue.REFUSED),)
    assert desk.model.screen.said == Notice(Notes.NOT_NOW)


def test_what_the_disk_does_not_keep_is_not_taken_and_why_is_said() -> None:
    desk = lesson()
    desk.take(TagSeen("04A1", 0.0))
    assert desk.take(NotKept(TeachingSentence.NOT_KEPT, "no space")) == ()
    assert page(desk).box == TagBox()
    assert (page(desk).told, page(desk).facts) == (TeachingSentence.NOT_KEPT, {"why": "no space"})


def test_the_dial_and_two_buttons_go_through_the_kinds_and_a_touch_chooses_one() -> None:
    desk = lesson()
    desk.turn(2)
    assert page(desk).kind == KINDS[2]
    desk.take(controls(desk.model).taps[Control.P1].message)
    assert page(desk).kind == KINDS[1]
    desk.take(controls(desk.model).taps[Control.P2].message)
    assert page(desk).kind == KINDS[2]
    desk.take(do(TagTeaching.choose, KINDS[-1]))
    assert page(desk).kind == KINDS[-1]


def test_another_kind_ends_what_was_said_of_the_last_tag() -> None:
    desk = kept(lesson(), "04A1")
    desk.turn(1)
    assert (page(desk).told, page(desk).facts) == (None, {})


@pytest.mark.parametrize("control", [Control.RA, None])
def test_another_box_is_asked_of_the_disk_by_ra_and_by_tab(control: Control | None) -> None:
    desk = lesson()
    message = (
        keys(desk.model)["tab"] if control is None else controls(desk.model).taps[control].message
    )
    assert message == do(TagTeaching.next_box)
    assert desk.take(message) == (FindBox("cellar"),)
    assert page(desk).name == "attic"


@pytest.mark.parametrize("key", ["escape", "return"])
def test_the_lesson_ends_with_ok_and_with_two_keys(key: str) -> None:
    desk = lesson()
    assert controls(desk.model).taps[Control.OK].message == Next()
    desk.take(keys(desk.model)[key])
    assert isinstance(desk.page(), Welcome)


def test_backspace_takes_a_letter_of_a_new_box_and_a_tag_of_an_old_one() -> None:
    assert keys(lesson().model)["backspace"] == do(TagTeaching.remove_last)
    desk = lesson(name="Box 3")
    assert keys(desk.model)["backspace"] == do(TagTeaching.write, BACKSPACE)
    desk.take(do(TagTeaching.write, BACKSPACE))
    desk.take(do(TagTeaching.write, "7"))
    assert dict(prompt(desk.model).facts) == {"box": "Box 7"}


def test_a_name_is_cut_after_thirty_letters_and_can_be_emptied() -> None:
    desk = lesson(name="a" * 29)
    for letter in "bc":
        desk.take(do(TagTeaching.write, letter))
    assert page(desk).name == "a" * 29 + "b"
    for _ in range(31):
        desk.take(do(TagTeaching.write, BACKSPACE))
    assert page(desk).name == ""


def test_typing_a_name_ends_what_was_said() -> None:
    desk = lesson(name="Box 3")
    desk.take(NotKept(TeachingSentence.NAME_TAKEN))
    assert page(desk).told is TeachingSentence.NAME_TAKEN
    desk.take(do(TagTeaching.write, "b"))
    assert (page(desk).told, page(desk).facts) == (None, {})


def test_a_new_box_is_one_of_them_with_its_first_tag_and_its_name_stays() -> None:
    desk = lesson(name="barn")
    assert page(desk).is_new
    kept(desk, "04A1")
    assert (page(desk).names, page(desk).is_new) == (("attic", "barn", "cellar"), False)
    desk.take(do(TagTeaching.write, "x"))
    assert page(desk).name == "barn"


def test_the_box_on_this_table_is_known_everywhere_when_its_tags_are() -> None:
    desk = lesson()
    desk.take(Known({"04A1": "nile"}))
    assert desk.model.hardware.tags == {"04A1": "nile"}
    assert isinstance(desk.page(), TagTeaching)


@pytest.mark.parametrize(
    ("box", "kind"),
    [
        (TagBox(), KINDS[0]),
        (without(KINDS[0]), KINDS[0]),
        (without("nile"), "nile"),
        (without("gold", "nile"), min("gold", "nile", key=KINDS.index)),
        (without("sun-9"), KINDS[0]),  # the tiles are complete
        (FULL, KINDS[0]),
    ],
)
def test_a_box_goes_on_with_the_first_kind_of_tile_that_lacks_tags(box: TagBox, kind: str) -> None:
    assert page(lesson(box)).kind == kind


def test_after_the_last_kind_that_was_lacking_comes_the_first_that_still_is() -> None:
    first, last = sorted(("nile", "dis_earthquake"), key=KINDS.index)
    desk = lesson(without(first, last))
    desk.take(do(TagTeaching.choose, last))
    kept(desk, "04FFFF")
    assert page(desk).kind == first
    kept(desk, "04FFFE")
    assert page(desk).kind == first


def test_a_box_whose_file_has_a_mistake_is_shown_with_it_and_teaches_nothing() -> None:
    desk = lesson(TagBox({"04A1": "nile"}), mistake="line 2: no")
    assert (page(desk).told, page(desk).facts) == (
        TeachingSentence.MISTAKES,
        {"why": "line 2: no"},
    )
    assert page(desk).kind == KINDS[0]
    assert desk.take(TagSeen("04B2", 0.0)) == (Sound(Cue.REFUSED),)
    assert page(desk).box.tags == {"04A1": "nile"}

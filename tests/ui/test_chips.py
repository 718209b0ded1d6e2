"""What the controls offer, made into chips, and what is left out where there is little room."""

import pytest

from companion.core.commands import Binding, Bindings, Control
from companion.core.messages import Begin, Leave, Message, Next, PushDial, TakeBack
from companion.core.model import Preferences
from companion.pages.controls import controls
from companion.pages.page_view import keycaps
from companion.ui.chips import Chip, chip_rows, chips
from companion.ui.pieces import NO_KEYCAPS, Sign
from companion.ui.scene import Box, Rect, Scene, words
from companion.ui.style import Canvas, Ui, ui_on
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, TYPE, at_table, shown

ROW = Rect(0, 0, 780, 50)


def plain(*, letters: bool = False) -> Ui:
    """Return how things look on a small screen with buttons."""
    canvas = Canvas(size=(800, 480), type=TYPE, touch=False, letters=letters)
    return ui_on(canvas, Preferences())


def drawn(*row: Chip, width: int = ROW.w) -> Scene[Message]:
    """Return a row of chips as a scene of its own."""
    part = chip_rows(plain(), Rect(0, 0, width, ROW.h), (row,))
    return Scene((width, ROW.h), part.items, part.targets)


def chip(control: Control, label: str, *, is_hold: bool = False) -> Chip:
    return Chip((Sign(control),), (Next(),), label, is_hold=is_hold)


def test_controls_that_do_the_same_make_one_chip_with_both_signs() -> None:
    push = Binding(PushDial(), "Change")
    offered = Bindings(
        {Control.OK: push, Control.DIAL: push, Control.UNDO: Binding(TakeBack(), "Back")}
    )
    _, rest = chips(plain(), offered, NO_KEYCAPS)
    assert [one.signs for one in rest] == [
        (Sign(Control.OK), Sign(Control.DIAL)),
        (Sign(Control.UNDO),),
    ]


def test_a_sign_among_several_means_its_own_message() -> None:
    both = Chip((Sign(Control.P1), Sign(Control.P2)), (Begin(), Leave()), "Why?")
    scene = drawn(both)
    assert {target.message for target in scene.targets} == {Begin(), Leave()}
    assert scene.targets[0].message == Begin()


def test_a_hold_that_does_what_the_tap_does_is_not_offered_again() -> None:
    same = Binding(Begin(), "Invoke Ra")
    first, rest = chips(plain(), Bindings({Control.RA: same}, {Control.RA: same}), NO_KEYCAPS)
    assert len((*first, *rest)) == 1


def test_a_hold_that_is_not_allowed_is_not_offered() -> None:
    god = Binding(Begin(), "God tile", is_lit=False)
    assert chips(plain(), Bindings({}, {Control.P1: god}), NO_KEYCAPS) == ((), ())


def test_a_group_of_tiles_is_shown_by_some_of_its_tiles() -> None:
    first, _ = chips(plain(), controls(at_table(3, active=1)), NO_KEYCAPS)
    assert [len(one.tiles) for one in first] == [1, 1, 3, 3, 3, 1]


THREE = (
    chip(Control.OK, "Redo"),
    chip(Control.UNDO, "Undo"),
    chip(Control.RA, "Invoke Ra", is_hold=True),
)


def test_where_there_is_less_room_the_word_for_undo_goes_first_and_then_the_word_hold() -> None:
    every = {"OK", "Redo", "Undo", "RA", "hold", "Invoke Ra"}
    for width, gone in ((ROW.w, set()), (395, {"Undo"}), (345, {"Undo", "hold"})):
        assert set(words(drawn(*THREE, width=width))) == every - gone


def test_menu_and_history_are_left_out_before_anything_that_is_only_said_here() -> None:
    row = (
        chip(Control.DIAL, "Menu", is_hold=True),
        chip(Control.UNDO, "History", is_hold=True),
        chip(Control.RA, "Same players again"),
    )
    assert set(words(drawn(*row, width=330))) == {"RA", "Same players again"}


def test_labels_are_shortened_only_when_nothing_else_helps() -> None:
    row = (chip(Control.RA, "Same players again"), chip(Control.OK, "Leave"))
    said = words(drawn(*row, width=300))
    assert "Leave" in said
    assert any("…" in text for text in said)


def test_what_is_not_allowed_is_dimmed_and_still_answers() -> None:
    scene = drawn(Chip((Sign(Control.RA),), (Begin(),), "Begin", is_lit=False))
    assert scene.targets[0].message == Begin()
    assert all(item.opacity < 0.5 for item in scene.items if isinstance(item, Box))


@for_each(page=[page for page in PAGES if "trying" not in page])
def test_with_a_keyboard_what_a_held_button_does_shows_its_key(page: str) -> None:
    """But for winning at once: a keyboard names the sun."""
    model = PAGES[page](3, NAMES)
    first, rest = chips(plain(letters=True), controls(model), keycaps(plain(letters=True), model))
    held = [chip for chip in (*first, *rest) if chip.is_hold]
    keyless = {chip.label for chip in held if not all(sign.key for sign in chip.signs)}
    assert keyless <= {"Wins at once"}


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("seating", "F4 Game in progress"),
        ("history", "Esc"),
        ("agreeing", "Enter Esc"),
        ("hands now", "Esc"),
        ("rules", "Esc"),
        ("turn", "Esc"),
        ("turn", "F10 History"),
        ("auction", "Esc"),
        ("light", "Esc"),
        ("mending", "Esc Enter"),
        ("gathering names", "\N{UPWARDS ARROW}\N{DOWNWARDS ARROW}"),
        ("counting", "-+"),
        ("scoring", "Tab Fix"),
        ("reveal", "End Result"),
        ("winner", "Tab Fix"),
        ("gods", "F10 History"),
        ("welcome", "Esc Menu"),
        ("auction", "Z Undo"),  # which has Backspace, too
        ("dealing", "Space Enter"),
        ("menu", "\N{UPWARDS ARROW}\N{DOWNWARDS ARROW}"),  # the others lead to the group beside
    ],
)
def test_at_a_keyboard_keys_stand_beside_what_they_do_and_nothing_is_held(
    page: str, said: str
) -> None:
    written = words(shown(PAGES[page](3, NAMES), (1280, 720), letters=True))
    assert all(each in written or each in " ".join(written) for each in said.split())
    assert "hold" not in written
    assert said.split(maxsplit=1)[0] not in words(shown(PAGES[page](3, NAMES), (1280, 720)))

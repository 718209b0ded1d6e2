"""Everything that is wrong can be read, one step from the menu and one key from everywhere."""

from companion.core.messages import GoTo, Next, Open, Route, Trouble
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.pages.controls import keys
from companion.pages.menu.about import Troubles
from companion.pages.menu.menu import Menu
from companion.pages.new_game.welcome import Welcome
from companion.pages.update import update
from companion.ui.scene import words
from tests.view.gallery import shown

WRONG = (
    Notice(Notes.NO_SOUND),
    Notice(Notes.BUTTON_MASKED, {"button": "p1"}),
    Notice(Notes.STICK_NOT_WRITTEN, {"why": "/media/stick: Input/output error"}),
    Notice(Notes.NOT_SAVED_FULL),
)


def _troubled() -> Model:
    model = Model(page=Welcome())
    for each in WRONG:
        model, _ = update(model, Trouble(each))
    return model


def test_each_trouble_is_read_in_full_and_the_worst_first() -> None:
    model, _ = update(_troubled(), GoTo(Troubles()))
    told = " ".join(words(shown(model))).partition("Problems")[2]
    places = [told.index(each.note.value.partition("{")[0]) for each in WRONG]
    assert places[3] < places[0] < places[1] < places[2]


def test_the_menu_and_a_key_lead_there_while_something_is_wrong() -> None:
    model = _troubled()
    assert Open(Route.TROUBLES) in [entry.message for entry in Menu().entries(model)]
    assert keys(model)["f4"] == Open(Route.TROUBLES)
    calm = Model(page=Welcome())
    assert Open(Route.TROUBLES) not in [entry.message for entry in Menu().entries(calm)]
    assert "f4" not in keys(calm)
    assert isinstance(update(calm, Open(Route.TROUBLES))[0].page, Welcome)


def test_what_is_over_goes_once_it_was_read_and_what_is_still_wrong_stays() -> None:
    model, _ = update(_troubled(), GoTo(Troubles()))
    model, _ = update(model, Next())
    assert isinstance(model.page, Welcome)
    assert {each.note for each in model.screen.troubles} == {
        Notes.NO_SOUND,
        Notes.BUTTON_MASKED,
        Notes.NOT_SAVED_FULL,
    }

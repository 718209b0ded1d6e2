"""After the last epoch: what stands still, what is said aloud, and whose reasons are shown."""

from msgspec.structs import replace

from companion.core.bindings import Bindings
from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.effects import Cue, Sound
from companion.core.messages import GoTo, Next
from companion.core.model import Model
from companion.i18n import ENGLISH
from companion.pages.bindings import controls
from companion.pages.scoring import EpochScores, Finale
from companion.rules.editions import Seat
from companion.rules.model import Phase
from tests.core.desk import Desk
from tests.core.test_revealing_epochs import ended
from tests.view.gallery import at_table


def over(revealed: int) -> Desk:
    """Return three people after a whole game, of whom so many have been revealed."""
    desk = ended(epochs=3)
    assert desk.game.stage is Phase.OVER
    desk.model = replace(desk.model, page=Finale(revealed))
    return desk


def own_button(model: Model, seat: int) -> Control:
    """Return a player's button."""
    return PLAYER_CONTROLS[model.session.buttons[seat]]


def reasons(offered: Bindings, control: Control) -> tuple[Seat | None, int] | None:
    """Return whose reasons a press leads to, and of which epoch; None if to nobody's."""
    message = offered.taps[control].message
    assert isinstance(message, GoTo)
    assert isinstance(message.page, Finale)
    page = message.page
    return None if page.reasons_for is None else (page.reasons_for, page.epoch)


def test_a_page_is_still_once_nothing_grows_or_rises_on_it() -> None:
    assert [EpochScores(hidden=hidden).is_still for hidden in (2, 0)] == [False, True]
    assert [Finale(since=since).is_still for since in (1.0, None)] == [False, True]


def test_only_the_place_that_was_revealed_last_is_said_aloud() -> None:
    model = over(2).model
    said = [*Finale(2).said_aloud(model, ENGLISH)]
    assert len(said) == 1
    assert [*Finale(1).said_aloud(model, ENGLISH)] != said
    assert len([*Finale(1).said_aloud(model, ENGLISH)]) == 1


def test_without_motion_one_press_leads_from_the_points_to_the_crown() -> None:
    desk = over(0)
    desk.model = desk.model.with_preferences(reduce_motion=True)
    assert Sound(Cue.WIN) in desk.take(Next())
    assert desk.page() == Finale(3)


def test_an_own_button_leads_through_the_epochs_from_the_last_and_then_back() -> None:
    desk = over(4)
    control = own_button(desk.model, 1)
    seen = []
    for _ in range(4):
        offered = controls(desk.model)
        seen.append(reasons(offered, control))
        desk.take(offered.taps[control].message)
    assert seen == [(1, 3), (1, 2), (1, 1), None]
    desk.model = replace(desk.model, page=Finale(4, reasons_for=Seat(1), epoch=2))
    assert reasons(controls(desk.model), own_button(desk.model, 0)) == (0, 3)


def test_where_no_epoch_was_played_here_there_are_no_reasons() -> None:
    model = at_table(3)
    timeline = model.session.timeline
    assert timeline is not None
    end = replace(timeline, start=replace(model.game, stage=Phase.OVER))
    model = replace(model.with_session(timeline=end), page=Finale(4))
    assert own_button(model, 0) not in controls(model).taps

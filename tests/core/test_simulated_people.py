"""People who are simulated press only what is lit, slip now and then, and take that back."""

from collections import Counter
from collections.abc import Iterator

import pytest

from companion.app.scripts.gestures import Press
from companion.app.simulation.window import any_tile
from companion.core.controls import Control
from companion.core.messages import TagSeen
from companion.core.model import Hardware, Model
from companion.pages.bindings import controls
from companion.pages.new_game.welcome import Welcome
from companion.pages.scoring.finale import Finale
from companion.pages.table.table import Table
from companion.pages.table.tags import bag
from companion.rules.model import Phase
from companion.tags.box import SIMULATED_BOX
from tests.core.desk import Desk, dice
from tests.people import Deed, Pause, People, Reach

REST_SECONDS = 1.8


MOST_DEEDS = 4000


def evening(people: People, seed: int) -> Iterator[tuple[Desk, Deed]]:
    """Let people play until their points are read, and yield each deed before it is done."""
    desk, chance = Desk(Model(page=Welcome(), hardware=Hardware(tags=SIMULATED_BOX))), dice(seed)
    for _ in range(MOST_DEEDS):
        deed = people.next(desk.model)
        if deed is None:
            return
        yield desk, deed
        if isinstance(deed, Reach):
            for _ in range(deed.tiles):
                drawn = any_tile(bag(desk.model), chance)
                assert drawn is not None
                desk.take(TagSeen(drawn[1], desk.model.now))
            desk.pass_time(2 * REST_SECONDS)
        elif isinstance(deed, Pause):
            desk.pass_time(REST_SECONDS)
        elif isinstance(deed, Press):
            desk.press(deed.control, is_held=deed.is_held)
        else:
            desk.turn(deed.steps)
    pytest.fail("the evening does not end")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_comes_to_its_end_with_everybody_at_it(players: int) -> None:
    *_, (desk, _) = evening(People(players, dice(players)), players)
    assert len(desk.game.players) == players
    assert desk.game.stage is Phase.OVER
    assert isinstance(desk.model.page, Finale)


def test_who_never_slips_presses_only_what_is_lit() -> None:
    pressed: Counter[str] = Counter()
    for desk, deed in evening(People(4, dice(5), slip=0.0), 5):
        if isinstance(deed, Press):
            now = controls(desk.model)
            offer = (now.holds if deed.is_held else now.taps).get(deed.control)
            assert offer is not None, (deed, desk.model.page)
            assert offer.is_lit, (deed, desk.model.page)
            pressed[deed.control] += 1
        elif isinstance(deed, Reach):
            assert any(offer.tile is not None and offer.is_lit
                       for offer in controls(desk.model).taps.values())  # fmt: skip
    assert {"ra", "ok"} < set(pressed)


def test_a_slip_that_did_something_is_taken_back_before_anything_else() -> None:
    """But for one that ended an epoch: while its points are revealed, Undo skips ahead first."""
    people = People(3, dice(2), slip=0.3)
    slips, before, taken_back = 0, None, 0
    for desk, deed in evening(people, 2):
        if (
            before is not None
            and isinstance(before.page, Table)
            and isinstance(desk.model.page, Table)
            and before.session.timeline is not None
        ):
            assert desk.model.session.timeline is not None
            if len(desk.model.session.timeline.steps) > len(before.session.timeline.steps):
                assert deed == Press(Control.UNDO)
                taken_back += 1
        before = desk.model if people.slips > slips else None
        slips = people.slips
    assert slips > 20
    assert taken_back > 3


def test_who_has_no_reader_enters_every_tile_with_the_buttons() -> None:
    deeds = [deed for _, deed in evening(People(3, dice(3), by_hand=1.0), 3)]
    assert not any(isinstance(deed, Reach) for deed in deeds)


def test_people_with_the_same_dice_do_the_same() -> None:
    one, other = ([deed for _, deed in evening(People(4, dice(9)), 9)] for _ in range(2))
    assert one == other

"""Nothing of the game before decides the next."""

import pytest

from companion.core.messages import Dealt, Enter, GoOn, Leave, StepSun
from companion.core.session import Agreement, Guest, Session
from companion.pages.kiosk import messages
from companion.pages.table import auction
from companion.rules.actions import INVOKE
from companion.rules.editions import Seat, setup
from tests.core.desk import Desk, a_desk
from tests.rules.table import NAMES
from tests.view.gallery import shown

LEFT = (Leave(), messages.ResetTable())


def left(how: object) -> Desk:
    """Return a desk at which five people have left their game in an auction."""
    desk = a_desk(5)
    desk.take(Enter(INVOKE))
    for seat in (4, 1):
        desk.take(StepSun(Seat(seat)))
    heard = auction.auction_now(desk.model)
    assert heard is not None
    assert heard.calls
    desk.take(how)  # type: ignore[arg-type]  # one of `LEFT`
    assert desk.model.session.timeline is None
    return desk


@pytest.mark.parametrize("how", LEFT, ids=["left", "reset"])
@pytest.mark.parametrize("players", [2, 5])
def test_what_was_called_in_an_auction_is_not_called_in_the_next_game(
    how: object, players: int
) -> None:
    desk = left(how)
    agreed = setup(NAMES[:players])
    guests = tuple(map(Guest, range(players)))
    desk.take(Dealt(agreed, guests, Agreement(options=agreed.options)))
    desk.take(Enter(INVOKE))
    heard = auction.auction_now(desk.model)
    assert heard is not None
    assert heard.calls == ()
    shown(desk.model)


@pytest.mark.parametrize("how", LEFT, ids=["left", "reset"])
def test_only_who_played_and_what_was_agreed_on_outlives_a_game(how: object) -> None:
    desk = left(how)
    known = desk.model.session
    assert known == Session(
        agreement=known.agreement,
        last_guests=known.last_guests,
        known_names=known.known_names,
        kept=True,
    )
    assert desk.model.pending.auction is None


def test_a_game_that_goes_on_is_asked_again_what_was_not_written() -> None:
    desk = left(Leave())
    desk.take(GoOn())
    heard = auction.auction_now(desk.model)
    assert heard is not None
    assert heard.calls == ()
    shown(desk.model)

"""A peek by each player, at tables of two to five: models for the tests of the view."""

from collections.abc import Mapping

from companion.core.model import Model, Peeking
from companion.rules.editions import Seat
from tests.view.gallery import at_table

PEEKS: Mapping[tuple[int, int], Model] = {
    (players, seat): at_table(players, active=1).with_session(peek=Peeking(Seat(seat), 0.0))
    for players in range(2, 6)
    for seat in range(players)
}
"""By the number of players and by who looks."""

POINTS = (41, 37, 58, 29, 46)
"""What they have, on the tables of the gallery."""

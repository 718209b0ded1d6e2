"""How many people play in an evening, and how they sit down."""

from tests.core.desk import Desk

PLAYERS = (2, 3, 4, 5)


def seated(players: int) -> Desk:
    """This many have pressed their buttons."""
    desk = Desk()
    for button in range(1, players + 1):
        desk.press(f"p{button}")
    return desk

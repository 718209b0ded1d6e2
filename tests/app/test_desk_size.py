"""How large a window with a simulated panel is made."""

from unittest.mock import patch

import pytest

from companion.app.simulation.panel_view import desk_height
from companion.app.simulation.window import window_size
from companion.screen.sdl import Mode

DESKTOP = (1280, 720)


@pytest.mark.parametrize("table", [DESKTOP, (800, 480), (1280, 700), (1920, 1080), None])
def test_a_window_is_no_higher_than_the_desktop_unless_so_much_was_asked_for(
    table: tuple[int, int] | None,
) -> None:
    with patch("companion.app.simulation.window.desktop_size", return_value=DESKTOP):
        size = window_size(Mode.WINDOWED, table)
    assert size is not None
    assert size[1] <= max(DESKTOP[1], table[1] if table else 0)
    assert table is None or (size[0] == table[0] and size[1] >= table[1])


def test_where_there_is_room_the_desk_is_added_below_the_table() -> None:
    with patch("companion.app.simulation.window.desktop_size", return_value=(1920, 1080)):
        assert window_size(Mode.WINDOWED, (800, 480)) == (800, 480 + desk_height(800))

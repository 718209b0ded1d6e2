"""A partially recorded table, read aloud."""

from companion.i18n import ENGLISH
from companion.speaking.announcing import whole_table
from tests.view import lighter

NAMES = ("Anna", "Marek", "Yuki")


def test_of_a_lighter_table_only_what_is_known_is_read() -> None:
    """What nobody has told is not said to be nothing."""
    known = lighter.PAGES["half known"](3, NAMES)
    said = " ".join(whole_table(known, ENGLISH))
    assert "Second epoch" in said
    assert "is in the centre" in said
    assert f"{NAMES[1]}: suns unknown" in said
    assert "Ra track" not in said
    assert "The auction track is empty" not in said
    assert "No tiles" not in said
    nothing = " ".join(whole_table(lighter.PAGES["points only"](3, NAMES), ENGLISH))
    assert "Ra track" not in nothing

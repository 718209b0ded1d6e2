"""Comparing two revisions misses nothing and says the same thing once."""

from tests.net.record import PARTS, recorded


def test_a_page_is_recorded_with_what_it_shows_offers_and_does() -> None:
    found = recorded("bid", PARTS)
    assert found["3 players, tap p1"].startswith("'")
    assert found["shows tap ok"].startswith("Table\nnew: ")
    assert len(found["picture 800x480"].splitlines()) > 50
    assert sum(each.startswith("message ") for each in found) > 200
    assert not any(each in PARTS for each in found), "a part could not be recorded"


def kinds(kind: type) -> set[type]:
    """Return the messages that can be sent: those without subclasses."""
    below: list[type] = kind.__subclasses__()
    return set().union(*map(kinds, below)) if below else {kind}

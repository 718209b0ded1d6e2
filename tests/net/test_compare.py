"""Comparing two revisions misses nothing and says the same thing once."""

from companion.core.messages import Message, Tick
from tests.net.compare import renamed, report
from tests.net.every_message import examples, pages
from tests.net.record import PARTS, recorded
from tests.view.gallery import page_types

BEFORE = {
    "bid": {"3 players, tap undo": "'Undo'", "5 players, tap undo": "'Undo'", "asks": "BID"},
    "turn": {"3 players, tap undo": "'Undo'", "picture 800x480": "box 1\ntext Undo\nbox 2"},
    "gone": {"asks": "GONE"},
}

AFTER = {
    "bid": {"3 players, tap undo": "'Back'", "5 players, tap undo": "'Back'", "asks": "BID"},
    "turn": {"3 players, tap undo": "'Back'", "picture 800x480": "box 1\ntext Back\nbox 2"},
    "new": {"asks": "NEW"},
}


def test_the_same_difference_on_many_pages_is_printed_once() -> None:
    assert list(report(BEFORE, AFTER)) == [
        "tap undo   [2: bid (3, 5); turn (3)]",
        "    - 'Undo'",
        "    + 'Back'",
        "picture   [1: turn (800x480)]",
        "    - text Undo",
        "    + text Back",
        "",
        "only in the revision: gone",
        "only in the tree: new",
        "2 pages, 5 answers: 0 pages are the same, 2 differ in 2 ways",
    ]


def test_nothing_is_said_of_what_is_the_same_or_only_has_another_name() -> None:
    assert not next(report(BEFORE, BEFORE))
    assert renamed(b"GoTo(Ledger)", ["Ledger=PartialGame"]) == b"GoTo(PartialGame)"


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


def test_every_type_of_page_and_every_kind_of_message_has_an_example() -> None:
    assert {type(page) for page in pages()} == set(page_types())
    assert {each for each in kinds(Message) if each.__module__.startswith("companion.")} == {
        Tick,
        *map(type, examples()),
    }

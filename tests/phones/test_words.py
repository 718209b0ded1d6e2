"""A phone speaks its own language, whatever the table speaks."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.core.model import Guest, Model
from companion.i18n.catalogues import words
from companion.pages.new_game.seating import Seating
from companion.phones.saying import phrases, picture, say
from companion.phones.shapes import Said, TableLine
from companion.phones.views import line
from companion.rules.tiles import KINDS, Tile
from companion.settings import PhonesSettings
from tests.locales.catalogues import sentences
from tests.net.rooms import ROOMS
from tests.phones.test_hidden_points import with_phones
from tests.together import for_each, some
from tests.view.gallery import NAMES


def lines(model: Model) -> TableLine:
    """Return what the table tells its phones."""
    return line(with_phones(model), "g1/0", PhonesSettings(enabled=True))


def said(what: object) -> Iterator[str]:
    """Yield every sentence in something."""
    if isinstance(what, Said):
        yield what.sentence
    elif isinstance(what, msgspec.Struct):
        yield from said(msgspec.structs.asdict(what))
    elif isinstance(what, dict):
        yield from said(tuple(what.values()))
    elif isinstance(what, tuple):
        for each in what:
            yield from said(each)


@for_each(page=lambda: some(ROOMS, 3))
def test_every_sentence_for_a_phone_can_be_translated(page: str) -> None:
    unknown = set(said(lines(ROOMS[page](3, NAMES)))) - sentences().keys() - {""}
    assert not unknown


def test_of_every_tile_but_ra_a_phone_can_say_what_it_scores() -> None:
    told = phrases(words("en"))["worth"]
    assert told.keys() == {kind.value for kind in KINDS if kind is not Tile.RA}
    assert told["nile"] == [
        "Flood and Nile tiles score 1 point each, but nothing without a Flood tile."
    ]


def test_whoever_has_no_name_is_their_colour_in_the_language_of_the_phone() -> None:
    guests = (Guest(0, "Anna"), Guest(2, ""))
    model = replace(ROOMS["seating"](3, NAMES), page=Seating(guests))
    told = picture(lines(model), None, words("cs"), is_asking=False)
    assert [seat["name"] for seat in told["seats"]] == ["Anna", words("cs").say("Yellow")]


def test_a_sentence_about_somebody_without_a_name_says_their_colour() -> None:
    turn = Said("It is the turn of {name}", {"name": "Жовтий"})
    assert say(turn, words("en"), {"Жовтий": "Yellow"}) == "It is the turn of Yellow"

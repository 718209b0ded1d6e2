# ruff: noqa: RUF001 (Ukrainian and Russian have letters of their own)
"""Every sentence with a number in it, read out: the noun changes where the language changes it.

The rules of the languages look at all of them, also at those that somebody adds tomorrow.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from string import Formatter

import pytest
from babel import Locale

from companion.i18n.catalogues import words
from companion.i18n.languages import LANGUAGES
from companion.i18n.languages import language as of
from companion.narration import bundle_names
from companion.rules.tiles import KINDS, Tile
from tests.locales.catalogues import EXTRACT, forms, read
from tests.together import for_each

NUMBERS = (0, 1, 2, 5, 11, 21, 22, 101)


def _alike(language: str) -> tuple[frozenset[int], ...]:
    """Return the numbers after which a noun has the same form, as CLDR has it: those of 1 first."""
    found = defaultdict[str, set[int]](set)
    for number in NUMBERS:
        found[_CLDR.get(language, Locale(language).plural_form)(number)].add(number)
    return tuple(sorted(map(frozenset, found.values()), key=lambda alike: 1 not in alike))


_CLDR: Mapping[str, Callable[[int], str]] = {"hu": lambda _: "other"}
"""Hungarian has two forms in CLDR, and none that a noun behind a number would show."""

NOUNS: Mapping[str, frozenset[tuple[str, str, str]]] = {
    "uk": frozenset(
        {
            ("запис", "записи", "записів"),
            ("гра", "гри", "ігор"),
            ("гри", "ігор", "ігор"),
            ("хвилина", "хвилини", "хвилин"),
            ("перемога", "перемоги", "перемог"),
            ("вид", "види", "видів"),
            ("очко", "очки", "очок"),
            ("очку", "очки", "очок"),
            ("плитка", "плитки", "плиток"),
        }
    ),
    "ru": frozenset(
        {
            ("игры", "игр", "игр"),
            ("минута", "минуты", "минут"),
            ("победа", "победы", "побед"),
            ("запись", "записи", "записей"),
            ("игра", "игры", "игр"),
            ("вид", "вида", "видов"),
            ("очко", "очка", "очков"),
            ("очку", "очка", "очков"),
            ("тайл", "тайла", "тайлов"),
        }
    ),
}
"""How the nouns that are counted go: with 1, with 2 and with 5. A new one is added by somebody who
says it."""

_COUNTED = re.compile(r"\{number\} ([^\W\d_]+)")


TILES = frozenset((kind.english, kind.english_many) for kind in KINDS)


def _pairs() -> Iterator[tuple[str, str]]:
    """Yield the English sentence for one, and that for many, of every sentence with a number."""
    for message in read(EXTRACT.LANGUAGES[0]):
        if isinstance(message.id, tuple | list) and tuple(message.id) not in TILES:
            one, many = message.id
            yield one, many


PAIRS = tuple(_pairs())


def _read_out(language: str, pair: tuple[str, str], number: int) -> str:
    """Return what is said of a number, with a sign in place of it, and of every other fact."""
    fields = {field for _, field, _, _ in Formatter().parse(pair[1]) if field} - {"number"}
    said = words(language).tell(*pair, number, **dict.fromkeys(fields, "•"))
    said, times = re.subn(rf"(?<!\d){number}(?!\d)", "#", said)
    assert times == 1, f"the number is not said once: {said}"
    assert said.count("•") == len(fields), f"not every fact is said: {said}"
    return said


@pytest.mark.parametrize("language", LANGUAGES)
@for_each(pair=PAIRS)
def test_a_sentence_changes_where_the_language_does(pair: tuple[str, str], language: str) -> None:
    heard = [
        {_read_out(language, pair, number) for number in numbers} for numbers in _alike(language)
    ]
    assert [len(each) for each in heard] == [1] * len(heard), "numbers that sound alike"
    one, *more = (each.pop() for each in heard)
    assert language not in NOUNS or one not in more, "one sounds as many do"


@pytest.mark.parametrize("language", NOUNS)
@for_each(pair=PAIRS)
def test_a_noun_goes_as_it_goes_with_one_two_and_five(pair: tuple[str, str], language: str) -> None:
    said = next(forms(each.string) for each in read(language) if each.id == pair)
    nouns = tuple(found[1] if (found := _COUNTED.search(form)) else "" for form in said)
    assert nouns in NOUNS[language], "is it right? then it belongs to NOUNS"


HELD = Tile.PHARAOH.one + 2 * Tile.SPHINX.one + 5 * Tile.NILE.one


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Pharaoh, 5 Niles, 2 Sphinxes"),
        ("uk", "Фараон, 5 Нілів, 2 Сфінкси"),
        ("ru", "Фараон, 5 Нилов, 2 Сфинкса"),
        ("cs", "Faraón, 5 Nilů, 2 Sfingy"),
        ("pl", "Faraon, 5 Nilów, 2 Sfinksy"),
        ("hu", "Fáraó, 5 Nílus, 2 Szfinx"),
        ("ja", "ファラオ、ナイル5枚、スフィンクス2枚"),
        ("de", "Pharao, 5 Nil, 2 Sphinxe"),
        ("es", "Faraón, 5 Nilos, 2 Esfinges"),
    ],
)
def test_tiles_go_as_they_go_with_one_two_and_five(language: str, said: str) -> None:
    assert bundle_names(HELD, words(language)) == said


@pytest.mark.parametrize("language", EXTRACT.LANGUAGES)
def test_a_number_that_its_noun_changes_stands_before_nouns_that_are_said(language: str) -> None:
    counted = (form for each in read(language) if each.id for form in forms(each.string))
    said = re.findall(r"\w+", " ".join(counted).casefold())
    nouns = (noun for each in of(language).voice.counted for noun in each.nouns)
    assert [noun for noun in nouns if noun.casefold() not in said] == []

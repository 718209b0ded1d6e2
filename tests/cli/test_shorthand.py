"""Shorthand is read as it was meant, or asked about; what was understood is said back."""

from gettext import NullTranslations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.i18n import ENGLISH, Words
from companion.rules.scoring.sheet import Row
from companion.rules.tiles import DISASTERS, KINDS, Tile
from companion.storage.shorthand import Misread, Unread, in_words, puzzle, read_row


def said_back(text: str, words: Words = ENGLISH) -> str:
    row = read_row(text, words)
    return in_words(row, row.name or "#1", words)


@pytest.mark.parametrize(
    ("text", "understood"),
    [
        (
            "3p 1f 4n art2 pyr3 s13,5,2",
            "#1: 3 Pharaoh, 4 Nile, 1 Flood, 2 Art, 3 Pyramid, suns 13 5 2",
        ),
        ("Anna: 3p b20", "Anna: 3 Pharaoh, points before: 20"),
        ("Anna 3p", "Anna: 3 Pharaoh"),
        ("Anna Maria, 3 p", "Anna Maria: 3 Pharaoh"),
        ("Anna-Lena O'Neill 2 gold", "Anna-Lena O'Neill: 2 Gold"),
        ("Art: p3 f1", "Art: 3 Pharaoh, 1 Flood"),
        ("Zoe", "Zoe: no tiles"),
        ("", "#1: no tiles"),
        ("3P 2NILE", "#1: 3 Pharaoh, 2 Nile"),
        ("pharaoh 3 niles 4 flood", "#1: 3 Pharaoh, 4 Nile, 1 Flood"),
        ("3 pharaohs, 4 niles; 1 fortress", "#1: 3 Pharaoh, 4 Nile, 1 Fortress"),
        ("2x art, 3*temple", "#1: 2 Art, 3 Temple"),
        ("art=2 temple=3", "#1: 2 Art, 3 Temple"),
        ("2 step pyramids 1 pyramid", "#1: 1 Pyramid, 2 Step Pyramid"),
        ("step2 sta1 sph", "#1: 1 Sphinx, 1 Statues, 2 Step Pyramid"),
        ("civ_art 2 mon_step_pyramid", "#1: 2 Art, 1 Step Pyramid"),
        ("god gol2", "#1: 1 God, 2 Gold"),
        ("2p 1p", "#1: 3 Pharaoh"),
        ("suns 13 5 2", "#1: no tiles, suns 13 5 2"),
        ("s13/5/2 3p", "#1: 3 Pharaoh, suns 13 5 2"),
        ("s 13 5 2 3p", "#1: 3 Pharaoh, suns 13 5 2"),
        ("sun9 s4", "#1: no tiles, suns 9 4"),
        ("before 20", "#1: no tiles, points before: 20"),
        ("20 points before, 2 gods", "#1: 2 God, points before: 20"),
        ("1r 2u: art", "1r 2u: 1 Art"),
        ("2r", "#1: 2 Religion"),
        ("1 ra 2 unrest", "#1: 1 Ra, 2 Unrest"),
        ("\N{FULLWIDTH DIGIT THREE}p", "#1: 3 Pharaoh"),
    ],
)
def test_what_was_meant_is_understood(text: str, understood: str) -> None:
    assert said_back(text) == understood


@pytest.mark.parametrize(
    ("text", "misread", "sentence"),
    [
        ("2g", Misread.AMBIGUOUS, "G can be God, Gold: type more of it"),
        ("3st", Misread.AMBIGUOUS, "St can be Statues, Step Pyramid: type more of it"),
        ("2a", Misread.AMBIGUOUS, "A can be Art, Agriculture, Astronomy: type more of it"),
        ("7", Misread.LONE_NUMBER, "7 of what?"),
        ("Anna: 4", Misread.LONE_NUMBER, "4 of what?"),
        ("b", Misread.NO_POINTS, "How many points before?"),
        (
            "2u",
            Misread.UNKNOWN,
            "What is u? Write, for example: Anna: 3p 1f 4n art2 pyr3 s13,5,2 b20",
        ),
        (
            "3p 2 camels",
            Misread.UNKNOWN,
            "What is camels? Write, for example: Anna: 3p 1f 4n art2 pyr3 s13,5,2 b20",
        ),
        (
            "3p ?",
            Misread.UNKNOWN,
            "What is ?? Write, for example: Anna: 3p 1f 4n art2 pyr3 s13,5,2 b20",
        ),
    ],
)
def test_what_cannot_be_understood_is_asked_about(
    text: str, misread: Misread, sentence: str
) -> None:
    with pytest.raises(Unread) as unread:
        read_row(text, ENGLISH)
    (found,) = unread.value.puzzles
    assert (found.misread, puzzle(found, ENGLISH)) == (misread, sentence)


def test_all_puzzles_of_a_line_are_named_at_once() -> None:
    with pytest.raises(Unread) as unread:
        read_row("Anna: 2g 5 3 camels b", ENGLISH)
    assert [found.misread for found in unread.value.puzzles] == [
        Misread.AMBIGUOUS,
        Misread.LONE_NUMBER,
        Misread.UNKNOWN,
        Misread.NO_POINTS,
    ]


class Czech(NullTranslations):
    """A catalogue with three tiles."""

    def gettext(self, message: str, /) -> str:
        """Return the Czech name of a tile."""
        return {"Pharaoh": "Faraon", "Nile": "Nil", "Fortress": "Pevnost"}.get(message, message)


def test_tiles_may_be_called_in_the_language_of_the_table() -> None:
    czech = replace(ENGLISH, language="cs", catalogue=Czech())
    assert said_back("3 faraon 2 nil pev1", czech) == "#1: 3 Faraon, 2 Nil, 1 Pevnost"
    assert said_back("3 pharaoh", czech) == "#1: 3 Faraon"


OWNED = [kind for kind in KINDS if not kind.mask & (DISASTERS | Tile.RA.mask)]


rows = st.builds(
    Row,
    name=st.sampled_from(["", "Anna", "Ben", "Zoë"]),
    before=st.none() | st.integers(0, 99),
    suns=st.lists(st.integers(1, 16), max_size=4, unique=True).map(tuple),
    tiles=st.dictionaries(st.sampled_from([kind.value for kind in OWNED]), st.integers(1, 25)),
)


def written(row: Row, *, number_first: bool) -> str:
    """A row in shorthand."""
    tiles = [
        f"{row.tiles[id_]}{id_}" if number_first else f"{id_}{row.tiles[id_]}" for id_ in row.tiles
    ]
    suns = ["s" + ",".join(map(str, row.suns))] if row.suns else []
    before = [] if row.before is None else [f"b{row.before}"]
    name = [f"{row.name}:"] if row.name else []
    return " ".join([*name, *tiles, *suns, *before])


@given(rows, st.booleans())
def test_every_row_can_be_written_in_shorthand(row: Row, number_first: bool) -> None:  # noqa: FBT001 - from hypothesis
    assert read_row(written(row, number_first=number_first), ENGLISH) == row


@given(st.text(max_size=40) | st.text(alphabet="0123spfnb:, ar", max_size=30))
def test_any_text_is_understood_or_asked_about(text: str) -> None:
    try:
        said = said_back(text)
    except Unread as unread:
        said = " ".join(puzzle(found, ENGLISH) for found in unread.puzzles)
    assert said

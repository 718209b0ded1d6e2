"""A game is one of those that are wanted, or not, by what is known of it alone."""

import pytest
from msgspec.structs import replace

from companion.journal.index.rows import GameRow, IndexedGame, Sitter, Wanted
from companion.journal.lines import GameId

BEGUN_MS = 1_767_384_930_000


ROW = GameRow((Sitter("Anna"), Sitter("Ben")), "c25", is_over=True, tags=("rainy", "final"))


GAME = IndexedGame(
    GameId("000001-20260102T201530"), ROW, 9, BEGUN_MS, BEGUN_MS + 60_000, is_whole=True
)


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted(),
        Wanted(player="Anna"),
        Wanted(player="Ben"),
        Wanted(tag="final"),
        Wanted(edition="c25"),
        Wanted(is_over=True),
        Wanted(since_ms=BEGUN_MS),
        Wanted(until_ms=BEGUN_MS + 1),
        Wanted("Ben", "rainy", "c25", is_over=True, since_ms=BEGUN_MS, until_ms=BEGUN_MS + 1),
    ],
)
def test_a_game_fits_what_is_true_of_it(wanted: Wanted) -> None:
    assert wanted.fits(GAME)


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted(player="Cleo"),
        Wanted(player="Ann"),
        Wanted(tag="rain"),
        Wanted(edition="rgg2009"),
        Wanted(is_over=False),
        Wanted(since_ms=BEGUN_MS + 1),
        Wanted(until_ms=BEGUN_MS),
        Wanted("Ben", "rainy", "c25", is_over=False),
    ],
)
def test_a_single_thing_that_is_not_true_of_a_game_leaves_it_out(wanted: Wanted) -> None:
    assert not wanted.fits(GAME)


def test_what_was_not_said_of_a_game_is_not_known() -> None:
    bare = replace(GAME, row=GameRow((Sitter("Anna"),), "c25", is_over=False))
    (anna,) = bare.row.players
    assert (bare.row.minutes, anna.score, anna.place) == (0, None, None)
    assert Wanted(player="Anna").fits(bare)
    assert not Wanted(tag="final").fits(bare)

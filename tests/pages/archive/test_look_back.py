"""The look back on the screen and in the terminal: both say the same."""

from collections import Counter
from collections.abc import Iterable, Sequence

import pytest
from msgspec.structs import replace

from companion.cli.review import in_words
from companion.core.model import Model
from companion.i18n import ENGLISH
from companion.pages.archive.games import Games
from companion.pages.archive.look_back import (
    CHANCES,
    CHOICES,
    LOTS,
    MOMENTS,
    LookBack,
    leaves,
    lot_remark,
)
from companion.ui.scene import words
from tests.view.gallery import shown
from tests.view.look_backs import game, look_back

TITLES = (LOTS, MOMENTS, CHOICES, CHANCES)


def on_screen(players: int, title: str, size: tuple[int, int]) -> Counter[str]:
    """Return every word that stands on the leaves of this title."""
    page = LookBack(game(players), tuple(range(players)), Games(), look_back(players))
    found = leaves(look_back(players))
    pages = [replace(page, leaf=number) for number, leaf in enumerate(found) if leaf.title == title]
    return counted(text for each in pages for text in words(shown(Model(page=each), size)))


def in_terminal(players: int, title: str) -> Sequence[str]:
    """Return the lines that ``review`` prints below this title, none if it does not print it."""
    lines = list(in_words(look_back(players), game(players), ENGLISH))
    if title not in lines:
        return []
    first = lines.index(title) + 2
    starts = [lines.index(each) for each in TITLES if each in lines]
    ends = [start - 1 for start in starts if start > first]
    return lines[first : min(ends, default=len(lines))]


def counted(texts: Iterable[str]) -> Counter[str]:
    return Counter(word for text in texts for word in text.split())


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("title", [MOMENTS, CHOICES])
def test_every_sentence_of_the_terminal_stands_on_the_screen(
    title: str, players: int, size: tuple[int, int]
) -> None:
    lines = in_terminal(players, title)
    assert bool(lines) == (title in {each.title for each in leaves(look_back(players))})
    assert counted(lines) <= on_screen(players, title, size)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_lot_has_the_same_number_winner_remark_and_worth_in_both(players: int) -> None:
    head, *rows = in_terminal(players, LOTS)
    assert head.split() == list(game(players).game.setup.players)
    told = [line for line in rows if not line.startswith("       ")]
    lots = look_back(players).lots
    assert len(told) == len(lots)
    screen = on_screen(players, LOTS, (800, 480))
    for lot, line in zip(lots, told, strict=True):
        number, *facts = line.split()
        assert number == str(lot.number)
        assert counted([f"{number}.", *facts]) <= replace_colons(screen)
        remark = lot_remark(lot, look_back(players), ENGLISH)
        assert counted([remark]) <= screen


def replace_colons(found: Counter[str]) -> Counter[str]:
    """Return the words without the colon that leads to a remark."""
    return counted(word.removesuffix(":") for word in found.elements())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_terminal_says_how_far_the_chances_of_every_epoch_may_be_wrong(players: int) -> None:
    _, *rows, last = in_terminal(players, CHANCES)
    assert len(rows) == 3
    assert all(row.split()[-1].startswith("±") for row in rows)
    assert "100" in last.split()
    assert "±" not in last

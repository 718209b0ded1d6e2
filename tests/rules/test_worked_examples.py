"""Every worked example of the five rulebooks, played at the table.

The books: Ukrainian of 2023 and Hungarian of 2022 (the edition with the boat); Russian (the rules
of 1999, with an appendix for two players), Czech (a summary of them) and Japanese.
Each test names the book and the heading under which the example stands.
"""

from collections import Counter

import pytest

from companion.rules.editions import Edition, Options, Split, setup, sun_groups, suns_in_play
from companion.rules.model import new_game
from companion.rules.scoring.scoring import EpochScore
from companion.rules.tiles import FAMILIES, KINDS, Family, Tile
from tests.rules.table import NAMES, after, points, scored


@pytest.mark.parametrize(("held", "worth"), [("flood, 3 nile", 4), ("2 flood", 2), ("4 nile", 0)])
@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_floods_and_niles(held: str, worth: int, epoch: int) -> None:
    """Ukrainian, pages 6-7, "Плитки повені"; Hungarian, pages 6-7, "Az áradáslapkák"."""
    assert points(f"epoch {epoch} | ra 5 | *Ann: {held} | Ben", "river") == [worth, 0]


def test_pharaohs_of_four() -> None:
    """Russian, "Фараоны" (Anna, Bob, Katya, Don); Japanese, "ファラオ" (A to D)."""
    before = "ra 8 | *Anna: 3 pharaoh | Bob: 2 pharaoh | Katya: 2 pharaoh | Don: 3 pharaoh"
    assert points(before, "pharaohs") == [5, -2, -2, 5]


def test_pharaohs_stay_for_the_next_epoch() -> None:
    """Russian, "Фараоны": what is counted stays with its owner."""
    before = "ra 8 | *Anna: 3 pharaoh | Bob: 2 pharaoh | Katya: 2 pharaoh | Don: 3 pharaoh"
    held = [player.tiles for player in after(before, "draw ra").players]
    assert held == [number * Tile.PHARAOH.one for number in (3, 2, 2, 3)]


@pytest.mark.parametrize(
    "held",
    [
        "3 civ_astronomy, 2 civ_agriculture, 2 civ_writing",
        "civ_astronomy, civ_agriculture, civ_writing",
    ],
)
def test_three_kinds_of_civilisation_with_copies_and_without(held: str) -> None:
    """Russian, "Технологии"; Japanese, "文明": 5 points both times."""
    assert points(f"ra 7 | *Anna: {held} | Bob | Katya", "civilisations") == [5, -5, -5]


ANNAS_MONUMENTS = Counter({"mon_pyramid": 4, "mon_temple": 3, "mon_fortress": 2, "mon_sphinx": 1})


def annas(monuments: Counter[str]) -> EpochScore:
    """Return Anna's points after the third epoch for these monuments."""
    held = ", ".join(f"{number} {kind}" for kind, number in monuments.items() if number)
    return scored(f"epoch 3 | ra 7 | *Anna: {held} | Bob | Katya")[0]


def test_ten_monuments_are_worth_19() -> None:
    """Russian, "Монументы"; Japanese, "モニュメント": 4 kinds, 10 for four, 5 for three."""
    anna = annas(ANNAS_MONUMENTS)
    assert (anna.monuments_diversity, anna.monuments_quantity) == (4, 10 + 5)


def test_of_ten_monuments_only_the_second_fortress_brings_nothing() -> None:
    """Russian, "Монументы": all of Anna's monuments bring points but that one."""
    worth = {
        kind: 19 - (row.monuments_diversity + row.monuments_quantity)
        for kind in ANNAS_MONUMENTS
        for row in [annas(ANNAS_MONUMENTS - Counter([kind]))]
    }
    assert worth == {"mon_pyramid": 5, "mon_temple": 5, "mon_fortress": 0, "mon_sphinx": 1}


def test_two_fortresses_and_a_sphinx_bring_no_bonus() -> None:
    """Japanese, "モニュメント": they count as kinds only."""
    assert annas(Counter({"mon_fortress": 2, "mon_sphinx": 1})).monuments_quantity == 0


def test_monuments_bring_nothing_before_the_third_epoch() -> None:
    """Russian, "Монументы": Anna gets her 19 points after the third epoch."""
    held = ", ".join(f"{number} {kind}" for kind, number in ANNAS_MONUMENTS.items())
    for epoch in (1, 2):
        before = f"epoch {epoch} | ra 7 | *Anna: {held} | Bob | Katya"
        assert points(before, "monuments_diversity") == [0, 0, 0]
        assert points(before, "monuments_quantity") == [0, 0, 0]


def test_sums_of_suns_of_four() -> None:
    """Russian, "Солнца"; Japanese, "太陽チップ": 17, 25, 21 and 17, so 11 lies in the centre."""
    before = (
        "epoch 3 | ra 8 | centre 11 | *Anna 13 3 (1) | Bob 12 (9 4) | Katya 10 6 5 | Don (8 7 2)"
    )
    sums = [sum((*player.up, *player.down)) for player in after(before).players]
    assert sums == [17, 25, 21, 17]
    assert points(before, "suns") == [-5, 5, 0, -5]


TABLES = {
    2: ["9-6-5-2", "8-7-4-3"],
    3: ["13-8-5-2", "12-9-6-3", "11-10-7-4"],
    4: ["13-6-2", "12-7-3", "11-8-4", "10-9-5"],
    5: ["16-7-2", "15-8-3", "14-9-4", "13-10-5", "12-11-6"],
}


@pytest.mark.parametrize("players", TABLES)
def test_the_table_of_suns(players: int) -> None:
    """Ukrainian, "Початкові групи сонячних дисків"; for 3 to 5 also Russian, Czech, Japanese."""
    groups = ["-".join(map(str, reversed(group))) for group in sun_groups(players)]
    assert groups == TABLES[players]


@pytest.mark.parametrize(("players", "highest"), [(2, 9), (3, 13), (4, 13), (5, 16)])
def test_only_the_first_suns_are_used(players: int, highest: int) -> None:
    """Ukrainian and Hungarian, under the table of suns; Czech, "Příprava hry"; Japanese."""
    assert max(suns_in_play(players)) == highest


def test_where_three_players_lay_the_13_two_lay_the_9() -> None:
    """Hungarian, "A játszma előkészítése", the caption of the board."""
    assert [max(sun_groups(players)[0]) for players in (3, 2)] == [13, 9]


@pytest.mark.parametrize(("players", "unused"), [(3, 2), (4, 1), (5, 0)])
def test_the_first_spaces_of_the_ra_track_are_not_used(players: int, unused: int) -> None:
    """Russian, "Переворот одного тайла"; Japanese, "タイルをめくる": 10 spaces in all."""
    options = Options(edition=Edition.ALEA_1999)
    assert setup(NAMES[:players], options).ra_limit == 10 - unused


@pytest.mark.parametrize(("players", "tiles"), [(3, 8), (4, 9), (5, 10)])
def test_the_ra_tiles_that_end_an_epoch(players: int, tiles: int) -> None:
    """Japanese, "時代", the note in the margin (which says "game" where it means "epoch")."""
    seats = " | ".join(NAMES[:players])
    assert after(f"ra {tiles - 1} | {seats}", "draw ra").epoch == 2
    assert after(f"ra {tiles - 2} | {seats}", "draw ra").epoch == 1


@pytest.mark.parametrize(("unused", "last"), [(3, 7), (4, 6)])
def test_two_players_leave_three_or_four_spaces_unused(unused: int, last: int) -> None:
    """Russian, appendix, "Ход игры": the seventh or the sixth tile ends an epoch."""
    assert setup(("Ann", "Ben"), Options(ra_limit=10 - unused)).ra_limit == last
    before = f"ra {last - 1}/{last} | Ann | Ben"
    assert after(before, "draw ra").epoch == 2


def wins(mine: tuple[int, ...], theirs: tuple[int, ...]) -> list[int]:
    """Return for each of my suns how many of theirs it beats."""
    return [sum(sun > other for other in theirs) for sun in mine]


Half = tuple[tuple[int, ...], int, list[int]]
"""One player's suns, their sum, and how many of the other's each of them beats."""


@pytest.mark.parametrize(
    ("split", "first", "second"),
    [
        (Split.BAUMER, ((2, 4, 6, 9), 21, [0, 1, 2, 4]), ((3, 5, 7, 8), 23, [1, 2, 3, 3])),
        (Split.RAZZIA, ((2, 5, 6, 9), 22, [0, 2, 2, 4]), ((3, 4, 7, 8), 22, [1, 1, 3, 3])),
        (Split.BGG, ((3, 4, 6, 9), 22, [1, 1, 2, 4]), ((2, 5, 7, 8), 22, [0, 2, 3, 3])),
    ],
)
def test_three_ways_to_split_the_suns_of_two(split: Split, first: Half, second: Half) -> None:
    """Russian, appendix, the table with sums and winning combinations; Ukrainian: the second."""
    agreed = setup(NAMES[:2], Options(two_player_split=split))
    dealt = {player.up for player in new_game(agreed).players}
    for (mine, total, beaten), (theirs, _, _) in ((first, second), (second, first)):
        assert mine in dealt
        assert sum(mine) == total
        assert wins(mine, theirs) == beaten


def test_the_three_splits_are_as_even_as_the_book_says() -> None:
    """Russian, appendix: 7 against 9 winning combinations, then 8 against 8 twice."""
    combinations = []
    for split in (Split.BAUMER, Split.RAZZIA, Split.BGG):
        nine, other = sun_groups(2, split)
        combinations.append((sum(wins(nine, other)), sum(wins(other, nine))))
    assert combinations == [(7, 9), (8, 8), (8, 8)]


def test_without_penalties_two_players_keep_their_bonus() -> None:
    """Russian, appendix, "Подсчет очков": at the end of the game, if they like."""
    before = "options final_only | epoch 3 | ra 5 | *Ann 9 6 5 3: pharaoh | Ben 8 7 4 2"
    assert points(before, "pharaohs") == [5, 0]
    assert points(before, "suns") == [5, 0]


@pytest.mark.parametrize(("kinds", "worth"), list(enumerate((0, 1, 2, 3, 4, 5, 6, 10, 15))))
def test_the_list_of_different_monuments(kinds: int, worth: int) -> None:
    """Czech, "Bodování", one by one; Russian and Japanese; Ukrainian, "Різноманітність"."""
    row = annas(Counter(kind.value for kind in FAMILIES[Family.MONUMENT][:kinds]))
    assert (row.monuments_diversity, row.monuments_quantity) == (worth, 0)


@pytest.mark.parametrize(("copies", "worth"), [(1, 0), (2, 0), (3, 5), (4, 10), (5, 15)])
def test_the_list_of_equal_monuments(copies: int, worth: int) -> None:
    """All five; Hungarian: "PÉLDÁNYSZÁM", Ukrainian: "Кількість"."""
    assert annas(Counter({"mon_obelisk": copies})).monuments_quantity == worth


@pytest.mark.parametrize(("kinds", "worth"), [(0, -5), (3, 5), (4, 10), (5, 15)])
def test_the_list_of_civilisations(kinds: int, worth: int) -> None:
    """All five; Czech: "Bodování"."""
    held = ", ".join(FAMILIES[Family.CIVILISATION][:kinds])
    assert points(f"ra 7 | *Ann: {held} | Ben | Cleo", "civilisations")[0] == worth


def test_an_unused_god_is_worth_2_and_gold_3() -> None:
    """All five books."""
    before = "ra 7 | *Ann: god | Ben: gold | Cleo"
    assert points(before, "gods") == [2, 0, 0]
    assert points(before, "gold") == [0, 3, 0]


def test_the_list_of_tiles() -> None:
    """Russian, "Состав игры"; Czech, "Obsahuje"; Japanese, "用具"."""
    copies = {kind: kind.copies for kind in KINDS}
    assert sum(copies.values()) == 180
    assert sum(number for kind, number in copies.items() if kind is not Tile.RA) == 150
    assert [copies[kind] for kind in (Tile.RA, Tile.GOD, Tile.PHARAOH, Tile.NILE, Tile.FLOOD)] == [
        30,
        8,
        25,
        25,
        12,
    ]
    assert [copies[kind] for kind in FAMILIES[Family.DISASTER]] == [2, 2, 4, 2]
    assert copies[Tile.GOLD] == 5


def test_the_numbers_that_the_newest_books_still_show() -> None:
    """Ukrainian, the list of components: 25 of 5 kinds, 40 of 8, 37 of 2, and 4 disasters."""
    found = {
        family: (sum(kind.copies for kind in kinds), len(kinds))
        for family, kinds in FAMILIES.items()
    }
    assert found[Family.CIVILISATION] == (25, 5)
    assert found[Family.MONUMENT] == (40, 8)
    assert found[Family.RIVER] == (37, 2)
    assert len(FAMILIES[Family.DISASTER]) == 4


def test_the_names_of_the_kinds() -> None:
    """Japanese, "文明タイル" and "モニュメント": five and eight names, in this order."""
    assert [kind.english for kind in FAMILIES[Family.CIVILISATION]] == [
        "Art",
        "Agriculture",
        "Religion",
        "Astronomy",
        "Writing",
    ]
    assert [kind.english for kind in FAMILIES[Family.MONUMENT]] == [
        "Fortress",
        "Obelisk",
        "Palace",
        "Pyramid",
        "Sphinx",
        "Statues",
        "Step Pyramid",
        "Temple",
    ]

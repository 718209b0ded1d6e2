"""The overview of the rules: its numbers are those of the game, and editions differ in it."""

import re

import pytest

from companion.pages.reference.guide import LEAVES, Leaf, Rule, leaves
from companion.rules import engine
from companion.rules.editions import (
    RA_LIMITS,
    STARTING_SCORE,
    SUN_GROUPS,
    Edition,
    NoPenalty,
    Options,
    Split,
)
from companion.rules.scoring import scoring
from companion.rules.tiles import ALL_TILES, size

editions = pytest.mark.parametrize("edition", Edition)

MOST_LINES = 9
"""More do not fit a screen."""


def text(options: Options) -> str:
    """Return the whole overview, filled in."""
    return "\n".join(
        line.sentence.format_map(line.facts) for leaf in leaves(options) for line in leaf.lines
    )


def rules(leaf: Leaf) -> set[str]:
    """Return the sentences of a leaf."""
    return {line.sentence for line in leaf.lines}


@editions
def test_the_overview_has_ten_leaves_of_a_few_sentences(edition: Edition) -> None:
    found = leaves(Options(edition=edition))
    assert len(found) == LEAVES == 10
    assert all(3 <= len(leaf.lines) <= MOST_LINES for leaf in found)
    assert len({leaf.title for leaf in found}) == LEAVES


@editions
def test_no_sentence_of_the_overview_stands_twice_on_a_leaf(edition: Edition) -> None:
    for leaf in leaves(Options(edition=edition)):
        filled = [line.sentence.format_map(line.facts) for line in leaf.lines]
        assert len(set(filled)) == len(filled)


def test_every_rule_stands_in_the_overview_of_some_edition() -> None:
    said = "\n".join(
        text(Options(edition=edition, two_player_no_penalty=penalty))
        for edition in Edition
        for penalty in NoPenalty
    )
    assert [rule for rule in Rule if rule.value not in said] == []


def test_an_overview_tells_how_its_edition_counts_ra_tiles() -> None:
    assert "Sun Boat" in text(Options(edition=Edition.C25))
    assert "Sun Boat" not in text(Options(edition=Edition.RGG_2009))


def test_an_overview_tells_where_its_edition_has_its_tiles() -> None:
    assert "in the bag" in text(Options(edition=Edition.WINDRIDER_2016))
    assert "face down around the board" in text(Options(edition=Edition.ALEA_1999))


def test_only_the_first_edition_is_not_for_two() -> None:
    for edition in Edition:
        is_first = edition is Edition.ALEA_1999
        assert (Rule.VARIANT_FOR_TWO.value in text(Options(edition=edition))) == is_first


def test_kingdoms_are_named_where_the_edition_names_them() -> None:
    assert Rule.KINGDOMS.value not in text(Options(edition=Edition.C25))
    assert Rule.KINGDOMS.value in text(Options(edition=Edition.RGG_2009))


def test_the_groups_of_suns_are_those_that_are_dealt() -> None:
    for split, shown in ((Split.RAZZIA, "9-6-5-2  8-7-4-3"), (Split.BGG, "9-6-4-3  8-7-5-2")):
        assert f"Players: 2; suns: {shown}." in text(Options(two_player_split=split))
    for players in SUN_GROUPS:
        assert f"Players: {players}; suns: " in text(Options())


def test_the_length_of_the_ra_track_is_that_of_the_board() -> None:
    limits = ", ".join(map(str, RA_LIMITS.values()))
    assert f"Players: 2, 3, 4, 5; Ra tiles that end an epoch: {limits}." in text(Options())
    assert "Ra tiles that end an epoch: 7." in text(Options(ra_limit=7))


def numbers(rule: Rule) -> list[int]:
    """Return the numbers of a rule that are written in figures."""
    return [
        int(found.replace("\N{MINUS SIGN}", "-"))
        for found in re.findall(r"\N{MINUS SIGN}?\d+", rule.value)
    ]


def test_the_numbers_of_the_rules_are_those_by_which_is_scored() -> None:
    civilisations, diversity = scoring.CIVILISATION_POINTS, scoring.DIVERSITY_POINTS
    assert numbers(Rule.GODS_AND_GOLD) == [scoring.POINTS_PER_GOD, scoring.POINTS_PER_GOLD]
    assert numbers(Rule.GOD_IS_SPENT) == [scoring.POINTS_PER_GOD]
    assert numbers(Rule.PHARAOHS) == [engine.PHARAOHS_MOST, engine.PHARAOHS_FEWEST]
    assert numbers(Rule.SUM_OF_SUNS) == [engine.SUNS_HIGHEST, engine.SUNS_LOWEST]
    assert numbers(Rule.CIVILISATIONS) == [civilisations[0], *civilisations[3:]]
    assert civilisations[1:3] == (0, 0)
    assert numbers(Rule.DIFFERENT_MONUMENTS) == [1, *diversity[7:]]
    assert diversity[:7] == tuple(range(7))
    assert numbers(Rule.EQUAL_MONUMENTS) == list(engine.QUANTITY_POINTS[3:])
    assert numbers(Rule.START_POINTS) == [STARTING_SCORE]
    assert numbers(Rule.IN_BAG) == numbers(Rule.SPREAD) == [size(ALL_TILES)]

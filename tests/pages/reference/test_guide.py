"""The overview of the rules: its numbers are those of the game, and editions differ in it."""

import re

import pytest

from companion.pages.reference.guide import Leaf, Rule, leaves
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


def text(options: Options) -> str:
    """Return the whole overview, filled in."""
    return "\n".join(
        line.sentence.format_map(line.facts) for leaf in leaves(options) for line in leaf.lines
    )


def rules(leaf: Leaf) -> set[str]:
    """Return the sentences of a leaf."""
    return {line.sentence for line in leaf.lines}


def test_every_rule_stands_in_the_overview_of_some_edition() -> None:
    said = "\n".join(
        text(Options(edition=edition, two_player_no_penalty=penalty))
        for edition in Edition
        for penalty in NoPenalty
    )
    assert [rule for rule in Rule if rule.value not in said] == []


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("Sun Boat", {Edition.C25}),
        ("in the bag", {*Edition} - {Edition.ALEA_1999}),
        ("face down around the board", {Edition.ALEA_1999}),
        (Rule.VARIANT_FOR_TWO.value, {Edition.ALEA_1999}),
        (Rule.KINGDOMS.value, {*Edition} - {Edition.C25}),
    ],
)
def test_the_overview_differs_where_editions_do(said: str, where: set[Edition]) -> None:
    assert {each for each in Edition if said in text(Options(edition=each))} == where


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

"""The rules card: for every state there is one, and what it says is true of that table."""

import re
from collections.abc import Iterator

import pytest

from companion.core.model import Model, Session
from companion.pages.partial.joining import Joining
from companion.pages.partial.partial_table import PartialTable
from companion.pages.reference.guide import GuideLine, Leaf, Rule, leaves
from companion.pages.reference.rules_card import MOST_SENTENCES, MOST_TILES, Card, Cost, card
from companion.pages.score_sheet.tally import SheetTally
from companion.pages.table.situation import PickGod
from companion.pages.table.table import Table
from companion.rules import engine
from companion.rules.editions import (
    RA_LIMITS,
    STARTING_SCORE,
    SUN_GROUPS,
    Edition,
    NoPenalty,
    Options,
    Setup,
    Split,
    setup,
)
from companion.rules.legal import legal_actions, must_bid
from companion.rules.model import Auction, Discarding, Game, Phase
from companion.rules.records.notation import position
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.scoring import scoring
from companion.rules.tiles import ALL_TILES, size
from tests.rules.games import a_game
from tests.rules.table import NAMES
from tests.together import for_each, some
from tests.view import counts, gallery, lighter

FEWEST_SENTENCES = 3

_ENDS = re.compile(r"[.!?](?= |$)")


def sentences(line: GuideLine) -> int:
    """Count the sentences of a line."""
    return len(_ENDS.findall(line.sentence.format_map(line.facts)))


def on_table(game: Game) -> Model:
    """Return the program with this table on it."""
    return Model(
        page=Table(),
        session=Session(timeline=Timeline(start=game), buttons=tuple(range(len(game.players)))),
    )


def shown(text: str, pick: PickGod | None = None) -> Card:
    """Return the card of a table that is given as text."""
    model = on_table(position(text))
    found = card(
        model
        if pick is None
        else Model(
            page=Table(pick),
            session=Session(timeline=model.session.timeline, buttons=model.session.buttons),
        )
    )
    assert found is not None
    return found


def said(found: Card | None) -> set[str]:
    """Return the sentences of a card, filled in."""
    assert found is not None
    return {line.sentence.format_map(line.facts) for line in found.lines}


def _agreed() -> Iterator[Setup]:
    """Yield a game with every number of players, every edition, and every option."""
    for players in range(2, 6):
        for edition in Edition:
            if players > 2:
                yield setup(NAMES[:players], Options(edition=edition))
                continue
            for split in Split:
                for penalty in NoPenalty:
                    options = Options(
                        edition=edition, two_player_split=split, two_player_no_penalty=penalty
                    )
                    yield setup(NAMES[:players], options)
    yield setup(NAMES[:2], Options(ra_limit=7))
    yield setup(NAMES[:5], Options(ra_limit=1))


def _timelines() -> Iterator[Timeline]:
    for seed, agreed in enumerate(_agreed()):
        for eagerness in some((0.3, 0.9), 2, seed):
            played = a_game(agreed, seed, eagerness)
            game = begin(agreed)
            yield game
            for action in played.actions:
                game = enter(game, action)
                yield game


Cards = tuple[tuple[Game, Card], ...]


@pytest.fixture(scope="module")
def cards() -> Cards:
    """Every position of random games, each with its card; what was bid and passed is known."""
    found = []
    for timeline in _timelines():
        session = Session(timeline=timeline, buttons=tuple(range(len(timeline.game.players))))
        shown = card(Model(page=Table(), session=session))
        assert shown is not None
        found.append((timeline.game, shown))
    return tuple(found)


def test_random_play_comes_to_every_kind_of_decision(cards: Cards) -> None:
    games = [game for game, _ in cards]
    stages = {game.stage if isinstance(game.stage, Phase) else type(game.stage) for game in games}
    assert stages == {Phase.TURN, Phase.GODS, Phase.OVER, Auction, Discarding}
    auctions = [game for game in games if isinstance(game.stage, Auction)]
    assert any(must_bid(game) for game in auctions)
    assert any(None not in game.track for game in games if game.stage is Phase.TURN)
    assert any(game.ra_count + 1 == game.ra_limit for game in games if game.stage is Phase.TURN)


def test_for_every_state_of_random_play_there_is_a_card_of_three_to_six_sentences(
    cards: Cards,
) -> None:
    for _, found in cards:
        assert FEWEST_SENTENCES <= len(found.lines) <= MOST_SENTENCES
        assert all(sentences(line) == 1 for line in found.lines)
        assert len(found.tiles) <= MOST_TILES
        assert len({line.sentence for line in found.lines}) == len(found.lines)


def test_every_sentence_that_a_card_can_say_is_said_by_some_card(cards: Cards) -> None:
    not_in_random_play = {
        Cost.STILL_COUNTS, Cost.NO_CENTRE, Cost.ANY_SUN, Cost.SEATS, Cost.EDITION,
        Cost.TRACK_LENGTH, Cost.WHO_DEALS, Cost.SECRECY, Cost.ONE_GROUP_EACH, Cost.LOOK_BACK,
        Cost.GO_ON, Cost.CAN_RETURN, Cost.NO_GOD, Cost.WORTH, Cost.FIX,
    }  # fmt: skip
    found = {line.sentence for _, each in cards for line in (*each.lines, *each.by_keys)}
    assert {cost.value for cost in set(Cost) - not_in_random_play} <= found


def test_a_card_says_what_passing_means_exactly_when_one_may_pass(cards: Cards) -> None:
    passing = {cost.value for cost in (Cost.ALL_STAYS, Cost.ALL_LEAVES, Cost.CALLER_MUST,
                                       Cost.LEADER_WINS)}  # fmt: skip
    for game, found in cards:
        if isinstance(game.stage, Auction):
            says = bool(passing & {line.sentence for line in found.lines})
            assert says == any(type(action).__name__ == "Pass" for action in legal_actions(game))


# The rules card of a partially recorded game: on every page, and true of its table.


PAGES = {
    name: made
    for name, made in {**lighter.PAGES, **counts.PAGES}.items()
    if isinstance(made(3, gallery.NAMES).page, PartialTable | Joining | SheetTally)
}


@for_each(page=PAGES, players=range(2, 6))
def test_there_is_a_card_of_three_to_six_sentences(page: str, players: int) -> None:
    found = card(PAGES[page](players, gallery.NAMES))
    assert found is not None
    assert FEWEST_SENTENCES <= len(found.lines) <= MOST_SENTENCES
    assert all(sentences(line) == 1 for line in found.lines)
    assert len(found.tiles) <= MOST_TILES


def test_what_is_not_known_is_not_said() -> None:
    known, unknown = (
        lighter.PAGES["light"](3, gallery.NAMES),
        lighter.PAGES["nothing known"](3, gallery.NAMES),
    )
    told = said(card(known)) - said(card(unknown))
    assert told == {
        "Ra tiles on the Ra track: 1 of 8.",
        "The winner gets all tiles and sun 13; the winning sun stays in the centre.",
    }


# The overview of the rules: its numbers are those of the game, and editions differ in it.


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

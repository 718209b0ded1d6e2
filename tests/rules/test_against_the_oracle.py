"""The engine and the oracle agree: on every state of random games, and on every pinned count."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.rules.problems import BadLine, BadSetup
from companion.rules.records.record import read_header
from tests.oracle import header as oracles
from tests.oracle.perft import positions
from tests.rules.against_the_oracle import census, compare_a_game
from tests.together import EVERY, some

GAMES = 240 if EVERY else 40


@pytest.mark.parametrize("first", range(0, GAMES, 20))
def test_every_state_and_every_choice_of_random_games_is_the_same(first: int) -> None:
    lines = sum(compare_a_game(seed) for seed in range(first, first + 20))
    assert lines > 20 * 20


@pytest.mark.parametrize("pinned", some(positions(), 12), ids=lambda pinned: pinned["name"])
def test_the_engine_finds_the_pinned_counts(pinned: dict[str, Any]) -> None:
    found = census(pinned, len(pinned["lines"]))
    assert [kinds.total() for kinds in found] == pinned["lines"]
    assert sum(found, Counter()) == pinned["kinds"]


SUNS = st.lists(st.lists(st.integers(1, 10), min_size=3, max_size=5), min_size=2, max_size=3)

NAMES = st.text(st.characters(exclude_categories=("C", "Zl", "Zp")), max_size=3)
"""The oracle knows nothing of names that steer a screen."""

HEADERS = st.fixed_dictionaries(
    {"ra_record": st.just(1), "players": st.lists(NAMES, max_size=6)},
    optional={
        "edition": st.sampled_from(["alea1999", "rgg2009", "windrider2016", "c25", "c26"]),
        "ra_limit": st.integers(-1, 12),
        "suns": SUNS | st.permutations(range(2, 10)).map(lambda suns: [suns[:4], suns[4:]]),
        "options": st.fixed_dictionaries(
            {},
            optional={
                "two_player_split": st.sampled_from(["razzia", "baumer", "bgg", "hollander"]),
                "two_player_no_penalty": st.sampled_from(["off", "final_only", "always"]),
            },
        ),
    },
)


def is_undecided(header: dict[str, Any]) -> bool:
    """Whether sparing the last alone makes a variant of the 1999 game: the rules do not say."""
    spared = header.get("options", {}).get("two_player_no_penalty", "off") != "off"
    named = "ra_limit" in header or "two_player_split" in header.get("options", {})
    return header.get("edition") == "alea1999" and spared and not named


@settings(max_examples=500 if EVERY else 60)
@given(HEADERS)
def test_both_begin_the_same_games_and_refuse_the_same(header: dict[str, Any]) -> None:
    assume(not is_undecided(header))
    try:
        read_header(json.dumps(header).encode())
    except (BadLine, BadSetup):
        accepted = False
    else:
        accepted = True
    assert accepted == (oracles.fault(header) is None)

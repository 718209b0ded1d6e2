"""Names are hidden wherever they stand, also under keys and in sentences that nobody knows yet."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.diagnostics import Veil
from companion.core.session import Agreement, Guest
from companion.journal import game_lines
from companion.rules.editions import setup
from companion.rules.records.timeline import begin

NAMES = ("Zdeňka", "Ármin", "Олена", "アンナ", 'O\'Neil "x"')


def header() -> dict[str, object]:
    """Return the first line of a game's journal."""
    guests = tuple(Guest(button, name) for button, name in enumerate(NAMES))
    return game_lines.header(begin(setup(NAMES)), guests, Agreement())


def test_the_header_of_a_game_says_how_many_play_and_nobody_s_name() -> None:
    said = json.dumps(Veil().event(header()), ensure_ascii=False)
    assert not [name for name in NAMES if json.dumps(name, ensure_ascii=False)[1:-1] in said]
    assert said.count("name-1") == 2
    assert "name-5" in said
    assert "name-6" not in said


@pytest.mark.parametrize(
    "event",
    [
        {"draw": "nile"},
        {"invoke": True},
        {"discard": ["civ_art", "civ_writing"]},
        {"correct": 12, "to": [{"draw": "nile"}]},
        {"level": "light"},
        {"tally": [{"tiles": {"nile": 2}}, None]},
        {"fix": {"lane": ["nile", None], "players": [{"seat": 0, "tiles": {"gold": 1}}]}},
        {"rejected": {"uid": "04A2", "why": "UNKNOWN_TAG", "facts": {"uid": "04A2"}}},
        {"left": True},
        {"peeked": 2},
    ],
)
def test_what_happened_in_a_game_stands_as_it_was(event: dict[str, object]) -> None:
    assert Veil(NAMES).event(event) == event


@pytest.mark.parametrize(
    "event",
    [
        {"renamed": {"seat": 1, "to": "Olga"}},
        {"Olga": 3},
        {"chat": ["Olga", {"x": "says Olga"}]},
        {"players": ["Olga"]},
        {"note": "OLGA was here"},
    ],
)
def test_a_name_under_a_key_that_nobody_knows_yet_is_hidden(event: dict[str, object]) -> None:
    veil = Veil()
    veil.name("Olga")
    assert "olga" not in json.dumps(veil.event(event)).lower()


def test_a_player_who_is_called_like_a_tile_is_hidden_and_the_tile_is_not() -> None:
    said = Veil().event({"players": ["gold"], "draw": "gold"})
    assert said == {"players": ["name-1"], "draw": "gold"}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "line", ["ERROR {}: no sun", "({})", "{}さんの番", "said by {}", "'{}'", "{}\n{}"]
)
def test_a_name_in_a_line_of_a_log_is_hidden_in_any_case(name: str, line: str) -> None:
    veil = Veil(NAMES)
    for written in (name, name.upper(), name.lower()):
        hidden = veil.text(line.format(written, written))
        assert written not in hidden
        assert "name-" in hidden


def test_a_word_that_has_a_name_within_it_is_left_alone() -> None:
    assert Veil(["Ann"]).text("planned by Ann") == "planned by name-1"


def test_a_source_is_a_word_of_ours_or_unknown() -> None:
    veil = Veil()
    assert veil.source("button") == "button"
    assert veil.source("reader 04A23BD2") == "reader 04A23BD2"
    assert veil.source("Olga at the bar") == "?"


@given(st.lists(st.text(st.characters(categories=("Lu", "Ll", "Lo")), min_size=2, max_size=9)))
def test_whatever_people_are_called_a_line_of_names_is_a_line_of_numbers(names: list[str]) -> None:
    hidden = Veil(names).text(", ".join(names))
    assert re.fullmatch(r"(name-\d+(, )?)*", hidden)


@given(st.lists(st.text(max_size=9), max_size=4), st.text(max_size=60))
def test_no_name_and_no_text_stops_it(names: list[str], text: str) -> None:
    veil = Veil(names)
    assert isinstance(veil.text(text), str)
    assert veil.event({text: [text, *names]}) is not None

"""Nobody is called in a game as somebody else is."""

import pytest

from companion.core.commands import RESERVED, TILE_KEYS, mnemonics
from companion.core.messages import BACKSPACE, Remembered, Resumed, TypeName
from companion.core.model import Agreement, Guest, Model, choosable, names_apart
from companion.i18n.catalogues import words
from companion.i18n.languages import LANGUAGES
from companion.i18n.languages import language as of
from companion.narration import tile_name
from companion.pages.letters import OnScreenKeyboard, letters, next_alphabet
from companion.pages.new_game.welcome import Welcome
from companion.pages.update import update
from companion.rules.editions import setup
from companion.rules.names import visible
from companion.rules.records.entries import Change, Correct, Undo
from companion.rules.records.timeline import begin, enter
from companion.rules.tiles import KINDS, Tile
from tests.core.desk import Desk, is_refusal
from tests.rules.table import action


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        (("Anna", "Ben"), ("Anna", "Ben")),
        (("Anna", "Anna", "Anna"), ("Anna", "Anna 2", "Anna 3")),
        (("Anna", "Anna", "Anna 2"), ("Anna", "Anna 3", "Anna 2")),
        (("Anna 2", "Anna", "Anna"), ("Anna 2", "Anna", "Anna 3")),
        (("Anna ", "Anna  Maria", "Anna"), ("Anna", "Anna Maria", "Anna 2")),
        (("Green", ""), ("Green", "Green 2")),
        (("\u202e", "\u200b \ufeff"), ("Blue", "Green")),
    ],
)
def test_whoever_has_a_name_that_is_taken_gets_a_number(
    typed: tuple[str, ...], names: tuple[str, ...]
) -> None:
    guests = tuple(Guest(button, name) for button, name in enumerate(typed))
    assert names_apart(guests, Model(page=Welcome())) == names


UNSEEN = ("", " ", "\u202e", "\u200b\u2066", "\N{NO-BREAK SPACE}\t", "\u0301", "\ufe0f", "\0")

SEEN = ("A", "\u202eA", "\u05d0", "\N{SMILING FACE WITH SUNGLASSES}", ".", "2", "e\u0301")


@pytest.mark.parametrize("name", UNSEEN)
def test_a_name_of_which_nothing_can_be_seen_is_none(name: str) -> None:
    assert visible(name) == ""


@pytest.mark.parametrize("name", SEEN)
def test_a_name_of_which_anything_can_be_seen_stays_as_it_is(name: str) -> None:
    assert visible(name) == name


def test_a_game_from_elsewhere_calls_nobody_by_a_name_that_cannot_be_seen() -> None:
    timeline = begin(setup(("\u200b\u200b", "Ben", "\u200b")))
    for said in ("draw nile", "draw gold", "draw ra"):
        timeline = enter(timeline, action(said))
    timeline = enter(timeline, Correct((Change(1, (action("draw god"),)),)))
    timeline = enter(timeline, Undo(1))
    guests = (Guest(0, "\u200b\u200b"), Guest(1, "Ben"), Guest(4, "\u200b"))
    model, _ = update(Model(page=Welcome()), Resumed(timeline, guests, Agreement()))
    assert model.session.timeline is not None
    called = ("Blue", "Ben", "Pink")
    tables = [model.session.timeline.start, *(each.game for each in model.session.timeline.steps)]
    tables += [each.game for each in model.session.timeline.undone]
    tables += [
        each.game
        for step in (*model.session.timeline.steps, *model.session.timeline.undone)
        for each in step.before_correction or ()
    ]
    assert len(tables) > len(model.session.timeline.steps) + len(model.session.timeline.undone) + 1
    assert {table.setup.players for table in tables} == {called}
    assert model.session.timeline.seq == timeline.seq


def test_a_game_whose_names_can_be_seen_comes_to_the_table_as_it_is() -> None:
    timeline = begin(setup(("Anna", "Anna")))
    model, _ = update(
        Model(page=Welcome()), Resumed(timeline, (Guest(0, "Anna"), Guest(1, "Anna")), Agreement())
    )
    assert model.session.timeline is timeline


def test_no_name_is_offered_again_that_cannot_be_seen_or_is_nobodys() -> None:
    names = ("Anna", "\u202e", "", "#2", "Pink", "Ben")
    assert choosable(names, Model(page=Welcome())) == ("Anna", "Ben")
    model, _ = update(Model(page=Welcome()), Remembered(names))
    assert model.session.known_names == ("Anna", "Ben")


@pytest.mark.parametrize("language", [*LANGUAGES, "qaa"])
def test_one_key_leads_through_every_alphabet_and_back(language: str) -> None:
    sheet, seen = OnScreenKeyboard(), []
    for _ in LANGUAGES:
        following = next_alphabet(sheet, language)
        assert of(following).keyboard.key
        assert letters(sheet, language)
        seen.append(following)
        sheet = OnScreenKeyboard(language=following)
    assert sorted(seen) == sorted(LANGUAGES)


def test_backspace_leads_out_of_a_name_as_far_as_letters_led_into_it() -> None:
    desk = Desk(Model(page=Welcome()))
    desk.press("p1")
    desk.press("p2")
    before = desk.page()
    assert is_refusal(desk.take(TypeName(BACKSPACE)))
    assert desk.page() == before
    for text in ("E", BACKSPACE):
        desk.take(TypeName(text))
        assert desk.page() != before
    desk.take(TypeName(BACKSPACE))
    assert desk.page() == before


# Every tile has a key of its own in every language.


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_has_one_key_that_no_other_tile_or_act_has(language: str) -> None:
    keys = mnemonics({tile: tile_name(tile, words(language)) for tile in KINDS})
    assert set(keys) == set(KINDS)
    assert len(set(keys.values())) == len(KINDS)
    assert not set(keys.values()) & set(RESERVED)
    assert all(len(key) == 1 for key in keys.values())


@pytest.mark.parametrize("language", ["uk", "ru", "cs", "hu"])
def test_most_keys_are_letters_of_the_tiles_own_names(language: str) -> None:
    said = words(language)
    keys = mnemonics({tile: tile_name(tile, said) for tile in KINDS})
    ours = sum(keys[tile] in tile_name(tile, said).lower() for tile in KINDS)
    assert ours >= 15


def test_japanese_names_get_the_english_keys() -> None:
    names = {tile: tile_name(tile, words("ja")) for tile in KINDS}
    assert mnemonics(names) == TILE_KEYS


def test_the_commonest_tiles_choose_first() -> None:
    names = dict.fromkeys(KINDS, "Nanana") | dict.fromkeys(KINDS, "Nil")
    assert mnemonics(names)[Tile.RA] == "n"

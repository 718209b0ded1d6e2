"""Every tile has a key of its own in every language."""

import pytest

from companion.core.commands import RESERVED, TILE_KEYS, mnemonics
from companion.i18n.catalogues import words
from companion.i18n.languages import LANGUAGES
from companion.narration import tile_name
from companion.rules.tiles import KINDS, Tile


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

"""In every language each kind of tile has a key, on every keyboard that has its letters."""

from companion.app.gestures import typed
from companion.app.loop import speaking
from companion.core.commands import TILE_KEYS
from companion.i18n.languages import LANGUAGES
from companion.rules.actions import Draw
from companion.rules.tiles import KINDS, Tile
from tests.core.desk import Desk, a_desk
from tests.together import for_each


def speaks(language: str) -> Desk:
    """Return a table that speaks this language."""
    desk = a_desk(3)
    desk.take(speaking(language))
    return desk


@for_each(language=LANGUAGES, tile=KINDS)
def test_the_key_that_is_shown_draws_the_tile(language: str, tile: Tile) -> None:
    desk = speaks(language)
    desk.key(speaking(language).tile_keys[tile])
    assert desk.entries == [Draw(tile)]


@for_each(language=LANGUAGES)
def test_latin_letters_work_where_the_language_has_other_ones(language: str) -> None:
    keys = speaking(language).tile_keys
    if any(key in TILE_KEYS.values() for key in keys.values()):
        assert keys[Tile.RA] == "r"
        return
    for tile, key in TILE_KEYS.items():
        desk = speaks(language)
        message = typed(key, key, "", desk.model)
        assert message is not None
        desk.take(message)
        assert desk.entries == [Draw(tile)]

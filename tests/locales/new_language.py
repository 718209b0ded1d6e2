"""Prepare a language: its catalogue, what is missing in it, and every screen in it as a picture.

``make language LANG=de`` runs it, as often as a translator wants to look. The guide is in
CONTRIBUTING.md.
"""

import gettext
import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po
from msgspec.structs import replace

from companion.core.preferences import COLOURS
from companion.i18n import Words
from companion.pages.render import scene
from companion.ui.style import Canvas
from tests.locales.catalogues import EXTRACT, forms
from tests.view.gallery import ASSETS, NAMES, PAGES, TYPE
from tests.view.ink import looked_at, shortened

SIZES = ((800, 480), (1280, 720))


PLURALS = {"hu": "nplurals=2; plural=(n != 1);"}
"""Plural rules of languages that Babel does not know."""


SHOWN = 12
"""This many of the missing sentences are named; the others are found in the catalogue."""


def catalogue(language: str, folder: Path) -> Path:
    """Return where the catalogue of a language is in a folder of catalogues."""
    return folder / language / "LC_MESSAGES" / f"{EXTRACT.DOMAIN}.po"


def prepared(language: str, folder: Path) -> Catalog:
    """Bring the catalogue up to date with the template, beginning it if there is none.

    What is translated stays. How the language counts is CLDR's, as Babel or this module knows it.

    Raises:
        UnknownLocaleError: CLDR does not know such a language.
        ValueError: This is no code of a language.
    """
    locale = Locale.parse(language)
    file = catalogue(language, folder)
    catalog = Catalog(locale=locale, domain=EXTRACT.DOMAIN, fuzzy=False)
    if file.exists():
        with file.open("rb") as stream:
            catalog = read_po(stream, locale=language, domain=EXTRACT.DOMAIN)
    with EXTRACT.TEMPLATE.open("rb") as stream:
        sentences = read_po(stream)
    number, expression, *_ = get_plural(locale)
    pinned = PLURALS.get(language, f"nplurals={number}; plural={expression};")
    catalog.mime_headers = [
        ("Language", language),
        ("Plural-Forms", pinned),
        ("MIME-Version", "1.0"),
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Transfer-Encoding", "8bit"),
    ]
    EXTRACT.updated(catalog, language, sentences)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(EXTRACT.written(catalog))
    return catalog


def missing(catalog: Catalog) -> list[str]:
    """Return the English sentences that are not translated yet."""
    return [
        forms(message.id)[0]
        for message in catalog
        if message.id and not all(forms(message.string or ""))
    ]


def unknown_characters(catalog: Catalog) -> str:
    """Return the characters of the translations that the fonts have not yet, sorted."""
    used = {
        character for message in catalog for text in forms(message.string) for character in text
    }
    known = set(next(iter(TYPE.advances.values())))
    return "".join(sorted(used - known - {"\n"}))


def spoken(language: str, catalog: Catalog) -> Words:
    """Return what can be said in the language already; the rest is said in English."""
    return Words(language, gettext.GNUTranslations(BytesIO(EXTRACT.compiled(catalog))))


def pictures(words: Words, folder: Path) -> Iterator[str]:
    """Paint every screen into a folder, and yield what had to be shortened on which."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame  # noqa: PLC0415 - only after it is told that there is no screen

    from companion.screen.drawings import Fonts  # noqa: PLC0415 - the same
    from companion.screen.painter import Painter  # noqa: PLC0415 - the same
    from companion.screen.surfaces import Pictures  # noqa: PLC0415 - the same

    folder.mkdir(parents=True, exist_ok=True)
    fonts, drawings = Fonts(ASSETS / "fonts", TYPE), Pictures(ASSETS / "icons")
    for size in SIZES:
        canvas = Canvas(size=size, type=TYPE, words=words)
        for page, made in PAGES.items():
            model = made(4, NAMES)
            colours = tuple(words.say(colour) for colour in COLOURS)
            preferences = replace(model.preferences, language=words.language, colour_names=colours)
            shown = scene(
                replace(model, preferences=preferences),
                canvas,
            )
            surface = pygame.Surface(size, 0, 32)
            Painter(surface, fonts, drawings).paint(shown)
            name = f"{page.replace(' ', '-')}-{size[0]}x{size[1]}"
            pygame.image.save(surface, str(folder / f"{name}.png"))
            yield from (f"{name}: {text}" for text in shortened(looked_at(shown)))


def main() -> int:
    """Prepare the language of the command line; the exit status is 1 while something is missing."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("language", help="a code of two or three letters, such as de")
    parser.add_argument("--folder", type=Path, default=EXTRACT.HERE, help="of the catalogues")
    parser.add_argument("--pictures", type=Path, help="where the pictures go")
    wanted = parser.parse_args()
    language: str = wanted.language
    if not (language.isalpha() and len(language) in {2, 3}):
        parser.error(f"{language!r} is no code of a language: make language LANG=de")
    try:
        catalog = prepared(language, wanted.folder)
    except UnknownLocaleError:
        parser.error(f"CLDR does not know the language {language!r}")
    folder: Path = wanted.pictures or Path(f"language-{language}")
    cut = [*pictures(spoken(language, catalog), folder)]
    return _told(language, catalog, (catalogue(language, wanted.folder), folder), cut)


def _told(language: str, catalog: Catalog, where: tuple[Path, Path], cut: list[str]) -> int:
    """Say what there is and what is missing, and return the exit status."""
    left, strange = missing(catalog), unknown_characters(catalog)
    everything = sum(1 for message in catalog if message.id)
    print(f"{language}: {everything - len(left)} of {everything} sentences are translated")  # noqa: T201 - a script speaks
    print(f"  the catalogue: {where[0]}\n  every screen:  {where[1]}")  # noqa: T201 - the same
    for sentence in left[:SHOWN]:
        print(f"  missing: {sentence}")  # noqa: T201 - the same
    if left[SHOWN:]:
        print(f"  … and {len(left) - SHOWN} more")  # noqa: T201 - the same
    if strange:
        print(f"  the fonts lack: {strange} (assets/fonts/subset.py)")  # noqa: T201 - the same
    for text in cut:
        print(f"  too long: {text}")  # noqa: T201 - the same
    return 1 if left or strange else 0


if __name__ == "__main__":
    sys.exit(main())

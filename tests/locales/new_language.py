"""Prepare a language: its catalogue, what is missing in it, and every screen in it as a picture.

``make language LANG=de`` runs it, as often as a translator wants to look. The guide is in
CONTRIBUTING.md.
"""

import gettext
import os
import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po
from msgspec.structs import replace

from companion.core.preferences import COLOURS
from companion.i18n import Catalogue, Words
from companion.i18n.languages import language as of
from companion.pages.render import scene
from companion.ui.style import Canvas
from tests.locales.catalogues import EXTRACT, forms
from tests.view.gallery import ASSETS, NAMES, PAGES, TYPE
from tests.view.ink import looked_at, shortened

SIZES = ((800, 480), (1280, 720))

PLURALS = {"hu": "nplurals=2; plural=(n != 1);"}
"""Plural rules of languages that Babel does not know."""

INDEX = "sentences.html"

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


def missing(catalog: Catalog, *, of_staff: bool = False) -> list[str]:
    """Return the English sentences of players, or of staff, that are not translated yet."""
    return [
        forms(message.id)[0]
        for message in catalog
        if message.id and not all(forms(message.string or ""))
        if EXTRACT.is_staffs(message) == of_staff
    ]


def unknown_characters(catalog: Catalog) -> str:
    """Return the characters of the translations that the fonts have not yet, sorted."""
    used = {
        character for message in catalog for text in forms(message.string) for character in text
    }
    known = set(next(iter(TYPE.advances.values())))
    return "".join(sorted(used - known - {"\n"}))


class Remembering:
    """A catalogue that remembers what it was asked for, and what it answered."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self.said: dict[str, str] = {}
        """By the English sentence; of two, the first."""

    def gettext(self, message: str, /) -> str:
        """Return the sentence, or the English one if there is none."""
        return self.said.setdefault(message, self._catalogue.gettext(message))

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        """Return the plural form for the number, or the English one if there is none."""
        self.said[one] = said = self._catalogue.ngettext(one, many, number)
        return said


def spoken(language: str, catalog: Catalog) -> Words:
    """Return what can be said in the language already; the rest is said in English."""
    said = gettext.GNUTranslations(BytesIO(EXTRACT.compiled(catalog)))
    return Words(language, said, of(language).writing)


def pictures(words: Words, folder: Path, standing: dict[str, str]) -> Iterator[str]:
    """Paint every screen into a folder, and yield what had to be shortened on which.

    Args:
        words: The language.
        folder: Of the pictures.
        standing: Becomes the first picture on which each sentence stands, by the English one.
    """
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    import pygame  # noqa: PLC0415 - only after it is told that there is no screen

    from companion.screen.drawings import Fonts  # noqa: PLC0415 - the same
    from companion.screen.painter import Painter  # noqa: PLC0415 - the same
    from companion.screen.surfaces import Pictures  # noqa: PLC0415 - the same

    folder.mkdir(parents=True, exist_ok=True)
    fonts, drawings = Fonts(ASSETS / "fonts", TYPE), Pictures(ASSETS / "icons")
    asked = Remembering(words.catalogue)
    words = replace(words, catalogue=asked)
    for size in SIZES:
        canvas = Canvas(size=size, type=TYPE, words=words)
        for page, made in PAGES.items():
            model = made(4, NAMES)
            asked.said.clear()
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
            look = looked_at(shown)
            seen = _bare(text.text for text, _ in look.texts)
            for sentence, said in asked.said.items():
                if _stands(said, seen):
                    standing.setdefault(sentence, name)
            yield from (f"{name}: {text}" for text in shortened(look))


def _bare(texts: Iterable[str]) -> str:
    """Return texts without blanks, as lines are broken at these."""
    return "".join("".join(text.split()) for text in texts)


def _stands(said: str, seen: str) -> bool:
    """Whether what is fixed in a sentence is among what is seen on a picture."""
    parts = [bare for part in re.split(r"\{[^}]*\}", said) if (bare := _bare([part]))]
    return bool(parts) and all(part in seen for part in parts)


ELSEWHERE = {
    "companion/cli/": "printed in a terminal",
    "companion/exports/": "in a file for other programs",
    "companion/phones/": "on a phone",
    "companion/speaking/": "spoken",
    "companion/narration/aloud.py": "spoken",
    "companion/core/notices.py": "a notice above a page",
    "companion/rules/": "a refusal above a page, or a reason for points",
}
"""Where sentences stand that are on no picture; others are on a page as it is seldom seen."""


def index(catalog: Catalog, standing: Mapping[str, str]) -> str:
    """Return a page with each sentence, its translation, and the picture on which it stands."""
    return _PAGE.format(rows="\n".join(_rows(catalog, standing)))


def _rows(catalog: Catalog, standing: Mapping[str, str]) -> Iterator[str]:
    """Yield the sentences on pictures, by picture, and then the others, by where they stand."""
    found = sorted(
        (each for each in catalog if each.id),
        key=lambda each: standing.get(forms(each.id)[0], f"~{_elsewhere(each)}"),
    )
    for message in found:
        picture = standing.get(forms(message.id)[0])
        where = (
            f'<a href="{picture}.png"><img loading="lazy" src="{picture}.png">{picture}</a>'
            if picture
            else escape(_elsewhere(message))
        )
        cells = (
            "<br>".join(map(escape, forms(said or ""))) for said in (message.id, message.string)
        )
        context = f"<small>{escape(message.context)}</small>" if message.context else ""
        english, translated = cells
        yield f"<tr><td>{english} {context}<td>{translated}<td>{where}"


def _elsewhere(message: Message) -> str:
    file = message.locations[0][0]
    found = (where for beginning, where in ELSEWHERE.items() if file.startswith(beginning))
    return next(found, f"seldom seen: {file}")


_PAGE = """\
<!doctype html><meta charset="utf-8"><title>Sentences</title>
<style>td {{ border-top: 1px solid; padding: .4em; vertical-align: top }}
img {{ width: 20em; display: block }} small {{ display: block; opacity: .7 }}</style>
<table><tr><th>English<th>Translation<th>Where it stands
{rows}
</table>
"""


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
    standing: dict[str, str] = {}
    cut = [*pictures(spoken(language, catalog), folder, standing)]
    (folder / INDEX).write_text(index(catalog, standing), encoding="utf-8")
    return _told(language, catalog, (catalogue(language, wanted.folder), folder), cut)


def _told(language: str, catalog: Catalog, where: tuple[Path, Path], cut: list[str]) -> int:
    """Say what there is and what is missing, and return the exit status."""
    left, strange = missing(catalog), unknown_characters(catalog)
    staffs = missing(catalog, of_staff=True)
    everything = sum(1 for message in catalog if message.id and not EXTRACT.is_staffs(message))
    print(f"{language}: {everything - len(left)} of {everything} sentences are translated")  # noqa: T201 - a script speaks
    print(f"  sentences of staff that are in English: {len(staffs)}")  # noqa: T201 - the same
    print(f"  the catalogue: {where[0]}\n  every screen:  {where[1]}")  # noqa: T201 - the same
    print(f"  which sentence stands where: {where[1] / INDEX}")  # noqa: T201 - the same
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

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
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Sentence
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po
from msgspec.structs import replace

from companion.core.messages import Message
from companion.core.model import COLOURS, Model
from companion.i18n import Catalogue, Words
from companion.i18n.languages import language as of
from companion.pages.render import scene
from companion.ui.scene import Scene
from companion.ui.style import Canvas
from tests.locales import walking
from tests.locales.catalogues import EXTRACT, forms
from tests.view.gallery import ASSETS, NAMES, PAGES, TYPE
from tests.view.ink import looked_at, shortened

SIZES = ((800, 480), (1280, 720))


CANVASES = (
    Canvas(size=SIZES[0], type=TYPE),
    Canvas(size=SIZES[0], type=TYPE, touch=False),
    Canvas(size=SIZES[0], type=TYPE, touch=False, letters=True),
)
"""Ways to see a page: touched, with buttons, with a keyboard."""

PLURALS = {"hu": "nplurals=2; plural=(n != 1);"}
"""Plural rules of languages that Babel does not know."""

INDEX = "sentences.html"

MOST = 800
"""So many pages behind those of the gallery are looked at for sentences."""


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


class Album:
    """Pictures of pages in a language, and what was found on them."""

    def __init__(self, words: Words, folder: Path) -> None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        import pygame  # noqa: PLC0415 - only after it is told that there is no screen

        from companion.screen.drawings import Fonts  # noqa: PLC0415 - the same
        from companion.screen.painter import Painter  # noqa: PLC0415 - the same
        from companion.screen.surfaces import Pictures  # noqa: PLC0415 - the same

        folder.mkdir(parents=True, exist_ok=True)
        fonts, drawings = Fonts(ASSETS / "fonts", TYPE), Pictures(ASSETS / "icons")

        def save(shown: Scene[Message], size: tuple[int, int], name: str) -> None:
            surface = pygame.Surface(size, 0, 32)
            Painter(surface, fonts, drawings).paint(shown)
            pygame.image.save(surface, str(folder / f"{name}.png"))

        self._save = save
        self._asked = Remembering(words.catalogue)
        self._words = replace(words, catalogue=self._asked)
        self.standing: dict[str, str] = {}
        """The first picture on which each sentence stands, by the English one."""
        self.cut: list[str] = []
        """What had to be shortened, and on which picture."""

    def show(self, page: str, model: Model) -> None:
        """Paint a page of the gallery in every size."""
        for size in SIZES:
            self._look(page, model, Canvas(size=size, type=TYPE), is_wanted=True)

    def look(self, page: str, model: Model) -> walking.Found:
        """Look at a page as it is touched, with buttons and with keys; paint what is new."""
        found = [self._look(page, model, canvas, is_wanted=False) for canvas in CANVASES]
        return walking.Found(
            frozenset().union(*(each.sentences for each in found)), sum(each.new for each in found)
        )

    def _look(self, page: str, model: Model, on: Canvas, *, is_wanted: bool) -> walking.Found:
        self._asked.said.clear()
        words = self._words
        colours = tuple(words.say(colour) for colour in COLOURS)
        preferences = replace(model.preferences, language=words.language, colour_names=colours)
        shown = scene(replace(model, preferences=preferences), replace(on, words=words))
        asked = {each: said for each, said in self._asked.said.items() if each not in self.standing}
        found = frozenset(self._asked.said)
        if not (asked or is_wanted):
            return walking.Found(found, 0)
        look = looked_at(shown)
        seen = _bare(text.text for text, _ in look.texts)
        new = [sentence for sentence, said in asked.items() if _stands(said, seen)]
        if new or is_wanted:
            wide, high = on.size
            name = f"{page.replace(' ', '-')}-{wide}x{high}"
            if not is_wanted:
                name = f"{name}-{len(self.standing)}"
            self._save(shown, on.size, name)
            self.standing |= dict.fromkeys(new, name)
            self.cut += (f"{name}: {text}" for text in shortened(look))
        return walking.Found(found, len(new))


def album(words: Words, folder: Path, most: int) -> Album:
    """Return pictures of every page of the gallery, and of as many others as have new sentences.

    Args:
        words: The language.
        folder: Of the pictures.
        most: This many pages are looked at besides the gallery's.
    """
    made = Album(words, folder)
    for page, model in PAGES.items():
        made.show(page, model(4, NAMES))
    for page, told in walking.told():
        made.look(page, told)
    walking.walk(made.look, most)
    return made


def _bare(texts: Iterable[str]) -> str:
    """Return texts without blanks, at which lines are broken, and capitals."""
    return "".join("".join(text.split()) for text in texts).casefold()


def _stands(said: str, seen: str) -> bool:
    """Whether what is fixed in a sentence is among what is seen on a picture."""
    parts = [bare for part in re.split(r"\{[^}]*\}", said) if (bare := _bare([part]))]
    return bool(parts) and all(part in seen for part in parts)


ELSEWHERE = {
    "companion/cli/": "printed in a terminal, by ra-companion {module}",
    "companion/exports/": "in a file for other programs, by ra-companion export",
    "companion/app/simulation/": "on the simulated desk, by ra-companion run --simulate",
    "companion/app/hardware_bench/": "the name of a new list of tagged tiles",
    "companion/phones/": "on a phone",
    "companion/speaking/": "spoken, when the whole table is read aloud",
    "companion/narration/aloud.py": "spoken, after an entry",
    "companion/pages/table/motion.py": "at the table for a moment, once Ra is invoked",
    "companion/ui/small_screen.py": "alone on a screen that is too small",
}
"""Where sentences stand that are on no picture."""


def index(catalog: Catalog, standing: Mapping[str, str]) -> str:
    """Return a page with each sentence, its translation, and the picture on which it stands."""
    return _PAGE.format(rows="\n".join(_rows(catalog, standing)))


def _rows(catalog: Catalog, standing: Mapping[str, str]) -> Iterator[str]:
    """Yield the sentences by their pictures, and then those that are on none."""
    sentences = [each for each in catalog if each.id]
    beside = {
        file: picture
        for each in sentences
        if (picture := standing.get(forms(each.id)[0]))
        for file, _ in each.locations
    }
    where = {forms(each.id)[0]: _where(each, standing, beside) for each in sentences}
    for message in sorted(sentences, key=lambda each: where[forms(each.id)[0]]):
        picture, told = where[forms(message.id)[0]]
        shown = f'<a href="{picture}.png"><img loading="lazy" src="{picture}.png">{picture}</a>'
        english, translated = (
            "<br>".join(map(escape, forms(said or ""))) for said in (message.id, message.string)
        )
        context = f"<small>{escape(message.context)}</small>" if message.context else ""
        place = f"{escape(told)} {shown if picture else ''}"
        yield f"<tr><td>{english} {context}<td>{translated}<td>{place}"


def _where(
    message: Sentence, standing: Mapping[str, str], beside: Mapping[str, str]
) -> tuple[str, str]:
    """Return the picture of a sentence, if there is one, and what is to be said of it.

    Args:
        message: The sentence.
        standing: The picture of each sentence that stands on one.
        beside: A picture of each file that has a sentence on one.
    """
    picture = standing.get(forms(message.id)[0])
    if picture:
        return picture, ""
    file = message.locations[0][0]
    for beginning, where in ELSEWHERE.items():
        if file.startswith(beginning):
            return "", where.format(module=Path(file).stem)
    nearest = beside.get(file, "")
    return nearest, f"on a page like this one ({Path(file).stem})" if nearest else NOWHERE


NOWHERE = "on no picture"


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
    made = album(spoken(language, catalog), folder, MOST)
    (folder / INDEX).write_text(index(catalog, made.standing), encoding="utf-8")
    return _told(language, catalog, (catalogue(language, wanted.folder), folder), made.cut)


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

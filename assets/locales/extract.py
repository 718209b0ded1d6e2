# ruff: noqa: INP001 (a script beside what it makes, not a package)
"""Collect every sentence that people see, update the catalogues, and compile them.

Run it after a sentence was changed, and after a translation. What is not translated, or has other
placeholders than the English sentence, is named, and then the exit status is 1.

Usage: python assets/locales/extract.py
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from importlib import import_module
from io import BytesIO
from pathlib import Path
from pkgutil import walk_packages
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import companion
from companion.i18n import Sentences
from companion.i18n.languages import LANGUAGES as ALL
from companion.rules.problems import OFF_THE_TABLE

HERE = Path(__file__).parent


SOURCE = Path(companion.__file__).parent


DOMAIN = "ra-companion"


TEMPLATE = HERE / f"{DOMAIN}.pot"


CONTEXTS: dict[str, str] = {
    sentence: context
    for context, those in tomllib.loads((HERE / "contexts.toml").read_text("utf-8")).items()
    for sentence in those
}
"""Where short sentences stand, which mean too little by themselves: for translators only."""


LANGUAGES = ALL[1:]
"""What is translated; how a language counts stands in the head of its catalogue."""


CALLS: dict[str, tuple[str, tuple[int, ...]]] = {
    "mark": ("written apart from where it is used", (1,)),
    "say": ("said", (1,)),
    "tell": ("said, with a number", (1, 2)),
    "counted": ("a tile, alone and behind its number", (1, 2)),
    "Entry": ("a line of the menu", (1,)),
    "Binding": ("what a control does: a short label", (2,)),
    "tap": ("what a control does: a short label", (1,)),
    "hold": ("what holding a control does: a short label", (1,)),
    "turning": ("what turning the dial does: a short label", (1,)),
    "finger": ("what a touch does: a short label", (1,)),
    "Prompt": ("asked on the screen", (1,)),
    "Value": ("how something lies on the table: a short label", (2,)),
}
"""What is called with sentences: what these are, and which of its arguments."""


def template() -> Catalog:
    """Return every sentence, with what it is and where it is said."""
    catalog = Catalog(project=DOMAIN, fuzzy=False, charset="utf-8")
    catalog.header_comment = "# Every sentence of the program: made by extract.py, not by hand."
    for path in sorted(SOURCE.rglob("*.py")):
        where = [(path.relative_to(SOURCE.parent).as_posix(), 0)]
        with path.open("rb") as stream:
            for _, called, given, _ in extract_python(stream, dict.fromkeys(CALLS), (), {}):
                about, places = CALLS[str(called)]
                texts = given if isinstance(given, tuple) else (given,)
                said = tuple(str(texts[at - 1] or "") for at in places if at <= len(texts))
                if all(said) and len(said) == len(places):
                    sentence = said if len(said) > 1 else said[0]
                    context = CONTEXTS.get(said[0])
                    catalog.add(sentence, "", where, (), [about], context=context)
    for table in tables():
        where = [(f"{table.__module__.replace('.', '/')}.py", 0)]
        about, *_ = (table.__doc__ or "").splitlines()
        for member in (each for each in table if each not in OFF_THE_TABLE):
            context = CONTEXTS.get(member.value)
            catalog.add(member.value, "", where, (), [about], context=context)
    return catalog


def tables() -> list[type[Sentences]]:
    """Return every table of sentences in the program."""
    for module in walk_packages(companion.__path__, "companion."):
        if not module.name.endswith(".__main__"):
            import_module(module.name)
    ours = (each for each in Sentences.__subclasses__() if each.__module__.startswith("companion."))
    return sorted(ours, key=lambda table: (table.__module__, table.__name__))


def _forms(sentence: object) -> tuple[str, ...]:
    """Return one form, or those for one and for many."""
    return tuple(sentence) if isinstance(sentence, tuple | list) else (str(sentence),)


STAFF = (
    *("companion/app/", "companion/cli/", "companion/doctor/", "companion/exports/"),
    *("companion/fleet/", "companion/settings", "companion/storage/"),
    *("companion/rules/records/", "companion/pages/hardware/"),
    *("companion/pages/kiosk/pin.py", "companion/pages/kiosk/staff.py", "companion/tags/"),
)
"""Where sentences stand that only staff and builders read: missing ones are said in English."""


def is_staffs(message: Message) -> bool:
    """Whether only staff and builders read a sentence."""
    return all(file.startswith(STAFF) for file, _ in message.locations)


def placeholders(sentence: str) -> frozenset[str]:
    """Return the names of the facts that a sentence has room for.

    Braces that hold no name are text: such a sentence is never filled.
    """
    try:
        names = [name for _, name, _, _ in Formatter().parse(sentence) if name is not None]
    except ValueError:
        return frozenset()
    return frozenset(names) if all(map(str.isidentifier, names)) else frozenset()


def catalogue_file(language: str) -> Path:
    """Return the catalogue of a language."""
    return HERE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """Return the catalogue of a language as it is; `make language` begins one."""
    with catalogue_file(language).open("rb") as stream:
        return read_po(stream, locale=language, domain=DOMAIN)


def updated(catalog: Catalog, language: str, sentences: Catalog) -> Catalog:
    """Return the catalogue with exactly these sentences; translations stay, nothing is guessed.

    A sentence whose context has changed keeps its translation.
    """
    known = {message.id: message.string for message in catalog if message.id}
    for message in sentences:
        if message.id in known and catalog.get(message.id, message.context) is None:
            catalog.add(message.id, known[message.id], context=message.context)
    catalog.header_comment = f"# Ra Companion in the language {language}."
    catalog.fuzzy = False
    catalog.update(deepcopy(sentences), no_fuzzy_matching=True, update_header_comment=False)
    catalog.obsolete.clear()
    return catalog


_PASSING = re.compile(rb'(?m)^"(Project-Id|POT-C|PO-R|Last-T|Language-T|Report|Generated).*\n')
"""The lines of a header that say when, by whom or with what it was written."""


def written(catalog: Catalog) -> bytes:
    """Return a catalogue as a file: sorted, and without dates."""
    stream = BytesIO()
    write_po(stream, catalog, width=100, sort_output=True, include_lineno=False)
    return _PASSING.sub(b"", stream.getvalue())


def compiled(catalog: Catalog) -> bytes:
    """Return the catalogue in the form that the program reads, the same on every day.

    The program asks by the sentence alone: contexts stay behind.
    """
    plain = deepcopy(catalog)
    plain.creation_date = datetime.fromtimestamp(0, UTC)
    for message in catalog:
        if message.context:
            plain.delete(message.id, message.context)
            plain.add(message.id, message.string)
    stream = BytesIO()
    write_mo(stream, plain)
    return stream.getvalue()


def flaws(catalog: Catalog) -> Iterator[str]:
    """Yield what players would miss in a catalogue, and what is wrong in it."""
    for message in (each for each in catalog if each.id):
        english, said = _forms(message.id), _forms(message.string)
        if not all(said):
            if not is_staffs(message):
                yield f"not translated: {english[0]!r}"
        elif message.fuzzy:
            yield f"fuzzy: {english[0]!r}"
        elif {placeholders(form) for form in said} != {placeholders(form) for form in english}:
            yield f"other placeholders: {english[0]!r}"
        for wrong in message.check():
            yield f"{wrong}: {english[0]!r}"


def main() -> int:
    """Write the template and every catalogue, and return the exit status."""
    sentences = template()
    TEMPLATE.write_bytes(written(sentences))
    status = 0
    for language in LANGUAGES:
        catalog = updated(read(language), language, sentences)
        file = catalogue_file(language)
        file.write_bytes(written(catalog))
        file.with_suffix(".mo").write_bytes(compiled(catalog))
        for flaw in flaws(catalog):
            sys.stderr.write(f"{language}: {flaw}\n")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())

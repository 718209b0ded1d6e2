"""What the tests of the languages share: the script that makes the catalogues, and its output."""

import tomllib
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import Any

from babel.messages.catalog import Catalog

from companion.paths import asset


def _glossary(language: str) -> dict[str, Any]:
    file = asset("locales", language, "glossary.toml")
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def _script() -> ModuleType:
    spec = spec_from_file_location("extract", asset("locales", "extract.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


EXTRACT = _script()

LANGUAGES: tuple[str, ...] = EXTRACT.LANGUAGES
"""Those that are translated; English is the source."""

GLOSSARIES = {language: _glossary(language) for language in ("en", *LANGUAGES)}
"""What the boxes call each thing, by language; empty for one that has not settled its terms."""

SETTLED = tuple(language for language in LANGUAGES if GLOSSARIES[language])
"""The languages whose terms are settled."""


read = cache(EXTRACT.read)
"""Returns the catalogue of a language as it is, read once; not to be changed."""


@cache
def template() -> Any:  # noqa: ANN401 - babel's catalogue, which has no types
    """Return what the script finds in the code, looked for once; not to be changed."""
    return EXTRACT.template()


@cache
def sentences() -> dict[str, frozenset[str]]:
    """Return every English sentence of the template, with where it is said."""
    return {
        form: frozenset(file for file, _ in message.locations)
        for message in template()
        if message.id
        for form in forms(message.id)
    }


@cache
def translations(language: str) -> dict[str, tuple[str, ...]]:
    """Return every form in which a sentence is said, by the English one (of two, the first)."""
    return {forms(message.id)[0]: forms(message.string) for message in read(language) if message.id}


def translate(catalog: Catalog, sentence: str, said: str) -> None:
    """Say a sentence of a catalogue."""
    message = catalog.get(sentence, EXTRACT.CONTEXTS.get(sentence))
    assert message is not None
    message.string = said


def forms(said: object) -> tuple[str, ...]:
    """Return one form, or those for one and for many."""
    return tuple(said) if isinstance(said, tuple | list) else (str(said),)

# ruff: noqa: INP001 (a script beside what it makes, not a package)
"""Gather every sentence that people see, bring the catalogues up to date, and compile them.

Run it after a sentence was changed, and after a translation. What is not translated, or has other
placeholders than the English sentence, is named, and then the exit status is 1.

Usage: python assets/locales/extract.py
"""

import ast
import sys
import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import companion

HERE = Path(__file__).parent
SOURCE = Path(companion.__file__).parent
DOMAIN = "ra-companion"
TEMPLATE = HERE / f"{DOMAIN}.pot"

_SLAVIC = (
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 :"
    " n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
)
PLURALS = MappingProxyType(
    {
        "uk": _SLAVIC,
        "ru": _SLAVIC,
        "cs": "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);",
        "hu": "nplurals=2; plural=(n != 1);",
        "ja": "nplurals=1; plural=0;",
    }
)
"""How each language counts. Pinned, as not every tool knows that Hungarian has two forms."""

LANGUAGES = tuple(PLURALS)

HELP = "help on the command line"
HELPING = ("add", "command")
"""What is given ``help`` in ``arguments.py``."""

CALLED_IN = ("app/", "core/")
"""The packages whose calls are looked at, beyond those of ``say`` and ``tell``."""

SOURCES = tomllib.loads((HERE / "sources.toml").read_text(encoding="utf-8"))
"""Where sentences stand that are not written where they are said."""

CALLS: Mapping[str, Mapping[str, Any]] = SOURCES["calls"]
TABLES: Mapping[str, Mapping[str, str]] = SOURCES["tables"]
OTHER: Mapping[str, frozenset[str]] = {
    name: frozenset(texts) for name, texts in SOURCES["other"].items()
}
PASSED_ON, LENT, NOT_OURS = OTHER["passed_on"], OTHER["lent"], OTHER["not_ours"]
NO_SENTENCES, ARGPARSE = OTHER["no_sentences"], OTHER["argparse"]

ELSEWHERE: Mapping[str, str] = MappingProxyType(
    {
        "argparse": "said by Python's argparse about a command line",
        "linux": "said by Linux when something cannot be done: inside another sentence",
        "sqlite": "said by SQLite about the index of the games: inside another sentence",
        "tomllib": "said by Python about a settings file: inside another sentence",
    }
)
"""Who says sentences that are not ours but seen by people, and what they are."""


class Unknown(Exception):
    """A sentence is said that cannot be found where it is written."""


Sentence = str | tuple[str, str]
Found = Iterator[tuple[Sentence, str]]


def template() -> Catalog:
    """Return every sentence, with what it is and where it is said.

    Raises:
        Unknown: Something is said that is neither written there nor known to come from a table.
    """
    catalog = Catalog(project=DOMAIN, fuzzy=False, charset="utf-8")
    catalog.header_comment = "# Every sentence of the program: made by extract.py, not by hand."
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if not name.startswith("assets/"):
            module = _Module(path.read_text(encoding="utf-8"), name)
            for sentence, about in module.found():
                _add(catalog, sentence, about, f"companion/{name}")
    for who, about in ELSEWHERE.items():
        for sentence in sorted(OTHER[who]):
            _add(catalog, sentence, about, who)
    return catalog


class _Module:
    """The sentences of one module."""

    def __init__(self, text: str, name: str) -> None:
        self._name = name
        self._tree = ast.parse(text)
        self._assigned: dict[str, list[ast.expr]] = {}  # what each name is set to, anywhere
        for node in ast.walk(self._tree):
            for target in _targets(node):
                self._assigned.setdefault(target, []).append(node.value)  # type: ignore[attr-defined]  # _targets looks
            for target, value in _unpacked(node):
                self._assigned.setdefault(target, []).append(value)

    def found(self) -> Found:
        """Yield the sentences, with what they are."""
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Call):
                yield from self._called(node)
                if _is_map_of_words(node):
                    yield from ((each, "said") for each in self._listed(node.args[1]))
        yield from self._tabled()
        if self._name == "command_help.py":
            for values in self._assigned.values():
                yield from ((each, HELP) for value in values for each in _strings(value))
        self._look_for_lent_words()

    def _look_for_lent_words(self) -> None:
        """Stop where ``say`` is handed on: what is said with it then cannot be seen from here."""
        calls = [node for node in ast.walk(self._tree) if isinstance(node, ast.Call)]
        called = {id(node.func) for node in calls}
        called |= {id(node.args[0]) for node in calls if _is_map_of_words(node)}
        kept = {id(value) for values in self._assigned.values() for value in values}
        for node in ast.walk(self._tree):
            if _says(node) and id(node) not in called | kept and ast.unparse(node) not in LENT:
                raise Unknown(f"companion/{self._name}: who says what with {ast.unparse(node)}?")

    def _called(self, call: ast.Call) -> Found:
        """Yield what is written in a call."""
        match self._meant(call.func):
            case ast.Attribute(attr="say") as say if _says(say):
                yield from ((each, "said") for each in self._written(call.args[0]))
            case ast.Attribute(attr="tell"):
                (one,), (many,) = map(self._written, call.args[:2])
                yield (one, many), "said, with a number"
            case ast.Name(id=called) if called in CALLS and self._name.startswith(CALLED_IN):
                wanted = CALLS[called]
                place = slice(wanted["position"], wanted["position"] + 1)
                named = [each.value for each in call.keywords if each.arg == wanted["name"]]
                for argument in (*call.args[place], *named):
                    yield from ((each, wanted["about"]) for each in self._written(argument))
            case ast.Name(id=called) | ast.Attribute(attr=called) if called in HELPING:
                for each in call.keywords:
                    if each.arg == "help" and self._name == "arguments.py":
                        yield from ((sentence, HELP) for sentence in self._written(each.value))
            case _:
                return

    def _listed(self, node: ast.expr) -> Iterator[str]:
        """Yield every sentence of a tuple, written there or under a name."""
        if ast.unparse(node) in PASSED_ON:
            return
        meant = self._assigned.get(node.id, ()) if isinstance(node, ast.Name) else (node,)
        tuples = [each for each in meant if isinstance(each, ast.Tuple)]
        if not tuples:
            where = f"companion/{self._name}:{node.lineno}"
            raise Unknown(f"{where}: where do these sentences come from? {ast.unparse(node)}")
        for each in tuples:
            yield from _strings(each)

    def _meant(self, function: ast.expr) -> ast.expr:
        """Return the function, or what it is another name for: ``say_it = words.say``."""
        if isinstance(function, ast.Name):
            for value in self._assigned.get(function.id, ()):
                if _says(value):
                    return value
        return function

    def _written(self, node: ast.expr) -> Iterator[str]:
        """Yield every sentence that an expression can be."""
        match node:
            case ast.Constant(value=str(sentence)):
                yield from (sentence,) if sentence else ()
            case ast.IfExp(body=one, orelse=other):
                yield from (*self._written(one), *self._written(other))
            case ast.Name(id=name) if name in self._assigned:
                for value in self._assigned[name]:
                    yield from self._written(value)
            case _ if ast.unparse(node) in PASSED_ON:
                return
            case _:
                where = f"companion/{self._name}:{node.lineno}"
                raise Unknown(f"{where}: where does this sentence come from? {ast.unparse(node)}")

    def _tabled(self) -> Found:
        """Yield what is written in the enums and tables of sentences."""
        tables = dict(TABLES.get(self._name, {}))
        for statement in self._tree.body:
            if isinstance(statement, ast.ClassDef):
                about = tables.pop(statement.name, "")
                for sentence in _members(statement):
                    if about:
                        yield sentence, about
                    elif " " in sentence and statement.name not in NO_SENTENCES:
                        where = f"companion/{self._name}"
                        raise Unknown(f"{where}: is {statement.name} a table of sentences?")
            for name in _targets(statement):
                if about := tables.pop(name, ""):
                    for value in self._assigned[name]:
                        yield from ((each, about) for each in _strings(value))
        if tables:
            raise Unknown(f"companion/{self._name}: there is no {', '.join(tables)} any more")


def _says(node: ast.AST) -> bool:
    is_meant = isinstance(node, ast.Attribute) and node.attr in ("say", "tell")
    return is_meant and ast.unparse(node) not in NOT_OURS


def _is_map_of_words(call: ast.Call) -> bool:
    """Whether this is ``map(words.say, …)``."""
    return ast.unparse(call.func) == "map" and len(call.args) == 2 and _says(call.args[0])  # noqa: PLR2004 - what and over what


def _targets(node: ast.AST) -> tuple[str, ...]:
    """Return the name that an assignment sets, if it sets one."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]):
            return (name,)
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
            return (name,)
        case _:
            return ()


def _unpacked(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that ``one, many = "…", "…"`` sets, and to what."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            for name, value in zip(names, values, strict=False):
                if isinstance(name, ast.Name):
                    yield name.id, value
        case _:
            return


def _members(enum: ast.ClassDef) -> Iterator[str]:
    """Yield what the members of an enum say: the last string of each, as a tile's is its name."""
    if any("Enum" in ast.unparse(base) for base in enum.bases):
        for member in enum.body:
            if isinstance(member, ast.Assign) and ast.unparse(member.targets[0]) != "__slots__":
                yield from [*_strings(member.value)][-1:]


def _strings(node: ast.expr) -> Iterator[str]:
    """Yield every string written in a table; keys are none of its sentences."""
    match node:
        case ast.Constant(value=str(sentence)):
            yield sentence
        case ast.Dict(values=values) | ast.Tuple(elts=values):
            for value in values:
                yield from _strings(value)
        case _:
            return


def _add(catalog: Catalog, sentence: Sentence, about: str, file: str) -> None:
    """Add a sentence, or another place where it is said."""
    catalog.add(sentence, "", locations=[(file, 0)], auto_comments=[about])
    message = catalog[sentence]
    assert message is not None  # noqa: S101 - it has just been added
    message.auto_comments = sorted(set(message.auto_comments))
    message.locations = sorted(set(message.locations))
    message.flags.difference_update(("python-format", "python-brace-format"))
    if sentence in ARGPARSE:
        message.flags.update(["python-format"] if "%" in sentence else [])
    elif any(map(placeholders, _forms(sentence))):
        message.flags.add("python-brace-format")


def _forms(sentence: object) -> tuple[str, ...]:
    """Return one form, or those for one and for many."""
    return tuple(sentence) if isinstance(sentence, tuple | list) else (str(sentence),)


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
    """Return the catalogue of a language as it is; an empty one if there is none."""
    file = catalogue_file(language)
    if not file.exists():
        return Catalog(locale=language, domain=DOMAIN, fuzzy=False)
    with file.open("rb") as stream:
        return read_po(stream, locale=language, domain=DOMAIN)


def updated(catalog: Catalog, language: str, sentences: Catalog) -> Catalog:
    """Return the catalogue with exactly these sentences; translations stay, nothing is guessed."""
    catalog.header_comment = f"# Ra Companion in the language {language}."
    catalog.mime_headers = [
        ("Language", language),
        ("Plural-Forms", PLURALS[language]),
        ("MIME-Version", "1.0"),
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Transfer-Encoding", "8bit"),
    ]
    catalog.fuzzy = False
    catalog.update(deepcopy(sentences), no_fuzzy_matching=True, update_header_comment=False)
    for message in catalog:
        if message.id:
            known = sentences[message.id]
            message.flags = set(known.flags) if known else set()
    return catalog


def written(catalog: Catalog) -> bytes:
    """Return a catalogue as a file: sorted, and without dates."""
    stream = BytesIO()
    write_po(stream, catalog, width=100, sort_output=True, include_lineno=False)
    lines = stream.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(_PASSING))


_PASSING = (
    b'"Project-Id',
    b'"POT-C',
    b'"PO-R',
    b'"Last-T',
    b'"Language-T',
    b'"Report',
    b'"Generated',
)
"""How the lines of a header begin that say when, by whom or with what it was written."""


def compiled(catalog: Catalog) -> bytes:
    """Return the catalogue in the form that the program reads, the same on every day."""
    catalog.creation_date = datetime.fromtimestamp(0, UTC)
    stream = BytesIO()
    write_mo(stream, catalog)
    return stream.getvalue()


def flaws(catalog: Catalog) -> Iterator[str]:
    """Yield what is missing or wrong in a catalogue."""
    for message in catalog:
        if not message.id:
            continue
        english, said = _forms(message.id), _forms(message.string)
        if not all(said):
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
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(written(catalog))
        file.with_suffix(".mo").write_bytes(compiled(catalog))
        found = [*flaws(catalog)]
        sys.stderr.writelines(f"{language}: {flaw}\n" for flaw in found)
        status = 1 if found else status
    return status


if __name__ == "__main__":
    sys.exit(main())

"""Mistakes in the owner's file, as sentences: where, what, and the remedy."""

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Annotated, Literal, get_args, get_origin

import msgspec

from companion.i18n import Sentences, Words


class Wrong(Sentences):
    """Everything that can be wrong in the owner's file; the value says it, with the remedy."""

    UNREADABLE = "cannot read {file}: {why}"
    TOO_LONG = "{file} is far too long for a settings file"
    NO_TEXT = "not a text file: write it again"
    NOT_TOML = "not valid TOML: {why}"
    TWICE = "{key} is there twice: delete one of them"
    NO_SUCH_TABLE = "there is no table {name}, only {known}"
    NO_SUCH_TABLE_BUT = "there is no table {name}: did you mean {near}?"
    NO_SUCH_SETTING = "there is no setting {name} in [{table}], only {known}"
    NO_SUCH_SETTING_BUT = "there is no setting {name} in [{table}]: did you mean {near}?"
    NOT_ONE_OF = "{setting} cannot be {value}: use one of {choices}"
    NOT_WHOLE = "{setting} cannot be {value}: write a whole number from {least} to {most}"
    NOT_A_NUMBER = "{setting} cannot be {value}: write a number from {least} to {most}"
    NOT_TRUE_OR_FALSE = "{setting} cannot be {value}: write true or false"
    NOT_A_LIST = "{setting} cannot be {value}: write strings in brackets, separated by commas"
    NOT_A_TEXT = "{setting} cannot be {value}: write a string in quotation marks"
    NOT_A_WORD = "{setting} cannot be {value}: use only letters, digits, - and _"
    NOT_A_TOPIC = "{setting} cannot be {value}: use only letters, digits, - and _, with / between"
    NOT_A_HOST = "{setting} cannot be {value}: write a computer's name or its address"


class SettingMistake(msgspec.Struct, frozen=True):
    """One thing that is wrong in the owner's file, with its facts apart from its words."""

    line: int
    """Where, counted from 1; 0 if the whole file is meant."""
    wrong: Wrong
    facts: Mapping[str, object] = {}


def described(mistake: SettingMistake, words: Words) -> str:
    """Return where a mistake is, what it is, and what to do about it."""
    what = words.say(mistake.wrong.value, **mistake.facts)
    if not mistake.line:
        return what
    return words.say("line {line}: {what}", line=mistake.line, what=what)


def summed_up(mistakes: Sequence[SettingMistake], words: Words) -> str:
    """Return the first mistake and, if it is not the only one, where all are named."""
    first, *others = (described(each, words) for each in mistakes)
    if not others:
        return first
    return words.say(
        "{mistake} (and {number} more: `ra-companion settings --check` lists all)",
        mistake=first,
        number=len(others),
    )


def not_allowed(line: int, setting: str, value: object, kind: object) -> SettingMistake:
    """Return that a value is not of the kind of a setting, and what would be right.

    Args:
        line: Where it is.
        setting: Its full name.
        value: What the owner wrote.
        kind: The type of the setting, with its bounds.
    """
    wrong, allowed = _allowed(kind)
    return SettingMistake(line, wrong, {"setting": setting, "value": f"{value!r:.60}", **allowed})


def _allowed(kind: object) -> tuple[Wrong, Mapping[str, object]]:
    """Return what is wrong with something that is not of this kind, and what would be right."""
    if get_origin(kind) is Literal:
        return Wrong.NOT_ONE_OF, {"choices": ", ".join(map(str, get_args(kind)))}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Wrong.NOT_ONE_OF, {"choices": ", ".join(str(each.value) for each in kind)}
    if get_origin(kind) is Annotated:
        number, bounds = get_args(kind)
        if number is str:
            return _TEXTS[bounds.description], {}
        wrong = Wrong.NOT_WHOLE if number is int else Wrong.NOT_A_NUMBER
        return wrong, {"least": bounds.ge, "most": bounds.le}
    if get_origin(kind) is tuple:
        return Wrong.NOT_A_LIST, {}
    return (Wrong.NOT_TRUE_OR_FALSE if kind is bool else Wrong.NOT_A_TEXT), {}


_TEXTS = {"word": Wrong.NOT_A_WORD, "topic": Wrong.NOT_A_TOPIC, "host": Wrong.NOT_A_HOST}
"""What to say about a text of the wrong form, by the description of its kind."""


def no_table(line: int, name: str, tables: tuple[str, ...]) -> SettingMistake:
    """Return that there is no table of this name, with the names that exist."""
    facts, is_near = _known(name, tables)
    return SettingMistake(line, Wrong.NO_SUCH_TABLE_BUT if is_near else Wrong.NO_SUCH_TABLE, facts)


def no_setting(line: int, table: str, name: str, settings: tuple[str, ...]) -> SettingMistake:
    """Return that a table has no setting of this name, with those that it has."""
    facts, is_near = _known(name, settings)
    wrong = Wrong.NO_SUCH_SETTING_BUT if is_near else Wrong.NO_SUCH_SETTING
    return SettingMistake(line, wrong, {"table": table, **facts})


def _known(name: str, known: tuple[str, ...]) -> tuple[Mapping[str, object], bool]:
    """Return an unknown name with a known one that is like it, or else with all of them."""
    from difflib import get_close_matches  # noqa: PLC0415 - hardly anybody mistypes a setting

    near = get_close_matches(name, known, 1)
    facts = {"near": near[0]} if near else {"known": ", ".join(known)}
    return {"name": f"{name[:40]!r}", **facts}, bool(near)


_TWICE = r"Cannot (?:declare|overwrite|mutate)|Duplicate inline table key"
"""How the reader of TOML begins when a key or a table is there again."""

_KEY = r"""\s*\[*\s*((?:[\w.-]|"[^"]*"|'[^']*'|\s(?=[\s.]))+?)\s*(?:\]|=)"""


def not_toml(why: str, text: str) -> SettingMistake:
    """Return in other words, with its line, what the reader of TOML complains of in a text."""
    place = re.search(r"\(at line (\d+), column \d+\)", why)
    line = int(place[1]) if place else 0
    if re.match(_TWICE, why):
        lines = text.splitlines()
        line = line or len(lines)  # without a place the text ends there, and not with a blank
        inline = re.search(r"key '([^']*)'", why)
        key = re.match(_KEY, lines[line - 1])
        name = inline[1] if inline else key[1] if key else lines[line - 1].strip()
        return SettingMistake(line, Wrong.TWICE, {"key": f"{name[:40]!r}"})
    said = re.sub(r"\s*\(at [^)]*\)", "", why)
    said = re.sub(r"Illegal character .*", "Illegal character", said)
    return SettingMistake(line, Wrong.NOT_TOML, {"why": said[:300]})

"""Why a file or a sheet is refused, in a player's words."""

import re

from companion import telling
from companion.files import Complaint, Objection, Refused
from companion.rules.malformed import Fault
from companion.rules.refusal import Refusal
from companion.rules.slips import Mistake
from companion.rules.tiles import Tile
from companion.words import Sentences, Words


def complaints(file: str, refused: Refused, words: Words) -> list[str]:
    """Return why a file is refused, a line for each reason, as ``FILE:LINE: reason``."""
    return [
        f"{file}:{objected.line}: {objection(objected, words)}" for objected in refused.objections
    ]


def objection(objected: Objection, words: Words) -> str:
    """Return why a file is refused, as a sentence that begins with a capital letter."""
    match objected.reason:
        case Refusal() as refused:
            return telling.refusal(refused, words)
        case Mistake() as found:
            return mistake(found, words)
        case Fault(malformed, facts):
            told = {key: _told(key, fact, words) for key, fact in facts.items()}
            return _capital(words.say(malformed.value, **told))
        case Complaint(flaw, told, most):
            return _capital(words.say(flaw.value, trouble=told, most=most))


def _told(key: str, fact: str | int, words: Words) -> str | int:
    return trouble(str(fact), words) if key == "trouble" else fact


class Trouble(Sentences):
    """What a reader of JSON says is wrong; the value is the English sentence."""

    MISSING = "the field {field} is missing"
    UNKNOWN = "there is no field {field}"
    OTHER_KIND = "{expected} was expected, not {found}"
    EXPECTED = "{expected} was expected"
    NOT_ALLOWED = "{value} cannot stand here"
    TRUNCATED = "it ends too early"
    MALFORMED = "what stands at byte {byte} does not belong there"
    NO_UTF8 = "a letter is not written in UTF-8"


_PATTERNS = (
    (Trouble.MISSING, r"Object missing required field `(?P<field>[^`]*)`"),
    (Trouble.UNKNOWN, r"Object contains unknown field `(?P<field>[^`]*)`"),
    (Trouble.OTHER_KIND, r"Expected `(?P<expected>.*)`, got `(?P<found>[^`]*)`"),
    (Trouble.EXPECTED, r"Expected (?P<expected>.*)"),
    (Trouble.NOT_ALLOWED, r"Invalid (?:enum )?value (?P<value>.*)"),
    (Trouble.TRUNCATED, r"Input data was truncated"),
    (Trouble.MALFORMED, r"JSON is malformed: .* \(byte (?P<byte>\d+)\)"),
    (Trouble.NO_UTF8, r"'utf-8' codec can't decode .*"),
)
"""How msgspec or Python words each of them."""


_LONGEST = 300
"""Characters."""


def trouble(told: str, words: Words) -> str:
    """Return what msgspec tells of a text in these words; what it never told before, as it is.

    It repeats what people wrote, so whatever is long is cut short.
    """
    told = told if len(told) <= _LONGEST else told[:_LONGEST] + "…"
    what, _, place = told.partition(" - at ")
    for kind, pattern in _PATTERNS:
        found = re.fullmatch(pattern, what)
        if found is not None:
            said = words.say(kind.value, **found.groupdict())
            where = place.replace("`", "")
            return words.say("{what} ({place})", what=said, place=where) if place else said
    return told


def mistake(found: Mistake, words: Words) -> str:
    """Return what cannot be about a score sheet, as a sentence that begins with a capital."""
    facts = {
        key: telling.tile_name(fact, words) if isinstance(fact, Tile) else fact
        for key, fact in found.facts.items()
    }
    return _capital(words.say(found.slip.value, **facts))


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]

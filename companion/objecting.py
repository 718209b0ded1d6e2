"""Why a file or a sheet is refused, in a player's words."""

from companion import telling
from companion.files import Complaint, Objection, Refused
from companion.rules.refusal import Refusal
from companion.rules.slips import Mistake
from companion.rules.tiles import Tile
from companion.words import Words


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
        case Complaint(flaw, trouble, most):
            return _capital(words.say(flaw.value, trouble=trouble, most=most))


def mistake(found: Mistake, words: Words) -> str:
    """Return what cannot be about a score sheet, as a sentence that begins with a capital."""
    facts = {
        key: telling.tile_name(fact, words) if isinstance(fact, Tile) else fact
        for key, fact in found.facts.items()
    }
    return _capital(words.say(found.slip.value, **facts))


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]

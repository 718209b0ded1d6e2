"""What a phone is sent: the table's line in the phone's language, as the page wants it (pure)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion import narration
from companion.i18n import Words, mark
from companion.i18n.languages import LANGUAGES, own_name
from companion.pages.reference.guide import SCORED
from companion.phones.shapes import (
    Fact,
    Hands,
    Own,
    Said,
    SeatView,
    Shown,
    TableLine,
    TileFact,
    Worth,
)
from companion.rules.scoring.reasons import TieBreak
from companion.rules.tiles import BY_ID, KINDS, Family, bundle_of

PHRASES: Mapping[str, str] = {
    "name": mark("Your name"),
    "sit": mark("Take a seat"),
    "watch": mark("Just watch"),
    "free": mark("sit down"),
    "asking": mark("At the table: press the button of this seat, or Yes"),
    "stale": mark(
        "To join, point your camera at the code on the table (menu: Phones). "
        "Older codes are no longer valid"
    ),
    "again": mark("Everybody then scans the new code on the table"),
    "offline": mark("No connection to the table …"),
    "game": mark("Game"),
    "draw": mark("Draw"),
    "drawn": mark("Which tile did you draw?"),
    "invoke": mark("Invoke Ra"),
    "god": mark("Use a God tile"),
    "which": mark("{name}: which tile for the God tile?"),
    "done": mark("Done"),
    "pass": mark("Pass"),
    "suns": mark("Suns"),
    "tiles": mark("Tiles"),
    "points": mark("Your points"),
    "hold": mark("Hold to see"),
    "worth": mark("If the epoch ended now"),
    "total": mark("Total"),
    "epoch": mark("This epoch"),
    "rules": mark("Rules"),
    "table": mark("The table"),
    "me": mark("My things"),
    "order": mark("You sit clockwise, in this order."),
    "back": mark("Back"),
    "wrong": mark("This was wrong"),
    "next": mark("Next"),
    "before_next": mark("Before the next epoch"),
    "track": mark("Auction track"),
    "centre": mark("Centre"),
    "count": mark("Done counting"),
    "counted": mark("Counted. Change anything that is wrong"),
    "before": mark("Points before"),
    "language": mark("Language"),
    "stand": mark("This is not my seat"),
    "there": mark("Another phone is there already"),
    "leads": mark("leads"),
    "passed": mark("passed"),
    "none_left": mark("no sun left"),
    "none_higher": mark("no higher sun"),
    "home": mark("Save to BG Stats"),
    "picture": mark("Save the picture"),
    "result": mark("Result"),
    "start": mark("At the start"),
    "least": mark("Nobody falls below 0 points."),
    "lose": mark("Choose the tiles to discard"),
    "less": mark("One less"),
    "more": mark("One more"),
    "nobody": mark("You are watching; nobody's points are shown"),
    "used": mark("used"),
    "phone": mark("has a phone"),
    "wait": mark("One moment"),
}
"""What stands on the page itself, by the name that the page has for it."""


def phrases(words: Words) -> dict[str, Any]:
    """Return everything on the page that never changes."""
    return {
        "language": words.language,
        "languages": {code: own_name(code) for code in LANGUAGES},
        "say": {key: words.say(sentence) for key, sentence in PHRASES.items()},
        "tiles": {kind.value: narration.tile_name(kind, words) for kind in KINDS},
        "worth": {
            kind.value: [words.say(rule.value) for rule in rules] for kind, rules in SCORED.items()
        },
        "families": [
            [kind.value for kind in KINDS if kind.family in families]
            for families in (
                (Family.RA, Family.PHARAOH, Family.RIVER, Family.GOD, Family.GOLD),
                (Family.CIVILISATION,),
                (Family.MONUMENT,),
                (Family.DISASTER,),
            )
        ],
    }


def say(said: Said, words: Words, nameless: Mapping[str, str]) -> str:
    """Return a sentence in a language.

    Args:
        said: The sentence.
        words: The language of the phone.
        nameless: What the table calls those who have no name, and the English word for it.
    """
    facts = {key: _fact(key, fact, words, nameless) for key, fact in said.facts.items()}
    sentence = words.say(said.sentence, **facts)
    return sentence[:1].upper() + sentence[1:]


def _name(name: str, words: Words, nameless: Mapping[str, str]) -> str:
    return words.say(nameless[name]) if name in nameless else name


def _fact(key: str, fact: Fact, words: Words, nameless: Mapping[str, str]) -> object:
    if key == "epoch":  # each edition calls it by its own words
        return words.say(str(fact))
    if isinstance(fact, str) and fact in nameless:
        return words.say(nameless[fact])
    if not isinstance(fact, TileFact):
        return narration.fact_name(key, fact, words)
    if fact.tile:
        return narration.tile_name(BY_ID[fact.tile], words)
    return narration.bundle_names(
        bundle_of({BY_ID[kind]: number for kind, number in fact.tiles.items()}), words
    )


def picture(
    line: TableLine, button: int | None, words: Words, *, is_asking: bool
) -> dict[str, Any]:
    """Return everything that a phone shows now.

    Args:
        line: The table's newest line.
        button: Whose phone it is; None: nobody's.
        words: What the phone speaks.
        is_asking: Whether it waits for a yes at the table.
    """
    seen = line.shown
    found: dict[str, Any] = {
        "stage": seen.stage.value,
        "seen": seen.seen,
        "language": words.language,
        "asked": _asked(seen, words),
        "seats": [
            _seat(each, _name(each.name, words, seen.nameless), words, is_watching=button is None)
            for each in seen.seats
        ],
        "me": button,
        "asking": is_asking,
        "free": list(seen.free),
        "card": [say(each, words, seen.nameless) for each in seen.card],
        "last": [say(each, words, seen.nameless) for each in seen.last],
        "dealt": [[say(each, words, seen.nameless), sun] for each, sun in seen.dealt],
    }
    found |= _table(seen)
    names = [seat["name"] for seat in found["seats"]]
    found["ties"] = [
        narration.tie_break(TieBreak(tie.points, tie.order), names, words)  # type: ignore[arg-type]
        for tie in seen.ties
    ]
    own = None if button is None else line.own.get(str(button))
    if own is not None:
        found["last"] += [say(each, words, seen.nameless) for each in own.last]
        found["own"] = _own(own, seen, words)
    return found


def _asked(seen: Shown, words: Words) -> str:
    """Return the question; one that only the table can answer goes first."""
    if seen.waits is None:
        return say(seen.asked, words, seen.nameless)
    return words.state(words.say("The table"), say(seen.waits, words, seen.nameless))


def _seat(seat: SeatView, name: str, words: Words, *, is_watching: bool) -> dict[str, Any]:
    """Return a seat; only who has none, and watches, learns that its phone is away."""
    return {
        "button": seat.button,
        "name": name,
        "machine": seat.is_machine,
        "phone": seat.has_phone and not (is_watching and seat.is_away),
        "asked": seat.asked,
        "up": list(seat.up),
        "down": list(seat.down),
        "tiles": dict(seat.tiles),
        "bid": seat.bid,
        "called": words.say("bid {sun}", sun=seat.bid) if seat.bid else "",
        "passed": seat.passed,
        "done": seat.done,
        "points": seat.points,
        "place": seat.place,
    }


def _table(seen: Shown) -> dict[str, Any]:
    return {
        "epoch": seen.epoch,
        "ra": seen.ra,
        "limit": seen.ra_limit,
        "centre": seen.centre,
        "track": list(seen.track),
        "lead": seen.lead,
        "auction": seen.is_auction,
        "home": seen.home,
    }


def _key(own: Own, label: Said, seen: Shown, words: Words) -> str:
    """Return what a control of the table does, and that it does it there where others read."""
    told = say(label, words, seen.nameless)
    return words.state(words.say("The table"), told) if own.turns else told


def _hands(hands: Hands, seen: Shown, words: Words) -> dict[str, Any]:
    """Return what is done before the next epoch; what is given back is none that is taken."""
    moves = None if hands.tokens is None else sorted(hands.tokens, key=lambda each: -each[1])
    groups = {
        words.say("gives"): [[-number, value] for number, value in moves or () if number < 0],
        words.say("takes"): [[number, value] for number, value in moves or () if number > 0],
    }
    tokens = [[word, some] for word, some in groups.items() if some]
    return {
        "discard": [say(hands.said, words, seen.nameless), dict(hands.discard)],
        "turn": words.say("Turn all suns face up"),
        "ra": say(hands.ra, words, seen.nameless),
        "tokens": tokens or (None if moves is None else [[words.say("takes nothing"), []]]),
        "starter": hands.starter and [say(hands.starter, words, seen.nameless), hands.sun],
    }


def _undo(undone: Said | None, seen: Shown, words: Words) -> str:
    """Return the label that says what is taken back; empty: nothing can be."""
    if undone is None:
        return ""
    told = say(undone, words, seen.nameless)
    return words.state(words.say("Undo"), told) if told else words.say("Undo")


def _rows(scored: Iterable[Worth], seen: Shown, words: Words) -> list[list[object]]:
    """Return categories, what each scores, and why."""
    return [
        [words.say(each.category), each.points, say(each.why, words, seen.nameless)]
        for each in scored
    ]


def _late(suns: tuple[int, ...], words: Words) -> list[Any] | None:
    told = words.say("Late bid: {sun}", sun=words.list(map(str, suns)))
    return [list(suns), told] if suns else None


def _own(own: Own, seen: Shown, words: Words) -> dict[str, Any]:
    found: dict[str, Any] = {
        "draw": list(own.draw),
        "invoke": own.invoke,
        "gods": [[space, seen.track[space]] for space in own.gods],
        "end_gods": own.end_gods,
        "bids": list(own.bids),
        "dark": "" if own.dark is None else say(own.dark, words, seen.nameless),
        "pass": own.may_pass,
        "late": _late(own.late, words),
        "lose": own.lose,
        "losable": dict(own.losable),
        "press": {key: _key(own, each, seen, words) for key, each in own.press.items()},
        "turns": own.turns,
        "token": seen.token,
        "undo": _undo(own.undo, seen, words),
        "most": "" if own.most is None else say(own.most, words, seen.nameless),
        "points": own.points,
        "asked": own.is_asked,
        "worth": _rows(own.worth, seen, words),
    }
    found["scored"] = own.scored and _rows(own.scored, seen, words)
    found["goes_on"] = own.goes_on
    found["start"] = own.start
    found["past"] = [
        _rows((each for each in epoch if each.points), seen, words) for epoch in own.past
    ]
    fix = own.fix
    found["fix"] = fix and {"at": fix.at, "space": fix.space, "kinds": list(fix.kinds)}
    found["mends"] = [
        {
            "at": each.at,
            "said": say(each.said, words, seen.nameless),
            "suns": list(each.suns),
            "lose": each.lose,
            "losable": dict(each.losable),
            "most": "" if each.most is None else say(each.most, words, seen.nameless),
        }
        for each in own.mends
    ]
    found["hands"] = None if own.hands is None else _hands(own.hands, seen, words)
    count = own.count
    if count is not None:
        found["count"] = {
            "tiles": dict(count.tiles),
            "suns": list(count.suns),
            "in_play": list(count.in_play),
            "before": count.before,
            "asks_before": count.asks_before,
            "done": count.done,
        }
    return found

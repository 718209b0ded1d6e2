"""Teaching a box, apart from terminal and reader: what a line or a tag means now."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from companion.i18n import Words
from companion.narration import thing_name
from companion.rules.components import THINGS
from companion.tags.box import TagBox, counted, is_uid, missing, with_tag, without

BACK = "-"
"""What takes the last tag back."""


class Teaching(msgspec.Struct, frozen=True):
    """How far a lesson has come."""

    box: TagBox
    """What is known so far, all of it."""
    kind: str | None = None
    """What the next tags are on, see ``THINGS``; None while that is being asked."""
    taught: tuple[str, ...] = ()
    """The tags of this lesson, the latest last."""


class TeachingStep(NamedTuple):
    """What came of a line or a tag."""

    teaching: Teaching
    """The lesson afterwards."""
    told: Sequence[str]
    """What there is to say."""


def proposed(teaching: Teaching) -> str | None:
    """Return the kind to go on with: the first that lacks tags; None if no tile does."""
    return next((tile.value for tile in missing(teaching.box)), None)


def question(teaching: Teaching, words: Words) -> str:
    """Return what is asked while no kind is chosen."""
    kind = proposed(teaching)
    if kind is None:
        return words.say("Every tile is tagged. What next, such as sun-1? (Ctrl-D: quit)")
    name = thing_name(kind, words)
    return words.say("Which kind is next? (Enter: {kind}; Ctrl-D: quit)", kind=name)


def typed(teaching: Teaching, line: str, words: Words) -> TeachingStep:
    """Return what follows from a line: a kind, nothing for the proposed one, or ``-``."""
    wanted = line.strip()
    if wanted == BACK:
        return _taken_back(teaching, words)
    if not wanted:
        kind = teaching.kind or proposed(teaching)
    else:
        kind = _kind(wanted, words)
        if kind is None:
            kinds = ", ".join(THINGS)
            no_kind = words.say("There is no kind {kind}; the kinds are {kinds}", kind=wanted[:40],
                                kinds=kinds)  # fmt: skip
            return TeachingStep(teaching, [no_kind])
    if kind is None:
        return TeachingStep(teaching, [question(teaching, words)])
    return _chosen(teaching, kind, words)


def _chosen(teaching: Teaching, kind: str, words: Words) -> TeachingStep:
    chosen = msgspec.structs.replace(teaching, kind=kind)
    if _gap(teaching.box, kind):
        return TeachingStep(chosen, [_count(chosen, kind, words)])
    full = words.say("{kind} is already complete", kind=thing_name(kind, words))
    asking = msgspec.structs.replace(teaching, kind=None)
    return TeachingStep(asking, [full, question(asking, words)])


def seen(teaching: Teaching, uid: str, words: Words) -> TeachingStep:
    """Return what follows from a tag that has come to the reader."""
    known = teaching.box.tags.get(uid)
    if known is not None:
        name = thing_name(known, words)
        return TeachingStep(
            teaching, [words.say("Tag {uid} is already on {kind}", uid=uid, kind=name)]
        )
    if not is_uid(uid):
        return TeachingStep(teaching, [words.say("{uid} is not a valid tag", uid=f"{uid[:40]!r}")])
    kind = teaching.kind
    if kind is None:
        first = words.say("Tag {uid} is ignored: first say what it is on", uid=uid)
        return TeachingStep(teaching, [first, question(teaching, words)])
    box = with_tag(teaching.box, uid, kind)
    after = Teaching(box, kind, (*teaching.taught, uid))
    told = [f"{_count(after, kind, words)}  {uid}"]
    if _gap(box, kind):
        return TeachingStep(after, told)
    after = msgspec.structs.replace(after, kind=None)
    complete = words.say("{kind} is complete", kind=thing_name(kind, words))
    return TeachingStep(after, [*told, complete, question(after, words)])


def _taken_back(teaching: Teaching, words: Words) -> TeachingStep:
    if not teaching.taught:
        return TeachingStep(teaching, [words.say("Nothing to undo")])
    *before, uid = teaching.taught
    kind = teaching.box.tags[uid]
    after = Teaching(without(teaching.box, uid), kind, tuple(before))
    back = words.say("Tag {uid} is removed", uid=uid)
    return TeachingStep(after, [back, _count(after, kind, words)])


def _count(teaching: Teaching, kind: str, words: Words) -> str:
    number, most = counted(teaching.box)[kind], THINGS[kind]
    name = thing_name(kind, words)
    return words.say("{kind}: {number} of {all}", kind=name, number=number, all=most)


def _gap(box: TagBox, kind: str) -> int:
    return THINGS[kind] - counted(box)[kind]


def _kind(wanted: str, words: Words) -> str | None:
    """Return the kind of this id, or of this name in the language of the lesson."""
    near = wanted.casefold()
    for thing in THINGS:
        if near in (thing, thing_name(thing, words).casefold()):
            return thing
    return None

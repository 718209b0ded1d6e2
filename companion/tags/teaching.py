"""Teaching a box, apart from terminal and reader: what a line or a tag means now."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from companion.i18n import ENGLISH
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
    lines: Sequence[str]
    """What there is to say."""


def proposed(teaching: Teaching) -> str | None:
    """Return the kind to go on with: the first that lacks tags; None if no tile does."""
    return next((tile.value for tile in missing(teaching.box)), None)


def question(teaching: Teaching) -> str:
    """Return what is asked while no kind is chosen."""
    kind = proposed(teaching)
    if kind is None:
        return "Every tile is tagged. What next, such as sun-1? (Ctrl-D: quit)"
    return f"Which kind is next? (Enter: {thing_name(kind, ENGLISH)}; Ctrl-D: quit)"


def typed(teaching: Teaching, line: str) -> TeachingStep:
    """Return what follows from a line: a kind, nothing for the proposed one, or ``-``."""
    wanted = line.strip()
    if wanted == BACK:
        return _taken_back(teaching)
    if not wanted:
        kind = teaching.kind or proposed(teaching)
    else:
        kind = _kind(wanted)
        if kind is None:
            no_kind = f"There is no kind {wanted[:40]}; the kinds are {', '.join(THINGS)}"
            return TeachingStep(teaching, [no_kind])
    if kind is None:
        return TeachingStep(teaching, [question(teaching)])
    return _chosen(teaching, kind)


def _chosen(teaching: Teaching, kind: str) -> TeachingStep:
    chosen = msgspec.structs.replace(teaching, kind=kind)
    if _gap(teaching.box, kind):
        return TeachingStep(chosen, [_count(chosen, kind)])
    full = f"{thing_name(kind, ENGLISH)} is already complete"
    asking = msgspec.structs.replace(teaching, kind=None)
    return TeachingStep(asking, [full, question(asking)])


def seen(teaching: Teaching, uid: str) -> TeachingStep:
    """Return what follows from a tag that has come to the reader."""
    known = teaching.box.tags.get(uid)
    if known is not None:
        name = thing_name(known, ENGLISH)
        return TeachingStep(teaching, [f"Tag {uid} is already on {name}"])
    if not is_uid(uid):
        return TeachingStep(teaching, [f"{uid[:40]!r} is not a valid tag"])
    kind = teaching.kind
    if kind is None:
        first = f"Tag {uid} is ignored: first say what it is on"
        return TeachingStep(teaching, [first, question(teaching)])
    box = with_tag(teaching.box, uid, kind)
    after = Teaching(box, kind, (*teaching.taught, uid))
    lines = [f"{_count(after, kind)}  {uid}"]
    if _gap(box, kind):
        return TeachingStep(after, lines)
    after = msgspec.structs.replace(after, kind=None)
    complete = f"{thing_name(kind, ENGLISH)} is complete"
    return TeachingStep(after, [*lines, complete, question(after)])


def _taken_back(teaching: Teaching) -> TeachingStep:
    if not teaching.taught:
        return TeachingStep(teaching, ["Nothing to undo"])
    *before, uid = teaching.taught
    kind = teaching.box.tags[uid]
    after = Teaching(without(teaching.box, uid), kind, tuple(before))
    back = f"Tag {uid} is removed"
    return TeachingStep(after, [back, _count(after, kind)])


def _count(teaching: Teaching, kind: str) -> str:
    number, most = counted(teaching.box)[kind], THINGS[kind]
    return f"{thing_name(kind, ENGLISH)}: {number} of {most}"


def _gap(box: TagBox, kind: str) -> int:
    return THINGS[kind] - counted(box)[kind]


def _kind(wanted: str) -> str | None:
    """Return the kind of this id, or of this English name."""
    near = wanted.casefold()
    for thing in THINGS:
        if near in (thing, thing_name(thing, ENGLISH).casefold()):
            return thing
    return None

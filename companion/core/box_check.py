"""The page that counts the box at pack-up: by its tags, or heap by heap, in less than a minute."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from companion.core.page import Page
from companion.core.piles import Pile, Short, pile_of, piles
from companion.rules.editions import Edition


class LastSeen(msgspec.Struct, frozen=True):
    """Where a tile went in the last game."""

    name: str
    """With whom; empty: with nobody."""
    epoch: int


class BoxCheck(Page, frozen=True):
    """How far the counting has come."""

    box: str = ""
    """What the box is called."""
    edition: Edition = Edition.C25
    tags: Mapping[str, str] = {}
    """What each tag of the box is on; empty: there are none."""
    seen: frozenset[str] = frozenset()
    """The tags that have been read."""
    last: Mapping[str, LastSeen] = {}
    """Where tags were seen in the last game."""
    is_by_hand: bool = False
    """Whether the heaps are counted although there are tags."""
    missing: Mapping[Pile, int] = {}
    """What is missing on the heaps, as far as it was counted."""
    row: int = 0


class CheckBox(msgspec.Struct, frozen=True):
    """The box is to be counted."""


class CountByHand(msgspec.Struct, frozen=True):
    """Heaps are counted although there are tags, or tags read after all."""


class PointAt(msgspec.Struct, frozen=True):
    """The heap of this row is counted."""

    row: int


class BoxDone(msgspec.Struct, frozen=True):
    """This is what the box holds."""


class KeepCheck(msgspec.Struct, frozen=True):
    """An order: keep what is missing in a box, and answer with ``BoxState``."""

    box: str
    short: tuple[Short, ...]


Message = CheckBox | CountByHand | PointAt | BoxDone


def is_swept(page: BoxCheck) -> bool:
    """Whether tags are read, and no heap is counted."""
    return bool(page.tags) and not page.is_by_hand


def heaps(page: BoxCheck) -> tuple[tuple[Pile, int, int], ...]:
    """Return for each heap how many belong on it, and how many are there."""
    return tuple(
        (pile, number, number - page.missing.get(pile, 0))
        for pile, number in piles(page.edition).items()
    )


def counted(page: BoxCheck, steps: int) -> BoxCheck:
    """Return the page with so many more on the heap that is pointed at: never more than all."""
    pile, number, there = heaps(page)[page.row]
    now = min(number, max(0, there + steps))
    return replace(page, missing={**page.missing, pile: number - now})


def pointing(page: BoxCheck, row: int) -> BoxCheck:
    """Return the page with another heap to count; after the last comes the first."""
    return replace(page, row=row % len(heaps(page)))


def read(page: BoxCheck, uids: Iterable[str]) -> BoxCheck:
    """Return the page after these tags were read."""
    return replace(page, seen=page.seen | (frozenset(uids) & page.tags.keys()))


def lacking(page: BoxCheck) -> tuple[str, ...]:
    """Return the tags that were not read yet, those first of which something is known."""
    left = [uid for uid in page.tags if uid not in page.seen]
    return tuple(sorted(left, key=lambda uid: uid not in page.last))


def short(page: BoxCheck) -> tuple[Short, ...]:
    """Return what is missing, kind by kind."""
    if is_swept(page):
        kinds = Counter(page.tags[uid] for uid in lacking(page))
        return tuple(Short(kind, number) for kind, number in kinds.items())
    return tuple(
        Short(pile.name, number - there) for pile, number, there in heaps(page) if there < number
    )


def short_piles(missing: Iterable[Short]) -> Mapping[Pile, int]:
    """Return how much is missing on each heap, whatever was counted."""
    found: Counter[Pile] = Counter()
    for each in missing:
        pile = Pile[each.kind] if each.kind in Pile.__members__ else pile_of(each.kind)
        found[pile] += each.missing
    return found

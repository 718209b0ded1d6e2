"""What a count is worth so far, and what of it cannot be."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.core.counting import Counting, asks_suns, tally
from companion.rules.editions import NoPenalty, Seat
from companion.rules.ledger import suns_each
from companion.rules.reasons import Reason, reasons
from companion.rules.refusal import Refusal
from companion.rules.scoring import Category, EpochScore, Sheet, score
from companion.rules.tally import Row, Tally, TwoPlayers
from companion.rules.tallying import objections
from companion.rules.tiles import KINDS, bundle_of, count, counts

_TWO = 2


def contradictions(page: Counting, *, is_done: bool = False) -> tuple[Refusal, ...]:
    """Return everything that cannot be.

    Args:
        page: What was counted so far.
        is_done: Whether all was; until then a hand of suns may still be laid out.
    """
    each = suns_each(page.ledger.setup)
    said = tally(page)
    suns = tuple(
        None if not is_done and seat == page.seat and len(own or ()) < each else own
        for seat, own in enumerate(said.suns)
    )
    return tuple(objections(page.ledger, replace(said, suns=suns)))


def score_now(page: Counting) -> Mapping[Seat, EpochScore]:
    """Return the points of those who were counted so far, compared with one another."""
    return {seat: points for seat, points, _ in _scored(page)}


def reasons_now(page: Counting) -> tuple[Reason, ...]:
    """Return why the player whose page is open has these points so far; nothing if left out."""
    return next((why for seat, _, why in _scored(page) if seat == page.seat), ())


def _scored(page: Counting) -> Iterator[tuple[Seat, EpochScore, tuple[Reason, ...]]]:
    """Yield points and reasons of who was counted; more tiles than the box has bring nothing."""
    seats = [
        Seat(seat)
        for seat, told in enumerate(page.counts)
        if (told.is_told or seat == page.seat) and not told.is_skipped
    ]
    if not seats:
        return
    have_suns = all(page.counts[seat].suns for seat in seats)
    sheets = tuple(_sheet(page, seat, have_suns=have_suns) for seat in seats)
    options = page.ledger.setup.options
    spared = options.two_player_no_penalty if len(page.counts) == _TWO else NoPenalty.OFF
    scores = score(sheets, page.epoch, spared)
    for seat, points, why in zip(seats, scores, reasons(sheets, scores, page.epoch), strict=True):
        yield seat, points, why if have_suns else tuple(filter(_is_of_tiles, why))


def _is_of_tiles(reason: Reason) -> bool:
    return reason.category is not Category.SUNS


def _sheet(page: Counting, seat: Seat, *, have_suns: bool) -> Sheet:
    told = page.counts[seat]
    held = {kind: min(count(told.tiles, kind), kind.copies) for kind in KINDS}
    before = page.ledger.hands[seat].score or 0
    return Sheet(bundle_of(held), told.suns if have_suns else (), before)


def sheet_of(page: Counting) -> Tally | None:
    """Return what was counted as a score sheet; None if somebody was left out."""
    if any(told.is_skipped for told in page.counts):
        return None
    rows = tuple(_line(page, seat) for seat in page.ledger.setup.seats)
    options = page.ledger.setup.options
    agreed = TwoPlayers(options.two_player_split, options.two_player_no_penalty)
    return Tally(page.epoch, rows, agreed)


def _line(page: Counting, seat: Seat) -> Row:
    told = page.counts[seat]
    return Row(
        name=page.ledger.name(seat),
        before=page.ledger.hands[seat].score,
        suns=told.suns if asks_suns(page) else None,
        tiles={kind.value: number for kind, number in counts(told.tiles).items()},
    )

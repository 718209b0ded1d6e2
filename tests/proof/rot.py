"""Flipped bits and overwritten blocks: everything that is shown must have been written."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from random import Random
from unittest.mock import patch

import msgspec

from companion.journal import lines
from companion.journal.lines import FlawKind, GameId, Line, verify
from tests.proof.golden import JOURNALS, versions
from tests.proof.measure import SEED, Found, Piece, control

BLOCKS = (1, 16, 64, 512, 4096)
"""Bytes that become zeros, or noise, together."""

_BITS = 8

_PARTS = 8

_RARELY = 97


def journal(number: int = 0) -> tuple[GameId, bytes]:
    """Return a journal: the first is that of a whole game, the others are short."""
    file = sorted((JOURNALS / versions()[0]).glob("*.jsonl"))[number]
    return GameId(file.stem), file.read_bytes()


def flipped(data: bytes, at: int, bits: int) -> bytes:
    """Return the data with these bits of one byte turned over."""
    return b"%b%c%b" % (data[:at], data[at] ^ bits, data[at + 1 :])


def blocked(data: bytes, dice: Random) -> bytes:
    """Return the data with a block of zeros, of noise, or of itself in it; perhaps cut after it."""
    size = dice.choice(BLOCKS)
    at = dice.randrange(len(data))
    at -= at % size
    end = min(len(data), at + size)
    other = dice.randrange(len(data))
    block = dice.choice(
        [bytes(end - at), dice.randbytes(end - at), data[other : other + end - at].ljust(end - at)]
    )
    return data[:at] + block + (data[end:] if dice.random() < 3 / 4 else b"")


def is_shown_wrongly(data: bytes, game: GameId, truth: tuple[Line, ...]) -> bool:
    """Return whether anything is shown as true that was never written."""
    shown = verify([data], game).lines
    return shown != truth[: len(shown)]


def bytes_turned(number: int, part: int, step: int, bits: int) -> Found:
    """Turn over this many bits of every byte of a journal, one by one."""
    game, data = journal(number)
    truth = verify([data], game).lines
    found = Found()
    for at in range(part, len(data), step):
        for bit in range(bits):
            mask = 1 << (bit if bits == _BITS else at % _BITS)
            found.counts["flips"] += 1
            if is_shown_wrongly(flipped(data, at, mask), game, truth):
                found.failures.append(f"byte {at}, bits {mask:08b}")
    return found


def blocks_lost(seed: int, number: int) -> Found:
    """Write zeros, noise or other blocks of the same file over blocks of a journal."""
    game, data = journal()
    truth = verify([data], game).lines
    dice = Random(seed)  # noqa: S311 - a proof's dice
    wrong = [is_shown_wrongly(blocked(data, dice), game, truth) for _ in range(number)]
    return Found(Counter(blocks=number), [f"block {n}" for n, each in enumerate(wrong) if each])


class _AlwaysRight(str):
    """A seal that equals every other."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = str.__hash__


def with_blind_checksums() -> Found:
    """Turn over bytes while every checksum and every seal counts as right: it must be noticed."""
    game, data = journal()
    truth = verify([data], game).lines

    def blind(raw: bytes) -> Line | FlawKind:
        try:
            text = lines._decode(raw[9:-1])  # noqa: SLF001 - broken on purpose
        except (ValueError, RecursionError):
            return FlawKind.SHAPE
        return msgspec.structs.replace(text, before=_AlwaysRight())

    with patch.object(lines, "_checked", blind):
        rotten = (flipped(data, at, 1) for at in range(0, len(data), _RARELY))
        is_noticed = any(is_shown_wrongly(each, game, truth) for each in rotten)
    return control("rot with blind checksums", is_noticed=is_noticed)


def pieces(*, is_full: bool) -> Iterator[Piece]:
    """Yield all that rots."""
    if is_full:
        yield from (partial(bytes_turned, 0, part, _PARTS, 1) for part in range(_PARTS))
        yield from (partial(bytes_turned, short, 0, 1, _BITS) for short in (1, 2, 3))
        yield from (partial(blocks_lost, SEED + part, 3_000) for part in range(_PARTS))
    else:
        yield from (partial(bytes_turned, 0, 0, 5, 1), partial(blocks_lost, SEED, 1_000))

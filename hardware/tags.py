"""A tag has one number, however a reader, a keyboard or a spreadsheet writes it."""

import re

_PAIR = r"(?:0x)?[0-9A-F]{2}"

_PAIRS = rf"{_PAIR}(?P<by>[ :-]){_PAIR}(?:(?P=by){_PAIR}){{2,}}"
"""Bytes with separators, such as ``04:a2:3b:d2`` or ``0x04 0xA2 0x3B 0xD2``."""

_WORDS = "uid|id|tag|card|rfid|nfc|serial|number|value"

_LINE = (
    rf"(?:[^0-9:=#]*\b(?:{_WORDS})\b[^0-9:=#]*?[:=# ]\s*)?"
    rf"(?P<number>(?:0x)?[0-9A-F]{{8,25}}|{_PAIRS})"
)

_HEX = frozenset("0123456789ABCDEFabcdef")

_SIZES = (4, 5, 7, 8, 10)
"""How many bytes the number of a tag has."""

_DECIMALS = ((9, 10, 4), (15, 17, 7), (21, 25, 10))
"""With how many digits, at least and at most, a number of so many bytes is taken for decimal.

With fewer it may be hexadecimal, which is far more usual.
"""


def normal(text: str) -> str:
    """Return a tag's number in hexadecimal capitals; idempotent.

    Other text, such as that of a printed code, stays as it is.
    """
    bare = text.strip()
    if match := re.fullmatch(_PAIRS, bare, re.IGNORECASE):
        bare = "".join(pair[-2:] for pair in bare.split(match["by"]))
    elif re.fullmatch(r"0x[0-9A-F]{8,}", bare, re.IGNORECASE):
        bare = bare[2:]
    if bare.isascii() and bare.isdecimal():
        for fewest, most, size in _DECIMALS:
            if fewest <= len(bare) <= most and int(bare) < 256**size:
                return f"{int(bare):0{2 * size}X}"
    return bare.upper() if set(bare) <= _HEX else bare


def uid_in(text: str) -> str | None:
    """Return the tag's number, in canonical form, of which a line of text consists.

    A word that says so may stand before it, as in ``Card UID: 15 9A 92 AE``.
    """
    match = re.fullmatch(_LINE, text.strip(), re.IGNORECASE)
    number = normal(match["number"]) if match else ""
    return number if len(number) in (2 * size for size in _SIZES) else None

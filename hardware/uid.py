"""The one way in which a tag's number is written, whichever reader has read it.

Hexadecimal digits are capitals without anything between them: ``04:a2:3b:d2`` and ``04A23BD2`` are
one tag. The text of a printed code that is not such a number stays as it is, capitals and all.
Boxes of tags are read with the same rule.
"""

import re
from string import hexdigits

_PAIRS = re.compile(r"[0-9A-Fa-f]{2}(?:([ :-])[0-9A-Fa-f]{2})(?:\1[0-9A-Fa-f]{2}){2,}")


def normal(text: str) -> str:
    """Return a tag's number in its one form; asked twice, it stays the same."""
    bare = text.strip()
    if match := _PAIRS.fullmatch(bare):
        bare = bare.replace(match[1], "")
    return bare.upper() if set(bare) <= set(hexdigits) else bare

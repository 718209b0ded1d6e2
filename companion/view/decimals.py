"""Numbers with one digit after the mark, as each language writes the mark."""

from companion.words import Words

_WITH_POINT = ("en", "ja")


def decimal(value: float, words: Words) -> str:
    """Return a number with one digit after the mark, and with a true minus."""
    text = f"{value:.1f}".replace("-0.0", "0.0").replace("-", "\N{MINUS SIGN}")
    return text if words.language in _WITH_POINT else text.replace(".", ",")

"""The gettext catalogues of ``assets/locales``."""

from functools import cache

from companion.i18n import ENGLISH, Words
from companion.i18n.languages import language as of
from companion.paths import asset

DOMAIN = "ra-companion"


@cache
def words(language: str) -> Words:
    """Return the words of a language; what its catalogue lacks is said in English."""
    if language == ENGLISH.language:
        return ENGLISH
    import gettext  # noqa: PLC0415 - English needs none

    found = gettext.translation(DOMAIN, asset("locales"), [language], fallback=True)
    return Words(language, found, of(language).writing)

"""The gettext catalogues of ``assets/locales``."""

import os
from functools import cache

from companion.i18n import ENGLISH, Words
from companion.paths import asset

DOMAIN = "ra-companion"


@cache
def words(language: str) -> Words:
    """Return the words of a language; what its catalogue lacks is said in English."""
    if language == ENGLISH.language:
        return ENGLISH
    import gettext  # noqa: PLC0415 - English needs none

    found = gettext.translation(DOMAIN, asset("locales"), [language], fallback=True)
    return Words(language, found)


def speak(language: str) -> None:
    """Let what Python itself says on a command line come from the same catalogue.

    For the whole process: argparse asks gettext, and gettext asks the environment.
    """
    import gettext  # noqa: PLC0415 - only who explains a command line needs it

    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, str(asset("locales")))
    gettext.textdomain(DOMAIN)

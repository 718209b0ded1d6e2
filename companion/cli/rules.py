"""``ra-companion rules``: the overview of the rules as text."""

from typing import Annotated

from companion.cli.terminal.options import SpokenOptions
from companion.cli.terminal.output import say
from companion.i18n import Words
from companion.options import Option
from companion.pages.reference.guide import Leaf, leaves
from companion.rules.editions import Edition
from companion.rules.editions import Options as GameOptions

ABOUT = """\
Print the rules of Ra in our own words: the same ten pages as at the table.
"""

EXAMPLES = """\
Examples:
  ra-companion rules --language cs
  ra-companion rules --edition alea1999
"""


class Options(SpokenOptions, frozen=True, kw_only=True):
    """Whose rules."""

    edition: Annotated[Edition, Option("edition", "NAME")] = Edition.C25


def run(options: Options) -> int:
    """Print the rules of an edition, and return the exit status."""
    for number, leaf in enumerate(leaves(GameOptions(edition=options.edition)), start=1):
        say([] if number == 1 else [""])
        say(_lines(number, leaf, options.words))
    return 0


def _lines(number: int, leaf: Leaf, words: Words) -> list[str]:
    sentences = [f"   {words.say(line.sentence, **line.facts)}" for line in leaf.lines]
    return [f"{number}. {words.say(leaf.title)}", *sentences]

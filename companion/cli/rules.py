"""``ra-companion rules``: the overview of the rules as text."""

from companion.cli.terminal.options import SpokenOptions
from companion.cli.terminal.output import say
from companion.cli.terminal.parser import CommandParser
from companion.i18n import Words, mark
from companion.pages import reference
from companion.rules.editions import Edition
from companion.rules.editions import Options as GameOptions

ABOUT = """\
Print the rules of Ra in our own words: the same ten pages as at the table.

examples:
  ra-companion rules --language cs
  ra-companion rules --edition alea1999
"""


class Options(SpokenOptions, frozen=True, kw_only=True):
    """Whose rules."""

    edition: str = Edition.C25.value


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT)
    parser.add_edition(
        default=Edition.C25.value,
        help=mark("edition: alea1999, rgg2009, windrider2016 or c25 (default)"),
    )
    parser.add_language()


def run(options: Options) -> int:
    """Print the rules of an edition, and return the exit status."""
    leaves = reference.leaves(GameOptions(edition=Edition(options.edition)))
    for number, leaf in enumerate(leaves, start=1):
        say([] if number == 1 else [""])
        say(_lines(number, leaf, options.said))
    return 0


def _lines(number: int, leaf: reference.Leaf, words: Words) -> list[str]:
    sentences = [f"   {words.say(line.sentence, **line.facts)}" for line in leaf.lines]
    return [f"{number}. {words.say(leaf.title)}", *sentences]

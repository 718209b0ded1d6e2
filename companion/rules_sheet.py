"""``ra-companion rules``: the overview of the rules as text, or on paper."""

from pathlib import Path

from companion.catalogues import words
from companion.core.guide import LEAVES, Leaf, leaves
from companion.core.options import EDITIONS
from companion.printing import complain, say
from companion.rules.editions import Edition, Options
from companion.words import Words

_FAILED = 1


def show_rules(edition: str, language: str, pdf: Path | None) -> int:
    """Say the rules of an edition, or write them as a PDF, and return the exit status.

    Raises:
        OSError: The file cannot be written.
    """
    said, options = words(language), Options(edition=Edition(edition))
    if pdf is None:
        for number, leaf in enumerate(leaves(options), start=1):
            say(_leaf_lines(number, leaf, said))
        return 0
    try:
        from companion.booklet import booklet  # noqa: PLC0415 - slow, and rarely wanted
    except ModuleNotFoundError:
        sentence = said.say("to write a PDF, install its library: pip install 'ra-companion[pdf]'")
        complain([f"ra-companion: {sentence}"])
        return _FAILED
    heading = said.say(EDITIONS[options.edition])
    pdf.write_bytes(booklet(leaves(options), heading, said))
    return 0


def _leaf_lines(number: int, leaf: Leaf, said: Words) -> list[str]:
    """Return a leaf as lines of text, an empty one after it unless it is the last."""
    title = f"{number}. {said.say(leaf.title)}"
    sentences = [f"   {said.say(line.sentence, **line.facts)}" for line in leaf.lines]
    return [title, *sentences, *([""] if number < LEAVES else [])]

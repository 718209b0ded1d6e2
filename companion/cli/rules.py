"""``ra-companion rules``: the overview of the rules, as text or as a sheet to print."""

import sys
from collections.abc import Sequence
from pathlib import Path

from companion.cli.terminal import load
from companion.cli.terminal.options import NAME, SpokenOptions
from companion.cli.terminal.output import complain, say
from companion.cli.terminal.parser import CommandParser
from companion.i18n import Words, mark
from companion.pages import new_game, reference
from companion.paths import asset
from companion.rules.editions import Edition
from companion.rules.editions import Options as GameOptions
from companion.rules.tiles import Tile
from companion.ui.pieces import TILE_PICTURES
from companion.ui.scene import Weight
from companion.ui.text_metrics import Type, type_from

_FAMILY = "M PLUS 1p"

_STYLES = {Weight.MEDIUM: "", Weight.EXTRA: "B"}

_MARGIN = 15.0

_WIDTH = 210.0

_TEXT_PT, _TITLE_PT, _HEAD_PT = 11.0, 14.0, 22.0

_MM = 25.4 / 72
"""Millimetres of a point."""

_TILE_MM, _TILE_GAP_MM = 11.0, 2.0

_MARK_MM = 4.0

_LEADING = 1.32

_FINE = 100
"""Pixels of the em at which a line is measured: the rounding to pixels is then without effect."""


def booklet(leaves: Sequence[reference.Leaf], edition: str, words: Words) -> bytes:
    """Return the overview as a PDF with its fonts in it.

    Args:
        leaves: What is printed, half of it on each side.
        edition: Whose rules these are.
        words: The language.

    Raises:
        ModuleNotFoundError: The library that writes PDF is not installed.
    """
    paper = _Paper(words)
    half = -(-len(leaves) // 2)
    for side in (leaves[:half], leaves[half:]):
        paper.side(words.say("Rules"), edition)
        for leaf in side:
            paper.leaf(leaf)
    return paper.finished()


class _Paper:
    """The sheet that is being printed on."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._measures: Type = type_from(asset("fonts", "advances.json").read_bytes())
        self._pdf = load("fpdf").FPDF(orientation="portrait", unit="mm", format="A4")
        self._pdf.set_auto_page_break(auto=False)
        self._pdf.set_lang(words.language)
        self._pdf.set_title(words.say("Rules"))
        for weight, style in _STYLES.items():
            font = asset("fonts", f"mplus1p-{weight.value}.ttf")
            self._pdf.add_font(_FAMILY, style, str(font))
        self._top = 0.0

    def side(self, title: str, edition: str) -> None:
        """Begin another side."""
        self._pdf.add_page()
        self._top = _MARGIN
        self._text(_MARGIN, title, _HEAD_PT, Weight.EXTRA)
        self._pdf.set_font(_FAMILY, _STYLES[Weight.MEDIUM], _TEXT_PT)
        self._pdf.set_xy(_MARGIN, self._top)
        self._pdf.cell(_WIDTH - 2 * _MARGIN, _HEAD_PT * _MM, f"Ra, {edition}", align="R")
        self._top += _HEAD_PT * _MM * _LEADING + 3

    def leaf(self, leaf: reference.Leaf) -> None:
        """Print a leaf: its title, its tiles, its sentences."""
        self._text(_MARGIN, self._words.say(leaf.title), _TITLE_PT, Weight.EXTRA)
        self._top += _TITLE_PT * _MM * _LEADING + 0.5
        first = self._top
        left = _MARGIN + 2 * (_TILE_MM + _TILE_GAP_MM) + _TILE_GAP_MM
        low = self._tiles(leaf.tiles, first)
        for line in leaf.lines:
            said = self._words.say(line.sentence, **line.facts)
            self._pdf.ellipse(left, self._top + 1.5, 1, 1, style="F")
            for text in self._broken(said, _WIDTH - _MARGIN - left - _MARK_MM):
                self._text(left + _MARK_MM, text, _TEXT_PT, Weight.MEDIUM)
                self._top += _TEXT_PT * _MM * _LEADING
        self._top = max(self._top, low) + 4

    def _tiles(self, tiles: Sequence[Tile], top: float) -> float:
        """Print tiles, two beside each other, and return how far down they reach."""
        step = _TILE_MM + _TILE_GAP_MM
        for place, kind in enumerate(tiles):
            x, y = _MARGIN + place % 2 * step, top + place // 2 * step
            self._pdf.image(asset("icons", f"{TILE_PICTURES[kind]}.svg"), x, y, _TILE_MM, _TILE_MM)
        return top + -(-len(tiles) // 2) * step

    def _broken(self, text: str, width_mm: float) -> tuple[str, ...]:
        """Return the text in lines of this width."""
        room = width_mm / (_TEXT_PT * _MM) * _FINE
        return self._measures.wrap(text, room, _FINE, Weight.MEDIUM, self._words.language)

    def _text(self, left: float, text: str, points: float, weight: Weight) -> None:
        self._pdf.set_font(_FAMILY, _STYLES[weight], points)
        self._pdf.set_xy(left, self._top)
        self._pdf.cell(0, points * _MM, self._measures.shown(text))

    def finished(self) -> bytes:
        """Return the whole as a file."""
        return bytes(self._pdf.output())


_FAILED = 1


ABOUT = mark("""\
Print the rules of Ra in our own words: the same ten pages as at the table.

examples:
  ra-companion rules --language cs
  ra-companion rules --edition alea1999 --pdf rules.pdf    a printable sheet
""")


class Options(SpokenOptions, frozen=True, kw_only=True):
    """Whose rules, and where to."""

    edition: str = Edition.C25.value
    pdf: Path | None = None


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT)
    parser.add_path("--pdf", "FILE", mark("write a printable sheet to this file"))
    parser.add_edition(
        default=Edition.C25.value,
        help=mark("edition: alea1999, rgg2009, windrider2016 or c25 (default)"),
    )
    parser.add_language()


def run(options: Options) -> int:
    """Say the rules of an edition, or write them as a PDF, and return the exit status.

    Raises:
        OSError: The file cannot be written.
    """
    said, of_edition = options.said, GameOptions(edition=Edition(options.edition))
    if options.pdf is None:
        for number, leaf in enumerate(reference.leaves(of_edition), start=1):
            say(_leaf_lines(number, leaf, said))
        return 0
    heading = said.say(new_game.EDITIONS[of_edition.edition])
    try:
        file = booklet(reference.leaves(of_edition), heading, said)
    except ModuleNotFoundError:
        sentence = said.say(
            "writing a PDF needs the library fpdf2: {python} -m pip install fpdf2",
            python=sys.executable,
        )
        complain([f"{NAME}: {sentence}"])
        return _FAILED
    options.pdf.write_bytes(file)
    return 0


def _leaf_lines(number: int, leaf: reference.Leaf, said: Words) -> list[str]:
    """Return a leaf as lines of text, an empty one after it unless it is the last."""
    title = f"{number}. {said.say(leaf.title)}"
    sentences = [f"   {said.say(line.sentence, **line.facts)}" for line in leaf.lines]
    return [title, *sentences, *([""] if number < reference.LEAVES else [])]

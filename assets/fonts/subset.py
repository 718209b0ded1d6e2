# ruff: noqa: INP001 (a script beside what it makes, not a package)
"""Subset the program's fonts from M PLUS 1p, and record the width of every character.

Run it again when a catalogue under ``assets/locales`` has new characters.

Usage: python assets/fonts/subset.py FOLDER, where FOLDER holds the unpacked npm package
``@expo-google-fonts/m-plus-1p``, or its TTF files for the weights 500, 700 and 800.
"""

import json
import sys
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from unicodedata import category

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent


WEIGHTS = (500, 700, 800)


RANGES = (
    (0x20, 0x7E),  # Latin
    (0xA0, 0x24F),  # Latin-1, Extended-A and -B
    (0x370, 0x3FF),  # Greek
    (0x400, 0x4FF),  # Cyrillic
    (0x1E00, 0x1EFF),  # Latin with two marks: Vietnamese, Welsh
    (0x3000, 0x30FF),  # Japanese punctuation, hiragana, katakana
    (0xFF01, 0xFF9F),  # full-width Latin, half-width katakana
)


# The dashes, quotes and primes are meant: they are what a typesetter uses.
SIGNS = "‐‑‒–—―‘’‚“”„†•…‰′″‹›⁄€№™−≈≠≤≥∞←↑→↓↔■□▲△▼▽◆◇○●★☆♀♂♪✓"  # noqa: RUF001 (see above)


KANJI_OUTSIDE_THE_LISTS = "叱頬髙﨑邊邉齋齊嶌"  # common, most of them in family names


STAND_IN = "□"


WIDE = 1000


def main() -> None:
    """Read the original fonts under the folder given, and write everything this folder ships."""
    wanted = _wanted_characters()
    fonts = {weight: _subset(_original(Path(sys.argv[1]), weight), wanted) for weight in WEIGHTS}
    for weight, font in fonts.items():
        _check(font)
        font.save(HERE / f"mplus1p-{weight}.ttf")
    (HERE / "advances.json").write_text(_advances(fonts), encoding="utf-8")
    missing = sorted(wanted - set(_characters(fonts[WEIGHTS[0]])))
    sys.stdout.write(f"The family has no glyph for {''.join(missing)}\n")


def _wanted_characters() -> set[str]:
    """Return what a screen may have to show: the six languages, people's names, every catalogue."""
    wanted = {chr(code) for first, last in RANGES for code in range(first, last + 1)}
    wanted.update(SIGNS, KANJI_OUTSIDE_THE_LISTS)
    texts = [HERE / "joyo.txt", HERE / "jinmeiyo.txt", *(HERE.parent / "locales").rglob("*.po")]
    for path in texts:
        wanted.update(path.read_text(encoding="utf-8"))
    return {
        character for character in wanted if character.isprintable() or category(character) == "Zs"
    }


def _original(folder: Path, weight: int) -> Path:
    return next(folder.rglob(f"MPLUS1p*{weight}*.ttf"))


def _subset(path: Path, wanted: Iterable[str]) -> TTFont:
    """Return the font with these characters only.

    Ligatures are left out, so that a text is as wide as its characters. The empty hinting program
    stays in: without it FreeType hints by itself and changes the widths.
    """
    options = Options()
    options.hinting = True
    options.layout_features = ["kern"]
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.recalc_timestamp = False
    options.drop_tables += ["vhea", "vmtx"]
    font = TTFont(path, recalcTimestamp=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[ord(character) for character in wanted])
    subsetter.subset(font)
    return font


def _check(font: TTFont) -> None:
    """Stop if the figures are not tabular, or a glyph leaves the line and would shift its text."""
    widths = _widths(font)
    glyphs, names = font["glyf"], font.getBestCmap().values()
    outlines = [glyphs[name] for name in names if glyphs[name].numberOfContours]
    if len({widths[digit] for digit in "0123456789"}) != 1:
        sys.exit("The figures of this font are not equally wide.")
    if max(outline.yMax for outline in outlines) > font["hhea"].ascent:
        sys.exit("A character of this font is taller than its line.")


def _advances(fonts: dict[int, TTFont]) -> str:
    """Return the measures that ``companion.ui.text_metrics`` reads, in thousandths of the em."""
    widths = {weight: _widths(font) for weight, font in fonts.items()}
    first = fonts[WEIGHTS[0]]
    wide = [
        character
        for character in _characters(first)
        if all(widths[weight][character] == WIDE for weight in WEIGHTS)
    ]
    measures = {
        "cap_height": first["glyf"][first.getBestCmap()[ord("H")]].yMax,
        "stand_in": STAND_IN,
        "wide": "".join(wide),
        "widths": {weight: _by_width(widths[weight], wide) for weight in WEIGHTS},
        "kerning": _kerning(first),
    }
    return json.dumps(measures, ensure_ascii=False, indent=1) + "\n"


def _by_width(widths: dict[str, int], wide: Iterable[str]) -> dict[int, str]:
    rest = sorted((widths[character], character) for character in widths.keys() - set(wide))
    return {
        width: "".join(character for _, character in group)
        for width, group in groupby(rest, key=lambda pair: pair[0])
    }


def _kerning(font: TTFont) -> dict[int, str]:
    """Return pairs of characters by the distance they move together; alike in all weights."""
    character = {name: chr(code) for code, name in font.getBestCmap().items()}
    pairs = sorted(
        (record.Value1.XAdvance, character[left] + character[record.SecondGlyph])
        for lookup in font["GPOS"].table.LookupList.Lookup
        for table in lookup.SubTable
        for left, rights in zip(table.Coverage.glyphs, table.PairSet, strict=True)
        for record in rights.PairValueRecord
    )
    return {
        by: "".join(pair for _, pair in group)
        for by, group in groupby(pairs, key=lambda pair: pair[0])
    }


def _characters(font: TTFont) -> list[str]:
    return [chr(code) for code in sorted(font.getBestCmap())]


def _widths(font: TTFont) -> dict[str, int]:
    return {chr(code): font["hmtx"][name][0] for code, name in font.getBestCmap().items()}


if __name__ == "__main__":
    main()

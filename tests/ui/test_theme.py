"""Colours: enough contrast to be read, and players told apart without full colour vision."""

from itertools import combinations

import pytest

from companion.ui.scene import Colour
from companion.ui.theme import NIGHT, ON_BUTTON, PAPYRUS, SUN_NUMBER, THEMES, Theme, between, theme

themes = pytest.mark.parametrize("colours", THEMES.values(), ids=THEMES)

SUN = (0xFF, 0xCF, 0x5C)
"""The middle of a sun's disc."""

_TO_LMS_AND_BACK = {
    "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What is left of linear red, green and blue without one kind of cones (Machado et al. 2009)."""


def linear(colour: Colour) -> tuple[float, ...]:
    shares = (channel / 255 for channel in colour)
    return tuple(s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)


def luminance(colour: Colour) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lab(rgb: tuple[float, ...]) -> tuple[float, float, float]:
    red, green, blue = (max(0.0, channel) for channel in rgb)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Return how different two colours look (CIE 1976)."""
    return float(sum((a - b) ** 2 for a, b in zip(lab(one), lab(other), strict=True)) ** 0.5)


@themes
def test_what_is_written_can_be_read(colours: Theme) -> None:
    for ground in (colours.panel, colours.panel_active, colours.track, colours.ground):
        assert contrast(colours.ink, ground) >= 7
        assert contrast(colours.ink_second, ground) >= 4.5
        assert contrast(colours.gold, ground) >= 4.5
        assert contrast(colours.bad, ground) >= 4.5
    assert contrast(colours.on_gold, colours.gold) >= 4.5
    assert contrast(colours.on_ra, colours.ra) >= 4.5


@themes
def test_numbers_that_say_nothing_is_there_are_quiet_but_can_be_read(colours: Theme) -> None:
    assert 3 <= contrast(colours.zero, colours.panel) < contrast(colours.ink, colours.panel)


@themes
def test_the_focus_stands_out_from_everything_it_lies_on(colours: Theme) -> None:
    for ground in (colours.panel, colours.track, colours.slot):
        assert contrast(colours.focus, ground) >= 10


@themes
def test_names_and_emblems_can_be_read_on_every_players_colour(colours: Theme) -> None:
    for colour in colours.buttons:
        assert contrast(ON_BUTTON, colour) >= 4.5
    assert contrast(SUN_NUMBER, SUN) >= 7


@themes
@pytest.mark.parametrize("sight", _TO_LMS_AND_BACK)
def test_players_colours_differ_without_one_kind_of_cones(sight: str, colours: Theme) -> None:
    rows = _TO_LMS_AND_BACK[sight]
    seen = [
        tuple(sum(w * c for w, c in zip(row, linear(colour), strict=True)) for row in rows)
        for colour in colours.buttons
    ]
    assert all(difference(one, other) >= 15 for one, other in combinations(seen, 2))


def test_an_unknown_theme_is_night() -> None:
    assert theme("papyrus") is PAPYRUS
    assert theme("neon") is NIGHT


def test_between_two_colours_lies_their_mixture() -> None:
    assert between((0, 100, 200), (100, 100, 0), 0.25) == (25, 100, 150)

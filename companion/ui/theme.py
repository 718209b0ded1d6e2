"""The colours: night for a dark room, papyrus for a bright one, and high contrast."""

from types import MappingProxyType

import msgspec

from companion.ui.scene import Colour


def _colour(code: str) -> Colour:
    red, green, blue = bytes.fromhex(code)
    return red, green, blue


BUTTON_COLOURS = tuple(_colour(code) for code in ("56B4E9", "009E73", "F0E442", "D55E00", "CC79A7"))
"""The five player buttons (Okabe and Ito): told apart without full colour vision."""

ON_BUTTON = _colour("0A0D1C")
"""What is written on a button's colour."""


class Theme(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What everything is coloured in. Equal only to itself."""

    sky: tuple[Colour, ...]
    """From the top of the sky to the horizon."""
    day: tuple[tuple[Colour, ...], ...]
    """The skies of a day above the Ra track: dawn, noon, dusk, night; none where it stays dark."""
    red_sky: tuple[Colour, ...]
    """The same while the next Ra ends the epoch, and while Ra is called."""
    hills: Colour
    ground: Colour
    is_dark: bool
    """Whether there are stars, and colours shine on the ground."""
    panel: Colour
    panel_active: Colour
    track: Colour
    slot: Colour
    station: Colour
    """Where no Ra tile lies yet."""
    line: Colour
    """Borders and rules, quiet on purpose."""
    ink: Colour
    ink_second: Colour
    ink_third: Colour
    zero: Colour
    """Numbers that say nothing is there."""
    gold: Colour
    """What counts: the Ra track, titles of sums, badges."""
    on_gold: Colour
    ra: Colour
    on_ra: Colour
    good: Colour
    bad: Colour
    wood: Colour
    """The bar of monuments."""
    hull: Colour | None
    """The boat, where its own colours would not be seen."""
    focus: Colour
    on_focus: Colour
    veil: float
    """How much is left of what is out of the auction."""
    buttons: tuple[Colour, ...] = BUTTON_COLOURS
    """What players are coloured in, by button."""
    used_sun: Colour = _colour("9398BE")
    """The number of a sun that lies face down."""
    faintest: float = 0.0
    """How much is left at least of what cannot be done now."""
    shade: float = 0.4
    """How much darker the bar of a total is at its foot."""


NIGHT = Theme(
    sky=(_colour("070B1C"), _colour("131A3C"), _colour("2B2250"), _colour("7A3B3A")),
    day=(
        (_colour("0B1026"), _colour("231C48"), _colour("57305E"), _colour("C0693F")),
        (_colour("123058"), _colour("1F5585"), _colour("3F86AC"), _colour("A9C4B4")),
        (_colour("1A1840"), _colour("4A2152"), _colour("97344A"), _colour("E58A3A")),
        (_colour("070B1C"), _colour("0D1330"), _colour("1C1B45"), _colour("45284C")),
    ),
    red_sky=(_colour("2A0810"), _colour("64151B"), _colour("A63A1E"), _colour("E58A2F")),
    hills=_colour("3A2338"),
    ground=_colour("0A0E22"),
    is_dark=True,
    panel=_colour("151C3D"),
    panel_active=_colour("1E2750"),
    track=_colour("0C1230"),
    slot=_colour("101739"),
    station=_colour("101739"),
    line=_colour("3A4678"),
    ink=_colour("F6EBD0"),
    ink_second=_colour("CDBF9B"),
    ink_third=_colour("9A93A0"),
    zero=_colour("6B77AD"),
    gold=_colour("FFC94D"),
    on_gold=_colour("1B1006"),
    ra=_colour("CF4526"),
    on_ra=_colour("FFFFFF"),
    good=_colour("41C39B"),
    bad=_colour("FF9A7A"),
    wood=_colour("E6C58F"),
    hull=None,
    focus=_colour("FFFFFF"),
    on_focus=_colour("0A0D1C"),
    veil=0.3,
)

PAPYRUS = Theme(
    sky=(_colour("F6E3B4"), _colour("F3CF8E"), _colour("EDB070"), _colour("D9793F")),
    day=(
        (_colour("F6DDC4"), _colour("F5C9A4"), _colour("F0B08C"), _colour("DC7F58")),
        (_colour("F4EFDC"), _colour("E6E6D4"), _colour("F3DDA4"), _colour("E9B464")),
        (_colour("F6DCA0"), _colour("F3BE74"), _colour("EC9A56"), _colour("D06A34")),
        (_colour("EBCFB4"), _colour("E2BCA4"), _colour("D9A08E"), _colour("B8685A")),
    ),
    red_sky=(_colour("F3B58E"), _colour("E98B5E"), _colour("DD5F3A"), _colour("B8321E")),
    hills=_colour("C4763A"),
    ground=_colour("EBD9AE"),
    is_dark=False,
    panel=_colour("FFF6E0"),
    panel_active=_colour("FFFDF4"),
    track=_colour("EAD8AC"),
    slot=_colour("E2CC98"),
    station=_colour("FFF6E0"),
    line=_colour("C2A468"),
    ink=_colour("2B1A0A"),
    ink_second=_colour("5A4220"),
    ink_third=_colour("7C6438"),
    zero=_colour("8D7A52"),
    gold=_colour("8A4700"),
    on_gold=_colour("FFF6E0"),
    ra=_colour("B93A1E"),
    on_ra=_colour("FFFFFF"),
    good=_colour("12805F"),
    bad=_colour("B3261E"),
    wood=_colour("9A6A1E"),
    hull=_colour("6B4318"),
    focus=_colour("1B1006"),
    on_focus=_colour("FFF6E0"),
    veil=0.35,
)

CONTRAST = Theme(
    sky=(_colour("000000"),) * 4,
    day=(),
    red_sky=(_colour("000000"), _colour("000000"), _colour("3A0000"), _colour("7A0000")),
    hills=_colour("000000"),
    ground=_colour("000000"),
    is_dark=True,
    panel=_colour("000000"),
    panel_active=_colour("14143C"),
    track=_colour("000000"),
    slot=_colour("000000"),
    station=_colour("000000"),
    line=_colour("B4B4C8"),
    ink=_colour("FFFFFF"),
    ink_second=_colour("F0F0F0"),
    ink_third=_colour("DCDCE6"),
    zero=_colour("B4B4D2"),
    gold=_colour("FFE04D"),
    on_gold=_colour("000000"),
    ra=_colour("FFB38A"),
    on_ra=_colour("000000"),
    good=_colour("5CF2C0"),
    bad=_colour("FFB0A0"),
    wood=_colour("FFDFA0"),
    hull=None,
    focus=_colour("FFFFFF"),
    on_focus=_colour("000000"),
    veil=0.85,
    faintest=0.62,
    buttons=tuple(_colour(code) for code in ("60EAFF", "1EB663", "FDFF72", "F9911F", "F9B7B7")),
    used_sun=_colour("FFFFFF"),
    shade=0.0,
)
"""Every text stands out from its ground by 7 to 1 at least (WCAG 2.2, 1.4.6, level AAA)."""

THEMES = MappingProxyType({"night": NIGHT, "papyrus": PAPYRUS, "contrast": CONTRAST})

SUN_NUMBER = _colour("3A2003")


def theme(name: str) -> Theme:
    """Return the theme of this name; night if there is none."""
    return THEMES.get(name, NIGHT)


def between(one: Colour, other: Colour, share: float) -> Colour:
    """Return the colour that lies this share (0 to 1) of the way to the other."""
    (red, green, blue), (to_red, to_green, to_blue) = one, other
    return (
        round(red + (to_red - red) * share),
        round(green + (to_green - green) * share),
        round(blue + (to_blue - blue) * share),
    )

"""The icons: only what SDL's SVG reader understands, sharp at every size."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

from companion.screen.surfaces import Pictures, rasterised
from companion.ui.scene import Picture, Rect
from tests.together import for_each

ICONS = Path(__file__).parents[2] / "assets" / "icons"

NAMES = sorted(path.stem for path in ICONS.glob("*.svg"))

SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "g"}

GRADIENTS = {"linearGradient", "radialGradient"}

PLACES = {
    "x",
    "y",
    "width",
    "height",
    "rx",
    "ry",
    "cx",
    "cy",
    "r",
    "x1",
    "y1",
    "x2",
    "y2",
    "d",
    "points",
}

PAINT = {
    "fill",
    "fill-opacity",
    "fill-rule",
    "opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "stroke-width",
    "transform",
}

ATTRIBUTES = {
    **dict.fromkeys(SHAPES, PLACES | PAINT),
    **{gradient: PLACES | {"id", "gradientUnits"} for gradient in GRADIENTS},
    "svg": {"viewBox", "width", "height"},
    "defs": set(),
    "stop": {"offset", "stop-color", "stop-opacity"},
}

COLOUR = re.compile(r"#[0-9A-Fa-f]{6}|none|url\(#\w+\)")


def elements(name: str) -> list[tuple[str, dict[str, str]]]:
    root = ET.parse(ICONS / f"{name}.svg").getroot()  # noqa: S314 (our own drawings)
    return [
        (one.tag.removeprefix("{http://www.w3.org/2000/svg}"), one.attrib) for one in root.iter()
    ]


@for_each(name=NAMES)
def test_an_icon_uses_only_what_the_reader_understands(name: str) -> None:
    for tag, attributes in elements(name):
        assert tag in ATTRIBUTES
        assert attributes.keys() <= ATTRIBUTES[tag]
        for paint in ("fill", "stroke", "stop-color"):
            assert COLOUR.fullmatch(attributes.get(paint, "none"))


@for_each(name=NAMES)
def test_a_gradient_has_percentages_or_places_of_the_drawing(name: str) -> None:
    for tag, attributes in elements(name):
        if tag in GRADIENTS and attributes.get("gradientUnits") != "userSpaceOnUse":
            places = [attributes[key] for key in attributes.keys() & PLACES]
            assert places
            assert all(place.endswith("%") for place in places)


@for_each(name=NAMES)
def test_an_icon_says_its_size_and_has_something_to_show(name: str, pictures: Pictures) -> None:
    assert elements(name)[0][1].keys() == {"viewBox", "width", "height"}
    drawn = pictures.drawn(Picture(Rect(0, 0, 37, 37), name))
    assert drawn.get_size() == (37, 37)
    assert drawn.get_bounding_rect().w > 18


def test_a_picture_is_centred_and_keeps_its_proportions(pictures: Pictures) -> None:
    seen = pictures.drawn(Picture(Rect(0, 0, 300, 100), "emblem_2")).get_bounding_rect()
    assert abs(seen.w - seen.h) <= 1
    assert abs(seen.centerx - 150) <= 1


def test_a_tint_colours_every_visible_point(pictures: Pictures) -> None:
    tint = (10, 200, 30)
    drawn = pictures.drawn(Picture(Rect(0, 0, 24, 24), "boat", tint=tint))
    points = [drawn.get_at((x, y)) for x in range(24) for y in range(24)]
    seen = [point for point in points if point.a]
    assert len(seen) > 50
    assert all(
        abs(a - b) <= 3
        for point in seen
        if point.a > 200
        for a, b in zip(point[:3], tint, strict=True)
    )


def test_the_size_in_the_drawing_does_not_matter() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2" {}>'
        '<rect width="2" height="2" fill="#ff0000"/></svg>'
    )
    for size in ('width="7" height="7"', 'height="90px" width="1px"', ""):
        assert tuple(rasterised(svg.format(size), (20, 20)).get_at((19, 19))) == (255, 0, 0, 255)

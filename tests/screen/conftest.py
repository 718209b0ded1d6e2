"""Painters without a window, and pictures that are compared with golden ones."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from PIL import Image, ImageChops

import companion
from companion.screen.drawings import Fonts
from companion.screen.painter import Painter
from companion.screen.surfaces import Pictures
from companion.ui.text_metrics import Type, type_from

PINNED = "2.5.8"
"""The pygame-ce whose pixels the golden pictures are; others draw letters a little otherwise."""

HERE = Path(__file__).parent

MOST_DIFFERENT = 64

CLEARLY_DIFFERENT = 16

CLEARLY_DIFFERENT_SHARE = 0.0002

Golden = Callable[[pygame.Surface, str], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the only way to change a golden picture."""
    parser.addoption("--update-golden", action="store_true", help="keep today's pictures as golden")


@pytest.fixture(scope="session")
def assets() -> Path:
    """The folder with fonts and icons, in the package or beside it."""
    package = Path(companion.__file__).parent
    return next(path for path in (package / "assets", package.parent / "assets") if path.is_dir())


@pytest.fixture(scope="session")
def measures(assets: Path) -> Type:
    """The measures of the fonts."""
    return type_from((assets / "fonts" / "advances.json").read_bytes())


@pytest.fixture(scope="session")
def fonts(assets: Path, measures: Type) -> Fonts:
    """The fonts."""
    return Fonts(assets / "fonts", measures)


@pytest.fixture(scope="session")
def pictures(assets: Path) -> Pictures:
    """The icons."""
    return Pictures(assets / "icons")


@pytest.fixture
def painter_on(fonts: Fonts, pictures: Pictures) -> Callable[[pygame.Surface], Painter]:
    """Return a way to get a painter for a surface."""
    return lambda surface: Painter(surface, fonts, pictures)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a surface with the picture kept under a name.

    It passes if no point differs by more than 64 in any channel, and at most 0.02 % by more than
    16. What was painted and the difference are written into ``actual/`` when it does not.
    """
    if pygame.version.ver != PINNED:
        pytest.skip(f"golden pictures are those of pygame-ce {PINNED}, not {pygame.version.ver}")
    update = bool(request.config.getoption("--update-golden", default=False))

    def compare(surface: pygame.Surface, name: str) -> None:
        pixels = pygame.image.tobytes(surface, "RGB")
        actual = Image.frombytes("RGB", surface.get_size(), pixels)
        kept = HERE / "golden" / f"{name}.png"
        if update and (not kept.exists() or _difference(_opened(kept), actual, name)):
            actual.save(kept, optimize=True)
        wrong = _difference(_opened(kept), actual, name)
        assert not wrong, f"{name}: {wrong}; see {HERE / 'actual'}"

    return compare


def _opened(kept: Path) -> Image.Image:
    return Image.open(kept).convert("RGB")


def _difference(expected: Image.Image, actual: Image.Image, name: str) -> str:
    """Return what is wrong with the picture, "" if nothing is."""
    folder = HERE / "actual"
    if expected.size != actual.size:
        folder.mkdir(exist_ok=True)
        actual.save(folder / f"{name}.png")
        return f"its size is {actual.size} and should be {expected.size}"
    red, green, blue = ImageChops.difference(expected, actual).split()
    furthest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    counts = furthest.histogram()
    most, clearly = sum(counts[MOST_DIFFERENT + 1 :]), sum(counts[CLEARLY_DIFFERENT + 1 :])
    if not most and clearly <= CLEARLY_DIFFERENT_SHARE * actual.width * actual.height:
        return ""
    folder.mkdir(exist_ok=True)
    actual.save(folder / f"{name}.png")
    furthest.point([0] + [255] * 255).save(folder / f"{name}-difference.png")
    return f"{clearly} points differ by more than {CLEARLY_DIFFERENT}, {most} by far more"

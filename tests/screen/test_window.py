"""The window without a screen: what it shows, counts, hears and refuses."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from companion.screen.events import CloseAsked, KeyPressed, Resized, Rotation, Touched
from companion.screen.sdl import Mode, NoScreen, Opening
from companion.screen.window import Window
from companion.ui.scene import Box, Rect, Scene, Text
from companion.ui.text_metrics import Type

RED = (200, 40, 20)

BLUE = (20, 90, 200)

SIZE = (320, 200)

Open = Callable[..., Window]


@pytest.fixture
def opened(assets: Path, measures: Type) -> Iterator[Open]:
    windows: list[Window] = []

    def open_one(
        turn: Rotation = Rotation.NONE, size: tuple[int, int] = SIZE, mode: Mode = Mode.HEADLESS
    ) -> Window:
        opening = Opening(mode, size, turn)
        windows.append(Window(opening, assets, measures, lambda: 42.0))
        return windows[-1]

    yield open_one
    for window in windows:
        window.close()


def corner(size: tuple[int, int], colour: tuple[int, int, int] = RED) -> Scene[None]:
    """Return a scene with a small box in its top left corner."""
    return Scene(size, (Box(Rect(0, 0, 20, 10), fill=colour),))


def test_a_scene_is_shown_once_and_an_equal_one_not_again(opened: Open) -> None:
    window = opened()
    assert window.show(corner(SIZE))
    assert (window.paints, window.flips) == (1, 1)
    assert not window.show(corner(SIZE))
    assert (window.paints, window.flips) == (1, 1)
    assert window.show(corner(SIZE, BLUE))
    assert (window.paints, window.flips) == (2, 2)


def test_a_window_that_is_closed_has_closed_its_fonts(opened: Open) -> None:
    def fonts() -> list[str]:
        links = (path for path in Path("/proc/self/fd").iterdir() if path.is_symlink())
        return [name for link in links if (name := str(link.readlink())).endswith(".ttf")]

    before, window = fonts(), opened()
    window.show(Scene(SIZE, (Text(Rect(0, 0, 200, 40), "Ra", 30, RED),)))
    assert len(fonts()) == len(before) + 1
    window.close()
    assert fonts() == before


def test_a_window_that_was_uncovered_is_flipped_without_painting(opened: Open) -> None:
    window = opened()
    window.show(corner(SIZE))
    pygame.event.post(Event(pygame.VIDEOEXPOSE))
    assert window.events() == ()
    assert window.show(corner(SIZE))
    assert (window.paints, window.flips) == (1, 2)


@pytest.mark.parametrize(
    ("turn", "inside"),
    [(Rotation.RIGHT, (312, 3)), (Rotation.UPSIDE_DOWN, (305, 193)), (Rotation.LEFT, (3, 195))],
)
def test_a_turned_scene_is_turned_on_the_panel(
    opened: Open, turn: Rotation, inside: tuple[int, int]
) -> None:
    window = opened(turn)
    assert sorted(window.size) == sorted(SIZE)
    window.show(corner(window.size))
    panel = pygame.display.get_surface()
    assert panel is not None
    assert panel.get_at(inside)[:3] == RED
    window.show(corner(window.size, BLUE))
    assert panel.get_at(inside)[:3] == BLUE
    assert sum(panel.get_at((x, y))[:3] == BLUE for x in range(320) for y in range(200)) == 200


def test_a_saved_picture_stands_upright(opened: Open, tmp_path: Path) -> None:
    window = opened(Rotation.RIGHT)
    window.show(corner(window.size))
    window.save(tmp_path / "screen.png")
    saved = pygame.image.load(tmp_path / "screen.png")
    assert (saved.get_size(), saved.get_at((5, 5))[:3]) == ((200, 320), RED)


def test_a_picture_that_cannot_be_saved_is_an_os_error(opened: Open, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="missing"):
        opened().save(tmp_path / "missing" / "screen.png")


def test_what_people_did_comes_in_order_and_with_the_time(opened: Open) -> None:
    window = opened()
    pygame.event.post(Event(pygame.KEYDOWN, key=pygame.K_LEFT, unicode="", scancode=80, mod=0))
    pygame.event.post(Event(pygame.MOUSEBUTTONDOWN, pos=(5, 6), button=1))
    pygame.event.post(Event(pygame.QUIT))
    assert window.events() == (
        KeyPressed("left", "", 42.0, since=42.0),
        Touched(5, 6, 42.0),
        CloseAsked(42.0),
    )
    assert window.events() == ()


def test_a_window_of_another_size_is_reported_once_and_painted_whole(opened: Open) -> None:
    window = opened()
    window.show(corner(SIZE))
    pygame.display.set_mode((400, 240))
    assert window.events() == (Resized(400, 240, 42.0),)
    assert window.size == (400, 240)
    assert window.events() == ()
    assert window.show(corner((400, 240)))


KMS = {"SDL_VIDEODRIVER": "kmsdrm", "SDL_VIDEO_KMSDRM_DEVICE_INDEX": "99",
       "SDL_KMSDRM_DEVICE_INDEX": "99"}  # fmt: skip


@pytest.mark.parametrize(
    ("environment", "said", "packages"),
    [
        ({"SDL_VIDEODRIVER": "dummy"}, "dummy", {"libgbm1"}),  # nobody sees it
        (KMS, "kmsdrm", {"libgbm1"}),  # a bare console without its driver
        ({"DISPLAY": ":987"}, ":987", set()),  # a desktop that does not answer
        ({"SDL_VIDEODRIVER": "no_such_driver"}, "no_such_driver", set()),
    ],
)
def test_where_there_is_no_screen_it_is_said_why_and_what_may_be_missing(
    environment: dict[str, str],
    said: str,
    packages: set[str],
    opened: Open,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pygame.display.quit()
    for name in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(NoScreen, match=said) as refused:
        opened(mode=Mode.FULL_SCREEN)
    assert packages <= {*refused.value.packages}
    assert packages or "DISPLAY" not in environment or not refused.value.packages
    assert not pygame.display.get_init()


def test_leaving_closes_the_window_and_closing_again_does_no_harm(
    assets: Path, measures: Type
) -> None:
    with Window(Opening(Mode.HEADLESS, SIZE), assets, measures, lambda: 0.0) as window:
        assert pygame.display.get_init()
    assert not pygame.display.get_init()
    window.close()
    with pytest.raises((RuntimeError, pygame.error)):
        window.events()


@pytest.mark.parametrize("side", [0, 90, 180, 270])
def test_a_picture_that_turns_to_a_player_stands_and_is_touched_as_one_opened_so(
    opened: Open, side: int
) -> None:
    seen = []
    for turn in (Rotation.NONE, Rotation(side)):
        window = opened(turn)
        window.turn_to(0 if turn else side)
        window.events()
        assert window.size == ((200, 320) if side % 180 else SIZE)
        window.show(corner(window.size))
        panel = pygame.display.get_surface()
        assert panel is not None
        pygame.event.post(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(1, 1), touch=False))
        seen.append((pygame.image.tobytes(panel, "RGB"), window.events()))
        window.close()
    assert seen[0] == seen[1]

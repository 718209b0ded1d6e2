"""How SDL is configured before it starts, and which drivers are unsuitable."""

import pytest

from companion.screen.sdl import Mode, is_blind, variables

DESKTOP = {"DISPLAY": ":0"}


def test_every_picture_waits_for_the_panel_and_no_tap_counts_twice() -> None:
    for mode in Mode:
        told = variables(mode, DESKTOP, "linux")
        assert told["SDL_RENDER_VSYNC"] == "1"
        assert told["SDL_TOUCH_MOUSE_EVENTS"] == "0"
        assert told["SDL_MOUSE_TOUCH_EVENTS"] == "0"


def test_a_console_without_a_desktop_is_drawn_on_directly() -> None:
    told = variables(Mode.FULL_SCREEN, {}, "linux")
    assert told["SDL_VIDEODRIVER"] == "kmsdrm"
    assert told["SDL_RENDER_DRIVER"] == "opengles2"


@pytest.mark.parametrize("environment", [DESKTOP, {"WAYLAND_DISPLAY": "wayland-0"}])
def test_on_a_desktop_sdl_chooses_for_itself(environment: dict[str, str]) -> None:
    told = variables(Mode.FULL_SCREEN, environment, "linux")
    assert not {"SDL_VIDEODRIVER", "SDL_RENDER_DRIVER"} & told.keys()


def test_other_systems_have_no_bare_console() -> None:
    assert "SDL_VIDEODRIVER" not in variables(Mode.FULL_SCREEN, {}, "win32")


def test_what_the_owner_has_set_is_kept() -> None:
    environment = {"SDL_VIDEODRIVER": "KMSDRM", "SDL_RENDER_VSYNC": "0", "DISPLAY": ":0"}
    told = variables(Mode.FULL_SCREEN, environment, "linux")
    assert not environment.keys() & told.keys()
    assert told["SDL_RENDER_DRIVER"] == "opengles2"


def test_headless_is_headless_even_on_a_desktop() -> None:
    told = variables(Mode.HEADLESS, {**DESKTOP, "SDL_VIDEODRIVER": "x11"}, "linux")
    assert told["SDL_VIDEODRIVER"] == "dummy"


def test_drivers_that_nobody_sees_are_known() -> None:
    assert [
        name for name in ("KMSDRM", "x11", "wayland", "offscreen", "dummy") if is_blind(name)
    ] == ["offscreen", "dummy"]

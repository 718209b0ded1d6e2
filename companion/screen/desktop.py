"""What only a desktop has: a mouse with a wheel and a pointer, and room around the window."""

import os
import sys

import pygame

from companion.screen.driver import Mode, variables


def desktop_size(mode: Mode) -> tuple[int, int] | None:
    """Return how large the desktop is, in pixels; None where there is none to be seen."""
    os.environ.update(variables(mode, os.environ, sys.platform))
    try:
        pygame.display.init()
        sizes: list[tuple[int, int]] = pygame.display.get_desktop_sizes()
    except pygame.error:
        return None  # why, is said by whoever opens the window
    return sizes[0] if sizes else None


class Wheel:
    """The wheel of the mouse over the one window, which must be open."""

    def __init__(self) -> None:
        pygame.event.set_allowed(pygame.MOUSEWHEEL)
        pygame.mouse.set_visible(True)

    def turned(self) -> tuple[int, tuple[int, int]]:
        """Return by how many detents it was turned since the last call, and where the mouse is.

        Positive is towards the hand, which is how one reads on.
        """
        events = pygame.event.get(pygame.MOUSEWHEEL)
        return sum(event.y if event.flipped else -event.y for event in events), _mouse()


def _mouse() -> tuple[int, int]:
    x, y = pygame.mouse.get_pos()
    return round(x), round(y)

"""The least that any program of this kind must do: a reference for the table's speed."""

import os
import selectors
from collections.abc import Callable
from pathlib import Path

import pygame


class BareLoop:
    """Wakes from a pipe, appends a line and flushes it, and shows one ready picture."""

    def __init__(self, folder: Path, size: tuple[int, int], flush: Callable[[int], None]) -> None:
        self._read, self._write = os.pipe()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._read, selectors.EVENT_READ)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        self._file = os.open(folder / "bare.jsonl", flags, 0o644)
        self._flush = flush
        self._screen = pygame.display.get_surface()
        self._picture = pygame.Surface(size).convert()

    def press(self) -> None:
        """Do everything once, from the edge to the picture."""
        os.write(self._write, b"x")
        self._selector.select()
        os.read(self._read, 1)
        os.write(self._file, b'{"draw":"pharaoh","padding":"' + b"x" * 200 + b'"}\n')
        self._flush(self._file)
        if self._screen is not None:
            self._screen.blit(self._picture, (0, 0))
        pygame.display.update()

    def close(self) -> None:
        """Give everything back."""
        self._selector.close()
        for descriptor in (self._read, self._write, self._file):
            os.close(descriptor)


WINDOW = """
import os
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame
pygame.display.init()
pygame.font.init()
screen = pygame.display.set_mode((1280, 720))
font = pygame.font.Font({font!r}, 40)
screen.blit(font.render("Ra", True, (255, 255, 255)), (0, 0))
pygame.display.flip()
os._exit(0)
"""
"""A bare program that opens a window and a font, writes a word and leaves."""

"""The code on the final page is read from the pixels of a small screen, by somebody else's eyes."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
import zxingcpp
from PIL import Image
from pygame import Surface

from companion.core.messages import ShareLink
from companion.core.model import Model, Preferences, Session
from companion.exports.bg_stats import link, play_of
from companion.journal import games_dir
from companion.pages.scoring.finale import Finale
from companion.pages.scoring.race import LINK
from companion.screen.painter import Painter
from companion.ui.pieces import squares
from tests.statistics.evenings import claimed, keep
from tests.view.gallery import shown

FEWEST_PX = 3
"""A square is at least this many pixels wide, or a telephone cannot read it from a small screen."""

NAMES = {
    "latin": ("Anna", "Benjamin", "Charlotte", "Dominik", "Elizabeth"),
    "ukrainian": ("Анастасія", "Володимир", "Катерина", "Олександр", "Святослав"),
    "japanese": ("さくら", "はるか", "けんじ", "たろう", "ゆうこ"),
    "long": ("Maximilian-Alexander von Hohenlohe", "Ю" * 200, "寿限無" * 30, "🏺" * 40, "e" * 500),
}


def ended(folder: Path, names: tuple[str, ...], theme: str = "night") -> tuple[Model, str]:
    """The program on the page with the code, and what the code should say."""
    with claimed(folder) as ours:
        game = keep(ours, players=len(names), names=names, seed=11)
    game_file = games_dir.find(folder, game)
    assert game_file is not None
    play = play_of(game, games_dir.read(game_file).lines)
    assert play is not None
    address = link(play)
    assert address is not None
    timeline = play.kept.timeline
    model = Model(
        page=Finale(len(names) + LINK),
        preferences=Preferences(theme=theme),
        session=Session(
            timeline=timeline,
            buttons=tuple(range(len(names))),
            share_link=ShareLink(address, timeline.seq),
        ),
    )
    return model, address


def pixels(model: Model, size: tuple[int, int], on: Callable[[Surface], Painter]) -> Image.Image:
    surface = Surface(size, 0, 32)
    on(surface).paint(shown(model, size))
    return Image.frombytes("RGB", size, pygame.image.tobytes(surface, "RGB"))


@pytest.mark.parametrize(
    ("people", "size", "theme"),
    [
        ("latin", (800, 480), "papyrus"),
        ("ukrainian", (480, 800), "night"),
        ("japanese", (1280, 720), "contrast"),
        ("japanese", (800, 480), "contrast"),
        ("long", (800, 480), "night"),
        ("long", (480, 800), "night"),
    ],
)
def test_the_code_is_read_back_from_the_pixels(
    people: str,
    size: tuple[int, int],
    theme: str,
    painter_on: Callable[[Surface], Painter],
    tmp_path: Path,
) -> None:
    model, address = ended(tmp_path, NAMES[people], theme)
    (read,) = zxingcpp.read_barcodes(pixels(model, size, painter_on))
    assert read.text == address
    wide = read.position.top_right.x - read.position.top_left.x
    assert size != (800, 480) or round(wide / len(squares(address)), 1) >= FEWEST_PX


def test_a_photograph_that_is_a_little_out_of_focus_is_enough(
    painter_on: Callable[[Surface], Painter], tmp_path: Path
) -> None:
    model, address = ended(tmp_path, NAMES["ukrainian"])
    picture = pixels(model, (800, 480), painter_on)
    tilted = picture.resize((1200, 720), Image.Resampling.BICUBIC).rotate(7, expand=True)
    (read,) = zxingcpp.read_barcodes(tilted)
    assert read.text == address

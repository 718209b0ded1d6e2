"""What may have happened: a key for each story, in words, and everything else still answers."""

import pytest

from companion.pages.hardware import ChooseStory, Doubt, Story
from companion.pages.render import scene
from companion.rules.actions import DRAWS, INVOKE
from companion.rules.tiles import Tile
from companion.ui.scene import words
from companion.ui.style import Canvas
from tests.view.gallery import SIZES, TYPE, at_table

NILE, PHARAOH = DRAWS[Tile.NILE], DRAWS[Tile.PHARAOH]


STORIES: tuple[Story, ...] = ((NILE, PHARAOH), (PHARAOH, NILE), (INVOKE,), (NILE,))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_every_story_is_a_key_that_means_it(size: tuple[int, int], number: int) -> None:
    model = at_table(5).with_drafts(doubt=Doubt(STORIES[:number], 0))
    shown = scene(model, Canvas(size=size, type=TYPE))
    keys = [each for each in shown.targets if isinstance(each.message, ChooseStory)]
    assert [each.message for each in keys] == [ChooseStory(story, 0) for story in STORIES[:number]]
    for key in keys:
        middle = key.rect.x + key.rect.w / 2, key.rect.y + key.rect.h / 2
        meant: object = key.message
        assert shown.target_at(*middle) == meant
        assert min(key.rect.w, key.rect.h) >= 30


def test_a_story_is_told_in_the_words_of_the_account() -> None:
    model = at_table(5).with_drafts(doubt=Doubt(STORIES[:2], 0))
    told = " ".join(words(scene(model, Canvas(size=(1280, 720), type=TYPE))))
    assert "What happened?" in told
    assert "Anna drew Nile; Marek drew Pharaoh" in told


def test_the_question_leaves_what_can_be_entered_by_hand_as_it_was() -> None:
    plain = at_table(5)
    canvas = Canvas(size=(1280, 720), type=TYPE)
    asked = scene(plain.with_drafts(doubt=Doubt(STORIES[:2], 0)), canvas)
    pad = [each for each in scene(plain, canvas).targets if each.rect.y > 300]
    assert pad
    for key in pad:
        middle = key.rect.x + key.rect.w / 2, key.rect.y + key.rect.h / 2
        meant: object = scene(plain, canvas).target_at(*middle)
        assert asked.target_at(*middle) == meant


def test_a_question_that_is_over_is_not_shown() -> None:
    model = at_table(5).with_drafts(doubt=Doubt(STORIES[:2], 7))
    canvas = Canvas(size=(800, 480), type=TYPE)
    assert scene(model, canvas) == scene(at_table(5), canvas)

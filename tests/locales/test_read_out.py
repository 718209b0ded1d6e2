# ruff: noqa: RUF001 (Japanese has a colon of its own)
"""Numbers read out, as somebody says them at the table: written by hand, form by form.

The numbers are those at which the six languages change: 0, 1, 2, 5, 11, 21, 22 and 101.
"""

from collections.abc import Mapping

import pytest

from companion.i18n.catalogues import words

NUMBERS = (0, 1, 2, 5, 11, 21, 22, 101)

POINTS = ("{name}: {number} point in all", "{name}: {number} points in all")

TAKES = ("{name} takes {number} point", "{name} takes {number} points")

SAID: Mapping[tuple[str, str], Mapping[str, str]] = {
    POINTS: {
        "en": """
            Eva: 0 points in all
            Eva: 1 point in all
            Eva: 2 points in all
            Eva: 5 points in all
            Eva: 11 points in all
            Eva: 21 points in all
            Eva: 22 points in all
            Eva: 101 points in all""",
        "uk": """
            Eva: разом 0 очок
            Eva: разом 1 очко
            Eva: разом 2 очки
            Eva: разом 5 очок
            Eva: разом 11 очок
            Eva: разом 21 очко
            Eva: разом 22 очки
            Eva: разом 101 очко""",
        "ru": """
            Eva: всего 0 очков
            Eva: всего 1 очко
            Eva: всего 2 очка
            Eva: всего 5 очков
            Eva: всего 11 очков
            Eva: всего 21 очко
            Eva: всего 22 очка
            Eva: всего 101 очко""",
        "cs": """
            Eva: celkem 0 bodů
            Eva: celkem 1 bod
            Eva: celkem 2 body
            Eva: celkem 5 bodů
            Eva: celkem 11 bodů
            Eva: celkem 21 bodů
            Eva: celkem 22 bodů
            Eva: celkem 101 bodů""",
        "hu": """
            Eva: összesen 0 pont
            Eva: összesen 1 pont
            Eva: összesen 2 pont
            Eva: összesen 5 pont
            Eva: összesen 11 pont
            Eva: összesen 21 pont
            Eva: összesen 22 pont
            Eva: összesen 101 pont""",
        "ja": """
            Eva：合計0点
            Eva：合計1点
            Eva：合計2点
            Eva：合計5点
            Eva：合計11点
            Eva：合計21点
            Eva：合計22点
            Eva：合計101点""",
    },
}

FACTS = {"name": "Eva", "tile": "Nile", "place": 1, "order": "Eva", "file": "a"}


@pytest.mark.parametrize("language", SAID[POINTS])
@pytest.mark.parametrize("sentence", SAID)
def test_a_number_is_read_out_as_people_say_it(sentence: tuple[str, str], language: str) -> None:
    said = words(language)
    facts = FACTS | {"kind": said.say("Nile")}
    heard = [said.tell(*sentence, number, **facts) for number in NUMBERS]
    assert heard == [line.strip() for line in SAID[sentence][language].strip().splitlines()]


@pytest.mark.parametrize("sentence", [TAKES, POINTS])
@pytest.mark.parametrize(
    ("language", "alike"),
    [
        ("en", [{1}, {0, 2, 5, 11, 21, 22, 101}]),
        ("uk", [{1, 21, 101}, {2, 22}, {0, 5, 11}]),
        ("ru", [{1, 21, 101}, {2, 22}, {0, 5, 11}]),
        ("cs", [{1}, {2}, {0, 5, 11, 21, 22, 101}]),
        ("ja", [{0, 1, 2, 5, 11, 21, 22, 101}]),
    ],
)
def test_numbers_that_sound_alike_have_one_form(
    sentence: tuple[str, str], language: str, alike: list[set[int]]
) -> None:
    said = words(language)
    for numbers in alike:
        forms = {said.tell(*sentence, each, **FACTS).replace(str(each), "#") for each in numbers}
        assert len(forms) == 1

"""What a voice is given, and which recordings say it."""

import re

import pytest
from babel.messages.catalog import Message

from companion.paths import asset
from companion.speaking import pronouncing
from tests.locales.catalogues import EXTRACT, forms, read


def test_sentences_end_so_that_a_voice_pauses() -> None:
    assert (
        pronouncing.joined(("Ra, 7 of 10", "Anna: pass?", "次へ。"))
        == "Ra, 7 of 10. Anna: pass? 次へ。"
    )


@pytest.mark.parametrize(
    ("language", "text", "given"),
    [
        ("en", "Anna & Zsófi", "Anna &amp; Zsófi"),
        ("cs", "Олена bere 7", '<voice name="ru">Олена</voice> bere 7'),
        ("hu", "Іван passzol", '<voice name="uk">Іван</voice> passzol'),
        ("uk", "Anna: пас", "Anna: пас"),
        ("ru", "アンナ: пас", '<voice name="ja">アンナ</voice>: пас'),
        ("ja", "Anna: パス", '<voice name="en">Anna</voice>: パス'),
        ("ja", "Олена: パス", '<voice name="ru">Олена</voice>: パス'),
        ("en", "<b>7", "&lt;b&gt;7"),
    ],
)
def test_a_name_in_another_script_has_a_voice_that_reads_it(
    language: str, text: str, given: str
) -> None:
    assert pronouncing.marked(text, language, {}) == given


@pytest.mark.parametrize(
    ("language", "text", "given"),
    [
        ("en", "Pharaohs: Anna -4, Eva 0", "Pharaohs: Anna minus 4, Eva 0"),
        ("uk", "Фараони: Анна \N{MINUS SIGN}4", "Фараони: Анна мінус чотири"),
        ("ru", "Фараоны: Анна -4", "Фараоны: Анна минус 4"),
        ("cs", "Anna -4", "Anna minus 4"),
        ("hu", "Anna -4", "Anna mínusz 4"),
        ("ja", "ファラオ -4", "ファラオ マイナス 4"),
        ("uk", "8-7-4-3", "вісім-сім-чотири-три"),
    ],
)
def test_a_loss_is_said_to_be_one(language: str, text: str, given: str) -> None:
    assert pronouncing.marked(text, language, {}) == given


@pytest.mark.parametrize(
    ("language", "text", "given"),
    [
        ("uk", "разом 1 очко", "разом одне очко"),
        ("uk", "разом 21 очко", "разом двадцять одне очко"),
        ("uk", "разом 101 очко", "разом сто одне очко"),
        ("uk", "разом 11 очок, диск 1", "разом одинадцять очок, диск один"),
        ("ru", "Анна берёт 1 очко", "Анна берёт одно очко"),
        ("ru", "всего 31 очко", "всего 30 одно очко"),
        ("ru", "всего 2 очка", "всего 2 очка"),
        ("cs", "Anna bere 1 bod", "Anna bere 1 bod"),
        ("uk", "2 Піраміди, 2 Храми", "дві Піраміди, два Храми"),
        ("uk", "22 плитки", "двадцять дві плитки"),
        ("ru", "2 Пирамиды, 2 Храма, солнце 2", "две Пирамиды, 2 Храма, солнце 2"),
        ("ru", "Будет отменена 1 запись", "Будет отменена одна запись"),
        (
            "cs",
            "1 karta, 2 Sfingy, 2 Chrámy, 12 karet",
            "jedna karta, dvě Sfingy, 2 Chrámy, 12 karet",
        ),
        ("pl", "2 Faraonów, 3 Bogów, 5 Bogów", "dwóch Faraonów, trzech Bogów, 5 Bogów"),
        ("pl", "2 Piramidy, 2 Obeliski", "dwie Piramidy, 2 Obeliski"),
        ("hu", "2 pont, 12 pontot, 32 pont", "két pont, tizenkét pontot, 30 két pont"),
        ("hu", "2 Fáraó, 2 Nílus; a 2 nyer", "két Fáraó, két Nílus; a 2 nyer"),
        ("de", "1 Punkt, 21 Punkte, Sonne 1", "ein Punkt, 21 Punkte, Sonne 1"),
        ("fr", "1 tuile, 1 point", "une tuile, 1 point"),
        ("es", "21 puntos, 31 puntos, 1 ficha", "veintiún puntos, 30 y un puntos, una ficha"),
        ("it", "1 punto, 1 tessera", "un punto, una tessera"),
    ],
)
def test_a_number_is_said_as_its_noun_wants_it(language: str, text: str, given: str) -> None:
    assert pronouncing.marked(text, language, {}) == given


def test_the_longest_reading_counts() -> None:
    readings = pronouncing.read_table("# remark\n山 やま\n山田 やまだ # a name\n\n")
    assert readings == {"山": "やま", "山田": "やまだ"}
    assert pronouncing.as_read("山田と山", readings) == "やまだとやま"
    assert pronouncing.as_read("山田", {}) == "山田"


def test_files_are_found_by_their_words_whatever_their_signs() -> None:
    assert pronouncing.key("Ra, 7 of 10!") == pronouncing.key("ra 7 OF 10")
    assert pronouncing.key("ラー、7枚") == ("ラ", "ー", "7", "枚")


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Anna takes it with 9", [b"anna", b"takes it with", "9"]),
        ("Ben takes it, then Anna", ["ben", b"takes it", "then", b"anna"]),
        ("nobody at all", ["nobody at all"]),
        ("Annabel", ["annabel"]),
        ("太陽チップ9", ["太陽", b"chip", "9"]),
        ("", []),
    ],
)
def test_the_longest_recordings_are_taken(text: str, parts: list[bytes | str]) -> None:
    names = {"Anna": b"anna", "takes it with": b"takes it with", "takes it": b"takes it"}
    recorded = pronouncing.pack({**names, "チップ": b"chip", "!": b"nothing"})
    assert list(pronouncing.spoken(text, recorded)) == parts


SPOKEN = (
    "companion/rules/problems.py",
    "companion/rules/tiles.py",
    "companion/speaking/",
    "companion/narration/",
    "companion/rules/scoring/reasons.py",
    "companion/pages/new_game/dealing.py",
    "companion/pages/new_game/options.py",
    "companion/pages/new_game/seating.py",
    "companion/pages/new_game/welcome.py",
    "companion/pages/scoring/epoch.py",
    "companion/pages/table/bidding.py",
    "companion/pages/table/settled.py",
    "companion/pages/table/turn.py",
)
"""Where the sentences stand that are said while a game is played; what a page asks is said too."""

ASKED = EXTRACT.CALLS["Prompt"][0]


def _is_spoken(message: Message) -> bool:
    is_placeholder = (file.startswith(SPOKEN) for file, _ in message.locations)
    return ASKED in message.auto_comments or any(is_placeholder)


def test_what_is_said_in_a_japanese_game_can_be_read_by_a_voice() -> None:
    readings = pronouncing.read_table(
        asset("locales", "ja", "readings.txt").read_text(encoding="utf-8")
    )
    said = [
        form
        for message in read("ja")
        if message.id and _is_spoken(message)
        for form in forms(message.string)
    ]
    assert len(said) > 100
    kanji = re.compile(r"[\u3400-\u9fff]")
    unread = {form for form in said if kanji.search(pronouncing.as_read(form, readings))}
    assert not unread, "add the words to assets/locales/ja/readings.txt"


def test_numbers_that_a_voice_says_wrongly_are_written_in_words_but_no_part_of_one() -> None:
    said = {
        "0": "нуль", "16": "шістнадцять", "20": "двадцять", "46": "сорок шість", "100": "сто",
        "112": "сто дванадцять", "888": "вісімсот вісімдесят вісім", "1000": "1000",
        "19:05": "19:05", "2.0.0": "2.0.0", "4,5": "4,5", "p5": "p5",
    }  # fmt: skip
    assert {each: pronouncing.numbered(each, "uk") for each in said} == said
    assert pronouncing.numbered("100 очок. 3 диски, 7", "uk") == "сто очок. три диски, сім"

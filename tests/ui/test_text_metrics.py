"""Texts measured, shortened and wrapped without drawing them."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion
from companion.ui.scene import Weight
from companion.ui.text_metrics import type_from

BOLD = Weight.BOLD

PACKAGE = Path(companion.__file__).parent

ASSETS = next(path for path in (PACKAGE / "assets", PACKAGE.parent / "assets") if path.is_dir())

TYPE = type_from((ASSETS / "fonts" / "advances.json").read_bytes())

languages = st.sampled_from(["en", "uk", "ru", "cs", "hu", "ja"])

scripts = st.sampled_from("Яґїěű漢字かなラー、。「」（） 1234 Ra–'ab")  # noqa: RUF001 (six languages)

sentences = st.text(scripts, max_size=60)

rooms = st.integers(1, 900)

sizes = st.integers(8, 90)


def wrapped(text: str, room: float, language: str = "en") -> tuple[str, ...]:
    return TYPE.wrap(text, room, 20, BOLD, language)


def test_all_figures_are_equally_wide_in_every_weight() -> None:
    for weight in Weight:
        assert len({TYPE.width(digit, 27, weight) for digit in "0123456789"}) == 1


def test_a_pair_that_moves_together_is_narrower_than_its_letters() -> None:
    apart = TYPE.width("A", 40, BOLD) + TYPE.width("V", 40, BOLD)
    assert TYPE.width("AV", 40, BOLD) < apart


def test_every_language_of_the_box_has_all_its_letters() -> None:
    alphabets = (
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
        "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯабвгґдеєжзиіїйклмнопрстуфхцчшщьюяЁЪЫЭёъыэ",
        "ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýžÖŐÜŰöőüű",
        "あいうえおがぱっゃ゛アイウエオガパッャー、。・「」！？：（）",  # noqa: RUF001 (Japanese)
        "–—“”„‘’«»…−×№",  # noqa: RUF001 (signs of all six)
    )
    for alphabet in alphabets:
        assert TYPE.shown(alphabet) == alphabet


def test_every_kanji_in_common_use_can_be_shown() -> None:
    kanji = (ASSETS / "fonts" / "joyo.txt").read_text(encoding="utf-8").strip()
    assert len(kanji) == 2136
    assert TYPE.shown(kanji) == kanji


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann🎲", "Ann□"),
        ("👨‍👩‍👧", "□"),
        ("❤️", "□"),
        ("\u202eevil\u2066", "evil"),
        ("e\u0301", "é"),
        ("two\nlines\tand more", "two lines and more"),
        ("7\u202fRa", "7\u00a0Ra"),
        ("\ud800", "□"),
        ("שלום", "□□□□"),
        ("", ""),
    ],
)
def test_what_cannot_be_drawn_is_replaced_or_left_out(text: str, shown: str) -> None:
    assert TYPE.shown(text) == shown


@given(st.text())
def test_what_is_shown_has_glyphs_only_and_stays_as_it_is(text: str) -> None:
    shown = TYPE.shown(text)
    assert all(character in TYPE.advances[weight] for weight in Weight for character in shown)
    assert TYPE.shown(shown) == shown


@given(st.text(), sizes)
def test_a_character_without_a_glyph_is_as_wide_as_its_stand_in(text: str, px: int) -> None:
    assert TYPE.width(text, px, BOLD) == TYPE.width(TYPE.shown(text), px, BOLD)


@pytest.mark.parametrize(
    ("text", "room", "short"),
    [
        ("Alexander Hamilton", 120, "Alex…ton"),  # a name loses its middle
        ("Alexander Hamilton 12", 120, "Al…on 12"),  # and never the number at its end
        ("Alexander +123", 5, "+123"),
        ("ラー 6/10", 10, "6/10"),
    ],
)
def test_what_has_no_room_is_shortened(text: str, room: int, short: str) -> None:
    assert TYPE.shorten(text, room, 24, BOLD) == short


def test_a_number_in_the_middle_is_kept_or_left_out_whole() -> None:
    for room in range(20, 260):
        short = TYPE.shorten("Player 123456 of us", room, 24, BOLD)
        assert "123456" in short or not any(digit in short for digit in "123456")


@given(st.text(st.sampled_from("Яґїěű漢字かなラー、。「」 Ab")), rooms, sizes)
def test_a_shortened_name_fits_wherever_the_three_dots_fit(text: str, room: int, px: int) -> None:
    short = TYPE.shorten(text, room, px, BOLD)
    assert TYPE.width(short, px, BOLD) <= max(room, TYPE.width("…", px, BOLD))


@given(sentences, st.integers(40, 900), st.integers(8, 30), languages)
def test_wrapped_lines_fit_and_nothing_is_lost(
    text: str, room: int, px: int, language: str
) -> None:
    lines = TYPE.wrap(text, room, px, BOLD, language)
    assert all(TYPE.width(line, px, BOLD) <= room for line in lines)
    assert "".join("".join(lines).split()) == "".join(TYPE.shown(text).split())


@pytest.mark.parametrize("text", ["tiles 7 Ra", "count 12 b", "tiles Ra 7"])
def test_a_number_is_not_parted_from_a_short_word(text: str) -> None:
    unit = text.split(" ", 1)[1]
    for room in range(int(TYPE.width("tiles 7", 20, BOLD)), 200):
        assert any(unit in line for line in wrapped(text, room))


@pytest.mark.parametrize(
    ("text", "unit", "language"),
    [("kámen v tahu", "v tahu", "cs"), ("камінь у мішку", "у мішку", "uk")],  # noqa: RUF001
)
def test_a_one_letter_word_does_not_end_a_line(text: str, unit: str, language: str) -> None:
    for room in range(90, 200):
        assert any(unit in line for line in wrapped(text, room, language))


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("one\ntwo", 500, ("one", "two")),  # a line break stays one
        ("", 500, ()),
        ("Donaudampfschiff", 80, ("Donaud", "ampfsc", "hiff")),  # wider than the room
        ("Yellow wins with 8", 160, ("Yellow wins", "with 8")),  # no number stands alone
    ],
)
def test_lines_are_broken_between_words(text: str, room: int, lines: tuple[str, ...]) -> None:
    assert wrapped(text, room) == lines


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("神を使う。ラーを「呼ぶ」", 64, ("神を使", "う。", "ラーを", "「呼", "ぶ」")),
        ("次のお客様のために", 110, ("次のお客様", "のために")),  # no more lines than must be
        ("タイルを置いてください", 200, ("タイルを", "置いてください")),
        ("入札する太陽は？", 126, ("入札する", "太陽は？")),  # noqa: RUF001 (Japanese)
        ("入札なし：すべてそのまま", 160, ("入札なし：", "すべてそのまま")),  # noqa: RUF001
        ("0 洪水なし", 84, ("0", "洪水なし")),
        ("タイルをめくるか、Ra を宣言", 200, ("タイルをめくるか、", "Ra を宣言")),
        ("正しくは：Ra を宣言", 110, ("正しくは：", "Ra を宣言")),  # noqa: RUF001 (the same)
    ],
)
def test_japanese_rather_breaks_between_phrases(
    text: str, room: int, lines: tuple[str, ...]
) -> None:
    assert wrapped(text, room, "ja") == lines


def test_japanese_lines_are_even_and_their_phrases_whole_where_there_is_room() -> None:
    text = "を中央に表向きに置く"
    assert TYPE.even(text, 110, 20, BOLD, "ja") == ("を中央に表", "向きに置く")
    assert TYPE.even(text, 110, 20, BOLD, "ja", 3) == ("を中央に", "表向きに", "置く")
    assert TYPE.even(text, 180, 20, BOLD, "ja", 3) == ("を中央に", "表向きに置く")


@given(
    st.lists(st.sampled_from(["神", "ラー", "「呼ぶ」", "う。", "使っ", "、と"])),
    st.integers(90, 400),
)
def test_no_japanese_line_starts_or_ends_with_what_must_not(parts: list[str], room: int) -> None:
    lines = wrapped("神" + "".join(parts), room, "ja")
    assert not any(line[0] in "、。」っー" for line in lines)
    assert not any(line.endswith("「") for line in lines)


def test_a_japanese_counter_stays_with_its_number() -> None:
    for room in range(60, 160):
        assert any("10枚" in line for line in wrapped("タイルを10枚引く", room, "ja"))


@given(st.text(st.characters(max_codepoint=0x17F), min_size=1), st.integers(20, 900))
def test_the_fitting_size_fits_and_the_next_one_would_not(text: str, room: int) -> None:
    px = TYPE.fitting_px(text, room, 60, 10, BOLD)
    assert 10 <= px <= 60
    assert px == 10 or TYPE.width(text, px, BOLD) <= room
    assert px == 60 or TYPE.width(text, px + 1, BOLD) > room


def test_a_file_of_something_else_is_refused() -> None:
    with pytest.raises(msgspec.DecodeError):
        type_from(b'{"cap_height": 730}')

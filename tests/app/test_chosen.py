"""What people set at the screen: at home it outlives a power cut, in a café the game of its guests.

It is on the disk before it is shown.
"""

import errno
import os
from pathlib import Path

import msgspec
import pytest

from companion.app.chosen import PLACES, Chosen
from companion.core.commands import TILE_KEYS
from companion.core.messages import Leave, Message, SetLanguage, SetPreference
from companion.core.model import MACHINES, Choices, Loudness, Model, Preferences, TextSize, choices
from companion.core.notices import Notes
from companion.pages.new_game.welcome import Welcome
from companion.settings import Settings
from companion.settings.reading import read
from tests.app.inside import Inside, inside
from tests.app.outside import Starts

SET: dict[str, tuple[Message, object]] = {
    "language": (SetLanguage("uk", ("Синій",) * 5, TILE_KEYS, MACHINES), "uk"),
    "theme": (SetPreference("theme", "papyrus"), "papyrus"),
    "text_size": (SetPreference("text_size", TextSize.PRINT), TextSize.PRINT),
    "loudness": (SetPreference("loudness", Loudness.NIGHT), Loudness.NIGHT),
    "has_clock": (SetPreference("has_clock", value=True), True),
    "is_spoken": (SetPreference("is_spoken", value=True), True),
}
"""A message that sets each thing, and what it is then."""

CAFE = Model(page=Welcome(), preferences=Preferences(kiosk=True))


def with_chosen(table: Inside, owners: Settings = Settings()) -> Inside:  # noqa: B008 - a frozen value
    table.store.chosen = Chosen(table.data, owners, table.room.disk())
    return table


def do(table: Inside, *said: Message) -> None:
    for message in said:
        table.loop.post(message, "test")
        table.settle()


def at_home(data: Path, owners: Settings = Settings()) -> Settings:  # noqa: B008 - a frozen value
    return Chosen(data, owners).by_house()


def test_everything_that_can_be_set_at_the_screen_is_tried_here() -> None:
    assert {*SET} == {*Choices.__struct_fields__} == {*PLACES} - {"edition"}


def kept(settings: Settings, name: str) -> object:
    """Return what stands there for one of these things."""
    table, key = PLACES[name]
    return getattr(getattr(settings, table), key)


@pytest.mark.parametrize("name", SET)
def test_at_home_what_was_set_is_on_the_disk_before_it_is_shown_and_after_a_power_cut(
    name: str, tmp_path: Path
) -> None:
    message, value = SET[name]
    with inside(tmp_path / "data") as table:
        with_chosen(table).room.is_free.clear()
        table.loop.post(message, "test")
        for _ in range(3):
            table.loop.turn()
            if getattr(choices(table.model.preferences), name) == value:
                assert kept(at_home(table.data), name) == value
        table.room.is_free.set()
        table.settle()
        assert getattr(choices(table.model.preferences), name) == value
    for each in PLACES:
        wanted = value if each == name else kept(Settings(), each)
        assert kept(at_home(table.data), each) == wanted


def test_a_choice_of_before_gives_way_to_what_the_owner_sets_later(tmp_path: Path) -> None:
    with inside(tmp_path / "data") as table:
        do(
            with_chosen(table),
            SetPreference("theme", "papyrus"),
            SetPreference("loudness", Loudness.NIGHT),
        )
    later, _ = read(b'[table]\ntheme = "contrast"\n')
    assert at_home(table.data, later).table.theme == "contrast"
    assert at_home(table.data, later).sound.level is Loudness.NIGHT
    assert at_home(table.data).table.theme == "papyrus"


def test_the_edition_that_was_played_last_is_offered(tmp_path: Path) -> None:
    owners, _ = read(b'[table]\nedition = "rgg2009"\n')
    assert at_home(tmp_path / "data", owners).table.edition.value == "rgg2009"
    with inside(tmp_path / "data") as table:
        with_chosen(table, owners).press("p1", "p2", "p3", "ra", "ok")
        assert table.seq == 0
    assert at_home(table.data, owners).table.edition.value == "c25"


def test_where_nothing_can_be_saved_it_is_set_and_said(tmp_path: Path) -> None:
    with inside(tmp_path / "data") as table:
        with_chosen(table)
        table.room.error = errno.EIO

        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        assert table.store.chosen is not None
        table.store.chosen.save = full  # type: ignore[method-assign]
        do(table, SetPreference("theme", "papyrus"))
        assert table.model.preferences.theme == "papyrus"
        assert table.notes == [Notes.NOT_SAVED_FULL]


def test_in_a_cafe_it_lasts_as_long_as_the_game(tmp_path: Path) -> None:
    data = tmp_path / "data"
    cafe, _ = read(b"[table]\nkiosk = true\n")
    with inside(data, model=CAFE) as table:
        do(with_chosen(table, cafe), SetPreference("theme", "papyrus"))
        assert Chosen(data, cafe).by_guests(cafe, None) == cafe
        table.press("p1", "p2", "p3", "ra", "ok", "p1")
        do(table, SetPreference("text_size", TextSize.LARGE))
        game = table.store.game
        assert game is not None
    chosen = Chosen(data, cafe)
    assert chosen.by_house() == cafe
    theirs = chosen.by_guests(cafe, game).table
    assert (theirs.theme, theirs.text_size) == ("papyrus", TextSize.LARGE)
    assert chosen.by_guests(cafe, "000002-20260102T201530") == cafe
    with inside(data, model=CAFE) as table:
        do(with_chosen(table, cafe), Leave())
        table.press("p1", "p2", "p3", "ra", "ok", "p1")
        assert Chosen(data, cafe).by_guests(cafe, table.store.game) == cafe


@pytest.mark.parametrize(
    "text",
    [b"", b"nonsense", b"[" * 9999, b'{"house": 3}', b"\xff", b"x" * 20_000,
     b'{"house":{"theme":["pink","night"],"x":["y","z"]}}'],
)  # fmt: skip
def test_a_file_that_makes_no_sense_sets_nothing(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "chosen.json").write_bytes(text)
    assert at_home(tmp_path) == Settings()


def test_one_value_that_cannot_be_leaves_the_others(tmp_path: Path) -> None:
    house = {
        "theme": ["pink", "night"],
        "text_size": ["large", "normal"],
        "is_spoken": ["x", False],
    }
    (tmp_path / "chosen.json").write_bytes(msgspec.json.encode({"house": house}))
    assert at_home(tmp_path).table.text_size is TextSize.LARGE
    assert at_home(tmp_path).table.theme == "night"


def test_after_a_restart_the_whole_program_speaks_as_it_did(starts: Starts) -> None:
    starts.play("turn 2")
    assert "Wertungsbogen" in starts.words()
    for options, said in (((), "Wertungsbogen"), (("--language", "en"), "Score sheet")):
        starts.play(options=options)
        assert said in starts.words()

"""The owner's file: what is right counts; what is wrong is named with its line and the remedy."""

import tomllib
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion import settings
from companion.i18n import ENGLISH
from companion.paths import asset, data_folder
from companion.rules.actions import Level
from companion.settings import Settings, reading
from companion.settings.errors import Wrong, described, summed_up
from companion.settings.reading import MOST_BYTES
from tests.cli.running import Run
from tests.statistics.evenings import claimed, keep


def read(text: str) -> tuple[Settings, list[tuple[int, Wrong]]]:
    found, mistakes = reading.read(text.encode())
    return found, [(each.line, each.wrong) for each in mistakes]


def said(text: str) -> list[str]:
    return [described(each, ENGLISH) for each in reading.read(text.encode())[1]]


@pytest.mark.parametrize(
    ("table", "line", "wrong", "remedy"),
    [
        ("table", 'language = "de"', Wrong.NOT_ONE_OF, "use one of en, uk, ru, cs, hu, ja"),
        ("table", 'edition = "third"', Wrong.NOT_ONE_OF, "alea1999, rgg2009, windrider2016, c25"),
        ("screen", "rotate = 45", Wrong.NOT_ONE_OF, "use one of 0, 90, 180, 270"),
        ("sound", "volume = 101", Wrong.NOT_WHOLE, "write a whole number from 0 to 100"),
        ("sound", "volume = 1.5", Wrong.NOT_WHOLE, "write a whole number from 0 to 100"),
        ("panel.buttons", "ra = 28", Wrong.NOT_WHOLE, "write a whole number from 0 to 27"),
        ("kiosk", "night_from = 24", Wrong.NOT_WHOLE, "write a whole number from 0 to 23"),
        ("table", "text_scale = 2", Wrong.NOT_A_NUMBER, "write a number from 1.0 to 1.3"),
        ("table", "one_button_seconds = -1", Wrong.NOT_A_NUMBER, "write a number from 0 to 30"),
        ("table", "sun_commit_seconds = -0.1", Wrong.NOT_A_NUMBER, "write a number from 0 to 10"),
        ("table", "sun_commit_seconds = nan", Wrong.NOT_A_NUMBER, "write a number from 0 to 10"),
        ("table", "big = 1", Wrong.NOT_TRUE_OR_FALSE, "write true or false"),
        ("kiosk", 'call_command = "call"', Wrong.NOT_A_LIST, "write strings in brackets"),
        ("data", "folder = 3", Wrong.NOT_A_TEXT, "write a string in quotation marks"),
        ("fleet", 'host = "a b"', Wrong.NOT_A_HOST, "name or its address"),
        ("fleet", 'id = "a/b"', Wrong.NOT_A_WORD, "letters, digits, - and _"),
        ("fleet", 'base = "ra/#"', Wrong.NOT_A_TOPIC, "with / between"),
        ("table", "colour = 1", Wrong.NO_SUCH_SETTING, "only language, theme"),
        ("table", "langage = 1", Wrong.NO_SUCH_SETTING_BUT, "did you mean language?"),
    ],
)
def test_a_wrong_value_is_named_with_its_line_and_what_would_be_right(
    table: str, line: str, wrong: Wrong, remedy: str
) -> None:
    text = f'# mine\n[table]\ntheme = "papyrus"\n[{table}.none]\n'.replace(f"[{table}.none]\n", "")
    text += line if table == "table" else f"[{table}]\n{line}"
    found, mistakes = read(text)
    assert mistakes == [(4 + (table != "table"), wrong)]
    assert found == replace(
        settings.Settings(), table=replace(settings.Settings().table, theme="papyrus")
    )
    [sentence] = said(text)
    assert remedy in sentence
    assert sentence.startswith(f"line {4 + (table != 'table')}: ")


@pytest.mark.parametrize(
    ("text", "wrong", "sentence"),
    [
        ("[tabel]\nbig = true", Wrong.NO_SUCH_TABLE_BUT, "line 1: there is no table 'tabel':"),
        ("[zzz]\nbig = true", Wrong.NO_SUCH_TABLE, "line 1: there is no table 'zzz', only table,"),
        ("big = true", Wrong.NO_SUCH_TABLE, "there is no table '', only table,"),
        ("[table\n", Wrong.NOT_TOML, "line 1: not valid TOML: "),
        ("[table]\n[table]", Wrong.TWICE, "line 2: 'table' is there twice: delete one of them"),
        ("[a]\nb = 1\n\nb = 2 # again\n", Wrong.TWICE, "line 4: 'b' is there twice"),
        ("[panel]\nra = 1\nra = 2", Wrong.TWICE, "line 3: 'ra' is there twice"),
        ("a.b = 1\na.b = 2", Wrong.TWICE, "line 2: 'a.b' is there twice"),
        ("a = {b = 1, b = 2}", Wrong.TWICE, "line 1: 'b' is there twice"),
        ('"a\\"b" = 1\n"a\\"b" = 2\n', Wrong.TWICE, 'line 2: \'"a\\\\"b" = 2\' is there'),
        ("'a b' = 1\n'a b' = 2\n\n", Wrong.TWICE, "line 2: \"'a b'\" is there twice"),
    ],
)
def test_what_is_no_settings_file_is_said_and_the_defaults_hold(
    text: str, wrong: Wrong, sentence: str
) -> None:
    found, mistakes = read(text)
    assert found == settings.Settings()
    assert [each for _, each in mistakes] == [wrong]
    assert sentence in said(text)[0]


def test_no_seconds_switch_off_what_goes_on_by_itself() -> None:
    found, mistakes = read("[table]\none_button_seconds = 0\nsun_commit_seconds = 0")
    assert (found.table.one_button_seconds, found.table.sun_commit_seconds) == (0, 0)
    assert mistakes == []


def test_bytes_that_are_no_text_are_said() -> None:
    found, [mistake] = reading.read(b"[table]\n\xff")
    assert (found, mistake.wrong, mistake.line) == (settings.Settings(), Wrong.NO_TEXT, 0)


def test_a_file_that_cannot_be_read_or_is_far_too_long_is_said(tmp_path: Path) -> None:
    for name, wrong in (("none", Wrong.UNREADABLE), ("long", Wrong.TOO_LONG)):
        (tmp_path / "long").write_bytes(b"#" * (MOST_BYTES + 1))
        found, [mistake] = settings.load(tmp_path / name)
        assert (found, mistake.wrong, mistake.line) == (settings.Settings(), wrong, 0)
        assert str(tmp_path / name) in described(mistake, ENGLISH)
    (tmp_path / "long").write_bytes(b"#" * MOST_BYTES)
    assert settings.load(tmp_path / "long") == (settings.Settings(), ())


def test_a_new_game_enters_every_tile_where_that_costs_little() -> None:
    def level(text: str, *, is_simulated: bool = False) -> Level:
        return settings.first_level(read(text)[0], is_simulated=is_simulated)

    no_touch = "[screen]\ntouch = false\n"
    assert level("") is Level.FULL
    assert level(no_touch) is Level.LIGHT
    assert level(no_touch, is_simulated=True) is Level.FULL
    assert level(no_touch + '[bag_reader]\nurl = "auto"') is Level.FULL
    assert level('[table]\nlevel = "score_only"') is Level("score_only")


def test_the_owners_file_is_the_one_named_or_the_first_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, named = (tmp_path / name for name in ("first", "second", "named"))
    monkeypatch.setattr(settings, "owners_places", lambda: (first, second))
    assert settings.owners_file(named) == named
    assert settings.owners_file() is None
    second.write_text('[table]\ntheme = "papyrus"')
    assert settings.owners_file() == second
    first.touch()
    assert settings.owners_file() == first


def test_without_a_file_the_defaults_hold() -> None:
    assert settings.load(None) == (settings.Settings(), ())


def test_what_the_program_begins_with_is_what_owners_are_told() -> None:
    shipped = asset("settings.toml").read_bytes()
    assert reading.read(shipped) == (settings.Settings(), ())
    told = tomllib.loads(shipped.decode("utf-8"))
    here: dict[str, dict[str, object]] = msgspec.to_builtins(settings.Settings())
    told["sides"] = told["screen"].pop("sides")
    told["buttons"], told["lamps"] = told["panel"].pop("buttons"), told["panel"].pop("lamps")
    told["languages"] = told["kiosk"].pop("languages")
    assert told == msgspec.json.decode(msgspec.json.encode(here))


def test_a_mistake_is_looked_for_in_its_own_table() -> None:
    text = "[screen.sides]\np1 = 90\n[panel.buttons]\n'p1' = 99\n[panel.lamps]\np1 = 12\n"
    assert read(text)[1] == [(4, Wrong.NOT_WHOLE)]
    assert read("panel.buttons.p1 = 99")[1] == [(0, Wrong.NOT_WHOLE)]


def test_a_text_that_ends_too_soon_is_wrong_on_no_line() -> None:
    assert read("[table]\nx = [1,")[1] == [(0, Wrong.NOT_TOML)]
    assert "line" not in said("[table]\nx = [1,")[0].partition(":")[0]


def test_one_mistake_is_summed_up_by_itself_and_many_by_the_first_and_their_number() -> None:
    wrong = ("volume = 101", "loud = 1", "voice = 3")
    for number in range(1, len(wrong) + 1):
        text = "\n".join(("[sound]", *wrong[:number]))
        first = said(text)[0]
        summed = summed_up(reading.read(text.encode())[1], ENGLISH)
        others = f" (and {number - 1} more: `ra-companion settings --check` lists all)"
        assert summed == (first if number == 1 else first + others)


def test_every_command_looks_for_games_where_the_owner_keeps_them(run: Run, tmp_path: Path) -> None:
    folder, stick = tmp_path / "games of ours", tmp_path / "stick"
    stick.mkdir()
    with claimed(folder) as ours:
        keep(ours)
    (tmp_path / "owner's.toml").write_text(f'[data]\nfolder = "{folder}"\n')
    assert "Anna" in run("games").out
    assert "Anna" in run("export", "last").out
    assert run("stats", "Anna").status == 0
    assert "1 game saved" in run("backup", stick).out
    assert "1 game already here" in run("restore", stick, "--dry-run").out
    assert run("forget", "Anna").status == 0
    assert "Anna" not in run("games").out


def test_the_folder_of_games_is_the_one_asked_for_then_the_owners_then_the_usual(
    tmp_path: Path,
) -> None:
    asked, owners = tmp_path / "asked", tmp_path / "owner's"
    ours, _ = reading.read(f'[data]\nfolder = "{owners}"\n'.encode())
    assert settings.data_in_use(asked, ours) == settings.data_in_use(asked) == asked
    assert settings.data_in_use(None, ours) == owners
    assert settings.data_in_use(None, settings.Settings()) == data_folder()

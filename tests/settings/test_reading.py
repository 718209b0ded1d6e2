"""The owner's file: what is right counts; what is wrong is named with its line and the remedy."""

import os
import tomllib
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some
from msgspec.structs import replace

from companion import settings
from companion.core.model import TextSize
from companion.paths import asset, data_folder
from companion.rules.actions import Level
from companion.settings import Settings, gone, reading
from companion.settings.file import shown
from companion.settings.gone import Gone
from companion.settings.reading import MOST_BYTES, summed_up
from tests.cli.running import Run
from tests.statistics.evenings import claimed, keep


def read(text: str) -> tuple[Settings, list[str]]:
    found, mistakes = reading.read(text.encode())
    return found, [*map(str, mistakes)]


@pytest.mark.parametrize(
    ("table", "line", "sentence"),
    [
        (
            "table",
            'language = "qaa"',
            'table.language: must be one of en, cs, de, es, fr, hu, it, ja, pl, ru, uk, not "qaa"',
        ),
        (
            "table",
            'edition = "third"',
            'one of "alea1999", "rgg2009", "windrider2016", "c25", not "third"',
        ),
        ("screen", "rotate = 45", "screen.rotate: must be one of 0, 90, 180, 270, not 45"),
        ("sound", "volume = 101", "sound.volume: must be a whole number from 0 to 100, not 101"),
        (
            "panel.buttons",
            "ra = 28",
            "panel.buttons.ra: must be a whole number from 0 to 27, not 28",
        ),
        ("table", 'text_size = "tiny"', '"larger", "large_print", not "tiny"'),
        (
            "table",
            'one_button_seconds = "2"',
            'one_button_seconds: must be a number from 0 to 30, not "2"',
        ),
        (
            "table",
            "sun_commit_seconds = nan",
            "sun_commit_seconds: must be a number from 0 to 10, not nan",
        ),
        ("table", "clock = 1", "table.clock: must be true or false, not 1"),
        (
            "kiosk",
            'call_command = "call"',
            "call_command: must be a list of texts in square brackets",
        ),
        ("data", "folder = 3", "data.folder: must be one line of text in quotes, not 3"),
        ("data", 'folder = "a\\u0000b"', "data.folder: must be one line of text in quotes"),
        ("fleet", 'host = "a b"', "fleet.host: must be a computer's name or its address"),
        ("fleet", 'id = "a/b"', "fleet.id: must be at most 40 letters, digits, - and _"),
        ("fleet", 'base = "ra/#"', "fleet.base: must be letters, digits, - and _, with / between"),
        ("table", "colour = 1", "table.colour: there is no such setting"),
        ("table", "langage = 1", "there is no such setting; did you mean table.language?"),
        ("sound", "kiosk = true", "there is no such setting; did you mean table.kiosk?"),
        ("panel", "buttons = 3", "panel.buttons: must be a table, not 3"),
    ],
)
def test_a_wrong_value_is_named_with_its_line_and_what_would_be_right(
    table: str, line: str, sentence: str
) -> None:
    text = f"# mine\n[data]\nallow_memory = true\n[{table}]\n{line}".replace(
        "allow_memory = true\n[data]", "allow_memory = true\n"
    )
    found, [mistake] = read(text)
    assert found == replace(Settings(), data=replace(Settings().data, allow_memory=True))
    assert mistake.startswith("line 5: ")
    assert sentence in mistake


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[tabel]\nclock = true", "line 1: tabel: there is no such setting; did you mean table?"),
        ("[zzz]\nclock = true", "line 1: zzz: there is no such setting"),
        ("clock = true", "line 1: clock: there is no such setting; did you mean table.clock?"),
        ("table = 3", "line 1: table: must be a table, not 3"),
        ("[table\n", "line 1: not valid TOML: the closing bracket is missing"),
        ("[table]\n[table]", "line 2: not valid TOML: this table stands here twice"),
        (
            "[table]\nclock = true\n\nclock = false\n",
            "line 4: clock: not valid TOML: this stands here twice",
        ),
        ("[table]\nx = [1,", "not valid TOML: Invalid value (at end of document)"),
        (f"x = {'[' * 9999}", "not valid TOML: maximum recursion depth exceeded"),
        (f"x = {'9' * 9999}", "not valid TOML: Exceeds the limit"),
        (f"table.theme = '{'x' * 9999}'", "line 0"),
    ],
)
def test_what_is_no_settings_file_is_said_and_the_defaults_hold(text: str, sentence: str) -> None:
    found, [mistake] = read(text)
    assert found == Settings()
    assert mistake.startswith(sentence) or sentence == "line 0"
    assert len(mistake) < 400


def test_one_slip_in_a_file_takes_nothing_but_its_line() -> None:
    found, [mistake] = read(
        "[table]\nkiosk = true\nclock true\n"
        "[sound\nvolume = 7\n[panel]\nbuttons = { p1 = 2 }\n[table]\nlanguage = 'uk'"
    )
    assert mistake == "line 3: not valid TOML: a setting is written as name = value"
    assert (found.table.kiosk, found.table.language) == (True, "uk")
    assert (found.sound.volume, found.panel.buttons.p1) == (7, 2)
    found, _ = reading.read("[table]\nkiosk = true # im Café\n[data]\nfolder='é'".encode("latin1"))
    assert found == Settings(), "a line in which a letter cannot be read is not guessed"
    found, _ = reading.read("# im Café\n[table]\nkiosk = true".encode("latin1"))
    assert found.table.kiosk


@pytest.mark.parametrize("slip", ["True", "yes", "'true'", "1"])
def test_a_slip_in_the_line_of_the_kiosk_does_not_open_the_table_to_its_guests(slip: str) -> None:
    found, mistakes = read(f"[table]\nkiosk = {slip}")
    assert found.table.kiosk
    assert mistakes[-1].startswith("line 2: table.kiosk: must be true or false, not ")
    assert not read("[table]\nkiosk = false\nclock = yes")[0].table.kiosk


def test_a_language_that_is_none_leaves_the_others_in_the_list() -> None:
    found, mistakes = read("[kiosk.languages]\nuk = false\nqaa = false\nja = 0\nhu = false")
    assert found.kiosk.languages == {"uk": False, "hu": False}
    assert [line.partition(": must")[0] for line in mistakes] == [
        "line 3: kiosk.languages.qaa",
        "line 4: kiosk.languages.ja",
    ]


GONE = (
    Gone("zones", "tags are read at the draw spot"),
    Gone("panel.factory", "gpiod is used", "lgpio", now="gpiod"),
    Gone("panel.brightness", "a lamp is on or off"),
)


def test_a_setting_that_is_gone_is_named_once_and_every_other_counts() -> None:
    text = (
        '[zones]\ny = 1\nz = 2\n[panel]\nfactory = "lgpio"\nbrightness = 0.5\nquiet_seconds = 0.1\n'
    )
    found, mistakes = reading.read(text.encode(), GONE)
    assert [*map(str, mistakes)] == [
        "line 1: `zones` is gone; tags are read at the draw spot",
        'line 5: `panel.factory = "lgpio"` is gone; gpiod is used',
        "line 6: `panel.brightness` is gone; a lamp is on or off",
    ]
    assert all(each.is_gone for each in mistakes)
    assert reading.read(b'[panel]\nfactory = "none"\n', GONE) == (Settings(), ())
    assert (found.panel.factory, found.panel.quiet_seconds) == ("gpiod", 0.1)


@pytest.mark.parametrize("gone", gone.GONE, ids=str)
def test_what_counts_in_the_place_of_what_is_gone_can_be_set(gone: Gone) -> None:
    *tables, name = gone.setting.split(".")
    if gone.now is not None:
        now = gone.moved or name
        found, mistakes = reading.read(f"{'.'.join(tables)}.{now} = {gone.now!r}".encode())
        assert (found != Settings(), mistakes) == (True, ()) or found == Settings()
    assert not gone.instead.endswith(".")


def test_no_seconds_switch_off_what_goes_on_by_itself() -> None:
    found, mistakes = read("[table]\none_button_seconds = 0\nsun_commit_seconds = 0")
    assert (found.table.one_button_seconds, found.table.sun_commit_seconds) == (0, 0)
    assert mistakes == []


def test_a_file_that_cannot_be_read_or_is_far_too_long_is_said(tmp_path: Path) -> None:
    (tmp_path / "long").write_bytes(b"#" * (MOST_BYTES + 1))
    os.mkfifo(tmp_path / "pipe")
    for name, why in (
        ("none", "No such file or directory"),
        ("long", "File too large"),
        ("pipe", "Not a file"),
    ):
        found, mistakes = settings.load(tmp_path / name)
        assert found == Settings()
        assert [*map(str, mistakes)] == [
            f"it cannot be read: {why}. Nothing in it counts, not even table.kiosk"
        ]
    assert [*map(str, reading.read(b"[table]\n\xff")[1])] == ["not a text file: create it again"]
    (tmp_path / "long").write_bytes(b"#" * MOST_BYTES)
    assert settings.load(tmp_path / "long") == (Settings(), ())


def test_a_new_game_enters_every_tile_where_that_costs_little() -> None:
    def level(text: str, *, is_simulated: bool = False) -> Level:
        return settings.first_level(read(text)[0], is_simulated=is_simulated)

    no_touch = "[screen]\ntouch = false\n"
    assert level("") is Level.FULL
    assert level(no_touch) is Level.LIGHT
    assert level(no_touch, is_simulated=True) is Level.FULL
    assert level(no_touch + '[bag_reader]\nurl = "auto"') is Level.FULL
    assert level('[table]\nlevel = "full"') is Level.FULL


@pytest.mark.parametrize(
    ("written", "size"),
    [
        ("text_scale = 1.0", TextSize.NORMAL),
        ("text_scale = 1.15", TextSize.LARGE),
        ("text_scale = 1.3", TextSize.LARGER),
        ("big = false", TextSize.NORMAL),
        ("big = true", TextSize.PRINT),
        ("text_scale = 1.3\nbig = true", TextSize.PRINT),
        ("big = true\ntext_scale = 1.3", TextSize.PRINT),
        ("text_scale = 1.3\nbig = false", TextSize.LARGER),
        ('text_size = "large"\nbig = true', TextSize.LARGE),
    ],
)
def test_what_an_earlier_version_knew_of_text_sizes_is_the_same_size_now(
    written: str, size: TextSize
) -> None:
    found, mistakes = reading.read(f"[table]\n{written}\n".encode())
    assert found.table.text_size is size
    assert len(mistakes) == written.count("text_scale") + written.count("big")
    assert all(each.is_gone for each in mistakes)


def test_only_points_is_gone_and_ra_tiles_and_auctions_are_entered() -> None:
    found, said = read('[table]\nlevel = "score_only"')
    assert settings.first_level(found, is_simulated=False) is Level.LIGHT
    [gone] = said
    assert "the score sheet counts points" in gone


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
    assert settings.load(None) == (Settings(), ())


def test_what_the_program_begins_with_is_what_owners_are_told() -> None:
    shipped = asset("settings.toml").read_bytes()
    assert reading.read(shipped) == (Settings(), ())
    assert tomllib.loads(shipped.decode()) == tomllib.loads(shown(Settings()))


def test_a_mistake_is_looked_for_in_its_own_table() -> None:
    wrong = "must be a whole number from 0 to 27, not 99"
    text = "[screen.sides]\np1 = 90\n[panel.buttons]\n'p1' = 99\n[panel.lamps]\np1 = 12\n"
    assert read(text)[1] == [f"line 4: panel.buttons.p1: {wrong}"]
    assert read("panel.buttons.p1 = 99")[1] == [f"panel.buttons.p1: {wrong}"]


def test_one_mistake_is_summed_up_by_itself_and_many_by_the_first_and_their_number() -> None:
    wrong = ("volume = 101", "loud = 1", "voice = 3")
    for number in range(1, len(wrong) + 1):
        text = "\n".join(("[sound]", *wrong[:number]))
        mistakes = reading.read(text.encode())[1]
        first, summed = str(mistakes[0]), summed_up(mistakes)
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
    assert settings.data_in_use(None, Settings()) == data_folder()


def leaves(kind: type, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    """Every setting by its place in the file, with its type."""
    for name, inner in get_type_hints(kind, include_extras=True).items():
        if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
            yield from leaves(inner, (*above, name))
        else:
            yield (*above, name), inner


LEAVES = dict(leaves(Settings))

assert len(LEAVES) > 60

TEXTS = some.text(
    some.characters(exclude_categories=["Cs"], exclude_characters=[*map(chr, range(32))])
)


def of_kind(kind: object) -> some.SearchStrategy[object]:
    """Every value that a setting of this kind can have."""
    if get_origin(kind) is Literal:
        return some.sampled_from(get_args(kind))
    if get_origin(kind) is tuple:
        return some.lists(TEXTS, max_size=3)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return some.sampled_from([each.value for each in kind])
    if kind is bool:
        return some.booleans()
    if get_origin(kind) is dict:
        key, inner = get_args(kind)
        return some.dictionaries(of_kind(key), of_kind(inner), max_size=3)
    assert get_origin(kind) is Annotated, kind
    number, bounds = get_args(kind)
    if number is int:
        return some.integers(bounds.ge, bounds.le)
    if number is float:
        return some.floats(bounds.ge, bounds.le)
    return TEXTS if "x00" in bounds.pattern else some.from_regex(bounds.pattern, fullmatch=True)


@given(some.fixed_dictionaries({}, optional={each: of_kind(kind) for each, kind in LEAVES.items()}))
def test_what_is_printed_is_read_as_the_same_for_every_setting(
    values: dict[tuple[str, ...], object],
) -> None:
    wanted: dict[str, dict[str, object]] = msgspec.to_builtins(Settings())
    for (*tables, name), value in values.items():
        place = wanted
        for table in tables:
            place = place[table]  # type: ignore[assignment]
        place[name] = value  # type: ignore[assignment]
    chosen = msgspec.convert(wanted, Settings)
    assert reading.read(shown(chosen).encode()) == (chosen, ())


@pytest.mark.parametrize(
    "text",
    ["", '[kiosk]\ncall_command = ["say", "a \\"b\\""]\n[kiosk.languages]\nja = false\n'],
    ids=["none", "some"],
)
def test_what_the_command_prints_it_finds_no_error_in(run: Run, tmp_path: Path, text: str) -> None:
    mine, printed = tmp_path / "mine.toml", tmp_path / "printed.toml"
    mine.write_text(text)
    printed.write_text(run("settings", mine).out)
    checked = run("settings", "--check", printed)
    assert (checked.status, checked.err) == (0, "")
    assert settings.load(printed) == settings.load(mine)
    heads = [line for line in printed.read_text().splitlines() if line.startswith("[")]
    assert {"[screen.sides]", "[panel.buttons]", "[panel.lamps]", "[kiosk.languages]"} <= {*heads}


def test_a_setting_that_is_gone_is_no_error(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("[panel]\nbrightness = 0.3\n")
    monkeypatch.setattr(reading.read, "__defaults__", (GONE,))
    checked = run("settings", "--check", mine)
    assert checked.status == 0
    assert checked.err == f"{mine}:2: `panel.brightness` is gone; a lamp is on or off\n"

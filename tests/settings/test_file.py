"""Writing into the owner's settings: what changes, what stays, and what is refused."""

import os
import re
import tomllib
from pathlib import Path

import pytest

from companion.settings import Settings
from companion.settings.file import CannotEdit, Values, edited, keep
from companion.settings.reading import read
from tests.journal.disks import HASTY

CHANGES: Values = {"panel": {"factory": "gpiod"}, "panel.buttons": {"p1": 17, "undo": 0}}


def changed(text: str) -> str:
    """Return the text with the changes of these tests."""
    return edited(text, CHANGES)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_what_is_written_is_read_without_a_mistake_and_once_is_enough() -> None:
    assert changed(changed("")) == changed("")
    settings, mistakes = read(changed("").encode())
    assert mistakes == ()
    assert (settings.panel.factory, settings.panel.buttons.p1) == ("gpiod", 17)
    assert settings.panel.buttons.p2 == Settings().panel.buttons.p2


def test_true_and_false_are_written_as_toml_writes_them() -> None:
    text = edited("[screen]\ntouch = true\n", {"screen": {"touch": False, "desk": True}})
    assert text == "[screen]\ntouch = false\ndesk = true\n"


def test_comments_blank_lines_and_other_keys_stay_where_they_are() -> None:
    before = (
        "# mine\n\n[panel.buttons] # here\np1=5 # blue\n  p2 = 6\n\n# end\n[table]\nkiosk = true\n"
    )
    after = changed(before)
    assert after.startswith("# mine\n\n[panel]\nfactory")
    assert "\n[panel.buttons] # here\np1=17 # blue\n  p2 = 6\nundo = 0\n\n# end" in after
    assert "# end\n[table]\nkiosk = true\n" in after


def test_a_missing_key_joins_its_table_and_a_missing_table_its_own() -> None:
    after = changed("[panel.buttons]\np2 = 6\n\n[table]\nkiosk = true\n")
    assert after == (
        '[panel]\nfactory = "gpiod"\n\n'
        "[panel.buttons]\np2 = 6\np1 = 17\nundo = 0\n\n[table]\nkiosk = true\n"
    )


def test_a_table_ends_where_the_next_begins_whatever_is_remarked_there() -> None:
    after = edited(
        "[screen]\ntouch = true\n[table] # kiosk = true\nbig = true\n",
        {"screen": {"touch": False, "desk": True}},
    )
    assert after == ("[screen]\ntouch = false\ndesk = true\n[table] # kiosk = true\nbig = true\n")


def test_the_first_key_of_a_table_comes_right_after_its_head() -> None:
    after = edited("[screen]\n\n# mine\n[table]\n", {"screen": {"touch": False}})
    assert after == "[screen]\ntouch = false\n\n# mine\n[table]\n"


def test_a_key_that_only_looks_alike_is_left_alone() -> None:
    after = changed("[bag_reader]\np1 = 'x'\n[panel.buttons]\np11 = 3\n")
    assert tomllib.loads(after)["bag_reader"] == {"p1": "x"}
    assert tomllib.loads(after)["panel"]["buttons"]["p11"] == 3


NEW_FACTORY = '\n[panel]\nfactory = "gpiod"\n'

NEW_BUTTONS = "\n[panel.buttons]\np1 = 17\nundo = 0\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "panel.buttons.p1 = 5 # mine\n",
            'panel.buttons.p1 = 17 # mine\npanel.buttons.undo = 0\npanel.factory = "gpiod"\n',
        ),
        (
            "panel = { factory = 'none' } # mine\n",
            'panel = { factory = "gpiod", buttons = {p1 = 17, undo = 0}} # mine\n',
        ),
        (
            "[panel]\nbuttons = { p1 = 5 } # mine\n",
            '[panel]\nbuttons = { p1 = 17, undo = 0} # mine\nfactory = "gpiod"\n',
        ),
        (
            "[panel]\nbuttons.p2 = 6\n\n#\n",
            '[panel]\nbuttons.p2 = 6\nbuttons.p1 = 17\nbuttons.undo = 0\nfactory = "gpiod"\n\n#\n',
        ),
        (
            '["panel" . buttons] # mine\n"p1" = 0x5 # five\n',
            NEW_FACTORY[1:].replace("[panel]", '["panel" ]')
            + '\n["panel" . buttons] # mine\n"p1" = 17 # five\nundo = 0\n',
        ),
        (
            "[panel.lamps]\np1 = 3\n[table]\n[panel.buttons]\np2 = 3\n",
            NEW_FACTORY[1:]
            + "\n[panel.lamps]\np1 = 3\n[table]\n[panel.buttons]\np2 = 3\np1 = 17\nundo = 0\n",
        ),
        (
            "[table]\nx = '''\n[panel.buttons]\np1 = 5\n'''\n",
            "[table]\nx = '''\n[panel.buttons]\np1 = 5\n'''\n" + NEW_FACTORY + NEW_BUTTONS,
        ),
        ("[table] # mine", "[table] # mine" + NEW_FACTORY + NEW_BUTTONS),
    ],
)
def test_an_odd_layout_is_changed_and_stays(before: str, after: str) -> None:
    assert changed(before) == after


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[panel.buttons\n", "Expected ']' at the end of a table declaration"),
        ('panel = "none"\n', "it is written in an unusual way"),
        ("[[panel]]\nfactory = 'none'\n", "it is written in an unusual way"),
        ("[panel]\nbuttons = [5]\n", "it is written in an unusual way"),
    ],
)
def test_what_cannot_be_changed_safely_is_refused(text: str, why: str) -> None:
    with pytest.raises(CannotEdit, match=re.escape(why)):
        changed(text)


def test_the_file_keeps_its_mode_and_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "settings.toml"
    real.write_text("# mine\n")
    real.chmod(0o640)
    link.symlink_to(real)
    assert keep(link, CHANGES, HASTY) == link
    assert link.is_symlink()
    assert real.read_text().startswith("# mine\n")
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_file_that_is_there_changes_and_without_one_it_is_begun_where_it_may_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = tuple(tmp_path / name / "settings.toml" for name in ("file", "home", "other"))
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setattr("companion.settings.file.owners_places", lambda: places)
    assert keep(None, CHANGES, HASTY) == places[1]
    assert tomllib.loads(places[1].read_text())["panel"]["factory"] == "gpiod"
    assert places[1].stat().st_mode & 0o777 == 0o644 & ~_umask()
    places[2].parent.mkdir()
    places[1].rename(places[2])
    assert keep(None, CHANGES, HASTY) == places[2]
    assert not places[1].exists()
    places[2].unlink()
    monkeypatch.setattr("companion.settings.file.owners_places", lambda: (places[0], places[2]))
    assert keep(None, CHANGES, HASTY) == places[2]


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("# mine\n")
    full = HASTY.__class__(write=lambda _fd, _data: 3)
    with pytest.raises(OSError, match=os.strerror(28)):
        keep(file, CHANGES, full)
    assert file.read_text() == "# mine\n"
    assert list(tmp_path.iterdir()) == [file]

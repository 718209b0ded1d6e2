"""``settings --check`` looks at the pins together: one pin is of one use only."""

from pathlib import Path

import pytest

from companion.cli.settings import Options, run
from companion.storage import Status

TWICE = "[panel.buttons]\nra = 17\np2 = 17\ndial_a = 0\n"


def checked(tmp_path: Path, text: str) -> int:
    """Check a file of settings, and return the exit status."""
    file = tmp_path / "settings.toml"
    file.write_text(text)
    return run(Options(file=file, check=True))


def test_a_pin_with_two_uses_is_told_by_both_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checked(tmp_path, f'[panel]\nfactory = "auto"\n{TWICE}') == Status.UNREADABLE
    assert "GPIO 17 (header pin 11)" in (said := capsys.readouterr().err)
    assert "panel.buttons.p2, panel.buttons.ra" in said


def test_without_buttons_their_pins_do_not_matter(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checked(tmp_path, f'[panel]\nfactory = "none"\n{TWICE}') == Status.DONE
    assert "no errors" in capsys.readouterr().out

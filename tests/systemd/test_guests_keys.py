"""What the keys of a guest's keyboard do that the system heeds, and not the program."""

import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"

NAME = "70-ra-companion.conf"

DEBIANS = "kernel.sysrq = 0x01b6\n"


def section(folder: str, name: str) -> dict[str, str]:
    """Return what a drop-in says, in its only section."""
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign] # keys as they are written
    parser.read_string((SYSTEMD / folder / NAME).read_text(encoding="utf-8"))
    assert parser.sections() == [name]
    return dict(parser[name])


def test_alt_sysrq_does_nothing() -> None:
    text = (SYSTEMD / "sysctl.d" / NAME).read_text(encoding="utf-8")
    assert re.findall(r"^[^#\n].*$", text, flags=re.MULTILINE) == ["kernel.sysrq = 0"]


@pytest.mark.skipif(
    not Path("/usr/lib/systemd/systemd-sysctl").exists(), reason="systemd-sysctl is not installed"
)
def test_what_the_table_says_of_alt_sysrq_comes_after_what_debian_says(tmp_path: Path) -> None:
    for folder, name, text in (
        ("usr/lib/sysctl.d", "50-default.conf", DEBIANS),
        ("etc/sysctl.d", NAME, (SYSTEMD / "sysctl.d" / NAME).read_text(encoding="utf-8")),
    ):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / name).write_text(text)
    words = ["systemd-analyze", f"--root={tmp_path}", "cat-config", "sysctl.d"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    said = re.findall(r"^kernel\.sysrq = (\w+)$", done.stdout, flags=re.MULTILINE)
    assert said == ["0x01b6", "0"]


@pytest.mark.parametrize("key", ["Power", "Reboot", "Suspend", "Hibernate"])
def test_a_key_that_switches_off_or_sleeps_does_nothing_however_long_it_is_held(key: str) -> None:
    said = section("logind.conf.d", "Login")
    assert said[f"Handle{key}Key"] == said[f"Handle{key}KeyLongPress"] == "ignore"


def test_ctrl_alt_del_pressed_often_does_nothing() -> None:
    assert section("system.conf.d", "Manager") == {"CtrlAltDelBurstAction": "none"}


@pytest.mark.skipif(shutil.which("man") is None, reason="the manual is not installed")
@pytest.mark.parametrize(
    ("page", "folder", "name"),
    [
        ("logind.conf", "logind.conf.d", "Login"),
        ("systemd-system.conf", "system.conf.d", "Manager"),
    ],
)
def test_systemd_s_manual_knows_every_key_of_the_drop_ins(
    page: str, folder: str, name: str
) -> None:
    done = subprocess.run(["man", page], capture_output=True, text=True, timeout=60, check=False)  # noqa: S607 - wherever it is
    if done.returncode:
        pytest.skip(f"there is no manual of {page}")
    known = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", done.stdout)
    for key in section(folder, name):
        assert f"{key}=" in known

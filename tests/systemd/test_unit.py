"""The service, its rules for devices, its user and its folders, as systemd itself reads them."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hardware.reader.usb_ports import KNOWN_CHIPS

SYSTEMD = Path(__file__).parents[2] / "systemd"

UNIT = (SYSTEMD / "ra-companion.service").read_text(encoding="utf-8")

needs_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)

needs_sysusers = pytest.mark.skipif(
    shutil.which("systemd-sysusers") is None or os.geteuid() != 0,
    reason="systemd-sysusers is not installed, or this is not root",
)


def values(key: str) -> list[str]:
    """Return what the unit gives for a key, word by word, over all its lines."""
    lines = re.findall(rf"^{key}=(.*)$", UNIT, flags=re.MULTILINE)
    return [word for line in lines for word in line.split()]


def unit(name: str) -> str:
    """Return what a unit says."""
    return (SYSTEMD / f"{name}.service").read_text(encoding="utf-8")


def analyzed(text: str, name: str, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Return what systemd says of a unit."""
    file = folder / f"{name}.service"
    file.write_text(text)
    command = ["systemd-analyze", *words, str(file)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@needs_analyze
@pytest.mark.parametrize(
    "name",
    [
        *("ra-companion", "ra-companion-splash", "ra-companion-stick@", "ra-companion-keys"),
        *("ra-companion-fleet", "ra-companion-phones", "ra-companion-update"),
    ],
)
def test_systemd_knows_every_key_and_has_nothing_to_say(name: str, tmp_path: Path) -> None:
    text = re.sub(r"^(Exec\w+)=.*$", r"\1=/bin/true", unit(name), flags=re.MULTILINE)  # is there
    done = analyzed(text, name, tmp_path, "verify", "--man=no")
    assert (done.returncode, done.stderr) == (0, "")


@needs_analyze
@pytest.mark.parametrize(
    ("name", "most"),
    [("ra-companion", 1.5), ("ra-companion-fleet", 2.0), ("ra-companion-phones", 2.0)],
)
def test_a_service_is_hardly_exposed(name: str, most: float, tmp_path: Path) -> None:
    """How open it is to the rest of the machine, from 0 to 10."""
    done = analyzed(unit(name), name, tmp_path, "security", "--offline=true", "--no-pager")
    said = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert said, done.stderr
    assert float(said[1]) <= most


@pytest.mark.parametrize("name", ["ra-companion-fleet", "ra-companion-phones"])
def test_what_speaks_to_the_network_is_another_user_who_can_reach_no_games(name: str) -> None:
    lines = unit(name).splitlines()
    assert f"User={name}" in lines
    assert "SupplementaryGroups=ra-companion" in lines  # for the socket; nothing else is open to it
    assert "InaccessiblePaths=-/var/lib/ra-companion -/media/ra-companion" in lines
    phones_are_whose = "StateDirectory=ra-companion-phones"
    assert (phones_are_whose in lines) is (name == "ra-companion-phones")


def test_the_folders_of_the_service_are_closed() -> None:
    assert values("StateDirectoryMode") == ["0700"]
    assert values("RuntimeDirectoryMode") == ["0750"]


def test_readers_of_every_maker_that_the_program_knows_are_called_ra_bag() -> None:
    rules = (SYSTEMD / "udev" / "70-ra-companion.rules").read_text(encoding="utf-8")
    (line,) = [line for line in rules.splitlines() if 'SYMLINK+="ra-bag"' in line]
    (makers,) = re.findall(r'ATTRS\{idVendor\}=="([0-9a-f|]+)"', line)
    assert {int(maker, 16) for maker in makers.split("|")} == set(KNOWN_CHIPS)
    assert 'GROUP="dialout"' in line


@pytest.mark.parametrize(
    "line",
    [
        line
        for line in (SYSTEMD / "udev" / "70-ra-companion.rules").read_text().splitlines()
        if line and not line.startswith("#")
    ],
)
def test_every_rule_for_devices_is_keys_operators_and_quoted_values(line: str) -> None:
    part = r'[A-Z]+(\{\w+\})?(==|!=|\+=|=)"[^"]*"'
    assert re.fullmatch(rf"{part}(, {part})*", line)


@needs_sysusers
def test_the_user_is_in_every_group_that_the_service_names_on_a_system_that_has_none_of_them(
    tmp_path: Path,
) -> None:
    (tmp_path / "etc").mkdir()
    file = SYSTEMD / "sysusers.d" / "ra-companion.conf"
    words = ["systemd-sysusers", f"--root={tmp_path}", str(file)]
    subprocess.run(words, check=True, timeout=60, capture_output=True)
    lines = (tmp_path / "etc" / "group").read_text().splitlines()
    groups = {name for name, _, _, users in (line.split(":") for line in lines) if users}
    assert groups == set(values("SupplementaryGroups"))
    password = (tmp_path / "etc" / "passwd").read_text()
    home = r"^ra-companion:.*:/var/lib/ra-companion:/usr/sbin/nologin$"
    assert re.search(home, password, flags=re.MULTILINE)


@needs_sysusers
@pytest.mark.skipif(shutil.which("systemd-tmpfiles") is None, reason="it is not installed")
def test_the_folder_of_the_games_is_closed_to_others(tmp_path: Path) -> None:
    (tmp_path / "etc").mkdir()
    for tool, kind in (("systemd-sysusers", "sysusers.d"), ("systemd-tmpfiles", "tmpfiles.d")):
        create = ["--create"] if tool == "systemd-tmpfiles" else []
        words = [tool, f"--root={tmp_path}", *create, str(SYSTEMD / kind / "ra-companion.conf")]
        subprocess.run(words, check=True, timeout=60, capture_output=True)
    assert (tmp_path / "var" / "lib" / "ra-companion").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "etc" / "ra-companion").stat().st_mode & 0o777 == 0o755


OFF = "org.freedesktop.login1.power-off"

MANAGE = "org.freedesktop.systemd1.manage-units"

UPDATE = {"verb": "start", "unit": "ra-companion-update.service"}


@pytest.mark.skipif(shutil.which("node") is None, reason="nothing here runs JavaScript")
@pytest.mark.parametrize(
    ("action", "details", "user", "result"),
    [
        (OFF, {}, "ra-companion", "yes"),
        (f"{OFF}-multiple-sessions", {}, "ra-companion", "yes"),
        (OFF, {}, "guest", None),
        ("org.freedesktop.login1.reboot", {}, "ra-companion", None),
        (f"{OFF}-ignore-inhibit", {}, "ra-companion", None),
        (MANAGE, UPDATE, "ra-companion", "yes"),
        (MANAGE, UPDATE, "guest", None),
        (MANAGE, {**UPDATE, "verb": "stop"}, "ra-companion", None),
        (MANAGE, {**UPDATE, "unit": "ssh.service"}, "ra-companion", None),
        (MANAGE, {}, "ra-companion", None),
    ],
)
def test_the_table_may_switch_the_machine_off_and_begin_its_update_and_nothing_else(
    action: str, details: dict[str, str], user: str, result: str | None
) -> None:
    rule = (SYSTEMD / "polkit" / "50-ra-companion.rules").read_text(encoding="utf-8")
    script = f"""
        let rule;
        const details = {json.dumps(details)};
        const action = {{id: {json.dumps(action)}, lookup: (key) => details[key]}};
        const Result = {{YES: "yes", NOT_HANDLED: null}};
        const polkit = {{Result, addRule: (added) => {{ rule = added; }}}};
        {rule}
        console.log(JSON.stringify(rule(action, {{user: {json.dumps(user)}}})));
    """
    done = subprocess.run(
        ["node", "-e", script],  # noqa: S607 - wherever it is
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == result


def test_the_service_speaks_to_no_network_and_listens_to_nobody() -> None:
    assert set(values("RestrictAddressFamilies")) == {"AF_UNIX", "AF_NETLINK"}
    assert values("IPAddressDeny") == ["any"]
    assert not list(SYSTEMD.glob("*.socket"))


def test_the_service_can_become_nobody_else_and_leaves_files_to_nobody() -> None:
    assert "\nCapabilityBoundingSet=\n" in UNIT
    assert values("AmbientCapabilities") == []
    assert values("NoNewPrivileges") == ["yes"]
    assert values("RestrictSUIDSGID") == ["yes"]
    assert values("UMask") == ["0077"]
    assert values("User") == ["ra-companion"]


def test_nothing_of_the_service_runs_as_root() -> None:
    assert not re.findall(r"^Exec\w+=[-@:!]*\+", UNIT, flags=re.MULTILINE)

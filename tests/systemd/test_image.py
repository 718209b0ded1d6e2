"""The card's image, as far as it can be tried without making one."""

import json
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from companion import __version__
from release import image
from release.lock import ROOT

HERE = ROOT / "release" / "card"


TREE = HERE / "tree"


SCRIPTS = (HERE / "finish", *sorted((TREE / "usr/lib/ra-image").iterdir()))


@pytest.fixture
def zones(tmp_path: Path) -> Path:
    """Time zones."""
    (tmp_path / "zones" / "Europe").mkdir(parents=True)
    (tmp_path / "zones" / "Europe" / "Kyiv").write_text("")
    return tmp_path / "zones"


def read(zones: Path, text: str) -> tuple[str, str, str]:
    """Return the settings for the table and for Wi-Fi, and the reported mistakes."""
    file, to = zones.parent / "ra-companion.txt", zones.parent / "told"
    file.write_bytes(text.encode())
    words = [
        "/bin/sh",
        str(TREE / "usr/lib/ra-image/read-settings"),
        str(file),
        str(to),
        str(zones),
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    wifi = to / "wifi.conf"
    said = wifi.read_text() if wifi.exists() else ""
    assert {each.name for each in to.iterdir()} <= {"table.env", "wifi.conf"}
    return (to / "table.env").read_text(), said, done.stderr


def test_the_file_as_it_is_delivered_says_nothing(zones: Path) -> None:
    assert read(zones, (HERE / "ra-companion.txt").read_text(encoding="utf-8")) == ("", "", "")


def test_language_and_time_zone_reach_the_service(zones: Path) -> None:
    table, wifi, wrong = read(zones, "language=uk\ntime_zone=Europe/Kyiv\n")
    assert table == "RA_OPTIONS=--language uk\nTZ=:Europe/Kyiv\n"
    assert (wifi, wrong) == ("", "")
    unit = TREE / "usr/lib/systemd/system/ra-companion.service.d/50-image.conf"
    assert "/bin/ra-companion run $RA_OPTIONS\n" in unit.read_text()


def test_it_may_come_from_any_editor(zones: Path) -> None:
    table, _, wrong = read(zones, "\ufefflanguage=uk\r\ntime_zone=Europe/Kyiv")
    assert table == "RA_OPTIONS=--language uk\nTZ=:Europe/Kyiv\n"
    assert wrong == ""


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("language=xx", 'there is no language "xx": en, uk, ru, cs, hu or ja'),
        ("time_zone=../../etc/shadow", 'there is no time zone "../../etc/shadow"'),
        ("time_zone=Europe/Nowhere", 'there is no time zone "Europe/Nowhere"'),
        ("colour=red", '"colour" is not known'),
        ("uk", '"uk" is no line like language=uk'),
        ("wifi_name=home", "wifi_country wants two letters"),
        ("wifi_country=UA\nwifi_name=home\nwifi_password=short", "wifi_password has 8 to 63"),
    ],
)
def test_a_mistake_is_named_and_stops_nothing_else(zones: Path, line: str, named: str) -> None:
    table, wifi, wrong = read(zones, f"{line}\ntime_zone=Europe/Kyiv\n")
    assert table == "TZ=:Europe/Kyiv\n"
    assert wifi == ""
    assert named in wrong


def test_a_network_may_be_called_anything(zones: Path) -> None:
    name, password = 'Café "Ra"=1}', 'a"b}c=d e'
    lines = f"wifi_country=UA\nwifi_name={name}\nwifi_password={password}\n"
    _, wifi, wrong = read(zones, lines)
    assert wrong == ""
    assert f"\nssid={name.encode().hex()}\n" in wifi
    assert f'\npsk="{password}"\n' in wifi
    assert wifi.startswith("country=UA\n")


def test_a_network_without_a_password_is_joined_without_one(zones: Path) -> None:
    _, wifi, _ = read(zones, "wifi_country=UA\nwifi_name=open\n")
    assert "key_mgmt=NONE\n" in wifi


def test_what_was_taken_out_of_the_file_is_gone_at_the_next_start(zones: Path) -> None:
    read(zones, "language=uk\n")
    assert read(zones, "")[0] == ""


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.name))
def test_a_shell_can_read_every_script_of_the_image(script: Path) -> None:
    assert script.stat().st_mode & 0o111
    for shell in ("sh", "dash"):
        if shutil.which(shell):
            done = subprocess.run([shell, "-n", str(script)], capture_output=True, check=False)
            assert (done.returncode, done.stderr) == (0, b"")


def test_only_the_games_partition_can_be_written_and_nothing_of_it_is_run() -> None:
    mounts = {
        line.split()[1]: line.split()[0:1] + line.split()[3].split(",")
        for line in (TREE / "etc/fstab").read_text().splitlines()
        if line and not line.startswith("#")
    }
    assert mounts["/"][:2] == [f"PARTUUID={image.DISK}-02", "ro"]
    assert mounts["/boot/firmware"][:2] == [f"PARTUUID={image.DISK}-01", "ro"]
    kept = [where for where, (what, *how) in mounts.items() if what != "tmpfs" and "ro" not in how]
    assert kept == ["/var/lib/ra-companion"]
    assert {"noexec", "nosuid", "nodev", "x-systemd.growfs"} <= set(mounts[kept[0]])


def test_every_unit_of_the_image_starts_what_is_there() -> None:
    units = [*(TREE / "usr/lib/systemd/system").rglob("*.service")]
    assert len(units) == 3
    for unit in units:
        started = re.findall(
            r"^Exec\w+=-?\+?(/usr/lib/ra-image/\S+)", unit.read_text(), re.MULTILINE
        )
        for path in started:
            assert (TREE / path.lstrip("/")).exists()


def test_the_partitions_lie_behind_each_other_and_the_games_are_the_last() -> None:
    text = image.table([256 * image.MIB, 700 * image.MIB, 64 * image.MIB])
    starts = [int(start) for start in re.findall(r"^start=(\d+)", text, re.MULTILINE)]
    sizes = [int(size) for size in re.findall(r"size=(\d+)", text)]
    assert starts == [8192, 8192 + 524288, 8192 + 524288 + 1433600]
    assert sizes == [524288, 1433600, 131072]


@pytest.mark.parametrize(("size", "whole"), [(1, 1), (1024 * 1024, 1), (1024 * 1024 + 1, 2)])
def test_a_partition_is_never_smaller_than_what_is_in_it(size: int, whole: int) -> None:
    assert image.whole_mib(size) == whole * image.MIB


def test_the_manifest_describes_the_image_to_the_program_that_writes_it(tmp_path: Path) -> None:
    raw, packed = tmp_path / "ra.img", tmp_path / "ra.img.xz"
    raw.write_bytes(b"image")
    packed.write_bytes(b"xz")
    (about,) = json.loads(image.manifest(raw, packed))["os_list"]
    assert about["name"] == f"Ra Companion {__version__}"
    assert (about["extract_size"], about["image_download_size"]) == (5, 2)
    assert about["extract_sha256"] == image.digest(raw) != about["image_download_sha256"]
    assert about["url"] == "ra.img.xz"
    assert "pi5-64bit" not in about["devices"]


def refused(monkeypatch: pytest.MonkeyPatch, machine: str, there: Iterable[str]) -> str:
    """Return why a machine that has only these tools makes no image."""
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(shutil, "which", lambda name: name if name in there else None)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    return image.refusal()


def test_a_tool_that_is_missing_is_named_before_anything_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else the package is made first, a minute in vain."""
    for machine, there in (("x86_64", image.TOOLS), ("aarch64", image.TOOLS[1:])):
        why = refused(monkeypatch, machine, there)
        missing = "arch-test" if machine == "x86_64" else "mmdebstrap"
        assert why.startswith(f"{missing} missing: sudo apt install ")
        assert missing in why.partition("apt install ")[2].split()


def test_a_pi_needs_nothing_to_run_what_is_made_for_a_pi(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(monkeypatch, "aarch64", image.TOOLS).endswith("as root: sudo make image")


def written(tmp_path: Path, ended: str) -> tuple[int, list[str]]:
    """Run something while the system can be written, and return its status and what was done."""
    log = tmp_path / "log"
    for name, line in (("mount", 'echo mount "$@"'), ("sync", "echo sync"), ("work", ended)):
        tool = tmp_path / "bin" / name
        tool.parent.mkdir(exist_ok=True)
        tool.write_text(f"#!/bin/sh\nexec >>{log}\n{line}\n")
        tool.chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", str(TREE / "usr/lib/ra-image/writable"), "work", "stick"],
        env={"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin"}, check=False,
    )  # fmt: skip
    return done.returncode, log.read_text().splitlines()


@pytest.mark.parametrize("status", [0, 1])
def test_the_system_is_read_only_again_after_an_update_however_it_ended(
    tmp_path: Path, status: int
) -> None:
    assert written(tmp_path, f'echo update "$@"; exit {status}') == (
        status,
        ["mount -o remount,rw /", "update stick", "sync", "mount -o remount,ro /"],
    )


def test_an_update_on_the_card_is_installed_while_the_system_can_be_written() -> None:
    unit = (ROOT / "systemd/ra-companion-update.service").read_text()
    (command,) = re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    here = TREE / "usr/lib/systemd/system/ra-companion-update.service.d/50-image.conf"
    assert f"\nExecStart=\nExecStart=+/usr/lib/ra-image/writable {command}\n" in here.read_text()


def test_what_mmdebstrap_still_needs_in_the_system_is_left_to_it(tmp_path: Path) -> None:
    """Its settings for apt lie there; without them it cleans this machine's apt instead."""
    root, tools = tmp_path / "root", tmp_path / "bin"
    for folder in ("boot/firmware", "etc", "root", "run", "tmp", "var/log", "var/lib/apt/lists"):
        (root / folder).mkdir(parents=True)
    for file in ("boot/vmlinuz-6", "boot/initrd.img-6", "run/left", "var/lib/apt/lists/left"):
        (root / file).write_text("")
    settings = root / "tmp" / "mmdebstrap.apt.conf.x"
    settings.write_text(f'Dir "{root}";\n')
    (tmp_path / "package.deb").write_text("")
    tools.mkdir()
    (tools / "chroot").symlink_to("/bin/true")
    done = subprocess.run(
        ["/bin/sh", str(HERE / "finish"), str(root), str(tmp_path / "package.deb")],
        env={"PATH": f"{tools}:/usr/bin:/bin"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert settings.exists()
    assert not [*(root / "run").iterdir(), *(root / "var/lib/apt/lists").iterdir()]


def test_the_card_s_owner_says_on_the_boot_partition_whose_updates_are_installed() -> None:
    finish = (HERE / "finish").read_text()
    assert 'ln -sfn /boot/firmware/ra-companion-signers "$root/etc/ra-companion/signers"' in finish

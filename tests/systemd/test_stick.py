"""What root does when a USB stick is plugged in, with the system's own commands made up."""

import os
import re
import subprocess
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"

UNIT = (SYSTEMD / "ra-companion-stick@.service").read_text(encoding="utf-8")

MOUNT_TABLES = ("Private", "Protect", "ReadWrite", "Inaccessible", "BindPaths", "RootDirectory")
"""What gives a service a mount table of its own begins like this."""


def plugged(folder: Path, act: str, *, kind: str = "vfat", mounted: bool = False) -> list[str]:
    """Run the script where it finds this kind of stick, and return what it had done."""
    tools, log = folder / "tools", folder / "log"
    tools.mkdir()
    says = {
        "blkid": f"echo {kind}" if kind else "exit 2",
        "findmnt": "exit 0" if mounted else "exit 1",
        "id": "echo 987",
        "mount": f'echo mount "$@" >>{log}',
        "umount": f'echo umount "$@" >>{log}',
    }
    for name, line in says.items():
        (tools / name).write_text(f"#!/bin/sh\n{line}\n")
        (tools / name).chmod(0o755)
    words = ["sh", str(SYSTEMD / "stick"), act, "sda1", str(folder)]
    path = f"{tools}:{os.environ['PATH']}"
    subprocess.run(words, check=True, timeout=60, env={"PATH": path}, capture_output=True)
    return log.read_text().splitlines() if log.exists() else []


@pytest.mark.parametrize("kind", ["vfat", "exfat"])
def test_a_stick_is_the_table_s_to_write_and_nothing_runs_from_it(
    tmp_path: Path, kind: str
) -> None:
    (line,) = plugged(tmp_path, "add", kind=kind)
    device, place = line.split()[-2:]
    assert (device, place) == ("/dev/sda1", f"{tmp_path}/media/ra-companion/sda1")
    assert Path(place).is_dir()
    assert f"mount -t {kind} -o " in line
    assert {"nosuid", "nodev", "noexec", "uid=987", "gid=987", "umask=077"} <= set(
        line.split()[4].split(",")
    )


@pytest.mark.parametrize("kind", ["ext4", "ntfs", "squashfs", ""])
def test_what_is_no_ordinary_stick_is_left_alone(tmp_path: Path, kind: str) -> None:
    assert plugged(tmp_path, "add", kind=kind) == []


def test_what_somebody_else_has_mounted_is_left_where_it_is(tmp_path: Path) -> None:
    assert plugged(tmp_path, "add", mounted=True) == []


def test_a_stick_that_has_gone_leaves_nothing_behind(tmp_path: Path) -> None:
    place = tmp_path / "media" / "ra-companion" / "sda1"
    place.mkdir(parents=True)
    assert plugged(tmp_path, "remove", mounted=True) == [f"umount --lazy {place}"]
    assert not place.exists()


def test_it_is_started_by_the_stick_and_ends_with_it() -> None:
    rules = (SYSTEMD / "udev" / "70-ra-companion.rules").read_text(encoding="utf-8")
    (rule,) = [line for line in rules.splitlines() if "ra-companion-stick@%k.service" in line]
    assert 'SUBSYSTEMS=="usb"' in rule
    assert "BindsTo=dev-%i.device" in UNIT


def test_what_it_mounts_is_seen_by_everybody_else() -> None:
    keys = re.findall(r"^(\w+)=", UNIT, flags=re.MULTILINE)
    assert not [key for key in keys if key.startswith(MOUNT_TABLES)]
    assert "CapabilityBoundingSet=CAP_SYS_ADMIN\n" in UNIT

"""A USB stick: seen by itself, offered to staff, written and read back, and nothing else."""

import os
import platform
import select
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from threading import Event

import pytest

from companion import backups as backup
from companion.app.kiosk.usb import found, mounted, stick_at, watch
from companion.cli.export import FOLDER
from companion.core.kiosk import Stick
from companion.journal import games_dir
from companion.pages.kiosk.messages import StaffAct, Sticks
from companion.storage import staff_log
from tests.app.kiosk.test_evening_in_a_cafe import CHOOSE, cafe, keys
from tests.app.outside import Starts

PLAYED = ('play {"draw":"gold"}', 'play {"draw":"nile"}')


MOUNTS = """\
21 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw
22 21 0:20 / /proc rw - proc proc rw
23 21 179:1 / /boot/firmware rw - vfat /dev/mmcblk0p1 rw
24 21 179:3 / /mnt/games rw - ext4 /dev/mmcblk0p3 rw
30 21 8:1 / /media/ra-companion/sda1 rw,nosuid - vfat /dev/sda1 rw
31 21 8:17 / /run/media/ada/OUR\\040STICK rw - exfat /dev/sdb1 rw
32 21 0:40 / /media/share rw - cifs //server/share rw
33 21 0:41 / /media rw - tmpfs /dev/tmp rw
34
"""


def test_sticks_are_what_is_mounted_from_a_device_where_sticks_are_but_never_the_games() -> None:
    assert mounted(MOUNTS, Path("/mnt/games/ra")) == (
        Path("/media/ra-companion/sda1"),
        Path("/run/media/ada/OUR STICK"),
    )


THIS = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]


def test_an_update_is_the_newest_package_for_this_kind_of_machine_and_names_are_only_names(
    tmp_path: Path,
) -> None:
    stick = tmp_path / "it's"
    stick.mkdir()
    assert stick_at(stick) == Stick(str(stick))
    for version in ("2.9.0", "2.10.0~rc1", "2.2.0"):
        for architecture in ("arm64", "amd64", "riscv64"):
            (stick / f"ra-companion_{version}_{architecture}.deb").touch()
    (stick / f"ra-companion_9.9;reboot_{THIS}.deb").touch()
    told = stick_at(stick)
    assert told is not None
    quoted = str(stick).replace("'", "'\"'\"'")
    assert told.install == f"sudo apt install '{quoted}/ra-companion_2.10.0~rc1_{THIS}.deb'"


def test_what_is_not_there_is_no_stick(tmp_path: Path) -> None:
    assert stick_at(tmp_path / "nowhere") is None
    table = tmp_path / "mountinfo"
    table.write_text("30 21 8:1 / /media/nowhere rw - vfat /dev/sda1 rw\n")
    assert found(tmp_path, table) == Sticks(())
    assert found(tmp_path, tmp_path / "no table") == Sticks(())


def test_the_look_for_sticks_ends_with_the_program(tmp_path: Path) -> None:
    before = len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - links that lead nowhere
    with ExitStack() as stack:
        watch(tmp_path, lambda _, __: None, stack)
    waited = select.poll()
    for _ in range(200):
        if len(os.listdir("/proc/self/fd")) <= before:  # noqa: PTH208 - as above
            break
        waited.poll(10)
    assert len(os.listdir("/proc/self/fd")) <= before  # noqa: PTH208 - as above


WATCHING = """
import sys, time
from contextlib import ExitStack
from pathlib import Path
from companion.app.kiosk.usb import watch
with ExitStack() as stack:
    watch(Path("/var/lib/games"), lambda told, _: print(len(told.sticks), flush=True), stack)
    print("ready", flush=True)
    sys.stdin.read()
"""


def _may_mount() -> bool:
    words = ["unshare", "-rm", "mount", "-t", "tmpfs", "/dev/stick", "/mnt"]
    try:
        return subprocess.run(words, capture_output=True, timeout=20, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


@pytest.mark.skipif(not _may_mount(), reason="nothing may be mounted here")
def test_a_real_mount_is_seen_by_itself_and_that_it_is_gone(tmp_path: Path) -> None:
    (tmp_path / "watching.py").write_text(WATCHING)
    commands = (
        "mount -t tmpfs tmpfs /mnt && mkdir /mnt/stick && "
        f"mkfifo {tmp_path}/in {tmp_path}/out && exec 4<>{tmp_path}/in && "
        f"{sys.executable} {tmp_path}/watching.py <{tmp_path}/in >{tmp_path}/out & program=$!; "
        f"while [ ! -p {tmp_path}/out ]; do sleep 0.05; done; exec 5<{tmp_path}/out; "
        "read said <&5; echo $said; "
        "mount -t tmpfs /dev/stick /mnt/stick; read said <&5; echo $said; "
        "umount /mnt/stick; read said <&5; echo $said; kill $program"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", commands],  # noqa: S607 - the system's own
        capture_output=True, text=True, timeout=60, check=False, env=environment,
    )  # fmt: skip
    assert done.stdout.split() == ["ready", "1", "0"], done.stderr


def evening(starts: Starts, *lines: str) -> Path:
    """Do these lines at a table in a café, and return where its stick is."""
    (starts.folder / "stick").mkdir(exist_ok=True)
    starts.play(*lines, options=cafe(starts))
    return starts.folder / "stick"


def test_staff_take_everything_along_on_a_stick(starts: Starts) -> None:
    stick, words = starts.folder / "stick", starts.folder / "words"
    evening(starts, *CHOOSE)
    evening(starts, "press p1", "press p2", "press p3", "press ra", "press ok", *PLAYED,
            f"plug stick {stick}", f"words {words}", "key f12", *keys("4 7 1 1 return"),
            *keys("down down down down return return"), "unplug stick",
            f"plug stick {stick}", *keys("down return"), "unplug stick",
            f"plug stick {stick}", *keys("down return"), "unplug stick")  # fmt: skip
    assert "USB stick found: games can be saved to it" in words.read_text()
    (generation,) = backup.generations(stick)
    (game_file,) = games_dir.game_files(starts.data)
    saved = {each.name: each.raw for each in backup.members(generation.path)}[game_file.path.name]
    assert game_file.path.read_bytes().startswith(saved.rpartition(b"\n")[0])
    assert {file.suffix for file in (stick / FOLDER).iterdir()} == {".json", ".jsonl"}
    assert list(stick.glob("ra-companion-diagnostics*.zip"))
    noted = [line.event for line in staff_log.read(starts.data).lines]
    assert [each.get("detail") for each in noted if each["staff"] == StaffAct.STICK.value] == [
        "backup", "games", "diagnostics",
    ]  # fmt: skip


def test_a_folder_that_is_full_of_nothing_writable_is_said(starts: Starts) -> None:
    """The folder of the backups is a file: nothing can be written there, and that is said."""
    stick, words = starts.folder / "stick", starts.folder / "words"
    evening(starts, *CHOOSE)
    (stick / backup.FOLDER).write_text("not a folder")
    evening(starts, "key f12", *keys("4 7 1 1 return"), f"plug stick {stick}",
            *keys("down down down return return"), "unplug stick",
            f"words {words}")  # fmt: skip
    assert "Nothing more could be written to the USB stick" in words.read_text()


def test_the_program_that_looks_for_sticks_wakes_nobody() -> None:
    """Nothing is polled: without a mount nothing is reported, however long the table idles."""
    told = Event()
    with ExitStack() as stack:
        watch(Path("/nowhere"), lambda _, __: told.set(), stack)
        assert not told.wait(0.3)

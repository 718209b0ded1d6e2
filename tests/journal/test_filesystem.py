"""A folder that forgets is known before anything is entrusted to it."""

from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal.filesystem import Ground, Place, place_of, where_it_lies

DISK = "20 1 8:2 / / rw,relatime shared:1 - ext4 /dev/mmcblk0p2 rw"

TABLE = rf"""{DISK}
21 20 0:5 / /dev rw,nosuid shared:2 - devtmpfs udev rw
22 20 0:22 / /run rw,nosuid - tmpfs tmpfs rw,size=800000k
23 20 8:3 / /mnt/the\040games rw - f2fs /dev/sda1 rw
24 20 8:4 / /mnt/stick ro,noexec - vfat /dev/sdb1 rw
25 20 8:5 / /mnt/worn rw - ext4 /dev/sdb2 ro,errors=remount-ro
"""


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/var/lib/ra", Place(Ground.DISK, "ext4", "/")),
        ("/run", Place(Ground.MEMORY, "tmpfs", "/run")),
        ("/run/ra/data", Place(Ground.MEMORY, "tmpfs", "/run")),
        ("/runner", Place(Ground.DISK, "ext4", "/")),
        ("/dev/pts", Place(Ground.MEMORY, "devtmpfs", "/dev")),
        ("/mnt/the games/x", Place(Ground.DISK, "f2fs", "/mnt/the games")),
        ("/mnt/stick", Place(Ground.DISK, "vfat", "/mnt/stick", is_read_only=True)),
        ("/mnt/worn", Place(Ground.DISK, "ext4", "/mnt/worn", is_read_only=True)),
    ],
)
def test_a_path_lies_where_it_was_mounted(path: str, place: Place) -> None:
    assert place_of(PurePosixPath(path), TABLE) == place


OVERLAYS = """\
1 1 0:2 / / rw - rootfs rootfs rw
20 1 0:30 / / rw - overlay overlayroot rw,lowerdir=/media/root-ro
31 20 0:31 / /data rw - overlay overlay rw
"""


@pytest.mark.parametrize(
    ("path", "table", "ground"),
    [
        ("/data/games", OVERLAYS, Ground.OVERLAY),
        ("/home", OVERLAYS, Ground.OVERLAY),
        # of two mounts on one folder the upper counts, and one over it hides what was inside
        ("/data", f"{DISK}\n30 20 8:3 / /data rw - ext4 a rw\n31 30 0:9 / /data rw - tmpfs t rw",
         Ground.MEMORY),
        ("/a/b", f"{DISK}\n30 20 8:3 / /a/b rw - ext4 a rw\n31 20 0:9 / /a rw - tmpfs t rw",
         Ground.MEMORY),
        # a mount may be its own parent, and a line may be cut short
        ("/data", "20 20 8:2 / / rw - ext4 d rw\n21 20 0:5 - tmpfs tmpfs rw\n22 20 0:5\n",
         Ground.DISK),
        ("/data", "", Ground.UNKNOWN),
    ],
)  # fmt: skip
def test_mounts_lie_over_one_another(path: str, table: str, ground: Ground) -> None:
    assert place_of(PurePosixPath(path), table).ground is ground


def test_where_the_table_cannot_be_read_nothing_is_claimed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.journal.filesystem._MOUNTS", tmp_path / "missing")
    assert where_it_lies(tmp_path) == Place(Ground.UNKNOWN)


@given(st.text(alphabet="0123 /-\\\nab", max_size=200))
def test_any_table_gives_an_answer(table: str) -> None:
    assert place_of(PurePosixPath("/a/b"), table).ground in Ground


@pytest.mark.skipif(not Path("/proc/self/mountinfo").exists(), reason="the system has no table")
def test_the_systems_own_table_knows_memory_from_nothing(tmp_path: Path) -> None:
    assert where_it_lies(Path("/proc")).file_system == "proc"
    assert where_it_lies(tmp_path / "not" / "made" / "yet") == where_it_lies(tmp_path)
    assert where_it_lies(tmp_path).ground is not Ground.UNKNOWN

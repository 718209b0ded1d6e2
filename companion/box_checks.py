"""What was missing in each box when it was counted last: one small file in the data folder."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.core.box import THINGS
from companion.core.piles import Pile, Short
from companion.journal.disk import DISK, Disk, replace_whole
from companion.journal.stamps import stamp

_MOST_BYTES = 1_000_000


class Check(msgspec.Struct, frozen=True):
    """How a box was found."""

    short: tuple[Short, ...]
    counted_ms: int
    """When, by the clock on the wall: only for people to read."""


def checks_file(data: Path) -> Path:
    """Return where they are kept."""
    return data / "box-checks.json"


def load(data: Path) -> Mapping[str, Check]:
    """Return every box that was counted, by its name; none if the file cannot be read."""
    try:
        with checks_file(data).open("rb") as stream:
            found = msgspec.json.decode(stream.read(_MOST_BYTES), type=dict[str, Check])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return {}
    return {
        name: msgspec.structs.replace(check, short=_known(check)) for name, check in found.items()
    }


def _known(check: Check) -> tuple[Short, ...]:
    """Return what is missing but for what another version called otherwise."""
    return tuple(
        each for each in check.short if each.kind in THINGS or each.kind in Pile.__members__
    )


def save(data: Path, box: str, short: tuple[Short, ...], disk: Disk = DISK) -> None:
    """Return when this will outlive a pulled plug; the checks of other boxes stay.

    Raises:
        OSError: It cannot be kept.
    """
    checks = {**load(data), box: Check(short, stamp("").wall_ms)}
    replace_whole(disk, checks_file(data), msgspec.json.encode(checks))

"""The PIN of the staff, kept as a scrypt hash; attempts and waits survive a power cut."""

import hmac
from collections.abc import Callable
from contextlib import suppress
from hashlib import scrypt, sha256
from pathlib import Path
from secrets import token_bytes

import msgspec
from msgspec.structs import replace

from companion.journal.disk import DISK, Disk, open_file, read_file, replace_whole
from companion.rules.records.json_text import BadJson, read_json

FREE_TRIES = 5
"""Wrong tries before the first wait; the last of them starts it."""

FIRST_WAIT_SECONDS = 30.0

LONGEST_WAIT_SECONDS = 900.0

KEPT_EVERY_SECONDS = 10.0
"""How often the rest of a wait is saved: a power cut adds at most this much."""

_SALT_BYTES, _KEY_BYTES = 16, 32

_COST, _BLOCK = 1 << 14, 8

_MOST_BYTES = 4096


class PinFile(msgspec.Struct, frozen=True):
    """What the file says."""

    salt: bytes = b""
    key: bytes = b""
    """The hash; empty: no PIN is set."""
    failures: int = 0
    """Wrong tries in a row, including the one being checked."""
    wait_seconds: float = 0.0
    """The rest of the wait, in seconds."""
    reset_by: str = ""
    """The hash of the reset file that removed the PIN and is still there."""


class PinTry(msgspec.Struct, frozen=True):
    """The outcome of a try."""

    is_right: bool
    tries_left: int = 0
    """How many more tries have no wait."""
    wait_seconds: float = 0.0
    """How long until the next try."""


_DAMAGED = PinFile(key=b"\0")
"""A file that cannot be read matches no PIN: only the reset file helps."""


class StaffPin:
    """The PIN in its file. One thread at a time."""

    def __init__(
        self,
        file: Path,
        now: Callable[[], float],
        *,
        reset_file: Path | None = None,
        disk: Disk = DISK,
    ) -> None:
        """Read the file; remove the PIN if there is a new reset file.

        Args:
            file: Where it is kept.
            now: The monotonic clock, in seconds.
            reset_file: Removes the PIN; only the owner can write it, on the boot partition.
            disk: What is written with.
        """
        self._file, self._now, self._disk = file, now, disk
        self._kept = _read(file)
        self._since = now()
        self._reset(reset_file)

    @property
    def is_set(self) -> bool:
        """Whether there is a PIN."""
        return bool(self._kept.key)

    def wait_seconds(self) -> float:
        """Return how long no PIN is checked, in seconds."""
        return max(0.0, self._kept.wait_seconds - (self._now() - self._since))

    def choose(self, pin: str) -> None:
        """Let this be the PIN from now on.

        Raises:
            OSError: It cannot be kept; the one before stands.
        """
        salt = token_bytes(_SALT_BYTES)
        self._keep(PinFile(salt, _key(pin, salt), reset_by=self._kept.reset_by))

    def tried(self, pin: str) -> PinTry:
        """Return the outcome of a try, which is counted on the disk before it is checked.

        Raises:
            OSError: It cannot be counted, so it is not checked.
        """
        wait = self.wait_seconds()
        if wait > 0.0:
            return PinTry(is_right=False, wait_seconds=wait)
        failures = self._kept.failures + 1
        self._keep(replace(self._kept, failures=failures, wait_seconds=_wait(failures)))
        if self.is_set and hmac.compare_digest(_key(pin, self._kept.salt), self._kept.key):
            self._keep(replace(self._kept, failures=0, wait_seconds=0.0))
            return PinTry(is_right=True)
        left = max(0, FREE_TRIES - failures)
        return PinTry(is_right=False, tries_left=left, wait_seconds=self.wait_seconds())

    def next_deadline(self) -> float | None:
        """Return when to ask ``keep_wait`` again, in monotonic seconds; None: nothing waits."""
        return self._since + KEPT_EVERY_SECONDS if self._kept.wait_seconds else None

    def keep_wait(self) -> None:
        """Write down what is left of the wait, if enough of it is over."""
        is_due = self._now() - self._since >= KEPT_EVERY_SECONDS
        if self._kept.wait_seconds and is_due:
            with suppress(OSError):  # a wait that cannot be written down is only longer
                self._keep(replace(self._kept, wait_seconds=self.wait_seconds()))

    def _reset(self, reset_file: Path | None) -> None:
        """Take the PIN away, once for each file that says so."""
        said = "" if reset_file is None else _said(reset_file)
        if said == self._kept.reset_by:
            return
        after = replace(self._kept, reset_by="") if not said else PinFile(reset_by=said)
        with suppress(OSError):
            self._keep(after)

    def _keep(self, kept: PinFile) -> None:
        """Keep this so that it outlives a pulled plug."""
        _save(self._file, msgspec.json.encode(kept), self._disk)
        self._kept, self._since = kept, self._now()


def _wait(failures: int) -> float:
    """Return the wait after this many wrong tries in a row, in seconds."""
    over = failures - FREE_TRIES
    if over < 0:
        return 0.0
    return float(min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** min(over, 16)))


def _key(pin: str, salt: bytes) -> bytes:
    return scrypt(pin.encode(), salt=salt, n=_COST, r=_BLOCK, p=1, dklen=_KEY_BYTES)


def _read(file: Path) -> PinFile:
    try:
        return read_json(read_file(file, _MOST_BYTES), msgspec.json.Decoder(PinFile))
    except FileNotFoundError:
        return PinFile()
    except (OSError, BadJson):
        return _DAMAGED


def _said(file: Path) -> str:
    """Return which file this is by what is in it; empty if there is none.

    A boot partition knows neither owners nor good clocks, so its times say nothing.
    """
    try:
        with open_file(file) as stream:
            return sha256(b"reset " + stream.read(_MOST_BYTES)).hexdigest()
    except OSError:
        return ""


def _save(file: Path, data: bytes, disk: Disk) -> None:
    """Replace the file by this data, whole or not at all; nobody else can read it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    replace_whole(disk, file, data, 0o600)

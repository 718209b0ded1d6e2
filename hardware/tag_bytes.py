"""What a reader of each wire format sends: the opposite of the parsers, for simulated readers."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import xor

from hardware.readers import Format


def tag_bytes(spoken: Format, uid: str) -> bytes:
    """Return what a reader sends when this tag comes to it; any format is right for ``auto``.

    Args:
        spoken: The wire format.
        uid: The tag's number: ten hexadecimal digits can be said in every format.

    Raises:
        KeyError: The format is a conversation, which one side alone cannot hold.
        ValueError: The number cannot be said in this format.
    """
    return _SAID[spoken](uid)


def zone_bytes(zone: str, uids: Iterable[str]) -> bytes:
    """Return the line of ``hardware/firmware/PROTOCOL.md`` that says what lies in a zone."""
    return f"INV\tzone={zone}\tuids={','.join(uids)}\n".encode()


def can_say(spoken: Format) -> bool:
    """Return whether a tag of ten digits can be said in this format by one side alone."""
    return spoken in _SAID


def can_say_zones(spoken: Format) -> bool:
    """Return whether this format knows zones."""
    return spoken in (Format.AUTO, Format.LINES)


def _line(uid: str) -> bytes:
    return f"TAG {uid}\n".encode()


def _em4100(uid: str) -> bytes:
    digits = _ten(uid)
    return b"\x02" + digits + b"%02X\x03" % reduce(xor, bytes.fromhex(uid))


def _parallax(uid: str) -> bytes:
    return 2 * (b"\n" + _ten(uid) + b"\r")


def _code(uid: str) -> bytes:
    return f"{uid}\r\n".encode()


def _ten(uid: str) -> bytes:
    """Return the digits of a number that such a chip can have."""
    if len(bytes.fromhex(uid)) != _CHIP_BYTES:
        raise ValueError(f"{uid} has not ten hexadecimal digits")
    return uid.encode()


_CHIP_BYTES = 5

_SAID: Mapping[Format, Callable[[str], bytes]] = {
    Format.AUTO: _line,
    Format.LINES: _line,
    Format.EM4100: _em4100,
    Format.PARALLAX: _parallax,
    Format.SCANNER: _code,
}

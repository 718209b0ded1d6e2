"""What phones, the process that serves them and the people at the table say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from companion.core.messages import MachineMessage, Message


class PhoneDeed(Message, frozen=True):
    """Somebody did something on their phone."""

    source: ClassVar[str] = "phone"
    """What the journal says of where it comes from."""

    phone: str
    """Which phone; no secret."""
    number: int
    """The number that the phone gave it: sent twice, it is done once."""
    button: int | None
    """Whose button the phone is; None: nobody's."""
    seen: int
    """How many entries the game had on the phone."""
    what: str
    """Which of ``DEEDS``."""
    given: object
    """What was chosen, of the type that ``DEEDS`` names."""


class AllowPhone(Message, frozen=True):
    """The phone that asks for this seat may have it."""

    button: int


class RefusePhone(Message, frozen=True):
    """The phone that asks for this seat may not have it."""

    button: int


class NobodysPhone(Message, frozen=True):
    """No phone belongs to anybody any more: all of them need the new code."""


class PhonesLinked(MachineMessage, frozen=True):
    """The process that serves phones is there, and this is where; empty: it has gone."""

    link: str = ""
    address: str = ""
    watching: int = 0

    def __repr__(self) -> str:
        """Return something without the secret of the link."""
        return f"PhonesLinked(watching={self.watching})"


class PhonesSeated(MachineMessage, frozen=True):
    """Whose each phone was before the table was started again."""

    seated: Mapping[int, str]


class ForgetPhones(MachineMessage, frozen=True):
    """The table is another one: its phones belong to nobody."""

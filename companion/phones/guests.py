"""Who may: the secret of the code, the cookies it is exchanged for, and whose each phone is.

Cookies are kept as their hashes, so that nothing in the file opens a door.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from secrets import token_urlsafe

import msgspec

from companion.i18n.languages import LANGUAGES
from companion.phones.shapes import MOST_PHONES, Answered

SECRET_BYTES = 16

MOST_DEEDS = 10
"""So many deeds of one phone are taken in a second."""

_REMEMBERED = 16
"""Of so many deeds a phone is told once more what became of them."""


class Phone:
    """One browser that has shown the secret."""

    def __init__(self, key: str, language: str, now: Callable[[], float]) -> None:
        """Take a new browser.

        Args:
            key: The hash of its cookie.
            language: What it speaks.
            now: The monotonic clock, in seconds.
        """
        self.key, self.language = key, language
        self.button: int | None = None
        self.changed = asyncio.Event()
        self.stream = 0
        """Which of its streams is the newest; the others end."""
        self.streams = 0
        """How many are open."""
        self._now, self._recent = now, deque[float](maxlen=MOST_DEEDS)
        self._answers: dict[int, asyncio.Future[Answered]] = {}

    @property
    def id(self) -> str:
        """What the table calls it; no secret."""
        return self.key[:12]

    def may_act(self) -> bool:
        """Whether it may do one thing more in this second; if so, it is counted."""
        now = self._now()
        if len(self._recent) == MOST_DEEDS and now - self._recent[0] < 1.0:
            return False
        self._recent.append(now)
        return True

    def deed(self, number: int) -> tuple[asyncio.Future[Answered], bool]:
        """Return the state of a deed, and whether it is new."""
        known = self._answers.get(number)
        if known is not None and not known.cancelled():
            return known, False
        while len(self._answers) >= _REMEMBERED:
            self._answers.pop(next(iter(self._answers))).cancel()
        made = self._answers[number] = asyncio.get_running_loop().create_future()
        return made, True

    def forget(self, number: int) -> None:
        """Let a deed that was never answered be tried again."""
        made = self._answers.pop(number, None)
        if made is not None:
            made.cancel()

    def answered(self, answer: Answered) -> None:
        """Take the answer to a deed."""
        made = self._answers.get(answer.number)
        if made is not None and not made.done():
            made.set_result(answer)


class _Kept(msgspec.Struct, frozen=True):
    """What is stored on the disk."""

    round: str
    secret: str
    phones: Mapping[str, tuple[str, int | None]]
    """By the hash of its cookie: what a phone speaks, and whose it is."""


class Guests:
    """Everybody who has shown the secret of this game."""

    def __init__(self, state: Path, now: Callable[[], float]) -> None:
        """Begin with those who were there.

        Args:
            state: The file in which they are kept.
            now: The monotonic clock, in seconds.
        """
        self._state, self._now = state, now
        self._phones: dict[str, Phone] = {}
        self._before: dict[str, Phone] = {}
        self.round = ""
        self.secret = token_urlsafe(SECRET_BYTES)
        with suppress(OSError, msgspec.DecodeError):
            kept = msgspec.json.decode(state.read_bytes(), type=_Kept)
            self.round, self.secret = kept.round, kept.secret
            for key, (language, button) in kept.phones.items():
                phone = self._phones[key] = Phone(key, language, now)
                phone.button = button

    def __iter__(self) -> Iterator[Phone]:
        """Iterate over the phones."""
        return iter(tuple(self._phones.values()))

    @property
    def watching(self) -> int:
        """How many phones watch without a seat."""
        return sum(1 for phone in self if phone.button is None and phone.streams)

    @property
    def away(self) -> tuple[int, ...]:
        """The seats whose phone shows nothing: it sleeps, or has gone."""
        buttons = (phone.button for phone in self if not phone.streams)
        return tuple(sorted(button for button in buttons if button is not None))

    @property
    def seated(self) -> dict[str, str]:
        """The phone of each seat, by button."""
        return {str(phone.button): phone.id for phone in self if phone.button is not None}

    def see_round(self, now: str) -> bool:
        """Take which game is on the table; return whether all phones were sent away.

        Those who have sat down for a game stay when it begins.
        """
        if now == self.round:
            return False
        before, self.round = self.round, now
        begins = before.startswith("/") and before == now[now.rfind("/") :]
        if not begins:
            gone, self._phones = tuple(self), {}
            self._before = {each.key: each for each in gone}
            self.secret = token_urlsafe(SECRET_BYTES)
            for phone in gone:
                phone.changed.set()
        self.keep()
        return not begins

    def see_seats(self, seated: Mapping[str, str]) -> None:
        """Take from the table which phone has which seat."""
        buttons = {phone: int(button) for button, phone in seated.items()}
        is_new = False
        for phone in self:
            button = buttons.get(phone.id)
            is_new = is_new or button != phone.button
            phone.button = button
        if is_new:
            self.keep()

    def join(self, secret: str, language: str, known: str = "") -> str | None:
        """Return a cookie for the secret of the code; None: it is wrong, or there is no room.

        Whoever comes once more, with a cookie that is known, stays who they were; with one of the
        game before, they are spoken to in the language that they had then.
        """
        if not compare_digest(secret.encode(), self.secret.encode()):
            return None
        if self.of(known) is not None:
            return known
        if not self._has_room():
            return None
        cookie = token_urlsafe(SECRET_BYTES)
        key, before = _hash(cookie), self._before.get(_hash(known))
        self._phones[key] = Phone(key, before.language if before else language, self._now)
        self.keep()
        return cookie

    def sat_before(self, cookie: str) -> int | None:
        """Return the seat that the owner of this cookie had in the game before; None: none."""
        before = self._before.get(_hash(cookie))
        return before.button if before else None

    def _has_room(self) -> bool:
        """Make room: a phone that has gone and belongs to nobody gives way."""
        if len(self._phones) < MOST_PHONES:
            return True
        idle = (each for each in self if each.button is None and not each.streams)
        gone = next(idle, None)
        if gone is None:
            return False
        del self._phones[gone.key]
        return True

    def of(self, cookie: str) -> Phone | None:
        """Return the phone with this cookie; None if there is none."""
        return self._phones.get(_hash(cookie)) if cookie else None

    def is_known(self, phone: Phone) -> bool:
        """Whether a phone may still see the table."""
        return self._phones.get(phone.key) is phone

    def keep(self) -> None:
        """Save which phone has which seat; if that fails, phones need the code again."""
        phones = {each.key: (each.language, each.button) for each in self}
        kept = _Kept(self.round, self.secret, phones)
        new = self._state.with_name(f"{self._state.name}.new")
        with suppress(OSError):
            self._state.parent.mkdir(parents=True, exist_ok=True)
            made = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(made, "wb") as stream:
                stream.write(msgspec.json.encode(kept))
            new.replace(self._state)


def _hash(cookie: str) -> str:
    return sha256(cookie.encode()).hexdigest()


def spoken(asked: str) -> str:
    """Return the first language asked for that the table speaks, such as "cs" of "cs-CZ"."""
    for each in asked.split(","):
        language = each.strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return LANGUAGES[0]

"""Phones as people hold them: Debian's Chromium in the sizes of phones, moved by Playwright."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.phones.house import House, Phone

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = shutil.which("chromium") or ""

NAMES = ("Anna", "Богдан", "Čeněk", "Dóra", "えみ")


class Looks(NamedTuple):
    """A phone: its screen, what it speaks, and whether it is dark."""

    size: tuple[int, int]
    language: str
    is_dark: bool


PHONES = (
    Looks((360, 640), "en-GB", is_dark=True),
    Looks((393, 852), "uk-UA", is_dark=False),
    Looks((430, 932), "cs-CZ", is_dark=True),
    Looks((412, 915), "hu-HU", is_dark=False),
    Looks((800, 1280), "ja-JP", is_dark=True),
)
"""Five phones, of which one is a tablet."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Open a browser; where there is none, the test is skipped and says why."""
    if not CHROMIUM:
        pytest.skip("chromium is missing: .ci/screens installs it")
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="Playwright is missing: .ci/screens installs it"
    )
    with playwright.sync_playwright() as opened:
        browser = opened.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


class Window:
    """One phone, and its owner's thumb."""

    def __init__(self, browser: Browser, house: House, looks: Looks, **more: Any) -> None:  # noqa: ANN401 - Playwright's
        """Open it at the code on the screen."""
        width, height = looks.size
        self.context: BrowserContext = browser.new_context(
            viewport={"width": width, "height": height},
            locale=looks.language,
            color_scheme="dark" if looks.is_dark else "light",
            has_touch=True,
            **more,
        )
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda why: self.errors.append(str(why)))
        self.page.set_default_timeout(20_000)
        self.page.goto(f"http://{house.address}/#{house.secret}")

    def sit(self, button: int, name: str) -> None:
        """Sit down at a seat."""
        self.page.wait_for_selector(".seat")
        self.page.fill("#name", name)
        self.page.tap(f".seat.c{button}")
        self.page.wait_for_selector(".people")

    def has(self, what: str) -> bool:
        """Whether something is shown."""
        return self.page.query_selector(what) is not None

    def tap(self, what: str) -> bool:
        """Touch something if it is still there, and wait until the table has answered."""
        from playwright.sync_api import Error  # noqa: PLC0415 - it may be missing

        try:
            self.page.tap(what, timeout=1500)
        except Error:  # it has changed meanwhile, as under any finger
            return False
        self.page.wait_for_selector("body:not(.busy)")
        return True

    def asked(self) -> str:
        """Return the question."""
        return str(self.page.inner_text("#asked"))

    def not_twice(self) -> None:
        """Wait until the next touch is no second tap."""
        self.page.wait_for_timeout(1000 * TWICE)


DRAW, INVOKE = '[data-do*="draw"]:not(:disabled)', '[data-do*="invoke"]'

BID, PASS = ".bid[data-do*='bid']", '[data-do*="pass"]'

LOSE, LOST = '[data-do*="choose"]', ".key.main[data-do*='lose']:not(:disabled)"

READ = '.key.main[data-do*="read"]'

PRESS, END_GODS = '.key.main[data-do*="press"]', '[data-do*="end_gods"]'

RESULT = ".result"

TWICE = 0.7
"""Seconds: sooner, a tap near the one before means nothing where another key has come."""

COMMON = {"ra": 30, "pharaoh": 25, "nile": 25, "flood": 12, "god": 8}


class Owner:
    """Plays at random on one phone, as fast as the phone lets them."""

    def __init__(self, window: Window, chance: Random) -> None:
        """Take a phone."""
        self.window, self._chance, self._acted = window, chance, 0.0

    def act(self) -> str:
        """Do something if anything can be done, and return what."""
        window = self.window
        if monotonic() - self._acted < TWICE:
            return ""
        self._acted = monotonic()
        if window.has(LOSE):
            return self._lose()
        if window.has(BID) or window.has(PASS):
            return self._bid()
        if window.has(DRAW) or window.has(INVOKE):
            return self._turn()
        for what in (END_GODS, PRESS, READ):
            if window.has(what):
                return what if window.tap(what) else ""
        return ""

    def _turn(self) -> str:
        drawn = [
            each.get_attribute("data-do") for each in self.window.page.query_selector_all(DRAW)
        ]
        does = [json.loads(each or "{}") for each in drawn]
        kinds = [each["draw"] for each in does if "draw" in each]
        if not kinds or self._chance.random() < 0.07:
            return "invoke" if self.window.tap(INVOKE) else ""
        [kind] = self._chance.choices(kinds, [COMMON.get(each, 4) for each in kinds])
        return f"draw {kind}" if self.window.tap(f'[data-do=\'{{"draw":"{kind}"}}\']') else ""

    def _bid(self) -> str:
        page = self.window.page
        may_pass, bids = self.window.has(PASS), page.query_selector_all(BID)
        wants = self._chance.random() < (0.4 if self.window.has(".leads") else 0.6)
        if may_pass and not (bids and wants):
            return "pass" if self.window.tap(PASS) else ""
        if not bids or (self.window.has(".leads") and not may_pass):
            return ""
        does = [json.loads(each.get_attribute("data-do") or "{}") for each in bids]
        suns = [each["bid"] for each in does if "bid" in each]
        if not suns:  # another phone has changed the page meanwhile
            return ""
        sun = self._chance.choice(suns)
        return f"bid {sun}" if self.window.tap(f".bid[data-do='{{\"bid\":{sun}}}']") else ""

    def _lose(self) -> str:
        for _ in range(20):
            if self.window.has(LOST):
                return "lose" if self.window.tap(LOST) else ""
            kinds = self.window.page.query_selector_all(LOSE)
            if not kinds:
                return ""
            what = self._chance.choice(kinds).get_attribute("data-do")
            self.window.tap(f"[data-do='{what}']")
        return ""


def seat_all(house: House, browser: Browser, phones: Sequence[Looks]) -> list[Window]:
    """Let as many people sit down with phones, deal and begin."""
    windows = [Window(browser, house, looks) for looks in phones]
    for button, (window, name) in enumerate(zip(windows, NAMES, strict=False)):
        window.sit(button, name)
    first = windows[0]
    first.page.wait_for_selector(f".person:nth-child({len(windows)})")
    for label in ('"key":"ra"', '"key":"ok"'):
        first.page.tap(f".key.main[data-do*='{label}']")
    for window in windows:
        window.page.wait_for_selector("footer .tab")
    return windows


def play(windows: Sequence[Window], chance: Random, most: int) -> list[tuple[int, str]]:
    """Play at random until the result stands on every phone, or so many deeds are done.

    Returns:
        What was done, and on which phone.
    """
    owners = [Owner(window, chance) for window in windows]
    done: list[tuple[int, str]] = []
    idle = 0
    while len(done) < most and not all(window.has(RESULT) for window in windows):
        before = len(done)
        for seat, owner in enumerate(owners):
            what = owner.act()
            done += [(seat, what)] if what else []
        idle = idle + 1 if len(done) == before else 0
        assert idle < 300, [window.asked() for window in windows]
        if idle:
            windows[0].page.wait_for_timeout(50)
    return done


def phone_of(house: House, window: Window) -> Phone:
    """Return the phone of a window, to do what its page need not show."""
    phone = Phone.__new__(Phone)
    [cookie] = (each for each in window.context.cookies() if each.get("name") == "phone")
    phone.house, phone.cookie = house, f"phone={cookie.get('value')}"
    return phone


def errors(windows: Sequence[Window]) -> list[str]:
    """Return everything that went wrong in the pages."""
    return [why for window in windows for why in window.errors]

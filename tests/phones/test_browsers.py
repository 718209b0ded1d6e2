"""Phones in a real browser: few tests, each of something that only a browser can show.

Two games go on from test to test: one of five, and one of two. Each test goes on to a turn from
wherever the one before has left them.
"""

from collections import Counter
from collections.abc import Iterator
from http.client import OK
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from companion.i18n.languages import LANGUAGES
from companion.journal import game_lines, games_dir
from companion.rules.editions import RA_LIMITS
from tests.phones.browsers import (
    DRAW,
    INVOKE,
    LOSE,
    LOST,
    NAMES,
    PASS,
    PHONES,
    PRESS,
    READ,
    Looks,
    Window,
    chromium,
    errors,
    phone_of,
    play,
    seat_all,
)
from tests.phones.conftest import opened
from tests.phones.house import PASSES, House, Phone, act, asked, at_a_turn, lowest, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

DEEDS = 16

TABS = ("me", "table", "rules")

SMALL = Looks((360, 640), "en", is_dark=True)


class Game(NamedTuple):
    """A game in which everybody has a phone."""

    house: House
    windows: list[Window]
    phones: list[Phone]
    """The same phones, to do what their pages need not show."""

    def act(self, *deeds: Any) -> Phone:  # noqa: ANN401 - as ``act`` takes them
        """Let whoever is asked do these one after the other; return whose phone was the last."""
        return [act(self.phones, deed) for deed in deeds][-1]

    def window(self, phone: Phone) -> Window:
        """Return the page of a phone."""
        return self.windows[self.phones.index(phone)]

    def at_a_turn(self) -> "Game":
        """Go on until somebody may draw a tile; each page is as after a new visit."""
        at_a_turn(self.phones)
        for window in self.windows:
            window.page.reload()
        return self

    def press_until(self, own: str) -> Any:  # noqa: ANN401 - JSON
        """Go on after an epoch until this is shown, and return what the first phone shows."""
        while not (view := self.phones[0].view())["own"][own]:
            press: dict[str, object] = {"press": {"key": "ok", "on": view["own"]["token"]}}
            self.phones[0].do(view["seen"], press)
        return view


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """A browser for all tests."""
    with chromium() as opened:
        yield opened


def begun(browser: "Browser", house: House, looks: tuple[Looks, ...]) -> Game:
    """Let as many people sit down with phones, deal and begin."""
    windows = seat_all(house, browser, looks)
    return Game(house, windows, [phone_of(house, window) for window in windows])


@pytest.fixture(scope="module")
def five(browser: "Browser", one_house: House) -> Game:
    """Five phones in a game."""
    return begun(browser, one_house, PHONES)


@pytest.fixture(scope="module")
def looker_on(browser: "Browser", five: Game) -> Window:
    """A sixth phone there, whose owner has no seat."""
    window = Window(browser, five.house, SMALL)
    window.page.wait_for_selector(".seat")
    return window


@pytest.fixture(scope="module")
def two(browser: "Browser", tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """Two phones in another game."""
    with opened(tmp_path_factory.mktemp("ra")) as house:
        yield begun(browser, house, PHONES[:2])


@pytest.fixture(scope="module")
def empty(
    browser: "Browser", tmp_path_factory: pytest.TempPathFactory
) -> "Iterator[tuple[Browser, House]]":
    """A table at which nobody has sat down, and what opens its page."""
    with opened(tmp_path_factory.mktemp("ra")) as house:
        yield browser, house


def test_five_phones_play_and_what_they_do_is_in_the_journal(five: Game) -> None:
    game_file = games_dir.game_files(five.house.data)[-1]
    _, *before = games_dir.read(game_file).lines
    done = play(five.windows, Random(11), DEEDS)  # noqa: S311 - no secret
    assert len(done) >= DEEDS
    _, *lines = games_dir.read(game_file).lines
    assert {line.source for line in lines} <= {"phone", "clock", "again"}
    drawn = [what.removeprefix("draw ") for _, what in done if what.startswith("draw ")]
    new = lines[len(before) :]
    assert [line.event["draw"] for line in new if "draw" in line.event] == drawn
    found = game_lines.read(games_dir.read(game_file).lines)
    assert found is not None
    assert len(found.timeline.steps) == len(lines)
    assert not errors(five.windows)


def faults(window: Window) -> list[str]:
    """Return what axe finds."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    told = axe.Axe().run(window.page).response
    assert told["passes"], "axe has looked at nothing"
    found = told["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found]


def test_every_key_has_a_name_and_axe_finds_nothing(five: Game, looker_on: Window) -> None:
    found = faults(looker_on)
    for window in five.windows[:2]:
        found += faults(window)
        for tab in TABS:
            window.page.tap(f"footer [data-do*='\"{tab}\"']")
            found += faults(window)
        window.page.tap(GAME)
    assert not found, "\n".join(found)


GAME = 'footer [data-do=\'{"open":""}\']'


def test_a_keyboard_reaches_everything(five: Game) -> None:
    page = five.windows[0].page
    reached = set()
    for _ in range(80):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("() => document.activeElement.dataset.do ?? ''"))
    offered = {
        each.get_attribute("data-do") for each in page.query_selector_all("button:not(:disabled)")
    }
    assert {each for each in offered if each} <= reached


WIDEST = """() => Math.max(...[...document.querySelectorAll("main *, footer *")].map(
    (each) => each.getBoundingClientRect().right))"""


def wide(window: Window) -> bool:
    """Whether anything stands beside the screen, so that the page could be pushed aside."""
    size = window.page.viewport_size
    assert size is not None
    return bool(window.page.evaluate(WIDEST) > size["width"] + 1)


def test_letters_twice_as_large_push_nothing_aside(five: Game) -> None:
    for window in five.windows[:3]:
        assert not wide(window)
    page = five.windows[0].page
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    for tab in ("", *TABS):
        page.tap(f'footer [data-do=\'{{"open":"{tab}"}}\']')
        assert not wide(five.windows[0]), tab
    page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    page.tap(GAME)


def test_own_points_are_seen_as_long_as_a_finger_holds_on(five: Game) -> None:
    page = five.windows[0].page
    page.tap("footer [data-do*='\"me\"']")
    points = page.locator("#points b")
    hidden = points.inner_text()
    page.locator("#points").dispatch_event("pointerdown")
    assert points.inner_text().isdigit()
    page.locator("#points").dispatch_event("pointerup")
    assert points.inner_text() == hidden
    page.tap(GAME)


def test_a_phone_that_lost_its_network_is_where_it_was_within_two_seconds(five: Game) -> None:
    window = five.windows[1]
    asked_before = window.asked()
    window.context.set_offline(True)
    window.page.wait_for_timeout(500)
    window.context.set_offline(False)
    window.page.reload()
    window.page.wait_for_selector("footer .tab", timeout=2000)
    assert window.asked() == asked_before


def test_pass_stays_where_it_is_when_undo_goes(five: Game) -> None:
    window = five.window(five.at_a_turn().act({"invoke": True}))
    undo = "[data-do*='undo']"
    window.page.wait_for_selector(undo)
    before = window.page.locator(PASS).bounding_box()
    five.act(PASSES)
    window.page.wait_for_selector(undo, state="detached")
    assert window.page.locator(PASS).bounding_box() == before


def test_whoever_closed_the_page_comes_back_by_the_code_and_a_lost_phone_s_seat_is_free(
    five: Game, looker_on: Window
) -> None:
    one = five.windows[4]
    one.page.close()
    looker_on.page.wait_for_selector(".seat.c4[data-do*='sit']")
    assert looker_on.has(".seat.c1[aria-disabled]")
    one.page = one.context.new_page()
    one.page.goto(f"http://{five.house.address}/#{five.house.secret}")
    one.page.wait_for_selector("footer .tab")
    looker_on.page.wait_for_selector(".seat.c4[aria-disabled]")


def test_a_phone_with_an_old_code_or_none_is_told_to_look_at_the_new_one(
    browser: "Browser", five: Game
) -> None:
    page = browser.new_context(locale="en").new_page()
    for code in ("", "#AAAAAAAAAAAAAAAAAAAAAA"):
        page.goto(f"http://{five.house.address}/{code}")
        until(
            lambda: (
                page.inner_text("#asked").startswith("To join, point your camera at the code")
                and page.url.endswith("/")
            )
        )  # the secret does not stay in the address
        assert not page.query_selector("main *")
    page.context.close()


BROKEN = """async (language) => {
    const { Page, fit, h, picture } = await import('/view.js');
    const words = await (await fetch(`/words/${language}`)).json();
    const pair = language === "ja" ? [] : [words.say.god, words.say.invoke].map( // it has no spaces
        (said) => h("button.key", {}, picture("ra_eye", 28), said));
    const kinds = Object.keys(words.tiles);
    const own = { gods: kinds.map((kind, at) => [at, kind]), losable: {} };
    const page = new Page({ view: { seats: [], own }, words, chosen: [] });
    const tiles = page.families(kinds, () => null);
    const drawn = h("div.drawn", {}, tiles, h("div.keys.pair", {}, pair));
    const keys = [drawn, ...page.gods()];
    document.getElementById("main").replaceChildren(...keys);
    const names = [...document.querySelectorAll("main .tile small, main .pair .key")];
    fit(names);
    return names.filter((name) => {
        const range = document.createRange();
        const is_whole = [...name.textContent.matchAll(/\\S+/g)].every(({ 0: word, index }) => {
            range.setStart(name.lastChild, index);
            range.setEnd(name.lastChild, index + word.length);
            return range.getClientRects().length === 1;
        });
        const key = name.closest("button").getBoundingClientRect();
        range.selectNodeContents(name);
        const { left, right } = range.getBoundingClientRect();
        return !is_whole || left < key.left || right > key.right;
    }).map((name) => name.textContent).concat(names.length ? [] : ["nothing"]);
}"""
"""Words of keys that are broken in the middle, or stand out of their key."""


def test_no_word_of_a_key_is_broken_on_the_smallest_phone(looker_on: Window) -> None:
    broken = {each: looker_on.page.evaluate(BROKEN, each) for each in LANGUAGES}
    assert not any(broken.values()), broken


def test_the_look_back_ends_with_all_of_one_s_points(looker_on: Window) -> None:
    told = looker_on.page.evaluate(
        "async () => { const { Page } = await import('/view.js');"
        " const past = [[['Gold', -6]], [['Gold', 3], ['River', 9]], [['Suns', -19]]];"
        " const own = { start: 10, past };"
        " const say = { total: 'Total', least: 'Nobody falls below 0 points.' };"
        " const view = { seats: [{ button: 2, points: 0 }], me: 2, own };"
        " return new Page({ view, words: { say } }).look().map((each) => each?.textContent); }"
    )
    assert told[-3:-1] == ["Nobody falls below 0 points.", "Total: 0"]


def the_next_epoch(game: Game, *, by_the_starter: bool) -> Window:
    """Let one of two begin the next epoch; return the other one's phone."""
    said, _ = game.press_until("hands")["own"]["hands"]["starter"]
    is_first = (NAMES[0] in said) is by_the_starter
    first, second = game.windows if is_first else game.windows[::-1]
    first.page.wait_for_selector(".panel .held .about")
    first.not_twice()
    first.page.tap(PRESS)
    first.page.wait_for_selector(".epoch")
    assert not first.has(READ)  # their own touch has begun it
    return second


def test_an_epoch_s_points_are_read_on_every_phone_and_nobody_else_s_touch_ends_what_follows(
    browser: "Browser", house: House
) -> None:
    two = begun(browser, house, PHONES[:2])
    for is_first in (True, False):  # each wins one civilization tile, and nothing else
        two.act({"draw": "civ_art"}, {"invoke": True})
        for does_bid in (is_first, not is_first):
            two.act(lowest if does_bid else PASSES)
    two.act(*({"draw": "ra"}, PASSES, PASSES) * (RA_LIMITS[2] - 1), {"draw": "ra"})
    while (view := two.phones[0].view())["own"]["goes_on"]:
        press: dict[str, object] = {"press": {"key": "ok", "on": view["own"]["token"]}}
        two.phones[0].do(view["seen"], press)
    for window in two.windows:
        window.page.wait_for_selector(".worth tfoot")
        assert window.page.inner_text(".worth tfoot td") == "0"
        assert not window.has(".epoch")  # the header would say the next one
    page = two.windows[0].page
    reasons = [why for _, _, why in view["own"]["scored"]]
    assert len(reasons) == 5
    for row, why in zip(page.locator(".worth tbody td").all(), reasons, strict=True):
        row.tap(force=True)  # the key lies over the whole row
        assert page.inner_text("#said") == why

    two.press_until("hands")
    page.wait_for_selector(".panel .held .about")
    assert page.inner_text(".lead") == "This epoch: 0"
    page.locator("#points").dispatch_event("pointerdown")
    assert page.inner_text("#points b") == "10"
    page.locator("#points").dispatch_event("pointerup")

    second = the_next_epoch(two, by_the_starter=True)
    second.page.wait_for_selector(READ)
    [tile] = second.page.query_selector_all(".panel .held .about")
    assert str(tile.get_attribute("aria-label")).endswith(" 1")
    second.not_twice()
    assert second.tap(READ)
    assert not second.has(READ)
    assert second.has(".panel .row")


def test_a_touch_on_a_dark_sun_says_why_and_without_suns_that_is_said(two: Game) -> None:
    bidder = two.at_a_turn().act({"invoke": True})
    two.act(lambda own: {"bid": own["bids"][1]})
    window = two.window(bidder)
    dark = window.page.locator(".bid[aria-disabled]")
    dark.first.wait_for()
    dark.first.tap(force=True)
    assert window.page.inner_text("#said") == bidder.view()["own"]["dark"]
    said = window.page.evaluate(
        "async (view) => { const { Page } = await import('/view.js');"
        " const words = await (await fetch('/words/en')).json();"
        " view.seats.forEach((seat) => { seat.down = seat.up; seat.up = []; });"
        " view.own.bids = []; view.lead = null;"
        " return new Page({ view, words }).main().map((each) => each?.textContent); }",
        {**bidder.view(), "ties": []},
    )
    assert "no sun left" in said


def test_a_touch_on_the_own_tile_in_the_track_says_that_it_was_another(two: Game) -> None:
    first = two.at_a_turn().act({"draw": "nile"})
    two.act({"draw": "pharaoh"})
    window = two.window(first)
    window.page.wait_for_selector(DRAW)
    assert window.tap(".mend")
    window.not_twice()  # a tile may lie where the touch was
    assert window.tap("[data-do*='\"fix\"'][data-do*='civ_writing']")
    assert [*filter(None, first.view()["track"])][-2:] == ["civ_writing", "pharaoh"]
    assert window.has(DRAW)


def test_without_a_connection_keys_are_off_and_what_is_touched_is_never_entered(two: Game) -> None:
    phone, view = asked(two.at_a_turn().phones)
    window = two.window(phone)
    window.page.wait_for_selector(DRAW)
    asked_before = window.asked()
    window.context.set_offline(True)
    until(lambda: window.asked() != asked_before)
    assert not window.has(DRAW)
    assert not window.has(f"{INVOKE}:not(:disabled)")
    assert not window.has("body.mine")
    place = window.page.locator('.tile[data-do*="nile"]').bounding_box()
    assert place is not None
    window.page.touchscreen.tap(place["x"] + 9, place["y"] + 9)
    window.tap("footer [data-do*='\"me\"']")  # what is here can be looked at all the same
    assert window.has("[data-do*='stand']:disabled")
    window.tap("footer [data-do*='\"me\"']")
    window.context.set_offline(False)
    window.page.wait_for_selector(DRAW)
    assert window.asked() == asked_before
    assert phone.view()["seen"] == view["seen"]


WORTH = "async (code) => (await (await fetch(`/words/${code}`)).json()).worth"


def test_a_touch_on_a_tile_says_what_it_scores_and_lies_over_nothing_that_it_touches(
    two: Game,
) -> None:
    phone = two.at_a_turn().act({"draw": "gold"}, {"draw": "mon_temple"})
    two.act({"invoke": True})
    window = two.window(phone)
    window.page.wait_for_selector(PASS)
    view = phone.view()
    worth = window.page.evaluate(WORTH, view["language"])
    told = [worth[kind] for kind in view["track"] if kind]
    window.page.tap(".track .about[data-do*='gold']")
    said = window.page.locator("#said p")
    assert [each.strip() for each in said.all_inner_texts()] == worth["gold"]
    window.page.tap(".track .asks")
    assert said.count() == len({*map(str, told)}) > 1
    place = window.page.locator("#said").bounding_box()
    assert place is not None
    window.page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] - 9)
    window.page.wait_for_selector("#said:empty", state="attached")
    assert phone.view()["seen"] == view["seen"]


def test_a_third_tile_for_an_earthquake_is_not_chosen_and_what_was_is_put_right_on_the_own_phone(
    two: Game,
) -> None:
    lot = [{"draw": f"mon_{kind}"} for kind in ("temple", "palace", "sphinx")]
    two.at_a_turn().act(*lot, {"draw": "dis_earthquake"}, {"invoke": True}, PASSES)
    loser = two.act(lowest)
    window, page = two.window(loser), two.window(loser).page
    page.wait_for_selector(LOSE)
    for each in page.query_selector_all(LOSE):
        each.tap()
    assert page.locator(f"{LOSE}[aria-pressed='true']").count() == 2
    assert page.inner_text("#said") == loser.view()["own"]["most"]
    assert page.locator(".taken").all_inner_texts() == ["\N{MINUS SIGN}1"] * 2
    said, done = (page.locator(each).bounding_box() for each in ("#said", LOST))
    assert said is not None
    assert done is not None
    assert said["y"] + said["height"] < done["y"]
    assert window.has(".note")  # what the lot was won with, and where suns go

    def tiles() -> Counter[str]:
        return Counter(loser.view()["seats"][two.phones.index(loser)]["tiles"])

    before = tiles()
    two.act({"lose": ["mon_temple", "mon_palace"]}, *({"draw": "nile"},) * 2)
    page.wait_for_selector(f"text={loser.view()['own']['undo']}")  # in the place of what is older
    page.tap("footer [data-do*='\"me\"']")
    page.locator('.key[data-do*="mend "]').last.tap()
    window.not_twice()
    for kind in ("mon_sphinx", "mon_temple"):
        page.tap(f"{LOSE}[data-do*='{kind}']")
    two.act({"draw": "nile"})  # others play on, and what is chosen stays chosen
    window.not_twice()
    assert window.tap(".key.main[data-do*='fix']:not(:disabled)")
    until(lambda: tiles() == before - Counter(("mon_sphinx", "mon_temple")))


def test_a_tap_after_a_miss_invokes_ra_and_a_second_one_does_not_pass_there(two: Game) -> None:
    window = two.window(asked(two.at_a_turn().phones)[0])
    page = window.page
    page.wait_for_selector(INVOKE)
    window.not_twice()
    page.evaluate(
        "() => addEventListener('pointerdown', (at) => {"
        " spot = [at.clientX, at.clientY];"
        " apart = at.timeStamp - (globalThis.last ?? 0); last = at.timeStamp; })"
    )
    miss = page.locator(INVOKE).bounding_box()
    page.evaluate(  # a finger that missed a moment ago
        "(at) => document.body.dispatchEvent(new PointerEvent('pointerdown',"
        " {bubbles: true, clientX: at.x + at.width / 2, clientY: at.y + at.height / 2}))",
        miss,
    )
    page.tap(INVOKE)
    page.wait_for_selector(PASS)
    x, y = page.evaluate("() => spot")
    page.touchscreen.tap(x, y)  # Pass stands there now, or nothing
    page.wait_for_timeout(500)
    is_slow = page.evaluate("() => apart > 600")  # then it was no second tap
    assert window.has(PASS) or is_slow


def test_whoever_begins_the_next_epoch_has_their_keys_at_once_and_the_rest_among_their_things(
    browser: "Browser", house: House
) -> None:
    two = begun(browser, house, PHONES[:2])
    for _ in two.windows:  # each of them wins what stays and what goes
        two.act({"draw": "pharaoh"}, {"draw": "gold"}, {"invoke": True}, lowest, PASSES)
    while not two.phones[0].view()["own"]["scored"]:
        two.act({"draw": "ra"} if asked(two.phones)[1]["own"]["draw"] else PASSES)
    starter = the_next_epoch(two, by_the_starter=False)
    starter.page.wait_for_selector(DRAW)
    assert not starter.has(READ)
    line, first = (starter.page.locator(each).first.bounding_box() for each in (".hands", DRAW))
    assert line is not None
    assert first is not None
    assert line["y"] + line["height"] <= first["y"]
    [[word, _], *_] = phone_of(house, starter).view()["own"]["hands"]["tokens"]
    assert word in starter.page.inner_text(".hands")
    starter.page.tap(".hands")
    starter.page.wait_for_selector(".panel .held .about")  # what they discard


def test_on_its_side_a_phone_shows_every_tile_and_pass_at_once(
    browser: "Browser", house: House
) -> None:
    two = begun(browser, house, PHONES[:2])
    for window, wide, high in zip(two.windows, (915, 740), (412, 360), strict=True):
        window.page.set_viewport_size({"width": wide, "height": high})
    two.phones[0].do(0, {"language": "ja"})  # the longest names, and the other one is Ukrainian

    def stands_whole(window: Window, what: str) -> bool:
        window.page.wait_for_selector(what)
        foot = window.page.locator("footer").bounding_box()
        assert foot is not None
        boxes = [each.bounding_box() for each in window.page.locator(what).all()]
        return all(box is not None and box["y"] + box["height"] <= foot["y"] for box in boxes)

    for kind in ("nile", "pharaoh"):
        drawing = two.windows[two.phones.index(two.act({"draw": kind})) - 1]
        assert stands_whole(drawing, ".drawn .tile")
    two.act({"invoke": True}, lowest)
    assert all(stands_whole(window, f"{PASS}, .bid") for window in two.windows)


def test_a_language_is_chosen_before_a_seat_and_a_name_that_was_typed_stays_and_is_only_text(
    empty: "tuple[Browser, House]",
) -> None:
    window, name = Window(*empty, PHONES[0]), "<img src=x onerror=a()>"
    window.page.fill("#name", name)
    window.page.tap(".language")
    window.page.tap("[data-do*='\"uk\"']")
    until(lambda: window.asked() == "Обери місце")
    assert window.page.input_value("#name") == name
    window.sit(4, name)
    assert name in window.page.locator(".person b").all_inner_texts()
    assert not window.page.query_selector("main img[src=x]")
    assert not window.errors


def test_a_phone_without_a_seat_is_asked_for_one_and_then_says_what_it_waits_for(
    empty: "tuple[Browser, House]",
) -> None:
    window = Window(*empty, SMALL)
    window.page.wait_for_selector(".seat")
    assert window.asked() == "Take a seat"
    window.sit(0, "Anna")
    window.page.tap("[data-do*='stand']")  # whoever sits there stays
    window = Window(*empty, SMALL)
    window.page.tap(".seat.c0")
    until(lambda: window.asked() == "At the table: press the button of this seat, or Yes")
    window.page.tap("[data-do*='stand']")  # and asks no more


def test_whoever_sits_down_can_still_type_a_name_and_others_see_which_seats_are_free(
    browser: "Browser", house: House
) -> None:
    assert Phone(house).sit(4, "Ben").status == OK
    one, other = (Window(browser, house, looks) for looks in PHONES[:2])
    one.sit(3, "")
    one.page.fill("#name", "Anna")
    one.page.press("#name", "Enter")
    one.page.wait_for_selector(".person b:text-is('Anna')")
    page = other.page
    page.locator(".seat.c3[aria-disabled]").tap(force=True)
    say = page.evaluate("async () => (await (await fetch('/words/uk')).json()).say")
    assert page.inner_text("#said") == f"{say['there']}\n{say['stand']}"
    before = page.locator(".seat.c1").bounding_box()
    one.page.tap('.key.main[data-do*=\'"key":"ra"\']')
    page.wait_for_selector(".seat.c2:not([data-do])")  # nobody can sit there any more
    assert page.locator(".seat.c1").bounding_box() == before

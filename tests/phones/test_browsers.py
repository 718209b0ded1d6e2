"""Phones in a real browser: few tests, each of something that only a browser can show."""

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.i18n.languages import BY_CODE
from companion.journal import games_dir
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
    act,
    chromium,
    errors,
    phone_of,
    play,
    seat_all,
)
from tests.phones.conftest import opened
from tests.phones.five import TABS, kept
from tests.phones.house import House, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

DEEDS = 24

MENDS = '.key[data-do*="mend "]'


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """A browser for all tests."""
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module", name="house")
def same_house(browser: "Browser", one_house: House) -> House:
    """One table for all, if there is a browser."""
    assert browser
    return one_house


@pytest.fixture
def other(browser: "Browser", tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Another table, for a test that does not leave it as it was; its phones go with it."""
    before = browser.contexts
    with opened(tmp_path_factory.mktemp("ra")) as made:
        yield made
        for context in browser.contexts:
            if context not in before:
                context.close()  # or it would ask for a table that is gone until the last test


@pytest.fixture(scope="module")
def windows(browser: "Browser", house: House) -> list[Window]:
    """Five phones in a game that has begun."""
    return seat_all(house, browser, PHONES)


def faults(window: Window) -> list[str]:
    """Return what axe finds."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    told = axe.Axe().run(window.page).response
    assert told["passes"], "axe has looked at nothing"
    found = told["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found]


def wide(window: Window) -> bool:
    """Whether anything stands beside the screen, so that the page could be pushed aside."""
    size = window.page.viewport_size
    assert size is not None
    box = window.page.locator("main").bounding_box()
    assert box is not None
    inner = max(
        (each.bounding_box() or box for each in window.page.locator("main *, footer *").all()),
        key=lambda each: each["x"] + each["width"],
        default=box,
    )
    return bool(inner["x"] + inner["width"] > size["width"] + 1)


def test_five_phones_play_and_what_they_do_is_in_the_journal(
    house: House, windows: list[Window]
) -> None:
    done = play(windows, Random(11), DEEDS)  # noqa: S311 - no secret
    assert len(done) >= DEEDS
    game_file = games_dir.game_files(house.data)[-1]
    lines = games_dir.read(game_file).lines[1:]
    assert {line.source for line in lines} <= {"phone", "clock", "again"}
    drawn = [what.removeprefix("draw ") for _, what in done if what.startswith("draw ")]
    assert [line.event["draw"] for line in lines if "draw" in line.event] == drawn
    assert len(kept(house).steps) == len(lines)
    assert not errors(windows)


def test_every_key_has_a_name_and_axe_finds_nothing(
    browser: "Browser", house: House, windows: list[Window]
) -> None:
    window = Window(browser, house, Looks((393, 852), "en", is_dark=True), bypass_csp=True)
    found = []
    window.page.wait_for_selector(".seat")
    found += faults(window)  # who looks on
    window.context.close()
    for each in windows[:2]:
        state = each.context.storage_state()
        size, language, is_dark = PHONES[windows.index(each)]
        twin = browser.new_context(
            storage_state=state, bypass_csp=True, locale=language,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if is_dark else "light",
        ).new_page()  # fmt: skip
        twin.goto(f"http://{house.address}/")
        twin.wait_for_selector("footer .tab")
        window.page = twin
        found += faults(window)
        for tab in TABS:
            twin.click(f"footer [data-do*='\"{tab}\"']")
            found += faults(window)
        twin.context.close()
    assert not found, "\n".join(found)


def test_a_keyboard_reaches_everything(windows: list[Window]) -> None:
    page = windows[0].page
    reached = set()
    for _ in range(80):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("() => document.activeElement.dataset.do ?? ''"))
    offered = {
        each.get_attribute("data-do") for each in page.query_selector_all("button:not(:disabled)")
    }
    assert {each for each in offered if each} <= reached


def test_letters_twice_as_large_push_nothing_aside(windows: list[Window]) -> None:
    for window in windows[:3]:
        assert not wide(window)
    page = windows[0].page
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    for tab in ("", *TABS):
        page.tap(f'footer [data-do=\'{{"open":"{tab}"}}\']')
        assert not wide(windows[0]), tab
    page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    page.tap('footer [data-do=\'{"open":""}\']')


def test_own_points_are_seen_as_long_as_a_finger_holds_on(windows: list[Window]) -> None:
    page = windows[0].page
    page.tap("footer [data-do*='\"me\"']")
    points = page.locator("#points b")
    hidden = points.inner_text()
    page.locator("#points").dispatch_event("pointerdown")
    assert points.inner_text().isdigit()
    page.locator("#points").dispatch_event("pointerup")
    assert points.inner_text() == hidden
    page.tap("footer [data-do*='\"me\"']")


def test_a_phone_that_lost_its_network_is_where_it_was_within_two_seconds(
    windows: list[Window],
) -> None:
    window = windows[1]
    asked = window.asked()
    window.context.set_offline(True)
    window.page.wait_for_timeout(500)
    window.context.set_offline(False)
    window.page.reload()
    window.page.wait_for_selector("footer .tab", timeout=2000)
    assert window.asked() == asked


def test_without_a_connection_keys_are_off_and_what_is_touched_is_never_entered(
    browser: "Browser", other: House
) -> None:
    two = seat_all(other, browser, PHONES[:2])
    [window] = until(lambda: [each for each in two if each.has(DRAW)])
    seen = phone_of(other, window).view()["seen"]
    asked = window.asked()
    window.context.set_offline(True)
    until(lambda: window.asked() != asked)
    assert not window.has(DRAW)
    assert not window.has(f"{INVOKE}:not(:disabled)")
    assert not window.has("body.mine")
    place = window.page.locator('[data-do*="nile"]').bounding_box()
    assert place is not None
    window.page.touchscreen.tap(place["x"] + 9, place["y"] + 9)
    window.tap("footer [data-do*='\"me\"']")  # what is here can be looked at all the same
    assert window.has("[data-do*='stand']:disabled")
    window.tap("footer [data-do*='\"me\"']")
    window.context.set_offline(False)
    window.page.wait_for_selector(DRAW)
    assert window.asked() == asked
    assert phone_of(other, window).view()["seen"] == seen


def test_a_touch_on_a_tile_says_what_it_scores_and_lies_over_nothing_that_it_touches(
    browser: "Browser", other: House
) -> None:
    two = seat_all(other, browser, PHONES[:2])
    phones = [phone_of(other, window) for window in two]
    for kind in ("nile", "gold", "mon_temple", "civ_art"):
        act(phones, {"draw": kind})
    act(phones, {"invoke": True})
    window = two[0]
    window.page.wait_for_selector(PASS)
    window.page.tap(".about")
    [told] = window.page.locator("#said p").all_inner_texts()
    assert [told.strip()] == window.page.evaluate(WORTH)["nile"]
    window.page.tap(".asks")
    assert window.page.locator("#said p").count() == 4
    seen = phones[0].view()["seen"]
    place = window.page.locator("#said").bounding_box()
    assert place is not None
    window.page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] - 9)
    window.page.wait_for_selector("#said:empty", state="attached")
    assert phones[0].view()["seen"] == seen


WORTH = "async () => (await (await fetch('/words/en')).json()).worth"


@pytest.mark.parametrize("code", ["", "#AAAAAAAAAAAAAAAAAAAAAA"], ids=["no", "an old"])
def test_a_phone_with_an_old_code_or_none_is_told_to_look_at_the_new_one(
    browser: "Browser", house: House, code: str
) -> None:
    page = browser.new_context(locale="en").new_page()
    page.goto(f"http://{house.address}/{code}")
    until(lambda: page.inner_text("#asked").startswith("To join, point your camera at the code"))
    assert not page.query_selector("main *")
    assert page.url.endswith("/")  # the secret does not stay in the address
    page.context.close()


def test_a_tap_after_a_miss_invokes_ra_and_a_second_one_does_not_pass_there(
    browser: "Browser", other: House
) -> None:
    two = seat_all(other, browser, PHONES[:2])
    until(lambda: any(each.has(INVOKE) for each in two))
    window = next(each for each in two if each.has(INVOKE))
    page = window.page
    page.wait_for_timeout(700)  # or this would be a second tap after "Begin"
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


def test_a_third_tile_for_an_earthquake_is_not_chosen_and_it_is_said_why(
    browser: "Browser", other: House
) -> None:
    two = seat_all(other, browser, PHONES[:2])
    phones = [phone_of(other, window) for window in two]
    for tile in ("mon_temple", "mon_palace", "mon_sphinx", "dis_earthquake"):
        act(phones, {"draw": tile})
    act(phones, {"invoke": True})
    act(phones, {"pass": True})
    table = "footer [data-do*='\"table\"']"

    def has_passed() -> bool:
        if not two[0].has(".player"):  # whoever is asked meanwhile is led back to the game
            two[0].tap(table)
        return any(two[0].page.locator(".player small").all_inner_texts())

    until(has_passed)
    two[0].tap(table)
    caller = act(phones, lowest)
    window = two[phones.index(caller)]
    window.page.wait_for_selector(LOSE)
    for each in window.page.query_selector_all(LOSE):
        each.tap()
    assert window.page.locator(f"{LOSE}[aria-pressed='true']").count() == 2
    assert window.page.inner_text("#said") == caller.view()["own"]["most"]
    assert window.page.locator(".taken").all_inner_texts() == ["\N{MINUS SIGN}1"] * 2
    said, done = (window.page.locator(each).bounding_box() for each in ("#said", LOST))
    assert said is not None
    assert done is not None
    assert said["y"] + said["height"] < done["y"]
    assert window.has(".note")  # what the lot was won with, and where suns go


def test_tiles_discarded_by_mistake_are_put_right_on_the_own_phone_while_others_play(
    browser: "Browser", other: House
) -> None:
    two = seat_all(other, browser, PHONES[:1] * 2)
    phones = [phone_of(other, window) for window in two]
    for tile in ("mon_temple", "mon_palace", "mon_sphinx", "dis_earthquake"):
        act(phones, {"draw": tile})
    act(phones, {"invoke": True})
    act(phones, {"pass": True})
    loser = act(phones, lowest)
    act(phones, {"lose": ["mon_temple", "mon_palace"]})
    act(phones, {"draw": "nile"})
    act(phones, {"draw": "gold"})
    window = two[phones.index(loser)]
    window.page.wait_for_selector("text=Undo: Gold")  # which has the place of what is older
    window.page.tap("footer [data-do*='\"me\"']")
    window.page.locator(MENDS).last.tap()
    window.page.wait_for_timeout(700)  # or this would be a second tap after that
    for kind in ("mon_sphinx", "mon_temple"):
        window.page.tap(f"{LOSE}[data-do*='{kind}']")
    act(phones, {"draw": "gold"})  # what is chosen stays chosen
    window.page.wait_for_timeout(700)
    assert window.tap(".key.main[data-do*='fix']:not(:disabled)")
    seat = phones.index(loser)
    until(lambda: loser.view()["seats"][seat]["tiles"] == {"mon_palace": 1})


def test_pass_stays_where_it_is_when_undo_goes(browser: "Browser", other: House) -> None:
    three = seat_all(other, browser, PHONES[:3])
    phones = [phone_of(other, window) for window in three]
    window = three[phones.index(act(phones, {"invoke": True}))]
    undo = "[data-do*='undo']"
    window.page.wait_for_selector(undo)
    before = window.page.locator(PASS).bounding_box()
    act(phones, {"pass": True})
    window.page.wait_for_selector(undo, state="detached")
    assert window.page.locator(PASS).bounding_box() == before


def test_the_look_back_ends_with_all_of_one_s_points(browser: "Browser", other: House) -> None:
    window = Window(browser, other, PHONES[0])
    told = window.page.evaluate(
        "async () => { const { Page } = await import('/view.js');"
        " const past = [[['Gold', -6]], [['Gold', 3], ['River', 9]], [['Suns', -19]]];"
        " const own = { start: 10, past };"
        " const say = { total: 'Total', least: 'Nobody falls below 0 points.' };"
        " const view = { seats: [{ button: 2, points: 0 }], me: 2, own };"
        " return new Page({ view, words: { say } }).look().map((each) => each?.textContent); }"
    )
    assert told[-3:-1] == ["Nobody falls below 0 points.", "Total: 0"]


def test_a_touch_on_a_category_says_why_it_scored(browser: "Browser", other: House) -> None:
    windows = an_epoch_without_points(browser, other)
    phone = phone_of(other, windows[0])
    while (view := phone.view())["own"]["goes_on"]:
        phone.do(view["seen"], {"press": {"key": "ok", "on": view["own"]["token"]}})
    page = windows[0].page
    page.wait_for_selector(".worth tfoot")
    reasons = [why for _, _, why in view["own"]["scored"]]
    assert len(reasons) == 5
    for row, why in zip(page.locator(".worth tbody td").all(), reasons, strict=True):
        row.tap(force=True)  # the key lies over the whole row
        assert page.inner_text("#said") == why


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


def test_no_word_of_a_key_is_broken_on_the_smallest_phone(browser: "Browser", house: House) -> None:
    window = Window(browser, house, Looks((360, 640), "en", is_dark=True))
    window.page.wait_for_selector("main *")
    broken = {each: window.page.evaluate(BROKEN, each) for each in BY_CODE}
    assert not any(broken.values()), broken
    window.context.close()


def test_a_touch_on_a_dark_sun_says_why_and_without_suns_that_is_said(
    browser: "Browser", other: House
) -> None:
    two = seat_all(other, browser, PHONES[:2])
    phones = [phone_of(other, window) for window in two]
    bidder = act(phones, {"invoke": True})
    answers = phones[1 - phones.index(bidder)]
    highest = act(phones, lambda own: {"bid": own["bids"][1]})
    assert highest is answers
    window = two[phones.index(bidder)]
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


def lowest(own: dict[str, Any]) -> dict[str, object]:
    """Return a bid with the lowest sun."""
    return {"bid": own["bids"][0]}


def an_epoch_without_points(browser: "Browser", other: House) -> list[Window]:
    """Let two people play until an epoch has ended."""
    two = seat_all(other, browser, PHONES[:2])
    phones = [phone_of(other, window) for window in two]
    for is_first in (True, False):  # one civilization tile each, and nothing else
        act(phones, {"draw": "civ_art"})
        act(phones, {"invoke": True})
        for does_bid in (is_first, not is_first):
            act(phones, lowest if does_bid else {"pass": True})
    for _ in range(RA_LIMITS[2] - 1):
        act(phones, {"draw": "ra"})
        act(phones, {"pass": True})
        act(phones, {"pass": True})
    act(phones, {"draw": "ra"})
    return two


def test_points_after_an_epoch_are_that_epoch_s_and_all_of_them_behind_a_finger(
    browser: "Browser", other: House
) -> None:
    windows = an_epoch_without_points(browser, other)
    phone = phone_of(other, windows[0])
    while not (view := phone.view())["own"]["hands"]:
        phone.do(view["seen"], {"press": {"key": "ok", "on": view["own"]["token"]}})
    page = windows[0].page
    page.wait_for_selector(".panel .held .about")
    assert page.inner_text(".lead") == "This epoch: 0"
    page.locator("#points").dispatch_event("pointerdown")
    assert page.inner_text("#points b") == "10"


def test_whoever_has_scored_nothing_sees_that(browser: "Browser", other: House) -> None:
    windows = an_epoch_without_points(browser, other)
    phone = phone_of(other, windows[0])
    while (view := phone.view())["own"]["goes_on"]:
        phone.do(view["seen"], {"press": {"key": "ok", "on": view["own"]["token"]}})
    for window in windows:
        window.page.wait_for_selector(".worth tfoot")
        assert window.page.inner_text(".worth tfoot td") == "0"
        assert not window.has(".epoch")  # the header would say the next one


def the_next_epoch(
    browser: "Browser", other: House, *, by_the_starter: bool
) -> tuple[Window, Window]:
    """Let an epoch end, and one of two begin the next; return their phone, and the other one."""
    windows = an_epoch_without_points(browser, other)
    phone = phone_of(other, windows[0])
    while not (view := phone.view())["own"]["hands"]:
        phone.do(view["seen"], {"press": {"key": "ok", "on": view["own"]["token"]}})
    said, _ = view["own"]["hands"]["starter"]
    is_first = (NAMES[0] in said) is by_the_starter
    first, second = windows if is_first else windows[::-1]
    first.page.wait_for_selector(".panel .held .about")
    first.page.wait_for_timeout(700)  # or this would be a second tap after the last one
    first.page.tap(PRESS)
    first.page.wait_for_selector(".epoch")
    assert not first.has(READ)  # their own touch has begun it
    return first, second


def test_nobody_else_s_touch_ends_what_is_to_be_done_before_the_next_epoch(
    browser: "Browser", other: House
) -> None:
    _, second = the_next_epoch(browser, other, by_the_starter=True)
    second.page.wait_for_selector(READ)
    [tile] = second.page.query_selector_all(".panel .held .about")
    assert str(tile.get_attribute("aria-label")).endswith(" 1")
    second.page.wait_for_timeout(700)  # or this would be a second tap after the last one
    assert second.tap(READ)
    assert not second.has(READ)
    assert second.has(".panel .row")


def test_whoever_begins_the_next_epoch_has_their_keys_at_once_and_the_rest_among_their_things(
    browser: "Browser", other: House
) -> None:
    _, starter = the_next_epoch(browser, other, by_the_starter=False)
    starter.page.wait_for_selector(DRAW)
    assert not starter.has(READ)
    line, first = (starter.page.locator(each).first.bounding_box() for each in (".hands", DRAW))
    assert line is not None
    assert first is not None
    assert line["y"] + line["height"] <= first["y"]
    [[word, _]] = phone_of(other, starter).view()["own"]["hands"]["tokens"]
    assert word in starter.page.inner_text(".hands")
    starter.page.tap(".hands")
    starter.page.wait_for_selector(".panel .held .about")  # what they discard


def test_a_seat_of_another_phone_says_so_and_how_it_becomes_free(
    browser: "Browser", other: House
) -> None:
    windows = [Window(browser, other, looks) for looks in PHONES[:2]]
    windows[0].sit(0, "Anna")
    page = windows[1].page
    page.locator(".seat.c0[aria-disabled]").tap(force=True)
    say = page.evaluate("async () => (await (await fetch('/words/uk')).json()).say")
    assert page.inner_text("#said") == f"{say['there']}\n{say['stand']}"


def test_a_phone_without_a_seat_is_asked_for_one_and_then_says_what_it_waits_for(
    browser: "Browser", other: House
) -> None:
    window = Window(browser, other, Looks((360, 640), "en", is_dark=True))
    window.page.wait_for_selector(".seat")
    assert window.asked() == "Take a seat"
    window.sit(0, "Anna")
    window.page.tap("[data-do*='stand']")  # whoever sits there stays
    window = Window(browser, other, Looks((360, 640), "en", is_dark=True))
    window.page.tap(".seat.c0")
    until(lambda: window.asked() == "At the table: press the button of this seat, or Yes")


def test_a_language_is_chosen_before_a_seat_and_a_name_that_was_typed_stays(
    browser: "Browser", other: House
) -> None:
    window = Window(browser, other, PHONES[0])
    window.page.fill("#name", "Anna")
    window.page.tap(".language")
    window.page.tap("[data-do*='\"uk\"']")
    until(lambda: window.asked() == "Обери місце")
    assert window.page.input_value("#name") == "Anna"


def test_whoever_has_sat_down_without_a_name_can_still_type_it(
    browser: "Browser", other: House
) -> None:
    window = Window(browser, other, PHONES[0])
    window.sit(0, "")
    window.page.fill("#name", "Anna")
    window.page.press("#name", "Enter")
    until(lambda: window.page.inner_text(".person b") == "Anna")


def test_a_name_is_text_and_nothing_else(browser: "Browser", other: House) -> None:
    window = Window(browser, other, PHONES[0])
    window.sit(0, "<img src=x onerror=a()>")
    assert window.page.inner_text(".person b") == "<img src=x onerror=a()>"[:24]
    assert not window.page.query_selector("main img[src=x]")
    assert not window.errors


def test_seats_keep_their_places_when_nobody_can_take_them_any_more(
    browser: "Browser", other: House
) -> None:
    windows = [Window(browser, other, looks) for looks in PHONES[:3]]
    for button, window in enumerate(windows[:2]):
        window.sit(button, "")
    page = windows[2].page
    page.wait_for_selector(".seat.c1[aria-disabled]")
    before = page.locator(".seat.c0").bounding_box()
    windows[0].page.tap('.key.main[data-do*=\'"key":"ra"\']')
    page.wait_for_selector(".seat.c2:not([data-do])")
    assert page.locator(".seat.c0").bounding_box() == before


def test_a_touch_on_the_own_tile_in_the_track_says_that_it_was_another(
    browser: "Browser", other: House
) -> None:
    two = seat_all(other, browser, PHONES[:2])
    phones = [phone_of(other, window) for window in two]
    first = act(phones, {"draw": "nile"})
    act(phones, {"draw": "pharaoh"})
    window = two[phones.index(first)]
    window.page.wait_for_selector(DRAW)
    assert window.tap(".mend")
    window.page.wait_for_timeout(700)  # a tile may lie where the touch was
    assert window.tap("[data-do*='\"fix\"'][data-do*='civ_writing']")
    assert first.view()["track"][:2] == ["civ_writing", "pharaoh"]
    assert window.has(DRAW)


def test_whoever_closed_the_page_comes_back_by_the_code_and_a_lost_phone_s_seat_is_free(
    browser: "Browser", other: House
) -> None:
    windows = seat_all(other, browser, PHONES[:2])
    one = windows[0]
    one.page.close()
    stranger = Window(browser, other, PHONES[2])
    stranger.page.wait_for_selector(".seat.c0[data-do]")
    assert stranger.has(".seat.c1[aria-disabled]")
    back = one.context.new_page()
    back.goto(f"http://{other.address}/#{other.secret}")
    back.wait_for_selector("footer .tab")
    stranger.page.wait_for_selector(".seat.c0[aria-disabled]")


def test_on_its_side_a_phone_shows_every_tile_and_pass_at_once(
    browser: "Browser", other: House
) -> None:
    looks = Looks((915, 412), "ja-JP", is_dark=True), Looks((740, 360), "uk-UA", is_dark=False)
    two = seat_all(other, browser, looks)
    phones = [phone_of(other, window) for window in two]

    def stands_whole(window: Window, what: str) -> bool:
        window.page.wait_for_selector(what)
        foot = window.page.locator("footer").bounding_box()
        assert foot is not None
        boxes = [each.bounding_box() for each in window.page.locator(what).all()]
        return all(box is not None and box["y"] + box["height"] <= foot["y"] for box in boxes)

    for kind in ("nile", "gold"):
        drawing = two[phones.index(act(phones, {"draw": kind})) - 1]
        assert stands_whole(drawing, ".drawn .tile")
    act(phones, {"invoke": True})
    act(phones, lowest)
    assert all(stands_whole(window, f"{PASS}, .bid") for window in two)

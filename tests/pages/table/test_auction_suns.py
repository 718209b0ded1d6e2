"""Suns at an auction: those that would lead have one size, and the one that leads is largest."""

import pytest
from msgspec.structs import replace

from companion.app.gestures import shifted, typed
from companion.core import messages
from companion.core.effects import do
from companion.core.model import Model, Secrecy, TextSize
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.partial.joining import Joining
from companion.pages.partial.partial_table import PartialTable
from companion.pages.render import scene
from companion.pages.table import auction
from companion.pages.table.tracks import UNKNOWN
from companion.pages.update import update
from companion.rules.actions import INVOKE
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import SUN_GROUPS, Seat, Sun
from companion.ui.scene import Animated, Box, Picture, Rect, Target, Text
from companion.ui.style import Canvas
from tests.core.desk import Desk, a_desk
from tests.pages.partial.test_joining import begun
from tests.together import for_each, some
from tests.view.gallery import NAMES, PAGES, PEEKS, SIZES, TYPE, at_table, shown


def suns(page: str, players: int, size: tuple[int, int]) -> tuple[dict[int, Rect], list[list[int]]]:
    """Return where each sun lies, and with which of them each player who does not lead would."""
    model = PAGES[page](players, NAMES)
    now = auction.auction_now(model)
    assert now is not None
    found = {
        item.key[1]: item.rect
        for item in scene(model, Canvas(size=size, type=TYPE)).items
        if isinstance(item, Picture) and item.key is not None and item.key[0] is Animated.SUN
    }
    leads = None if now.leader is None else now.leader.seat
    return found, [list(now.higher(seat)) for seat in now.game.setup.seats if seat != leads]


@for_each(page=("auction", "bid"), players=(2, 3, 4, 5), size=some(SIZES, 3, 1))
def test_all_suns_that_would_lead_have_one_size(
    page: str, players: int, size: tuple[int, int]
) -> None:
    found, higher = suns(page, players, size)
    assert len({found[each].w for own in higher for each in own}) == 1


@for_each(players=(2, 3, 4, 5), size=some(SIZES, 3, 2))
def test_no_sun_is_larger_than_the_one_that_leads(players: int, size: tuple[int, int]) -> None:
    model = PAGES["bid"](players, NAMES)
    now = auction.auction_now(model)
    assert now is not None
    assert now.leader is not None
    assert now.leader.sun is not None
    found, _ = suns("bid", players, size)
    largest = found[now.leader.sun].w
    shown = {each for hand in now.game.players for each in hand.suns} & {*found}
    assert len(shown) > 1
    assert all(found[each].w <= largest for each in shown)


@for_each(page=("auction", "bid"), players=(2, 3, 4, 5), size=some(SIZES, 5, 3))
def test_every_row_of_suns_of_a_player_is_in_the_middle(
    page: str, players: int, size: tuple[int, int]
) -> None:
    found, _ = suns(page, players, size)
    model = PAGES[page](players, NAMES)
    now = auction.auction_now(model)
    assert now is not None
    leads = None if now.leader is None else now.leader.seat
    everybody = [hand.suns for seat, hand in enumerate(now.game.players) if seat != leads]
    for own in everybody:  # also the suns that are too low, which have faded
        rows: dict[int, list[int]] = {}
        for each in own:
            rect = found[each]
            rows.setdefault(rect.y, []).append(2 * rect.x + rect.w)
        middles = [(min(row) + max(row)) // 2 for row in rows.values()]
        assert max(middles) - min(middles) <= 4, "to two pixels"


def name_px(caller: int, players: int, size: tuple[int, int], text_size: TextSize) -> int:
    """Return how high the last player's name is while the first leads and this one invoked Ra."""
    after = (caller + 1) % players
    called = at_table(players, f'auction A1 by "{NAMES[caller]}"', active=after)
    model, _ = update(called, messages.TakeSun(Sun(SUN_GROUPS[players][0][1])))
    items = scene(model.with_preferences(text_size=text_size), Canvas(size=size, type=TYPE)).items
    return max(item.px for item in items
               if isinstance(item, Text) and item.text == NAMES[players - 1])  # fmt: skip


@for_each(players=(2, 3, 4, 5), size=some(SIZES, 5, 4))
def test_the_ra_tile_of_who_called_makes_their_name_no_smaller(
    players: int, size: tuple[int, int]
) -> None:
    for text_size in TextSize:
        own = name_px(players - 1, players, size, text_size)
        assert own == name_px(0, players, size, text_size)


def on_screen(model: Model, size: tuple[int, int]) -> list[Target[messages.Message]]:
    """Return what is touched besides what is dragged."""
    found = scene(model, Canvas(size=size, type=TYPE)).targets
    return [each for each in found if isinstance(each, Target)]


def touched(model: Model, size: tuple[int, int]) -> dict[object, Rect]:
    """Return where suns are bid and passes are told."""
    return {
        target.message: target.rect
        for target in on_screen(model, size)
        if isinstance(target.message, messages.TakeSun | messages.CallPass)
    }


@for_each(players=(2, 3, 4, 5), size=some(SIZES, 5, 2))
def test_neither_suns_nor_passes_change_their_places_while_an_auction_runs(
    players: int, size: tuple[int, int]
) -> None:
    """A second touch on one spot never bids with another sun, nor passes for somebody else."""
    desk = Desk(PAGES["auction"](players, NAMES))
    before = touched(desk.model, size)
    for seat in range(players - 1):
        desk.take(messages.CallPass(Seat(seat)) if seat % 2 else messages.StepSun(Seat(seat)))
        now = touched(desk.model, size)
        assert now
        assert now.items() <= before.items()
    desk.take(messages.SettleAuction())
    desk.take(messages.TakeBack())
    assert messages.BringBack() in [each.message for each in on_screen(desk.model, size)]
    assert touched(desk.model, size).items() <= before.items()


# Whoever looks at their points does so behind a curtain; the others read to look away.


def texts(model: Model, size: tuple[int, int], language: str = "en") -> list[Text]:
    """Return every text that a curtain does not hide."""
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    seen: list[Text] = []
    for item in scene(model, canvas).items:
        if isinstance(item, Box) and item.fill is not None and item.opacity == 1:
            seen = [text for text in seen if not item.rect.contains(
                text.rect.x + text.rect.w / 2, text.rect.y + text.rect.h / 2)]  # fmt: skip
        elif isinstance(item, Text):
            seen.append(item)
    return seen


@for_each(7, size=SIZES, language=LANGUAGES)
def test_everybody_else_reads_to_look_away_from_across_the_table(
    size: tuple[int, int], language: str
) -> None:
    asked = in_language(language).say("Look away, please")
    seen = [text for text in texts(PEEKS[4, 2], size, language) if text.text in asked]
    large = [text for text in seen if text.px >= min(size) / 14]
    assert sum(len(text.text) for text in large) >= len(asked) - 2


@for_each(size=some(SIZES, 3), players=range(2, 6))
def test_the_points_are_no_larger_than_who_looks_and_smaller_than_the_curtain_s_words(
    size: tuple[int, int], players: int
) -> None:
    for seat in range(players):
        seen = texts(PEEKS[players, seat], size)
        [points] = [text for text in seen if text.is_private]
        largest = max(text.px for text in seen if not text.is_private)
        assert points.px <= max(20, size[1] / 14)
        assert points.px < largest


@for_each(page=["peek", "peek after an epoch"], size=SIZES)
def test_nothing_else_of_the_page_is_seen(page: str, size: tuple[int, int]) -> None:
    model = PAGES[page](3, NAMES)
    seen = " ".join(text.text for text in texts(model, size) if not text.is_private)
    looking = NAMES[model.session.peek.seat] if model.session.peek else ""
    others = [name for name in NAMES[:3] if name != looking]
    for said in ("Look away, please", f"{looking} is looking at their points", *others):
        assert said in seen
        seen = seen.replace(said, "", 1)
    assert seen.strip() in {"", "let go to hide"}


# Whose points can be looked at, and what the screen says of it before anybody looks.


def own_points(desk: Desk) -> str:
    """Return what the first player reads when they look at their points."""
    desk.take(messages.Peek(Seat(0)))
    items = shown(desk.model).items
    [points] = [each.text for each in items if isinstance(each, Text) and each.is_private]
    desk.take(messages.EndPeek())
    return points


def test_where_less_is_entered_who_looks_reads_what_was_told_of_their_points() -> None:
    desk = begun(3)
    desk.take(do(Joining.answer, 2))
    desk.take(messages.GoTo(PartialTable()))
    assert own_points(desk) == UNKNOWN
    desk.take(messages.Enter(Fix(hands=(HandFix(Seat(0), score=23),))))
    assert own_points(desk) == "23"


@pytest.mark.parametrize(
    ("secrecy", "message"),
    [(Secrecy.OWN_PEEK, messages.Peek(Seat(1))), (Secrecy.SEALED, messages.Refused())],
)
def test_in_an_auction_shift_with_ones_own_key_is_never_a_pass(
    secrecy: Secrecy, message: messages.Message
) -> None:
    desk = a_desk(3)
    agreement = replace(desk.model.session.agreement, secrecy=secrecy)
    desk.model = desk.model.with_session(agreement=agreement)
    desk.take(messages.Play(INVOKE))
    assert typed("f7", "", "", desk.model) == messages.CallPass(Seat(1))
    assert shifted("f7", "", desk.model) == message

"""The rules card, the overview of the rules, and what scores now: what stands where."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.app.gestures import Fingers
from companion.core.commands import Control
from companion.core.messages import Begin, ChooseLoss, DealByHand, EndPeek, Message, Play, ShowCard
from companion.core.model import Agreement, Model, Screen, Session
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.controls import can_ask, controls
from companion.pages.history.history import History
from companion.pages.kiosk.idle import is_asleep
from companion.pages.points import projected
from companion.pages.reference.guide import LEAVES
from companion.pages.reference.rules_card import Rules, card
from companion.pages.render import scene
from companion.pages.scoring.epoch import EpochScores
from companion.pages.table import auction
from companion.pages.table.bidding import room_for_columns
from companion.pages.table.table import Table
from companion.pages.table.touch_keys import places
from companion.pages.update import update
from companion.rules.actions import DRAWS
from companion.rules.editions import Edition, Options, Split, setup
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import Tile
from companion.ui.scene import Picture, Rect, Scene, Text
from companion.ui.style import Canvas, ui_on
from hardware import events
from tests.core.desk import models
from tests.rules.games import a_game
from tests.rules.table import NAMES as PLAYERS
from tests.together import for_each, some
from tests.view.gallery import AT_TABLE, NAMES, PAGES, SIZES, TYPE, shown
from tests.view.ink import cut, looked_at, misplaced, overlapping, shortened, small

SMALL = (800, 480)

screens = for_each(11, language=LANGUAGES, size=[SMALL, (1280, 720), (480, 800)])


def flaws(model: Model, size: tuple[int, int], language: str) -> list[str]:
    """Return what cannot be read on a page."""
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    looked = looked_at(scene(model, canvas))
    found = [*misplaced(looked), *overlapping(looked), *cut(looked), *small(looked)]
    return [*found, *shortened(looked)]


def of_edition(edition: Edition, leaf: int) -> Model:
    """Return the overview open at a leaf, with every option that says something more."""
    split = Split.RAZZIA if edition is Edition.ALEA_1999 else None
    options = Options(edition=edition, two_player_split=split)
    return Model(page=Rules(leaf), session=Session(agreement=Agreement(options=options)))


@screens
def test_every_leaf_of_the_overview_has_room(language: str, size: tuple[int, int]) -> None:
    turn = LANGUAGES.index(language) + size[0] // 160
    found = [
        (edition, leaf, flaw)
        for leaf in range(LEAVES)
        for edition in some((Edition.ALEA_1999, Edition.C25), 2, turn + leaf)
        for flaw in flaws(of_edition(edition, leaf), size, language)
    ]
    assert found == []


def _played(seed: int) -> Iterator[Model]:
    for players in range(2, 6):
        agreed = setup(PLAYERS[:players], Options())
        for game in a_game(agreed, seed, 0.8).games[::90]:
            yield Model(
                page=Table(),
                screen=Screen(is_card_shown=True),
                session=Session(timeline=Timeline(start=game), buttons=tuple(range(players))),
            )


@screens
def test_every_card_of_random_play_has_room(language: str, size: tuple[int, int]) -> None:
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    for model in _played(LANGUAGES.index(language)):
        found = card(model)
        assert found is not None
        looked = looked_at(scene(model, canvas))
        assert [*misplaced(looked), *overlapping(looked), *cut(looked), *small(looked)] == []


@pytest.mark.parametrize("page", AT_TABLE)
def test_the_card_leaves_the_keys_below_it_free_and_back_closes_it(page: str) -> None:
    """In an auction on a high screen the suns take some of the keys' room, and it covers them.

    There OK closes it, which would settle what it lies over, and Undo needs no key.
    """
    taps = controls(PAGES[page](5, NAMES)).taps
    undo, ok = (taps[each].message for each in (Control.UNDO, Control.OK))
    is_auction = auction.auction_now(PAGES[page](5, NAMES)) is not None
    instead: dict[object, object] = (
        {undo: None, ok: ShowCard()} if is_auction else {undo: ShowCard()}
    )
    for size in some(SIZES, 5, AT_TABLE.index(page)):
        model = PAGES[page](5, NAMES)
        ui = ui_on(Canvas(size=size, type=TYPE), model.preferences)
        where = places(ui, model, None)
        dock = where.dock
        if auction.auction_now(model) is not None:
            suns = room_for_columns(ui, where.panels, dock)
            low = max(dock.y, suns.y + suns.h)
            dock = Rect(dock.x, low, dock.w, dock.y + dock.h - low)
        plain, covered = shown(model, size), shown(model.with_screen(is_card_shown=True), size)
        for target in plain.targets:
            x, y = target.rect.x + target.rect.w / 2, target.rect.y + target.rect.h / 2
            if dock.contains(x, y):
                meant: object = plain.target_at(x, y)  # as a Message, mypy compares all with all
                assert covered.target_at(x, y) == instead.get(meant, meant)


@pytest.mark.parametrize("page", ["dealing", "dealt by hand"])
def test_the_card_leaves_the_keys_of_a_deal_free(page: str) -> None:
    for size in SIZES:
        model = PAGES[page](4, NAMES)
        covered = shown(model.with_screen(is_card_shown=True), size)
        box = next(target.rect for target in covered.targets if target.message == ShowCard()
                   and target.rect.h > size[1] / 4)  # fmt: skip
        keys = [target.rect for target in shown(model, size).targets
                if isinstance(target.message, Begin | DealByHand)]  # fmt: skip
        assert keys
        assert all(key.y >= box.y + box.h for key in keys)


@pytest.mark.parametrize("players", range(2, 6))
def test_the_card_covers_no_tile_that_can_be_lost(players: int) -> None:
    for size in ((800, 480), (1280, 720), (1920, 1080), (480, 800)):
        model = PAGES["card for a disaster"](players, NAMES)
        covered = shown(model, size)
        box = next(target.rect for target in covered.targets if target.message == ShowCard()
                   and target.rect.w > size[0] / 2)  # fmt: skip
        tiles = [target.rect for target in covered.targets
                 if isinstance(target.message, ChooseLoss)]  # fmt: skip
        assert tiles
        assert all(tile.y + tile.h <= box.y for tile in tiles)


def test_a_touch_on_the_card_puts_it_away() -> None:
    for page in some(PAGES, 9):
        model = PAGES[page](4, NAMES).with_screen(is_card_shown=True)
        found = card(model)
        if found is None or is_asleep(model):  # a touch on a dark screen only wakes it
            continue
        if model.session.peek is not None:  # its curtain hangs before the card
            assert shown(model).target_at(5, 5) == EndPeek()
            model, _ = update(model, EndPeek())
        said = next(item for item in reversed(shown(model).items) if _is_of(item, found.lines[0]))
        assert shown(model).target_at(said.rect.x + 5, said.rect.y + 5) == ShowCard()


def _is_of(item: object, line: object) -> bool:
    sentence = getattr(line, "sentence", "").format_map(getattr(line, "facts", {}))
    return isinstance(item, Text) and bool(item.text) and sentence.startswith(item.text[:9])


def test_wherever_the_rules_can_be_asked_for_there_is_a_question_mark_to_touch() -> None:
    for page in some(PAGES, 4):
        model = PAGES[page](4, NAMES)
        asks = any(isinstance(each.message, ShowCard) for each in shown(model).targets)
        assert asks or not can_ask(model), page
    assert can_ask(PAGES["about"](4, NAMES))
    assert not can_ask(PAGES["rules"](4, NAMES))


def pictures(scene: Scene[Message]) -> set[str]:
    """Return the names of the pictures of a scene."""
    return {item.name for item in scene.items if isinstance(item, Picture)}


def test_a_card_shows_the_tiles_that_it_is_about() -> None:
    model = PAGES["card for a disaster"](3, NAMES)
    without = model.with_screen(is_card_shown=False)
    assert _unrests(model) > _unrests(without)


def _unrests(model: Model) -> int:
    """Return how many pictures of an unrest are shown."""
    return sum(
        isinstance(item, Picture) and item.name == "tile_unrest" for item in shown(model).items
    )


# Reading while the game waits: the card eats no press, and the pages lead back.


def with_card(model: Model) -> Model:
    """Return the program with the card on the screen."""
    return update(model, ShowCard())[0]


def chord(model: Model) -> tuple[list[object], Fingers]:
    """Hold the dial, press OK, and let both go; return what that meant."""
    hands = Fingers()
    meant: list[object] = []
    for control, at in (("dial", 1.0), ("ok", 1.1)):
        meant += hands.pressed(events.ButtonDown(events.Control(control), at), model)
    for control, at in (("ok", 1.2), ("dial", 1.3)):
        meant += hands.released(events.ButtonUp(events.Control(control), at), model)
    return meant, hands


def test_whatever_is_pressed_puts_the_card_away_and_does_what_it_does_without_it() -> None:
    for model in models(3, 2)[::5]:
        shown = with_card(model)
        if not shown.screen.is_card_shown:
            continue
        now = controls(shown)
        for offer in (*now.taps.values(), *now.holds.values()):
            if offer.message != ShowCard():
                assert update(shown, offer.message) == update(model, offer.message)


def test_the_card_is_asked_for_with_the_dial_and_ok_but_while_looking_back() -> None:
    for model in models(3, 2)[::5]:
        if card(model) is not None and not isinstance(model.page, History):
            meant, hands = chord(model)
            assert meant == [ShowCard()]
            assert hands.next_deadline() is None


def test_what_would_score_is_what_is_scored_when_the_epoch_ends_at_once() -> None:
    checked = 0
    for model in models(4, 1):
        timeline = model.session.timeline
        if not isinstance(model.page, Table) or timeline is None:
            continue
        game = timeline.game
        if game.stage is not Phase.TURN or not game.bag & Tile.RA.mask or None not in game.track:
            continue
        last = replace(game, ra_count=game.ra_limit - 1)
        ended, _ = update(model.with_session(timeline=Timeline(start=last)), Play(DRAWS[Tile.RA]))
        assert isinstance(ended.page, EpochScores)
        after = tuple(player.score for player in ended.game.players)
        assert tuple(score.after for score in projected(game)) == after
        checked += 1
    assert checked > 50

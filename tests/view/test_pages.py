"""The pages beside the table, in words and in what is marked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.core.messages import GoTo, Message, Play, TakeLetter
from companion.core.model import Agreement, Guest, Model, Secrecy, Session
from companion.i18n import ENGLISH
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.narration import CATEGORIES, epoch_name
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.history.history import History
from companion.pages.letters import OnScreenKeyboard
from companion.pages.menu.menu import Menu
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.points import Ended, epochs, last_epoch
from companion.pages.render import scene
from companion.pages.scoring.epoch import EpochScores, counted
from companion.pages.scoring.finale import Finale
from companion.rules.model import Phase
from companion.rules.records.notation import position
from companion.rules.records.timeline import Timeline, enter
from companion.ui.pieces import signed
from companion.ui.scene import Animated, Box, Picture, Rect, Scene, Text, words
from companion.ui.style import Canvas
from companion.ui.theme import BUTTON_COLOURS, NIGHT
from tests.rules.table import action
from tests.together import for_each
from tests.view.gallery import AT_TABLE, NAMES, PAGES, SIZES, TYPE, guests, shown, table, tied

FULL = (1280, 720)

players = pytest.mark.parametrize("players", range(2, 6))


def pictures(scene: Scene[Message]) -> list[str]:
    """Return the names of the pictures of a scene."""
    return [item.name for item in scene.items if isinstance(item, Picture)]


def text(scene: Scene[Message], said: str) -> Text:
    """Return the one item with these words."""
    [found] = [item for item in scene.items if isinstance(item, Text) and item.text == said]
    return found


def ring(scene: Scene[Message]) -> Rect:
    """Return what the dial points at."""
    boxes = [item for item in scene.items if isinstance(item, Box)]
    [found] = [box.rect for box in boxes if box.border == box.glow == NIGHT.focus]
    return found


@players
def test_on_the_fix_page_the_number_of_tiles_is_as_large_as_its_picture_allows(
    players: int,
) -> None:
    model = PAGES["mending tiles"](players, NAMES)
    assert isinstance(model.page, FixPanel)
    scene = shown(replace(model, page=replace(model.page, way=None)))
    *_, gold = (each.rect for each in scene.items if each == Picture(each.rect, "tile_gold", 0.35))
    [px] = [item.px for item in scene.items if isinstance(item, Text) and item.rect.y > gold.y
            and gold.contains(item.rect.x + item.rect.w / 2, item.rect.y)]  # fmt: skip
    assert px > gold.h // 3


def test_places_are_counted_over_free_buttons() -> None:
    page = Seating((Guest(1, "Ann"), Guest(4, "Ben")))
    scene = shown(Model(page=page), FULL)
    assert text(scene, "Ann").rect.x < text(scene, "Ben").rect.x
    cards = [item for item in scene.items if isinstance(item, Box) and item.rect.h > 300]
    assert [card.fill for card in cards if card.fill in BUTTON_COLOURS] == [
        BUTTON_COLOURS[1],
        BUTTON_COLOURS[4],
    ]


def test_the_letter_that_the_dial_points_at_has_the_focus() -> None:
    page = Seating(guests(3), 1, OnScreenKeyboard(pointed=TakeLetter("n")))
    scene = shown(Model(page=page), FULL)
    letter = text(scene, "N").rect
    assert ring(scene).contains(letter.x + letter.w / 2, letter.y + letter.h / 2)


@players
@pytest.mark.parametrize("page", ["scoring", "scoring the last"])
def test_courses_are_laid_category_by_category_each_named_in_its_turn(
    page: str, players: int
) -> None:
    model = PAGES[page](players, NAMES)
    every = counted(model)
    for place, category in enumerate(every[:-1], start=1):
        laying = replace(model, page=EpochScores(hidden=len(every) - place, since=0.0))
        scene = shown(laying, FULL)
        named = [one for one in words(scene) if one in LABELS]
        assert named == [CATEGORIES[category]], "what is laid"
        assert sums(scene) == [
            _written(sum(points.points(each) for each in every[:place]))
            for points in ended(model).scores
            if points is not None
        ]


def ended(model: Model) -> Ended:
    """Return the epoch that has just been scored."""
    assert model.session.timeline is not None
    found = last_epoch(model.session.timeline)
    assert found is not None
    return found


def sums(scene: Scene[Message]) -> list[str]:
    """Return the numbers above the bars, from left to right."""
    return [item.text for item in _sums(scene)]


def _sums(scene: Scene[Message]) -> list[Text]:
    found = [item for item in scene.items if isinstance(item, Text) and item.key]
    return sorted(
        (item for item in found if item.key and item.key[0] is Animated.SUM),
        key=lambda item: item.rect.x,
    )


def _written(points: int) -> str:
    return f"= {points}".replace("-", "\N{MINUS SIGN}")


LABELS = (
    "Gods",
    "Gold",
    "Pharaohs",
    "River",
    "Civilizations",
    "Different monuments",
    "Identical monuments",
    "Suns",
)


@players
def test_the_reveal_begins_with_nobody_and_ends_with_the_sun(players: int) -> None:
    model = PAGES["winner"](players, NAMES)
    for revealed in range(players + 1):
        scene = shown(replace(model, page=Finale(revealed)))
        assert words(scene).count("?") - 1 == players - revealed  # one is the key for the rules
        assert pictures(scene).count("sun_win") == (revealed == players)


def test_a_tie_is_explained() -> None:
    said = words(shown(tied(PAGES["winner"](3, NAMES)), FULL))
    told = [line.replace("\N{NO-BREAK SPACE}", " ") for line in said]
    assert "30 points each, so the highest sun decides: Anna 13, Marek 12, Yuki 11" in told
    assert "Anna wins the game" in said


def test_a_tie_for_other_places_than_the_first_says_which() -> None:
    model = tied(PAGES["winner"](3, NAMES))
    timeline = model.session.timeline
    assert timeline is not None
    *before, last = timeline.steps
    first, *others = last.game.players
    players = (replace(first, score=31), *others)
    last = replace(last, game=replace(last.game, players=players))
    model = model.with_session(timeline=replace(timeline, steps=(*before, last)))
    told = "".join(words(shown(model, FULL))).replace("\N{NO-BREAK SPACE}", " ")
    assert "2\N{EN DASH}3: 30 points each, so the highest sun decides: Marek 12" in told


@pytest.mark.parametrize("size", SIZES)
@players
def test_a_touch_on_somebodys_numbers_asks_why_and_only_there(
    players: int, size: tuple[int, int]
) -> None:
    model = PAGES["breakdown"](players, NAMES)
    scene = shown(model, size)
    names = [text(scene, name).rect for name in NAMES[:players]] if size[0] > size[1] else []
    asking = [target.rect for target in scene.targets if asks_why(target.message)]
    numbers = [item for item in scene.items if isinstance(item, Text) and item.weight.value == 800]
    assert len(asking) == players
    for seat, rect in enumerate(asking):
        own = [each for each in numbers if overlap(rect, each.rect)]
        assert all(inside(rect, each.rect) for each in own)
        assert str(model.game.players[seat].score) in [each.text for each in own]
        assert all(inside(rect, name) == (seat == other) for other, name in enumerate(names))
    first = asking[0]
    assert scene.target_at(first.x - 9, first.y + first.h / 2) == GoTo(Finale(players))


@players
def test_an_epoch_has_one_sum_on_all_pages_monuments_and_suns_included(players: int) -> None:
    model = PAGES["breakdown"](players, NAMES)
    assert model.session.timeline is not None
    told = words(shown(model, FULL))
    for ended in epochs(model.session.timeline):
        name = epoch_name(ended.epoch, model.game.setup, ENGLISH)
        at = told.index(name) + 1
        for seat in model.game.setup.seats:
            why = Finale(players + 1, reasons_for=seat, epoch=ended.epoch)
            title = next(
                each for each in words(shown(replace(model, page=why), FULL)) if name in each
            )
            assert title.endswith(f"{name}  {told[at + seat]}")
            assert told[at + seat] == signed(sum(each.points for each in ended.reasons(seat)))


def test_over_the_reasons_a_touch_leads_back_and_asks_nothing() -> None:
    scene = shown(PAGES["breakdown and why"](3, NAMES))
    over = {scene.target_at(x, y) for x in range(20, 800, 40) for y in range(80, 400, 20)}
    assert over == {GoTo(Finale(4))}


def asks_why(message: Message) -> bool:
    """Whether it asks for somebody's reasons."""
    return (
        isinstance(message, GoTo)
        and isinstance(message.page, Finale)
        and message.page.reasons_for is not None
    )


def inside(rect: Rect, other: Rect) -> bool:
    """Whether all of the other lies in it."""
    return rect.contains(other.x, other.y) and rect.contains(
        other.x + other.w - 1, other.y + other.h - 1
    )


def overlap(one: Rect, other: Rect) -> bool:
    """Whether both have a point in common."""
    return (
        max(one.x, other.x) < min(one.x + one.w, other.x + other.w)
        and max(one.y, other.y) < min(one.y + one.h, other.y + other.h)
    )  # fmt: skip


def test_points_that_were_not_taken_below_zero_stand_in_the_breakdown() -> None:
    rich = PAGES["breakdown"](3, NAMES)
    assert rich.session.timeline is not None
    start = rich.session.timeline.start
    poor = replace(start, players=tuple(replace(each, score=0) for each in start.players))
    timeline = Timeline(start=poor)
    for step in rich.session.timeline.steps:
        timeline = enter(timeline, step.action)
    assert "Not below 0" not in words(shown(rich, FULL))
    assert "Not below 0" in words(shown(rich.with_session(timeline=timeline), FULL))


@players
def test_beside_the_code_for_phones_stand_the_seats_of_the_game_and_no_others(players: int) -> None:
    drawn = shown(PAGES["code for phones"](players, NAMES))
    seen = [name for name in pictures(drawn) if name.startswith("emblem")]
    assert seen == [f"emblem_{button}" for button in range(players)]


@for_each(language=LANGUAGES, page=("card of the Ra track", "card of the sun", "card of a tile"))
def test_the_title_of_a_card_begins_with_a_capital_letter(language: str, page: str) -> None:
    model = PAGES[page](3, NAMES).with_preferences(language=language)
    drawn = scene(model, Canvas(size=FULL, type=TYPE, words=in_language(language)))
    title = min((item for item in drawn.items if isinstance(item, Text)), key=lambda it: it.rect.y)
    assert not title.text[0].islower()


def test_nothing_on_a_table_of_the_past_can_be_played() -> None:
    model = PAGES["history"](3, NAMES)
    assert not [t for t in shown(model).targets if isinstance(t.message, Play)]


# Points lie face down: no scene of a running game tells a total that is hidden (R-INF-2).


totals = st.lists(st.integers(2000, 9999), min_size=5, max_size=5, unique=True)
"""Points that no tile, sun or count can be taken for."""

BESIDE = (
    *("history", "menu", "trouble", "mending", "mending a slot", "mending a sun"),
    *("mending what goes on", "mending tiles", "correcting", "no longer fits", "all out"),
    "peek",
)
"""Pages beside the table; points are drawn while somebody peeks, but are no word of the scene."""

SCORING = (
    *("scoring", "scoring the last", "hands now", "revealing the last epoch"),
    *("reasons", "all reasons"),
)
"""What an epoch brought is told there; totals only where they lie open."""


def with_points(model: Model, points: list[int]) -> Model:
    """Return the program with these points on its table, and at every step of its game."""
    assert model.session.timeline is not None
    start = model.session.timeline.start
    players = tuple(
        replace(player, score=score) for player, score in zip(start.players, points, strict=False)
    )
    timeline = Timeline(start=replace(start, players=players))
    for step in model.session.timeline.steps:
        timeline = enter(timeline, step.action)
    return model.with_session(timeline=timeline)


def told(model: Model) -> set[str]:
    """Return which of the players' points are words of the scene."""
    scores = {str(player.score) for player in model.game.players}
    return {score for text in words(shown(model)) for score in scores if score in text}


@given(
    points=totals,
    page=st.sampled_from([*AT_TABLE, *BESIDE, *SCORING]),
    players=st.integers(2, 5),
    secrecy=st.sampled_from(Secrecy),
)
def test_no_total_is_on_the_table_nor_where_an_epoch_is_scored(
    points: list[int], page: str, players: int, secrecy: Secrecy
) -> None:
    if page in SCORING and secrecy is Secrecy.OPEN:
        return
    model = with_points(PAGES[page](players, NAMES), points)
    assert not told(model.with_session(agreement=Agreement(secrecy=secrecy)))


@for_each(page=("hands now", "scoring"), players=range(2, 6))
def test_a_sealed_game_tells_no_points_of_an_epoch_and_no_tokens(page: str, players: int) -> None:
    model = PAGES[page](players, NAMES)
    sealed = words(shown(model.with_session(agreement=Agreement(secrecy=Secrecy.SEALED))))
    assert not any(text[:1] in {"+", "\N{MINUS SIGN}"} for text in sealed)
    assert sealed.count("?") == players + 1  # for everybody, and the key of the rules card


@given(points=totals, players=st.integers(2, 5), revealed=st.integers(0, 4))
def test_the_end_reveals_only_the_last_places_so_far(
    points: list[int], players: int, revealed: int
) -> None:
    model = with_points(PAGES["reveal"](players, NAMES), points)
    rising = replace(model, page=Finale(min(revealed, players - 2), rising=2, since=0.0))
    lowest = sorted(player.score for player in model.game.players)
    assert told(rising) == {str(score) for score in lowest[: min(revealed, players - 2)]}
    model = replace(model, page=Finale(min(revealed, players)))
    assert told(model) == {str(score) for score in lowest[: min(revealed, players)]}


@pytest.mark.parametrize("page", [EpochScores(), Menu(), History(0)])
def test_totals_stay_hidden_between_the_last_scoring_and_the_reveal(
    page: EpochScores | Menu | History,
) -> None:
    text = table(3, "limit 1").replace("ra 3", "ra 0").replace("epoch 2", "epoch 3")
    timeline = enter(Timeline(start=position(text)), action("draw ra"))
    assert timeline.game.stage is Phase.OVER
    model = with_points(
        Model(page=Welcome(), session=Session(timeline=timeline, buttons=(0, 1, 2))),
        [4111, 5222, 6333],
    )
    assert not told(replace(model, page=page))

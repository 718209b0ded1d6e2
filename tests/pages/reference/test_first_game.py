"""A first game: each rule is explained once, at most one a turn, before it matters."""

from collections.abc import Iterator, Mapping
from itertools import pairwise, product

import pytest
from msgspec.structs import replace

from companion.core.messages import Message, Play, SettleAuction, TakeSun
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.new_game.dealing import suns_of
from companion.pages.reference.guide import Rule
from companion.pages.reference.lessons import LESSONS, Short, before_the_game, sentences
from companion.pages.render import scene
from companion.pages.status_bar import edge_px
from companion.rules.actions import DRAWS, INVOKE
from companion.rules.editions import RA_LIMITS, Edition, Options, Setup, Split, Sun, setup
from companion.rules.legal import god_targets
from companion.rules.model import LAST_EPOCH, Auction, Game, Phase
from companion.rules.play import play
from companion.rules.records.timeline import Seq, Step, Timeline, begin
from companion.rules.tiles import FAMILIES, Family, Tile, count
from companion.ui.layout import bands
from companion.ui.scene import Box, Picture, Polygon, Rect, Text
from companion.ui.style import Canvas, ui_on
from tests.core.desk import dice
from tests.random_games import random_game
from tests.rules.games import a_game
from tests.together import for_each, some
from tests.view.gallery import NAMES, PAGES, TYPE
from tests.view.ink import cut, looked_at, misplaced, overlapping, small

PEOPLE = ("Anna", "Boris", "Clara", "Dan", "Eva")

MOST_WORDS = 15

MOST_LESSONS = 27
"""The most sentences told in a game, those before it included."""

ON_TRACK: Mapping[Rule | Short, tuple[Tile, ...]] = {
    Rule.GOD_BUYS: (Tile.GOD,),
    Rule.GODS_AND_GOLD: (Tile.GOLD,),
    Rule.PHARAOHS: (Tile.PHARAOH,),
    Rule.RIVER: FAMILIES[Family.RIVER],
    Rule.CIVILISATIONS: FAMILIES[Family.CIVILISATION],
    Rule.DIFFERENT_MONUMENTS: FAMILIES[Family.MONUMENT],
    Rule.FUNERAL: (Tile.FUNERAL,),
    Rule.DROUGHT: (Tile.DROUGHT,),
    Rule.UNREST: (Tile.UNREST,),
    Rule.EARTHQUAKE: (Tile.EARTHQUAKE,),
}
"""What is on the track when somebody decides whether to draw, to invoke Ra, or to bid for it."""


def agreed(number: int) -> Setup:
    """Return another setup for every number."""
    players = 2 + number % 4
    editions = tuple(Edition)
    edition = editions[number % len(editions)]
    split = Split.RAZZIA if players == 2 else None
    return setup(PEOPLE[:players], Options(edition=edition, two_player_split=split))


def timeline(game: Setup, number: int) -> Timeline:
    """Return a random game with every position."""
    start = begin(game)
    steps, table = [], start.game
    for place, action in enumerate(random_game(game, dice(number)), start=1):
        table, events = play(table, action)
        steps.append(Step(action, events, table, "", Seq(place)))
    return Timeline(start.start, tuple(steps), (), Seq(len(steps)))


def needed(game: Game) -> Iterator[Rule | Short]:
    """Yield the rules that the player who decides now should have heard of."""
    if isinstance(game.stage, Auction):
        if any(not player.suns for player in game.players):
            yield Rule.NO_SUNS_LEFT
    elif game.stage is Phase.TURN:
        yield from _needed_at_a_turn(game)
    else:
        return
    yield Short.CALL
    track = [tile for tile in game.track if tile is not None]
    yield from (rule for rule, tiles in ON_TRACK.items() if not set(tiles).isdisjoint(track))
    if game.epoch > 1:
        yield from (Short.NEXT_SUNS, Rule.DISCARDED, Rule.KEPT)
    if game.epoch == LAST_EPOCH:
        yield Short.SUM_OF_SUNS
    monuments = set(track) & set(FAMILIES[Family.MONUMENT])
    if any(
        count(player.tiles, tile) + track.count(tile) >= 3
        for player in game.players
        for tile in monuments
    ):
        yield Rule.EQUAL_MONUMENTS


def _needed_at_a_turn(game: Game) -> Iterator[Rule | Short]:
    if game.ra_count == game.ra_limit - 1:
        yield Short.LAST_RA
    if None not in game.track:
        yield Short.FULL
    if game.players[game.active].tiles & Tile.GOD.mask and god_targets(game.track):
        yield Rule.GOD_IS_SPENT
    if sum(bool(player.suns) for player in game.players) == 1:
        yield Rule.ALONE


def test_in_a_thousand_games_every_rule_is_told_before_a_decision_needs_it() -> None:
    occurred: dict[Rule | Short, int] = {}
    for number in some(range(1000), 30):
        played = timeline(agreed(number), number)
        known: set[Rule | Short] = {*before_the_game(played.start.setup.edition)}
        tables = (played.start, *(step.game for step in played.steps))
        before: Rule | Short | None = None
        turns, told_here = 0, set[Rule | Short]()
        for place, (lesson, game) in enumerate(zip(sentences(played), tables, strict=True)):
            if lesson is not None and lesson is not before:
                assert lesson not in told_here, "never twice"
                assert game.stage is Phase.TURN, "only as a turn begins: so one a turn at most"
                told_here.add(lesson)
                known.add(lesson)
                turns += 1
            before = lesson
            for rule in needed(game):
                assert rule in known, (number, place, rule)
                occurred[rule] = occurred.get(rule, 0) + 1
        assert turns + len(before_the_game(played.start.setup.edition)) <= MOST_LESSONS
    everything = {lesson.sentence for lesson in LESSONS}
    assert everything - set(occurred) <= {Short.TELL, Short.LAST_RA}, (
        "people rather draw than chance does"
    )


@pytest.mark.parametrize("eagerness", [0.5, 0.8, 0.95])
def test_the_same_holds_where_people_rather_draw(eagerness: float) -> None:
    late = last = 0
    for number in some(range(60), 6):
        history = a_game(agreed(number), number, eagerness)
        table, steps = history.games[0], []
        for place, action in enumerate(history.actions, start=1):
            table, events = play(table, action)
            steps.append(Step(action, events, table, "", Seq(place)))
        played = Timeline(history.games[0], tuple(steps), (), Seq(len(steps)))
        known: set[Rule | Short | None] = {*before_the_game(history.games[0].setup.edition)}
        is_busy = True
        for lesson, game in zip(sentences(played), history.games, strict=True):
            known.add(lesson)
            if game.stage is Phase.TURN and lesson is None:
                is_busy = False
            last += Short.LAST_RA in needed(game)
            late += sum(rule not in known and not is_busy for rule in needed(game))
        assert len(known - {None}) <= MOST_LESSONS
    assert last or eagerness < 0.8
    assert late == 0, "but where every turn so far had another one to tell"


def test_no_sentence_has_more_than_fifteen_words_or_a_number_of_this_table() -> None:
    sentences = [lesson.sentence.value for lesson in LESSONS]
    assert len(set(sentences)) == len(sentences)
    for sentence in (
        *sentences,
        *(rule.value for each in Edition for rule in before_the_game(each)),
    ):
        assert len(sentence.split()) <= MOST_WORDS
        assert "{" not in sentence
    assert all(len(sentences) + len(before_the_game(each)) <= MOST_LESSONS for each in Edition)


def test_points_that_lie_face_down_change_nothing_of_what_is_told() -> None:
    played = timeline(agreed(1), 11)
    poor = [
        Step(each.action, each.events, _with_points(each.game), each.tag, each.seq)
        for each in played.steps
    ]
    other = Timeline(_with_points(played.start), tuple(poor), (), played.seq)
    assert list(sentences(other)) == list(sentences(played))


def _with_points(game: Game) -> Game:
    return replace(game, players=tuple(replace(player, score=77) for player in game.players))


def test_what_is_told_early_says_when_it_will_hold_and_points_at_nothing() -> None:
    for number in some(range(200), 20):
        played = timeline(agreed(number), number)
        tables = (played.start, *(step.game for step in played.steps))
        for lesson, game in zip(sentences(played), tables, strict=True):
            if lesson is Rule.ALONE and len(game.players) > 2:
                assert sum(bool(player.suns) for player in game.players) <= 2, "one more is alone"
    assert Short.FULL.value.startswith("When eight tiles lie")
    assert Rule.ALONE.value.startswith("When only one player still has")


@pytest.mark.parametrize("players", RA_LIMITS)
def test_laid_out_are_the_suns_that_are_dealt(players: int) -> None:
    for split in (None, *Split) if players == 2 else (None,):
        options = Options(two_player_split=split)
        dealt = setup(PEOPLE[:players], options)
        assert set(suns_of(players, options)) == {1, *(sun for own in dealt.suns for sun in own)}


# A first game on the screen: the explained rule has room, and hides nothing.


SIZES = ((800, 480), (480, 800), (1280, 720), (1920, 1080))

PAGES_TO_LEARN = ("turn", "full track")


@for_each(7, language=LANGUAGES, size=SIZES)
def test_a_rule_stands_above_the_table_large_enough_and_over_nothing(
    language: str, size: tuple[int, int]
) -> None:
    canvas = Canvas(size=size, type=TYPE, words=in_language(language), touch=True)
    turn = LANGUAGES.index(language) + SIZES.index(size)
    for players, page, lesson in some(product((2, 4, 5), PAGES_TO_LEARN, LESSONS), 7, turn):
        sentence = lesson.sentence.value
        model = PAGES[page](players, NAMES).with_session(is_first=True, lesson=sentence)
        drawn = scene(model, canvas)
        looked = looked_at(drawn)
        flaws = [*misplaced(looked), *overlapping(looked), *cut(looked), *small(looked)]
        assert flaws == [], sentence
        high = edge_px(ui_on(canvas, model.preferences), model)
        above = [
            item
            for item in drawn.items
            if isinstance(item, Text) and item.rect.y + item.rect.h <= high
        ]
        said = canvas.words.say(sentence)
        shown = "".join(line.text for line in above)
        assert shown.replace(" ", "") == said.replace(" ", "")
        assert all(line.px * 30 >= size[1] for line in above)
        assert bands(ui_on(canvas, model.preferences), high).ra_track.y == high


TAUGHT = (
    ("empty track", Short.TELL, Play(DRAWS[Tile.NILE])),
    ("turn", Short.CALL, Play(INVOKE)),
    ("full track", Short.FULL, Play(INVOKE)),
    ("auction", Short.IN_TURN, TakeSun(Sun(8))),
    ("bid", Short.HIGHER, SettleAuction()),
)


@for_each(10, taught=TAUGHT, players=(2, 3, 4, 5), size=SIZES)
def test_an_arrow_leads_to_the_control_of_which_the_rule_speaks(
    taught: tuple[str, Short, Message], players: int, size: tuple[int, int]
) -> None:
    page, lesson, message = taught
    canvas = Canvas(size=size, type=TYPE, touch=True)
    model = PAGES[page](players, NAMES).with_session(is_first=True)
    before = scene(model, canvas).items
    drawn = scene(model.with_session(lesson=lesson.value), canvas)
    key = next(target.rect for target in drawn.targets if target.message == message)
    framed = [
        (frame.rect, arrow.rect)
        for frame, arrow in pairwise(drawn.items)
        if isinstance(frame, Box) and isinstance(arrow, Polygon) and arrow not in before
    ]
    frame, arrow = next(each for each in framed if _holds(each[0], key))
    assert arrow.x < frame.x + frame.w
    assert frame.x < arrow.x + arrow.w
    assert arrow.y < frame.y + frame.h
    assert frame.y < arrow.y + arrow.h
    pictures = [item.rect for item in drawn.items if isinstance(item, Picture)]
    assert not any(_holds(each, Rect(arrow.x, arrow.y, 1, 1)) for each in pictures)


def _holds(one: Rect, other: Rect) -> bool:
    return one.contains(other.x, other.y) and one.contains(
        other.x + other.w - 1, other.y + other.h - 1
    )

"""The table in words: what stands where, and what is marked."""

from collections import Counter
from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from companion import narration
from companion.core import messages
from companion.core.commands import TileGroup
from companion.core.model import Model, Preferences, TextSize
from companion.core.notices import Notes, Notice
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.controls import places
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.render import scene
from companion.pages.scoring.finale import podium
from companion.pages.table.disaster import worth
from companion.pages.table.player_panel import lay_out, tiles_held
from companion.pages.table.situation import PickDiscard, PickTile
from companion.pages.table.table import Table
from companion.pages.update import update
from companion.rules import editions
from companion.rules.actions import DRAWS, INVOKE, PASS
from companion.rules.events import TileDrawn
from companion.rules.legal import remaining_losses
from companion.rules.model import Discarding
from companion.rules.records.timeline import enter
from companion.rules.tiles import FAMILIES, KINDS, Family, Tile, bundle, count
from companion.ui.pieces import TILE_PICTURES
from companion.ui.scene import Box, Item, Picture, Rect, Scene, Text, words
from companion.ui.style import Canvas, assembled, ui_on
from companion.ui.theme import BUTTON_COLOURS, NIGHT
from tests.core.desk import Desk, a_desk, desk_of
from tests.rules.table import action
from tests.together import for_each, some
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE, at_table, shown
from tests.view.ink import looked_at, overlap
from tests.view.test_reading_distance import height

FULL = (1280, 720)

players = pytest.mark.parametrize("players", range(2, 6))


def line(scene: Scene[messages.Message], beginning: str) -> str:
    """Return the one text that begins so."""
    [found] = [text for text in words(scene) if text.startswith(beginning)]
    return found


def after(model: Model, *said: str) -> Model:
    """Return the program after these actions."""
    timeline = model.session.timeline
    assert timeline is not None
    for each in said:
        timeline = enter(timeline, action(each))
    return model.with_session(timeline=timeline)


def test_the_question_has_the_colour_of_whom_it_asks_by_button_and_not_by_seat() -> None:
    model = at_table(3, active=1).with_session(buttons=(0, 4, 2))
    asked = line(shown(model), "Marek: ")
    assert asked == "Marek: draw a tile or invoke Ra"
    bars = [item for item in shown(model).items if isinstance(item, Box) and item.rect.w > 700]
    assert BUTTON_COLOURS[4] in {bar.fill for bar in bars}


@pytest.mark.parametrize("size", [(800, 480), FULL, (480, 800)])
def test_in_an_auction_one_touch_one_press_and_one_key_bring_back(size: tuple[int, int]) -> None:
    model = at_table(3, active=1)
    for message in (messages.Play(INVOKE), messages.Play(PASS), messages.TakeBack()):
        assert "Redo" not in words(shown(model, size))
        model = update(model, message)[0]
    model = model.with_screen(notice=None)
    assert messages.BringBack() in {target.message for target in shown(model, size).targets}
    for letters in (False, True):
        scene = shown(model, size, touch=False, letters=letters)
        assert "Redo" in words(scene)
        assert ("F11" in words(scene)) is letters


@for_each(
    edition=editions.Edition, limit=range(1, editions.LONGEST_RA_TRACK + 1), size=((800, 480), FULL)
)
def test_a_ra_track_of_any_length_is_drawn_and_can_be_corrected(
    edition: editions.Edition, limit: int, size: tuple[int, int]
) -> None:
    model = desk_of(
        editions.setup(NAMES[:3], editions.Options(edition=edition, ra_limit=limit))
    ).model
    for page in (Table(), FixPanel()):
        assert shown(replace(model, page=page), size).items


def test_a_kind_that_the_bag_no_longer_holds_is_dimmed() -> None:
    model = at_table(5, active=1)
    keys = [
        item
        for item in shown(model).items
        if isinstance(item, Picture) and item.rect.y > 370 and item.name.startswith("tile_")
    ]
    dimmed = {key.name for key in keys if key.opacity < 0.5}
    gone = {TILE_PICTURES[kind] for kind in KINDS if not count(model.game.bag, kind)}
    assert dimmed == gone


def test_keys_show_the_emblem_of_the_button_to_press_next() -> None:
    def emblems(pick: PickTile | None) -> list[str]:
        scene = shown(at_table(3, active=1, pick=pick))
        keys = [item for item in scene.items if isinstance(item, Picture) and item.rect.y > 370]
        return [key.name for key in keys if key.name.startswith("emblem_")]

    closed, opened = emblems(None), emblems(PickTile(TileGroup.CIVILISATION))
    assert closed.count("emblem_2") == 5
    assert closed.count("emblem_3") == 8
    assert opened == [f"emblem_{button}" for button in range(5)]


def test_nothing_that_is_wrong_hides_that_nothing_is_saved() -> None:
    troubles = (Notice(Notes.NO_SOUND), Notice(Notes.NOT_SAVED_FULL), Notice(Notes.LOW_POWER))
    troubled = words(shown(at_table(3).with_screen(troubles=troubles)))
    assert any(text.startswith("The disk is full") for text in troubled)
    assert any("(and 2 more)" in text for text in troubled)


@for_each(7, language=LANGUAGES, size=((800, 480), (1024, 600), (1280, 720)))
def test_what_was_drawn_is_told_in_every_language(language: str, size: tuple[int, int]) -> None:
    said = in_language(language)
    for kind in (Tile.STEP_PYRAMID, Tile.AGRICULTURE, Tile.NILE):
        desk = a_desk(5)
        desk.take(messages.Enter(DRAWS[kind]))
        drawn = scene(desk.model, Canvas(size=size, type=TYPE, words=said))
        told = narration.event_text(TileDrawn(editions.Seat(0), kind), desk.model.game.setup, said)
        texts = "".join(text for text in words(drawn) if text != "?").replace(" ", "")
        assert told.replace(" ", "") in texts


def _fields(drawn: Scene[messages.Message], message: messages.Message) -> list[Rect]:
    """Return the grounds that are drawn exactly where this is touched, a little higher or not."""
    places = [target.rect for target in drawn.targets if target.message == message]
    assert places
    return [item.rect for item in drawn.items if isinstance(item, Box) and item.rect in places]


@pytest.mark.parametrize("size", [(800, 480), FULL, (480, 800)])
def test_what_brings_back_and_what_goes_on_look_like_what_can_be_touched(
    size: tuple[int, int],
) -> None:
    desk = Desk(at_table(3, "track nile", active=1))
    for message in (messages.Play(INVOKE), messages.TakeSun(editions.Sun(13))):
        desk.take(message)
    assert _fields(shown(desk.model, size), messages.DismissResult())
    for going_on in (
        messages.DismissResult(),
        messages.Play(DRAWS[Tile.NILE]),
        messages.TakeBack(),
    ):
        desk.take(going_on)
    assert _fields(shown(desk.model, size), messages.BringBack())


@pytest.mark.parametrize("size", [(800, 480), FULL, (480, 800)])
def test_fingers_are_not_offered_to_choose_what_they_touch_themselves(
    size: tuple[int, int],
) -> None:
    """It moved a frame, and made another thing of the key beside it."""
    model, canvas = at_table(3, "gods"), Canvas(size=size, type=TYPE, panel=False)
    touched = scene(model, canvas)
    assert messages.TurnDial(1) not in [target.message for target in touched.targets]
    assert {"Done", "Undo"} <= {*words(touched)}
    taken = [
        target.message for target in touched.targets if isinstance(target.message, messages.Play)
    ]
    assert len(taken) > 1
    by_dial = scene(model, Canvas(size=size, type=TYPE))
    assert messages.TurnDial(1) in [target.message for target in by_dial.targets]


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
def test_a_notice_over_the_question_hides_all_of_it(size: tuple[int, int]) -> None:
    """Tails of its letters hung out below."""
    desk = Desk(PAGES["auction"](3, NAMES))
    for message in (messages.StepSun(editions.Seat(0)), messages.TakeBack()):
        desk.take(message)
    canvas = Canvas(size=size, type=TYPE, letters=True)
    items = scene(desk.model, canvas).items
    [asked] = [item for item in items if isinstance(item, Text) and item.text.startswith("Which")]
    told = next(item for item in items if isinstance(item, Text) and "Undone" in item.text)
    ground = next(
        item.rect for item in reversed(items[: items.index(told)]) if isinstance(item, Box)
    )
    middle, em = asked.rect.y + asked.rect.h / 2, asked.px
    assert ground.y <= middle - em / 2
    assert ground.y + ground.h >= middle + em * 0.6


# What players hold fills their panels: the more room, the larger, and nothing on anything else.


def suns(drawn: Scene[messages.Message]) -> list[int]:
    """Return how wide the suns of the players are, in pixels."""
    low = drawn.size[1] * 2 // 5
    discs = (item for item in drawn.items if isinstance(item, Picture))
    found = (each for each in discs if each.name in {"sun_up", "sun_down"} and each.rect.y > low)
    return [each.rect.w for each in found]


def numbers(drawn: Scene[messages.Message]) -> list[int]:
    """Return the heights of the numbers of Pharaohs and the like, in pixels."""
    low = drawn.size[1] * 2 // 5
    high = drawn.size[1] * 4 // 5
    texts = (item for item in drawn.items if isinstance(item, Text) and item.text.isdigit())
    return [each.px for each in texts if low < each.rect.y < high and each.key is None]


@for_each(size=((800, 480), (1280, 720), (1920, 1080), (480, 800)))
def test_two_players_have_larger_suns_and_numbers_than_five(size: tuple[int, int]) -> None:
    two, five = (shown(at_table(players, active=1), size) for players in (2, 5))
    assert min(suns(two)) >= 1.25 * min(suns(five))
    assert max(numbers(two)) >= 1.1 * max(numbers(five))


@for_each(size=((800, 480), (1280, 720), (1920, 1080)), players=(2, 3, 4, 5))
def test_suns_fill_the_panels_where_tiles_are_not_recorded(
    size: tuple[int, int], players: int
) -> None:
    full, light = (shown(PAGES[page](players, NAMES), size) for page in ("turn", "light"))
    assert min(suns(light)) >= min(suns(full))
    assert min(suns(light)) >= size[1] / 10


def pictured(items: Iterable[Item], below: int) -> Counter[str]:
    """Return how often each kind of tile is pictured in what players hold."""
    pictures = (item for item in items if isinstance(item, Picture) and item.rect.y > below)
    return Counter(each.name for each in pictures)


HELD = {
    TILE_PICTURES[kind]
    for kind in (
        *(Tile.GOD, Tile.GOLD, Tile.PHARAOH, Tile.NILE, Tile.FLOOD),
        *FAMILIES[Family.CIVILISATION],
        *FAMILIES[Family.MONUMENT],
    )
}


@for_each(
    page=("auction", "bid"), players=(2, 3, 4, 5), size=((800, 480), (1024, 600), (1280, 720))
)
def test_at_an_auction_everybody_is_seen_to_have_or_to_lack_every_kind_of_tile(
    page: str, players: int, size: tuple[int, int]
) -> None:
    found = pictured(shown(PAGES[page](players, NAMES), size).items, size[1] * 2 // 5)
    assert {found[kind] for kind in HELD} == {players}


@for_each(7, language=LANGUAGES, players=(3, 4, 5), size=((800, 480), (1024, 600), (1280, 720)))
def test_who_has_no_higher_sun_reads_so_whole_and_is_seen_to_have_every_kind_of_tile(
    language: str, players: int, size: tuple[int, int]
) -> None:
    words = in_language(language)
    highest = max(editions.SUN_GROUPS[players][1])
    lead = f'auction A1 by "{NAMES[0]}" best "{NAMES[1]}" {highest}'
    model = at_table(players, lead).with_preferences(language=language)
    drawn = scene(model, Canvas(size=size, type=TYPE, words=words))
    told = "".join(each.text for each in drawn.items if isinstance(each, Text))
    assert words.say("no higher sun").replace(" ", "") in told.replace(" ", "")
    found = pictured(drawn.items, size[1] * 2 // 5)
    assert {found[kind] for kind in HELD} == {players}


def test_where_collections_are_numbers_they_are_of_what_scores_different_kinds() -> None:
    ui = ui_on(Canvas(size=(800, 480), type=TYPE), Preferences())
    area = Rect(0, 0, 150, 60)
    held = bundle((Tile.ART, Tile.ART, Tile.RELIGION, Tile.TEMPLE, Tile.TEMPLE, Tile.TEMPLE))
    found = lay_out(ui, area, 0)
    assert found.grid is None
    numbers = [each for each in tiles_held(ui, found, held, 1.0) if isinstance(each, Text)]
    assert [each.text for each in numbers if each.rect.y >= found.collected.y] == ["2", "1"]


@for_each(players=(2, 3, 4, 5))
def test_the_picture_to_keep_shows_which_tiles_everybody_kept(players: int) -> None:
    model = PAGES["winner"](players, NAMES)
    ui = ui_on(Canvas(size=(1280, 720), type=TYPE), model.preferences)
    found = pictured(assembled(podium(ui, model)).items, ui.px(400))
    assert {found[kind] for kind in HELD} == {players}


@for_each(players=(3, 4, 5), size=((800, 480), (1280, 720), (480, 800)))
def test_suns_in_large_print_are_read_in_their_order(players: int, size: tuple[int, int]) -> None:
    table = at_table(players)
    drawn = shown(replace(table, preferences=Preferences(text_size=TextSize.PRINT)), size)
    low = size[1] * 2 // 5
    for player in table.game.players:
        discs = [item for item in drawn.items
                 if isinstance(item, Text) and item.key is not None and item.rect.y > low
                 and item.text in {str(sun) for sun in player.suns}]  # fmt: skip
        assert len(discs) == len(player.suns)
        rows = sorted(discs, key=lambda item: (item.rect.y // (size[1] // 20), item.rect.x))
        assert [int(item.text) for item in rows] == sorted(player.suns)


# A disaster asks: the tiles that can go lie large where the lot lay.


def struck(players: int, *chosen: Tile, focus: int | None = None, name: str = "unrest") -> Model:
    """Return a table at which a disaster asks, after these were chosen."""
    pick = PickDiscard(chosen, focus) if chosen or focus is not None else None
    return at_table(players, f"disaster dis_{name}", "track nile", pick=pick)


def owned(model: Model) -> tuple[tuple[Tile, int], ...]:
    """Return what the disaster may take."""
    assert isinstance(model.game.stage, Discarding)
    return remaining_losses(model.game, model.game.stage, ())


@for_each(players=range(2, 6), size=SIZES, name=["unrest", "earthquake"])
def test_every_tile_that_can_go_lies_large_where_the_lot_lay(
    players: int, size: tuple[int, int], name: str
) -> None:
    model = struck(players, name=name)
    items = shown(model, size).items
    for kind, number in owned(model):
        large = [item for item in items if isinstance(item, Picture)
                 and item.name == TILE_PICTURES[kind]
                 and item.rect.h >= min(size) / 9]  # fmt: skip
        assert len(large) == number


@for_each(players=range(2, 6), size=[size for size in SIZES if size[0] > size[1]],
          name=["unrest", "earthquake"])  # fmt: skip
def test_right_after_a_lot_they_are_a_fifth_of_the_height_if_there_are_six_at_most(
    players: int, size: tuple[int, int], name: str
) -> None:
    model = won_with_a_disaster(players, name)
    items = shown(model, size).items
    large = {kind: [item.rect.h for item in items if isinstance(item, Picture)
                    and item.name == TILE_PICTURES[kind]] for kind, _ in owned(model)}  # fmt: skip
    number = sum(number for _, number in owned(model))
    least = height(size) / (5.1 if number <= 6 else 7)
    assert all(max(heights) >= least for heights in large.values()), (number, large)


def won_with_a_disaster(players: int, name: str, winner: int = 0) -> Model:
    """Return a table just after a lot with a disaster that asks."""
    by = f'auction A1 by "{NAMES[players - 1]}"'
    desk = Desk(at_table(players, by, f"track nile dis_{name}"))
    desk.take(messages.TakeSun(editions.Sun(editions.SUN_GROUPS[players][winner][1])))
    desk.take(messages.SettleAuction())
    assert isinstance(desk.game.stage, Discarding)
    return desk.model


@for_each(
    7,
    size=[size for size in SIZES if min(size) >= 480],
    language=LANGUAGES,
    lot=[(3, "earthquake", 0), (5, "earthquake", 2)],
)
def test_what_monuments_are_worth_says_when_they_are_counted(
    size: tuple[int, int], language: str, lot: tuple[int, str, int]
) -> None:
    players, name, winner = lot
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    said = words(scene(won_with_a_disaster(players, name, winner), canvas))
    assert canvas.words.say("at the end") in said


def test_fingers_see_no_signs_of_buttons_on_tiles_nor_on_what_can_be_done_in_the_past() -> None:
    past = PAGES["history"](3, NAMES)
    for model, kinds in ((struck(3), messages.ChooseLoss), (past, messages.Open)):
        for panel in (True, False):
            drawn = scene(model, Canvas(size=(800, 480), type=TYPE, panel=panel))
            signs = [each.rect for each in drawn.items
                     if isinstance(each, Picture) and each.name.startswith("emblem")]  # fmt: skip
            keys = [each.rect for each in drawn.targets if isinstance(each.message, kinds)]
            body = [key for key in keys if key.w > 60 and key.y < 400 and key.h < 200]
            assert any(key.overlaps(sign) for key in body for sign in signs) == panel


@for_each(
    7,
    lot=[("unrest", 0), ("unrest", 3), ("earthquake", 0)],
    size=some(SIZES, 4),
    language=LANGUAGES,
)
def test_no_word_lies_over_a_tile_even_where_few_can_go(
    lot: tuple[str, int], size: tuple[int, int], language: str
) -> None:
    canvas, (name, winner) = Canvas(size=size, type=TYPE, words=in_language(language)), lot
    for model in (struck(4, name=name), won_with_a_disaster(4, name, winner)):
        drawn = scene(model, canvas)
        tiles = [each for each in drawn.items if isinstance(each, Picture)
                 and each.name in TILE_PICTURES.values()]  # fmt: skip
        said = [seen for seen in looked_at(drawn).texts if any(map(str.isalpha, seen[0].text))]
        assert [f"{text.text} over {each.name}" for text, place in said for each in tiles
                if overlap(place, each.rect) > 1] == []  # fmt: skip


@for_each(players=range(2, 6), size=SIZES, name=["unrest", "earthquake"])
def test_once_a_tile_is_chosen_a_notice_covers_no_other_tile(
    players: int, size: tuple[int, int], name: str
) -> None:
    desk = Desk(won_with_a_disaster(players, name))
    desk.take(messages.ChooseLoss(owned(desk.model)[0][0]))
    desk.take(messages.CallPass(editions.Seat(0)))
    drawn = shown(desk.model, size)
    note = next(each for each in drawn.items if isinstance(each, Box) and each.border == NIGHT.bad)
    large = [each.rect for each in drawn.items if isinstance(each, Picture)
             and each.name in TILE_PICTURES.values()
             and each.rect.h >= min(size) / 9]  # fmt: skip
    assert [rect for rect in large if overlap(note.rect, rect) > 1] == []


def test_a_chosen_tile_sinks_and_another_touch_frees_it() -> None:
    model = struck(4)
    kind = owned(model)[0][0]
    whole = {rect_of(model, messages.ChooseLoss(kind))}
    chosen, _ = update(model, messages.ChooseLoss(kind))
    freeing = messages.ChooseLoss(kind, is_kept=True)
    assert rect_of(chosen, freeing)[1] > min(rect[1] for rect in whole)
    freed, _ = update(chosen, freeing)
    assert freed.page == Table()
    assert freed.session.timeline is model.session.timeline


def rect_of(model: Model, message: messages.ChooseLoss) -> Rect:
    """Return where a touch means this."""
    return next(target.rect for target in shown(model).targets if target.message == message)


@pytest.mark.parametrize(
    ("disaster", "kept", "points"),
    [
        (Tile.UNREST, (), -5),
        (Tile.UNREST, (Tile.ART, Tile.ART, Tile.RELIGION), 0),
        (Tile.UNREST, (Tile.ART, Tile.WRITING, Tile.RELIGION), 5),
        (Tile.EARTHQUAKE, (Tile.TEMPLE,) * 3, 6),
        (Tile.EARTHQUAKE, (Tile.TEMPLE, Tile.SPHINX), 2),
        (Tile.EARTHQUAKE, (Tile.TEMPLE,) * 6, 1),  # a fix says more than the box has
    ],
)
def test_what_is_kept_is_worth_what_the_rules_say(
    disaster: Tile, kept: tuple[Tile, ...], points: int
) -> None:
    assert worth(disaster, bundle(kept)) == points


@for_each(language=[each for each in LANGUAGES if each != "ja"], size=[(480, 800), (800, 480)])
def test_no_word_of_what_is_asked_is_broken(language: str, size: tuple[int, int]) -> None:
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    drawn = scene(PAGES["discard"](3, NAMES), canvas)
    asked = [each for each in drawn.items if isinstance(each, Text) and each.is_loud]
    assert asked
    assert all(any(letter.isalnum() for letter in each.text.split()[0]) for each in asked)


def test_with_one_button_what_is_pointed_at_shows_where_it_lies() -> None:
    """Also just after a lot, while a finger might still mean the auction."""
    lot = won_with_a_disaster(3, "unrest").with_preferences(scan_seconds=1.5)
    gone_on, _ = update(lot, messages.DismissResult())
    turn = Desk(at_table(3, "track nile").with_preferences(scan_seconds=1.5))
    turn.take(messages.Play(INVOKE))
    turn.take(messages.TakeSun(editions.Sun(13)))
    for model in (gone_on, turn.model):
        targets = [target.message for target in shown(model).targets]
        tiles = [offer.message for offer in places(model) if offer.tile is not None]
        assert tiles
        assert [tile for tile in tiles if tile not in targets] == []

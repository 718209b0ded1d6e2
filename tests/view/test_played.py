"""What made people hesitate who played whole games, as they see it now."""

from functools import lru_cache
from itertools import product

from msgspec.structs import replace

from companion.core import messages
from companion.core.effects import do
from companion.core.model import Guest, Model, Preferences, Session, TextSize
from companion.core.notices import Notes, Notice
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.corrections.fix_entry import FixEntry
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.render import scene
from companion.pages.scoring.epoch import HandsNow
from companion.pages.table import auction, settled
from companion.rules.actions import DRAWS, INVOKE, Discard, Draw, UseGod, Won
from companion.rules.editions import Sun, sun_groups
from companion.rules.model import Auction, Discarding
from companion.rules.problems import Problem, Why
from companion.rules.records.record import read_entry
from companion.rules.tiles import Tile
from companion.statistics.game import Race
from companion.ui.plots import score_race
from companion.ui.scene import Box, Disc, Picture, Rect, Target, Text, words
from companion.ui.style import SMALLEST_PX, Canvas, ui_on
from companion.ui.text_metrics import ELLIPSIS
from companion.ui.theme import NIGHT, ON_BUTTON
from companion.ui.widgets import NameTag
from tests.app.test_gestures import FIVE, read
from tests.core.desk import Desk, a_desk, desk_of
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, TYPE, at_table, shown, tied
from tests.view.machine_seats import seated

SMALL = (800, 480)


@lru_cache(maxsize=1)
def tables() -> tuple[Model, ...]:
    """Return the program before each action of the counted game."""
    agreed, actions = read(FIVE)
    desk, seen = desk_of(agreed), []
    for action in actions:
        seen.append(desk.model)
        desk.take(messages.Enter(action))
    return tuple(seen)


def before(kind: type[UseGod | Discard | Won]) -> Desk:
    """Return a table just before the first action of a kind."""
    _, actions = read(FIVE)
    at = next(at for at, action in enumerate(actions) if isinstance(action, kind))
    return Desk(tables()[at])


def _is_in(rect: Rect, room: Rect) -> bool:
    return (
        room.x <= rect.x
        and room.y <= rect.y
        and rect.x + rect.w <= room.x + room.w
        and rect.y + rect.h <= room.y + room.h
    )


@for_each(size=[SMALL, (480, 800), (1280, 720)])
def test_tokens_that_are_given_and_taken_are_read(size: tuple[int, int]) -> None:
    """The first epoch of the counted game: the last player gives two fives and takes three."""
    second = next(model for model in tables() if model.game.epoch != tables()[0].game.epoch)
    page = shown(_hands(second), size)
    tokens = [item for item in page.items if isinstance(item, Text) and "×5" in item.text]
    assert [token.px >= SMALLEST_PX * 0.8 for token in tokens] == [True]
    assert all(token.rect.h >= token.px for token in tokens)


def _hands(model: Model) -> Model:
    desk = Desk(model)
    desk.take(messages.GoTo(HandsNow()))
    return desk.model


@for_each(size=[SMALL, (480, 800), (1280, 720)])
def test_a_late_bid_says_whose_it_is(size: tuple[int, int]) -> None:
    desk = before(Won)
    desk.take(messages.TakeSun(Sun(13)))
    desk.key("return")
    holder = auction.owner(desk.game, Sun(14))
    assert holder is not None
    seen = shown(desk.model, size)
    [key] = [i.rect for i in seen.items if isinstance(i, Text) and i.text == "Late bid: 14"]
    beside = {
        i.text
        for i in seen.items
        if isinstance(i, Text) and abs(i.rect.y + i.rect.h / 2 - key.y - key.h / 2) <= 1
    }
    assert desk.game.setup.players[holder] in beside


@for_each(
    size=[SMALL, (480, 800), (1280, 720)], used=["panel", "keys", "finger"], players=range(2, 6)
)
def test_whatever_was_used_last_a_late_bid_shows_the_button_that_bids_it(
    size: tuple[int, int], used: str, players: int
) -> None:
    """In mixed company its owner may have touched nothing but their button."""
    caller = NAMES[players - 1]
    open_ = Desk(at_table(players, f"auction A1 by {caller}", "track nile", names=NAMES, active=0))
    open_.take(messages.SettleAuction())
    canvas = Canvas(size=size, type=TYPE, letters=used == "keys", panel=used == "panel")
    seen = scene(open_.model, canvas)
    past = settled.last_result(open_.model)
    assert past is not None
    for bid in settled.late_bids(open_.model, past):
        spots = [t.rect for t in seen.targets if t.message == messages.TakeSun(bid.sun or 0)]
        told = {i.name for i in seen.items for spot in spots
                if isinstance(i, Picture) and _is_in(i.rect, spot)}  # fmt: skip
        assert told == {f"emblem_{open_.model.session.buttons[bid.seat]}"}


def test_a_finger_tells_the_key_for_suns_of_one_player_from_that_of_another() -> None:
    """After a settlement only one of two can bid late; of the key that is dark nothing is lost."""
    open_ = Desk(at_table(2, "auction A1 by Marek", "track nile", names=NAMES))
    open_.take(messages.TakeSun(Sun(5)))
    open_.take(messages.SettleAuction())
    model = open_.model.with_preferences(text_size=TextSize.PRINT)
    seen = scene(model, Canvas(size=SMALL, type=TYPE, panel=False))
    told = [
        {i.name for i in seen.items if isinstance(i, Picture) and _is_in(i.rect, t.rect)}
        for t in seen.targets
        if isinstance(t.message, messages.StepSun)
    ]
    assert told == [{"emblem_0"}, {"emblem_1"}]


@for_each(page=["card at an auction", "card of a light table"], size=[SMALL, (480, 800)])
def test_a_card_names_the_keys_of_suns_to_people_at_a_keyboard(
    page: str, size: tuple[int, int]
) -> None:
    model = PAGES[page](5, NAMES)
    assert "number of a sun" in " ".join(words(shown(model, size, letters=True)))
    assert "number of a sun" not in " ".join(words(shown(model, size)))


def test_everybody_passes_by_their_own_key_also_where_ok_lets_whoever_is_next_pass() -> None:
    model = seated(at_table(4, f"auction A1 by {NAMES[3]}"), machine=3)
    assert {"F5", "F6", "F7"} <= set(words(shown(model, SMALL, letters=True)))


@for_each(size=[SMALL, (1280, 720)])
def test_who_counts_by_keys_reads_which_key_opens_whose_page(size: tuple[int, int]) -> None:
    """Digits are numbers there."""
    model = PAGES["counting"](3, NAMES)
    assert {"F5", "F6", "F7"} <= set(words(shown(model, size, letters=True)))
    assert "F6" not in words(shown(model, size))


@for_each(size=[SMALL, (480, 800), (1280, 720)])
def test_who_begins_is_told_beside_the_key_of_a_card_and_not_over_it(size: tuple[int, int]) -> None:
    page = Dealing(tuple(map(Guest, range(5))), sun_groups(5), at=4)
    items = shown(Model(page=page), size, letters=True).items
    [key] = [item.rect for item in items if isinstance(item, Text) and item.text == "F5"]
    after = items[[getattr(item, "text", "") for item in items].index("F5") + 1 :]
    assert not [item for item in after if isinstance(item, Box) and item.rect.overlaps(key)]


def test_below_the_letters_return_is_done_while_the_ring_stands_there() -> None:
    desk = Desk(PAGES["naming"](3, NAMES))
    assert "Take" in words(shown(desk.model, SMALL, letters=True))
    desk.take(messages.TypeName("n"))
    told = words(shown(desk.model, SMALL, letters=True))
    assert "Take" not in told
    assert told.count("Done") == 2, "on the sheet, and below it for all keys that do it"


@for_each(size=[SMALL, (480, 800), (1280, 720), (1920, 1080)], text_size=TextSize)
def test_a_notice_lies_over_no_large_letters(size: tuple[int, int], text_size: TextSize) -> None:
    """At a turn, and when Ra is called, a lot is won or a disaster asks: the count is seen."""
    desk = before(Won)
    called = desk.model
    desk.take(messages.TakeSun(Sun(13)))
    desk.key("return")
    for page_now in (called, desk.model, PAGES["discard"](5, NAMES), PAGES["turn"](5, NAMES)):
        model = page_now.with_preferences(text_size=text_size)
        refused = Problem(Why.NO_GOD, {"name": NAMES[1]})
        said = replace(model.with_screen(notice=refused, notice_at=model.now), now=model.now + 0.1)
        page, seen = shown(model, size), shown(said, size)
        box = next(item for item in seen.items if isinstance(item, Box) and item not in page.items)
        large = [
            item
            for item in page.items
            if isinstance(item, Text) and item.is_loud and item.rect.y < size[1] * 0.2
        ]
        assert large
        assert not [item.text for item in large if item.rect.overlaps(box.rect)]


def test_the_cursor_of_a_name_that_nobody_typed_stands_before_the_colours_name() -> None:
    desk = Desk(Model(page=Seating((Guest(1), Guest(3)))))
    desk.take(messages.Join(1))
    seen = shown(desk.model, SMALL)
    [name] = [item for item in seen.items if isinstance(item, Text) and item.text == "Green"]
    cursors = [
        item.rect
        for item in seen.items
        if isinstance(item, Box) and item.fill == ON_BUTTON and item.rect.w <= 4
    ]
    middle = name.rect.x + name.rect.w // 2
    half = TYPE.width(name.text, name.px, name.weight) / 2
    assert [cursor.x + cursor.w <= middle - half + 1 for cursor in cursors] == [True]


def test_an_arrow_alone_never_stands_for_something_that_it_opens() -> None:
    """On the first page Undo opens the rules: where room is short, other words go first."""
    agreed, actions = read(FIVE)
    desk = desk_of(agreed)
    desk.take(messages.Enter(actions[0]))
    desk.take(messages.Leave())
    full = scene(desk.model, Canvas(size=SMALL, type=TYPE, letters=True))
    assert {"Saved game", "Same players again"} <= set(words(full))
    rules = [t.rect for t in full.targets if isinstance(t, Target) and "RULES" in repr(t.message)]
    told = [item.text for item in full.items if isinstance(item, Text)
            and any(_is_in(item.rect, rect) for rect in rules)]  # fmt: skip
    assert "Rules" in told


@for_each(size=[SMALL, (480, 800), (1280, 720), (1920, 1080)])
def test_the_points_of_an_epoch_lie_over_no_emblem(size: tuple[int, int]) -> None:
    second = next(model for model in tables() if model.game.epoch != tables()[0].game.epoch)
    items = shown(_hands(second), size).items
    points = [item for item in items if isinstance(item, Text) and item.text in {"+3", "+10"}]
    emblems = [item.rect for item in items if isinstance(item, Picture)
               and item.name.startswith("emblem_")]  # fmt: skip
    assert len(points) == 2
    for text in points:
        left = text.rect.x + text.rect.w - TYPE.width(text.text, text.px, text.weight)
        beside = [rect for rect in emblems if rect.y < text.rect.y + text.rect.h
                  and text.rect.y < rect.y + rect.h and rect.x < text.rect.x + text.rect.w
                  and rect.x + rect.w > left]  # fmt: skip
        assert not beside


@for_each(size=[SMALL, (1280, 720), (1920, 1080)], language=["en", "uk"])
def test_what_hands_do_with_suns_is_read_whole_beside_three_disasters(
    size: tuple[int, int], language: str
) -> None:
    """No word is left out where five cards stand side by side."""
    desk = a_desk(3)
    lots = (Tile.PHARAOH, Tile.NILE), (Tile.FUNERAL, Tile.DROUGHT, Tile.EARTHQUAKE)
    highest = sorted(desk.model.game.players[0].suns)[-2:]
    for lot, disc in zip(lots, reversed(highest), strict=True):
        for kind in (*lot, Tile.RA):
            desk.take(messages.Enter(Draw(kind)))
        desk.take(messages.TakeSun(Sun(disc)))
        desk.key("return")
    said = in_language(language)
    canvas = Canvas(size=size, type=TYPE, words=said, touch=True)
    told = " ".join(words(scene(desk.model, canvas))).split()
    for sentence, disc in zip(
        ("Take {sun}, face down", "{sun} into the centre"), reversed(highest), strict=True
    ):
        assert {*said.say(sentence, sun=disc).split()} <= {*told}


@for_each(size=[SMALL, (480, 800), (1280, 720)])
def test_who_wins_is_shown_with_the_sun_that_was_bid(size: tuple[int, int]) -> None:
    desk = a_desk(3)
    bid = max(desk.game.players[0].suns)
    for kind in (Tile.PHARAOH, Tile.RA):
        desk.take(messages.Enter(Draw(kind)))
    desk.take(messages.TakeSun(bid))  # the highest of all settles it
    lines = [item for item in shown(desk.model, size).items if isinstance(item, Text)]
    banner = next(line.rect for line in lines if "wins with" in line.text)
    middle = banner.y + banner.h / 2
    level = [line for line in lines if line.rect.y <= middle < line.rect.y + line.rect.h]
    beside = [line.text for line in level if line.text.isdecimal()]
    assert beside == [str(bid)]


@for_each(language=["cs", "hu"])
def test_a_line_of_a_list_in_two_lines_keeps_clear_of_its_frame(language: str) -> None:
    frames = []
    for name in ("staff", "staff house", "staff machine"):
        model = PAGES[name](2, NAMES)
        seen = scene(model, Canvas(size=SMALL, type=TYPE, words=in_language(language)))
        lines = [item for item in seen.items if isinstance(item, Text)]
        for target in seen.targets:
            inside = [line.rect for line in lines if _lies_in(line.rect, target.rect)]
            if len(inside) == 2 and inside[0].y < inside[1].y:
                bottom = inside[1].y + inside[1].h
                frames.append((inside[0].y - target.rect.y, target.rect.y + target.rect.h - bottom))
    assert frames
    assert all(min(frame) >= 3 for frame in frames), frames


def _lies_in(inner: Rect, outer: Rect) -> bool:
    across = outer.x <= inner.x and inner.x + inner.w <= outer.x + outer.w
    return across and outer.y <= inner.y + inner.h // 2 <= outer.y + outer.h


@for_each(page=["counting", "reckoned", "reckoned and why"])
def test_a_trouble_at_the_edge_does_not_hide_the_menu_key_of_a_score_sheet(page: str) -> None:
    model = PAGES[page](3, NAMES).with_screen(troubles=(Notice(Notes.NO_SOUND),))
    seen = shown(model, SMALL)
    edge = next(item.rect for item in seen.items if isinstance(item, Box) and not item.rect.y)
    key = next(
        target.rect
        for target in seen.targets
        if target.message == messages.Open(messages.Route.MENU)
    )
    assert edge.h < 100, "the strip of the trouble"
    assert key.y >= edge.y + edge.h


@for_each(4, language=LANGUAGES, letters=(True, False))
def test_the_menu_stands_on_the_first_page_whatever_else_is_offered(
    language: str, *, letters: bool
) -> None:
    guests = tuple(map(Guest, range(3), NAMES))
    model = Model(page=Welcome(), session=Session(last_guests=guests, kept=True))
    canvas = Canvas(
        size=SMALL, type=TYPE, words=in_language(language), letters=letters, panel=not letters
    )
    targets = {target.message for target in scene(model, canvas).targets}
    assert messages.Open(messages.Route.MENU) in targets


@for_each(page=["reckoned and why", "all reasons"])
def test_the_button_of_whose_reasons_are_shown_does_not_ask_why_once_more(page: str) -> None:
    seen = shown(PAGES[page](3, NAMES), (1280, 720), letters=True)
    texts = [item for item in seen.items if isinstance(item, Text)]
    why = next(text for text in texts if text.text == "Why?").rect
    middle = why.y + why.h // 2
    line = [text for text in texts if text.rect.y <= middle < text.rect.y + text.rect.h]
    before = [text.text for text in line if text.rect.x < why.x]
    assert before == ["2", "3"], "and not Esc, which closes them"


def test_of_equal_totals_only_that_of_the_winner_is_gold() -> None:
    boxes = [
        item
        for item in shown(tied(PAGES["breakdown"](3, NAMES)), (1280, 720)).items
        if isinstance(item, Box)
    ]
    totals = [box for box in boxes if box.border in {NIGHT.gold, *NIGHT.buttons[:3]}]
    assert len(totals) == 3
    assert [box.fill == NIGHT.gold for box in totals].count(True) == 1


@for_each(size=[SMALL, (480, 800), (1280, 720)])
def test_the_keys_of_who_passes_are_filled_with_no_colour_of_a_button(
    size: tuple[int, int],
) -> None:
    """On the panel these buttons bid: what is filled with a player's colour is a button's sign."""
    seen = shown(before(Won).model, size)
    keys = [target.rect for target in seen.targets if isinstance(target.message, messages.CallPass)]
    assert keys
    for key in keys:
        within = [item for item in seen.items if _lies_in(item.rect, key)]
        filled = {item.fill for item in within if isinstance(item, Box)}
        assert filled <= {NIGHT.panel, NIGHT.ink}, "the mark says that it is held"
        assert [item for item in within if isinstance(item, Picture)]


@for_each(language=["en", "uk", "ru", "cs", "hu", "ja"], size=[SMALL, (1280, 720)])
def test_what_hands_do_is_read_whole_beside_tiles_that_are_to_be_chosen(
    language: str, size: tuple[int, int]
) -> None:
    """A lot with a funeral and an unrest: three cards stand beside the civilisations."""
    desk = a_desk(4)
    held = (Tile.ART, Tile.WRITING, Tile.RELIGION, Tile.ASTRONOMY, Tile.PHARAOH)
    low, high = sorted(desk.game.players[0].suns)[-2:]
    for lot, disc in ((held, high), ((Tile.FUNERAL, Tile.UNREST), low)):
        for kind in (*lot, Tile.RA):
            desk.take(messages.Enter(Draw(kind)))
        desk.take(messages.TakeSun(Sun(disc)))
        desk.key("return")
    assert isinstance(desk.game.stage, Discarding)
    said = in_language(language)
    canvas = Canvas(size=size, type=TYPE, words=said, touch=True, letters=True)
    told = words(scene(desk.model, canvas))
    assert not [line for line in told if ELLIPSIS in line]
    assert {*said.say("Into the box").split()} <= {*" ".join(told).split()}


def test_everybody_who_may_still_bid_has_a_key() -> None:
    desk = before(Won)
    desk.take(messages.TakeSun(min(sun for player in desk.game.players for sun in player.suns)))
    desk.key("return")
    past = settled.last_result(desk.model)
    assert past is not None
    late = [messages.TakeSun(call.sun or 0) for call in settled.late_bids(desk.model, past)]
    assert [each.sun for each in late] == [3, 4, 5, 6], "the lowest of each who has bid nothing"
    for size, text_size in product(((1280, 720), SMALL, (480, 800)), TextSize):
        seen = shown(desk.model.with_preferences(text_size=text_size), size)
        offered = {each.message for each in seen.targets if isinstance(each, Target)}
        assert offered.issuperset(late), (size, text_size)


@for_each(size=[SMALL, (480, 800), (1280, 720)])
def test_tiles_to_choose_from_stay_where_they_are_until_the_last_is_chosen(
    size: tuple[int, int],
) -> None:
    """Two quick touches choose the two tiles that lay there."""
    desk = a_desk(3)
    caller = desk.game.active
    held = b'{"seat": %d, "tiles": {"civ_art": 1, "civ_religion": 1, "civ_writing": 1}}' % caller
    desk.take(messages.Enter(read_entry(b'{"fix": {"players": [%b]}}' % held)))
    desk.take(messages.Enter(DRAWS[Tile.UNREST]))
    while desk.game.active != caller:
        desk.take(messages.Enter(DRAWS[Tile.GOD]))
    desk.take(messages.Enter(INVOKE))
    desk.take(messages.TakeSun(max(desk.game.players[caller].suns)))
    desk.take(messages.SettleAuction())
    assert isinstance(desk.game.stage, Discarding)
    desk.pass_time(5)

    def places() -> dict[messages.Message, Rect]:
        targets = shown(desk.model, size).targets
        return {each.message: each.rect for each in targets if isinstance(each, Target)}

    before = places()
    desk.take(messages.ChooseLoss(Tile.ART))
    for kind in (Tile.RELIGION, Tile.WRITING):
        assert places()[messages.ChooseLoss(kind)] == before[messages.ChooseLoss(kind)]


def test_of_two_with_equal_points_the_race_tells_the_better_placed_first() -> None:
    heads = tuple(NameTag(name, button) for button, name in enumerate(NAMES[:3]))
    for places in ((1, 2, 3), (2, 1, 3)):
        ui = ui_on(Canvas(size=SMALL, type=TYPE), Preferences())
        run = Race(((10, 27), (10, 27), (10, 16)), (1,), places)
        drawn = score_race(ui, Rect(0, 60, 800, 400), run, heads)
        at = {item.text: item.rect.y for item in drawn if isinstance(item, Text)}
        first, second = sorted((0, 1), key=lambda seat: places[seat])
        assert at[NAMES[first]] < at[NAMES[second]] < at[NAMES[2]]


@for_each(page=["race", "chances"], players=range(2, 6), size=[SMALL, (480, 800)])
def test_whoever_cannot_tell_lines_by_their_colours_finds_an_emblem_on_each(
    page: str, players: int, size: tuple[int, int]
) -> None:
    seen = shown(PAGES[page](players, NAMES), size)
    discs = [item.rect for item in seen.items if isinstance(item, Disc)]
    signs = [
        (sign.name, sign.rect.x)
        for sign in seen.items
        if isinstance(sign, Picture) and any(_is_in(sign.rect, disc) for disc in discs)
    ]
    assert sorted(name for name, _ in signs) == [
        f"emblem_{button}" for button in range(players) for _ in range(3)
    ]
    assert len({left for _, left in signs}) == len(signs), "side by side where points are equal"


@for_each(size=[SMALL, (480, 800)], language=[*LANGUAGES])
def test_what_a_forgotten_auction_came_to_is_asked_in_whole_words(
    size: tuple[int, int], language: str
) -> None:
    """Everybody can have won it with each of their suns, and that is more than twenty keys."""
    desk = a_desk(5)
    for kind in (Tile.NILE, Tile.FLOOD, Tile.PYRAMID):
        desk.take(messages.Enter(DRAWS[kind]))
    desk.take(messages.GoTo(FixEntry(3, is_missing=True)))
    desk.take(do(FixEntry.choose, 0))
    page = desk.page()
    assert isinstance(page, FixEntry)
    assert page.why is not None, "no pyramid is drawn while an auction runs"
    said = in_language(language)
    for text_size in (TextSize.NORMAL, TextSize.PRINT):
        model = desk.model.with_preferences(language=language, text_size=text_size)
        told = words(scene(model, Canvas(size=size, type=TYPE, words=said)))
        assert not [line for line in told if ELLIPSIS in line]
        assert said.say("won with") in told


@for_each(
    language=[*LANGUAGES],
    key=[
        ("We dealt the suns ourselves", messages.DealByHand(is_by_hand=True)),
        ("Begin", messages.Begin()),
    ],
)
def test_keys_beside_the_code_for_phones_say_who_dealt_the_suns_and_what_begins(
    language: str, key: tuple[str, messages.Message]
) -> None:
    said = in_language(language)
    model = PAGES["suns with phones"](3, NAMES)
    model = model.with_preferences(language=language, text_size=TextSize.PRINT)
    seen = scene(model, Canvas(size=SMALL, type=TYPE, words=said, letters=True))
    label, meant = key
    [spot] = [i.rect for i in seen.targets if isinstance(i, Target) and i.message == meant]
    told = [i.text for i in seen.items if isinstance(i, Text) and _is_in(i.rect, spot)]
    assert "".join(said.say(label).split()) in "".join("".join(told).split())


def test_every_disaster_of_a_lot_is_among_what_goes_into_the_box() -> None:
    desk = a_desk(4)
    low, high = sorted(desk.game.players[0].suns)[-2:]
    for lot, disc in (((Tile.NILE,) * 3, high), ((Tile.DROUGHT,) * 2, low)):
        for kind in (*lot, Tile.RA):
            desk.take(messages.Enter(Draw(kind)))
        desk.take(messages.TakeSun(Sun(disc)))
        if isinstance(desk.game.stage, Auction):
            desk.key("return")
    seen = scene(desk.model, Canvas(size=(1280, 720), type=TYPE))
    pictures = [item for item in seen.items if isinstance(item, Picture)]
    droughts = [each for each in pictures if each.name == "tile_drought" and each.rect.w > 44]
    assert len(droughts) == len(("taken", "taken", "gone", "gone"))  # those on keys are smaller

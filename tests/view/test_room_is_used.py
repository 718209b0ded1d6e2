"""Where there is room, what people read is as large as it, and lines are as even as words allow."""

from itertools import pairwise, product

import pytest

from companion.core import messages
from companion.core.messages import TakeSun
from companion.core.model import Preferences, TextSize
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES, has_spaces
from companion.pages.render import scene
from companion.ui.scene import Align, Box, Disc, Picture, Polygon, Rect, Scene, Text, Weight
from companion.ui.small_screen import SMALLEST, drawn_size, is_too_small, scaled, too_small
from companion.ui.style import CENTRED, TOUCH_PX, Canvas, ui_on
from companion.ui.theme import BUTTON_COLOURS, NIGHT
from tests.core.desk import Desk
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE, at_table, shown


def texts(page: str, players: int, size: tuple[int, int]) -> list[Text]:
    """Return everything that is written on a page."""
    seen = shown(PAGES[page](players, NAMES), size)
    return [item for item in seen.items if isinstance(item, Text)]


@for_each(size=[(1280, 720), (1920, 1080)])
def test_what_hands_do_after_a_lot_is_told_in_large_letters(size: tuple[int, int]) -> None:
    desk = Desk(at_table(5, f'auction A1 by "{NAMES[1]}"', "track nile flood", names=NAMES))
    desk.take(TakeSun(max(desk.game.players[0].suns)))
    seen = shown(desk.model, size)
    [told] = [item for item in seen.items if isinstance(item, Text) and "face down" in item.text]
    assert told.px * 24 >= size[1]


@for_each(size=[(800, 480), (1280, 720), (1920, 1080)])
def test_both_halves_of_laying_out_the_box_are_told_in_one_size(size: tuple[int, int]) -> None:
    every = texts("laying out", 2, size)
    told = [item for item in every if item.weight is Weight.MEDIUM and item.text != "hold"]
    assert len({item.px for item in told}) == 1
    assert told[0].px * 28 >= size[1]


def test_on_a_high_screen_a_question_alone_has_both_lines() -> None:
    tall = (480, 800)
    desk = Desk(at_table(2, names=NAMES, active=1))
    desk.key("i")
    asked = [
        item
        for item in shown(desk.model, tall).items
        if isinstance(item, Text) and ("Who wins" in item.text or "which sun" in item.text)
    ]
    assert len(asked) == 2
    assert all(item.px * 28 > tall[1] for item in asked)


def test_the_other_suns_of_whoever_leads_are_as_large_as_they_have_room() -> None:
    size = (1280, 720)
    desk = Desk(at_table(2, f'auction A1 by "{NAMES[1]}"', names=NAMES))
    up = desk.game.players[1].suns
    desk.take(TakeSun(min(up)))
    numbers = [str(sun) for sun in up if sun != min(up)]
    items = shown(desk.model, size).items
    discs = [
        one.rect
        for one, other in pairwise(items)
        if isinstance(one, Picture) and isinstance(other, Text) and other.text in numbers
        if one.rect.y > size[1] // 2
    ]
    assert len(discs) >= len(numbers)
    discs = sorted(discs, key=lambda disc: disc.h)[-len(numbers) :]
    assert min(disc.h for disc in discs) * 11 > size[1]


@pytest.mark.parametrize(
    ("text", "language"),
    [("Anna: Unrest! Discard 1 more", "en"), ("Відверніться, будь ласка", "uk")],
)
def test_even_lines_are_as_few_and_break_no_word(text: str, language: str) -> None:
    px, weight = 40, CENTRED.weight
    for room in range(100, 700, 30):
        greedy = TYPE.wrap(text, room, px, weight, language)
        even = TYPE.even(text, room, px, weight, language)
        assert len(even) == len(greedy)
        assert " ".join(even).split() == " ".join(greedy).split()
        widest = max(TYPE.width(line, px, weight) for line in even)
        assert widest <= max(TYPE.width(line, px, weight) for line in greedy)
    assert TYPE.even("one two three four", 300, px, weight, "en") == ("one two", "three four")


# Where one size is meant, there is one: names with or without emblems, tokens, sentences.


@for_each(players=(2, 3, 4, 5), size=SIZES)
def test_before_an_epoch_everybody_has_an_emblem_or_nobody(
    players: int, size: tuple[int, int]
) -> None:
    drawn = scene(PAGES["hands now"](players, NAMES), Canvas(size=size, type=TYPE))
    gained = [each for each in drawn.items if isinstance(each, Text) and each.text[0] == "+"
              and each.text[1:].isdecimal()]  # fmt: skip
    assert len(gained) == players
    row = max(each.rect.y + each.rect.h for each in gained)
    top = min(each.rect.y for each in drawn.items
              if isinstance(each, Text) and each.text in NAMES)  # fmt: skip
    signs = [
        each
        for each in drawn.items
        if isinstance(each, Picture)
        and each.name.startswith("emblem_")
        and top - 2 <= each.rect.y + each.rect.h // 2 < row
    ]
    assert len(signs) in {0, players}


@for_each(7, language=LANGUAGES, players=(2, 5))
def test_on_a_high_screen_sentences_of_the_history_have_one_size(
    language: str, players: int
) -> None:
    canvas = Canvas(size=(480, 800), type=TYPE, words=in_language(language))
    drawn = scene(PAGES["history"](players, NAMES), canvas)
    sentences = [
        each
        for each in drawn.items
        if isinstance(each, Text) and each.weight is Weight.MEDIUM and not each.text.isdecimal()
    ]
    assert len({each.px for each in sentences}) == 1


# Large print is never smaller than usual, and covers and cuts nothing.


def printed(
    page: str, players: int, size: tuple[int, int], language: str = "en"
) -> Scene[messages.Message]:
    """Return a page in large print, with the letters of keys."""
    model = PAGES[page](players, NAMES)
    model = model.with_preferences(text_size=TextSize.PRINT, language=language)
    return scene(model, Canvas(size=size, type=TYPE, letters=True, words=in_language(language)))


def written(drawn: Scene[messages.Message], *parts: str) -> list[Text]:
    """Return the texts in which one of these stands."""
    return [
        item
        for item in drawn.items
        if isinstance(item, Text) and any(part in item.text for part in parts)
    ]


PANEL = (800, 480)


@pytest.mark.parametrize(
    ("page", "begins"),
    [
        ("wizard again", "Press the button"),
        ("joining with Ra tiles", "How many Ra tiles"),
        ("stopping", "End the game here"),
        ("counting the box", "Count the piles"),
        ("locked", "This table is closed"),
    ],
)
def test_a_long_title_is_not_smaller_in_large_print(page: str, begins: str) -> None:
    usual = scene(PAGES[page](5, NAMES), Canvas(size=PANEL, type=TYPE))
    [near], [far] = written(usual, begins), written(printed(page, 5, PANEL), begins)
    assert far.px >= near.px


def test_a_title_in_two_lines_is_as_large_as_they_fit_and_ends_with_no_lonely_word() -> None:
    drawn = scene(PAGES["joining with Ra tiles"](3, NAMES), Canvas(size=(480, 800), type=TYPE))
    lines = written(drawn, "How many Ra tiles", "are on the Ra track?")
    assert [line.text for line in lines] == ["How many Ra tiles", "are on the Ra track?"]
    assert {line.px for line in lines} == {32}


@for_each(
    page=("staff", "staff house", "staff stick", "menu", "menu of guests"),
    size=[(800, 480), (1280, 720), (480, 800)],
)
def test_lines_of_a_list_have_letters_of_one_size(page: str, size: tuple[int, int]) -> None:
    drawn = printed(page, 3, size)
    places = [each.rect for each in drawn.targets if each.rect.y + each.rect.h < size[1] * 0.86]
    lines = [
        item
        for item in drawn.items
        if isinstance(item, Text) and item.weight is Weight.BOLD and item.text != "?"
        if any(place.contains(*item.rect[:2]) for place in places)
    ]
    assert len(lines) >= 5
    assert len({item.px for item in lines}) == 1


@for_each(size=[(800, 480), (1024, 600), (1920, 1080)])
def test_why_points_were_scored_is_said_in_one_size_as_large_as_there_is_room(
    size: tuple[int, int],
) -> None:
    drawn = printed("reasons", 3, size)
    told = written(drawn, "2 × 2 points", "most pharaohs: 5", "kinds: 4 (Agri")
    assert len(told) == 3
    [px] = {item.px for item in told}
    assert px * 20 >= size[1]


@for_each(size=[(800, 480), (1024, 600), (1920, 1080), (480, 800)])
def test_what_somebody_has_is_named_in_large_letters_under_their_name_on_its_colour(
    size: tuple[int, int],
) -> None:
    drawn = printed("card of a player", 3, size)
    [name], told = written(drawn, NAMES[1]), written(drawn, "2 Niles", "1 Obelisk")
    assert {item.px * 36 >= max(size) for item in told} == {True}
    colours = [each for each in drawn.items if isinstance(each, Box) and each.rect.contains(
        name.rect.x, name.rect.y)]  # fmt: skip
    assert BUTTON_COLOURS[1] in {each.fill for each in colours}


@for_each(players=(2, 3, 4, 5), size=[(800, 480), (480, 800), (1920, 1080)])
def test_the_frame_of_who_bids_next_is_seen_all_round(players: int, size: tuple[int, int]) -> None:
    drawn = shown(PAGES["auction"](players, NAMES), size)
    boxes = [item for item in drawn.items if isinstance(item, Box)]
    [framed] = [each for each in boxes if each.border == NIGHT.ink and each.fill == NIGHT.panel]
    over = boxes[boxes.index(framed) + 1 :]
    inside = framed.rect.inset(framed.border_px)
    [name] = [each.rect for each in over if each.fill == BUTTON_COLOURS[0] and each.rect.w > 44]
    assert inside.contains(name.x, name.y)
    assert (name.x + name.w, name.y + name.h) <= (inside.x + inside.w, inside.y + inside.h)


@for_each(language=LANGUAGES, players=(2, 3, 5))
def test_what_an_option_is_called_stands_in_one_line(language: str, players: int) -> None:
    model = PAGES["agreeing"](players, NAMES).with_preferences(language=language)
    said = in_language(language)
    drawn = scene(model, Canvas(size=PANEL, type=TYPE, words=said))
    assert written(drawn, said.say("Ra track spaces on your board"))


@for_each(page=("menu", "menu of guests"), size=[(800, 480), (1280, 720), (480, 800)])
def test_entries_of_a_menu_that_take_two_lines_are_parted_by_a_rule(
    page: str, size: tuple[int, int]
) -> None:
    drawn = printed(page, 3, size)
    entries = [each.rect for each in drawn.targets if each.rect.y > size[1] / 9]
    rules = [each.rect for each in drawn.items if isinstance(each, Box) and each.rect.h <= 2]
    below = [
        lower
        for upper, lower in product(entries, entries)
        if upper.x == lower.x and upper.y + upper.h == lower.y < size[1] * 0.8
    ]
    assert len(below) >= 8
    assert all(any(abs(rule.y - entry.y) <= 2 for rule in rules) for entry in below)


@pytest.mark.parametrize("page", ["reckoned", "counting suns"])
def test_names_in_a_row_have_one_size(page: str) -> None:
    names = [item for item in written(printed(page, 5, PANEL), *NAMES) if item.text in NAMES]
    assert len(names) == 5
    sizes = {item.px for item in names}
    assert max(sizes) - min(sizes) <= 1, "places differ by one pixel"


def test_names_to_choose_from_have_one_size() -> None:
    names = written(printed("naming", 5, PANEL), "Anna", "Anežka", "Andriy", "Anett")
    assert len(names) == 4
    assert len({item.px for item in names}) == 1


def test_what_is_taught_keeps_its_picture_beside_the_number() -> None:
    drawn = printed("lesson", 3, PANEL)
    tiles = [each for each in drawn.items if isinstance(each, Picture) and "tile_" in each.name]
    assert min(each.rect.w for each in tiles) >= 20


def test_the_card_for_a_disaster_leaves_the_question() -> None:
    drawn = printed("card for a disaster", 3, PANEL)
    asked = written(drawn, "Unrest!", "Discard 1 more")
    cards = [each.rect for each in drawn.targets if each.message == messages.ShowCard()]
    low = max(item.rect.y + item.rect.h for item in asked)
    assert max(cards, key=lambda card: card.w * card.h).y >= low


@for_each(players=(2, 3, 5))
def test_a_long_notice_leaves_the_names(players: int) -> None:
    drawn = printed("all out", players, PANEL)
    said = written(drawn, "already out", "in the history")
    low = max(item.rect.y + item.rect.h for item in said)
    assert low <= min(item.rect.y for item in written(drawn, *NAMES) if item.text in NAMES)


@for_each(players=(2, 3, 5))
def test_what_must_be_done_at_a_full_track_is_not_cut(players: int) -> None:
    drawn = printed("full track", players, PANEL)
    assert [item.text for item in written(drawn, "Invoke Ra", "…")][-1] == "Invoke Ra"
    assert not written(drawn, "…")


@for_each(language=LANGUAGES, players=(3, 5))
def test_the_keys_of_the_history_are_whole_words(language: str, players: int) -> None:
    model = PAGES["history"](players, NAMES).with_preferences(language=language)
    canvas = Canvas(size=PANEL, type=TYPE, letters=True, words=in_language(language))
    assert not written(scene(model, canvas), "…")


@for_each(language=LANGUAGES)
def test_that_a_game_is_saved_is_said_in_a_whole_word(language: str) -> None:
    assert "…" not in {
        item.text for item in written(printed("saving", 3, (480, 800), language), "…")
    }


@for_each(language=LANGUAGES, players=(3, 5))
def test_what_goes_on_is_whole_where_it_is_put_right(language: str, players: int) -> None:
    assert not written(printed("mending what is known", players, PANEL, language), "…")


def test_games_stand_inside_their_lines() -> None:
    drawn = printed("games", 5, PANEL)
    for item in written(drawn, "Олена"):
        rows = [each.rect for each in drawn.targets if each.rect.contains(*item.rect[:2])]
        assert rows
        assert all(item.rect.y + item.rect.h + 2 < row.y + row.h for row in rows)


@for_each(language=LANGUAGES)
def test_the_card_of_the_ra_track_shortens_nothing(language: str) -> None:
    assert not written(printed("card of the Ra track", 5, (480, 800), language), "…")


def test_on_a_high_screen_whose_turn_it_is_is_asked_with_names_below_emblems() -> None:
    drawn = scene(PAGES["joining with a turn"](3, NAMES), Canvas(size=(480, 800), type=TYPE))
    assert {item.align for item in written(drawn, *NAMES[:3])} == {Align.CENTRE}


# Small screens show every page whole; one that is too small says which is needed.


SMALL = ((480, 320), (320, 480), (640, 480), (720, 720), (1024, 400))


@for_each(size=SMALL)
def test_a_page_is_drawn_in_proportion_and_never_smaller_than_designed(
    size: tuple[int, int],
) -> None:
    wide, high = drawn_size(size)
    assert wide * size[1] == pytest.approx(high * size[0], rel=0.002)
    assert max(wide, high) >= 800
    assert min(wide, high) >= 480
    assert TOUCH_PX * size[0] / wide >= 26


def test_a_screen_that_is_large_enough_is_used_as_it_is() -> None:
    assert [size for size in SIZES if drawn_size(size) != size] == []


def test_neighbours_still_meet_and_circles_stay_round() -> None:
    rects = [Rect(0, 0, 101, 51), Rect(101, 0, 99, 51)]
    discs = [Disc(Rect(at, 3, 25, 25)) for at in range(9)]
    small: Scene[object] = scaled(Scene((200, 100), (*map(Box, rects), *discs)), (120, 60), TYPE)
    assert small.items[0].rect.x + small.items[0].rect.w == small.items[1].rect.x
    assert {each.rect.w - each.rect.h for each in small.items[2:]} == {0}


@for_each(7, language=LANGUAGES, size=[(320, 240), (240, 320), (470, 320), (160, 128)])
def test_a_screen_that_is_too_small_says_which_is_needed(
    language: str, size: tuple[int, int]
) -> None:
    assert is_too_small(size)
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    drawn: Scene[object] = too_small(ui_on(canvas, Preferences(language=language)))
    texts = [item for item in drawn.items if isinstance(item, Text)]
    said = " ".join(text.text for text in texts)
    if size[0] > 200:
        assert all(str(number) in said for number in (*SMALLEST, *size))
    for text in texts:
        assert TYPE.width(text.text, text.px, text.weight) <= text.rect.w


def test_the_smallest_screen_is_large_enough_either_way_round() -> None:
    assert not is_too_small(SMALLEST)
    assert not is_too_small((SMALLEST[1], SMALLEST[0]))


def test_whom_a_sheet_counts_has_one_line_in_large_letters() -> None:
    drawn = printed("gathering", 5, PANEL)
    names = written(drawn, "Anna", "Green", "Yuki", "Orange")
    assert len(names) == 4
    assert all(item.px * 20 > PANEL[1] for item in names)
    assert all(item.rect.h >= item.px for item in names)


def test_points_on_the_sheet_do_not_touch_the_sun_beside_them() -> None:
    drawn = printed("counting suns", 5, PANEL)
    [told] = [item for item in written(drawn, "+10") if item.align is Align.LEFT]
    beside = [
        item.rect.x
        for item in drawn.items
        if isinstance(item, Picture) and item.rect.x > told.rect.x
        if item.rect.y < told.rect.y + told.rect.h // 2 < item.rect.y + item.rect.h
    ]
    assert told.rect.x + TYPE.width(told.text, told.px, told.weight) + 5 <= min(beside)


def test_keys_of_suns_show_suns_whatever_their_number() -> None:
    drawn = scene(
        PAGES["nothing known"](5, NAMES), Canvas(size=(480, 800), type=TYPE, letters=True)
    )
    suns = [item for item in drawn.items if isinstance(item, Picture) and item.name == "sun_win"]
    assert len(suns) == 16


@pytest.mark.parametrize(
    ("page", "begins"),
    [
        ("no games", "No matching"),
        ("games being read", "Reading"),
        ("no statistics", "No finished"),
        ("looking back", "Trying"),
        ("nothing to look back at", "Not every"),
    ],
)
def test_a_sentence_alone_on_a_page_is_as_large_as_a_title(page: str, begins: str) -> None:
    [told] = written(shown(PAGES[page](3, NAMES), PANEL), begins)
    assert told.px * 20 > PANEL[1]


def test_on_a_high_screen_the_end_of_an_epoch_is_told_in_one_line() -> None:
    drawn = scene(PAGES["light"](5, NAMES), Canvas(size=(480, 800), type=TYPE, letters=True))
    assert written(drawn, "Epoch over")


@for_each(size=TextSize, page=("light", "light auction"))
def test_which_sun_is_in_the_centre_is_asked_to_the_last_word(size: TextSize, page: str) -> None:
    if size is not TextSize.PRINT:  # which has no keys of suns
        model = PAGES[page](3, NAMES).with_preferences(text_size=size)
        drawn = scene(model, Canvas(size=PANEL, type=TYPE, letters=True))
        gold = ui_on(Canvas(size=PANEL, type=TYPE), Preferences()).theme.gold
        asked = [
            item.text
            for item in drawn.items
            if isinstance(item, Text) and item.colour == gold and item.rect.x < 20
        ]
        assert " ".join(asked) == "Which sun is in the centre now?"


@for_each(page=("the first course", "scoring"), players=(2, 3, 4, 5))
def test_why_an_epoch_is_counted_is_told_in_large_letters_under_an_empty_sky(
    page: str, players: int
) -> None:
    drawn = shown(PAGES[page](players, NAMES), PANEL)
    [told], [category] = written(drawn, "First epoch"), written(drawn, "Gods", "Civilizations")
    assert min(told.px, category.px) * 20 > PANEL[1]
    stones = [item.rect.y for item in drawn.items if isinstance(item, Polygon)]
    assert category.rect.y + category.rect.h <= min(stones)


@for_each(3, language=LANGUAGES, size=SIZES, text=TextSize)
def test_no_word_of_the_menu_is_broken(
    language: str, size: tuple[int, int], text: TextSize
) -> None:
    model = PAGES["menu"](3, NAMES).with_preferences(text_size=text, language=language)
    said = in_language(language)
    drawn = scene(model, Canvas(size=size, type=TYPE, words=said))
    label = said.say("Spoken announcements: off")
    if has_spaces(language):
        whole = " ".join(item.text for item in drawn.items if isinstance(item, Text))
        assert all(word in whole for word in label.partition(":")[0].split())
        assert " : " not in whole


@for_each(players=(3, 4, 5), size=SIZES)
def test_from_afar_a_name_is_no_higher_than_its_colour(players: int, size: tuple[int, int]) -> None:
    drawn = printed("turn", players, size)
    named = [item for item in drawn.items if isinstance(item, Text) and item.text in NAMES]
    assert all(item.rect.h >= item.px for item in named)


@for_each(page=("seating", "staff"), text=TextSize)
def test_two_lines_on_a_key_stay_off_its_border(page: str, text: TextSize) -> None:
    model = PAGES[page](5, NAMES).with_preferences(text_size=text, language="uk")
    said = in_language("uk")
    drawn = scene(model, Canvas(size=(480, 800), type=TYPE, letters=True, words=said))
    lines = [item for item in written(drawn, "вже", "для нових") if item.rect.h < item.px * 1.5]
    assert all(item.px <= 20 for item in lines)


def test_whose_turn_it_is_is_asked_with_large_names() -> None:
    names = written(shown(PAGES["joining with a turn"](4, NAMES), PANEL), *NAMES)
    assert len(names) == 4
    assert all(item.px * 20 > PANEL[1] for item in names)


@for_each(size=SIZES)
def test_one_less_and_one_more_stand_apart_from_the_tile(size: tuple[int, int]) -> None:
    drawn = shown(PAGES["mending tiles"](3, NAMES), size)
    boxes = [place for place, item in enumerate(drawn.items) if isinstance(item, Box) and item.glow]
    at = boxes[-1]  # the ring
    less = drawn.items[at]
    tile = next(item for item in reversed(drawn.items[:at]) if isinstance(item, Picture))
    count = next(
        item for item in drawn.items[:at][::-1] if isinstance(item, Text) and item.text == "3"
    )
    assert less.rect.x + less.rect.w + 2 < tile.rect.x
    assert count.px * 32 > min(size)


@for_each(language=LANGUAGES, players=(2, 3), size=[(800, 480), (480, 800)])
def test_all_of_laying_out_stands_on_its_ground(
    language: str, players: int, size: tuple[int, int]
) -> None:
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    drawn = scene(PAGES["laying out"](players, NAMES), canvas)
    told = [item for item in drawn.items if isinstance(item, Text) and item.weight is Weight.MEDIUM]
    grounds = [item.rect for item in drawn.items if isinstance(item, Box) and item.rect.h > 200]
    low = max(ground.y + ground.h for ground in grounds)
    assert all(item.rect.y + item.rect.h <= low for item in told if item.rect.y < low)


@for_each(page=("reckoned", "worth"), size=[(800, 480), (1280, 720)])
def test_labels_beside_pictures_begin_below_each_other(page: str, size: tuple[int, int]) -> None:
    labels = ("Gods", "River", "Different monuments")
    drawn = shown(PAGES[page](4, NAMES), size)
    assert len({item.rect.x for item in written(drawn, *labels)}) == 1


@for_each(language=LANGUAGES, players=(2, 3, 4, 5))
def test_the_key_that_settles_an_auction_says_who_wins(language: str, players: int) -> None:
    canvas = Canvas(size=PANEL, type=TYPE, letters=True, words=in_language(language))
    drawn = scene(PAGES["bid"](players, NAMES).with_preferences(language=language), canvas)
    assert [item for item in written(drawn, NAMES[0]) if item.rect.y > PANEL[1] * 0.8]

"""Counting what everybody has: by touch, by dial and by keys, for a game or for a table alone."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec
import pytest
from msgspec.structs import replace

from companion.core.controls import Control
from companion.core.effects import Dispatch, WriteEntry
from companion.core.messages import Enter, GoTo, Message, Next, PushDial, TurnDial
from companion.core.model import Model
from companion.core.session import Secrecy, Session
from companion.pages.bindings import controls
from companion.pages.keyboard import keys
from companion.pages.menu import Menu
from companion.pages.new_game import Welcome
from companion.pages.score_sheet import (
    NUMBERED,
    AddOne,
    LaySun,
    Points,
    Scope,
    SetNumber,
    SheetResult,
    SheetSetup,
    SheetTally,
    SkipPlayer,
    TurnPage,
    Whose,
    contradictions,
    counting,
    number,
    owner,
    places,
    pointed,
    score_now,
)
from companion.pages.scoring import EpochScores
from companion.pages.table import page_after
from companion.pages.update import update
from companion.rules.actions import Level
from companion.rules.editions import Seat, Sun, setup
from companion.rules.partial.ledger import END_EPOCH, TallyEpoch
from companion.rules.records.shapes import SetLevel
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.refusal import Refusal, Why
from companion.rules.scoring.sheet import Row, Tally, scored
from companion.rules.tiles import KINDS, Tile, bundle_of, count, size
from tests.view.gallery import NAMES, shown

Held = Mapping[Tile, int]


FIRST: Sequence[Held] = (
    {Tile.GOD: 1, Tile.PHARAOH: 3, Tile.NILE: 3, Tile.FLOOD: 1, Tile.ART: 1, Tile.RELIGION: 1,
     Tile.WRITING: 1, Tile.TEMPLE: 1, Tile.SPHINX: 1},
    {Tile.GOLD: 2, Tile.PHARAOH: 1, Tile.NILE: 2, Tile.FLOOD: 1, Tile.WRITING: 2, Tile.ART: 1,
     Tile.PYRAMID: 1, Tile.OBELISK: 1},
    {Tile.GOD: 1, Tile.PHARAOH: 2, Tile.NILE: 5, Tile.FLOOD: 2, Tile.RELIGION: 1, Tile.ART: 1,
     Tile.AGRICULTURE: 1, Tile.PALACE: 1, Tile.TEMPLE: 1},
    {Tile.PHARAOH: 4, Tile.NILE: 3, Tile.AGRICULTURE: 2, Tile.ASTRONOMY: 1, Tile.SPHINX: 1},
    {Tile.GOD: 1, Tile.PHARAOH: 2, Tile.NILE: 1, Tile.ASTRONOMY: 1, Tile.STATUES: 2,
     Tile.FORTRESS: 1},
)  # fmt: skip
"""What five players have at the end of a first epoch, such as ends most of them."""


SUNS = ((1, 4, 13), (2, 8, 15), (3, 9, 16), (5, 10, 12), (6, 7, 14))
"""All but sun 11, which lies in the centre."""


BEFORE = (21, 17, 30, 12, 24)


def begun(scope: Scope, players: int = 5) -> Model:
    return Model(page=counting(SheetSetup(NAMES[:players], scope), NAMES))


def after(model: Model, *messages: Message) -> Model:
    """Return the program after these, and after what follows from each."""
    for message in messages:
        model, effects = update(model, message)
        for effect in effects:
            if isinstance(effect, Dispatch):
                model = after(model, effect.message)
    return model


def page(model: Model) -> SheetTally:
    assert isinstance(model.page, SheetTally)
    return model.page


def by_touch(players: Sequence[Held], suns: Sequence[Sequence[int]] = ()) -> Iterator[Message]:
    """Yield what fingers touch: a number for what there are several of, else once for each."""
    for seat, held in enumerate(players):
        for kind, many in held.items():
            if kind in NUMBERED:
                yield SetNumber(kind, many)
            else:
                yield from [AddOne(kind)] * many
        if suns:
            yield from (LaySun(Sun(sun)) for sun in suns[seat])
        yield TurnPage(1)


def by_dial(model: Model, players: Sequence[Held]) -> Iterator[tuple[Message, Model]]:
    """Yield every detent and push, with the program after it."""
    for held in players:
        left = dict(held)
        while left:
            what = pointed(page(model))
            for _ in range(left.pop(what, 0) if isinstance(what, Tile) else 0):
                model = after(model, TurnDial(1))
                yield TurnDial(1), model
            if left:
                model = after(model, PushDial())
                yield PushDial(), model
        model = after(model, TurnPage(1))
        yield TurnPage(1), model


def counts(model: Model) -> list[dict[Tile, int]]:
    of = model.page.counting if isinstance(model.page, SheetResult) else page(model)
    return [{kind: many for kind in KINDS if (many := count(one.tiles, kind))} for one in of.counts]


def test_five_players_are_counted_in_at_most_sixty_touches() -> None:
    touches, model = tuple(by_touch(FIRST)), begun(Scope.WHOLE)
    for touch in touches:
        assert touch in {target.message for target in shown(model, (800, 480)).targets}
        model = after(model, touch)
    assert counts(model) == [dict(held) for held in FIRST]
    assert isinstance(model.page, SheetResult)
    assert len(touches) == 45


DETENT_SECONDS, PUSH_SECONDS, LOOK_SECONDS = 0.25, 0.4, 1.2
"""Slow hands, and a look at the table for every player's every family."""


def test_five_players_are_counted_by_dial_in_less_than_two_minutes() -> None:
    gestures = list(by_dial(begun(Scope.WHOLE), FIRST))
    messages = [message for message, _ in gestures]
    assert counts(gestures[-1][1]) == [dict(held) for held in FIRST]
    detents = messages.count(TurnDial(1))
    pushes = len(messages) - detents
    families = sum(len({kind.family for kind in held}) for held in FIRST)
    assert (detents, pushes) == (58, 81)
    seconds = DETENT_SECONDS * detents + PUSH_SECONDS * pushes + LOOK_SECONDS * families
    assert seconds <= 120


def test_what_is_counted_by_keys_is_what_the_digits_say() -> None:
    model = begun(Scope.WHOLE, 2)
    for key in ("2", "right", "0", "right", "3", "space", "1", "2"):
        model = after(model, keys(model)[key])
    assert pointed(page(model)) is Tile.NILE
    assert counts(model)[0] == {Tile.GOD: 2, Tile.PHARAOH: 3, Tile.NILE: 2}


def test_points_before_are_typed_digit_by_digit() -> None:
    model = begun(Scope.THIRD)
    model = after(model, SetNumber(Points.BEFORE, 0))
    for key in "37":
        model = after(model, keys(model)[key])
    assert number(page(model), Points.BEFORE) == 37


def test_a_sixth_pyramid_is_named_with_who_has_them_and_play_goes_on() -> None:
    three = SetNumber(Tile.PYRAMID, 3)
    model = after(begun(Scope.FIRST), three, TurnPage(1), three)
    [wrong] = contradictions(page(model))
    assert wrong.why is Why.TOO_MANY_TILES
    assert (wrong.facts["number"], wrong.facts["copies"]) == (6, 5)
    assert wrong.facts["owners"] == "Anna 3, Marek 3"
    assert score_now(page(model))
    assert page(after(model, TurnPage(1))).seat == 2


def test_twenty_six_pharaohs_in_sum_are_too_many() -> None:
    model = begun(Scope.FIRST, 3)
    for many in (10, 10, 6):
        model = after(model, SetNumber(Tile.PHARAOH, many), TurnPage(1))
    assert isinstance(model.screen.said, Refusal)
    assert model.screen.said.why is Why.TOO_MANY_TILES
    assert pointed(page(model)) is Tile.PHARAOH


def test_a_sun_lies_in_one_hand_only() -> None:
    model = after(begun(Scope.THIRD), LaySun(Sun(9)), Whose(Seat(1)), LaySun(Sun(9)))
    assert owner(page(model), Sun(9)) == 1
    assert page(model).counts[0].suns == ()


def test_a_hand_of_suns_is_wrong_only_once_its_page_is_left() -> None:
    model = after(begun(Scope.THIRD), LaySun(Sun(9)))
    assert not contradictions(page(model))
    assert [each.why for each in contradictions(page(after(model, Whose(Seat(1)))))] == [
        Why.SUNS_EACH
    ]


def test_pharaohs_are_compared_anew_with_everybody_who_is_counted() -> None:
    model = after(begun(Scope.FIRST), SetNumber(Tile.PHARAOH, 2))
    assert score_now(page(model))[Seat(0)].pharaohs == 0
    model = after(model, TurnPage(1), SetNumber(Tile.PHARAOH, 4))
    assert [score_now(page(model))[Seat(seat)].pharaohs for seat in (0, 1)] == [-2, 5]
    model = after(model, TurnPage(1), SetNumber(Tile.PHARAOH, 1))
    assert [score_now(page(model))[Seat(seat)].pharaohs for seat in range(3)] == [0, 5, -2]


def test_a_whole_game_carries_totals_and_what_is_kept() -> None:
    model = after(begun(Scope.WHOLE), *by_touch(FIRST))
    reckoned = model.page
    assert isinstance(reckoned, SheetResult)
    model = after(model, TurnPage(1))
    second = page(model)
    assert second.epoch == 2
    for before, held in zip(second.counts, FIRST, strict=True):
        kept = {kind: many for kind, many in held.items() if kind.is_kept}
        assert before.tiles == bundle_of(kept)
    first = scored(_sheet(1, FIRST))
    assert [hand.score for hand in second.ledger.hands] == [row.after for row in first.scores]
    back = after(model, TurnPage(-1))
    assert isinstance(back.page, SheetResult)
    assert replace(back.page.counting, later=None) == reckoned.counting


def _sheet(epoch: int, players: Sequence[Held], suns: Sequence[Sequence[int]] = ()) -> Tally:
    rows = tuple(
        Row(
            name=NAMES[seat],
            before=BEFORE[seat] if epoch > 1 else None,
            suns=tuple(suns[seat]) if suns else None,
            tiles={kind.value: many for kind, many in held.items()},
        )
        for seat, held in enumerate(players)
    )
    return Tally(epoch, rows)


def test_a_final_tally_on_the_screen_is_that_of_the_sheet() -> None:
    model = begun(Scope.THIRD)
    for seat, held in enumerate(FIRST):
        told = [message for message in by_touch([held], [SUNS[seat]]) if message != TurnPage(1)]
        model = after(model, SetNumber(Points.BEFORE, BEFORE[seat]), *told, TurnPage(1))
    assert isinstance(model.page, SheetResult)
    said = scored(_sheet(3, FIRST, SUNS))
    assert score_now(model.page.counting) == dict(enumerate(said.scores))


def test_what_is_counted_survives_the_menu() -> None:
    model = after(begun(Scope.WHOLE), SetNumber(Tile.NILE, 4))
    left = after(model, GoTo(Menu()), Next())
    assert left.page == Welcome()
    back = after(left, controls(left).holds[Control.UNDO].message)
    assert back.page == model.page


def test_nothing_of_a_table_that_played_without_us_is_written_down() -> None:
    model = begun(Scope.WHOLE)
    for message in by_touch(FIRST):
        model, effects = update(model, message)
        assert not any(isinstance(effect, WriteEntry) for effect in effects)


def game(level: Level = Level.LIGHT, secrecy: Secrecy = Secrecy.OWN_PEEK) -> Model:
    """Return the program with an epoch of a game over that waits for its tally."""
    timeline = enter(enter(begin(setup(NAMES)), SetLevel(level)), END_EPOCH)
    model = Model(
        page=page_after(timeline), session=Session(timeline=timeline, buttons=(0, 1, 2, 3, 4))
    )
    agreement = msgspec.structs.replace(model.session.agreement, secrecy=secrecy)
    return model.with_session(agreement=agreement)


def test_the_end_of_an_epoch_opens_the_tally_with_the_suns_that_are_known() -> None:
    opened = page(game())
    assert [one.suns for one in opened.counts] == [hand.suns for hand in opened.ledger.hands]


def test_a_tally_half_done_waits_at_the_table() -> None:
    model = after(game(), SetNumber(Tile.NILE, 4))
    at_table = after(model, GoTo(Menu()), Next())
    assert after(at_table, controls(at_table).taps[Control.OK].message).page == model.page


def test_a_tally_is_entered_into_the_running_game() -> None:
    model, last = game(), TurnPage(1)
    for message in tuple(by_touch(FIRST))[:-1]:
        model, _ = update(model, message)
    model, [entered] = update(model, last)
    assert isinstance(entered, Dispatch)
    assert isinstance(entered.message, Enter)
    assert isinstance(entered.message.entry, TallyEpoch)
    scored_now = after(model, entered.message)
    timeline = scored_now.session.timeline
    assert isinstance(timeline, Timeline)
    assert timeline.ledger is not None
    expected = [points.after for points in scored(_sheet(1, FIRST)).scores]
    assert [hand.score for hand in timeline.ledger.hands] == expected
    assert isinstance(scored_now.page, EpochScores)


def test_who_is_skipped_has_points_that_nobody_knows() -> None:
    model = after(game(), *by_touch(FIRST[:4]), SkipPlayer(), TurnPage(1))
    assert model.session.timeline is not None
    assert model.session.timeline.ledger is not None
    assert model.session.timeline.ledger.hands[4].score is None
    points = [hand.score is None for hand in model.session.timeline.ledger.hands]
    assert points == [False, True, False, True, True]  # who had fewest or most may have not


@pytest.mark.parametrize("scope", Scope)
@pytest.mark.parametrize("players", range(2, 6))
def test_everything_that_is_counted_can_be_reached_with_the_dial(
    scope: Scope, players: int
) -> None:
    model, seen = begun(scope, players), set()
    for _ in places(page(model)):
        seen.add(pointed(page(model)))
        is_sun = not isinstance(pointed(page(model)), Tile | Points)
        model = after(model, TurnDial(1) if is_sun else PushDial())
    assert seen == set(places(page(model)))


def test_who_was_left_with_back_and_nothing_counted_is_asked_again() -> None:
    model = after(begun(Scope.FIRST, 3), TurnPage(1), TurnPage(-1))
    model = after(model, SetNumber(Tile.NILE, 2), TurnPage(1))
    assert page(model).seat == 1


def test_the_last_player_leads_on_to_who_was_passed_over() -> None:
    model = after(begun(Scope.FIRST, 3), Whose(Seat(2)), TurnPage(1))
    assert page(model).seat == 1
    assert controls(model).taps[Control.OK].label == "Done"
    assert size(page(model).counts[0].tiles) == 0

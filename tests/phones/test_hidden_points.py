"""Two tables that differ in one hidden total send every other phone the same bytes (R-INF-2)."""

from collections.abc import Iterator

import msgspec
import pytest
from msgspec.structs import replace

from companion.core.messages import Enter
from companion.core.model import Model, Secrecy
from companion.i18n.catalogues import words
from companion.pages.scoring.epoch import HandsNow
from companion.pages.scoring.finale import Finale
from companion.pages.table.table import Table
from companion.phones.saying import picture
from companion.phones.shapes import TableLine
from companion.phones.views import line
from companion.rules.actions import DRAWS, INVOKE, UNSOLD, Won
from companion.rules.editions import RA_LIMITS, Seat, setup
from companion.rules.events import EpochEnded
from companion.rules.model import Phase
from companion.rules.tiles import Tile
from companion.settings import PhonesSettings
from tests.core.desk import desk_of
from tests.net.rooms import ROOMS
from tests.security.twin_tables import twins
from tests.security.walking import POINTS, SEAT
from tests.together import for_each, some
from tests.view.gallery import NAMES, tied

HIDDEN = tuple(POINTS)

ON, NEVER = PhonesSettings(enabled=True), PhonesSettings(enabled=True, points="never")


def with_phones(model: Model) -> Model:
    """Give everybody a phone."""
    seated = {button: f"phone-{button}" for button in model.session.buttons}
    return model.with_phones(link="http://table/#secret", seated=seated)


def sent(model: Model, button: int | None, settings: PhonesSettings = ON) -> bytes:
    """Return what the phone of a button is sent."""
    told = picture(line(with_phones(model), "g1/0", settings), button, words("en"), is_asking=False)
    return msgspec.json.encode(told)


def pages() -> Iterator[str]:
    """Yield the pages of a game that is on the table, but for its end."""
    for name, made in ROOMS.items():
        model = made(3, NAMES)
        timeline = model.session.timeline
        if timeline is not None and timeline.game.stage is not Phase.OVER:
            yield name


@for_each(page=lambda: some(pages(), 3), secrecy=HIDDEN)
def test_no_other_phone_is_sent_anything_that_hangs_on_somebody_s_points(
    page: str, secrecy: Secrecy
) -> None:
    pair = twins(ROOMS[page](3, NAMES), secrecy, SEAT, POINTS[secrecy])
    for button in (None, *pair.one.session.buttons):
        if button == pair.one.session.buttons[SEAT] and secrecy is Secrecy.OWN_PEEK:
            continue
        assert sent(pair.one, button) == sent(pair.other, button), button


@for_each(page=lambda: some(pages(), 4, 1), secrecy=HIDDEN)
def test_nobody_s_phone_is_sent_points_where_the_owner_wants_none(
    page: str, secrecy: Secrecy
) -> None:
    pair = twins(ROOMS[page](3, NAMES), secrecy, SEAT, (3, 11))
    for button in (None, *pair.one.session.buttons):
        assert sent(pair.one, button, NEVER) == sent(pair.other, button, NEVER), button


def test_whose_points_they_are_is_sent_them() -> None:
    pair = twins(ROOMS["turn"](3, NAMES), Secrecy.OWN_PEEK, SEAT, (3, 11))
    button = pair.one.session.buttons[SEAT]
    shown = [msgspec.json.decode(sent(each, button))["own"]["points"] for each in pair]
    assert shown == [3, 11]


@pytest.mark.parametrize("page", ["scoring", "scoring the last", "scoring sealed"])
def test_what_an_epoch_scored_is_on_its_owner_s_phone_and_adds_up(page: str) -> None:
    model = ROOMS[page](3, NAMES)
    timeline = model.session.timeline
    assert timeline is not None
    [ended] = (each for each in timeline.events if isinstance(each, EpochEnded))
    is_sealed = model.session.agreement.secrecy is Secrecy.SEALED
    for seat, button in enumerate(model.session.buttons):
        rows = msgspec.json.decode(sent(model, button))["own"]["scored"]
        total = None if rows is None else sum(points for _, points, _ in rows)
        assert total == (None if is_sealed else ended.scores[seat].net)
        assert not msgspec.json.decode(sent(model, button, NEVER))["own"]["scored"]


def test_whoever_has_scored_nothing_is_told_so_until_the_next_epoch() -> None:
    desk = desk_of(setup(NAMES[:2]))
    for player in desk.game.players:  # one civilization tile each, and nothing else
        for action in (DRAWS[Tile.ART], INVOKE, Won(player.suns[0])):
            desk.take(Enter(action))
    for _ in range(RA_LIMITS[2]):
        desk.take(Enter(DRAWS[Tile.RA]))
        desk.take(Enter(UNSOLD))
    for page, gains in ((Table(), None), (desk.model.page, 0), (HandsNow(), 0)):
        model = replace(desk.model, page=page)
        rows = [
            msgspec.json.decode(sent(model, button))["own"]["scored"]
            for button in model.session.buttons
        ]
        told = [None if each is None else sum(points for _, points, _ in each) for each in rows]
        assert told == [gains, gains]


@pytest.mark.parametrize("secrecy", [Secrecy.EPOCH_GAINS, Secrecy.SEALED])
def test_where_nobody_may_look_nobody_s_phone_has_points_to_show(secrecy: Secrecy) -> None:
    model = twins(ROOMS["turn"](3, NAMES), secrecy, SEAT, (3, 11)).one
    for button in model.session.buttons:
        assert msgspec.json.decode(sent(model, button))["own"]["points"] is None


def test_the_line_itself_holds_a_total_only_in_its_owner_s_part() -> None:
    pair = twins(ROOMS["turn"](3, NAMES), Secrecy.OWN_PEEK, SEAT, (3, 11))
    one, other = (line(with_phones(each), "g1/0", ON) for each in pair)
    assert one.shown == other.shown
    own = str(pair.one.session.buttons[SEAT])
    assert _without(one, own) == _without(other, own)
    assert one.own[own] != other.own[own]


def _without(told: TableLine, button: str) -> TableLine:
    return replace(told, own={at: own for at, own in told.own.items() if at != button})


@pytest.mark.parametrize(("secrecy", "wanted"), [(Secrecy.SEALED, ON), (Secrecy.OPEN, NEVER)])
@pytest.mark.parametrize("page", ["turn", "scoring", "hands now", "winner", "link"])
def test_sealed_or_never_sends_no_points_even_after_the_end(
    page: str, secrecy: Secrecy, wanted: PhonesSettings
) -> None:
    model = ROOMS[page](3, NAMES)
    model = model.with_session(agreement=replace(model.session.agreement, secrecy=secrecy))
    for button in (None, *model.session.buttons):
        told = msgspec.json.decode(sent(model, button, wanted))
        own, nobody = told.get("own", {}), [None] * 3
        assert ([seat["points"] for seat in told["seats"]], told["home"]) == (nobody, "")
        assert (own.get("points"), own.get("start", 0)) == (None, 0)
        assert not any(own.get(each) for each in ("worth", "scored", "past"))
        assert not (own.get("hands") or {}).get("tokens")
        if page == "winner":
            assert sorted(seat["place"] for seat in told["seats"]) == [1, 2, 3]


def test_phones_say_what_broke_a_tie_but_where_points_are_sealed() -> None:
    model = tied(ROOMS["winner"](3, NAMES))
    told = picture(line(with_phones(model), "g1/0", ON), None, words("en"), is_asking=False)
    assert len(told["ties"]) == 1
    assert "30 points each, so the highest sun decides: " in told["ties"][0]
    sealed = model.with_session(agreement=replace(model.session.agreement, secrecy=Secrecy.SEALED))
    assert not line(with_phones(sealed), "g1/0", ON).shown.ties


def test_the_link_that_takes_a_game_home_is_on_phones_where_points_are() -> None:
    model = ROOMS["link"](3, NAMES)
    assert line(with_phones(model), "g1/0", ON).shown.home.startswith("https://")


def test_before_the_places_are_revealed_no_phone_knows_them() -> None:
    model = ROOMS["winner"](3, NAMES)
    model = replace(model, page=Finale(1))
    told = msgspec.json.decode(sent(model, model.session.buttons[Seat(0)]))
    assert [(seat["place"], seat["points"]) for seat in told["seats"]] == [(None, None)] * 3


def test_after_the_end_everybody_looks_back_at_their_own_epochs() -> None:
    model = ROOMS["winner"](3, NAMES)
    timeline = model.session.timeline
    assert timeline is not None
    for seat, button in enumerate(model.session.buttons):
        told = msgspec.json.decode(sent(model, button))
        gained = sum(points for epoch in told["own"]["past"] for _, points, _ in epoch)
        before = timeline.start.players[seat].score
        assert len(told["own"]["past"]) == 3
        assert told["seats"][seat]["points"] >= before + gained  # never below zero

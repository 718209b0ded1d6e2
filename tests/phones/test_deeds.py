"""What is done on phones means what a press means; what came too late is refused, with a reason."""

from typing import Any, Literal

import pytest
from msgspec.structs import replace

from companion.core.messages import Enter, GoTo, Open, Rematch, Route, TakeBack
from companion.core.model import Answer, LastDeed, Model
from companion.core.notices import Notes, Notice
from companion.core.session import Agreement, Guest, Secrecy
from companion.i18n.catalogues import words
from companion.pages.menu.menu import Menu
from companion.pages.new_game.dealing import Dealing, LayingOut
from companion.pages.new_game.options import OptionsPage
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.phones.deeds import DEEDS, Count, Fixed, Press, Sit, can_undo, token
from companion.pages.phones.join import (
    AllowPhone,
    ForgetPhones,
    Join,
    NobodysPhone,
    PhoneDeed,
    PhonesLinked,
    RefusePhone,
    present,
)
from companion.pages.reference.guide import Rule
from companion.pages.score_sheet.tally import SheetTally
from companion.pages.scoring.epoch import EpochScores, HandsNow
from companion.pages.scoring.finale import Finale
from companion.pages.table.table import Table
from companion.phones.public import shown
from companion.phones.saying import picture
from companion.phones.shapes import TileFact
from companion.phones.views import line
from companion.rules.actions import DRAWS, INVOKE, Discard, Level
from companion.rules.editions import Seat, setup, sun_groups
from companion.rules.legal import legal_actions
from companion.rules.model import Auction, Discarding, Phase
from companion.rules.partial import END_EPOCH
from companion.rules.records.entries import SetLevel, Undo
from companion.rules.records.record import read_entry
from companion.rules.tiles import Tile
from companion.settings import PhonesSettings
from companion.ui.scene import Text
from tests.core.desk import Desk, a_desk, desk_of, ended
from tests.rules.table import NAMES
from tests.view import gallery

numbers = iter(range(1, 10**9))


def phone(button: int) -> str:
    """Return what the phone of a button is called."""
    return f"phone-{button}"


def seq(desk: Desk) -> int:
    """Return the number of the last entry."""
    timeline = desk.model.session.timeline
    return 0 if timeline is None else timeline.seq


YES: object = True
"""What is given with a deed that chooses nothing."""


def do(
    desk: Desk, button: int | None, what: str, given: object = YES, seen: int | None = None
) -> Answer:
    """Do something on the phone of a button, and return what became of it."""
    number = next(numbers)
    name = phone(9 if button is None else button)
    when = seq(desk) if seen is None else seen
    desk.take(PhoneDeed(name, number, button, when, what, given))
    answer = desk.model.phones.answer_to(name, number)
    assert answer is not None
    return answer


def why(answer: Answer) -> object:
    """Return the kind of a refusal."""
    told = answer.why_not
    assert told is not None
    return told.note if isinstance(told, Notice) else told.sentence


def with_phones(desk: Desk) -> Desk:
    """Give everybody a phone."""
    seated = {button: phone(button) for button in desk.model.session.buttons}
    desk.model = desk.model.with_phones(link="http://table/#secret", seated=seated)
    return desk


def button_of(desk: Desk, seat: int) -> int:
    """Return the button of a seat."""
    return desk.model.session.buttons[seat]


def asked(desk: Desk) -> int:
    """Return the button of the player who decides."""
    return button_of(desk, desk.game.active)


def test_a_tile_drawn_on_a_phone_is_the_entry_that_a_press_makes() -> None:
    desk = with_phones(a_desk(3))
    assert do(desk, asked(desk), "draw", Tile.NILE).why_not is None
    assert desk.entries == [DRAWS[Tile.NILE]]


def test_somebody_else_s_turn_is_theirs() -> None:
    desk = with_phones(a_desk(3))
    other = button_of(desk, (desk.game.active + 1) % 3)
    assert why(do(desk, other, "draw", Tile.NILE)) is Notes.PHONE_NOT_YOURS
    assert not desk.entries


def test_a_refusal_on_a_phone_is_neither_seen_nor_heard_at_the_table() -> None:
    desk = with_phones(a_desk(3))
    before = desk.model.screen
    effects = desk.take(PhoneDeed(phone(0), next(numbers), asked(desk), seq(desk), "god", 0))
    assert not effects
    assert desk.model.screen == before


def test_what_was_drawn_on_an_older_picture_is_drawn_by_nobody() -> None:
    desk = with_phones(a_desk(2))
    first = asked(desk)
    desk.take(Enter(DRAWS[Tile.NILE]))
    desk.take(Enter(DRAWS[Tile.NILE]))
    assert asked(desk) == first  # the turn is theirs again, and the old picture looks the same
    assert why(do(desk, first, "draw", Tile.GOLD, seen=seq(desk) - 2)) is Notes.PHONE_LATE
    assert len(desk.entries) == 2


def test_sent_twice_it_is_done_once() -> None:
    desk = with_phones(a_desk(3))
    deed = PhoneDeed(phone(0), 77, asked(desk), seq(desk), "draw", Tile.NILE)
    desk.take(deed)
    desk.take(deed)
    assert desk.entries == [DRAWS[Tile.NILE]]
    assert [each.number for each in desk.model.phones.answers] == [77]


def called(players: int = 3) -> Desk:
    """Return a table with phones on which Ra was called."""
    desk = with_phones(a_desk(players))
    desk.take(Enter(DRAWS[Tile.NILE]))
    desk.take(Enter(INVOKE))
    return desk


def test_of_two_phones_that_bid_at_the_same_moment_the_higher_sun_leads() -> None:
    for order in ((0, 1), (1, 0)):
        desk = called()
        seen = seq(desk)
        suns = [max(desk.game.players[seat].suns) for seat in (0, 1)]
        told = {
            seat: do(desk, button_of(desk, seat), "bid", suns[seat], seen=seen) for seat in order
        }
        first, second = order
        assert told[first].why_not is None
        assert (told[second].why_not is None) == (suns[second] > suns[first])
        if suns[second] < suns[first]:
            assert why(told[second]) in (Notes.SUN_TOO_LOW, Notes.SETTLED)


def test_a_bid_on_an_older_picture_of_the_same_auction_counts() -> None:
    desk = called()
    seen = seq(desk)
    low, high = sorted((0, 1), key=lambda seat: max(desk.game.players[seat].suns))
    assert do(desk, button_of(desk, low), "bid", max(desk.game.players[low].suns)).why_not is None
    higher = max(desk.game.players[high].suns)
    assert do(desk, button_of(desk, high), "bid", higher, seen=seen).why_not is None


def test_a_bid_in_the_auction_before_is_no_bid_in_this_one() -> None:
    desk = called(2)
    before = seq(desk)
    for _ in range(2):
        seat = next(seat for seat in (0, 1) if seat != desk.game.active)
        do(desk, button_of(desk, seat), "pass")
    desk.take(Enter(Undo(2)))
    desk.take(Enter(DRAWS[Tile.GOLD]))
    desk.take(Enter(INVOKE))
    sun = desk.game.players[0].suns[-1]
    assert why(do(desk, button_of(desk, 0), "bid", sun, seen=before - 1)) is Notes.PHONE_LATE


def test_somebody_else_s_sun_cannot_be_bid() -> None:
    desk = called()
    theirs = desk.game.players[1].suns[0]
    assert why(do(desk, button_of(desk, 0), "bid", theirs)) is Notes.PHONE_LATE


def test_when_everybody_has_answered_the_auction_is_settled() -> None:
    desk = called()
    game = desk.game
    assert isinstance(game.stage, Auction)
    caller = game.stage.ra_player
    for seat in range(3):
        if seat != caller:
            assert do(desk, button_of(desk, seat), "pass").why_not is None
    lowest = desk.game.players[caller].suns[0]
    assert do(desk, button_of(desk, caller), "bid", lowest).why_not is None
    assert not isinstance(desk.game.stage, Auction)


def test_who_bid_before_their_turn_and_was_beaten_before_it_is_asked_again() -> None:
    desk = called()
    auction = desk.game.stage
    assert isinstance(auction, Auction)
    first, second, caller = ((auction.ra_player + step) % 3 for step in (1, 2, 3))
    low, top = desk.game.players[second].suns[0], max(desk.game.players[second].suns)
    between = next(sun for sun in desk.game.players[first].suns if low < sun < top)
    assert asked_to_bid(desk) == first
    do(desk, button_of(desk, second), "bid", low)
    do(desk, button_of(desk, first), "bid", between)
    assert asked_to_bid(desk) == second
    assert own(desk, button_of(desk, second))["pass"]
    do(desk, button_of(desk, caller), "pass")
    assert isinstance(desk.game.stage, Auction)  # not settled without them
    assert asked_to_bid(desk) == second
    assert do(desk, button_of(desk, second), "bid", top).why_not is None
    assert desk.game.centre == top


def asked_to_bid(desk: Desk) -> int:
    """Return the seat that is asked for its bid."""
    [seat] = (at for at, seat in enumerate(shown(desk.model).seats) if seat.asked)
    return seat


def test_whoever_was_overbid_stays_seen_on_every_phone() -> None:
    desk = called()
    low, high = sorted((0, 1), key=lambda seat: desk.game.players[seat].suns)
    first = desk.game.players[low].suns[0]
    do(desk, button_of(desk, low), "bid", first)
    over = next(sun for sun in desk.game.players[high].suns if sun > first)
    do(desk, button_of(desk, high), "bid", over)
    seats = shown(desk.model).seats
    assert [seats[low].bid, shown(desk.model).lead] == [first, over]


def test_whoever_has_bid_in_their_turn_is_offered_no_other_sun() -> None:
    desk = called()
    seat = asked_to_bid(desk)
    do(desk, button_of(desk, seat), "bid", desk.game.players[seat].suns[0])
    assert not own(desk, button_of(desk, seat))["bids"]
    other = asked_to_bid(desk)
    assert own(desk, button_of(desk, other))["bids"]


def test_suns_that_cannot_be_bid_say_why() -> None:
    desk = called()
    seat = asked_to_bid(desk)
    button, name = button_of(desk, seat), NAMES[seat]
    assert not own(desk, button)["dark"]
    lead = desk.game.players[seat].suns[1]
    do(desk, button, "bid", lead)
    assert own(desk, button)["dark"] == f"{name} already leads with {lead}"
    other = button_of(desk, asked_to_bid(desk))
    assert own(desk, other)["dark"] == f"{name} leads with {lead}; only a higher sun can win."
    higher = own(desk, other)["bids"][0]
    do(desk, other, "bid", higher)
    told = own(desk, button)
    assert (told["bids"], told["dark"]) == ([], Rule.ONE_BID.value)


def test_whoever_is_beaten_by_a_late_bid_may_answer_as_on_their_button() -> None:
    desk = called()
    first = asked_to_bid(desk)
    do(desk, button_of(desk, first), "pass")
    second = asked_to_bid(desk)
    low, top = desk.game.players[second].suns[0], max(desk.game.players[second].suns)
    do(desk, button_of(desk, second), "bid", low)
    late = next(sun for sun in own(desk, button_of(desk, first))["bids"] if low < sun < top)
    do(desk, button_of(desk, first), "bid", late)
    told = own(desk, button_of(desk, second))
    assert told["bids"] == [sun for sun in desk.game.players[second].suns if sun > late]
    assert do(desk, button_of(desk, second), "bid", top).why_not is None
    assert not own(desk, button_of(desk, first))["bids"]


def test_phones_ask_for_bids_while_somebody_reads_the_menu() -> None:
    desk = called()
    before = shown(desk.model).asked
    desk.take(Open(Route.MENU))
    assert not desk.model.page.is_table
    assert before.sentence == "{name}: bid or pass"
    assert shown(desk.model).asked == before


def test_what_i_did_last_i_can_take_back_and_nothing_else() -> None:
    desk = with_phones(a_desk(3))
    first = asked(desk)
    do(desk, first, "draw", Tile.NILE)
    other = asked(desk)
    assert why(do(desk, other, "undo")) is Notes.PHONE_LATE
    assert do(desk, first, "undo").why_not is None
    assert desk.game.track == (None,) * 8
    do(desk, first, "draw", Tile.NILE)
    desk.take(Enter(DRAWS[Tile.GOLD]))  # at the table
    assert why(do(desk, first, "undo")) is Notes.PHONE_LATE


def test_whoever_passes_last_and_settles_the_auction_can_take_it_back() -> None:
    desk = called()
    auction = desk.game.stage
    assert isinstance(auction, Auction)
    first, second = (seat for seat in range(3) if seat != auction.ra_player)
    do(desk, button_of(desk, first), "bid", desk.game.players[first].suns[0])
    do(desk, button_of(desk, auction.ra_player), "pass")
    do(desk, button_of(desk, second), "pass")
    assert not isinstance(desk.game.stage, Auction)
    assert why(do(desk, button_of(desk, first), "undo")) is Notes.PHONE_LATE
    assert do(desk, button_of(desk, second), "undo").why_not is None
    assert isinstance(desk.game.stage, Auction)
    assert do(desk, button_of(desk, second), "pass").why_not is None


def test_whoever_took_back_what_a_win_led_to_can_take_back_the_bid_as_well() -> None:
    desk = called()
    auction = desk.game.stage
    assert isinstance(auction, Auction)
    winner = (auction.ra_player + 1) % 3
    sun = max(desk.game.players[winner].suns)
    for seat in range(3):  # the others pass before their turn, so that passes come after the bid
        if seat != winner:
            do(desk, button_of(desk, seat), "pass")
    if isinstance(desk.game.stage, Auction):
        do(desk, button_of(desk, winner), "bid", sun)
    next_one = asked(desk)
    do(desk, next_one, "draw", Tile.GOLD)
    do(desk, next_one, "undo")
    offered = {each: own(desk, each)["undo"] for each in desk.model.session.buttons}
    assert {each for each, label in offered.items() if label} == {button_of(desk, winner)}
    assert offered[button_of(desk, winner)] == f"Undo: Bid {sun}"
    assert do(desk, button_of(desk, winner), "undo").why_not is None
    assert isinstance(desk.game.stage, Auction)
    assert sun in own(desk, button_of(desk, winner))["bids"]


def test_whoever_chose_tiles_for_a_disaster_can_take_back_that_and_then_the_bid() -> None:
    desk = with_phones(a_desk(3))
    for tile in (Tile.TEMPLE, Tile.PALACE, Tile.SPHINX, Tile.EARTHQUAKE):
        desk.take(Enter(DRAWS[tile]))
    desk.take(Enter(INVOKE))
    assert isinstance(desk.game.stage, Auction)
    winner = desk.game.stage.ra_player
    button = button_of(desk, winner)
    _win(desk, winner)
    assert do(desk, button, "lose", (Tile.TEMPLE, Tile.PALACE)).why_not is None
    assert do(desk, button, "undo").why_not is None
    assert isinstance(desk.game.stage, Discarding)
    assert own(desk, button)["undo"].startswith("Undo: Bid ")
    assert do(desk, button, "undo").why_not is None
    assert isinstance(desk.game.stage, Auction)
    assert own(desk, button)["bids"]


def test_whoever_may_bid_late_at_the_table_has_the_same_key_on_their_phone() -> None:
    desk = called()
    auction = desk.game.stage
    assert isinstance(auction, Auction)
    late, second = (seat for seat in range(3) if seat != auction.ra_player)
    lowest = min(desk.game.players[auction.ra_player].suns)
    do(desk, button_of(desk, late), "pass")
    do(desk, button_of(desk, auction.ra_player), "bid", lowest)
    do(desk, button_of(desk, second), "pass")
    assert not isinstance(desk.game.stage, Auction)
    higher = [sun for sun in desk.game.players[late].suns if sun > lowest]
    label = f"Late bid: {', '.join(map(str, higher))}"
    assert own(desk, button_of(desk, late))["late"] == [higher, label]
    assert not own(desk, button_of(desk, auction.ra_player))["late"]  # they have it
    assert do(desk, button_of(desk, late), "bid", higher[-1]).why_not is None
    assert desk.game.centre == higher[-1]
    assert not own(desk, button_of(desk, late))["late"]


def test_whoever_leads_takes_their_bid_back_though_others_have_passed_since() -> None:
    desk = called()
    auction = desk.game.stage
    assert isinstance(auction, Auction)
    first, second = [(auction.ra_player + at) % 3 for at in (1, 2)]
    low, *_, high = desk.game.players[first].suns
    do(desk, button_of(desk, first), "bid", low)
    do(desk, button_of(desk, second), "pass")
    assert own(desk, button_of(desk, second))["undo"] == "Undo: Pass"
    assert own(desk, button_of(desk, first))["undo"] == f"Undo: Bid {low}"
    assert do(desk, button_of(desk, first), "undo").why_not is None
    assert own(desk, button_of(desk, first))["asked"]
    assert do(desk, button_of(desk, first), "bid", high).why_not is None
    assert shown(desk.model).lead == high
    assert [seat.passed for seat in shown(desk.model).seats].count(True) == 1


def test_whoever_takes_a_late_bid_back_leaves_the_auction_settled_as_it_was() -> None:
    desk = called()
    auction = desk.game.stage
    assert isinstance(auction, Auction)
    late, second = (seat for seat in range(3) if seat != auction.ra_player)
    lowest = min(desk.game.players[auction.ra_player].suns)
    do(desk, button_of(desk, late), "pass")
    do(desk, button_of(desk, auction.ra_player), "bid", lowest)
    do(desk, button_of(desk, second), "pass")
    settled = desk.game
    do(desk, button_of(desk, late), "bid", max(settled.players[late].suns))
    assert desk.game.centre != lowest
    assert do(desk, button_of(desk, late), "undo").why_not is None
    assert desk.game == settled
    assert do(desk, button_of(desk, second), "undo").why_not is None  # and one press opens it
    assert isinstance(desk.game.stage, Auction)


def pictured(desk: Desk, button: int) -> dict[str, Any]:
    """Return what the phone of a button shows."""
    return picture(line(desk.model, "g1/0", PhonesSettings()), button, words("en"), is_asking=False)


def own(desk: Desk, button: int) -> dict[str, Any]:
    """Return what the phone of a button shows of its owner's."""
    found: dict[str, Any] = pictured(desk, button)["own"]
    return found


def test_whoever_wins_reads_what_to_do_with_the_suns() -> None:
    desk = called()
    auction = desk.game.stage
    assert isinstance(auction, Auction)
    seat, before = auction.ra_player, desk.game.centre
    paid = desk.game.players[seat].suns[0]
    _win(desk, seat)
    won = f"{NAMES[seat]} wins with {paid}"
    mine = [won, f"Take {before}, face down", f"{paid} into the centre"]
    assert pictured(desk, button_of(desk, seat))["last"] == mine
    assert pictured(desk, button_of(desk, (seat + 1) % 3))["last"] == [won]


def test_undo_says_what_it_takes_back() -> None:
    desk = with_phones(a_desk(3))
    first = asked(desk)
    do(desk, first, "draw", Tile.NILE)
    assert own(desk, first)["undo"] == "Undo: Nile"
    assert not own(desk, asked(desk))["undo"]
    caller = asked(desk)
    do(desk, caller, "invoke")
    assert own(desk, caller)["undo"] == "Undo: Ra invoked"
    bidder = asked(desk)
    sun = desk.game.players[desk.game.active].suns[0]
    do(desk, bidder, "bid", sun)
    assert own(desk, bidder)["undo"] == f"Undo: Bid {sun}"
    passer = next(each for each in desk.model.session.buttons if each not in (bidder, caller))
    do(desk, passer, "pass")
    assert own(desk, passer)["undo"] == "Undo: Pass"


def test_undo_is_on_the_phone_of_whoever_the_last_entry_belongs_to() -> None:
    desk = with_phones(a_desk(3))
    first = asked(desk)
    do(desk, first, "draw", Tile.NILE)
    second = asked(desk)
    do(desk, second, "draw", Tile.PHARAOH)
    do(desk, second, "undo")
    assert [own(desk, each)["undo"] for each in (first, second)] == ["Undo: Nile", ""]
    assert why(do(desk, second, "undo")) is Notes.PHONE_LATE
    assert do(desk, first, "undo").why_not is None
    assert not any(desk.game.track)


def test_whoever_drew_can_say_that_it_was_another_tile_after_others_have_drawn() -> None:
    desk = with_phones(a_desk(3))
    first = asked(desk)
    do(desk, first, "draw", Tile.NILE)
    at = seq(desk)
    second = asked(desk)
    do(desk, second, "draw", Tile.PHARAOH)
    told = own(desk, first)["fix"]
    assert (told["at"], told["space"]) == (at, 0)
    assert "civ_writing" in told["kinds"]
    assert not {"nile", "ra"} & set(told["kinds"])
    assert why(do(desk, second, "fix", Fixed(at, Tile.WRITING))) is Notes.PHONE_LATE  # not theirs
    assert do(desk, first, "fix", Fixed(at, Tile.RA)).why_not is not None  # nobody bid on it
    assert desk.game.track[:2] == (Tile.NILE, Tile.PHARAOH)
    assert do(desk, first, "fix", Fixed(at, Tile.WRITING)).why_not is None
    assert own(desk, first)["undo"] == "Undo: Corrected: Writing (was Nile)"
    assert desk.game.track[:2] == (Tile.WRITING, Tile.PHARAOH)
    assert do(desk, first, "undo").why_not is None
    assert desk.game.track[:2] == (Tile.NILE, Tile.PHARAOH)


def test_a_tile_that_has_gone_from_the_track_is_no_longer_corrected_on_a_phone() -> None:
    desk = called()
    of = next(each for each in desk.model.session.buttons if own(desk, each)["fix"])
    at = own(desk, of)["fix"]["at"]
    _win(desk, 0)
    assert own(desk, of)["fix"] is None
    assert why(do(desk, of, "fix", Fixed(at, Tile.WRITING))) is Notes.PHONE_LATE


def test_undo_says_which_tile_a_god_took_and_what_was_lost() -> None:
    desk = with_phones(a_desk(2))
    for tile in (Tile.GOD, Tile.TEMPLE, Tile.PALACE, Tile.SPHINX):
        desk.take(Enter(DRAWS[tile]))
    desk.take(Enter(INVOKE))
    _win(desk, 0)
    while Tile.EARTHQUAKE not in desk.game.track or asked(desk) != button_of(desk, 0):
        kind = Tile.GOLD if Tile.EARTHQUAKE in desk.game.track else Tile.EARTHQUAKE
        desk.take(Enter(DRAWS[kind]))
    mine = button_of(desk, 0)
    do(desk, mine, "god", desk.game.track.index(Tile.EARTHQUAKE))
    assert own(desk, mine)["undo"] == "Undo: A God tile for Earthquake"
    assert own(desk, mine)["most"] == f"{NAMES[0]} must discard 2 tiles to Earthquake, not 3"
    do(desk, mine, "lose", (Tile.PALACE, Tile.TEMPLE))
    assert own(desk, mine)["undo"] == "Undo: Discarded: Palace, Temple"


def test_a_key_that_turns_the_page_of_the_table_says_that_it_is_the_table_s() -> None:
    desk = ended(3)
    desk = with_phones(desk)
    desk.pass_time(5.0)
    button = button_of(desk, 0)
    assert own(desk, button)["press"] == {"ok": "The table: Next"}
    while not isinstance(desk.page(), HandsNow):
        do(desk, button, "press", Press("ok", token(desk.model)))
        desk.pass_time(1.0)
    assert own(desk, button)["press"] == {"ok": "The table: Next epoch"}


def test_while_places_are_told_a_phone_skips_nothing() -> None:
    desk = with_phones(ended(3, epochs=3))
    still = replace(desk.model, page=Finale(1))
    rising = replace(desk.model, page=Finale(1, rising=2, since=still.now))
    button = button_of(desk, 0)
    desk.model = still
    assert own(desk, button)["press"] == {"ok": "The table: Reveal"}
    last = LastDeed(button, seq(desk))
    desk.model = still.with_phones(last=last)
    assert not own(desk, button)["undo"]  # nor takes it everybody's places away
    desk.model = rising
    assert own(desk, button)["press"] == {}


def test_whoever_only_turns_a_page_can_take_back_no_entry() -> None:
    desk = with_phones(a_desk(2))
    for _ in range(6):
        desk.take(Enter(DRAWS[Tile.RA]))
        desk.pass_time(1.0)
        for seat in desk.game.setup.seats:
            if isinstance(desk.game.stage, Auction):
                do(desk, button_of(desk, seat), "pass")
    assert isinstance(desk.model.page, EpochScores)
    desk.pass_time(5.0)
    other = 1 - (desk.model.phones.last.button if desk.model.phones.last else 0)
    answer = do(desk, other, "press", Press("ok", token(desk.model)))
    assert answer.why_not is None
    assert why(do(desk, other, "undo")) is Notes.PHONE_LATE


def test_tiles_are_given_up_to_a_disaster_all_at_once() -> None:
    desk = with_phones(a_desk(2))
    for tile in (Tile.ART, Tile.WRITING, Tile.RELIGION):
        desk.take(Enter(DRAWS[tile]))
    desk.take(Enter(INVOKE))
    _win(desk, 0)
    desk.take(Enter(DRAWS[Tile.UNREST]))
    desk.take(Enter(INVOKE))
    _win(desk, 0)
    assert isinstance(desk.game.stage, Discarding)
    told = do(desk, asked(desk), "lose", (Tile.WRITING, Tile.ART))
    assert told.why_not is None
    assert desk.entries[-1] == Discard((Tile.ART, Tile.WRITING))


def _win(desk: Desk, seat: int) -> None:
    """Let a player win the auction that runs."""
    others = [each for each in range(len(desk.game.players)) if each != seat]
    for each in others:
        do(desk, button_of(desk, each), "pass")
    if isinstance(desk.game.stage, Auction):
        do(desk, button_of(desk, seat), "bid", desk.game.players[seat].suns[0])
    desk.pass_time(6.0)


def test_a_whole_game_by_phones_alone_is_the_game_that_was_played() -> None:
    desk, twin = with_phones(a_desk(3)), a_desk(3)
    from random import Random  # noqa: PLC0415 - of this test alone

    chance = Random(4)  # noqa: S311 - no secret
    for _ in range(900):
        if isinstance(desk.model.page, EpochScores) or desk.model.page.is_reveal:
            if desk.game.stage is Phase.OVER:
                break
            desk.pass_time(1.0)
            button = button_of(desk, 0)
            from companion.pages.phones.deeds import token  # noqa: PLC0415 - as above

            do(desk, button, "press", Press("ok", token(desk.model)))
            continue
        action = chance.choice(legal_actions(desk.game))
        _by_phone(desk, action)
        desk.pass_time(6.0)
    assert desk.game.stage is Phase.OVER
    for entry in desk.entries:
        twin.take(Enter(entry))
    assert twin.game == desk.game


def _by_phone(desk: Desk, action: object) -> None:
    """Do on phones what this action says."""
    from companion.rules import actions  # noqa: PLC0415 - only here

    match action:
        case actions.Draw(tile):
            do(desk, asked(desk), "draw", tile)
        case actions.Invoke():
            do(desk, asked(desk), "invoke")
        case actions.UseGod(space):
            do(desk, asked(desk), "god", space)
        case actions.EndGods():
            do(desk, asked(desk), "end_gods")
        case actions.Discard(tiles):
            do(desk, asked(desk), "lose", tiles)
        case actions.Bid(sun):
            do(desk, asked(desk), "bid", int(sun))
        case actions.Won(sun):
            owner = next(s for s, p in enumerate(desk.game.players) if sun in p.suns)
            do(desk, button_of(desk, owner), "bid", int(sun))
        case _:
            for seat in desk.game.setup.seats:
                do(desk, button_of(desk, seat), "pass")


# Seats


def seating(*guests: Guest) -> Desk:
    """Return a table at which these have sat down at their buttons."""
    page = Seating(guests) if guests else Welcome()
    return Desk(Model(page=page).with_phones(link="http://table/#secret"))


def test_a_free_seat_is_taken_by_touching_it() -> None:
    desk = seating()
    assert do(desk, None, "sit", Sit(2, "Anna")).why_not is None
    assert desk.model.page == Seating((Guest(2, "Anna"),))
    assert desk.model.phones.seated == {2: phone(9)}


def test_a_seat_with_a_phone_is_nobody_else_s() -> None:
    desk = seating()
    do(desk, None, "sit", Sit(2, "Anna"))
    deed = PhoneDeed("another", next(numbers), None, 0, "sit", Sit(2, "Eve"))
    desk.take(deed)
    told = desk.model.phones.answer_to("another", deed.number)
    assert told is not None
    assert why(told) is Notes.PHONE_SEAT_TAKEN


def test_a_seat_whose_phone_shows_nothing_is_given_to_another_after_a_yes_at_the_table() -> None:
    desk = seating()
    do(desk, None, "sit", Sit(2, "Anna"))
    link = desk.model.phones.link
    desk.take(PhonesLinked(link, "table", 0, frozenset({2})))
    assert shown(desk.model).seats[0].is_away
    desk.take(PhoneDeed("another", next(numbers), None, 0, "sit", Sit(2, "Anna")))
    assert desk.model.phones.seated == {2: phone(9)}
    desk.press("ok")
    assert desk.model.phones.seated == {2: "another"}


@pytest.mark.parametrize("press", ["p3", "ok"])
def test_a_seat_taken_at_the_table_is_given_after_a_yes_there(press: str) -> None:
    desk = seating(Guest(1, "Ben"), Guest(2))
    do(desk, None, "sit", Sit(2, "Anna"))
    assert not desk.model.phones.seated
    assert isinstance(desk.page(), Join)
    desk.press(press)
    assert desk.model.phones.seated == {2: phone(9)}
    assert desk.page() == Seating((Guest(1, "Ben"), Guest(2, "Anna")))


def test_a_name_typed_at_the_table_is_not_replaced_by_that_of_the_phone() -> None:
    desk = seating(Guest(1, "Ben"), Guest(2, "Cleo"))
    do(desk, None, "sit", Sit(2, "Anna"))
    desk.press("ok")
    assert desk.page() == Seating((Guest(1, "Ben"), Guest(2, "Cleo")))


def test_a_phone_that_asks_for_a_seat_can_give_up_asking() -> None:
    desk = seating(Guest(1, "Ben"), Guest(2))
    do(desk, None, "sit", Sit(2, "Anna"))
    assert do(desk, None, "stand").why_not is None
    assert not desk.model.phones.asking


def test_a_no_at_the_table_leaves_everything_as_it_was() -> None:
    desk = seating(Guest(1, "Ben"), Guest(2))
    do(desk, None, "sit", Sit(2, "Anna"))
    desk.press("undo")
    assert not desk.model.phones.seated
    assert not desk.model.phones.asking
    assert desk.page() == Seating((Guest(1, "Ben"), Guest(2)))


def test_a_phone_that_asks_in_an_auction_does_not_interrupt_it() -> None:
    desk = called()
    desk.model = desk.model.with_phones(seated={})
    do(desk, None, "sit", Sit(button_of(desk, 0), ""))
    assert isinstance(desk.model.page, Table)
    assert desk.model.phones.asking
    desk.take(RefusePhone(button_of(desk, 0)))
    assert not desk.model.phones.asking


def test_before_a_rematch_the_code_is_there_until_everybody_has_come_again() -> None:
    guests = (Guest(0, "Ben"), Guest(2, "Anna"))
    desk = Desk(Model(page=Dealing(guests, sun_groups(2))))
    desk.model = desk.model.with_phones(link="http://table/#secret", address="table:8137")

    def has_code() -> bool:
        items = gallery.shown(desk.model).items
        return any(isinstance(each, Text) and each.text == "table:8137" for each in items)

    for seat, key in ((0, "p1"), (2, "p3")):
        assert has_code()
        desk.take(PhoneDeed(phone(seat), next(numbers), None, 0, "sit", Sit(seat, "")))
        desk.press(key)
        assert desk.page() == Dealing(guests, sun_groups(2))
    assert desk.model.phones.seated == {0: phone(0), 2: phone(2)}
    assert not has_code()


def rematch_with_phones(*buttons: int) -> Desk:
    """Return a table at which suns lie for a rematch, after a game in which these had phones."""
    desk = ended(3, epochs=3)
    desk.model = desk.model.with_phones(
        link="http://table/#secret", seated={button: phone(button) for button in buttons}
    )
    desk.model = replace(desk.model, page=Finale(3))
    desk.take(Rematch())
    desk.take(ForgetPhones())
    assert isinstance(desk.page(), Dealing)
    return desk


def test_before_a_rematch_a_seat_that_had_a_phone_is_taken_without_a_yes() -> None:
    desk = rematch_with_phones(0, 1)
    dealt = desk.page()
    desk.take(PhoneDeed("new", next(numbers), None, 0, "sit", Sit(0, "")))
    assert desk.model.phones.seated == {0: "new"}
    assert desk.page() == dealt
    desk.take(PhoneDeed("another", next(numbers), None, 0, "sit", Sit(2, "")))
    assert desk.model.phones.seated == {0: "new"}  # somebody sits there who had no phone
    assert isinstance(desk.page(), Join)


def test_while_the_table_is_asked_for_one_seat_phones_see_the_same_seats_and_suns() -> None:
    """Whoever comes next would find another seat below their finger, and sit down in it."""
    desk = rematch_with_phones(0)
    before = shown(desk.model)
    assert before.free == ()
    assert [sun for _, sun in before.dealt] == [max(max(seat.up) for seat in before.seats), 1]
    desk.take(PhoneDeed("another", next(numbers), None, 0, "sit", Sit(2, "")))
    assert isinstance(desk.page(), Join)
    during = shown(desk.model)
    assert (during.seats, during.free) == (before.seats, before.free)
    assert all(seat.up for seat in during.seats)
    assert during.dealt == before.dealt
    deed = PhoneDeed("third", next(numbers), None, 0, "sit", Sit(4, "Eve"))
    desk.take(deed)
    answer = desk.model.phones.answer_to("third", deed.number)
    assert answer is not None
    assert why(answer) is Notes.PHONE_NO_SEAT
    assert len(shown(desk.model).seats) == len(before.seats)


def test_while_the_table_asks_for_a_seat_other_phones_say_what_it_waits_for() -> None:
    desk = rematch_with_phones(0)
    desk.take(PhoneDeed(phone(0), next(numbers), None, 0, "sit", Sit(0, "")))
    assert pictured(desk, 0)["asked"] == "Take your suns"
    assert "ok" in own(desk, 0)["press"]
    desk.take(PhoneDeed("another", next(numbers), None, 0, "sit", Sit(2, "")))
    name = shown(desk.model).seats[2].name
    assert pictured(desk, 0)["asked"] == f"The table: Is this {name}'s phone?"
    assert not own(desk, 0)["press"]


def test_after_the_game_a_phone_offers_the_table_s_rematch() -> None:
    desk = ended(3, epochs=3)
    desk.model = replace(with_phones(desk).model, page=Finale(3))
    assert own(desk, 1)["press"] == {"ra": "Rematch"}
    assert do(desk, 1, "press", Press("ra", token(desk.model))).why_not is None
    assert isinstance(desk.page(), Dealing)
    assert shown(desk.model).returning == ()  # until the table knows that it is another game
    desk.take(ForgetPhones())
    assert shown(desk.model).returning == (0, 1, 2)


def test_once_the_rematch_has_begun_the_table_is_asked_again() -> None:
    desk = rematch_with_phones(0, 1)
    desk.press("ok")
    assert isinstance(desk.page(), Table)
    desk.take(PhoneDeed("new", next(numbers), None, 0, "sit", Sit(0, "")))
    assert not desk.model.phones.seated
    assert isinstance(desk.page(), Join)


def test_the_question_whose_phone_it_is_stays_while_others_play_on() -> None:
    desk = with_phones(a_desk(3))
    free = button_of(desk, (desk.game.active + 2) % 3)
    seated = {button: each for button, each in desk.model.phones.seated.items() if button != free}
    desk.model = desk.model.with_phones(seated=seated)
    do(desk, None, "sit", Sit(free, ""))
    for _ in range(2):
        assert do(desk, asked(desk), "draw", Tile.NILE).why_not is None
        assert isinstance(desk.page(), Join)
    desk.press(f"p{free + 1}")
    assert desk.model.phones.seated[free] == phone(9)
    assert isinstance(desk.page(), Table)
    assert len(desk.entries) == 2


def test_the_question_waits_for_the_end_of_an_auction() -> None:
    desk = called()
    desk.model = desk.model.with_phones(seated={})
    do(desk, None, "sit", Sit(button_of(desk, 0), ""))
    _win(desk, 0)
    assert not isinstance(desk.page(), Join)  # what the auction came to is looked at first
    desk.take(Enter(DRAWS[Tile.NILE]))
    assert isinstance(desk.page(), Join)


def test_a_question_that_is_withdrawn_leads_back_to_the_game() -> None:
    desk = with_phones(a_desk(3))
    desk.model = desk.model.with_phones(seated={})
    do(desk, None, "sit", Sit(0, ""))
    assert isinstance(desk.page(), Join)
    do(desk, None, "stand")
    assert isinstance(desk.page(), Table)


def test_at_a_table_without_tiles_the_question_is_asked_and_phones_play_on() -> None:
    desk = with_phones(a_desk(3))
    desk.take(Enter(SetLevel(Level.LIGHT)))
    desk.model = desk.model.with_phones(seated={0: phone(0), 1: phone(1)})
    do(desk, None, "sit", Sit(2, ""))
    assert isinstance(desk.page(), Join)
    before = len(desk.entries)
    offered = line(desk.model, "g1/0", PhonesSettings()).shown.token
    assert do(desk, 0, "press", Press("ra", offered)).why_not is None
    assert len(desk.entries) == before + 1


def test_a_free_seat_is_taken_while_the_table_is_asked_about_another() -> None:
    desk = seating(Guest(1, "Ben"), Guest(2))
    do(desk, None, "sit", Sit(2, "Anna"))
    desk.take(PhoneDeed("another", next(numbers), None, 0, "sit", Sit(3, "Eva")))
    assert isinstance(desk.page(), Join)
    desk.press("p3")
    assert desk.page() == Seating((Guest(1, "Ben"), Guest(2, "Anna"), Guest(3, "Eva")))
    assert desk.model.phones.seated == {2: phone(9), 3: "another"}


@pytest.mark.parametrize("page", [OptionsPage, LayingOut])
def test_phones_keep_their_seats_while_options_are_open_and_everything_is_laid_out(
    page: type[OptionsPage | LayingOut],
) -> None:
    desk = seating(Guest(1, "Ben"))
    do(desk, None, "sit", Sit(2, "Anna"))
    guests = Guest(1, "Ben"), Guest(2, "Anna")
    desk.take(GoTo(page(guests)))
    assert [seat.name for seat in shown(desk.model).seats] == ["Ben", "Anna"]
    assert present(desk.model).phones.seated == {2: phone(9)}
    key: Literal["ra", "ok"] = "ra" if page is OptionsPage else "ok"
    assert do(desk, 2, "press", Press(key, token(desk.model))).why_not is None
    assert desk.model.phones.seated == {2: phone(9)}


def test_whoever_sits_down_by_phone_while_options_are_open_does_not_close_them() -> None:
    desk = seating(Guest(1, "Ben"), Guest(3))
    desk.take(GoTo(OptionsPage((Guest(1, "Ben"), Guest(3)))))
    do(desk, None, "sit", Sit(2, "Anna"))
    assert desk.page() == OptionsPage((Guest(1, "Ben"), Guest(2, "Anna"), Guest(3)))


def test_nobody_sits_down_by_phone_at_a_table_that_is_laid_out() -> None:
    desk = seating(Guest(1, "Ben"), Guest(3))
    desk.take(GoTo(LayingOut((Guest(1, "Ben"), Guest(3)))))
    assert why(do(desk, None, "sit", Sit(2, "Anna"))) is Notes.PHONE_NO_SEAT
    assert isinstance(desk.page(), LayingOut)


def test_the_code_stays_while_others_play_on() -> None:
    desk = with_phones(a_desk(3))
    desk.take(Open(Route.PHONES))
    assert do(desk, asked(desk), "draw", Tile.NILE).why_not is None
    assert isinstance(desk.page(), Join)


def test_whoever_leaves_the_table_takes_their_phone_s_seat_along() -> None:
    desk = seating()
    do(desk, None, "sit", Sit(2, "Anna"))
    do(desk, None, "sit", Sit(2, "Anne"))  # the same phone gives another name
    assert desk.model.page == Seating((Guest(2, "Anne"),))
    desk.press("p3", is_held=True)
    assert not present(desk.model).phones.seated


def test_nobody_s_phone_any_more() -> None:
    desk = with_phones(a_desk(3))
    desk.take(NobodysPhone())
    assert not desk.model.phones.seated
    assert desk.model.phones.forgotten == 1
    assert desk.model.phones.link  # the code stays on the screen, and will be another one


def test_phones_of_another_game_belong_to_nobody() -> None:
    desk = with_phones(a_desk(3))
    desk.take(ForgetPhones())
    assert not desk.model.phones.seated


def test_the_menu_leads_to_the_code_as_long_as_phones_are_served() -> None:
    desk = with_phones(a_desk(3))
    assert Open(Route.PHONES) in [each.message for each in Menu().entries(desk.model)]
    desk.take(PhonesLinked())
    assert Open(Route.PHONES) not in [each.message for each in Menu().entries(desk.model)]


def test_names_are_text_of_the_length_that_can_be_typed() -> None:
    desk = seating()
    do(desk, None, "sit", Sit(2, "\x00<b>A\u202enna</b>" + "x" * 40))
    page = desk.model.page
    assert isinstance(page, Seating)
    [guest] = page.guests
    assert guest.name == "<b>Anna</b>" + "x" * 13


# Counting


def counting(players: int = 3) -> Desk:
    """Return a table whose epoch is to be counted."""
    desk = desk_of(setup(NAMES[:players]))
    desk.take(Enter(SetLevel(Level.SCORE_ONLY)))
    desk.take(Enter(END_EPOCH))
    assert isinstance(desk.model.page, SheetTally)
    return with_phones(desk)


def suns_of(desk: Desk, seat: int) -> tuple[int, ...]:
    """Return the suns that a player was dealt."""
    return tuple(map(int, desk.game.setup.suns[seat]))


def test_everybody_counts_at_the_same_time_and_the_table_adds_up() -> None:
    desk = counting()
    seen = seq(desk)
    for seat in (2, 0, 1):
        page = desk.model.page
        assert isinstance(page, SheetTally)
        told = do(
            desk, button_of(desk, seat), "count",
            Count({Tile.PHARAOH: seat + 1, Tile.GOLD: 1}, suns_of(desk, seat), done=True),
            seen=seen,
        )  # fmt: skip
        assert told.why_not is None
    assert isinstance(desk.model.page, EpochScores)
    timeline = desk.model.session.timeline
    assert timeline is not None
    assert timeline.partial_game is not None
    points = [hand.score for hand in timeline.partial_game.hands]
    assert points == [10 + 3 - 2 - 5, 10 + 3 - 5, 10 + 3 + 5 - 5]  # nobody has a civilisation


def test_who_is_done_is_seen_while_others_count() -> None:
    desk = counting()
    do(desk, button_of(desk, 1), "count", Count({Tile.NILE: 2}, suns_of(desk, 1), done=True))
    do(desk, button_of(desk, 0), "count", Count({Tile.NILE: 1}))
    page = desk.model.page
    assert isinstance(page, SheetTally)
    assert [each.is_told for each in page.counts] == [False, True, False]


def test_a_sun_that_somebody_else_has_counted_is_theirs() -> None:
    desk = counting()
    theirs = suns_of(desk, 1)
    do(desk, button_of(desk, 1), "count", Count({}, theirs, done=True))
    told = do(desk, button_of(desk, 0), "count", Count({}, theirs, done=True))
    assert why(told) is Notes.PHONE_SUN_ELSEWHERE


def test_a_count_for_another_epoch_is_none() -> None:
    desk = counting()
    told = do(desk, button_of(desk, 0), "count", Count({}), seen=seq(desk) - 1)
    assert why(told) is Notes.PHONE_LATE


def test_every_kind_of_deed_is_refused_where_there_is_no_game() -> None:
    given: dict[str, object] = {"draw": Tile.NILE, "god": 0, "lose": (Tile.ART,), "bid": 3}
    given |= {"name": "Anna", "count": Count({}), "press": Press("ok", "Table")}
    for what in DEEDS:
        if what in ("sit", "stand"):
            continue
        desk = seating()
        assert do(desk, 0, what, given.get(what, True)).why_not is not None, what
        assert not desk.written


def test_a_game_whose_points_are_sealed_is_played_by_phones_all_the_same() -> None:
    desk = with_phones(a_desk(3))
    desk.model = desk.model.with_session(agreement=Agreement(secrecy=Secrecy.SEALED))
    assert do(desk, asked(desk), "draw", Tile.NILE).why_not is None


def test_the_table_takes_back_what_a_phone_did() -> None:
    desk = with_phones(a_desk(3))
    do(desk, asked(desk), "draw", Tile.NILE)
    desk.take(TakeBack())
    assert desk.entries[-1] == Undo(1)
    assert desk.game.active == Seat(desk.game.active)


def test_a_phone_is_allowed_only_where_one_asks() -> None:
    desk = with_phones(a_desk(3))
    before = desk.model
    desk.take(AllowPhone(0))
    assert desk.model.phones == before.phones


def test_the_last_god_tile_is_undone_on_the_phone_that_used_it_with_the_turn_it_ended() -> None:
    desk = with_phones(a_desk(3))
    desk.take(Enter(DRAWS[Tile.NILE]))
    seat = desk.game.active
    desk.take(
        Enter(read_entry(b'{"fix": {"players": [{"seat": %d, "tiles": {"god": 1}}]}}' % seat))
    )
    before = desk.game
    assert do(desk, button_of(desk, seat), "god", 0).why_not is None
    assert desk.game.active != seat
    [last] = shown(desk.model).last
    assert last.sentence == "{name} used a God tile and took {tile}"
    assert do(desk, button_of(desk, seat), "undo").why_not is None
    assert desk.game == before


def test_in_the_first_turn_of_an_epoch_nothing_is_told_of_the_one_before_nor_taken_back() -> None:
    """Who sees it would think that their tile is entered; one touch would take the epoch back."""
    desk = with_phones(a_desk(3))
    desk.take(Enter(read_entry(b'{"fix": {"ra_count": %d}}' % (desk.game.ra_limit - 1))))
    button = asked(desk)
    assert do(desk, button, "draw", Tile.RA).why_not is None
    while desk.model.page.is_reveal:
        desk.pass_time(5.0)
        assert do(desk, button, "press", Press("ok", token(desk.model))).why_not is None
    assert (desk.game.epoch, desk.model.page.is_table) == (2, True)
    [told] = pictured(desk, button)["last"]
    assert told == f"Second epoch begins; {desk.game.name} has the highest sun"
    assert not can_undo(desk.model, button)


def an_epoch_won(*lot: Tile) -> tuple[Desk, int]:
    """Return a table whose epoch has just ended, and the button of who won the only lot."""
    desk = with_phones(a_desk(3))
    for tile in lot:
        desk.take(Enter(DRAWS[tile]))
    seat = desk.game.active
    desk.take(Enter(INVOKE))
    _win(desk, seat)
    desk.take(Enter(read_entry(b'{"fix": {"ra_count": %d}}' % (desk.game.ra_limit - 1))))
    desk.take(Enter(DRAWS[Tile.RA]))
    return desk, button_of(desk, seat)


def test_a_phone_tells_the_points_of_an_epoch_as_far_as_the_table_does() -> None:
    desk, button = an_epoch_won(Tile.GOLD, Tile.PHARAOH, Tile.ART)
    told = []
    while not isinstance(desk.page(), HandsNow):
        view = pictured(desk, button)
        given = [row[:2] for row in view["own"]["scored"]]
        told.append((view["asked"], given, view["own"]["goes_on"]))
        desk.pass_time(5.0)
        do(desk, button, "press", Press("ok", token(desk.model)))
    rows = [["Gods", 0], ["Gold", 3], ["Pharaohs", 5], ["River", 0], ["Civilizations", 0]]
    assert told == [
        *((rows[at][0], rows[: at + 1], True) for at in range(4)),
        ("Take or return your points, then continue", rows, False),
    ]
    assert [row[:2] for row in own(desk, button)["scored"]] == rows  # what they come to is below


def test_a_phone_tells_why_points_came_as_it_did_while_the_epoch_ran() -> None:
    desk = with_phones(a_desk(3))
    for tile in (Tile.GOLD, Tile.PHARAOH, Tile.ART):
        desk.take(Enter(DRAWS[tile]))
    button = asked(desk)
    seat = desk.game.active
    desk.take(Enter(INVOKE))
    _win(desk, seat)
    desk.take(Enter(read_entry(b'{"fix": {"ra_count": %d}}' % (desk.game.ra_limit - 1))))
    before = own(desk, button)["worth"]
    desk.take(Enter(DRAWS[Tile.RA]))
    while own(desk, button)["goes_on"]:
        desk.pass_time(5.0)
        do(desk, button, "press", Press("ok", token(desk.model)))
    assert own(desk, button)["scored"] == before
    assert all(reason for _, _, reason in before)


def test_a_phone_says_that_the_epoch_is_over_and_why_until_the_next_one_begins() -> None:
    desk, button = an_epoch_won(Tile.GOLD)
    told = []
    while desk.model.page.is_reveal:
        told.append(pictured(desk, button)["last"])
        desk.pass_time(5.0)
        do(desk, button, "press", Press("ok", token(desk.model)))
    assert len(told) > 2
    assert set(map(tuple, told)) == {("First epoch is over: the Ra track is full",)}


def test_what_hands_do_before_an_epoch_stays_on_a_phone_until_its_owner_does_something() -> None:
    desk, button = an_epoch_won(Tile.GOLD, Tile.NILE, Tile.ART)
    assert own(desk, button)["hands"] is None  # points come first
    while not isinstance(desk.page(), HandsNow):
        desk.pass_time(5.0)
        do(desk, button, "press", Press("ok", token(desk.model)))
    told = own(desk, button)["hands"]
    what = "Discard these and the auction track, keep the rest"
    assert told["discard"] == [what, {"gold": 1, "civ_art": 1}]
    [[word, moves]] = told["tokens"]
    assert (word, sum(number * value for number, value in moves)) == ("takes", 3)
    assert told["ra"] == "Boat to the start, Ra tiles into the box"
    sun = max(desk.game.players[desk.game.active].suns)
    assert told["starter"] == [f"{desk.game.name} starts, with sun", sun]
    first = asked(desk)
    do(desk, first, "press", Press("ok", token(desk.model)))
    assert desk.model.page.is_table
    others = [each for each in desk.model.session.buttons if each != first]
    assert do(desk, first, "draw", Tile.NILE).why_not is None
    assert own(desk, first)["hands"] is None
    assert all(own(desk, each)["hands"] for each in others)
    caller = asked(desk)
    do(desk, caller, "invoke")
    do(desk, next(each for each in others if each != caller), "pass")
    assert [own(desk, each)["hands"] for each in others] == [None, None]


def test_what_a_disaster_takes_is_told_on_phones_as_well() -> None:
    desk = with_phones(a_desk(3))
    for tile in (Tile.NILE, Tile.FLOOD, Tile.DROUGHT):
        desk.take(Enter(DRAWS[tile]))
    caller = desk.game.active
    desk.take(Enter(INVOKE))
    for seat in desk.game.setup.seats:
        if seat != caller:
            assert do(desk, button_of(desk, seat), "pass").why_not is None
    do(desk, button_of(desk, caller), "bid", max(desk.game.players[caller].suns))
    won, took = shown(desk.model).last
    assert won.sentence == "{name} wins with {sun}"
    assert took.sentence == "{disaster}: {name} loses {tiles}"
    assert took.facts["tiles"] == TileFact(tiles={"nile": 1, "flood": 1})

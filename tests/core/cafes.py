"""Everything that can arrive in a café and while people count, for tests that try every message."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from companion.core.kiosk import Cargo, GuestRequest, Stick
from companion.core.messages import AskStaff
from companion.core.notices import NOT_INSTALLED
from companion.pages.box_check import box_check
from companion.pages.kiosk import messages
from companion.pages.score_sheet import counts, setup
from companion.rules.editions import Seat, Sun
from companion.rules.tiles import KINDS
from tests.core.desk import models

GAME = models(3, 0)[-1].session.timeline


assert GAME is not None


TILES = st.sampled_from(KINDS)


SEATS = st.integers(0, 4).map(Seat)


NUMBERS = st.integers(0, 40)


STEPS = st.integers(-3, 3)


WORDS = st.sampled_from(["", "0", "9", "en", "table.level", "light", "the disk is full"])


MESSAGES: Mapping[type, st.SearchStrategy[Any]] = {
    box_check.BoxDone: st.just(box_check.BoxDone()),
    box_check.CheckBox: st.just(box_check.CheckBox()),
    box_check.CountByHand: st.just(box_check.CountByHand()),
    box_check.PointAt: NUMBERS.map(box_check.PointAt),
    counts.AddOne: TILES.map(counts.AddOne),
    counts.LaySun: st.integers(1, 16).map(Sun).map(counts.LaySun),
    counts.NextPlace: STEPS.map(counts.NextPlace),
    counts.SetNumber: st.builds(counts.SetNumber, TILES, NUMBERS),
    counts.SkipPlayer: st.just(counts.SkipPlayer()),
    counts.TurnPage: STEPS.map(counts.TurnPage),
    counts.Whose: SEATS.map(counts.Whose),
    setup.ChangeRow: st.builds(setup.ChangeRow, NUMBERS, STEPS),
    AskStaff: st.just(AskStaff()),
    messages.BoxState: st.just(messages.BoxState("attic", ())),
    messages.Carried: st.builds(messages.Carried, st.sampled_from(Cargo), WORDS),
    messages.Carry: st.sampled_from(Cargo).map(messages.Carry),
    messages.CallStaff: st.sampled_from(GuestRequest).map(messages.CallStaff),
    messages.ChangePin: st.just(messages.ChangePin()),
    messages.EndCall: st.just(messages.EndCall()),
    messages.EndGame: st.just(messages.EndGame()),
    messages.HoldToSwitchOff: st.just(messages.HoldToSwitchOff()),
    messages.LeaveKiosk: st.just(messages.LeaveKiosk()),
    messages.LetGo: st.just(messages.LetGo()),
    messages.LockTable: st.booleans().map(messages.LockTable),
    messages.Night: st.booleans().map(messages.Night),
    messages.InstallUpdate: st.just(messages.InstallUpdate()),
    messages.NotInstalled: st.sampled_from(NOT_INSTALLED).map(messages.NotInstalled),
    messages.NotDone: st.builds(messages.NotDone, WORDS, WORDS),
    messages.OfferLanguage: st.sampled_from(["en", "uk", "ja", "xx"]).map(messages.OfferLanguage),
    messages.PinDone: st.just(messages.PinDone()),
    messages.PinKept: WORDS.map(messages.PinKept),
    messages.PinRight: st.just(messages.PinRight()),
    messages.PinState: st.builds(messages.PinState, st.booleans(), st.floats(0, 900)),
    messages.PinWrong: st.builds(messages.PinWrong, st.integers(0, 5), st.floats(0, 900), WORDS),
    messages.ResetTable: st.just(messages.ResetTable()),
    messages.Restart: st.just(messages.Restart()),
    messages.SetDefault: st.sampled_from([("secrecy", "open"), ("edition", "alea1999")]).map(
        lambda pair: messages.SetDefault(*pair)
    ),
    messages.SetVolumes: st.just(messages.SetVolumes(("0.5", "1.0"))),
    messages.ShowFound: st.just(messages.ShowFound(GAME)),
    messages.StaffDone: st.just(messages.StaffDone()),
    messages.Sticks: st.lists(st.builds(Stick, WORDS, WORDS), max_size=2)
    .map(tuple)
    .map(messages.Sticks),
    messages.TypeDigit: st.sampled_from("0123456789").map(messages.TypeDigit),
}


OF_STAFF = (
    messages.EndGame,
    messages.ResetTable,
    messages.Restart,
    messages.LockTable,
    messages.ShowFound,
    messages.StaffDone,
)
"""What ends a game or puts another on the table: who is in charge does so."""

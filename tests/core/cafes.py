"""Everything that can arrive in a café, and while people count, for tests that try whatever may."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from companion.core import box_check, counting, gathering, service
from companion.core.house import Call, Cargo, Stick
from companion.rules.editions import Seat, Sun
from companion.rules.tiles import KINDS
from tests.core.desk import models

GAME = models(3, 0)[-1].timeline
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
    counting.AddOne: TILES.map(counting.AddOne),
    counting.LaySun: st.integers(1, 16).map(Sun).map(counting.LaySun),
    counting.NextPlace: STEPS.map(counting.NextPlace),
    counting.SetNumber: st.builds(counting.SetNumber, TILES, NUMBERS),
    counting.SkipPlayer: st.just(counting.SkipPlayer()),
    counting.TurnPage: STEPS.map(counting.TurnPage),
    counting.Whose: SEATS.map(counting.Whose),
    gathering.Change: st.builds(gathering.Change, NUMBERS, STEPS),
    service.AskStaff: st.just(service.AskStaff()),
    service.BoxState: st.just(service.BoxState("attic", ())),
    service.Carried: st.builds(service.Carried, st.sampled_from(Cargo), WORDS),
    service.Carry: st.sampled_from(Cargo).map(service.Carry),
    service.CallStaff: st.sampled_from(Call).map(service.CallStaff),
    service.ChangePin: st.just(service.ChangePin()),
    service.EndCall: st.just(service.EndCall()),
    service.EndGame: st.just(service.EndGame()),
    service.HoldToSwitchOff: st.just(service.HoldToSwitchOff()),
    service.LeaveKiosk: st.just(service.LeaveKiosk()),
    service.LetGo: st.just(service.LetGo()),
    service.LockTable: st.booleans().map(service.LockTable),
    service.Night: st.booleans().map(service.Night),
    service.NotDone: st.builds(service.NotDone, WORDS, WORDS),
    service.OfferLanguage: st.sampled_from(["en", "uk", "ja", "xx"]).map(service.OfferLanguage),
    service.PinDone: st.just(service.PinDone()),
    service.PinKept: WORDS.map(service.PinKept),
    service.PinRight: st.just(service.PinRight()),
    service.PinState: st.builds(service.PinState, st.booleans(), st.floats(0, 900)),
    service.PinWrong: st.builds(service.PinWrong, st.integers(0, 5), st.floats(0, 900), WORDS),
    service.ResetTable: st.just(service.ResetTable()),
    service.Restart: st.just(service.Restart()),
    service.SetDefault: st.sampled_from([("secrecy", "open"), ("edition", "alea1999")]).map(
        lambda pair: service.SetDefault(*pair)
    ),
    service.SetVolumes: st.just(service.SetVolumes(("0.5", "1.0"))),
    service.ShowFound: st.just(service.ShowFound(GAME)),
    service.StaffDone: st.just(service.StaffDone()),
    service.Sticks: st.lists(st.builds(Stick, WORDS, WORDS), max_size=2)
    .map(tuple)
    .map(service.Sticks),
    service.TypeDigit: st.sampled_from("0123456789").map(service.TypeDigit),
}

OF_STAFF = (
    service.EndGame,
    service.ResetTable,
    service.Restart,
    service.LockTable,
    service.ShowFound,
    service.StaffDone,
)
"""What ends a game or puts another on the table: who is in charge does so."""

"""An example or more of every message there is, and what can be said on one page alone."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from companion.core import (
    antennas,
    box_check,
    correcting,
    counting,
    gathering,
    joining,
    mending,
    past,
    service,
    teaching,
    trying,
    wizard,
)
from companion.core import messages as said
from companion.core.box import Box
from companion.core.controls import controls
from companion.core.house import Call, Cargo, Stick
from companion.core.keys import keys
from companion.core.messages import Message
from companion.core.model import Agreement, Guest, Loudness, Model, Page, Rejected, Secrecy
from companion.core.notices import Notes, Notice
from companion.core.orders import Bench, Visit
from companion.core.picks import TileGroup
from companion.core.piles import Pile, Short
from companion.core.update import next_deadline
from companion.rules.actions import (
    BIDS,
    DRAWS,
    END_GODS,
    GODS,
    INVOKE,
    PASS,
    UNSOLD,
    Action,
    Discard,
    Level,
    Won,
)
from companion.rules.editions import Edition, NoPenalty, Options, Seat, Sun, setup
from companion.rules.entries import Change, Correct, Entry, Redo, SetLevel, Undo
from companion.rules.events import Matter
from companion.rules.fixing import Fix, HandFix
from companion.rules.ledger import END_EPOCH, TallyEpoch
from companion.rules.refusal import Refusal, Why
from companion.rules.tiles import NO_TILES, Tile
from companion.rules.timeline import begin, enter
from tests.net.recording import plain, text
from tests.view.gallery import NAMES, PAGES, shown

PLAYERS = 3

LONGEST = 24
"""A message that says more is called by its number among those of its kind."""

_GUESTS = tuple(Guest(seat, name) for seat, name in enumerate(NAMES[:PLAYERS]))
_STUCK = Notice(Notes.BUTTON_MASKED, {"button": "p1"})
_FULL = Notice(Notes.NOT_SAVED_FULL)
_REJECTED = Rejected("04A1", Refusal(Why.NO_AUCTION, {}), 3)
_TILES = (Tile.NILE, Tile.ART, Tile.GOD, Tile.PYRAMID, Tile.EARTHQUAKE, Tile.RA)
_ACTIONS: tuple[Action, ...] = (
    *(DRAWS[tile] for tile in _TILES),
    *(GODS[0], GODS[4], GODS[7], END_GODS, INVOKE, PASS, UNSOLD),
    *(BIDS[Sun(number)] for number in (2, 9, 13)),
    *(Won(Sun(number)) for number in (2, 9, 13)),
    *(Discard(tiles) for tiles in ((), (Tile.ART,), (Tile.WRITING, Tile.ART))),
)
_ENTRIES: tuple[Entry, ...] = (
    *(DRAWS[Tile.NILE], DRAWS[Tile.RA], INVOKE, Undo(1), Undo(2), Redo(1)),
    *(Fix(active=Seat(1)), Fix(ra_count=2), Fix(epoch=2), Fix(lane_tiles=2), Fix(centre=Sun(1))),
    Fix(hands=(HandFix(Seat(0), score=14),)),
    Correct((Change(1, (DRAWS[Tile.GOLD],)),)),
    *(SetLevel(Level.LIGHT), SetLevel(Level.LIGHT, is_unknown=True), SetLevel(Level.FULL)),
    *(SetLevel(Level.SCORE_ONLY), END_EPOCH, TallyEpoch((NO_TILES,) * PLAYERS)),
)
_AGREEMENTS = (
    Agreement(secrecy=Secrecy.OPEN, level=Level.LIGHT),
    Agreement(
        options=Options(
            edition=Edition.ALEA_1999, ra_limit=5, two_player_no_penalty=NoPenalty.EVERY_EPOCH
        ),
        dealt_by_hand=True,
    ),
)


@cache
def pages() -> tuple[Page, ...]:
    """Return one page of every type, as it stands in the galleries."""
    found: dict[type, Page] = {}
    for made in PAGES.values():
        page = made(PLAYERS, NAMES).page
        found.setdefault(type(page), page)
    return tuple(found.values())


@cache
def examples() -> tuple[Message, ...]:
    """Return one example or more of every message but the passing of time."""
    start = begin(setup(NAMES[:PLAYERS]))
    under_way = start
    for deed in (DRAWS[Tile.NILE], DRAWS[Tile.ART], INVOKE):
        under_way = enter(under_way, deed)
    games = past.Games(
        past.Search("Anna"),
        past.Choices(("Anna",), ("2026-01",)),
        (past.PastGame("7", "2026-01-02 20:15", (("Anna", 41), ("Ben", None)), True, 61),),  # noqa: FBT003 - over
    )
    return (
        *(said.Play(action) for action in _ACTIONS),
        *(said.Enter(entry) for entry in _ENTRIES),
        *(said.TagSeen(uid, 5.0) for uid in ("04A1", "04B2", "04000003", "FFFF")),
        said.Rejecting(_REJECTED),
        *(said.TakeBack(number) for number in (1, 3)),
        *(said.BringBack(number) for number in (1, 3)),
        *map(said.OpenGroup, TileGroup),
        *map(said.Turn, (-1, 1, 3)),
        said.Push(),
        *(said.StepSun(Seat(seat)) for seat in range(PLAYERS)),
        *(said.StepTogether((Seat(one), Seat(other))) for one, other in ((0, 1), (2, 0))),
        *(said.TakeSun(Sun(number)) for number in (2, 9, 13)),
        *(said.WinSun(Seat(seat)) for seat in (0, 2)),
        *(said.RestPass(), said.UseGods()),
        *map(said.ChooseLoss, (Tile.ART, Tile.NILE, Tile.PYRAMID)),
        *map(said.Join, (0, 1, 4)),
        *map(said.TypeName, ("x", "é", "\b")),
        *(said.NextName(button, steps) for button, steps in ((0, 1), (2, -1))),
        *map(said.Agree, _AGREEMENTS),
        *map(said.SetGroup, (0, 1)),
        *(said.Begin(), said.Rematch(), said.GoOn()),
        said.Dealt(setup(NAMES[:PLAYERS]), _GUESTS, Agreement()),
        said.Resumed(under_way, _GUESTS, _AGREEMENTS[0], (_STUCK,), (_REJECTED,)),
        said.Remembered(("Zoé", "Anna"), _GUESTS, kept=True),
        *map(said.GoTo, pages()),
        *(said.Next(), said.Leave()),
        *map(said.NextLanguage, (-1, 1)),
        said.SetLanguage("uk", NAMES),
        *(said.SetTheme("papyrus"), said.SetTextScale(1.3), said.SetBig(is_big=True)),
        said.TakePointed(),
        *map(said.SetLoudness, (Loudness.OFF, Loudness.NIGHT)),
        said.SetSpoken(is_spoken=True),
        *(said.ReadTable(), said.Quit(), said.ShowCard()),
        *(said.Peek(Seat(seat)) for seat in (0, 2)),
        *(said.EndPeek(), said.LeaveSlip(), said.Refused()),
        *(said.Mention(_STUCK), said.Trouble(_STUCK), said.Trouble(_FULL)),
        *(said.Healed(_STUCK), said.Healed(Notice(Notes.NO_SOUND)), said.NotWritten(_FULL)),
        *map(Visit, Bench),
        *_of_benches(),
        *_of_boards(),
        *_of_counts(),
        *_of_cafes(),
        *(correcting.ChooseCure(way) for way in (0, 2)),
        *(mending.Mend(matter, 0) for matter in Matter),
        *(past.SaveSheet(), past.FindGames(), past.FindGames(past.Search("Anna", skip=7))),
        *(past.GamesFound(games), past.OpenPast("7")),
        past.PastOpened("7", under_way, tuple(range(PLAYERS)), Agreement()),
        *(past.GoOnWith("7"), past.ShowStatistics(), past.ShowStatistics("Anna")),
        past.Summed(past.Statistics("Anna", {"games": 2, "score.41": 3}, ("Anna",))),
        *(past.TidyUp(), past.Forgot(("Anna",)), past.ShowRace()),
        past.Souvenir("https://example.org", 3),
    )


def _of_benches() -> Iterator[Message]:
    yield wizard.PinsFree((4, 5, 6, 13), (12, 16))
    yield wizard.NoPins("there is no chip")
    yield from (wizard.PinMoved(pin, low, 2.0) for pin in (4, 5, 17) for low in (True, False))
    yield from (wizard.Skip(), wizard.StepBack(), wizard.Keep())
    yield from (wizard.WiringKept("settings.toml"), wizard.WiringKept("settings.toml", "full"))
    yield from (trying.Tried("p1"), trying.Tried("dial"))
    edges = (trying.Edge("p1", 5, True, 2.5),)  # noqa: FBT003 - closed
    chunks = (trying.Chunk(b"TAG 04A1\n", ("TAG 04A1",), 0, 2.6),)
    yield trying.Overheard(edges, chunks, {"lane": ("04A1",)}, panel=True, port="/dev/ttyACM0")
    box = Box({"04A1": "nile"})
    yield teaching.Boxes(("attic",), "attic", box)
    yield teaching.Kept(teaching.Teaching(("attic",), "attic", box=box))
    yield teaching.NotKept(teaching.Told.NOT_KEPT, "the disk is full")
    yield teaching.Known({"04A1": "nile"})
    yield from (teaching.ChooseKind("gold"), teaching.NextBox(), teaching.Untag())
    yield from (teaching.TypeBox("x"), teaching.TypeBox("\b"))


def _of_boards() -> Iterator[Message]:
    yield antennas.ZoneSeen("lane", ("04A1", "04B2"), 5.0)
    yield antennas.ZoneSeen("cellar", (), 5.0)
    yield from (antennas.ZoneLost("lane", ""), antennas.ZoneLost("sun", "antenna 3"))
    yield antennas.LookAtZones()
    yield from (antennas.Happened((DRAWS[Tile.NILE],), seq) for seq in (0, 3))


def _of_counts() -> Iterator[Message]:
    yield from map(joining.Answer, (0, 2))
    yield from map(joining.Answer, (joining.Place(), joining.Place(Seat(1))))
    yield joining.Answer(Tile.NILE)
    yield from (joining.ThatIsAll(), joining.NotKnown(), joining.StepUp())
    yield from (joining.BeginUnderWay(), joining.BeginCounted())
    yield from map(counting.AddOne, (Tile.NILE, Tile.PYRAMID))
    yield from (counting.LaySun(Sun(number)) for number in (2, 9))
    yield from (counting.SetNumber(Tile.NILE, number) for number in (0, 3, 40))
    yield counting.SetNumber(counting.Points.BEFORE, 12)
    yield from (counting.Whose(Seat(seat)) for seat in (0, 1))
    yield counting.SkipPlayer()
    yield from map(counting.TurnPage, (-1, 1))
    yield from map(counting.NextPlace, (-1, 1))
    yield from (gathering.Change(row, steps) for row in (0, 1, 4) for steps in (-1, 1))


def _of_cafes() -> Iterator[Message]:
    yield from (box_check.BoxDone(), box_check.CheckBox(), box_check.CountByHand())
    yield from map(box_check.PointAt, (0, 3))
    yield from map(service.TypeDigit, ("0", "7", "\b"))
    yield from (service.PinDone(), service.PinRight(), service.AskStaff(), service.ChangePin())
    yield from (service.PinState(is_set=True), service.PinState(is_set=False, wait_seconds=30.0))
    yield from (service.PinWrong(3, 0.0), service.PinWrong(0, 60.0, "the disk is full"))
    yield from (service.PinKept(), service.PinKept("the disk is full"))
    yield from map(service.CallStaff, Call)
    yield from (service.EndCall(), service.EndGame(), service.ResetTable(), service.Restart())
    yield from (service.LockTable(is_locked=True), service.LockTable(is_locked=False))
    yield from map(service.OfferLanguage, ("en", "uk"))
    yield service.SetVolumes(("night", "normal"))
    yield from (service.SetDefault("secrecy", "open"), service.SetDefault("edition", "alea1999"))
    yield from (service.HoldToSwitchOff(), service.LetGo(), service.LeaveKiosk())
    yield from map(service.Carry, Cargo)
    yield from (service.Carried(cargo, why) for cargo in Cargo for why in ("", "full"))
    yield from (service.StaffDone(), service.NotDone("table.level", "the disk is full"))
    yield from (service.Night(is_night=True), service.Night(is_night=False))
    yield service.BoxState("attic", (Short(Pile.GOD.value, 1),))
    yield from (service.Sticks(()), service.Sticks((Stick("/media/stick", "install"),)))
    yield service.ShowFound(begin(setup(NAMES[:2])))


def everything(model: Model) -> dict[str, Message]:
    """Return the examples of every kind, with those that time brings to this page, as text."""
    due = next_deadline(model)
    later = {f"Tick(+{seconds})": model.now + seconds for seconds in (0.1, 30.0, 10_000.0)}
    if due is not None:
        later["Tick(due)"] = due
    ticks: dict[str, Message] = {name: said.Tick(at) for name, at in later.items()}
    return {**ticks, **named()}


@cache
def named() -> dict[str, Message]:
    """Return the examples by what they are called; those that would be long by their number."""
    found: dict[str, Message] = {}
    numbers: Counter[type] = Counter()
    for each in examples():
        numbers[type(each)] += 1
        name = text(each)
        if isinstance(each, said.GoTo):
            name = f"GoTo({type(each.page).__name__})"
        elif len(plain(each)) > LONGEST:
            name = f"{type(each).__name__} {numbers[type(each)]}"
        assert name not in found
        found[name] = each
    return found


@cache
def known_texts() -> frozenset[str]:
    """Return the examples in full."""
    return frozenset(map(text, examples()))


def by_buttons(model: Model) -> dict[str, Message]:
    """Return what buttons can say on this page, as text."""
    now = controls(model)
    pressed = [now.taps[control].message for control in sorted(now.taps)]
    held = [now.holds[control].message for control in sorted(now.holds)]
    return {text(each): each for each in (*pressed, *held)}


def by_keys_and_fingers(model: Model) -> dict[str, Message]:
    """Return what keys and fingers can say on this page, as text."""
    by_key = keys(model)
    typed = [by_key[key] for key in sorted(by_key)]
    touched = sorted((target.message for target in shown(model).targets), key=plain)
    return {text(each): each for each in (*typed, *touched)}

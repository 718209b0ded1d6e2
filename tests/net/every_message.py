"""At least one example of every message, and the messages of single pages."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from companion.core import messages
from companion.core.commands import TILE_KEYS, Control, TileGroup
from companion.core.effects import BuilderPage, OpenBuilderPage, do
from companion.core.kiosk import GuestRequest, Link, MissingPiece, Pile, Stick, UsbJob
from companion.core.model import (
    MACHINES,
    Agreement,
    Guest,
    Loudness,
    Model,
    Rejected,
    Secrecy,
    TextSize,
)
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.opponent.review import Point, Review
from companion.opponent.strength import Strength
from companion.pages import box_check
from companion.pages.archive.games import (
    Choices,
    Games,
    IndexAnswered,
    PastGame,
    PastOpened,
    Replay,
)
from companion.pages.archive.look_back import Advanced, Reviewed
from companion.pages.archive.messages import AllGamesRead, GamesRead, NamesKept, RetentionDue
from companion.pages.archive.statistics import Statistics
from companion.pages.corrections import fix_entry
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.hardware import hardware_test, pin_wizard, tag_teaching
from companion.pages.kiosk import messages as kiosk
from companion.pages.kiosk.staff import Staff
from companion.pages.partial import joining
from companion.pages.phones import deeds, join
from companion.pages.score_sheet import counts, kept
from companion.pages.score_sheet import setup as score_sheet_setup
from companion.pages.score_sheet.result import SaveSheet, SheetResult
from companion.pages.score_sheet.tally import SheetTally
from companion.pages.table.seat import Decided, HandOver, HandsDone, HideInstruction
from companion.pages.update import next_deadline
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
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import Edition, NoPenalty, Options, Seat, Sun, setup, sun_groups
from companion.rules.events import FixedPart
from companion.rules.model import new_game
from companion.rules.partial import END_EPOCH, TallyEpoch
from companion.rules.problems import Problem, Why
from companion.rules.records.entries import Change, Correct, Entry, Redo, SetLevel, Undo
from companion.rules.records.timeline import begin, enter
from companion.rules.tiles import NO_TILES, Tile
from companion.tags.box import TagBox
from tests.net.recording import plain, text
from tests.view.gallery import NAMES, PAGES, saved_games

PLAYERS = 3

LONGEST = 24
"""A message that says more is called by its number among those of its kind."""

_GUESTS = tuple(Guest(seat, name) for seat, name in enumerate(NAMES[:PLAYERS]))

_STUCK = Notice(Notes.BUTTON_MASKED, {"button": "p1"})

_FULL = Notice(Notes.NOT_SAVED_FULL)

_REVIEW = Review(("Anna", "Ben"), (), (Point(0, (5000, 5000)),), (), (), (), 1)

_REJECTED = Rejected("04A1", Problem(Why.NO_AUCTION), 3)

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
    *(Fix(active=Seat(1)), Fix(ra_count=2), Fix(epoch=2), Fix(track_tiles=2), Fix(centre=Sun(1))),
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
def examples() -> tuple[messages.Message, ...]:
    """Return one example or more of every message but the passing of time."""
    start = begin(setup(NAMES[:PLAYERS]))
    under_way = start
    for deed in (DRAWS[Tile.NILE], DRAWS[Tile.ART], INVOKE):
        under_way = enter(under_way, deed)
    games = Games(
        messages.Search("Anna"),
        Choices(("Anna",), ("2026-01",)),
        (PastGame("7", "2026-01-02 20:15", (("Anna", 41), ("Ben", None)), True, 61),),  # noqa: FBT003 - over
    )
    return (
        *(messages.Play(action) for action in _ACTIONS),
        *(messages.Enter(entry) for entry in _ENTRIES),
        *(messages.TagSeen(uid, 5.0) for uid in ("04A1", "04B2", "04000003", "FFFF")),
        messages.Rejecting(_REJECTED),
        *(messages.TakeBack(number) for number in (1, 3)),
        *(messages.BringBack(number) for number in (1, 3)),
        *map(messages.OpenGroup, TileGroup),
        messages.TypeDigits("1"),
        messages.TypeApart(messages.TurnDial(1), messages.TurnDial(-1)),
        *map(messages.TurnDial, (-1, 1, 3)),
        messages.PushDial(),
        *(messages.StepSun(Seat(seat)) for seat in range(PLAYERS)),
        *(messages.StepTogether((Seat(one), Seat(other))) for one, other in ((0, 1), (2, 0))),
        *(messages.TakeSun(Sun(number)) for number in (2, 9, 13)),
        *(messages.CallPass(Seat(seat)) for seat in (0, 2)),
        *(
            messages.SettleAuction(),
            messages.DismissResult(),
            messages.AuctionStillOpen(),
            messages.UseGods(),
        ),
        *map(messages.ChooseLoss, (Tile.ART, Tile.NILE, Tile.PYRAMID)),
        *map(messages.Join, (0, 1, 4)),
        *map(messages.TypeName, ("x", "é", "\b")),
        *map(messages.LeaveSeat, (0, 2)),
        *map(messages.TakeLetter, ("a", "ő", "\b")),
        *(messages.TakeName("Zoé"), messages.NextAlphabet()),
        *map(messages.Agree, _AGREEMENTS),
        *map(messages.SetGroup, (0, 1)),
        *map(messages.LayOutSun, (Sun(9), Sun(13))),
        *map(messages.DealByHand, (True, False)),
        messages.TakeSuns(_GUESTS, sun_groups(len(_GUESTS))),
        *(messages.Begin(), messages.Rematch(), messages.GoOn()),
        messages.Dealt(setup(NAMES[:PLAYERS]), _GUESTS, Agreement()),
        messages.Resumed(under_way, _GUESTS, _AGREEMENTS[0], (_STUCK,), (_REJECTED,)),
        messages.SavedGamesFound(saved_games(3)),
        messages.Remembered(("Zoé", "Anna"), _GUESTS, kept=True),
        *map(messages.GoTo, pages()),
        *map(messages.Open, messages.Route),
        *(messages.Next(), messages.Leave()),
        *map(messages.NextLanguage, (-1, 1)),
        messages.SetLanguage("uk", NAMES, TILE_KEYS, MACHINES),
        *(
            messages.SetPreference("theme", "papyrus"),
            messages.SetPreference("text_size", TextSize.PRINT),
        ),
        messages.TakePointed(),
        *(messages.SetPreference("loudness", each) for each in (Loudness.OFF, Loudness.NIGHT)),
        messages.SetPreference("is_spoken", value=True),
        messages.SetPreference("has_clock", value=True),
        *(messages.ReadTable(), messages.RepeatSpeech(), messages.Quit(), messages.ShowCard()),
        *(messages.Peek(Seat(seat)) for seat in (0, 2)),
        *(messages.EndPeek(), messages.Refused()),
        *(messages.Mention(_STUCK), messages.Trouble(_STUCK), messages.Trouble(_FULL)),
        *(
            messages.TroubleOver(_STUCK),
            messages.TroubleOver(Notice(Notes.NO_SOUND)),
            messages.NotWritten(_FULL),
        ),
        *map(OpenBuilderPage, BuilderPage),
        *_of_benches(),
        *_of_counts(),
        *_of_cafes(),
        *(do(fix_entry.FixEntry.choose, way) for way in (0, 2)),
        do(FixPanel.choose),
        *(messages.OpenFixPanel(part, 0) for part in FixedPart),
        *(SaveSheet(), messages.FindGames(), messages.FindGames(messages.Search("Anna", skip=7))),
        *(IndexAnswered(games), messages.OpenPast("7")),
        PastOpened("7", under_way, _GUESTS, Agreement()),
        *(messages.GoOnWith("7"), messages.ShowStatistics(), messages.ShowStatistics("Anna")),
        do(Statistics.open, 2),
        IndexAnswered(Statistics("Anna", {"games": 2, "score.41": 3}, ("Anna",))),
        *(GamesRead(25, 2000), AllGamesRead()),
        *(RetentionDue(), NamesKept(("Anna",)), do(Replay.show_race)),
        messages.ShareLink("https://example.org", 3),
        *(HandOver(Seat(1), Strength.QUICK), HandsDone(), HideInstruction()),
        Decided(new_game(setup(NAMES[:PLAYERS])), INVOKE),
        *_of_phones(),
        *(messages.OpenReview(), Advanced(33, 7), Reviewed(_REVIEW)),
    )


def _of_benches() -> Iterator[messages.Message]:
    yield pin_wizard.PinsFree((4, 5, 6, 13), (12, 16))
    yield pin_wizard.NoPinWatched("there is no chip")
    yield from (pin_wizard.PinMoved(pin, low, 2.0) for pin in (4, 5, 17) for low in (True, False))
    wizard = pin_wizard.PinWizard
    yield from (do(wizard.skip), do(wizard.step_back), pin_wizard.Keep())
    yield from (
        pin_wizard.WiringKept("settings.toml"),
        pin_wizard.WiringKept("settings.toml", "full"),
    )
    press = hardware_test.HardwareTest.press
    yield from (do(press, Control.P1), do(press, Control.DIAL))
    edges = (hardware_test.Edge("p1", 5, True, 2.5),)  # noqa: FBT003 - closed
    chunks = (hardware_test.Chunk(b"TAG 04A1\n", ("TAG 04A1",), 2.6),)
    yield hardware_test.Overheard(edges, chunks, panel=True, port="/dev/ttyACM0")
    box = TagBox({"04A1": "nile"})
    yield tag_teaching.Boxes(("attic",), "attic", box)
    yield tag_teaching.TeachingKept(tag_teaching.TagTeaching(("attic",), "attic", box=box))
    yield tag_teaching.NotKept(tag_teaching.TeachingSentence.NOT_KEPT, "the disk is full")
    yield tag_teaching.Known({"04A1": "nile"})
    lesson = tag_teaching.TagTeaching
    yield from (do(lesson.choose, "gold"), do(lesson.next_box), do(lesson.remove_last))
    yield from (do(lesson.write, "x"), do(lesson.write, "\b"))


def _of_counts() -> Iterator[messages.Message]:
    page = joining.Joining
    yield from (do(page.answer, 0), do(page.answer, 2), do(page.answer, Tile.NILE))
    yield from (do(page.answer, joining.CENTRE), do(page.answer, joining.SunPlace(Seat(1))))
    yield from (do(page.finish), do(page.skip), do(page.back))
    yield from (messages.StepUp(), messages.BeginUnderWay())
    tally = SheetTally
    yield from (do(tally.add_one, tile) for tile in (Tile.NILE, Tile.PYRAMID))
    yield from (do(tally.toggle_sun, Sun(number)) for number in (2, 9))
    yield from (do(tally.set_number, Tile.NILE, number) for number in (0, 3, 40))
    yield do(tally.set_number, counts.Points.BEFORE, 12)
    yield kept.Recount(kept.KeptCount(((kept.CountedPlayer({Tile.NILE: 2}),) * 2,)))
    yield from (do(tally.open_player, Seat(seat)) for seat in (0, 1))
    yield from (do(tally.skip_player), do(tally.go_back), do(tally.go_on))
    yield from (do(tally.move, steps) for steps in (-1, 1))
    yield do(SheetResult.go_on)
    change = score_sheet_setup.SheetSetup.change
    yield from (do(change, row, steps) for row in (0, 1, 4) for steps in (-1, 1))


def _of_phones() -> Iterator[messages.Message]:
    yield join.PhonesLinked("http://192.168.1.20:8137/#secret", "192.168.1.20:8137", 1)
    yield join.PhonesLinked()
    yield from (join.PhonesSeated({0: "a1"}), join.ForgetPhones(), do(join.PhonesPage.forget_all))
    yield from (do(join.PhonesPage.allow, 1), do(join.PhonesPage.refuse, 1))
    given: tuple[tuple[str, object], ...] = (
        *(("sit", deeds.Sit(4, "Zoé")), ("sit", deeds.Sit(0)), ("stand", True), ("name", "Zoé")),
        *(("draw", Tile.NILE), ("invoke", True), ("god", 0), ("end_gods", True)),
        *(("lose", (Tile.ART,)), ("bid", 13), ("pass", True), ("undo", True)),
        ("press", deeds.Press("ok", "Table")),
        ("count", deeds.Count({Tile.NILE: 2}, (2, 9), done=True)),
    )
    for number, (what, chosen) in enumerate(given):
        yield join.PhoneDeed("a1", number, 0, 0, what, chosen)


def _of_cafes() -> Iterator[messages.Message]:
    yield from (messages.BoxDone(), messages.CheckBox(), do(box_check.BoxCheck.count_by_hand))
    yield from (do(box_check.BoxCheck.point_at, row) for row in (0, 3))
    yield from map(kiosk.TypeDigit, ("0", "7", "\b"))
    yield from (kiosk.PinDone(), kiosk.PinRight(), messages.AskStaff(), do(Staff.change_pin))
    yield from (kiosk.PinState(is_set=True), kiosk.PinState(is_set=False, wait_seconds=30.0))
    yield from (kiosk.PinWrong(3, 0.0), kiosk.PinWrong(0, 60.0, "the disk is full"))
    yield from (kiosk.PinKept(), kiosk.PinKept("the disk is full"))
    yield from map(kiosk.CallStaff, GuestRequest)
    yield from (do(Staff.end_call), do(Staff.end_game), do(Staff.reset), messages.Restart())
    yield from (do(Staff.lock, is_locked) for is_locked in (True, False))
    yield from (do(Staff.offer, language) for language in ("en", "uk"))
    yield do(Staff.set_volumes, ("night", "normal"))
    yield from (
        do(Staff.set_default, "secrecy", "open"),
        do(Staff.set_default, "edition", "alea1999"),
    )
    yield from (kiosk.HoldToSwitchOff(), do(Staff.leave_kiosk))
    yield from (do(Staff.copy_to_usb, cargo) for cargo in UsbJob)
    yield from (kiosk.CopyFinished(cargo, why) for cargo in UsbJob for why in ("", "full"))
    yield do(Staff.install)
    yield kiosk.NotInstalled(Notes.UPDATE_UNSIGNED)
    yield from (do(Staff.leave), kiosk.NotDone("table.level", "the disk is full"))
    yield from (kiosk.Night(is_night=True), kiosk.Night(is_night=False))
    yield kiosk.BoxState("attic", (MissingPiece(Pile.GOD.name, 1),))
    yield from (kiosk.Sticks(()), kiosk.Sticks((Stick("/media/stick", "install"),)))
    yield kiosk.ShowFound(begin(setup(NAMES[:2])))
    yield from (kiosk.Linked(link, "window-3") for link in (Link.OFF, Link.CONNECTED))
    yield kiosk.Linked(Link.CONNECTED, "window-3", same_id=True)
    yield kiosk.CallAnswered()


def everything(model: Model) -> dict[str, messages.Message]:
    """Return the examples of every kind, with those that time brings to this page, as text."""
    due = next_deadline(model)
    later = {f"Tick(+{seconds})": model.now + seconds for seconds in (0.1, 30.0, 10_000.0)}
    if due is not None:
        later["Tick(due)"] = due
    ticks: dict[str, messages.Message] = {name: messages.Tick(at) for name, at in later.items()}
    return {**ticks, **named()}


@cache
def named() -> dict[str, messages.Message]:
    """Return the examples by what they are called; those that would be long by their number."""
    found: dict[str, messages.Message] = {}
    numbers: Counter[type] = Counter()
    for each in examples():
        numbers[type(each)] += 1
        name = text(each)
        if isinstance(each, messages.GoTo):
            name = f"GoTo({type(each.page).__name__})"
        elif len(plain(each)) > LONGEST:
            name = f"{type(each).__name__} {numbers[type(each)]}"
        assert name not in found
        found[name] = each
    return found

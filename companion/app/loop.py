"""The loop: take, decide, write down, show. It sleeps in one place and remembers one model."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from msgspec.structs import replace

from companion.app.game_store import Done, Failed, GameStore
from companion.app.gestures import Fingers, Input, Key, TargetTouched, messages
from companion.app.handlers import Handlers
from companion.app.systemd import Heartbeat
from companion.app.wakeup import Wakeup
from companion.core.commands import TILE_KEYS, mnemonics
from companion.core.effects import (
    CloseBook,
    Deal,
    Dispatch,
    Effect,
    Exit,
    LoadLanguage,
    OpenBook,
    Order,
    RecordPeek,
    RecordRejected,
    ResumeGame,
    WithdrawBook,
    WriteEntry,
)
from companion.core.messages import (
    Mention,
    Message,
    NotWritten,
    Remembered,
    SavedGamesFound,
    SetLanguage,
    TakeSuns,
    Tick,
    Trouble,
    TroubleOver,
)
from companion.core.model import COLOURS, MACHINES, SAVING_SECONDS, Model
from companion.core.notices import UNSAVED, Notes, Notice
from companion.i18n import ENGLISH, Words
from companion.i18n.catalogues import words as words_of
from companion.journal import game_lines
from companion.pages.render import lamps
from companion.rules.editions import Seat, Split, Suns, sun_groups
from companion.rules.model import Auction
from companion.rules.tiles import Tile
from companion.ui.scene import Scene
from hardware.events import ButtonDown, Turned

if TYPE_CHECKING:
    from companion.rules.records.timeline import Seq
    from hardware.device import Device


_BETWEEN = " | "
"""Separates notices where all are listed on one line."""

HEAL_SECONDS = 2.0
"""How often the loop checks whether a fault of the disk is over."""

_LOOK_AGAIN_SECONDS = 0.05

_Written = WriteEntry | RecordRejected | RecordPeek | OpenBook | CloseBook | WithdrawBook

_DISK_NOTES = UNSAVED | {Notes.NOT_KEPT}


class Screen(Protocol):
    """What the loop needs of a window."""

    def inputs(self) -> Sequence[Input]:
        """Return keys, touches and turns since the last call. Never blocks."""
        ...

    def show(self, model: Model, words: Words) -> Scene[Message]:
        """Draw what differs from the last picture, and return what is on the screen."""
        ...

    def label(self, *, by_keys: bool, by_panel: bool) -> None:
        """Let labels from now on name a keyboard's keys, the panel's controls, or neither."""
        ...

    def poll_seconds(self) -> float | None:
        """Return how often the window must be asked for its input; None if something wakes us."""
        ...


class Loop:
    """Takes everything that arrives, in order, and shows the result once."""

    def __init__(  # noqa: PLR0913 - everything the loop owns, named where it is put together
        self,
        model: Model,
        *,
        screen: Screen,
        store: GameStore,
        wakeup: Wakeup,
        now: Callable[[], float],
        shuffle: Callable[[list[Suns]], None],
        pulse: Heartbeat,
        confirmed: Callable[[Seq], None],
    ) -> None:
        self.model = model
        """The one thing that remembers the game; always what is on the disk."""
        self.handlers = Handlers()
        """Who does what pages order."""
        self.is_running = True
        self._screen, self._store = screen, store
        self._devices: tuple[Device, ...] = ()
        self._wakeup, self._now, self._shuffle = wakeup, now, shuffle
        self._pulse, self._confirmed = pulse, confirmed
        self._hands = Fingers()
        self._arrived: deque[tuple[Input, str]] = deque()
        self._ways: dict[Seat | None, tuple[bool, bool]] = {}
        """Whether keys, and whether the panel's controls, were used last in whose turn."""
        self._is_begun = False
        self._waiting: tuple[Model, tuple[Effect, ...]] | None = None
        self._is_entry = False  # whether what waits is written to the game, too
        self._listeners: tuple[Callable[[Model], None], ...] = ()
        self._lit: dict[str, float] = {}
        self._lit_for: Model | None = None
        self._heal_at = 0.0
        self.scene: Scene[Message] | None = None
        """What is on the screen."""

    def attach(self, devices: Sequence[Device], troubles: Sequence[Notice] = ()) -> None:
        """Read these devices from now on, light their lamps, and say what could not be opened."""
        self._devices = (*self._devices, *devices)
        for device in devices:
            device.show(self._lit)
        for notice in troubles:
            self.post(Trouble(notice), "program")

    def subscribe(self, listener: Callable[[Model], None]) -> None:
        """Call this with each model, once its picture is shown; it must not block."""
        self._listeners = (*self._listeners, listener)

    @property
    def is_busy(self) -> bool:
        """Whether the disk owes an answer, or something that arrived still waits for it."""
        return self._waiting is not None or bool(self._arrived)

    def run(self) -> None:
        """Turn until somebody asks to leave."""
        self.turn()
        while self.is_running:
            self._wakeup.sleep(self.idle_seconds())
            self.turn()

    def finish(self) -> None:
        """Turn until the disk owes nothing and every arrival is taken."""
        self.turn()
        while self.is_busy:
            self._wakeup.sleep(_LOOK_AGAIN_SECONDS)
            self.turn()

    def idle_seconds(self) -> float | None:
        """Return how long nothing can happen unless somebody wakes the loop; None: forever."""
        now = self._now()
        deadlines = [device.next_deadline() for device in self._devices]
        deadlines.append(self.handlers.next_deadline())
        if self._waiting is not None:  # the disk's answer wakes the loop
            saying = (self.model.screen.saving_since or now) + SAVING_SECONDS
            deadlines.append(saying if saying > now else None)
        else:
            from companion.pages.update import next_deadline  # noqa: PLC0415 - all pages

            deadlines += [next_deadline(self.model), self._hands.next_deadline()]
            deadlines.append(self._pulse.next_deadline())
            deadlines.append(self._heal_at if self.model.screen.troubles else None)
        poll = self._screen.poll_seconds()
        if poll is not None:
            deadlines.append(now + poll)
        due = [deadline for deadline in deadlines if deadline is not None]
        return max(0.0, min(due) - now) if due else None

    def turn(self) -> None:
        """Take everything that has arrived, in order, and show the result once.

        A turn that only hands something to the disk shows nothing: the next one does, when the disk
        has it, or when it has taken so long that this must be said.
        """
        now = self._now()
        events = [event for device in self._devices for event in device.read(now)]
        self._arrived += [(event, "button") for event in sorted(events, key=lambda each: each.at)]
        reports = self.handlers.read(now)
        self._arrived += [(each, getattr(each, "source", "bench")) for each in reports]
        self._arrived += [(each, "touch") for each in self._screen.inputs()]
        was_owed = self._waiting is not None
        self._settle()
        if self._waiting is None and self._is_begun:
            self._take(Tick(now), "clock")
        else:  # the first picture waits for no page but its own
            self.model = replace(self.model, now=now)
        self._is_begun = True
        self._take_arrived(now)
        self._look_whether_healed(now)
        if was_owed or self._waiting is None:
            self._show()  # else the disk has just been asked: let it begin at once
            for listener in self._listeners:
                listener(self.model)
        self._beat()

    def post(self, message: Input, source: str) -> None:
        """Let something arrive that no device reported."""
        self._arrived.append((message, source))
        self._wakeup.wake()

    def _take_arrived(self, now: float) -> None:
        """Take what arrived, in order; a button that was held long enough before it comes first."""
        while self._waiting is None:
            arrived = self._arrived[0][0] if self._arrived else None
            held = tuple(self._hands.held(getattr(arrived, "at", now), self.model))
            if held:
                self._take(held[0], "button")
            elif self._arrived:
                arrived, source = self._arrived.popleft()
                self._note_way(arrived)
                for message, origin in messages(arrived, source, self._hands, self.model):
                    self._take(message, origin)
            else:
                return

    def _take(self, message: Message, source: str) -> None:
        """Decide about one message; what must be written is written before it is shown."""
        if self._waiting is not None:
            self._arrived.appendleft((message, source))
            return
        from companion.pages.update import update  # noqa: PLC0415 - all pages

        model, effects = update(self.model, message)
        writing = next((each for each in effects if isinstance(each, _Written)), None)
        if writing is None and self._store.save_choices(self.model, model):
            self._waiting, self._is_entry = (model, effects), False
            self.model = self.model.with_screen(saving_since=self._now())
            self._settle()
            return
        if writing is None:
            self.model = model
            self._perform(effects, source)
            return
        rest = tuple(each for each in effects if each is not writing)
        self._waiting, self._is_entry = (model, rest), True
        self._write(writing, source)
        self._settle()

    def _write(self, order: _Written, source: str) -> None:
        self.model = self.model.with_screen(saving_since=self._now())
        match order:
            case WriteEntry(entry, tag):
                origin = f"{game_lines.READER} {tag}" if tag else source
                self._store.enter(game_lines.line(entry), origin)
            case RecordRejected(rejected):
                self._store.enter(game_lines.rejected_line(rejected), source)
            case RecordPeek(seat):
                self._store.enter(game_lines.peeked_line(seat), source)
            case OpenBook(timeline, guests, agreement):
                self._store.begin(timeline, guests, agreement, source)
            case CloseBook():
                self._store.leave(source)
            case WithdrawBook():
                self._store.withdraw()

    def _settle(self) -> None:
        """If the disk has answered, let what waited for it become true, or not."""
        answer = None if self._waiting is None else self._store.answer()
        if answer is None or self._waiting is None:
            return
        model, effects = self._waiting
        if isinstance(answer, Done) and self._store.save_choices(self.model, model):
            return  # the game that begins is written; now what its people have set
        self._waiting = None
        self.model = self.model.with_screen(saving_since=None)
        if isinstance(answer, Failed):
            self._heal_at = self._now() + HEAL_SECONDS
            self._take(NotWritten(answer.notice), "disk")
            return
        before = self.model.session.timeline
        self.model = replace(model.with_screen(saving_since=None), now=self.model.now)
        after = self.model.session.timeline
        is_kept = self._is_entry and answer.on_disk
        if is_kept and after is not None and after is not before and after.seq:
            self._confirmed(after.seq)
        self._perform(effects, "again")
        if answer.trouble is not None:
            self._heal_at = self._now() + HEAL_SECONDS
            self._take(Trouble(answer.trouble), "disk")
        elif answer.on_disk:
            self._heal(always=True)
        elif after is not None and not after.seq:
            self._take(Mention(Notice(Notes.NOT_KEPT)), "disk")

    def _perform(self, effects: tuple[Effect, ...], source: str) -> None:
        for effect in effects:
            match effect:
                case Dispatch(message, origin):
                    self._take(message, origin or source)
                case Deal():
                    self._take(self._deal(effect), source)
                case ResumeGame(game):
                    self._fetch(game, source)
                case LoadLanguage(language):
                    self._take(speaking(language), source)
                case Exit():
                    self.is_running = False
                case Order():
                    for answer in self.handlers.obey(effect):
                        self._take(answer, source)
                case _:  # it writes to the journal, and was submitted alone
                    raise AssertionError("one message writes one line")

    def _fetch(self, game: str, source: str) -> None:
        """Open the game that was left, or say why it cannot be opened."""
        before = len(self._store.troubles)
        left = () if game else self._store.unfinished()
        answer = (
            SavedGamesFound(left)
            if len(left) > 1
            else self._store.fetch(left[0].game if left else game)
        )
        if answer is not None:
            self._take(answer, source)
        for notice in self._store.troubles[before:]:
            self._take(Trouble(notice), source)

    def _deal(self, deal: Deal) -> TakeSuns:
        """Deal the groups of suns at random (R-SET-5)."""
        split = deal.agreement.options.two_player_split or Split.RAZZIA
        groups = list(sun_groups(len(deal.guests), split))
        self._shuffle(groups)
        return TakeSuns(deal.guests, tuple(groups))

    def _note_way(self, arrived: Input) -> None:
        """Note what whoever has the turn uses, and anybody."""
        if isinstance(arrived, Key | TargetTouched | ButtonDown | Turned):
            if self.model.session.timeline is None:
                self._ways.clear()
            is_key, is_panel = isinstance(arrived, Key), isinstance(arrived, ButtonDown | Turned)
            self._ways[self._whose_turn()] = self._ways[None] = (is_key, is_panel)

    def _whose_turn(self) -> Seat | None:
        """Return who does something now; None: anybody, as in an auction."""
        timeline = self.model.session.timeline
        if timeline is None or isinstance(timeline.game.stage, Auction):
            return None
        return timeline.game.active

    def _label(self) -> None:
        """Let labels be those of what people used last, each in their own turn; fingers need none.

        Who sits at the panel finds its signs in their turn, though the one before used a key.
        """
        way = self._ways.get(self._whose_turn()) or self._ways.get(None)
        if way is not None:
            self._screen.label(by_keys=way[0], by_panel=way[1])

    def _look_whether_healed(self, now: float) -> None:
        if self.model.screen.troubles and self._waiting is None and now >= self._heal_at:
            self._heal_at = now + HEAL_SECONDS
            self._heal(always=False)

    def _heal(self, *, always: bool) -> None:
        for notice in self.model.screen.troubles:
            if notice.note in _DISK_NOTES and (always or self._store.has_healed(notice)):
                self._take(TroubleOver(notice), "disk")
                if notice.note is Notes.NOT_KEPT:
                    self._take(Mention(Notice(Notes.KEPT_AGAIN)), "disk")
                    if self.model.session.timeline is None and self._store.unfinished():
                        self._take(Remembered(kept=True), "disk")  # the start could not look

    def _show(self) -> None:
        self._label()
        self.scene = self._screen.show(self.model, words_of(self.model.preferences.language))
        shown = replace(self.model.with_screen(saving_since=None), now=0.0)
        if shown == self._lit_for:
            return
        self._lit_for = shown
        bright = {control.value: level for control, level in lamps(self.model).items()}
        if bright != self._lit:
            self._lit = bright
            for device in self._devices:
                device.show(bright)

    def _beat(self) -> None:
        """Show that everything works: what arrived is taken, kept and seen."""
        troubles = self.model.screen.troubles
        state = "The table stands"  # in English, for systemctl status
        if troubles:
            state = _BETWEEN.join(each.in_words() for each in troubles)
        self._pulse.say(state)
        if self._waiting is None:
            self._pulse.beat(self._now())


def speaking(language: str) -> SetLanguage:
    """Return the order to speak a language, with the names of colours and the keys of tiles."""
    words = words_of(language)
    colours = tuple(words.say(colour) for colour in COLOURS)
    names = {tile: words.say(tile.english) for tile in Tile}
    keys = TILE_KEYS if words is ENGLISH else mnemonics(names)
    machines = tuple(words.say(name) for name in MACHINES)
    return SetLanguage(language, colours, keys, machines)

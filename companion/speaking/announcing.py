"""Says aloud what has changed at the table since the last announcement, or the whole table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from companion import narration
from companion.core.commands import Binding
from companion.core.model import Entered, Model, OpenAuction, SettledAuction, TakenBack, called
from companion.core.notices import Notice
from companion.i18n import Words, mark
from companion.narration.aloud import asked, filled, public_text, sentences, suns
from companion.pages import status_bar
from companion.pages.controls import controls, prompt
from companion.pages.new_game import options
from companion.pages.new_game.seating import Seating
from companion.pages.partial.partial_table import PartialTable
from companion.pages.reference import rules_card
from companion.pages.score_sheet.setup import SheetSetup
from companion.pages.scoring.epoch import EpochScores, LastLot, epoch_revealed, gains_told
from companion.pages.scoring.finale import Finale, places_revealed
from companion.pages.table.auction import auction_now
from companion.pages.table.playing import is_ended_by_itself
from companion.pages.table.table import Table
from companion.rules.actions import TRACK_SPACES, Level
from companion.rules.auction import Calls
from companion.rules.editions import Suns
from companion.rules.events import BidMade, EpochBegan, EpochEnded, Event, LotWon, NobodyBid, Passed
from companion.rules.levels import at_level
from companion.rules.model import Auction, Game, Phase, Player
from companion.rules.partial import PartialGame, PartialPhase
from companion.rules.problems import Problem
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.scoring import Category


def news(before: Model | None, after: Model, words: Words) -> tuple[str, ...]:
    """Return what somebody who cannot see must hear now, in order."""
    told = [*_wrong(before, after, words), *_said(before, after, words)]
    told += _reopened(before, after, words)
    played: list[str] = []
    if not (told and isinstance(after.screen.notice, TakenBack)):
        played += [*_played(before, after, words), *_opened(before, after, words)]
    told += played
    if lesson := _lesson(before, after, words):
        told.append(lesson)
    told += _card(before, after, words)
    told.append(_peek(before, after, words))
    if name := _name_typed(before, after):
        told.append(name)
    elif first := _first_time(before, after, words):
        told.append(first)
    elif laid := _laid(before, after):
        told += epoch_revealed(after, laid, words)
    elif _is_asked_anew(before, after) and not (played and isinstance(after.page, LastLot)):
        told += _places(before, after, words) or _asked(before, after, words)
    return tuple(sentence for sentence in told if sentence)


def question(model: Model, words: Words) -> Iterable[str]:
    """Return what is asked, selected or shown now."""
    told = model.page.said_aloud(model, words)
    return (asked(prompt(model), words),) if told is None else told


def _asked(before: Model | None, after: Model, words: Words) -> Iterable[str]:
    """Return the same, and before what is pointed at the question, if it is another one."""
    told = question(after, words)
    if not after.page.has_lines:
        return told
    was = None if before is None or type(before.page) is not type(after.page) else prompt(before)
    if was == prompt(after):
        return told
    return dict.fromkeys((asked(prompt(after), words), *told))


def _wrong(before: Model | None, after: Model, words: Words) -> Iterator[str]:
    known = () if before is None else before.screen.troubles
    for notice in after.screen.troubles:
        if notice not in known:
            yield filled(notice.note.value, notice.facts, words)


def _said(before: Model | None, after: Model, words: Words) -> Iterator[str]:
    said = after.screen.notice
    if said is None or (before is not None and _is_same(before, after)):
        return
    match said:
        case Problem():
            yield narration.refusal(said, words)
        case Notice(note, facts):
            yield filled(note.value, facts, words)
        case TakenBack(events, again):
            what = _in_short(events, after, words)
            yield words.say(mark("Redone: {what}") if again else mark("Undone: {what}"), what=what)
        case Entered():
            return  # what was played is told


def _reopened(before: Model | None, after: Model, words: Words) -> Iterator[str]:
    """Yield which settlement a late bid has taken back."""
    if before is None or not isinstance(before.pending.auction, SettledAuction):
        return
    old, new = before.session.timeline, after.session.timeline
    if old is None or new is None or isinstance(after.screen.notice, TakenBack):
        return
    gone = tuple(event for step in old.steps[len(new.steps) :] for event in step.events)
    if gone and isinstance(after.pending.auction, OpenAuction):
        yield words.say("Undone: {what}", what=_in_short(gone, after, words))


def _lesson(before: Model | None, after: Model, words: Words) -> str:
    """Return the rule explained as this turn begins; nothing where a turn was undone."""
    old = None if before is None else before.session.timeline
    new, lesson = after.session.timeline, status_bar.told(after)
    was = "" if before is None else before.session.lesson
    if new is None or not lesson or (new is old and was):
        return ""
    is_same = old is not None and was == lesson
    is_back = old is not None and old.start is new.start and len(new.steps) < len(old.steps)
    return "" if is_same or is_back else words.say(lesson)


def _card(before: Model | None, after: Model, words: Words) -> Iterable[str]:
    """Return the rules card, as it is laid over the table."""
    card = rules_card.card(after)
    if card is None or not after.screen.is_card_shown:
        return ()
    is_new = before is None or not before.screen.is_card_shown
    return rules_card.aloud(card.lines, words) if is_new else ()


def _peek(before: Model | None, after: Model, words: Words) -> str:
    """Return whose points lie on the screen now; how many they are is for their eyes alone."""
    looking = after.session.peek
    if looking is None or (before is not None and before.session.peek == looking):
        return ""
    return words.state(after.game.setup.players[looking.seat], words.say("Your points"))


def _is_same(before: Model, after: Model) -> bool:
    """Whether this was said already; a repeated refusal is repeated."""
    return (
        before.screen.notice == after.screen.notice
        and before.screen.notice_at == after.screen.notice_at
    )


def _in_short(events: tuple[Event, ...], model: Model, words: Words) -> str:
    """Return how an auction ended; else the first that may be told: what people did themselves."""
    events = tuple(event for event in events if isinstance(event, LotWon | NobodyBid)) or events
    setup = model.game.setup
    passes = narration.joint_passes(events, setup, words)
    if passes is not None:
        return passes
    return next(filter(None, (public_text(event, setup, words) for event in events)), "")


def _played(before: Model | None, after: Model, words: Words) -> Iterator[str]:
    old = None if before is None else before.session.timeline
    new = after.session.timeline
    if new is None or new is old:
        return
    if old is None or old.start is not new.start:
        yield from _begun(new, words)
        return
    known = _common(old, new)
    if known < len(old.steps):  # another past: only where it leads is news
        known = max(known, len(new.steps) - 1)
    elif is_ended_by_itself(new.steps[known - 1 : known + 1]):
        known -= 1  # the end cut short what was said of the God tile
    heard = (BidMade, Passed) if before is not None and _calls(before) else ()
    for place, step in enumerate(new.steps[known:], start=known):
        told = tuple(event for event in step.events if not isinstance(event, heard))
        yield from sentences(new.game_after(place), replace(step, events=told), words)
        for event in told:
            if isinstance(event, EpochEnded) and not _hidden(after):
                yield from gains_told(event, after, words)


def _calls(model: Model) -> Calls:
    """Return what was called in an open auction: it was said then, and not as it is written."""
    draft = model.pending.auction
    return draft.calls if isinstance(draft, OpenAuction) else ()


def _opened(before: Model | None, after: Model, words: Words) -> Iterator[str]:
    """Yield which epoch begins, once people have gone on from the points of the one before."""
    timeline = after.session.timeline
    if before is None or timeline is None or not (before.page.is_reveal and after.page.is_table):
        return
    for event in timeline.events:
        if isinstance(event, EpochBegan):
            yield narration.event_text(event, after.game.setup, words)


def _common(old: Timeline, new: Timeline) -> int:
    """Return how many actions at the start of both are the same."""
    standing = min(len(old.steps), len(new.steps))
    while standing and old.steps[standing - 1] is not new.steps[standing - 1]:
        standing -= 1
    return standing


def _begun(timeline: Timeline, words: Words) -> Iterator[str]:
    """Yield who plays with which suns; a resumed game announces itself."""
    if timeline.steps:
        return
    for name, player in zip(timeline.start.setup.players, timeline.start.players, strict=True):
        yield words.say("{name}: suns {suns}", name=name, suns=suns(player.suns))


def _name_typed(before: Model | None, after: Model) -> str:
    """Return the name being typed, if nothing else has changed."""
    if before is None:
        return ""
    old, page = before.page, after.page
    if isinstance(old, SheetSetup) and isinstance(page, SheetSetup):
        typed = [new for name, new in zip(old.names, page.names, strict=False) if name != new]
        return typed[0] if typed and old.row == page.row else ""
    if not isinstance(old, Seating):
        return ""
    if not isinstance(page, Seating) or page.editing is None or old.guests == page.guests:
        return ""
    seated = [[guest.button for guest in each.guests] for each in (old, page)]
    return called(page.guests[page.editing], after) if seated[0] == seated[1] else ""


def _first_time(before: Model | None, after: Model, words: Words) -> str:
    """Return whether the rules are explained, if that was just said where people sit down."""
    if before is None or not (isinstance(before.page, Seating) and isinstance(after.page, Seating)):
        return ""
    is_same = before.session.agreement.is_first == after.session.agreement.is_first
    return "" if is_same else options.first_time_said(after, words)


def _laid(before: Model | None, after: Model) -> tuple[Category, ...]:
    """Return the categories of an epoch whose points were laid since; one press may lay many."""
    if before is None or not isinstance(after.page, EpochScores):
        return ()
    laid = after.page.laid(after)
    if isinstance(before.page, EpochScores):
        return laid[len(before.page.laid(after)) :]
    return laid if after.page.hidden else ()  # the first course is laid as the page comes


def _places(before: Model | None, after: Model, words: Words) -> tuple[str, ...]:
    """Return the places that were revealed since; in a hurry, many at once."""
    new, old = after.page, None if before is None else before.page
    if not isinstance(new, Finale) or not isinstance(old, Finale | EpochScores):
        return ()
    if new.reasons_for is not None:
        return ()
    known = old.revealed if isinstance(old, Finale) else 0
    return tuple(places_revealed(after, known, new.revealed, words))


def _hidden(model: Model) -> int:
    """Return how many categories of the epoch are not revealed yet."""
    if isinstance(model.page, LastLot):
        return 1  # all of them
    return model.page.hidden if isinstance(model.page, EpochScores) else 0


def _is_asked_anew(before: Model | None, after: Model) -> bool:
    """Whether what is asked, selected or shown has changed."""
    if before is None or before.preferences.language != after.preferences.language:
        return True
    draft = after.pending.auction
    if isinstance(draft, OpenAuction) and draft.written:
        return False  # the rest of a settlement follows
    if _moved(before.page, after.page) or before.session.agreement != after.session.agreement:
        return True
    if before.screen.is_card_shown and not after.screen.is_card_shown:
        return True
    is_other = before.session.timeline is not after.session.timeline
    is_called = _calls(before) != _calls(after) or _is_seen(before) != _is_seen(after)
    is_decided = before.pending.thought != after.pending.thought
    return (is_other or is_called or is_decided) and isinstance(after.page, Table)


def _is_seen(model: Model) -> bool:
    """Whether people have gone on from the auction that was settled last."""
    past = model.pending.auction
    return isinstance(past, SettledAuction) and past.is_seen


def _moved(before: object, after: object) -> bool:
    """Whether another page is open, or something else on it; that reasons close is neither."""
    is_other = before != after
    if isinstance(before, EpochScores) and isinstance(after, EpochScores):
        return is_other and after.reasons_for is not None
    if isinstance(before, Finale) and isinstance(after, Finale):
        return is_other and (before.revealed < after.revealed or after.reasons_for is not None)
    return is_other


def whole_table(model: Model, words: Words) -> tuple[str, ...]:
    """Return whose turn it is, the Ra track, the auction track, the centre, and each player.

    What is asked comes first, and in an auction what has been called. Points are never in it while
    they lie face down (R-INF-2).
    """
    if model.session.timeline is None:
        return tuple(_asked(None, model, words))
    game = model.game
    told = [asked(prompt(model), words)]
    if isinstance(model.page, EpochScores):
        if model.page.hidden:
            return tuple(told)
        for event in model.session.timeline.events:
            if isinstance(event, EpochEnded):
                told += gains_told(event, model, words)
    elif isinstance(game.stage, Auction) or not isinstance(model.page, Table | PartialTable):
        told = [*question(model, words)]
        told += [said for said in _auction(model, words) if said not in told]
    if model.session.timeline.partial_game is not None:
        return (*told, *known_table(model.session.timeline.partial_game, words))
    if game.stage is not Phase.OVER:
        told += _board(game, words)
    for name, player in zip(game.setup.players, game.players, strict=True):
        told += _player(name, player, words)
    return tuple(told)


def offered(model: Model, words: Words) -> Iterator[str]:
    """Yield what can be done now, and by which buttons: pressed, then held."""
    now, held = controls(model), f"{words.say('hold')} "
    for how, offers in (("", now.taps), (held, now.holds)):
        does: dict[str, list[str]] = {}
        for control, offer in offers.items():
            if offer.is_lit and not offer.is_silent:
                does.setdefault(_called(offer, words), []).append(
                    narration.control_name(control, words)
                )
        for what, named in does.items():
            if what:
                yield words.state(f"{how}{words.list(named)}", what)


def _called(offer: Binding, words: Words) -> str:
    """Return what a key says, by its words or by what is pictured on it."""
    if offer.label:
        return words.say(offer.label)
    if offer.tile is not None:
        return narration.tile_name(offer.tile, words)
    return "" if offer.sun is None else words.say("Sun {number}", number=offer.sun)


def _board(game: Game, words: Words) -> Iterator[str]:
    yield narration.epoch_name(game.epoch, game.setup, words)
    yield words.say("Ra, {count} of {limit}", count=game.ra_count, limit=game.ra_limit)
    tiles = [narration.tile_name(tile, words) for tile in game.track if tile is not None]
    if tiles:
        track = words.say("Auction track {count} of {slots}", count=len(tiles), slots=TRACK_SPACES)
        yield words.state(track, words.list(tiles))
    else:
        yield words.say("The auction track is empty")
    yield words.say("Sun {paid} is in the centre", paid=game.centre)


def _auction(model: Model, words: Words) -> Iterator[str]:
    """Yield who leads with which sun and who has passed; nothing where no auction runs."""
    now = auction_now(model)
    if now is None:
        return
    names, lead = now.game.setup.players, now.leader
    if lead is not None and lead.sun is not None:
        yield words.say("{name} leads with {sun}", name=names[lead.seat], sun=lead.sun)
    passed = [names[seat] for seat in sorted(now.passed)]
    if len(passed) == 1:
        yield words.say("{name} passed", name=passed[0])
    elif passed:
        yield words.say("{names} passed", names=words.list(passed))


def _player(name: str, player: Player, words: Words) -> Iterator[str]:
    yield from _suns_told(name, player.suns, player.spent, words)
    tiles = narration.bundle_names(player.tiles, words)
    yield words.say("Tiles: {tiles}", tiles=tiles) if tiles else words.say("No tiles")


def known_table(partial_game: PartialGame, words: Words) -> Iterator[str]:
    """Yield the epoch, the Ra track, the tracks and each player, as far as they are known.

    Points are never in it (R-INF-2); while only points are kept, nothing else is followed.
    """
    if partial_game.level is Level.SCORE_ONLY and partial_game.stage is PartialPhase.TURN:
        partial_game = at_level(partial_game, Level.LIGHT)
    if partial_game.stage is PartialPhase.OVER:
        return
    if partial_game.epoch is not None:
        yield narration.epoch_name(partial_game.epoch, partial_game.setup, words)
    if partial_game.ra_count is not None:
        limit = partial_game.setup.ra_limit
        yield words.say("Ra, {count} of {limit}", count=partial_game.ra_count, limit=limit)
    if partial_game.is_counted and partial_game.track_tiles is not None:
        yield words.say(
            "Auction track {count} of {slots}", count=partial_game.track_tiles, slots=TRACK_SPACES
        )
    if partial_game.centre is not None:
        yield words.say("Sun {paid} is in the centre", paid=partial_game.centre)
    for seat in partial_game.setup.seats:
        hand = partial_game.hands[seat]
        yield from _suns_told(partial_game.name(seat), hand.suns, hand.spent, words)


def _suns_told(name: str, up: Suns | None, down: Suns | None, words: Words) -> Iterator[str]:
    if up is None:
        yield words.say("{name}: suns unknown", name=name)
    elif up:
        yield words.say("{name}: suns {suns}", name=name, suns=suns(up))
    else:
        yield words.say("{name}: no suns to bid", name=name)
    if down:
        yield words.say("Face down: {suns}", suns=suns(down))

"""An auction that runs, and the moment after it, in which a higher sun opens it again."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.core.commands import (
    DIAL,
    OK,
    RA,
    Command,
    Prompt,
    choice,
    hold,
    key,
    player_control,
    tap,
    turning,
)
from companion.core.controls import GOD_KEY, INVOKE_KEY, PLAYER_CONTROLS, SUN_KEYS, named_tiles
from companion.core.messages import (
    AuctionStillOpen,
    CallPass,
    DismissResult,
    SettleAuction,
    ShowCard,
    StepSun,
    TakeSun,
)
from companion.core.model import Model, SettledAuction
from companion.i18n import Words, mark
from companion.narration.aloud import suns
from companion.pages.controls import PLAYER_KEYS
from companion.pages.reference.guide import GuideLine, Rule
from companion.pages.reference.rules_card import (
    SUNS_TYPED,
    Card,
    Cost,
    card_of,
    choice_line,
    disasters,
    fact_line,
    stake_line,
)
from companion.pages.table import auction
from companion.pages.table import seat as table_seat
from companion.pages.table.situation import (
    DialCommand,
    Over,
    Pick,
    PickCommand,
    PickSun,
    Pointed,
    Situation,
)
from companion.pages.table.worth import lot_points
from companion.rules.editions import Seat
from companion.rules.model import AuctionCause, Discarding, Game
from companion.rules.problems import Fact
from companion.rules.tiles import Tile

MOST_NAMED = 5
"""So many suns that would lead are named aloud; of more nobody keeps the list."""


class Bidding(Situation, frozen=True):
    """An auction runs."""

    now: auction.AuctionNow
    pick: PickSun | PickCommand | None = None

    def commands(self) -> Iterator[Command]:
        model, now = self.model, self.now
        for sun, _ in now.every_higher:
            yield choice(TakeSun(sun), sun=sun)
        for seat in now.game.setup.seats:
            own = player_control(model, seat)
            yield tap("Sun", StepSun(seat), own, lit=bool(now.higher(seat)))
            if now.may_pass(seat):
                yield hold("Pass", CallPass(seat), own)
        label = mark("Nobody") if now.leader is None else mark("Settled")
        if table_seat.silent_before(model):  # nothing is settled: the table calls next
            label = mark("Pass")
        yield tap(label, SettleAuction(), OK, lit=auction.can_settle(model))
        yield tap("", AuctionStillOpen(), RA, lit=False, silent=True)
        yield turning("Choose")
        if isinstance(self.pick, PickSun):
            sun = self.pick.sun
            yield tap("Confirm", TakeSun(sun), OK, DIAL, sun=sun)
        else:
            yield from self.choosing()
        yield from self._not_settling()
        named = named_tiles(model.preferences.tile_keys)
        yield key((*named, INVOKE_KEY, GOD_KEY), AuctionStillOpen())
        for seat, button in zip(now.game.setup.seats, model.session.buttons, strict=True):
            yield key(PLAYER_KEYS[button], CallPass(seat))
        higher = {sun for sun, _ in now.every_higher}
        for name, sun in SUN_KEYS.items():
            yield key(name, TakeSun(sun), lit=sun in higher)

    def _not_settling(self) -> Iterator[Command]:
        """Yield what OK means before it settles: a number is whole, or the card is read."""
        model = self.model
        for sun, _ in self.now.every_higher:
            if str(sun) == model.screen.digits:  # OK says that no second digit follows
                yield tap("Confirm", TakeSun(sun), OK, sun=sun)
        if model.screen.is_card_shown:  # nobody settles what the card lies over
            yield tap("Close", ShowCard(), OK)

    def prompt(self) -> Prompt:
        now, names = self.now, self.now.game.setup.players
        if isinstance(self.pick, PickCommand):
            return Prompt("Settled?")
        if isinstance(self.pick, PickSun):
            facts: dict[str, Fact] = {"player": names[self.pick.seat], "sun": self.pick.sun}
            return Prompt("{player} bids {sun}?", facts, self.pick.seat)
        caller = now.must_bid
        if caller is not None:
            must = mark("{player}: you invoked Ra and nobody has bid, so you must bid")
            return Prompt(must, {"player": names[caller]}, caller)
        by_keys = mark("Which sun wins? Type its number")
        return Prompt("Who wins, and with which sun?", by_keys=by_keys)

    def ring(self) -> tuple[Pick, ...]:
        """Return the suns that could lead, ascending, and the settlement."""
        settling = (PickCommand(DialCommand.SETTLE),) if auction.can_settle(self.model) else ()
        return (*(PickSun(seat, sun) for sun, seat in self.now.every_higher), *settling)

    def pointed(self) -> Pointed | None:
        match self.pick:
            case PickSun(sun=sun):
                return Pointed(mark("Confirm"), TakeSun(sun))
            case PickCommand():
                return Pointed(mark("Settled"), SettleAuction())
            case _:
                return None

    def aloud(self, words: Words) -> Iterator[str]:
        """Yield who leads, else the question, and the suns that would lead now if they are few."""
        lead, higher = self.now.leader, tuple(sun for sun, _ in self.now.every_higher)
        if self.pick is not None or lead is None or lead.sun is None:
            yield from super().aloud(words)
        else:
            name = self.now.game.setup.players[lead.seat]
            yield words.say("{name} leads with {sun}", name=name, sun=lead.sun)
        if self.pick is None and lead is None and (worth := _worth(self.model)):
            yield words.say(worth.sentence, **worth.facts)
        if 0 < len(higher) <= MOST_NAMED and self.pick is None:
            yield words.say("Possible: {suns}", suns=suns(higher))

    def card(self) -> Card:
        """Return what has to be beaten, what is won, and what passing means (section 1.6)."""
        now, game = self.now, self.now.game
        dangers, names = disasters(game), game.setup.players
        number = sum(tile in dangers for tile in game.track)
        passed = ", ".join(names[seat] for seat in game.setup.seats if seat in now.passed)
        must, worth = now.must_bid is not None, _worth(self.model)
        found = card_of(
            _to_beat(now, must=must),
            *((worth,) if worth else ()),
            fact_line(Cost.PASSED, players=passed) if passed else Rule.ONE_BID,
            stake_line(game),
            *((fact_line(Cost.LOT_STRIKES, number=number),) if dangers else ()),
            *((_winning(game, now.asked[0]),) if now.asked else ()),
            *(() if must else (_passing(now),)),
            tiles=(Tile.RA, *dangers),
        )
        return replace(found, by_keys=SUNS_TYPED)


def _worth(model: Model) -> GuideLine | None:
    """Return what the tiles are worth to each player, if the table wants to know."""
    worths, names = lot_points(model), model.game.setup.players
    if not worths:
        return None
    told = ", ".join(f"{name} {points}" for name, points in zip(names, worths, strict=True))
    return fact_line(Cost.WORTH, worths=told)


def _to_beat(now: auction.AuctionNow, *, must: bool) -> GuideLine | Rule:
    """Return who leads, or who must bid; before the first bid, who bids last."""
    names, lead = now.game.setup.players, now.leader
    if lead is not None and lead.sun is not None:
        return fact_line(Cost.TO_BEAT, player=names[lead.seat], sun=lead.sun)
    if must:
        return fact_line(Cost.MUST_BID, player=names[now.auction.ra_player])
    return Rule.RA_PLAYER


def _winning(game: Game, seat: Seat) -> GuideLine:
    """Return what winning costs whoever is asked next: a sun less (R-TRN-1, R-EPE-1)."""
    own, name = len(game.players[seat].suns), game.setup.players[seat]
    if sum(len(player.suns) for player in game.players) == 1:
        return choice_line(Cost.BID_LAST_OF_ALL, player=name)
    return choice_line(Cost.BID, player=name, number=own - 1)


def _passing(now: auction.AuctionNow) -> GuideLine:
    names, lead = now.game.setup.players, now.leader
    if lead is not None and lead.sun is not None:
        return choice_line(Cost.LEADER_WINS, player=names[lead.seat], sun=lead.sun)
    if now.auction.cause is AuctionCause.INVOKED:
        return choice_line(Cost.CALLER_MUST, player=names[now.auction.ra_player])
    full = now.auction.cause is AuctionCause.TRACK_FULL
    return choice_line(Cost.ALL_LEAVES if full else Cost.ALL_STAYS)


class Settled(Over, frozen=True):
    """An auction was settled just now: a higher sun opens it again, until somebody goes on."""

    past: SettledAuction

    def commands(self) -> Iterator[Command]:
        """Yield the same, and OK, which goes on.

        Players' buttons are late bids, but in a disaster, where they choose tiles.
        """
        model = self.model
        is_disaster = isinstance(model.game.stage, Discarding)
        taken = () if is_disaster else PLAYER_CONTROLS
        for command in self.under.commands():
            yield command.without(taken)
        label = "" if is_disaster else mark("Next")  # there tiles go next
        yield tap(label, DismissResult(), OK)
        late = {call.sun: call.seat for call in auction.overbids(model, self.past)}
        for name, sun in SUN_KEYS.items():
            yield key(name, TakeSun(sun), lit=sun in late)
        if is_disaster:
            return
        for seat in model.game.setup.seats:
            able = seat in late.values()
            yield tap("Sun", StepSun(seat), player_control(model, seat), lit=able)
        # who passes a moment too late does not mean whose turn it is
        yield key(PLAYER_KEYS, SettleAuction())

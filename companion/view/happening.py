"""What has just happened at the table, and what else is said beside the question."""

from companion import telling
from companion.core.messages import BringBack
from companion.core.picks import PickDeed, PickDiscard, PickSun
from companion.rules.events import DisasterStruck, EpochBegan, LotWon, NobodyBid
from companion.rules.model import Auction
from companion.rules.tiles import bundle
from companion.view.badges import Sign
from companion.view.look import Look
from companion.view.prompt_bar import Aside
from companion.view.sight import Sight, has_pad
from companion.view.speech import account, short_name, weightiest

_TOLD = (LotWon, NobodyBid, DisasterStruck, EpochBegan)


def told(look: Look, sight: Sight) -> tuple[tuple[str, ...], ...]:
    """Return what the last action did to the auction track and to players, in full and shorter."""
    events = sight.moments[-1].events if sight.moments else ()
    said = [account(look, event, sight.game.setup) for event in events if isinstance(event, _TOLD)]
    if not said or not sight.is_live:
        return ()
    struck = [event for event in events if isinstance(event, DisasterStruck)]
    disasters = tuple(account(look, event, sight.game.setup)[0] for event in struck)
    full, short = tuple(one[0] for one in said), tuple(one[-1] for one in said)
    return (full, short, disasters) if disasters else (full, short)


def aside(look: Look, sight: Sight) -> Aside:
    """Return the highest bid, what OK does, what can come again, or what just happened."""
    game, auction = sight.game, sight.game.stage
    ok, dial = sight.offered.taps.get("ok"), sight.offered.taps.get("dial")
    choosing = isinstance(sight.pick, PickSun | PickDeed) or has_pad(look, sight)
    if look.canvas.touch and choosing and ok is not None and ok.is_lit:
        signs = (
            sight.sign("ok", ok),
            *((Sign("dial"),) if dial == ok and not sight.caps else ()),
        )
        return Aside((look.say(ok.label),), signs, ok.message)
    if look.canvas.touch and dial is not None and isinstance(dial.message, BringBack):
        return Aside((look.say(dial.label),), (sight.sign("dial", dial),), dial.message)
    if isinstance(auction, Auction) and auction.best_bidder is not None:
        name = short_name(look, game.setup.players[auction.best_bidder])
        highest = look.say("highest: {name} {sun}", name=name, sun=auction.best_bid)
        return Aside((highest, f"{name} {auction.best_bid}"))
    if isinstance(sight.pick, PickDiscard) and sight.pick.chosen:
        given = telling.bundle_names(bundle(sight.pick.chosen), look.canvas.words)
        return Aside((look.say("chosen: {tiles}", tiles=given), given))
    return Aside() if told(look, sight) and not any(game.lane) else happened(look, sight)


def happened(look: Look, sight: Sight) -> Aside:
    """Return what the last action did; a touch opens the history."""
    event = weightiest(sight.moments[-1].events) if sight.moments else None
    if event is None:
        return Aside()
    history = sight.offered.holds.get("undo")
    return Aside(account(look, event, sight.game.setup), (), history.message if history else None)

"""What is said aloud: what an action did, what is asked, pointed at or shown, the whole table.

It is shorter than in writing, but complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion import narration
from companion.core.mnemonics import GROUP_TILES, TileGroup
from companion.core.model import Model, called
from companion.core.session import Secrecy
from companion.i18n import AUTONYMS, Words
from companion.narration import CATEGORIES
from companion.pages import history, menu, new_game, opponent, partial, scoring
from companion.pages import table as table_pages
from companion.pages.bindings import prompt
from companion.rules.actions import LANE_SLOTS, Level
from companion.rules.editions import Setup, Sun, Suns
from companion.rules.ending import final_ranking
from companion.rules.events import (
    AuctionBegan,
    EpochEnded,
    Event,
    GameDecided,
    GameEnded,
    LotWon,
    TileDrawn,
)
from companion.rules.model import Auction, Game, Phase, Player
from companion.rules.partial.ledger import Ledger, Wait
from companion.rules.partial.levels import at_level
from companion.rules.records.timeline import Moment
from companion.rules.refusal import Fact
from companion.rules.scoring.reasons import tie_breaks
from companion.rules.scoring.scoring import Category, EpochScore
from companion.rules.tiles import Tile


def sentences(before: Game, moment: Moment, secrecy: Secrecy, words: Words) -> Iterator[str]:
    """Yield what an action did.

    Args:
        before: The table before it.
        moment: The action with its events.
        secrecy: Who may know points (R-INF-2).
        words: The language of the table.
    """
    setup = before.setup
    for event in moment.events:
        match event:
            case TileDrawn(_, Tile.RA):
                yield words.say(
                    "Ra, {count} of {limit}", count=before.ra_count + 1, limit=before.ra_limit
                )
            case TileDrawn(seat, tile):
                yield words.say(
                    "{name}: {tile}. Auction track {count} of {slots}",
                    name=setup.players[seat],
                    tile=narration.tile_name(tile, words),
                    count=sum(each is not None for each in moment.game.lane),
                    slots=LANE_SLOTS,
                )
            case LotWon():
                yield _won(event, setup, words)
            case EpochEnded():
                yield narration.account(event, setup, words)
                yield from gains(event, setup, secrecy, words)
            case AuctionBegan() | GameEnded() | GameDecided():
                pass  # the call of Ra says the one; the other is revealed place by place
            case _:
                yield narration.account(event, setup, words)


def told_again(event: Event, setup: Setup, words: Words) -> str:
    """Return in one sentence what was taken back or is looked back at; empty if it is secret."""
    if isinstance(event, GameEnded | GameDecided):
        return ""
    return narration.account(event, setup, words)


def _won(won: LotWon, setup: Setup, words: Words) -> str:
    facts = {"name": setup.players[won.seat], "paid": won.paid, "sun": won.sun}
    if not won.lot:
        return words.say("{name} takes it with {paid}, and gets sun {sun}", **facts)
    tiles = narration.bundle_names(won.lot, words)
    return words.say(
        "{name} takes it with {paid}, and gets sun {sun}: {tiles}", **facts, tiles=tiles
    )


def gains(ended: EpochEnded, setup: Setup, secrecy: Secrecy, words: Words) -> Iterator[str]:
    """Yield what an epoch brought each player; what they have in all only if that is open.

    Where points are sealed nothing is told of them (R-INF-2).
    """
    if secrecy is Secrecy.SEALED:
        return
    for name, score in zip(setup.players, ended.scores, strict=True):
        yield _gain(name, score, words)
        if secrecy is Secrecy.OPEN:
            yield words.tell(
                "{name}: {number} point in all",
                "{name}: {number} points in all",
                score.after,
                name=name,
            )


def _gain(name: str, score: EpochScore, words: Words) -> str:
    if score.net < 0:
        return words.tell(
            "{name} returns {number} point",
            "{name} returns {number} points",
            -score.net,
            name=name,
        )
    return words.tell(
        "{name} takes {number} point", "{name} takes {number} points", score.net, name=name
    )


def question(model: Model, words: Words) -> Iterator[str]:
    """Yield what is asked now, and what is pointed at."""
    page = model.page
    match page:
        case table_pages.Table():
            yield from _at_table(model, page, words)
        case menu.Menu():
            yield words.say(page.pointed_at(model).label)
        case new_game.OptionsPage():
            shown = new_game.pointed_at(model, page)
            yield words.state(words.say(shown.title), words.say(shown.value, **shown.facts))
        case history.History(at):
            yield from _looked_back(model, at, words)
        case scoring.Finale():
            yield from places_revealed(model, page.revealed - 1, page.revealed, words)
        case new_game.Seating() | new_game.Dealing():
            yield from _seated(model, page, words)
            yield asked(model, words)
        case new_game.LayingOut(guests):
            yield from _laid_out(model, len(new_game.with_machines(model, guests)), words)
            yield asked(model, words)
        case new_game.Welcome():
            yield AUTONYMS.get(words.language, words.language)
            yield asked(model, words)
        case _:
            yield asked(model, words)


def _at_table(model: Model, page: table_pages.Table, words: Words) -> Iterator[str]:
    """Yield what the dial points at; else the question, with what can be chosen."""
    match page.pick:
        case None if opponent.is_shown(model):
            yield from opponent.seat.sentences(model, words)
        case None if isinstance(model.game.stage, Auction):
            yield from _auction(model, words)
        case table_pages.PickTile(group, focus) if focus is not None:
            yield narration.tile_name(GROUP_TILES[group][focus], words)
        case table_pages.PickTile(group) if group is not TileGroup.ALL:
            yield asked(model, words)
            left = (tile for tile in GROUP_TILES[group] if model.game.bag & tile.mask)
            yield words.list(narration.tile_name(tile, words) for tile in left)
        case table_pages.PickGod(focus) if focus is not None:
            tile = model.game.lane[focus]
            yield asked(model, words) if tile is None else narration.tile_name(tile, words)
        case _:
            yield asked(model, words)


def asked(model: Model, words: Words) -> str:
    """Return the question on the screen."""
    now = prompt(model)
    return filled(now.sentence, now.facts, words)


def filled(sentence: str, facts: Mapping[str, Fact], words: Words) -> str:
    """Return a sentence with its facts in the language of the table."""
    named = {key: narration.fact_name(key, fact, words) for key, fact in facts.items()}
    return words.say(sentence, **named)


def suns(numbers: tuple[Sun, ...]) -> str:
    """Return the numbers of suns as a list."""
    return ", ".join(map(str, numbers))


def _auction(model: Model, words: Words) -> Iterator[str]:
    """Yield who leads, else the question, and the suns that would lead now."""
    now = table_pages.auction.heard(model)
    lead = None if now is None else now.leader
    if lead is None or lead.sun is None:
        yield asked(model, words)
    else:
        name = model.game.setup.players[lead.seat]
        yield words.say("{name} leads with {sun}", name=name, sun=lead.sun)
    possible = table_pages.auction.could_lead(model)
    if possible:
        yield words.say("Possible: {suns}", suns=suns(possible))


def _seated(model: Model, page: new_game.Seating | new_game.Dealing, words: Words) -> Iterator[str]:
    if isinstance(page, new_game.Seating):
        if page.guests:
            yield words.say(
                "Here: {names}", names=words.list(called(guest, model) for guest in page.guests)
            )
        return
    for guest, group in zip(page.guests, page.suns, strict=True):
        if group:
            yield words.say("{name}: suns {suns}", name=called(guest, model), suns=suns(group))


def _laid_out(model: Model, players: int, words: Words) -> Iterator[str]:
    """Yield which suns are used, where everything lies, and what a turn is."""
    options = new_game.fitting(model.session.agreement, players).options
    yield words.say("Suns in this game: {suns}", suns=suns(new_game.suns_of(players, options)))
    for line in (line for part in new_game.told(players, options) for line in part):
        yield words.say(line.sentence, **line.facts)


def _looked_back(model: Model, at: int, words: Words) -> Iterator[str]:
    if at:
        yield words.say("Entry {entry}", entry=at)
    for event in history.events_at(model, at):
        yield told_again(event, model.game.setup, words)


def _brought(model: Model, category: Category, points: tuple[int, ...], words: Words) -> str:
    names = model.game.setup.players
    told = words.list(f"{names[seat]} {gain}" for seat, gain in scoring.reveal.rising(points))
    return words.state(words.say(CATEGORIES[category]), told)


def epoch_revealed(model: Model, words: Words) -> Iterator[str]:
    """Yield what the category brought whose bars have stopped; after all, the whole epoch.

    Where points are sealed no bars grow.
    """
    page, timeline = model.page, model.session.timeline
    if not isinstance(page, scoring.EpochScores) or timeline is None or not timeline.moments:
        return
    category = scoring.reveal.latest(page, scoring.reveal.counted(model))
    for event in timeline.moments[-1].events:
        if not isinstance(event, EpochEnded):
            continue
        if category is None:
            yield from gains(event, model.game.setup, model.session.agreement.secrecy, words)
        else:
            points = tuple(score.points(category) for score in event.scores)
            yield _brought(model, category, points, words)


def places_revealed(model: Model, before: int, now: int, words: Words) -> Iterator[str]:
    """Yield the places that were revealed since, the last one first.

    Args:
        model: Its game is over.
        before: How many were known.
        now: How many are known.
        words: The language of the table.
    """
    order, names = final_ranking(model.game).seats, model.game.setup.players
    if not now:
        yield asked(model, words)
        return
    place = max(1, len(order) - now + 1)
    for each in range(max(place, len(order) - before), place - 1, -1):
        seat = order[each - 1]
        yield words.tell(
            "Place {place}: {name} with {number} point",
            "Place {place}: {name} with {number} points",
            model.game.players[seat].score,
            place=each,
            name=names[seat],
        )
    if place == 1:
        yield words.say("{name} wins the game", name=names[order[0]])
        yield from _ties(model, words)


def _ties(model: Model, words: Words) -> Iterator[str]:
    game = model.game
    totals = [player.score for player in game.players]
    discs = [(*player.up, *player.down) for player in game.players]
    for tied in tie_breaks(final_ranking(game), totals, discs):
        yield narration.tie_break(tied, game.setup.players, words)


def whole_table(model: Model, words: Words) -> tuple[str, ...]:
    """Return whose turn it is, the Ra track, the auction track, the centre, and each player.

    What is asked comes first. Points are never in it while they lie face down (R-INF-2).
    """
    if model.session.timeline is None:
        return tuple(question(model, words))
    game = model.game
    told = [asked(model, words)]
    if isinstance(model.page, scoring.EpochScores):
        if model.page.hidden:
            return tuple(told)
        for event in model.session.timeline.events:
            if isinstance(event, EpochEnded):
                told += gains(event, game.setup, model.session.agreement.secrecy, words)
    elif not isinstance(model.page, table_pages.Table | partial.PartialTable):
        told = [*question(model, words)]
    if model.session.timeline.ledger is not None:
        return (*told, *known_table(model.session.timeline.ledger, words))
    if game.stage is not Phase.OVER:
        told += _board(game, words)
    for name, player in zip(game.setup.players, game.players, strict=True):
        told += _player(name, player, words)
    return tuple(told)


def _board(game: Game, words: Words) -> Iterator[str]:
    yield narration.epoch_name(game.epoch, game.setup, words)
    yield words.say("Ra track: {count} of {limit}", count=game.ra_count, limit=game.ra_limit)
    tiles = [narration.tile_name(tile, words) for tile in game.lane if tile is not None]
    if tiles:
        yield words.say(
            "Auction track, {count} of {slots}: {tiles}",
            count=len(tiles),
            slots=LANE_SLOTS,
            tiles=words.list(tiles),
        )
    else:
        yield words.say("The auction track is empty")
    yield words.say("In the centre: sun {sun}", sun=game.centre)
    if isinstance(game.stage, Auction) and game.stage.best_bidder is not None:
        name = game.setup.players[game.stage.best_bidder]
        yield words.say("highest: {name} {sun}", name=name, sun=game.stage.best_bid)


def _player(name: str, player: Player, words: Words) -> Iterator[str]:
    yield from _suns_of(name, player.up, player.down, words)
    tiles = narration.bundle_names(player.tiles, words)
    yield words.say("Tiles: {tiles}", tiles=tiles) if tiles else words.say("No tiles")


def known_table(ledger: Ledger, words: Words) -> Iterator[str]:
    """Yield the epoch, the Ra track, the tracks and each player, as far as they are known.

    Points are never in it (R-INF-2); while only points are kept, nothing else is followed.
    """
    if ledger.level is Level.SCORE_ONLY and ledger.stage is Wait.TURN:
        ledger = at_level(ledger, Level.LIGHT)
    if ledger.stage is Wait.OVER:
        return
    if ledger.epoch is not None:
        yield narration.epoch_name(ledger.epoch, ledger.setup, words)
    if ledger.ra_count is not None:
        limit = ledger.setup.ra_limit
        yield words.say("Ra track: {count} of {limit}", count=ledger.ra_count, limit=limit)
    if ledger.is_counted and ledger.lane_tiles is not None:
        yield words.say(
            "Auction track {count} of {slots}", count=ledger.lane_tiles, slots=LANE_SLOTS
        )
    if ledger.centre is not None:
        yield words.say("In the centre: sun {sun}", sun=ledger.centre)
    for seat in ledger.setup.seats:
        hand = ledger.hands[seat]
        yield from _suns_of(ledger.name(seat), hand.up, hand.down, words)


def _suns_of(name: str, up: Suns | None, down: Suns | None, words: Words) -> Iterator[str]:
    if up is None:
        yield words.say("{name}: suns unknown", name=name)
    elif up:
        yield words.say("{name}: suns {suns}", name=name, suns=suns(up))
    else:
        yield words.say("{name}: no suns to bid", name=name)
    if down:
        yield words.say("Face down: {suns}", suns=suns(down))

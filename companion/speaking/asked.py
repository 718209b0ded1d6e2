"""What is asked, pointed at or shown now, as it is said aloud."""

from collections.abc import Iterator, Mapping

from companion import explaining, telling
from companion.core import revealing
from companion.core.at_table import open_bids_of_bidder
from companion.core.history import events_at
from companion.core.menu import entries
from companion.core.model import (
    Agreeing,
    AtTable,
    Dealing,
    Finale,
    History,
    Menu,
    Model,
    Scoring,
    Seating,
    Welcome,
    called,
)
from companion.core.options import rows
from companion.core.picks import GROUP_TILES, PickGod, PickTile, TileGroup
from companion.core.prompt import prompt
from companion.explaining import CATEGORIES
from companion.rules.editions import Split, Sun, sun_groups
from companion.rules.ending import final_ranking
from companion.rules.events import EpochEnded
from companion.rules.legal import must_bid
from companion.rules.model import Auction
from companion.rules.reasons import tie_breaks
from companion.rules.refusal import Fact
from companion.rules.scoring import Category
from companion.speaking.happened import gains, told_again
from companion.words import AUTONYMS, Words


def question(model: Model, words: Words) -> Iterator[str]:
    """Yield what is asked now, and what is pointed at."""
    page = model.page
    match page:
        case AtTable():
            yield from _at_table(model, page, words)
        case Menu(row):
            yield words.say(entries(model)[row].label)
        case Agreeing(guests, row):
            shown = rows(model.agreement, len(guests))[row]
            yield words.state(words.say(shown.title), words.say(shown.value, **shown.facts))
        case History(at):
            yield from _looked_back(model, at, words)
        case Finale():
            yield from _category(model, page, words) or _revealed(model, page.revealed, words)
        case Seating() | Dealing():
            yield from _seated(model, page, words)
            yield asked(model, words)
        case Welcome():
            yield AUTONYMS.get(words.language, words.language)
            yield asked(model, words)
        case _:
            yield asked(model, words)


def _at_table(model: Model, page: AtTable, words: Words) -> Iterator[str]:
    """Yield what the dial points at; else the question, with what can be chosen."""
    match page.pick:
        case None if isinstance(model.game.stage, Auction):
            yield from _bid(model, model.game.stage, words)
        case PickTile(group, focus) if focus is not None:
            yield telling.tile_name(GROUP_TILES[group][focus], words)
        case PickTile(group) if group is not TileGroup.ALL:
            yield asked(model, words)
            left = (tile for tile in GROUP_TILES[group] if model.game.bag & tile.mask)
            yield words.list(telling.tile_name(tile, words) for tile in left)
        case PickGod(focus) if focus is not None:
            tile = model.game.lane[focus]
            yield asked(model, words) if tile is None else telling.tile_name(tile, words)
        case _:
            yield asked(model, words)


def asked(model: Model, words: Words) -> str:
    """Return the question on the screen."""
    now = prompt(model)
    return filled(now.sentence, now.facts, words)


def filled(sentence: str, facts: Mapping[str, Fact], words: Words) -> str:
    """Return a sentence with its facts in the language of the table."""
    named = {key: telling.fact_name(key, fact, words) for key, fact in facts.items()}
    return words.say(sentence, **named)


def suns(numbers: tuple[Sun, ...]) -> str:
    """Return the numbers of suns as a list."""
    return ", ".join(map(str, numbers))


def _bid(model: Model, auction: Auction, words: Words) -> Iterator[str]:
    game = model.game
    possible = open_bids_of_bidder(game, auction)
    if must_bid(game, auction):
        yield asked(model, words)
        yield words.say("Possible: {suns}", suns=suns(possible))
    elif possible:
        yield words.say("{name}: bid {suns}, or pass", name=game.name, suns=suns(possible))
    else:
        yield words.say("{name}: no sun is high enough, so only pass", name=game.name)


def _seated(model: Model, page: Seating | Dealing, words: Words) -> Iterator[str]:
    if isinstance(page, Seating):
        if page.guests:
            yield words.say(
                "Here: {names}", names=words.list(called(guest, model) for guest in page.guests)
            )
        return
    split = model.agreement.options.two_player_split or Split.RAZZIA
    table = sun_groups(len(page.guests), split)
    for guest, group in zip(page.guests, page.groups, strict=True):
        yield words.say("{name}: suns {suns}", name=called(guest, model), suns=suns(table[group]))


def _looked_back(model: Model, at: int, words: Words) -> Iterator[str]:
    yield words.say("After action {number}", number=at)
    for event in events_at(model, at):
        yield told_again(event, model.game.setup, words)


def _category(model: Model, page: Finale, words: Words) -> tuple[str, ...]:
    """Return the category that is revealed, and what it brought, the lowest first."""
    category = revealing.shown(page)
    if category is None or model.timeline is None:
        return ()
    return (_brought(model, category, revealing.gained(model.timeline, category), words),)


def _brought(model: Model, category: Category, points: tuple[int, ...], words: Words) -> str:
    names = model.game.setup.players
    told = words.list(f"{names[seat]} {gain}" for seat, gain in revealing.rising(points))
    return words.state(words.say(CATEGORIES[category]), told)


def epoch_revealed(model: Model, words: Words) -> Iterator[str]:
    """Yield what the category that was revealed last brought; after all of them, the whole epoch.

    Only a table that plays open reveals an epoch.
    """
    page, timeline = model.page, model.timeline
    if not isinstance(page, Scoring) or timeline is None or not timeline.moments:
        return
    category = revealing.latest(page)
    for event in timeline.moments[-1].events:
        if not isinstance(event, EpochEnded):
            continue
        if category is None:
            yield from gains(event, model.game.setup, model.agreement.secrecy, words)
        else:
            points = tuple(score.points(category) for score in event.scores)
            yield _brought(model, category, points, words)


def _revealed(model: Model, revealed: int, words: Words) -> Iterator[str]:
    """Yield the place that was revealed last; all of it when everybody is."""
    order, names = final_ranking(model.game).seats, model.game.setup.players
    if not revealed:
        yield asked(model, words)
        return
    place = max(1, len(order) - revealed + 1)
    seat = order[place - 1]
    yield words.tell(
        "Place {place}: {name} with {number} point",
        "Place {place}: {name} with {number} points",
        model.game.players[seat].score,
        place=place,
        name=names[seat],
    )
    if place == 1:
        yield words.say("{name} wins the game", name=names[seat])
        yield from _ties(model, words)


def _ties(model: Model, words: Words) -> Iterator[str]:
    game = model.game
    totals = [player.score for player in game.players]
    discs = [(*player.up, *player.down) for player in game.players]
    for tied in tie_breaks(final_ranking(game), totals, discs):
        yield explaining.tie_break(tied, game.setup.players, words)

"""Says aloud what is asked, pointed at or shown now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion import narration
from companion.core.mnemonics import GROUP_TILES, TileGroup
from companion.core.model import Model, called
from companion.i18n import AUTONYMS, Words
from companion.narration import CATEGORIES
from companion.pages import history, menu, new_game, opponent, scoring
from companion.pages import table as table_pages
from companion.pages.bindings import prompt
from companion.rules.editions import Sun
from companion.rules.ending import final_ranking
from companion.rules.events import EpochEnded
from companion.rules.model import Auction
from companion.rules.refusal import Fact
from companion.rules.scoring.reasons import tie_breaks
from companion.rules.scoring.scoring import Category
from companion.speaking.events import gains, told_again


def question(model: Model, words: Words) -> Iterator[str]:
    """Yield what is asked now, and what is pointed at."""
    page = model.page
    match page:
        case table_pages.Table():
            yield from _at_table(model, page, words)
        case menu.Menu():
            yield words.say(page.pointed_at(model).label)
        case new_game.OptionsPage():
            shown = page.pointed_at(model)
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

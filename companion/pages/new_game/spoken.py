"""What is said aloud as people sit down, agree on options and are dealt suns."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.model import Model, called
from companion.core.session import Guest
from companion.i18n import Words
from companion.i18n.languages import own_name
from companion.narration.aloud import asked, suns
from companion.pages.bindings import prompt
from companion.pages.new_game.dealing import Dealing, LayingOut, suns_of, told
from companion.pages.new_game.new_game import with_machines
from companion.pages.new_game.options import fitting
from companion.pages.new_game.seating import Seating


def welcome(model: Model, words: Words) -> Iterator[str]:
    """Yield the language, and the question."""
    yield own_name(words.language)
    yield asked(prompt(model), words)


def seating(page: Seating, model: Model, words: Words) -> Iterator[str]:
    """Yield who sits here, and the question."""
    if page.guests:
        yield words.say("Here: {names}", names=_names(page.guests, model, words))
    machines = tuple(guest for guest in with_machines(model, page.guests) if not guest.is_person)
    if machines:
        yield words.say("Computer players: {names}", names=_names(machines, model, words))
    yield asked(prompt(model), words)


def _names(guests: tuple[Guest, ...], model: Model, words: Words) -> str:
    return words.list(called(guest, model) for guest in guests)


def dealing(page: Dealing, model: Model, words: Words) -> Iterator[str]:
    """Yield who has which suns, and the question."""
    for guest, group in zip(page.guests, page.suns, strict=True):
        if group:
            yield words.say("{name}: suns {suns}", name=called(guest, model), suns=suns(group))
    yield asked(prompt(model), words)


def laying_out(page: LayingOut, model: Model, words: Words) -> Iterator[str]:
    """Yield which suns are used, where everything lies, what a turn is, and the question."""
    players = len(with_machines(model, page.guests))
    options = fitting(model.session.agreement, players).options
    yield words.say("Suns in this game: {suns}", suns=suns(suns_of(players, options)))
    for line in (line for part in told(players, options) for line in part):
        yield words.say(line.sentence, **line.facts)
    yield asked(prompt(model), words)

"""Rewrites the events of a game's journal without people's names."""

from collections.abc import Mapping, Sequence

from companion.journal import game_lines
from companion.journal.erasing import Change
from companion.journal.lines import Event, Line
from companion.rules.names import stand_in, stands_in


def nameless(lines: Sequence[Line]) -> Change | None:
    """Return how to rewrite the events of a game without anybody's name."""
    return without(lines, None)


def without(lines: Sequence[Line], wanted: Sequence[str] | None) -> Change | None:
    """Return how to rewrite the events of a game without these names, or without any if None.

    A second player of the same name got a number added to it; both are meant, as nobody can tell
    any more which of the two asks.

    Returns None if none of them played.
    """
    kept = game_lines.read(lines[:1])
    if kept is None:
        return None
    players = kept.timeline.start.setup.players
    typed = [" ".join(guest.name.split()) for guest in kept.guests]
    seats = [
        seat
        for seat, name in enumerate(players)
        if (wanted is None or name in wanted or typed[seat] in wanted) and not stands_in(name)
    ]
    aliases = {players[seat]: _alias(seat, players) for seat in seats}
    if not aliases:
        return None

    def change(event: Event) -> Event:
        said = _replaced(event, aliases)
        assert isinstance(said, dict)  # noqa: S101 - as the event is
        return _without_guests(said, seats)

    return change


def _without_guests(event: Event, seats: Sequence[int]) -> Event:
    """Return the event with no name for these, if it says who took their seats."""
    match event:
        case {"table": dict(table)} if "guests" in table:
            guests = [{**each, "name": ""} if seat in seats else each
                      for seat, each in enumerate(table["guests"])]  # fmt: skip
            return {**event, "table": {**table, "guests": guests}}
        case _:
            return event


def _alias(seat: int, players: Sequence[str]) -> str:
    alias = stand_in(seat + 1)
    while alias in players:
        alias = f"#{alias}"
    return alias


def _replaced(said: object, aliases: Mapping[str, str]) -> object:
    """Return JSON with names replaced wherever one stands."""
    match said:
        case str():
            return aliases.get(said, said)
        case list():
            return [_replaced(each, aliases) for each in said]
        case dict():
            return {key: _replaced(each, aliases) for key, each in said.items()}
        case _:
            return said

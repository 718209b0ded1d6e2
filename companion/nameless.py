"""How a game's journal is told without people's names."""

from collections.abc import Sequence

from companion import chronicle
from companion.journal.erasing import Change
from companion.journal.lines import Event, Line


def nameless(lines: Sequence[Line]) -> Change | None:
    """Say how the events of a game are said without anybody's name."""
    return without(lines, None)


def without(lines: Sequence[Line], wanted: Sequence[str] | None) -> Change | None:
    """Return how a game is told without these people; without anybody if None.

    None if none of them is in it.
    """
    kept = chronicle.read(lines[:1])
    players = () if kept is None else kept.timeline.start.setup.players
    aliases = {
        name: _alias(seat, players)
        for seat, name in enumerate(players)
        if (wanted is None or name in wanted) and not name.startswith("#")
    }
    if not aliases:
        return None

    def change(event: Event) -> Event:
        said = _replaced(event, aliases)
        assert isinstance(said, dict)  # noqa: S101 - as the event is
        return said

    return change


def _alias(seat: int, players: Sequence[str]) -> str:
    alias = f"#{seat + 1}"
    while alias in players:
        alias = f"#{alias}"
    return alias


def _replaced(said: object, aliases: dict[str, str], key: str = "") -> object:
    """Return JSON with names replaced wherever one stands; a guest without a name has none."""
    match said:
        case str():
            return ("" if key == "guests" else aliases[said]) if said in aliases else said
        case list():
            return [_replaced(each, aliases, key) for each in said]
        case dict():
            under = {name: key if key == "guests" else name for name in said}
            return {name: _replaced(each, aliases, under[name]) for name, each in said.items()}
        case _:
            return said

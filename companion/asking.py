"""A score sheet asked for on a terminal: a line for every player, said back in words."""

from collections.abc import Callable

from companion import objecting, shorthand
from companion.rules.editions import SUN_GROUPS, NoPenalty
from companion.rules.model import LAST_EPOCH
from companion.rules.slips import mistakes_of_players
from companion.rules.tally import Row, Tally, TwoPlayers, label
from companion.words import Words

Hear = Callable[[str], str | None]
"""Ask with these words and return the answer; None when there will be no more answers."""

_PENALTIES = (
    ("", NoPenalty.OFF),
    ("no", NoPenalty.OFF),
    ("off", NoPenalty.OFF),
    ("final_only", NoPenalty.FINAL_ONLY),
    ("every_epoch", NoPenalty.EVERY_EPOCH),
)


def ask_for_tally(hear: Hear, tell: Callable[[str], None], words: Words) -> Tally | None:
    """Ask for the epoch and for every player, and return the sheet, which has no mistakes.

    Args:
        hear: Asks.
        tell: Says something that needs no answer.
        words: The language.

    Returns:
        The sheet, or None if the answers ended before there were two players.
    """
    epoch = _epoch(hear, words)
    if epoch is None:
        return None
    tell(words.say("A line for each player, such as: Anna: 3p 1f 4n art2 pyr3 s13,5,2 b20"))
    tell(words.say("(s: suns; b: points before this epoch; an empty line after the last player)"))
    rows = _rows(epoch, hear, tell, words)
    if len(rows) < min(SUN_GROUPS):
        return None
    spared = _no_penalty(hear, words) if len(rows) == min(SUN_GROUPS) else NoPenalty.OFF
    return Tally(epoch, rows, TwoPlayers(two_player_no_penalty=spared))


def _epoch(hear: Hear, words: Words) -> int | None:
    while (answer := hear(words.say("Which epoch has ended, 1, 2 or 3? "))) is not None:
        if answer.strip() in map(str, range(1, LAST_EPOCH + 1)):
            return int(answer)
    return None


def _rows(epoch: int, hear: Hear, tell: Callable[[str], None], words: Words) -> tuple[Row, ...]:
    rows: tuple[Row, ...] = ()
    while len(rows) < max(SUN_GROUPS):
        line = hear(words.say("Player {number}? ", number=len(rows) + 1))
        if line is None or (not line.strip() and len(rows) >= min(SUN_GROUPS)):
            break
        if line.strip():
            rows = _with(line, Tally(epoch, rows), tell, words).players
    return rows


def _with(line: str, tally: Tally, tell: Callable[[str], None], words: Words) -> Tally:
    """Return the sheet with one more player, or as it was if the line cannot be."""
    try:
        row = shorthand.read_row(line, words)
    except shorthand.Unread as why:
        for puzzle in why.puzzles:
            tell(shorthand.puzzle(puzzle, words))
        return tally
    longer = Tally(tally.epoch, (*tally.players, row))
    tell(shorthand.in_words(row, label(longer, len(tally.players)), words))
    found = mistakes_of_players(longer)
    for mistake in found:
        tell(objecting.mistake(mistake, words))
    return tally if found else longer


def _no_penalty(hear: Hear, words: Words) -> NoPenalty:
    question = words.say("Is nobody penalised for being last: no, final_only or every_epoch? [no] ")
    while (answer := hear(question)) is not None:
        said = answer.strip().casefold()
        for word, penalty in _PENALTIES:
            if said == word or (said and word.startswith(said)):
                return penalty
    return NoPenalty.OFF

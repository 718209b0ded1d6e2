"""A score sheet asked for on a terminal: a line for every player, said back in words."""

from collections.abc import Callable

from msgspec.structs import replace

from companion import objecting, shorthand
from companion.rules.editions import SUN_GROUPS, NoPenalty
from companion.rules.model import LAST_EPOCH
from companion.rules.sheet import Scored
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


def ask_for_next(
    sheet: Scored, hear: Hear, tell: Callable[[str], None], words: Words
) -> Tally | None:
    """Ask whether the game goes on with these people, and then for each of them, by name.

    Args:
        sheet: The epoch before, whose points are carried on.
        hear: Asks.
        tell: Says something that needs no answer.
        words: The language.

    Returns:
        The sheet of the next epoch, or None if there is none, or not everybody was told.
    """
    before = sheet.tally
    if before.epoch == LAST_EPOCH:
        return None
    question = words.say("Count the next epoch too, yes or no? [no] ")
    said = (hear(question) or "").strip().casefold()
    if not said or not "yes".startswith(said):
        return None
    tally = Tally(before.epoch + 1, (), before.options)
    while len(tally.players) < len(before.players):
        seat = len(tally.players)
        line = hear(f"{sheet.names[seat]}? ")
        if line is None:
            return None
        carried = before.players[seat].name, sheet.scores[seat].after
        tally = _with(line, tally, tell, words, carried)
    return tally


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


def _with(
    line: str,
    tally: Tally,
    tell: Callable[[str], None],
    words: Words,
    carried: tuple[str | None, int] | None = None,
) -> Tally:
    """Return the sheet with one more player, or as it was if the line cannot be."""
    try:
        row = shorthand.read_row(line, words)
    except shorthand.Unread as why:
        for puzzle in why.puzzles:
            tell(shorthand.puzzle(puzzle, words))
        return tally
    if carried is not None:
        name, before = carried
        row = replace(row, name=name, before=before if row.before is None else row.before)
    longer = Tally(tally.epoch, (*tally.players, row), tally.options)
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

"""The first line of a record, read by the oracle: what is wrong with it, and what it means."""

from typing import Any

from tests.oracle import box

Header = dict[str, Any]
"""The header of a record, as JSON gives it."""

KEYS = ["ra_record", "players", "edition", "suns", "ra_limit", "options"]
"""All keys a header may have."""

CHOICES = {"two_player_split": list(box.SPLITS), "two_player_no_penalty": box.PENALTIES}
"""The options a header may set, and their values."""


def fault(header: Header) -> str | None:
    """Say in one sentence why no game can be played by this header, or None if one can."""
    if not isinstance(header, dict):
        return "A header is a JSON object."
    for key in header:
        if key not in KEYS:
            return f"A header has no key {key!r}."
    if "ra_record" in header and not is_whole(header["ra_record"], 1, 1):
        return "Only version 1 of the record is known."
    for look in [fault_of_players, fault_of_edition, fault_of_options, fault_of_limit]:
        sentence = look(header)
        if sentence:
            return sentence
    return fault_of_variant(header) or fault_of_suns(header)


def is_whole(value: object, low: int, high: int) -> bool:
    """Whether this is a whole number (not true or false) from low to high."""
    return type(value) is int and low <= value <= high


def fault_of_players(header: Header) -> str | None:
    """R-SET-1, E-04: two to five names."""
    names = header.get("players")
    if not isinstance(names, list) or not all(type(name) is str for name in names):
        return "The players are a list of names."
    if not 2 <= len(names) <= 5:
        return f"Ra is for 2 to 5 players, not {len(names)}."
    return None


def fault_of_edition(header: Header) -> str | None:
    """Section 1.14: one of four editions."""
    if header.get("edition", "c25") not in box.EDITIONS:
        return f"There is no edition {header['edition']!r}."
    return None


def fault_of_options(header: Header) -> str | None:
    """Section 1.14: the two options a record may carry."""
    options = header.get("options", {})
    if not isinstance(options, dict):
        return "The options are a JSON object."
    for key, value in options.items():
        if key not in CHOICES:
            return f"There is no option {key!r}."
        if value not in CHOICES[key]:
            return f"The option {key} cannot be {value!r}."
    return None


def fault_of_limit(header: Header) -> str | None:
    """R-SET-8: an epoch ends with the 1st to 10th Ra tile."""
    if "ra_limit" in header and not is_whole(header["ra_limit"], 1, 10):
        return f"An epoch cannot end with Ra tile number {header['ra_limit']!r}, only 1 to 10."
    return None


def fault_of_variant(header: Header) -> str | None:
    """D-01, E-04: alea1999 knows two players only as a variant that somebody chose."""
    chosen = "ra_limit" in header or "two_player_split" in header.get("options", {})
    if len(header["players"]) == 2 and header.get("edition") == "alea1999" and not chosen:
        return "The edition alea1999 is for 3 to 5 players, unless a two-player variant is named."
    return None


def fault_of_suns(header: Header) -> str | None:
    """R-SET-4, R-SET-5, R-INV-2, R-INV-3: every sun in play but 1 lies before somebody."""
    if "suns" not in header:
        return None
    count = len(header["players"])
    suns = header["suns"]
    if not isinstance(suns, list) or len(suns) != count:
        return "The suns are one list for each player."
    for owned in suns:
        if not isinstance(owned, list) or len(owned) != box.SUNS_EACH[count]:
            return f"With {count} players everybody has {box.SUNS_EACH[count]} suns."
        if not all(is_whole(sun, 2, box.HIGHEST_SUN[count]) for sun in owned):
            return f"The suns before {count} players are 2 to {box.HIGHEST_SUN[count]}."
    flat = [sun for owned in suns for sun in owned]
    if len(set(flat)) != len(flat):
        return "No sun can lie before the players twice."
    return None


def suns_of(header: Header) -> list[list[int]]:
    """Suns per seat at the start, ascending (R-SET-5)."""
    count = len(header["players"])
    split = header.get("options", {}).get("two_player_split", "razzia")
    groups = box.SPLITS[split] if count == 2 else box.GROUPS[count]
    return [sorted(owned) for owned in header.get("suns", groups)]


def ra_limit_of(header: Header) -> int:
    """Ra tiles that end an epoch (R-SET-8)."""
    limit: int = header.get("ra_limit", box.RA_LIMIT[len(header["players"])])
    return limit


def no_penalty_of(header: Header) -> str:
    """Which penalties two players have agreed to waive; more players never waive any."""
    if len(header["players"]) != 2:
        return "off"
    value: str = header.get("options", {}).get("two_player_no_penalty", "off")
    return value

"""Why a text is no record or score sheet at all: kinds and facts, apart from their words."""

from collections.abc import Mapping
from enum import unique

import msgspec

from companion.words import Sentences


@unique
class Malformed(Sentences):
    """What is wrong with a text; the value is the English sentence."""

    NEWER = (
        "version {version} of the record is not known here, only {known}: use a newer Ra Companion"
    )
    NO_HEADER = "this is not the first line of a game record: {trouble}"
    NO_EVENT = "this is not an event of a game record: {trouble}"
    NO_LINE = "this is not JSON, one object on one line: {trouble}"
    DEEP_LINE = "this is not JSON of a game record: it is nested too deeply"
    NOT_ONE = "an event is exactly one of {known}; this line has {events}"
    NOT_BESIDE = '"{key}" stands only beside "{other}"'
    ALWAYS_TRUE = '"{key}" is always true: leave the line out instead'
    ALSO = 'what "also" names is "correct" and "to", and nothing else'
    TWICE = "the same line is corrected twice"
    CORRECT = '"correct" names a line, and "to" the list of what it should have said'
    NO_DEED = "a line can be corrected only to what a player or the bag did"
    LANE = '"lane" says what lies on the track when the level becomes "full"'
    ALL_KNOWN = 'nothing can be "unknown" at the level "full"'
    AUCTION = '"ra_player" and "reason" belong to the phase "auction", and only to it'
    LONG_SHEET = "a score sheet is never longer than {most} bytes: is it this file?"
    NO_SHEET = "this is not a score sheet: {trouble}"
    NO_JSON = "this is not JSON in UTF-8: {trouble}"
    DEEP_SHEET = "this is not a score sheet: it is nested too deeply"


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a text, with its facts apart from its words."""

    malformed: Malformed
    facts: Mapping[str, str | int] = {}
    """A ``trouble`` is what the reader of JSON said."""


class BadText(ValueError):
    """A text is not what it should be; the message says what is wrong and what to do."""

    def __init__(self, malformed: Malformed, **facts: str | int) -> None:
        super().__init__(malformed.value.format_map(facts))
        self.fault = Fault(malformed, facts)
        """The same for those who say it in another language."""

"""What the program has to say that no rule says: kinds and facts, the words apart."""

from collections.abc import Mapping
from enum import Enum

import msgspec

from companion.rules.refusal import Fact


class Notes(Enum):
    """Every notice; the value is the English sentence, which is also what is translated."""

    RESUMED = "The game goes on where it stopped: {actions} actions are kept"
    UNPROVED = (
        "The end of the saved game could not be proved. The table stands after action {actions};"
        " the file is kept aside as {file}"
    )
    NOT_SAVED_FULL = "The disk is full, so nothing new can be saved. Free some space"
    NOT_SAVED_READ_ONLY = "The data folder cannot be written: it is mounted read-only"
    NOT_SAVED_DENIED = "The data folder cannot be written: the program has no permission"
    NOT_SAVED_GONE = "The data folder is gone: is the disk or the stick still there?"
    NOT_SAVED = "The last entry could not be saved ({why}). Enter it once more"
    NOT_KEPT = (
        "Until the data folder can be used, games are only in memory: pulling the plug loses them."
        " Afterwards they are written down"
    )
    KEPT_AGAIN = "The data folder can be used again: all that was played meanwhile is saved"
    NOT_ON_DISK = (
        "Games are kept in memory here ({kind}): pulling the plug would lose them."
        " Choose a data folder on a real disk"
    )
    SETTINGS = "The settings file has mistakes, so defaults are used: {mistake}"
    BOX_MISTAKES = "The box of tags {box} has mistakes; the rest of it is used: {mistake}"
    NO_BOX = "There is no box of tags called {box}, so no tag is known"
    WHICH_BOX = "There are several boxes of tags: name one in the settings, as bag_reader.box"
    READER_LOST = "The bag reader is gone. Enter tiles by hand until it is back"
    READER_FOUND = "The bag reader is back"
    PANEL_LOST = "The buttons do not answer ({why}). Touch and keys still work"
    BUTTON_MASKED = "The button {button} is stuck or chatters and is not listened to for now"
    NOT_NOW = "That button does nothing now"
    NEEDS_TWO = "Ra needs at least two players: press your buttons"
    TOGETHER = "{name} and {other} pressed at once: {name} bids first"
    NO_MORE_SUNS = "{name} has no sun that can win now"
    UNKNOWN_TAG = "Tag {uid} is not known: enter this tile by hand, or teach the box"
    NOT_A_TILE = "Tag {uid} is on {thing}, which is not drawn from the bag"
    ZONE_FROZEN = (
        "The place {zone} of the board cannot be read ({code}): what lay there is taken to lie"
        " there still"
    )
    ZONES_UNCLEAR = (
        "What lies on the board is not what was entered: enter what happened, or take back"
    )
    TWO_TILES = "Two tiles at once: put both back, then draw one"
    DRAWN_TO_TRACK = "{tile} was drawn already, as action {action}; it is on the auction track"
    DRAWN_TO_RA_TRACK = "{tile} was drawn already, as action {action}; it is on the Ra track"
    DRAWN_TO_PLAYER = "{tile} was drawn already, as action {action}; {name} has it"
    DRAWN_AND_OUT = "{tile} was drawn already, as action {action}; it is out of the game"
    NO_GOD_TARGET = "There is no tile on the auction track that a god could take"
    SUNS_TWICE = "Two players cannot have the same group of suns"
    WIRING_KEPT = "The buttons are known now, and written into {file}"
    WIRING_NOT_KEPT = (
        "The buttons are known until the program ends. They are not written into {file}: {why}"
    )
    WIRING_SIMULATED = (
        "The buttons are known until the program ends: a simulation writes no settings"
    )
    NO_SOUND = "There is no sound card; nothing else is missing"
    SOUND_BUSY = "Another program has the sound card; nothing else is missing"
    NO_VOICE = "Nothing can be spoken yet: install the package {package}"
    VOICE_FAILED = "Nothing can be spoken: {package} says {why}"


class Notice(msgspec.Struct, frozen=True):
    """One thing to say."""

    note: Notes
    facts: Mapping[str, Fact] = {}


def about(notice: Notice) -> tuple[Notes, Fact | None]:
    """Return what a trouble is about: two about the same are one, the later one."""
    return notice.note, notice.facts.get("button", notice.facts.get("zone"))

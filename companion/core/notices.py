"""What the program has to say that no rule says: kinds and facts, the words apart."""

from collections.abc import Mapping

import msgspec

from companion.i18n import Sentences
from companion.rules.refusal import Fact


class Notes(Sentences):
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
    READER_NOT_THERE = "No bag reader is plugged in ({port}): is it the right port?"
    READER_DENIED = "This user may not open the bag reader ({port}): `ra-companion doctor` says why"
    READER_IN_USE = "Another program has the bag reader ({port}): close it"
    READER_SILENT = (
        "The bag reader does not answer: look at its wires, and at its format in the settings"
    )
    READER_GARBLED = "The reader sends what makes no sense: look at its format in the settings"
    READER_COMPLAINS = "The bag reader says that something is wrong with it: {detail}"
    READER_NOT_OPENED = "The bag reader cannot be opened: {detail}"
    READER_FOUND = "The bag reader is back"
    PANEL_LOST = "The buttons do not answer any more ({detail}). Touch and keys still work"
    PINS_LIBRARY_MISSING = "No buttons: {factory} is not installed. Install {package}"
    PINS_LIBRARIES_COLLIDE = (
        "No buttons: RPi.GPIO and rpi-lgpio are both installed and overwrite each other."
        " Uninstall both, then install one of them"
    )
    PINS_NOT_A_PI = "No buttons: {factory} finds no Raspberry Pi here. Try --simulate"
    PINS_WRONG_PI = (
        "No buttons: {factory} cannot drive the pins of this Pi. Install {package} instead"
    )
    PINS_NO_CHIP = "No buttons: this computer has no pins for them (no /dev/gpiochip)"
    PINS_DENIED = "No buttons: this user may not use the pins. Add the user to the group gpio"
    PINS_FOLDER_READ_ONLY = (
        "No buttons: lgpio must write a small file into the folder in which the program is started,"
        " and cannot. Start it in another folder"
    )
    PINS_NO_DAEMON = (
        "No buttons: the pigpio daemon does not answer. Start it: sudo systemctl start pigpiod"
    )
    PIN_IN_USE = (
        "No buttons: GPIO {pin} (header pin {header_pin}) is used by another program or driver"
    )
    PIN_REFUSED = "No buttons: GPIO {pin} (header pin {header_pin}) cannot be used: {detail}"
    PINS_REFUSED = "No buttons: {factory} cannot open the pins: {detail}"
    PIN_HAS_TWO_USES = (
        "No buttons: GPIO {pin} (header pin {header_pin}) has more than one use in the settings:"
        " {uses}"
    )
    PIN_IS_NONE = "No buttons: GPIO {pin} is not a pin for buttons and lamps. Look at {uses}"
    PIN_IS_WRONG = (
        "No buttons: GPIO {pin} (header pin {header_pin}) cannot be used as the settings say it."
        " Look at {uses}"
    )
    BUTTON_MASKED = (
        "A button is stuck or chatters and is not listened to until it rests: {button}."
        " Touch and keys still work"
    )
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
    ROLLED_BACK = "Version {bad} stopped three times in a row, so version {good} is used again"
    LOW_POWER = (
        "The Pi gets too little power and may stop at any moment: use its own power supply and a"
        " short cable"
    )
    SLOWED_DOWN = "The Pi is too hot and has slowed down: give it air"
    NO_SOUND = "There is no sound card; nothing else is missing"
    SOUND_BUSY = "Another program has the sound card; nothing else is missing"
    NO_VOICE = "Nothing can be spoken yet: install the package {package}"
    STAFF_ONLY = "Only staff can do this here"
    NOT_DONE = "{what} did not work: {why}"
    BOX_SHORT = "The box {box} is not complete: when it was counted, {number} pieces were missing"
    STICK_FOR_STAFF = "A USB stick is here: staff can save the games on it"
    STICK_FOUND = "A USB stick is here: the menu can save the games on it"
    STICK_BACKED_UP = "All games are on the stick and were read back. It may be pulled out"
    STICK_HAS_GAMES = "The games are on the stick as files. It may be pulled out"
    STICK_HAS_DIAGNOSTICS = "The file for whoever helps is on the stick. It may be pulled out"
    STICK_NOT_WRITTEN = "Nothing more could be written on the stick: {why}"
    SHEET_KEPT = "The score sheet is written: {file}"
    SHEET_NOT_KEPT = "The score sheet could not be written: {why}"
    NO_WHOLE_SHEET = "A score sheet needs everybody: somebody was not counted"
    VOICE_FAILED = "Nothing can be spoken: {package} says {why}"


CALM = frozenset(
    {
        *(Notes.READER_FOUND, Notes.KEPT_AGAIN, Notes.WIRING_KEPT),
        *(Notes.STICK_FOR_STAFF, Notes.STICK_FOUND),
        Notes.SHEET_KEPT,
        *(Notes.STICK_BACKED_UP, Notes.STICK_HAS_GAMES, Notes.STICK_HAS_DIAGNOSTICS),
    }
)
"""Good news."""


UNSAVED = frozenset(note for note in Notes if note.name.startswith("NOT_SAVED"))
"""Until these are over nothing new is saved: nothing else that is wrong hides them."""


class Notice(msgspec.Struct, frozen=True):
    """One thing to say."""

    note: Notes
    facts: Mapping[str, Fact] = {}


def about(notice: Notice) -> tuple[str, Fact | None]:
    """Return what a trouble is about: two about the same are one, the later one."""
    device = next((each for each in _DEVICES if notice.note.name.startswith(each)), None)
    which = notice.facts.get("button", notice.facts.get("zone"))
    return _DEVICES[device] if device else notice.note.name, which


_DEVICES = {"READER_": "reader", "PANEL_": "panel", "PIN_": "panel", "PINS_": "panel"}
"""Notices about one device are about the same: whatever is said last holds."""

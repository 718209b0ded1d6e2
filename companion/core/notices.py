"""Notices that no rule gives: their kinds and facts, apart from the words."""

from collections.abc import Iterable, Mapping

import msgspec

from companion.i18n import ENGLISH, Sentences, Words
from companion.rules.problems import Fact


class Notes(Sentences):
    """Every notice; the value is the English sentence, which is also what is translated."""

    RESUMED = "The game resumes where it stopped. Entries saved: {actions}"
    UNPROVED = (
        "The end of the saved game could not be verified. The table is at entry "
        "{actions}; the file is set aside as {file}"
    )
    LOST = "Nothing of game {game} can be read: its file is empty or damaged. It stays where it is"
    LOST_ASIDE = (
        "Nothing of game {game} can be read: its file is empty or damaged. It is set aside as "
        "{file}, and backups include it"
    )
    NOT_SHOWN = (
        "Game {game} cannot be shown, so it was set aside. It is left untouched: a later version "
        "may open it under Games played"
    )
    OTHER_VERSION = (
        "Game {game} was written by another version and cannot be read here. It is left untouched"
    )
    NOT_UNDERSTOOD = (
        "This version cannot read all of game {game}. Play continues in a copy from "
        "entry {actions}; the original is untouched"
    )
    NOT_SAVED_FULL = "The disk is full, so nothing new can be saved. Free some space"
    NOT_SAVED_READ_ONLY = "Cannot write to the data folder: it is mounted read-only"
    NOT_SAVED_DENIED = "Cannot write to the data folder: the program has no permission"
    NOT_SAVED_GONE = "The data folder is gone: is the disk or the stick still there?"
    NOT_SAVED = "The last entry could not be saved ({why}). Enter it again"
    NOT_KEPT = (
        "While the data folder is unusable, games are only in memory and a power "
        "cut loses them. They are saved once it works"
    )
    KEPT_AGAIN = "The data folder works again: everything played in the meantime is saved"
    NOT_ON_DISK = (
        "Games are only in memory here ({kind}) and are lost when the power goes. "
        "Choose a data folder on a real disk"
    )
    SETTINGS = "The settings file has errors, so defaults are used: {mistake}"
    SETTINGS_GONE = "The settings file is from an earlier version: {gone}"
    BOX_MISTAKES = "The tagged box {box} has errors; the rest of it is used: {mistake}"
    NO_BOX = "There is no tagged box named {box}, so no tags are known"
    WHICH_BOX = "There are several tagged boxes: name one in the settings, as bag_reader.box"
    READER_LOST = "The bag reader is gone. Enter tiles by hand until it is back"
    READER_NOT_THERE = "No bag reader is plugged in ({port}): is it the right port?"
    READER_DENIED = "This user may not open the bag reader ({port}): see `ra-companion doctor`"
    READER_IN_USE = "Another program is using the bag reader ({port}): close it"
    READER_SILENT = (
        "The bag reader is not responding: check its wiring, and its format in the settings"
    )
    READER_GARBLED = (
        "The bag reader's data is unreadable at {baud} baud: set its speed in the settings, or "
        "name its format"
    )
    READER_TEXT = (
        'The bag reader sent "{text}", which is no tag number: set its format in the settings, or '
        "let it send lines such as UID: 04A23BD2"
    )
    READER_COMPLAINS = "The bag reader reports a fault: {detail}"
    READER_NOT_OPENED = "The bag reader cannot be opened: {detail}"
    READER_FOUND = "The bag reader is back"
    NO_SIMULATED_READER = (
        "No simulated reader: this system has no pseudo-terminals ({why}). Enter tiles by hand"
    )
    PANEL_LOST = "The buttons are not responding ({detail}). Touch and keys still work"
    PINS_LIBRARY_MISSING = "No buttons: {factory} is not installed. Install {package}"
    PINS_NOT_A_PI = "No buttons: {factory} finds no Raspberry Pi. Try --simulate"
    PINS_NO_CHIP = "No buttons: this computer has no GPIO pins (no /dev/gpiochip)"
    PINS_DENIED = "No buttons: this user may not use the pins. Add the user to the group gpio"
    PIN_IN_USE = (
        "No buttons: GPIO {pin} (header pin {header_pin}) is used by another program or driver"
    )
    PIN_TAKEN = "No buttons: GPIO {pin} (header pin {header_pin}) is used by {detail}"
    PIN_REFUSED = "No buttons: GPIO {pin} (header pin {header_pin}) cannot be used: {detail}"
    PINS_REFUSED = "No buttons: {factory} cannot open the pins: {detail}"
    PIN_HAS_TWO_USES = (
        "No buttons: GPIO {pin} (header pin {header_pin}) has several uses in the settings: {uses}"
    )
    PIN_IS_NONE = "No buttons: GPIO {pin} is not a pin for buttons and lamps. Check {uses}"
    BUTTON_MASKED = (
        "A button is stuck or bouncing and is ignored until it settles: {button}. "
        "Touch and keys still work"
    )
    NOT_NOW = "That button does nothing now"
    NEEDS_TWO = "Ra needs at least two players: press your buttons"
    TOGETHER = "{name} and {other} at the same time: {name} bids first"
    NO_MORE_SUNS = "{name} has no sun that can win now"
    SUN_TOO_LOW = "{low} is too low: {name} leads with {sun}"
    LEADS_ALREADY = "{name} already leads with {sun}"
    HAS_PASSED = "{name} has already passed"
    SETTLED = "{name} won with {sun}; Undo reopens the auction"
    SETTLED_UNSOLD = "Nobody won the auction; Undo reopens it"
    RESULT_CORRECTED = "Corrected: sun {sun} won the auction"
    ANOTHER_LOT = "The next auction was already won, with sun {sun}"
    NO_STAFF_PIN = "Choose a staff PIN: 4 to 8 digits"
    PIN_LENGTH = "A PIN has 4 to 8 digits"
    PIN_WAITS = "Too many wrong attempts. Wait {minutes}:{seconds}"
    ALL_OUT = (
        "All {copies} {tile} tiles are already out: enter it again if it really "
        "is there, or correct the wrong entry in the history"
    )
    HOLD_TO_PEEK = "Keep holding to see your points"
    AUCTION_OPEN = "The auction is still open: who wins, and with which sun?"
    UNKNOWN_TAG = "Unknown tag {uid}: enter this tile by hand, or register it"
    NOT_A_TILE = "Tag {uid} is on {thing}, which is not drawn from the bag"
    TWO_TILES = "Two tiles were read: put both back, then draw one"
    DRAWN_TO_TRACK = "This {tile} was already drawn (entry {action}): it is on the auction track"
    DRAWN_TO_RA_TRACK = "This {tile} was already drawn (entry {action}): it is on the Ra track"
    DRAWN_TO_PLAYER = "This {tile} was already drawn (entry {action}): {name} has it"
    DRAWN_AND_OUT = "This {tile} was already drawn (entry {action}): it is out of the game"
    NO_GOD_TARGET = "No tile on the auction track can be taken with a God tile"
    NOT_ON_TRACK = "Not on the auction track: {tile}"
    SUNS_MISSING = "Not everybody has suns yet"
    SUNS_TWICE = "Two players cannot have the same group of suns"
    """Said by 1.0.0; it may stand in files."""
    WIRING_KEPT = "The buttons are set up and saved to {file}"
    WIRING_NOT_KEPT = "The buttons are set up until the program ends. Not saved to {file}: {why}"
    WIRING_SIMULATED = "The buttons are set up until the program ends (simulation: not saved)"
    LOW_POWER = (
        "The Pi is underpowered and may stop at any moment: use its own power supply "
        "and a short cable"
    )
    SLOWED_DOWN = "The Pi is too hot and has slowed down: improve its cooling"
    NO_SOUND = "No sound card found; everything else works"
    NO_SOUND_LIBRARY = (
        "No sound: the package libasound2 is missing (from Debian 13 on: libasound2t64)"
    )
    SOUND_BUSY = "Another program is using the sound card; everything else works"
    NO_VOICE = "No speech yet: install the package {package}"
    STAFF_ONLY = "Only staff can do this"
    NOT_DONE = "{what} failed: {why}"
    BOX_SHORT = "The box {box} is incomplete. Pieces missing at the last count: {number}"
    BOX_COMPLETE = "The box is complete: nothing is missing"
    STICK_FOUND = "USB stick found: games can be saved to it"
    STICK_BACKED_UP = "All games are saved on the USB stick and verified. It is safe to remove it"
    STICK_HAS_GAMES = "The games are on the USB stick as files. It is safe to remove it"
    STICK_HAS_DIAGNOSTICS = "The support file is on the USB stick. It is safe to remove it"
    STICK_NOT_WRITTEN = "Nothing more could be written to the USB stick: {why}"
    UPDATE_BEGUN = "Installing the update: the table starts again by itself, and the game is kept"
    UPDATE_MISSING = "No update was found on the USB stick"
    UPDATE_NO_SIGNERS = (
        "Updates are not installed from the screen: this table has no /etc/ra-companion/signers"
    )
    UPDATE_UNSIGNED = "The update was not installed: it has no trusted signature"
    UPDATE_DAMAGED = "The update was not installed: it is damaged. Copy it to the stick again"
    UPDATE_NOT_NEWER = "The update was not installed: it is not newer than this version"
    UPDATE_FAILED = (
        "The update was not installed, and this version stays in use. Why: "
        "journalctl -u ra-companion-update"
    )
    SHEET_KEPT = "Score sheet saved: {file}"
    SHEET_NOT_KEPT = "The score sheet could not be saved: {why}"
    NO_WHOLE_SHEET = "A score sheet needs every player: some were not counted"
    SAME_ID = (
        "Another table is also called {id} at the broker: give one of them another fleet.id in "
        "its settings"
    )
    TWO_FLEETS = "Two fleet services are attached to this table, and one of them waits: stop it"
    FLEET_SOCKET = "Staff cannot see this table: its socket cannot be opened ({why})"
    TABLE_PLAYS_FULL = "Computer players need games in which every tile is entered"
    PHONE_LATE = "Something else happened first: look again"
    PHONE_NOT_YOURS = "It is the turn of {name}"
    PHONE_SEAT_TAKEN = "Another phone is there already"
    PHONE_NO_SEAT = "This seat cannot be taken now"
    PHONE_SUN_ELSEWHERE = "{name} has counted sun {sun}"
    PHONES_SOCKET = "Phones cannot reach this table: its socket cannot be opened ({why})"
    VOICE_FAILED = "No speech: {package} reports {why}"


CALM = frozenset(
    {
        *(Notes.READER_FOUND, Notes.KEPT_AGAIN, Notes.WIRING_KEPT),
        *(Notes.STICK_FOUND, Notes.SHEET_KEPT, Notes.BOX_COMPLETE),
        *(Notes.STICK_BACKED_UP, Notes.STICK_HAS_GAMES, Notes.STICK_HAS_DIAGNOSTICS),
    }
)
"""Good news."""

UNSAVED = frozenset(note for note in Notes if note.name.startswith("NOT_SAVED"))
"""While any of these lasts, nothing new is saved, so no other problem may hide it."""


NOT_INSTALLED = (
    *(Notes.UPDATE_MISSING, Notes.UPDATE_NO_SIGNERS, Notes.UPDATE_UNSIGNED),
    *(Notes.UPDATE_DAMAGED, Notes.UPDATE_NOT_NEWER, Notes.UPDATE_FAILED),
)
"""Why an update was not installed."""

READ_ONCE = frozenset(
    {
        *NOT_INSTALLED,
        *(Notes.LOST, Notes.LOST_ASIDE, Notes.NOT_SHOWN, Notes.OTHER_VERSION),
        Notes.STICK_NOT_WRITTEN,
    }
)
"""What happened once and is wrong no more: it stays on the screen until it was read."""


class Notice(msgspec.Struct, frozen=True):
    """One thing to say."""

    note: Notes
    facts: Mapping[str, Fact] = {}

    def __hash__(self) -> int:
        return hash((self.note, frozenset(self.facts.items())))

    def in_words(self, words: Words = ENGLISH) -> str:
        """Return it as a sentence, with the facts as they are."""
        return words.say(self.note.value, **self.facts)


def in_order(troubles: Iterable[Notice]) -> tuple[Notice, ...]:
    """Return what is wrong, the worst first."""
    return tuple(sorted(troubles, key=lambda each: each.note not in UNSAVED))


def about(notice: Notice) -> tuple[str, Fact | None]:
    """Return what a problem is about: a later one about the same thing replaces it."""
    device = next((each for each in _DEVICES if notice.note.name.startswith(each)), None)
    which = notice.facts.get("button")
    return _DEVICES[device] if device else notice.note.name, which


_DEVICES = {"READER_": "reader", "PANEL_": "panel", "PIN_": "panel", "PINS_": "panel"}
"""Notices about one device are about the same: whatever is said last holds."""

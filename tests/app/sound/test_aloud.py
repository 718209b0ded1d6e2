"""What is shown is also heard: as loud as people want it, and not at all if they do not."""

from dataclasses import dataclass, field
from io import StringIO

import pytest
from msgspec.structs import replace

from companion.app.sound.audio import Audio
from companion.app.sound.voice import Utterance
from companion.core.effects import Cue, ReadAloud, Sound
from companion.core.messages import Message, Play, SetPreference
from companion.core.model import Loudness, Model, Preferences
from companion.pages.menu.menu import Menu
from companion.pages.new_game.welcome import Welcome
from companion.pages.update import update
from companion.rules.actions import DRAWS
from companion.rules.tiles import Tile
from tests.core.desk import Desk, a_desk

LEVELS = {Loudness.OFF: 0.0, Loudness.NIGHT: 0.15, Loudness.NORMAL: 0.4}

SPOKEN = Preferences(is_spoken=True)

NILE = Play(DRAWS[Tile.NILE])


@dataclass
class Ear:
    """A screen, a card and a voice in one, which remember what they were told."""

    told: list[str] = field(default_factory=list)
    said: list[Utterance] = field(default_factory=list)

    def show(self, model: Model) -> None:
        """Show nothing, but remember when."""
        self.told.append(f"show {model.session.timeline.seq if model.session.timeline else None}")

    def play(self, cue: Cue, loudness: float) -> None:
        """Remember a cue."""
        self.told.append(f"{cue.value} {loudness}")

    def hush(self) -> None:
        """Remember that it shall be still."""
        self.told.append("hush")

    def try_again(self) -> None:
        """Remember that the card is looked for once more."""
        self.told.append("try again")

    def say(self, utterance: Utterance) -> None:
        """Remember what was said, and when."""
        self.said.append(utterance)
        self.told.append("say")


def aloud(ear: Ear, model: Model, log: StringIO | None = None) -> Audio:
    """Return a table that this ear hears."""
    return Audio(model, LEVELS, sounds=ear, voice=ear, log=log)


def with_preferences(desk: Desk, preferred: Preferences) -> Desk:
    """Return the desk of people who prefer this."""
    desk.model = replace(desk.model, preferences=preferred)
    return desk


def heard(preferred: Preferences, *messages: Message, log: StringIO | None = None) -> Ear:
    """Let these messages be taken, each shown and its effects performed, as the loop does it."""
    ear, desk = Ear(), with_preferences(a_desk(3), preferred)
    table = aloud(ear, desk.model, log)
    table.see(desk.model)
    ear.told.clear()
    ear.said.clear()
    for message in messages:
        for effect in desk.take(message):
            if isinstance(effect, Sound | ReadAloud):
                table.obey(effect)
        ear.show(desk.model)
        table.see(desk.model)
    return ear


def test_speech_is_off_unless_somebody_wants_it() -> None:
    assert heard(Preferences(), NILE).told == ["draw 0.4", "show 1"]


def test_what_is_said_is_on_the_screen_already() -> None:
    assert heard(SPOKEN, NILE).told == ["draw 0.4", "show 1", "say"]


@pytest.mark.parametrize(
    ("loudness", "cue", "voice"),
    [(Loudness.NORMAL, 0.4, [0.4]), (Loudness.NIGHT, 0.15, [0.15]), (Loudness.OFF, 0.0, [])],
)
def test_cues_and_voice_are_as_loud_as_people_want(
    loudness: Loudness, cue: float, voice: list[float]
) -> None:
    ear = heard(replace(SPOKEN, loudness=loudness), NILE)
    assert ear.told[0] == f"draw {cue}"
    assert [each.loudness for each in ear.said] == voice


def test_the_menu_goes_round_the_levels_and_looks_for_the_card_again() -> None:
    night, off, normal = Loudness.NIGHT, Loudness.OFF, Loudness.NORMAL
    ear = heard(
        Preferences(),
        SetPreference("loudness", night),
        SetPreference("loudness", night),
        SetPreference("loudness", off),
    )
    assert ear.told.count("try again") == 2
    model, seen = Model(page=Welcome()), []
    for _ in range(3):
        (message,) = [
            each.message for each in Menu().entries(model) if each.label.startswith("Sound: ")
        ]
        model, _ = update(model, message)
        seen.append(model.preferences.loudness)
    assert seen == [night, off, normal]


def test_a_voice_that_is_switched_off_falls_silent_at_once() -> None:
    assert "hush" in heard(SPOKEN, SetPreference("is_spoken", value=False)).told


def test_the_table_is_read_on_demand_even_where_all_is_silent() -> None:
    ear, desk = Ear(), a_desk(3)
    silent = Preferences(loudness=Loudness.OFF)
    desk = with_preferences(desk, silent)
    table = aloud(ear, desk.model)
    desk.key("f2")
    table.obey(ReadAloud())
    table.see(desk.model)
    (utterance,) = ear.said
    assert utterance.loudness == LEVELS[Loudness.NIGHT]
    assert utterance.sentences[1] == "First epoch"
    assert utterance.sentences[-1] == "hold Ra: Invoke Ra", "then what each button does"
    table.see(desk.model)
    assert len(ear.said) == 1, "once"


def test_what_was_spoken_last_is_repeated_on_demand_and_nothing_before_anything_was() -> None:
    ear, desk = Ear(), with_preferences(a_desk(3), SPOKEN)
    table = aloud(ear, desk.model)
    table.obey(ReadAloud(is_repeated=True))
    assert not ear.said
    table.see(desk.model)
    desk.take(NILE)
    table.see(desk.model)
    table.obey(ReadAloud(is_repeated=True))
    first, again = ear.said[-2:]
    assert first == again
    assert first.sentences[0] == "Ann: Nile. Auction track 1 of 8"


def test_the_log_has_cues_and_words_in_their_order_whatever_is_wanted() -> None:
    log = StringIO()
    heard(Preferences(loudness=Loudness.OFF), NILE, log=log)
    assert log.getvalue().splitlines()[-2:] == [
        "cue draw",
        "say Ann: Nile. Auction track 1 of 8 | Ben: draw a tile or invoke Ra",
    ]


def test_without_a_card_and_a_voice_nothing_is_missing() -> None:
    desk, log = with_preferences(a_desk(3), SPOKEN), StringIO()
    table = Audio(desk.model, LEVELS, log=log)
    table.obey(Sound(Cue.DRAW))
    table.see(desk.model)
    assert [line.split()[0] for line in log.getvalue().splitlines()] == ["cue", "say"]

"""What a guest of a table in a café may do: one table, asked before anything is decided.

What is not in it is refused, wherever it comes from: a button, a finger, a keyboard, or a place on
an old picture. What machines tell is not asked; no control offers it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, get_args

from companion.core import messages
from companion.core.effects import Visit
from companion.core.model import Model, is_guarded
from companion.core.page import Audience
from companion.pages import archive, box_check, corrections, hardware, partial, score_sheet
from companion.pages.kiosk import messages as kiosk_messages

May = Callable[[Model, Any], bool]


def _always(_: Model, __: object) -> bool:
    return True


def _goes(_: Model, message: messages.GoTo) -> bool:
    return message.page.audience is Audience.GUESTS


def _sets_loudness(model: Model, message: messages.SetLoudness) -> bool:
    return message.loudness.value in model.kiosk.volumes


@cache
def _playing() -> tuple[type, ...]:
    return (
        messages.Play,
        messages.Enter,
        messages.TakeBack,
        messages.BringBack,
        messages.OpenGroup,
        messages.TurnDial,
        messages.PushDial,
        messages.StepSun,
        messages.StepTogether,
        messages.TakeSun,
        messages.WinSun,
        messages.RestPass,
        messages.UseGods,
        messages.ChooseLoss,
        messages.Join,
        messages.TypeName,
        messages.NextName,
        messages.Agree,
        messages.SetGroup,
        messages.Begin,
        messages.Rematch,
        messages.GoOn,
        messages.Next,
        messages.Leave,
        messages.NextLanguage,
        messages.SetTheme,
        messages.SetTextScale,
        messages.SetBig,
        messages.TakePointed,
        messages.ReadTable,
        messages.Peek,
        messages.EndPeek,
        messages.LeaveTileConflict,
        messages.Refused,
        messages.ShowCard,
        messages.TagSeen,
        hardware.zones.ChooseStory,
        corrections.fix_entry.ChooseRemedy,
        corrections.fix_panel.OpenFixPanel,
        *get_args(partial.joining.Message),
        *get_args(score_sheet.tally.Message),
        score_sheet.setup.Change,
        *get_args(kiosk_messages.Guests),
        archive.ShowRace,
    )


@cache
def guests_may() -> Mapping[type, May]:
    """Return every message that guests may send, and when it is allowed."""
    return MappingProxyType(
        {
            **dict.fromkeys(_playing(), _always),
            messages.GoTo: _goes,
            messages.SetLoudness: _sets_loudness,
        }
    )


@cache
def staff_may() -> tuple[type, ...]:
    """Return every message that takes the staff's PIN."""
    return (
        messages.Quit,
        messages.SetSpoken,
        Visit,
        hardware.pin_wizard.Skip,
        hardware.pin_wizard.StepBack,
        hardware.pin_wizard.Keep,
        hardware.hardware_test.Tried,
        hardware.tag_teaching.ChooseKind,
        hardware.tag_teaching.TypeBox,
        hardware.tag_teaching.Untag,
        hardware.tag_teaching.NextBox,
        box_check.CheckBox,
        *get_args(box_check.OfThePage),
        *get_args(kiosk_messages.Staff),
        score_sheet.SaveSheet,
        *get_args(archive.Staff),
    )


@cache
def machines_tell() -> tuple[type, ...]:
    """Return every message that no person sends."""
    return (
        messages.Tick,
        messages.Rejecting,
        messages.Dealt,
        messages.Resumed,
        messages.Remembered,
        messages.SetLanguage,
        messages.Mention,
        messages.Trouble,
        messages.Healed,
        messages.NotWritten,
        hardware.pin_wizard.PinsFree,
        hardware.pin_wizard.NoPins,
        hardware.pin_wizard.PinMoved,
        hardware.pin_wizard.WiringKept,
        hardware.hardware_test.Overheard,
        hardware.tag_teaching.Boxes,
        hardware.tag_teaching.Kept,
        hardware.tag_teaching.NotKept,
        hardware.tag_teaching.Known,
        hardware.zones.ZoneSeen,
        *get_args(archive.Machines),
        hardware.zones.ZoneLost,
        hardware.zones.LookAtZones,
        *get_args(kiosk_messages.Machines),
    )


_AT_THE_DOOR = (
    kiosk_messages.AskStaff
    | kiosk_messages.TypeDigit
    | kiosk_messages.PinDone
    | kiosk_messages.LetGo
    | messages.TurnDial
    | messages.PushDial
    | messages.Next
)
"""What leads staff in at a table that is closed."""


def may(model: Model, message: object) -> bool:
    """Whether this may be done here and now by whoever is at the table."""
    if not is_guarded(model) or not is_of_people(message):
        return True
    if model.kiosk.is_locked:
        return isinstance(message, _AT_THE_DOOR)
    allowed = guests_may().get(type(message))
    return allowed is not None and allowed(model, message)


def is_of_people(message: object) -> bool:
    """Whether somebody did this, and no machine told it."""
    return not isinstance(message, messages.Tick) and type(message) not in machines_tell()

"""Who may send which message at a kiosk: guests, staff, or machines only.

What guests may not do is refused, wherever it comes from: a button, a finger, a keyboard, or a
place on an old picture. Messages from machines are not checked; no control offers them.

Every message is in exactly one of the three unions. They are built when they are first needed, as
that loads the rooms of the messages; a tick needs none.
"""

from __future__ import annotations

from functools import cache
from types import UnionType
from typing import TypeAlias

from companion.core import messages
from companion.core.effects import Visit
from companion.core.model import Model, is_guarded
from companion.core.page import Audience
from companion.pages import (
    archive,
    box_check,
    corrections,
    hardware,
    opponent,
    partial,
    review,
    score_sheet,
)
from companion.pages.kiosk import messages as kiosk_messages


@cache
def guests_may() -> UnionType:
    """Return every message that guests may send; three of them only under a condition."""
    Kinds: TypeAlias = (
        messages.Play
        | messages.Enter
        | messages.TakeBack
        | messages.BringBack
        | messages.OpenGroup
        | messages.TurnDial
        | messages.PushDial
        | messages.StepSun
        | messages.StepTogether
        | messages.TakeSun
        | messages.CallPass
        | messages.RestPass
        | messages.SeeOn
        | messages.AuctionFirst
        | messages.UseGods
        | messages.ChooseLoss
        | messages.Join
        | messages.TypeName
        | messages.LeaveSeat
        | messages.TakeLetter
        | messages.TakeName
        | messages.NextAlphabet
        | messages.Agree
        | messages.SetGroup
        | messages.LayOutSun
        | messages.DealByHand
        | messages.Begin
        | messages.Rematch
        | messages.GoOn
        | messages.Next
        | messages.Leave
        | messages.NextLanguage
        | messages.SetTheme
        | messages.SetTextScale
        | messages.SetBig
        | messages.TakePointed
        | messages.ReadTable
        | messages.Peek
        | messages.EndPeek
        | messages.LeaveTileConflict
        | messages.Refused
        | messages.ShowCard
        | messages.TagSeen
        | messages.GoTo
        | messages.Open
        | messages.SetLoudness
        | messages.SetClock
        | hardware.zones.ChooseStory
        | corrections.fix_entry.ChooseRemedy
        | corrections.fix_panel.OpenFixPanel
        | partial.joining.Message
        | score_sheet.counts.Message
        | score_sheet.setup.ChangeRow
        | kiosk_messages.Guests
        | archive.ShowRace
        | review.OpenReview
        | opponent.HandOver
        | opponent.HandsDone
        | opponent.PutAway
    )
    return Kinds


@cache
def staff_may() -> UnionType:
    """Return every message that takes the staff's PIN."""
    Kinds: TypeAlias = (
        messages.Quit
        | messages.SetSpoken
        | Visit
        | hardware.pin_wizard.Skip
        | hardware.pin_wizard.StepBack
        | hardware.pin_wizard.Keep
        | hardware.hardware_test.Tried
        | hardware.tag_teaching.ChooseKind
        | hardware.tag_teaching.TypeBox
        | hardware.tag_teaching.Untag
        | hardware.tag_teaching.NextBox
        | box_check.CheckBox
        | box_check.CountByHand
        | box_check.PointAt
        | box_check.BoxDone
        | kiosk_messages.Staff
        | score_sheet.SaveSheet
        | archive.Staff
    )
    return Kinds


@cache
def machines_tell() -> UnionType:
    """Return every message that no person sends."""
    Kinds: TypeAlias = (
        messages.Tick
        | messages.Rejecting
        | messages.TakeSuns
        | messages.Dealt
        | messages.Resumed
        | messages.Remembered
        | messages.SetLanguage
        | messages.Mention
        | messages.Trouble
        | messages.Healed
        | messages.NotWritten
        | hardware.pin_wizard.PinsFree
        | hardware.pin_wizard.NoPinWatched
        | hardware.pin_wizard.PinMoved
        | hardware.pin_wizard.WiringKept
        | hardware.hardware_test.Overheard
        | hardware.tag_teaching.Boxes
        | hardware.tag_teaching.TeachingKept
        | hardware.tag_teaching.NotKept
        | hardware.tag_teaching.Known
        | hardware.zones.ZoneSeen
        | archive.Machines
        | review.Machines
        | opponent.Decided
        | hardware.zones.ZoneLost
        | hardware.zones.LookAtZones
        | kiosk_messages.Machines
    )
    return Kinds


_AT_THE_DOOR = (
    messages.AskStaff
    | kiosk_messages.TypeDigit
    | kiosk_messages.PinDone
    | kiosk_messages.LetGo
    | messages.TurnDial
    | messages.PushDial
    | messages.Next
)
"""What lets staff in at a table that is closed."""


def may(model: Model, message: object) -> bool:
    """Whether the people at the table may do this now."""
    if not is_guarded(model) or not is_of_people(message):
        return True
    if model.kiosk.is_locked:
        return isinstance(message, _AT_THE_DOOR)
    match message:
        case messages.GoTo(page):
            return page.audience is Audience.GUESTS
        case messages.SetLoudness(loudness):
            return loudness.value in model.kiosk.volumes
        case messages.SetClock(is_shown):
            return not is_shown
        case _:
            return isinstance(message, guests_may())


def is_of_people(message: object) -> bool:
    """Whether somebody did this, and no machine told it."""
    return not isinstance(message, messages.Tick) and not isinstance(message, machines_tell())

"""What a guest of a table in a café may do: one table, asked before anything is decided.

What is not in it is refused, wherever it comes from: a button, a finger, a keyboard, or a place on
an old picture. What machines tell is not asked; no control offers it.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, get_args

from companion.core import (
    antennas,
    correcting,
    counting,
    gathering,
    joining,
    mending,
    past,
    service,
    teaching,
    trying,
    wizard,
)
from companion.core import messages as said
from companion.core.box_check import BoxCheck, BoxDone, CheckBox, CountByHand, PointAt
from companion.core.house import Asking, Attract, Locked, Pin, Staff, SwitchingOff, Versions
from companion.core.model import Model
from companion.core.orders import Visit
from companion.core.teaching import Teaching
from companion.core.trying import Trying
from companion.core.wizard import Wizard

May = Callable[[Model, Any], bool]


def _always(_: Model, __: object) -> bool:
    return True


_FOR_STAFF = (Wizard, Trying, Teaching, Staff, Versions, SwitchingOff, BoxCheck, *past.PAGES)
"""Pages that no guest opens."""

_BY_THEMSELVES = (Pin, Locked, Attract, Asking)
"""Pages that nobody asks for: they come when it is time."""


def _goes(_: Model, message: said.GoTo) -> bool:
    return not isinstance(message.page, (*_FOR_STAFF, *_BY_THEMSELVES))


def _sets_loudness(model: Model, message: said.SetLoudness) -> bool:
    return message.loudness.value in model.house.volumes


_PLAYING = (
    said.Play,
    said.Enter,
    said.TakeBack,
    said.BringBack,
    said.OpenGroup,
    said.Turn,
    said.Push,
    said.StepSun,
    said.StepTogether,
    said.TakeSun,
    said.WinSun,
    said.RestPass,
    said.UseGods,
    said.ChooseLoss,
    said.Join,
    said.TypeName,
    said.NextName,
    said.Agree,
    said.SetGroup,
    said.Begin,
    said.Rematch,
    said.GoOn,
    said.Next,
    said.Leave,
    said.NextLanguage,
    said.SetTheme,
    said.SetTextScale,
    said.SetBig,
    said.TakePointed,
    said.ReadTable,
    said.Peek,
    said.EndPeek,
    said.LeaveSlip,
    said.Refused,
    said.ShowCard,
    said.TagSeen,
    antennas.Happened,
    correcting.ChooseCure,
    mending.Mend,
    *get_args(joining.Message),
    *get_args(counting.Message),
    gathering.Change,
    *get_args(service.Guests),
    past.Guests,
)

GUESTS: Mapping[type, May] = MappingProxyType(
    {
        **dict.fromkeys(_PLAYING, _always),
        said.GoTo: _goes,
        said.SetLoudness: _sets_loudness,
    }
)
"""What guests may send, and when."""

STAFF: tuple[type, ...] = (
    said.Quit,
    said.SetSpoken,
    Visit,
    wizard.Skip,
    wizard.StepBack,
    wizard.Keep,
    trying.Tried,
    teaching.ChooseKind,
    teaching.TypeBox,
    teaching.Untag,
    teaching.NextBox,
    CheckBox,
    CountByHand,
    PointAt,
    BoxDone,
    *get_args(service.Staff),
    *get_args(past.Staff),
)
"""What only staff may send."""


MACHINES: tuple[type, ...] = (
    said.Tick,
    said.Rejecting,
    said.Dealt,
    said.Resumed,
    said.Remembered,
    said.SetLanguage,
    said.Mention,
    said.Trouble,
    said.Healed,
    said.NotWritten,
    wizard.PinsFree,
    wizard.NoPins,
    wizard.PinMoved,
    wizard.WiringKept,
    trying.Overheard,
    teaching.Boxes,
    teaching.Kept,
    teaching.NotKept,
    teaching.Known,
    antennas.ZoneSeen,
    *get_args(past.Machines),
    antennas.ZoneLost,
    antennas.LookAtZones,
    *get_args(service.Machines),
)
"""What nobody at the table sends: the loop, the disk and the devices tell it."""

_AT_THE_DOOR = (
    service.AskStaff
    | service.TypeDigit
    | service.PinDone
    | service.LetGo
    | said.Turn
    | said.Push
    | said.Next
)
"""What leads staff in at a table that is closed."""


def may(model: Model, message: object) -> bool:
    """Whether this may be done here and now by whoever is at the table."""
    if not is_guarded(model) or not is_of_people(message):
        return True
    if model.house.is_locked:
        return isinstance(message, _AT_THE_DOOR)
    allowed = GUESTS.get(type(message))
    return allowed is not None and allowed(model, message)


def is_guarded(model: Model) -> bool:
    """Whether guests are alone at a table in a café."""
    return model.preferences.kiosk and model.house.staff_until is None


def is_of_people(message: object) -> bool:
    """Whether somebody did this, and no machine told it."""
    return type(message) not in MACHINES

"""The union of all messages, room by room; the type checker finds a missing one."""

from __future__ import annotations

from companion.core.effects import (
    CloseBook,
    Deal,
    Dispatch,
    Exit,
    LayOut,
    LoadLanguage,
    OpenBook,
    ReadAloud,
    RecordPeek,
    RecordRejected,
    ResumeGame,
    Sound,
    Visit,
    WithdrawBook,
    WriteEntry,
)
from companion.core.messages import Anywhere, AtTheTable, BeforeAGame, OnOnePage
from companion.pages import (
    archive,
    box_check,
    corrections,
    hardware,
    kiosk,
    opponent,
    partial,
    review,
    score_sheet,
)

Message = (
    AtTheTable
    | BeforeAGame
    | OnOnePage
    | Anywhere
    | Visit
    | hardware.pin_wizard.Message
    | hardware.ZoneMessage
    | hardware.hardware_test.Message
    | hardware.tag_teaching.Message
    | corrections.fix_entry.ChooseRemedy
    | corrections.fix_panel.OpenFixPanel
    | partial.joining.Message
    | score_sheet.counts.Message
    | score_sheet.setup.ChangeRow
    | score_sheet.SaveSheet
    | kiosk.messages.Message
    | box_check.CheckBox
    | box_check.OfThePage
    | archive.ShowRace
    | archive.Message
    | review.Message
    | opponent.Message
)

Order = (
    LayOut
    | hardware.KeepWiring
    | hardware.Shine
    | hardware.FindBox
    | hardware.KeepBox
    | box_check.KeepCheck
    | kiosk.messages.Order
    | archive.Order
    | review.Order
    | opponent.Order
)

Effect = (
    WriteEntry
    | RecordRejected
    | RecordPeek
    | OpenBook
    | CloseBook
    | WithdrawBook
    | Deal
    | ResumeGame
    | Dispatch
    | LoadLanguage
    | Sound
    | ReadAloud
    | Exit
    | Order
)

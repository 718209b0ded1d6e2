"""Every message there is, room by room: who forgets one is told by the type checker."""

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
    Record,
    RecordPeek,
    RecordRejected,
    ResumeGame,
    Sound,
    Visit,
)
from companion.core.messages import (
    Agree,
    Begin,
    BringBack,
    ChooseLoss,
    Dealt,
    EndPeek,
    Enter,
    GoOn,
    GoTo,
    Healed,
    Join,
    Leave,
    LeaveTileConflict,
    Mention,
    Next,
    NextLanguage,
    NextName,
    NotWritten,
    OpenGroup,
    Peek,
    Play,
    PushDial,
    Quit,
    ReadTable,
    Refused,
    Rejecting,
    Rematch,
    Remembered,
    RestPass,
    Resumed,
    SetBig,
    SetGroup,
    SetLanguage,
    SetLoudness,
    SetSpoken,
    SetTextScale,
    SetTheme,
    ShowCard,
    StepSun,
    StepTogether,
    TagSeen,
    TakeBack,
    TakePointed,
    TakeSun,
    Tick,
    Trouble,
    TurnDial,
    TypeName,
    UseGods,
    WinSun,
)
from companion.pages import archive, box_check, corrections, hardware, kiosk, partial, score_sheet

Message = (
    Tick
    | Play
    | Enter
    | TagSeen
    | Rejecting
    | TakeBack
    | BringBack
    | OpenGroup
    | TurnDial
    | PushDial
    | StepSun
    | StepTogether
    | TakeSun
    | WinSun
    | RestPass
    | UseGods
    | ChooseLoss
    | Join
    | TypeName
    | NextName
    | Agree
    | SetGroup
    | Begin
    | Rematch
    | Dealt
    | Resumed
    | GoOn
    | Remembered
    | GoTo
    | Next
    | Leave
    | NextLanguage
    | SetLanguage
    | SetTheme
    | SetTextScale
    | SetBig
    | TakePointed
    | SetLoudness
    | SetSpoken
    | ReadTable
    | Quit
    | Peek
    | EndPeek
    | LeaveTileConflict
    | Refused
    | ShowCard
    | Mention
    | Trouble
    | Healed
    | NotWritten
    | Visit
    | hardware.pin_wizard.Message
    | hardware.ZoneMessage
    | hardware.hardware_test.Message
    | hardware.tag_teaching.Message
    | corrections.fix_entry.ChooseRemedy
    | corrections.fix_panel.OpenFixPanel
    | partial.joining.Message
    | score_sheet.tally.Message
    | score_sheet.setup.Change
    | score_sheet.SaveSheet
    | kiosk.messages.Message
    | box_check.CheckBox
    | box_check.OfThePage
    | archive.ShowRace
    | archive.Message
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
)

Effect = (
    Record
    | RecordRejected
    | RecordPeek
    | OpenBook
    | CloseBook
    | Deal
    | ResumeGame
    | Dispatch
    | LoadLanguage
    | Sound
    | ReadAloud
    | Exit
    | Order
)

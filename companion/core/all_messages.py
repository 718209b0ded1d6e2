"""Every message there is, room by room: who forgets one is told by the type checker."""

from companion.core import (
    antennas,
    box_check,
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
from companion.core.box_check import KeepCheck
from companion.core.effects import (
    Again,
    CloseBook,
    Deal,
    Exit,
    Fetch,
    Jot,
    OpenBook,
    Recite,
    Record,
    RecordRejected,
    Sound,
    Speak,
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
    LeaveSlip,
    Mention,
    Next,
    NextLanguage,
    NextName,
    NotWritten,
    OpenGroup,
    Peek,
    Play,
    Push,
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
    Turn,
    TypeName,
    UseGods,
    WinSun,
)
from companion.core.orders import LayOut, Visit
from companion.core.teaching import FindBox, KeepBox
from companion.core.wizard import KeepWiring, Shine

Message = (
    Tick
    | Play
    | Enter
    | TagSeen
    | Rejecting
    | TakeBack
    | BringBack
    | OpenGroup
    | Turn
    | Push
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
    | LeaveSlip
    | Refused
    | ShowCard
    | Mention
    | Trouble
    | Healed
    | NotWritten
    | Visit
    | wizard.Message
    | antennas.Message
    | trying.Message
    | teaching.Message
    | correcting.ChooseCure
    | mending.Mend
    | joining.Message
    | counting.Message
    | gathering.Change
    | service.Message
    | box_check.Message
    | past.Message
)


Order = LayOut | KeepWiring | Shine | FindBox | KeepBox | KeepCheck | service.Order | past.Order


Effect = (
    Record
    | RecordRejected
    | Jot
    | OpenBook
    | CloseBook
    | Deal
    | Fetch
    | Again
    | Speak
    | Sound
    | Recite
    | Exit
    | Order
)

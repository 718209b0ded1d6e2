# What was counted stays: Back leads out of a count and on leads back into it, whatever lies between.

given start

one Back too many leads to the setup, and on leads back into the count
    $Open(Route.SHEET) ra nile=7 undo = page SheetSetup
    ra                           = number nile 7
what is changed in the setup keeps what was counted
    $Open(Route.SHEET) ra nile=7 undo $do(SheetSetup.change,0,1) = is len(page.names) == 2
    ra                           = number nile 7; is len(page.counts) == 2
a later epoch stays counted while an earlier one is looked at
    $Open(Route.SHEET) ra nile=7 $do(SheetTally.go_on) $do(SheetTally.go_on) $do(SheetTally.go_on) $do(SheetTally.go_on) $do(SheetTally.go_on) = page SheetResult
    ok pharaoh=3                 = is page.epoch == 2
    undo                         = page SheetResult
    undo                         = is page.epoch == 1
    $do(SheetTally.go_on) $do(SheetTally.go_on) $do(SheetTally.go_on) $do(SheetTally.go_on) $do(SheetTally.go_on) ok = is page.epoch == 2; number pharaoh 3
the first page names the epoch at which a count opens, and none of one that is whole
    $GoTo(SheetSetup(("Anna","Ben"),Scope.FIRST)) ra nile=7 $Open(Route.WELCOME) = shows First epoch
    $Open(Route.SHEET) $do(SheetTally.go_on) $do(SheetTally.go_on) $Open(Route.WELCOME) = hides First epoch
    $Open(Route.SHEET)           = page SheetSetup
what was counted is thrown away where it was set up; only where something was
    $Open(Route.SHEET)           = nokey delete
    ra nile=7 undo               = label ra! Delete; key delete do(SheetSetup.delete)
    ra!                          = page SheetSetup; is model.pending.counting == None; nokey delete
    ra                           = number nile 0
a sheet goes with the guests when staff reset the table, a count of their game stays
    $Open(Route.SHEET) ra nile=7 $AskStaff() $do(Staff.reset) = page Welcome; is model.pending.counting == None
Done is lit where what was counted can be
    $Open(Route.SHEET) ra nile=99 = lit ok
    each ok ok ok                = lit ok
    ok                           = dark ok
    :A nile=7                    = lit ok

given sheet Eva - Max 1

names and what is counted are as they were set
    $do(SheetSetup.change,1,2)   = names Eva/-/Max 1; is page.scope.name == "SECOND"
    ra undo                      = names Eva/-/Max 0; is page.scope.name == "SECOND"

given tally 3

Undo and Redo of an epoch's end lead back into the count
    nile=4 undo $TakeBack() $BringBack() = number nile 4
a tally that is taken back is corrected and not counted anew
    nile=4 $do(SheetTally.go_on) $do(SheetTally.go_on) $do(SheetTally.go_on) = page EpochScores
    $TakeBack() ok               = has A nile 4

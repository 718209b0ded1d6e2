# What is being counted is on the disk before it is shown, and there again after a power cut.

given program 3

a count in a game goes on where it was
    $Enter(SetLevel(Level.LIGHT)) $Enter(END_EPOCH) nile=4 $do(SheetTally.go_on) nile=2 = has A nile 4; has B nile 2
    cut                          = has A nile 4; has B nile 2; is page.seat == 1
    $do(SheetTally.go_on) $do(SheetTally.go_on) = is isinstance(page, SheetTally) == False
a count of a table that has gone on is not taken for this one
    $Enter(SetLevel(Level.LIGHT)) $Enter(END_EPOCH) nile=4 cut $TakeBack() = page PartialTable
    cut                          = page PartialTable

given program

a score sheet is there when it is opened again
    $Open(Route.SHEET) ra god=2 $do(SheetTally.go_on) $do(SheetTally.go_on) $do(SheetTally.go_on) $do(SheetTally.go_on) $do(SheetTally.go_on) = page SheetResult
    $do(SheetResult.go_on) pharaoh=3 cut = page Welcome
    $Open(Route.SHEET)           = has A pharaoh 3; is page.epoch == 2; is count(page.earlier[0].counts[0].tiles, Tile.GOD) == 2
and so is a later epoch while an earlier one is put right
    $Open(Route.SHEET) ra nile=2 $do(SheetTally.go_on) $do(SheetTally.go_on) $do(SheetTally.go_on) $do(SheetTally.go_on) $do(SheetTally.go_on) $do(SheetResult.go_on) = is page.epoch == 2
    pharaoh=3 :B nile=4 :A $do(SheetTally.go_back) $GoTo(page.counting) :A nile=3 cut = page Welcome
    $Open(Route.SHEET)           = has A nile 3; is page.epoch == 1
    $do(SheetTally.go_on) $do(SheetResult.go_on) = is page.epoch == 2; has A nile 3 pharaoh 3; has B nile 4
and everybody is called as they were
    $Open(Route.SHEET) $GoTo(SheetSetup(("Anna","","Ben"))) ra nile=2 cut = page Welcome
    $Open(Route.SHEET)           = has A nile 2; is page.partial_game.setup.players == ("Anna", "Green", "Ben")

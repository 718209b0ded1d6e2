# What messages mean whatever page is open: words, troubles, doors, leaving and the clock.

given new 3

words end with their page and new ones come with the next
    {draw nile} $Mention(Notice(Notes.READER_NOT_THERE)) = note READER_NOT_THERE
    $Open(Route.MENU)            = is model.screen.notice == None
    $TakeBack()                  = page Table; undone
words stand for some seconds and no longer
    @10 $Mention(Notice(Notes.READER_NOT_THERE)) = is next_deadline(model) == 16.0
    @12                          = note READER_NOT_THERE
    @16                          = is model.screen.notice == None; is next_deadline(model) == None
a peek is over when its time is
    @10 $Peek(Seat(0))           = is next_deadline(model) == 15.0; is session.peek is not None
    @15                          = is session.peek == None; is next_deadline(model) == None
a dial that was not turned does nothing
    $TurnDial(0)                 = is ordered == []; is page == Table(); unwritten
whoever leaves an unfinished game finds it kept and nothing of it on the screen
    $Mention(Notice(Notes.READER_NOT_THERE)) ~Leave() = page Welcome; is session.timeline == None; is session.buttons == (); is session.kept; is model.screen.notice == None

given epoch 3 3

a game that is over is not kept as unfinished
    ~Leave()                     = is not session.kept

given start

before a game nothing of a game can be entered
    $StepSun(Seat(0))            = note NOT_NOW; heard REFUSED; page Welcome
    $Enter(PASS)                 = note NOT_NOW; heard REFUSED; page Welcome
options need somebody who sits there
    $GoTo(OptionsPage(()))       = note NEEDS_TWO; page Welcome
every door leads to its page
    $Trouble(Notice(Notes.READER_NOT_THERE)) $Open(Route.MENU) = page Menu
    $Open(Route.RULES)           = page Rules
    $Open(Route.SHEET)           = page SheetSetup
    $Open(Route.HELP)            = page Help
    $Open(Route.TROUBLES)        = page Troubles
    $ReadTable()                 = orders ReadAloud
a trouble takes the place of the one about the same thing until it is over
    $Trouble(Notice(Notes.READER_NOT_THERE)) $Trouble(Notice(Notes.NOT_SAVED_FULL)) $Trouble(Notice(Notes.READER_NOT_THERE)) = is [each.note for each in model.screen.troubles] == [Notes.NOT_SAVED_FULL, Notes.READER_NOT_THERE]
    $TroubleOver(Notice(Notes.READER_NOT_THERE)) = is [each.note for each in model.screen.troubles] == [Notes.NOT_SAVED_FULL]

given new 4 {invoke}

what could not be saved is not tried again by time alone
    auction_settle_seconds:=4.0 '8 = is deadline(model) is not None
    ~NotWritten(Notice(Notes.NOT_SAVED_FULL)) = is model.screen.troubles; is deadline(model) == None

given new 3

what was taken back is not said any more when the game has been left, nor when one comes back
    $Play(DRAWS[Tile.NILE]) $TakeBack() = shows Undone: Ann drew Nile
    $Leave()                     = page Welcome; hides Undone
    ok                           = page Table; hides Undone; is model.screen.notice == None

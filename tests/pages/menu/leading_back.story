# Pages lead back, old pictures lead nowhere, and the menu leads everywhere.

given start

Back leads page by page to the start
    p1 p2 $Agree(Agreement(dealt_by_hand=True)) ok ra = page Dealing
    undo                         = page Seating
    undo                         = page Welcome
Escape leads back before a game and loses no name
    p1 p2 "Q 'tab 'escape        = page Seating; people 0 1Q
the dial chooses the language on the start page
    >                            = is model.preferences.language != "en"
    <                            = is model.preferences.language == "en"

given cafe

guests cannot quit the program
                                 = is "Quit" in [each.label for each in Menu().entries(model)] == False

given new 3

a touch on the picture of a game that was left leads to the start
    each $Leave() $GoTo(Table()) $GoTo(EpochScores()) $GoTo(EpochScores(reasons_for=Seat(1))) $GoTo(Finale(2)) $GoTo(History(3)) = page Welcome
a touch on an old picture does not take the table away
    each $GoTo(Welcome()) $GoTo(Seating((Guest(0),))) $GoTo(OptionsPage((Guest(0),Guest(1)))) $GoTo(EpochScores()) $GoTo(Finale()) $Join(4) $Begin() = page Table; unwritten
the menu leads everywhere and back
    'n dial!                     = page Menu
    $GoTo(Menu(row=0)) ok        = is page == History(1)
    $GoTo(Menu(row=1)) ok        = is page == ProjectedScore()
    undo                         = page Menu
    $GoTo(Menu(row=3)) ok        = is page == Seats()
    choose:Leave;_game_is_saved  = page Welcome; orders CloseBook

a language is chosen from a list in which each is called by its own name
    choose:Language              = is page == Languages(row=0); shows Français; shows English
    > > ok                       = is model.preferences.language == "de"; page Languages
    > > ok                       = is model.preferences.language == "fr"
    $NextLanguage(1)             = is model.preferences.language == "hu"; is page == Languages(row=5)
    undo                         = page Menu

arrows lead to the group beside
    $GoTo(Menu(row=0)) 'right    = is page.row == len(page.groups(model)[0].entries)
    'left                        = is page.row == 0

given played 3 0 -1

the menu leads back to a scoring and into a reveal and gives nothing away
    $GoTo(EpochScores()) 'escape 'down = is page == Menu(row=1)
    'escape                      = is page == EpochScores()
    $GoTo(Finale(1)) 'home 'down = is page == Menu(row=1)
    'escape                      = is page == Finale(1)
what is opened over a reveal leads back to where it stood
    $GoTo(Finale(1)) $GoTo(About()) 'right 'escape = is page == Finale(1)
    $GoTo(Rules()) 'right 'escape = is page == Finale(1)
    $GoTo(History(0)) 'right 'escape = is page == Finale(1)
    $GoTo(FixPanel()) 'right 'escape = is page == Finale(1)
    $GoTo(Help()) 'right 'escape = is page == Finale(1)
    $Open(Route.MENU) $GoTo(FixPanel()) 'right 'escape = is page == Finale(1)
    $GoTo(EpochScores(reasons_for=Seat(1))) $Open(Route.MENU) $GoTo(About()) 'escape = is page == EpochScores(reasons_for=Seat(1))
who takes back is not led back to a reveal
    $GoTo(Finale(1)) $GoTo(History(0)) ok ok ok = page Table; is model.screen.revealing == None

given page 3 menu

the menu says that a game pauses
                                 = shows Pause

given start

only if there is one
    $Open(Route.MENU)            = shows Menu; hides Pause
troubles are read one step from the menu and one key from everywhere, the worst first
    $Trouble(Notice(Notes.NO_SOUND)) $Trouble(Notice(Notes.BUTTON_MASKED,{"button":"p1"})) $Trouble(Notice(Notes.STICK_NOT_WRITTEN,{"why":"full"})) $Trouble(Notice(Notes.NOT_SAVED_FULL)) = key f4 Open(Route.TROUBLES); is Open(Route.TROUBLES) in [each.message for each in Menu().entries(model)]
    'f4                          = page Troubles; shows The disk is full
what is over goes once it was read and what is still wrong stays
    $Trouble(Notice(Notes.NO_SOUND)) $Trouble(Notice(Notes.STICK_NOT_WRITTEN,{"why":"full"})) 'f4 = page Troubles
    $Next()                      = page Welcome; is [each.note for each in model.screen.troubles] == [Notes.NO_SOUND]
where nothing is wrong nothing leads there
    $Open(Route.TROUBLES)        = page Welcome; nokey f4; is Open(Route.TROUBLES) in [each.message for each in Menu().entries(model)] == False

# The PIN on the screen, what staff do, and that all of it is written down.

given cafe

a PIN is typed with buttons, dial and keys
    $AskStaff() $PinState(is_set=True) p4 p2 <2 dial '0 $PinDone() = is [each.secret.digits for each in ordered if isinstance(each, TryPin)] == ["4280"]
a short PIN is not looked at
    $AskStaff() $PinState(is_set=True) $TypeDigit("1") $PinDone() = page Pin; note PIN_LENGTH; orders not TryPin
OK is lit where a PIN can be checked
    $AskStaff() $PinState(is_set=True) '1 '2 '3 = dark ok
    '4                           = lit ok
    $PinWrong(0,30.0) '1 '2 '3 '4 = dark ok
no digit is shown to whoever reads the program's mind
    $AskStaff() $PinState(is_set=True) '9 '0 '8 '1 '7 $PinDone() = is "90817" in repr(model) + repr(ordered) == False; is "9" in repr(TypeDigit("9")) == False
while it waits nothing is tried, and the seconds run
    $AskStaff() $PinState(is_set=True) $PinWrong(0,30.0) '1 '1 '1 '1 $PinDone() = orders not TryPin; note PIN_WAITS
    +12                          = is page.facts == {"minutes": 0, "seconds": "18"}
    +17.9 $AskStaff() $PinState(is_set=True) '1 '1 '1 '1 $PinDone() = orders TryPin
the first PIN is typed twice and kept only if it is the same
    $AskStaff() $PinState(is_set=False) '1 '2 '3 '4 $PinDone() '1 '2 '3 '4 '5 $PinDone() = orders not KeepPin; is page.purpose == PinPurpose.FIRST
    '1 '2 '3 '4 $PinDone() '1 '2 '3 '4 $PinDone() = orders KeepPin
    $PinKept()                   = acts PIN; is model.kiosk.staff_until is not None
a table without a PIN says so on every page until there is one
    $AskStaff() $PinState(is_set=False) $Next() = page Welcome; is [each.note for each in model.screen.troubles] == [Notes.NO_STAFF_PIN]
    $PinKept()                   = is model.screen.troubles == ()
the last digit is taken back, and one more leaves
    $AskStaff() $PinState(is_set=True) '1 $TypeDigit(messages.BACKSPACE) = page Pin
    $TypeDigit(messages.BACKSPACE) = page Welcome
staff who do nothing for a minute are gone
    $PinRight()                  = acts CAME
    +59 > +59                    = is model.kiosk.staff_until is not None
    +1                           = is model.kiosk.staff_until == None; page Welcome; acts WENT
staff who looked at other days come back to their menu
    $PinRight() $IndexAnswered(Games()) $Next() = is page == Staff(StaffList.MACHINE)
    $IndexAnswered(Statistics()) $Next() = is page == Staff(StaffList.MACHINE)
staff who have built or tested the table come back to their menu
    $PinRight() $OpenBuilderPage(BuilderPage.TEST) $Next() = is page == Staff()
    $OpenBuilderPage(BuilderPage.WIZARD) $Next() = is page == Staff()
a wizard that staff have left open is put away with its tools
    $PinRight() $OpenBuilderPage(BuilderPage.WIZARD) = page PinWizard; is SwitchDevices(DeviceMode.PINS) in ordered
    +600                         = page Welcome; is SwitchDevices(DeviceMode.NOTHING) in ordered
what is proposed holds for new games and is written into the settings
    $PinRight() $do(Staff.set_default,"secrecy","sealed") = is session.agreement.secrecy == Secrecy.SEALED; is Setting("table", "secrecy", "sealed") in ordered
staff choose how much new games enter
    $PinRight() $do(Staff.set_default,"level","light") = is session.agreement.level == Level.LIGHT; is Setting("table", "level", "light") in ordered; is LogStaffAction(StaffAct.DEFAULT, "level light") in ordered
    $do(Staff.set_default,"level","full")  = is session.agreement.level == Level.FULL
the table is switched off only by holding until the end
    $PinRight() $HoldToSwitchOff() +1 = page SwitchingOff
    $EndPeek() +60               = orders not PowerOff
    $PinRight() $HoldToSwitchOff() +3.1 = orders PowerOff; acts OFF
and at whatever moment that began
    @0.9400000000000001 $PinRight() $HoldToSwitchOff() +3.1 = orders PowerOff
what staff choose for the eyes stays, and what guests choose does not
    $PinRight() $SetPreference("theme","papyrus") $do(Staff.leave) $SetPreference("theme","contrast") = is model.preferences.theme == "contrast"
    $PinRight() $do(Staff.reset)    = is model.preferences.theme == "papyrus"
what guests chose is not the house's because staff come and go
    $SetPreference("theme","contrast") $PinRight() $SetPreference("loudness",Loudness.NIGHT) = is model.kiosk.choices == Choices(loudness=Loudness.NIGHT)

staff come back from the pages of the pause, too
    $PinRight() $Open(Route.MENU) $OpenBuilderPage(BuilderPage.TEST) $Next() = page Staff
    $PinRight() $Open(Route.MENU) $Next() = page Staff
whoever comes to the page of the guests is no longer taken for staff
    $PinRight() $Leave()         = page Welcome; is model.kiosk.staff_until == None; acts WENT

given cafe 0 auto_level=Level.LIGHT

how much a new game enters may be left to the hardware
    $PinRight() $do(Staff.set_default,"level","full") $do(Staff.set_default,"level","auto") = is session.agreement.level == Level.LIGHT; is Setting("table", "level", "auto") in ordered

given cafe 0 languages=("uk",)

one language is always offered
    $PinRight() $do(Staff.offer,"uk") = is model.kiosk.languages == ("uk",)

given cafe 3 call=Calling(GuestRequest.BILL,0.0)

every act of staff is done and written down
    $PinRight() $do(Staff.end_game)       = acts GAME WENT; orders CloseBook
a table made ready
    $PinRight() $do(Staff.reset)    = acts RESET; orders CloseBook; is session.timeline == None; is session.last_guests == (); is session.kept; page Welcome
a closed table
    $PinRight() $do(Staff.lock,True) = acts LOCK; is Setting("kiosk", "locked", value=True) in ordered
a language
    $PinRight() $do(Staff.offer,"ja") = acts LANGUAGE; is Setting("kiosk.languages", "ja", value=False) in ordered
volumes
    $PinRight() $do(Staff.set_volumes,())  = acts VOLUMES; is Setting("kiosk", "volumes", "") in ordered
a call that they answer
    $PinRight() $do(Staff.end_call)       = acts CALL; is SignalCall(None) in ordered; is model.kiosk.call == None; label ok Done
tests, wiring and the way out of the café
    $PinRight() $OpenBuilderPage(BuilderPage.TEST) = acts BENCH; is SwitchDevices(DeviceMode.MONITOR) in ordered
    $PinRight() $Keep()          = is StaffAct.WIRING in [each.act for each in ordered if isinstance(each, LogStaffAction)]
    $PinRight() $do(Staff.leave_kiosk)    = acts KIOSK
that they go, and that they end the program
    $PinRight() $do(Staff.leave)     = acts WENT
    $PinRight() $Quit()          = acts QUIT
and what they look at
    $PinRight() $ShowStatistics() = acts PAST; is SumUp("") in ordered
    $OpenPast("1")               = acts PAST; is ReadPast("1") in ordered
    $GoOnWith("1")               = acts AGAIN
staff who switch the table off have answered its call
    $PinRight() $HoldToSwitchOff() +3.1 = orders PowerOff; is model.kiosk.call == None

given cafe 2

a closed table stays closed until staff open it, and its game is there again
    $PinRight() $do(Staff.lock,True) +9999 = page Locked
    $PinRight() $do(Staff.lock,False) $do(Staff.leave) = page Table
what holds for new games is asked for while there is none
    $PinRight()                  = is [each.label for each in Staff(StaffList.GUESTS).entries(model) if each.value] == []
    $do(Staff.reset)                = is [each.label for each in Staff(StaffList.GUESTS).entries(model) if each.value] == ["Entered", "Points", "Edition"]

given cafe 0 is_locked=True

a closed table does nothing for guests but ask for the PIN
    each p1 p2 p3 p4 p5 ra ok undo > = page Locked
    $AskStaff()                  = page Pin
    'escape                      = page Locked
a PIN that nobody goes on typing leaves it closed
    $AskStaff() $PinState(is_set=True) +29 = page Pin
    +1                           = page Locked

given start

who chose a PIN at home is gone after a minute as well
    $do(Staff.change_pin) $PinKept()      = page Staff
    +60                          = page Welcome; is model.kiosk.staff_until == None
what staff do at home is written down while they are there
    $SetPreference("theme","day") = acts
    $PinKept() $SetPreference("theme","night") = acts LOOK
the wait for a PIN is counted down at home, too
    $GoTo(Pin()) $PinWrong(0,65.0) = is page.facts == {"minutes": 1, "seconds": "05"}
    +1                           = is page.facts == {"minutes": 1, "seconds": "04"}
    +5                           = is page.facts == {"minutes": 0, "seconds": "59"}

given cafe 3 choices=Choices("uk")

staff read the language of the house, and guests have theirs back when staff are gone
    $AskStaff()                  = page Pin; is model.preferences.language == "uk"
    $Next()                      = page Table; is model.preferences.language == "en"
    $AskStaff() $PinRight() $do(Staff.leave) = is model.preferences.language == "en"; is model.kiosk.choices.language == "uk"
    $AskStaff() $PinRight() +60  = is model.kiosk.staff_until == None; is model.preferences.language == "en"
those who come after the table was reset find the language of the house
    $AskStaff() $PinRight() $do(Staff.reset) = page Welcome; is model.preferences.language == "uk"
what staff choose is the language of the house, and not of the guests
    $AskStaff() $PinRight() $SetLanguage("ja",COLOURS,TILE_KEYS,MACHINES) $do(Staff.leave) = is model.kiosk.choices.language == "ja"; is model.preferences.language == "en"

given cafe 0

no guest is offered the name of another who went, however it may still be known
    p1 "Zoé 'escape 'escape      = is session.known_names == ("Zoé",)
    $PinRight() $do(Staff.reset)    = is session.known_names == ()
    $NamesKept(("Zoé","Anna"))   = is session.known_names == ()
    $Remembered(("Zoé",),(Guest(4,"Zoé"),),kept=True) = is (session.known_names, session.last_guests, session.kept) == ((), (), True)
of those at the table who were forgotten nobody is offered either
    p1 "Zoé 'escape 'escape $NamesKept(("Zoé","Anna")) = is session.known_names == ("Zoé",)
    $NamesKept(())               = is session.known_names == ()
the demonstration begins for strangers
    p1 "Zoé 'escape 'escape +300 = page Attract; is session.known_names == ()

# Small things at a table in a café: PINs to their last digit, countdowns, lists, languages, rest.

given cafe

a PIN has eight digits at most, and a ninth is refused
    $AskStaff() $PinState(is_set=True) '1 '2 '3 '4 '5 '6 '7 '8 = heard
    $TypeDigit("9")              = heard REFUSED
    $PinDone()                   = is [each.secret.digits for each in ordered if isinstance(each, TryPin)] == ["12345678"]
what is no digit is refused
    $AskStaff() $PinState(is_set=True) '1 $TypeDigit("a") = heard REFUSED
    '2                           = is page.typed.digits == "12"
a PIN has four digits at least
    $AskStaff() $PinState(is_set=True) '1 '2 '3 $PinDone() = orders not TryPin; note PIN_LENGTH; is page.typed.digits == "123"
    '4 $PinDone()                = orders TryPin; is page.typed.digits == "1234"
the seconds change when one of the wait is over, wherever the clock stands
    $AskStaff() $PinState(is_set=True) +0.25 '1 $PinWrong(0,2.0) = is page.facts["seconds"] == "02"; is next_deadline(model) == 1.25
    +0.5                         = is page.facts["seconds"] == "02"; is next_deadline(model) == 1.25
    +0.5                         = is page.facts["seconds"] == "01"; is next_deadline(model) == 2.25
    +0.25                        = is page.facts["seconds"] == "01"; is next_deadline(model) == 2.25
    +0.75                        = is (page.told, page.wait_until) == (None, 0.0)
staff who do not want another PIN after all come back to their menu
    $PinRight() $do(Staff.change_pin) $Next() = is page == Staff()
guests who do not know the PIN leave an open table open
    $AskStaff() $PinState(is_set=True) $Next() = page Welcome
the menu of the staff closes an open table
    $PinRight()                  = shows Close the table to guests
    $do(Staff.lock,True)   = is model.kiosk.is_locked
switching off is counted from when it was held, however long the table has run
    +100 $PinRight() $HoldToSwitchOff() = is page.left == 3; orders not PowerOff
    +1                           = is page.left == 2; orders not PowerOff
    +1                           = is page.left == 1; orders not PowerOff
    +1                           = orders PowerOff
the next volumes for guests are one touch away, in a ring
    $PinRight()                  = is do(Staff.set_volumes,list(VOLUMES)[1]) in [each.message for each in Staff(StaffList.GUESTS).entries(model)]
    $do(Staff.set_volumes,list(VOLUMES)[-1]) = is [*VOLUMES.values()][-1] in [each.label for each in Staff(StaffList.GUESTS).entries(model)]
    $do(Staff.set_volumes,("normal",))     = is do(Staff.set_volumes,list(VOLUMES)[1]) in [each.message for each in Staff(StaffList.GUESTS).entries(model)]

given cafe 0 is_locked=True

guests who do not know the PIN leave a closed table closed
    $AskStaff() $PinState(is_set=True) $Next() = page Locked
the menu of the staff opens a closed table
    $PinRight()                  = shows Open the table
    $do(Staff.lock,False)  = is not model.kiosk.is_locked

given cafe 0 show languages=("en","cs")

the demonstration speaks another language every half minute
    +120 +20                   = page Attract; is page.language == "en"
    +10                          = is model.preferences.language == "cs"
    +30                          = is model.preferences.language == "en"

given cafe 0 languages=("hu","ru","uk")

from a language that is not offered steps lead to the first that are, or to the last
    $NextLanguage(1)             = is model.preferences.language == "hu"
    $SetLanguage("ja",(),TILE_KEYS,MACHINES) $NextLanguage(2) = is LoadLanguage("ru") in ordered
    $SetLanguage("ja",(),TILE_KEYS,MACHINES) $NextLanguage(-1) = is LoadLanguage("uk") in ordered

given cafe 0 languages=("cs","hu","uk")

from a language that is offered the others that are follow in a ring
    $NextLanguage(-1)            = is model.preferences.language == "uk"
    $NextLanguage(1)             = is model.preferences.language == "cs"
    $NextLanguage(2)             = is model.preferences.language == "uk"

given cafe

what is for staff is refused by the program, and not only hidden
    each $Quit() $OpenBuilderPage(BuilderPage.TEST) $OpenBuilderPage(BuilderPage.WIZARD) $GoTo(PinWizard()) $GoTo(HardwareTest()) $GoTo(Staff()) $Open(Route.STAFF,(StaffList.STICK,)) $GoTo(Versions()) $do(Staff.copy_to_usb,UsbJob.BACKUP) $do(Staff.end_call) $do(Staff.lock,True) $HoldToSwitchOff() $do(Staff.leave_kiosk) $do(Staff.change_pin) $do(Staff.set_default,"edition","c25") = page Welcome; is [each for each in ordered if not isinstance(each, Sound)] == []

# A USB stick: offered to staff, written, and an update installed from it.

given cafe

a stick is offered to staff and guests can do nothing with it
    $Sticks((Stick("/media/stick"),)) = note STICK_FOUND; page Welcome
    $Open(Route.STAFF,(StaffList.STICK,)) $do(Staff.copy_to_usb,UsbJob.BACKUP) = note STAFF_ONLY; page Welcome; orders not WriteOn
a stick that goes is not spoken of
    $Sticks((Stick("/media/stick"),)) +30 $Sticks(()) = is model.screen.notice == None; is model.kiosk.sticks == ()
staff write one thing after the other on the latest stick
    $PinRight() $Sticks((Stick("/media/old"),Stick("/media/stick"))) $Open(Route.STAFF,(StaffList.STICK,)) = is len(page.entries(model)) == 4
    $do(Staff.copy_to_usb,UsbJob.BACKUP)    = is WriteOn(UsbJob.BACKUP, "/media/stick") in ordered; is LogStaffAction(StaffAct.STICK, UsbJob.BACKUP.value) in ordered; asks Leave the USB stick in: writing…
    $do(Staff.copy_to_usb,UsbJob.GAMES)     = orders not WriteOn; is [each.label for each in page.entries(model)] == ["Back"]
    $CopyFinished(UsbJob.BACKUP) = shows It is safe to remove it
    $do(Staff.copy_to_usb,UsbJob.GAMES)     = is WriteOn(UsbJob.GAMES, "/media/stick") in ordered
a stick that cannot be written is said: guests cannot read it away, and time cannot
    $PinRight() $Sticks((Stick("/media/stick"),)) $do(Staff.copy_to_usb,UsbJob.GAMES) $CopyFinished(UsbJob.GAMES,"full") = is model.kiosk.usb_job == None
    +3600                        = is model.screen.troubles == (Notice(Notes.STICK_NOT_WRITTEN, {"why": "full"}),)
    $GoTo(Troubles()) $Next()    = is model.screen.troubles
    $PinRight() $GoTo(Troubles()) $Next() = is not model.screen.troubles
what could not be written is over when it is tried again
    $PinRight() $Sticks((Stick("/media/stick"),)) $do(Staff.copy_to_usb,UsbJob.GAMES) $CopyFinished(UsbJob.GAMES,"full") $do(Staff.copy_to_usb,UsbJob.GAMES) = is not model.screen.troubles
without a stick the list asks for one
    $PinRight() $Open(Route.STAFF,(StaffList.STICK,)) = asks Plug in a USB stick
    $do(Staff.copy_to_usb,UsbJob.BACKUP)    = note NOT_NOW
the page about versions is for staff and leads back to them
    $GoTo(Versions())            = page Welcome
    $PinRight() $GoTo(Versions()) = page Versions
    $Next()                      = is page == Staff()
staff install the update on a stick and their journal says so
    $Sticks((Stick("/media/stick","apt"),)) $do(Staff.install) = note STICK_FOUND; orders not Install
    $PinRight() $Open(Route.STAFF,(StaffList.STICK,)) = is do(Staff.install) in [each.message for each in page.entries(model)]
    $do(Staff.install)             = note UPDATE_BEGUN; orders Install; acts UPDATE
without an update on the stick none is offered or installed
    $PinRight() $Sticks((Stick("/media/stick"),)) $Open(Route.STAFF,(StaffList.STICK,)) = is do(Staff.install) not in [each.message for each in page.entries(model)]
    $do(Staff.install)             = note NOT_NOW; orders not Install
why an update was not installed stays until staff have read it or try again
    $PinRight() $Sticks((Stick("/media/stick","apt"),)) $do(Staff.install) $NotInstalled(Notes.UPDATE_UNSIGNED) +3600 = is model.screen.troubles == (Notice(Notes.UPDATE_UNSIGNED),)
    $PinRight() $do(Staff.install) = is not model.screen.troubles

given start

at home the menu leads to the stick
    = is Open(Route.STAFF, (StaffList.STICK,)) not in [each.message for each in Menu().entries(model)]
    $Sticks((Stick("/media/stick"),)) = is Open(Route.STAFF, (StaffList.STICK,)) in [each.message for each in Menu().entries(model)]

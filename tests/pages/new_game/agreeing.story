# What is agreed on, games with the same people, and that nothing of the game before decides the next.

given sit 1Anna

names of the table's seats are not offered to anybody in the next game
    $Agree(Agreement(machines=1)) ra ok = is game.setup.players == ("Isis", "Anna"); is session.known_names == ("Anna",)

given sit 0Anna 1Ben 3

a first game is laid out before the suns are dealt
    $Agree(Agreement(is_first=True)) ra = page LayingOut; people 0Anna 1Ben 3; asks Setup; means undo GoTo(Seating(page.guests))
    >                            = page LayingOut
    ok                           = page Dealing; people 0Anna 1Ben 3
left and right lead to the values beside, and the dial to the next
    $GoTo(OptionsPage(page.guests,row=1)) 'left = is session.agreement.options.ra_limit == 7
    'right 'right                = is session.agreement.options.ra_limit == 9
    dial                         = is session.agreement.options.ra_limit == 10
    dial                         = is session.agreement.options.ra_limit == 1
    'left                        = is session.agreement.options.ra_limit == 10
where there is nothing to choose from OK says so
    $Agree(Agreement(level=Level.LIGHT)) $GoTo(OptionsPage(page.guests,row=5)) = shows only if every tile is entered; hides Change
    ok                           = note NOT_NOW

given start 0Anna 1Ben 3

the same people who deal themselves get empty cards and no game is put away
    $Agree(Agreement(dealt_by_hand=True)) $Rematch() = page Dealing; people 0Anna 1Ben 3; dealt - / - / -; is page.at == 0; orders not CloseBook

given played 2 0 -1

after a game it stays on the screen until the suns are dealt
    ~Rematch()                   = is session.timeline is not None; orders not CloseBook
    $Rematch()                   = orders Deal CloseBook; page Dealing; is session.timeline == None

given new 5 {invoke}

what was called in an auction is not called in the next game
    $StepSun(Seat(4)) $StepSun(Seat(1)) = is auction_now(model).calls
    $Leave()                     = is session.timeline == None; is model.pending.auction == None; is session.kept
    $Rematch() ok 'i             = stage Auction; is auction_now(model).calls == ()
nor is it after staff have prepared the table for others
    $StepSun(Seat(4)) $AskStaff() $do(Staff.reset) = is session.timeline == None; is model.pending.auction == None
    p1 p3 ra ok 'i               = stage Auction; is auction_now(model).calls == ()
a game that goes on is asked again what was not written
    $StepSun(Seat(4)) $StepSun(Seat(1)) $Leave() $GoOn() = is auction_now(model).calls == ()
only who played and what was agreed on outlives a game
    $StepSun(Seat(4)) $Leave()   = is session == Session(agreement=session.agreement, last_guests=session.last_guests, known_names=session.known_names, kept=True)

given start 0Thoth 1Ben

no seat of the table has the name of somebody who sits there
    $Remembered(("Thoth",),()) $Agree(Agreement(machines=2)) $Rematch() = people 0Thoth 1Ben 2Isis 3Horus

given start 0Anna 2Ben 4Cleo

the table plays the seat again that was handed over to it
    $Rematch() ok $HandOver(Seat(2),Strength.QUICK) $Leave() $Rematch() = people 0Anna 2Ben 4Isis

given start 0Isis 1Thoth 2Ben

the name of a machine stays behind unless somebody is really called that
    $Remembered(("Thoth","Ben"),()) $Agree(Agreement(machines=1)) $Rematch() = is [each.name for each in page.guests if each.is_person] == ["", "Thoth", "Ben"]

given sit 0Anna 1Ben 3

a row that has gone is counted from the first
    $GoTo(OptionsPage(page.guests,row=99)) = is page.row == 99 % len(page.rows(model))

given new 2

a kept game comes back, and is nobody's first any more
    $Resumed(session.timeline,session.last_guests,Agreement(is_first=True)) = page Table; is (session.kept, session.is_first, session.agreement.is_first) == (False, True, False); is session.buttons == (1, 3)

given sit 0Anna 1Ben 3

more seats than are free are not played
    $Agree(Agreement(machines=4)) $GoTo(OptionsPage(page.guests)) = is {row.title: row.facts for row in page.rows(model)}["Computer players"] == {"seats": 2}; is "Strength" in {row.title for row in page.rows(model)}

given sit 0Anna 1Ben

the table plays any number of free seats in turn
    $GoTo(OptionsPage(page.guests)) = is [row.following(1).machines for row in page.rows(model) if row.title.startswith("Computer")] == [1]
    $Agree(Agreement(machines=3)) = is [(row.following(1).machines, row.following(-1).machines) for row in page.rows(model) if row.title.startswith("Computer")] == [(0, 2)]
where less is entered the options are those for the people alone
    $Agree(Agreement(machines=3,level=Level.LIGHT)) $GoTo(OptionsPage(page.guests)) = is {row.title: row.facts for row in page.rows(model)}["Ra track spaces on your board"] == {"spaces": 6}; is "Two-player suns" in {row.title for row in page.rows(model)}; is "Strength" in {row.title for row in page.rows(model)} == False
where the table plays, too, they are those for all
    $Agree(Agreement(machines=1)) $GoTo(OptionsPage(page.guests)) = is {row.title: row.facts for row in page.rows(model)}["Ra track spaces on your board"] == {"spaces": 8}; is "Two-player suns" in {row.title for row in page.rows(model)} == False

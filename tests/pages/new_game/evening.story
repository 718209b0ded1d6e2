# From the first press to the next game: people sit down, play, go on, and start over.

given start

the question mark opens the rules on the first page, too, and F1 its card
                                 = page Welcome; key ?,z Open(Route.RULES); key f1 ShowCard()
whoever presses what is dark on the first page reads what to press
    each ra ok dial              = page Welcome; note NEEDS_TWO
a game begins with one press for each player and two more
    p1 p2 ra                     = page Dealing; unwritten
    ok                           = page Table; orders OpenBook; is sorted(each.suns for each in game.players) == [(2, 5, 6, 9), (3, 4, 7, 8)]
so does one of five
    p1 p2 p3 p4 p5 ra ok         = page Table; is len(game.players) == 5; is game.setup.options.edition == Edition.C25
what earlier evenings left behind does not disturb this one, and a colour is no name
    p1 p2 $Remembered(("Anna","Blue"),(Guest(4,"Zoe"),),kept=True) = people 0 1; is session.known_names == ("Anna",); is session.last_guests == (Guest(4, "Zoe"),)
    ra ok                        = is game.setup.players == ("Blue", "Green")
who holds the own button does not play after all
    p1 p2 p3 p2!                 = people 0 2
    p1! p3!                      = page Welcome
one player alone is told that Ra needs two, also where the table could play
    p1 ra                        = page Seating; note NEEDS_TWO
    ok ra                        = page OptionsPage; note NEEDS_TWO; unwritten
a dealt game is the only way to a table
    each $Begin() $Rematch() $Next() $PushDial() $GoTo(Table()) = is session.timeline == None
names are typed or taken from those used before
    $Remembered(("Anna","Boris"),()) p1 "Zoé p2 ok p3 = people 0Zoé 1Anna 2
    ra ra ok                     = is game.setup.players == ("Zoé", "Anna", "Yellow"); is session.known_names == ("Zoé", "Anna", "Boris")
five players may have one name and are told apart
    p1 "X p2 "X p3 "X p4 "X p5 "X ra ra ok = is game.setup.players == ("X", "X 2", "X 3", "X 4", "X 5")
suns that people dealt themselves are entered by button
    p1 p2 p3 $Agree(Agreement(dealt_by_hand=True)) ra = page Dealing
    p1 p1 ok                     = note SUNS_MISSING; unwritten
    p2 p3 ok                     = dealt 3 6 9 12 / 2 5 8 13 / 4 7 10 11

given played 3 0 -1

the same people play again with two presses
    finish +1 ok finish finish +1 ok finish = is page == Finale(3)
    ra ok                        = page Table; is game.epoch == 1; is len(session.timeline.steps) == 0
after leaving they are two presses away
    $Leave()                     = page Welcome
    ra ok                        = page Table; is game.epoch == 1
a game that is over comes back with its result
    $Resumed(session.timeline,session.last_guests,session.agreement) = is page == Finale(3)

given played 3 0 30

a game that was left goes on with one press
    $Leave() ok                  = is len(session.timeline.steps) == 30; is session.kept == False
the same people cannot begin again while they play
    $Rematch()                   = is len(session.timeline.steps) == 30
what is said at the start goes away after a while
    $Resumed(session.timeline,session.last_guests,session.agreement,(Notice(Notes.RESUMED,{"actions":5}),)) = note RESUMED; page Table
    +7                           = is model.screen.notice == None

given epoch 4 1

a game that stopped at an epoch's end goes on with what hands do; its points are a press back
    $Resumed(session.timeline,session.last_guests,session.agreement) = page HandsNow
    undo                         = is page == EpochScores()
points can be asked why until somebody goes on
    finish p3                    = is page == EpochScores(reasons_for=Seat(2))
    p3                           = is page == EpochScores()
    ok ok 'n $GoTo(EpochScores(reasons_for=Seat(2))) = page Table

given new 3

a sun that could not be saved waits for OK and is not tried again by itself
    'r $StepSun(game.active) $NotWritten(Notice(Notes.NOT_SAVED_FULL)) +60 = written draw ra
    ok                           = last pass / pass
an owner may want suns to count only with OK
    auction_settle_seconds:=0 'r $StepSun(game.active) +60 = written draw ra
    ok                           = last pass / pass

# Reading while the game waits: the card eats no press, and the pages lead back.

given new 3

a tile that is drawn while the card lies there is drawn
    $ShowCard()                  = is model.screen.is_card_shown
    p2                           = written draw nile; is model.screen.is_card_shown == False
asking again puts the card away
    $ShowCard() $ShowCard()      = is model.screen.is_card_shown == False
what happens by itself leaves the card where it is
    each $ShowCard() @5 $Trouble(Notice(Notes.READER_LOST)) $TroubleOver(Notice(Notes.READER_LOST)) = is model.screen.is_card_shown
at home F1 lays the card down and puts it away
    'f1                          = is model.screen.is_card_shown
    'f1                          = is model.screen.is_card_shown == False
in a café F1 asks what guests need
    kiosk:=True 'f1              = page Help
where nothing is decided the overview opens
    $GoTo(Menu()) $ShowCard()    = page Rules
    $GoTo(About()) $ShowCard()   = page Rules
and closes to the page over which it was opened
    $GoTo(Menu(row=2)) 'f1 'right 'escape = is page == Menu(row=2)
    $GoTo(Menu(row=2)) $Open(Route.RULES) undo = is page == Menu(row=2)
    undo                         = page Table
what is half done is not left for the rules
    $GoTo(Rules(4)) $ShowCard()  = heard REFUSED; is page == Rules(4)
the dial leafs through the rules and stops at their ends
    $Open(Route.RULES) <3        = is page == Rules(0)
    >99                          = is page == Rules(9)
    undo                         = page Table
the keyboard leafs through the rules
    $Open(Route.RULES) 'right 'return = is page == Rules(2)
    'escape                      = page Table
a player's button shows the reasons of what scores now and hides them again
    $Open(Route.WORTH) p3        = is page == ProjectedScore(reasons_for=Seat(1))
    p3                           = is page == ProjectedScore()
    ok                           = page Menu

given epoch 3 1 SEALED

what scores now is not shown while points are sealed
    back $Open(Route.WORTH)      = page Table

given start

the rules can be read before anybody plays
    undo                         = is page == Rules()
    ra                           = page Welcome
a leaf that there is not is never opened
    $GoTo(Rules(-4))             = is page == Rules(0)
    $GoTo(Rules(99))             = is page == Rules(9)
what scores now is not shown before a game
    $Open(Route.WORTH)           = page Welcome

given played 3 1 -1

nor after it
    $Open(Route.WORTH)           = is type(page).__name__ in ("Finale", "EpochScores")

given start

a question mark asks for the card, and is not typed into a name
    p1                           = page Seating; key ? ShowCard()

given page 3 worth

what scores now is told by category, and with its reasons
                                 = shows Pharaohs
    $GoTo(ProjectedScore(reasons_for=Seat(2))) = shows floods: 2, Niles: 6; is "River 8: floods: 2, Niles: 6" in news(before, model, ENGLISH)

given position
: centre 2 | ra 3 | track 2 nile
: *Anna 7 16 1 | Ben 3 8 15 | Cleo 4 9 14 | Dan 5 10 13 | Eve 11 12 6

the card counts what lies on the table
    $ShowCard()                  = shows on the Ra track now: 3 of 10.

given position
: centre 2 | ra 9 | track 2 nile
: *Anna 7 16 1 | Ben 3 8 15 | Cleo 4 9 14 | Dan 5 10 13 | Eve 11 12 6

and what one more Ra tile would cost
    $ShowCard()                  = shows tiles lost with it: 2.

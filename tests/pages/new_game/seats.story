# Sitting down, names and leaving, from the first press to the cards with the suns.

given sit 0 1 2

the second press of the own button gives a name, and the third says done
    p2                           = is page.editing == 1; is page.sheet is not None
    p2                           = is page.sheet == None; people 0 1 2
however often people press, nobody is thrown out
    each p1 p2 p1 p2 p2 p1 p3 p3 p3 p2 p1 p1 = people 0 1 2
the button of somebody else names them and keeps what was typed
    p1 "Z p3 "Q                  = people 0Z 1 2Q
who sits down while others give names is named next
    p1 "Z p5 "Q                  = people 0Z 1 2 4Q
letters that are keys elsewhere are letters of a name
    p1 'z 'r 'o                  = people 0zro 1 2
the first letter of each part of a name is a capital
    p1 touch:TakeLetter("a") touch:TakeLetter("n") touch:TakeLetter("-") touch:TakeLetter("l") touch:TakeLetter("i") $TakeLetter(" ") touch:TakeLetter("o") = people 0An-Li O 1 2
    touch:TakeLetter(messages.BACKSPACE) = people 0An-Li  1 2
back closes the sheet and keeps what was typed, as Escape does
    p1 "Z undo                   = is page.sheet == None; people 0Z 1 2
    p2 "Q 'escape                = is page.sheet == None; people 0Z 1Q 2
no turn of the dial and no arrow wipes a typed name
    p1 "Z >60 <120 'left 'right 'up 'down = people 0Z 1 2
the dial takes letters one after the other, and done is round the corner
    p1 p1 p1 > ok ok < dial      = people 0Bba 1 2
    < ok                         = is page.sheet == None
after a name is typed, Return says done
    p1 "Zoé 'return              = is page.sheet == None; people 0Zoé 1 2
typed names are offered again after everybody has left the seats
    p1 "Zoé 'escape 'escape      = page Welcome; is session.known_names == ("Zoé",)
leaving is a gesture of its own and leaves the others their names
    p1 "Z p2!                    = people 0Z 2; is page.sheet is not None
by touch, too
    p1 "Z touch:LeaveSeat(1)     = people 0Z 2; is page.sheet is not None
and by a key
    p1 "Z 'shift_2               = people 0Z 2; is page.sheet is not None
the way to leave is told below the cards, and not beside every button
                                 = shows Hold it to leave; is [controls.holds[Control(own)].is_silent for own in ("p1", "p2", "p3")] == [True] * 3
help and rules over the seats lead back to them
    p1 "Z undo $Open(Route.HELP) 'escape = page Seating; people 0Z 1 2
    $Open(Route.RULES) 'escape   = page Seating; people 0Z 1 2
    $Open(Route.MENU) undo       = page Seating; people 0Z 1 2
and over what is agreed on
    ok $Open(Route.HELP) 'escape = page OptionsPage
    $Open(Route.RULES) 'escape   = page OptionsPage
    $Open(Route.MENU) undo       = page OptionsPage
and over the suns
    ra $Open(Route.HELP) 'escape = page Dealing
    $Open(Route.RULES) 'escape   = page Dealing
    $Open(Route.MENU) undo       = page Dealing
the first page opens although somebody has sat down
    $Open(Route.MENU) $Open(Route.WELCOME) = page Welcome
the name of who left by mistake is offered first
    p2 "Zoe p2 p2! p2            = people 0 1 2; is Naming(page.guests, 1).before(model)[0] == "Zoe"

given sit 0Anna 1Ben 3

who does not sit there cannot leave
    $LeaveSeat(4)                = people 0Anna 1Ben 3
only the name of who leaves is offered first
    $LeaveSeat(1)                = is session.known_names == ("Ben",)
letters that are meant for nobody change nobody's name
    each $TypeName("Q") $TakeLetter("q") $TakeName("Eva") $NextAlphabet() = people 0Anna 1Ben 3; is page.sheet == None
without a sheet of letters the dial does nothing at the seats
    each > < dial                = people 0Anna 1Ben 3; page Seating
names used here before come first, and fewer with every letter
    $Remembered(("Anna","Anežka","Boris","Mary Ann"),()) p4 = is Naming(page.guests, 2).before(model) == ("Anežka", "Boris", "Mary Ann")
    touch:TakeLetter("a")        = is Naming(page.guests, 2).before(model) == ("Anežka", "Mary Ann")
    touch:TakeLetter("n") touch:TakeLetter("e") = is Naming(page.guests, 2).before(model) == ("Anežka",)
    touch:TakeName("Anežka")     = people 0Anna 1Ben 3Anežka

given sit 0

one person is asked who else plays, and cannot join a game that has begun
                                 = asks Who else plays?; is controls.holds[Control.RA].is_lit == False
two are enough
    p2                           = asks Everybody here?; is controls.holds[Control.RA].is_lit; means ra! BeginUnderWay(); key f4 BeginUnderWay()
    p2                           = asks Who sits here?

given start

who has just sat down may type at once
    p3 "Y                        = is page.sheet is not None; people 2Y
four new people are seven keys from the first tile
    '1 '2 '3 '4 'return 'return 'n = is game.track[0] == Tile.NILE
or seven touches
    touch:Join(0) touch:Join(1) touch:Join(2) touch:Join(3) touch:Begin() touch:Begin() touch:Play(DRAWS[Tile.NILE]) = is game.track[0] == Tile.NILE
or six buttons and a touch
    p1 p2 p3 p4 ra ok touch:Play(DRAWS[Tile.NILE]) = is game.track[0] == Tile.NILE
the page says its language and its question aloud
                                 = is list(page.said_aloud(model, ENGLISH)) == ["English", "Press your button to play"]
a table that played without us is scored from here
                                 = key s Open(Route.SHEET); means undo! Open(Route.SHEET); is controls.holds[Control.UNDO].is_silent
turning chooses the language
    ~TurnDial(1)                 = page Welcome
who played last is remembered
    $Remembered(("Anna",),(Guest(0,"Anna"),Guest(1,"Isis",Strength.QUICK))) = is session.last_guests == (Guest(0, "Anna"), Guest(1, "Isis", Strength.QUICK)); is session.agreement.machines == 1; is session.agreement.strength == Strength.QUICK
    $Remembered((),())           = is session.agreement.machines == 1; is len(session.last_guests) == 2
and one of them alone does not play again where the table has no seat any more
    $Remembered(("Anna",),(Guest(0,"Anna"),Guest(1,"Isis",Strength.QUICK))) = lit ra
    $Agree(Agreement()) ra       = dark ra; note NEEDS_TWO; page Welcome
a game that was kept goes on
    $Remembered((),(),kept=True) = lit ok; is session.kept
    $GoOn()                      = orders ResumeGame
where none was kept nothing does
    $Remembered((),(),kept=False) = unbound ok
    $GoOn()                      = orders not ResumeGame
nobody plays again where nobody has played
    $Rematch()                   = page Welcome

given start 4Eva

whoever plays here already is not forgotten for who played last
    $Remembered(("Anna",),(Guest(0,"Anna"),)) = is session.last_guests == (Guest(4, "Eva"),)

given start 0 1 2 3

the same people are three presses from a Ra tile
    ra ok ra                     = is game.ra_count == 1
and four from any other
    ra ok p1 p1                  = is game.track[0] is not None

given start 1Ann 3

who plays again and goes back to the seats finds everybody there
    ra undo                      = people 1Ann 3

given new 3

while people play nobody deals again, and what was agreed stands
    $Rematch() $TakeSuns(session.last_guests,((4,),)) = page Table; unwritten
    $Agree(replace(session.agreement,is_first=True)) = note NOT_NOW; heard REFUSED; is session.agreement.is_first == False
no page of a new game opens while people play
    $Open(Route.MENU) $GoTo(Welcome()) = page Table
    $Open(Route.MENU) $GoTo(Seating((Guest(0),))) = page Table
    $Open(Route.MENU) $GoTo(LayingOut((Guest(0),))) = page Table
    $Open(Route.MENU) $GoTo(OptionsPage((Guest(0),))) = page Table
a kept game waits while another is played
    $GoOn()                      = orders not ResumeGame; page Table

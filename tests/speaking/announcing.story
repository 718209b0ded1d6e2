# What the table says aloud of what happens: everything, once, in its order.

given new 3

a tile is named with the track, and the next player is asked
    $Play(DRAWS[Tile.NILE])      = says Ann: Nile. Auction track 1 of 8 | Ben: draw a tile or invoke Ra
who drew Ra, its count, who wins and who bids next is said; suns of those still asked once they are few
    $Play(DRAWS[Tile.RA])        = says Ann: Ra, 1 of 8 | Who wins, and with which sun? | Ben: is next
    $CallPass(Seat(1))           = says Ben passed | Who wins, and with which sun? | Cleo: is next
    $TakeBack()                  = says Undone: Ben passed | Who wins, and with which sun? | Ben: is next
    $TakeSun(3)                  = says Ben leads with 3 | Cleo: is next
    $CallPass(Seat(2))           = says Cleo passed | Ben leads with 3 | Ann: is next | Possible: 5, 8, 13
a settlement says what it came to and who may still bid, not what was heard before; time says nothing
    $Play(DRAWS[Tile.RA]) $TakeSun(3) = says Ann: Ra, 1 of 8 | Ben leads with 3 | Cleo: is next
    ~SettleAuction()             = says
    $SettleAuction()             = says Ben took sun 1 with 3 | Ben: draw a tile or invoke Ra | Late bid: Cleo 4, Ann 5
    +9                           = says
    $DismissResult()             = says Ben: draw a tile or invoke Ra
a settlement that is taken back is named as such, by Undo or by a late bid
    $Play(DRAWS[Tile.RA]) $TakeSun(3) $SettleAuction() = page Table
    $TakeSun(4)                  = says Undone: Ben took sun 1 with 3 | Cleo leads with 4 | Ann: is next | Possible: 5, 8, 13
    $SettleAuction()             = page Table
    $TakeBack()                  = says Undone: Cleo took sun 1 with 4 | Cleo leads with 4 | Ann: is next | Possible: 5, 8, 13
what happens while nobody looked is said in its order
    $Play(DRAWS[Tile.NILE]) $Play(INVOKE) $Play(PASS) = says Ann: Nile. Auction track 1 of 8 | Ben invoked Ra | Cleo passed | Who wins, and with which sun? | Ann: is next
where nothing happens nothing is said
    +9                           = says
whose points are on the screen is said, and not how many
    $Peek(Seat(1))               = says Ben: Your points
    +2 $EndPeek()                = says
a refusal is said in words, and said again when it comes again
    $Play(PASS)                  = says No auction is under way: it is the turn of Ann
    +1 $Play(PASS)               = says No auction is under way: it is the turn of Ann
what is taken back is named, and who is asked again
    $Play(DRAWS[Tile.NILE])      = stage TURN
    $TakeBack()                  = says Undone: Ann drew Nile | Ann: draw a tile or invoke Ra
another past is told from where it differs
    $Play(DRAWS[Tile.NILE])      = stage TURN
    $TakeBack() $Play(DRAWS[Tile.GOLD]) = says Ann: Gold. Auction track 1 of 8 | Ben: draw a tile or invoke Ra
the fix panel says each thing and how it lies, then how it could lie, and nobody's points
    $Play(DRAWS[Tile.NILE])      = stage TURN
    ok!                          = says What is actually on the table? | Epoch: 1
    >4                           = says Space 1: Nile
    dial                         = says Nile
    >                            = says Flood
    ok                           = says Fixed. Space 1: Flood (was Nile) | Space 1: Flood
    >9                           = says Ann: How many points more or less?
    >                            = says Sun 2: Ann, Face up
    >4                           = says Ann: One less, or one more?
    dial                         = says God: +1
troubles and mentions are said once
    $Trouble(Notice(Notes.READER_LOST)) = says The bag reader is gone. Enter tiles by hand until it is back
    $Trouble(Notice(Notes.READER_LOST)) = says
    $Mention(Notice(Notes.NOT_NOW)) = says That button does nothing now
looking back names what happened
    $Play(DRAWS[Tile.NILE])      = stage TURN
    $GoTo(History(1))            = says Entry 1 | Ann drew Nile
and then which button of the entry is pointed at, and what is asked about it
    $Play(DRAWS[Tile.NILE]) $Play(DRAWS[Tile.GOLD]) $GoTo(History(1)) = page History
    ok                           = says This was wrong
    <                            = says Go back to here
    ok                           = says Go on from here? | Go back to here
    >                            = says Go on from here? | No
a correction says its question, and then what the entry would be instead
    $Play(DRAWS[Tile.NILE])      = stage TURN
    $GoTo(FixEntry(1))           = says Entry 1 was wrong: what was it? | Ra
    >                            = says God
in an auction the whole table begins with who leads, who has passed and who is next
    $Play(DRAWS[Tile.RA]) $CallPass(Seat(1)) $TakeSun(4) = is whole_table(model, ENGLISH)[:4] == ("Cleo leads with 4", "Ann: is next", "Possible: 5, 8, 13", "Ben passed")
    >                            = is whole_table(model, ENGLISH)[:3] == ("Ann bids 5?", "Cleo leads with 4", "Ben passed")
    $TakeBack() $TakeBack()      = is whole_table(model, ENGLISH)[:4] == ("Who wins, and with which sun?", "Cleo: is next", "Ben passed", "First epoch")
a group that opens names its tiles in the order of the buttons
    p3                           = says Ann: which tile was drawn? | Art, Agriculture, Religion, Astronomy, Writing
one key reads the table aloud, and with Shift what was said last once more
                                 = is (keys["f2"], keys["shift f2"]) == (messages.ReadTable(), messages.RepeatSpeech())
    'f2                          = is ordered == [ReadAloud()]
    'shift_f2                    = is ordered == [ReadAloud(is_repeated=True)]

given start

who joins is named, and a typed name alone
    $GoTo(Seating((Guest(0),Guest(2)))) = says Here: Blue, Yellow | Everybody here?
    $GoTo(Seating((Guest(0),Guest(2,"Yu")),1)) = says Yu


given sit 0Ann 1Ben

whether somebody plays for the first time is said as it changes
    dial                         = says First time? yes: explain the rules as we play
    dial                         = says First time? no
a new game says who has which suns, and who starts
    ra                           = says Ann: suns 3, 4, 7, 8 | Ben: suns 2, 5, 6, 9 | Ben: Sun 9 starts | Take your suns
    ok                           = is [each.partition(":")[0] for each in news(before, model, ENGLISH)][:2] == ["Ann", "Ben"]

given start

without a game the page is read
                                 = is whole_table(model, ENGLISH) == ("English", "Press your button to play")

given new 3

points that were put right are told without their number
    $Enter(Fix(hands=(HandFix(Seat(0),score=41),))) = says Fixed. Ann, points | Ann: draw a tile or invoke Ra

given position
: ra 7 | track nile gold | *Ann 13 8 5 2: god | Ben 12 9 6 3 | Cleo 11 10 7 4

what the last God tile took is said though the turn ends by itself, at once or a moment later
    $Play(GODS[1])               = says Ann used a God tile and took Gold | Ann uses no more God tiles | Ben: draw a tile or invoke Ra
    $TakeBack() ~Play(GODS[1])   = stage GODS
    $Play(END_GODS)              = says Ann used a God tile and took Gold | Ann uses no more God tiles | Ben: draw a tile or invoke Ra

given epoch 3 3

the end is revealed place by place, and nothing is said before the bars have stopped
    $GoTo(Finale(0))             = page Finale
    $GoTo(Finale(1))             = says Place 3: Cleo with 0 points
    $GoTo(Finale(1,rising=2,since=0.0)) = says
    $GoTo(Finale(3,since=1.0))   = is "wins the game" in " ".join(news(before, model, ENGLISH))
why somebody got so much in an epoch is said there, too
    $GoTo(Finale(4))             = page Finale
    p1                           = is news(before, model, ENGLISH)[0] == "Ann, Third epoch, -10"

given position
: epoch 3 | ra 5 | centre 1 | *Ann 9 6 5 2 20 points | Ben 8 7 4 3 20 points

equal points are explained at the end
    {draw ra} $GoTo(Finale(1))   = page Finale
    $GoTo(Finale(2))             = says Place 1: Ann with 15 points | Ann wins the game | 15 points each, so the highest sun decides: Ann 9, Ben 8

given position
: epoch 3 | ra 1 | auction A1 by Ann | track nile gold | centre 1 | *Ann 5 (2 7 10): 2 pharaoh | Ben (3 8 11 6) | Cleo (4 9 12 13)

that the last sun has ended the epoch is heard
    $Enter(BIDS[5])              = says Ann bid 5 | Ann took sun 1 with 5: Nile, Gold | Third epoch is over: all suns are spent
                                 = is news(None, model, ENGLISH) == ("The epoch is over: all suns are spent",)

given position
: ra 7 | *Ann 13 8 5 (2) 10 points: 2 god, civ_art, civ_writing, civ_religion | Ben 12 9 (6 3) 3 points | Cleo 11 10 4 1 0 points

every category is said as it is laid, and what changes hands: nobody returns more than they have
    {draw ra} +1 ok              = is page.hidden == 3
    +1 ra                        = says Pharaohs: Ann 0, Ben 0, Cleo 0 | River: Ann 0, Ben 0, Cleo 0 | Civilizations: Ben -5, Cleo -5, Ann 5 | Ann takes 9 points | Ben returns 3 points | Cleo takes 0 points
and why somebody got so much, once; closing the reasons is silent
    {draw ra} +1 ra              = page EpochScores
    p2                           = says Ben, -5 | Gods 0 | Gold 0 | Pharaohs 0: all have the same number of pharaohs: 0 | River 0 | Civilizations -5: no Civilization tile
    +1                           = says
    p2                           = says
going on from its points says what hands do, and then which epoch begins
    {draw ra} +1 ra +1           = page EpochScores
    ok                           = says Before the next epoch | Discard these and the auction track, keep the rest | Turn all suns face up | Boat to the start, Ra tiles into the box | Ann: takes 5, 2, 2 | Ben: gives 2, 1 | Cleo: takes nothing | Ann starts, with sun 13
    ok                           = is news(before, model, ENGLISH)[0][:19] == "Second epoch begins"

given position
: epoch 3 | ra 7 | centre 1 | *Ann 12 9 6 3 60 points | Ben 13 8 5 2 30 points | Cleo 11 10 7 4 20 points

a tie that decided other places than the first says which
    {draw ra} $GoTo(Finale(2))   = page Finale
    $GoTo(Finale(3))             = says Place 1: Ann with 55 points | Ann wins the game | 2–3: 20 points each, so the highest sun decides: Ben 13, Cleo 11

given position
: disaster dis_unrest by Ben | *Ann 9 6 5 (1): 2 civ_art, civ_religion, civ_writing | Ben

a disaster says what can be given up, what the dial points at and what was chosen
                                 = is news(None, model, ENGLISH)[-2:] == ("Ann: Unrest! Discard 2", "2 Art, Religion, Writing")
    >                            = says Art
    dial                         = says Art | Ann: Unrest! Discard 1 more | Art, Religion, Writing

given new 3

the rules card is read as it is laid over the table, and once
    '?                           = is news(before, model, ENGLISH)[::4] == ("A turn is one action: draw a tile, use God tiles, or invoke Ra.", "If it is somebody else's turn, tap their name, push the dial or press F5 to F9.")
    +9                           = says
and when it is put away, what is asked
    '?                           = page Table
    '?                           = says Ann: draw a tile or invoke Ra
a list says its title as it opens, and then only the line that the dial points at
    'escape                      = says Pause | History
    >                            = says If the epoch ended now
    <                            = says History
the page of seats says who plays the one that is pointed at
    $GoTo(Seats())               = says People and computer players | Ann: a person
    >                            = says Ben: a person

given start

a leaf of the rules is read as it is opened
    $Open(Route.RULES)           = is news(before, model, ENGLISH)[::4] == ("What Ra is about", "Ra is for two to five players, clockwise.")
    ok                           = is news(before, model, ENGLISH)[0] == "Before the game"
a score sheet names each line and how it is now; names are said letter by letter, and as they are then
    'S                           = says Choose who played and what to count | Players: 5
    >                            = says What is counted: all three epochs
    dial                         = says What is counted: First epoch
    >                            = says Blue
    dial                         = says Who sits here?
    >2                           = says C
    dial                         = says C
    >                            = says d
    ra                           = says Choose who played and what to count | Green
counting says whose tiles are asked for, what the dial counts, and what everybody has at last
    'S 'right 'tab               = says Blue: what do you have? | God: 0
    >                            = says God: 1
    dial                         = says Gold: 0
    'n                           = says Nile: 1
    ok                           = says Green: what do you have? | God: 0
    ok                           = says First epoch is scored | Blue: 7 points | Green: 5 points

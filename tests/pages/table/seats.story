# Seats that the table plays: when it decides, what hands do for it, and what undo takes back.

given plays 3 A

at its turn the screen says what it does and what hands do
    decides:INVOKE               = says Anna invokes Ra! | Give Anna the Ra statue; is is_shown(model); is sentences(model, ENGLISH) == ("Anna invokes Ra!", "Give Anna the Ra statue"); asked A
                                 = means ok HandsDone(); label ok Done; means ra HandsDone(); key return HandsDone()
just after hands are done OK and Ra say it once more, and then no longer
    decides:INVOKE $HandsDone()  = means ok HandsDone(); means ra HandsDone()
    +2                           = is HandsDone() in {each.message for each in controls.taps.values()} == False
while it thinks nothing can be done for it, and everything can be entered
                                 = is is_shown(model); dark ok
    $HandsDone()                 = note NOT_NOW
    $Play(DRAWS[Tile.NILE])      = is game.active == 1
a tile is entered by people once they have drawn
    decides:REACH_INTO_BAG $HandsDone() = is is_shown(model) == False; asks {name}: which tile was drawn?
    undo                         = is is_shown(model)
    $HandsDone() +2 $Play(DRAWS[Tile.NILE]) = is game.active == 1
who has something else to enter sees the table as always
    decides:INVOKE $HideInstruction()    = is is_shown(model) == False; is "draw a tile" in prompt.sentence
    undo                         = is is_shown(model)
where it cannot play on, people decide as always
    decides:None                 = is is_shown(model) == False; is "draw a tile" in prompt.sentence
where less is entered it plays no more and says so
    $Play(DRAWS[Tile.NILE]) $Enter(SetLevel(Level.LIGHT)) = is thinks == None; note TABLE_PLAYS_FULL

given plays 3 B

a seat is handed over and handed back
    $HandOver(0,Strength.STRONG) = is is_shown(model); is thinks.strength == Strength.STRONG
    $HandOver(0,None)            = is thinks == None
nobody looks at the points of a seat that the table plays
    $Peek(1)                     = is session.peek == None; note NOT_NOW; orders not RecordPeek; is Peek(2) in [each.message for each in controls.holds.values()]; is Peek(1) not in [each.message for each in controls.holds.values()]
    $Peek(2)                     = is session.peek is not None
it thinks about what everybody sees, and not about a table that has changed
    $Play(DRAWS[Tile.NILE])      = is [each.game for each in ordered if isinstance(each, Think)] == [game]
    $Play(DRAWS[Tile.NILE]) $Decided(thinks,INVOKE) = is model.pending.thought == None
after undo and the same entry it is asked the same again
    $Play(DRAWS[Tile.NILE])      = orders Think
    undo $Play(DRAWS[Tile.NILE]) = orders Think; is [each.game for each in ordered if isinstance(each, Think)] == [game]

given plays 3 A A1

it bids, its bid leads, and anybody may bid more
    decides:BIDS[5] $HandsDone() = lead A 5
    sun12 $CallPass(2)           = centre 12
back takes back what it called
    decides:BIDS[5] $HandsDone() undo = lead nobody; is is_shown(model)
who has something else to enter settles the auction as always
    decides:BIDS[5] $HideInstruction()   = means ok SettleAuction(); label ok Nobody
    $SettleAuction()                  = stage TURN; is 5 in game.players[0].suns
what it calls is done only where it is shown
    decides:BIDS[5] <            = is is_shown(model) == False
    $SettleAuction()                  = note NOT_NOW; lead nobody
where it cannot play on, people settle as always
    decides:None $SettleAuction()     = stage TURN
one undo takes back a sun that people call for it
    $TakeSun(5)                  = lead A 5
    undo                         = lead nobody; is is_shown(model)
also the highest, which settles the auction
    $TakeSun(13)                 = centre 13
    undo                         = lead nobody; is is_shown(model)
and a pass
    $CallPass(0) undo            = passed nobody; is is_shown(model)

given plays 3 B A1

it calls in its place once those before it have called
                                 = is is_shown(model) == False
    $StepSun(0)                  = is is_shown(model); is (thinks.game.stage.best_bidder, thinks.game.stage.best_bid) == (0, 5)
a bid just made stays in sight and is said while the table decides, and while hands do it
    $StepSun(0)                  = says Anna leads with 5 | Marek is thinking | One moment; shows Anna leads with 5
    decides:BIDS[7]              = says Anna leads with 5 | Marek bids 7 | Push sun 7 forward; shows Anna leads with 5 Marek bids 7
it thinks before it is its turn to call
    decides:PASS                 = is thinks.is_due == False; is is_shown(model) == False; is thought(model) is not None
where time has run out all before it have passed
                                 = label ok Pass
    $SettleAuction()                  = passed A; is is_shown(model)
    decides:BIDS[3] $HandsDone() = lead B 3; label ok Settled
    +2 $SettleAuction()               = is isinstance(game.stage, Auction) == False
no time runs while hands do what it bids, and it runs again afterwards
    auction_settle_seconds:=4.0 $StepSun(0) = is deadline(model) == None
    decides:PASS $HandsDone()    = is deadline(model) is not None

given plays 3 C A1

the last seat passes for those before it, too
    $TakeSun(5)                  = label ok Pass
one undo takes back hands that settled the auction, and its decision stands
    $SettleAuction() decides:BIDS[7] $HandsDone() = is isinstance(game.stage, Auction) == False
    undo                         = passed AB; is is_shown(model); is sentences(model, ENGLISH)[0] == "Yuki bids 7"

given plays 3 C A3

it must bid if it called and nobody else did
    $SettleAuction()                  = is is_shown(model)
    decides:BIDS[7] $HandsDone() = centre 7

given plays 3 AB A1

two seats of the table call one after the other
    decides:PASS $HandsDone()    = passed A; is (thinks.seat, thinks.is_due) == (1, True); is thought(model) == None

given plays 4 D A1

OK passes for whoever is next alone, until it is the turn of the seat that the table plays
    ok                           = passed A; label ok Pass; is is_shown(model) == False
    ok                           = passed AB; label ok Pass
    ok                           = passed ABC; is is_shown(model)
    undo                         = passed AB; shows Undone: Yuki passed
the dial says who passes
    <                            = label ok Pass; asks {name} passes; is prompt.seat == 0
    ok                           = passed A; is is_shown(model) == False
with a bid that leads it is the same
    $StepSun(0)                  = label ok Pass; shows Pass
    ok                           = passed B; is is_shown(model) == False
one undo takes back all passes that one press said, and names everybody
    $CallPass(0) $SettleAuction()     = passed ABC
    undo                         = passed A; shows Undone: Marek, Yuki passed
    undo                         = passed nobody; shows Undone: Anna passed

given plays 3 A

the screen says what it does and what hands do, turn by turn
                                 = is sentences(model, ENGLISH) == ("Anna is thinking", "One moment")
    decides:REACH_INTO_BAG       = is sentences(model, ENGLISH) == ("Anna draws a tile", "Take one out of the bag"); is sentences(model, ENGLISH, "It")[0] == "It draws a tile"
using no more God tiles moves nothing
    decides:END_GODS             = is sentences(model, ENGLISH) == ("Anna uses no more God tiles", "Nothing to move")
what it has decided is not seen from another page
    decides:INVOKE $GoTo(Menu()) = is is_shown(model) == False
only who is handed the seat that decides decides again
    decides:INVOKE $HandOver(2,Strength.QUICK) = is sentences(model, ENGLISH)[0] == "Anna invokes Ra!"; is KeepSeats((Strength.STEADY, None, Strength.QUICK)) in ordered
    $HandOver(0,Strength.QUICK)  = is sentences(model, ENGLISH)[0] == "Anna is thinking"
who puts it away while it thinks finds the table as always once it has decided
    $HideInstruction()                   = is is_shown(model) == False; is "draw a tile" in prompt.sentence
    decides:INVOKE               = is is_shown(model) == False
    $TakeBack()                  = is is_shown(model)

given plays 3 A A1

a pass and a bid are said, too
    decides:PASS                 = is sentences(model, ENGLISH) == ("Anna passes", "Nothing to move")
so is a bid
    decides:BIDS[5]              = is sentences(model, ENGLISH) == ("Anna bids 5", "Push sun 5 forward")

given plays 3 A
: track nile god gold

a God tile is told by its place as well
    decides:UseGod(2)            = is sentences(model, ENGLISH) == ("Anna uses a God tile", "Swap the God tile for Gold"); is hands(model).facts["number"] == 3
    $HandsDone()                 = written god 2 / done
    $HandsDone()                 = written god 2 / done

given plays 3 A
: disaster dis_unrest
: track nile

what it gives up is named
    decides:Discard((Tile.ASTRONOMY,Tile.WRITING)) = is sentences(model, ENGLISH) == ("Anna discards", "Into the box: Astronomy, Writing")
    $HandsDone()                 = is len(entries) == 1

given plays 3 A A1
: track dis_unrest nile

after a lot with a disaster people swap the suns, and then are told what it gives up
    decides:BIDS[5] $HandsDone() +2 ok +4 = stage Discarding; shows Anna wins with; shows Late bid: 6; label ok Next; is any(isinstance(each, ChooseLoss) for each in targets) == False
    decides:Discard((Tile.ASTRONOMY,Tile.WRITING)) ok = says Anna discards | Into the box: Astronomy, Writing
    ok                           = stage TURN
its tiles can be chosen for it all the same
    decides:BIDS[5] $HandsDone() +2 ok +4 'l = is page.pick.chosen == (Tile.RELIGION,); is any(isinstance(each, ChooseLoss) for each in targets)

given plays 3 B A1

those who could call before it are taken to pass
                                 = is silent_before(model) == (Call(Seat(0), is_silent=True),)

given plays 3 B

of people the screen says nothing, and there is nothing to put away
                                 = is sentences(model, ENGLISH) == (); is silent_before(model) == ()
    $HideInstruction()                   = page Table
a seat where nobody sits is not handed over
    each $HandOver(3,Strength.QUICK) $HandOver(-1,Strength.QUICK) = note NOT_NOW; is thinks == None
where less is entered a seat is handed to a person and never to the table
    $Play(DRAWS[Tile.NILE]) $Enter(SetLevel(Level.LIGHT)) $HandOver(0,Strength.QUICK) = note TABLE_PLAYS_FULL; is session.last_guests[0].strength == None
    $HandOver(1,None)            = is session.last_guests[1].strength == None

given start

without a game nobody is told anything
                                 = is sentences(model, ENGLISH) == ()

given plays 3 A

it is asked for by name while it thinks
                                 = asks {name} is thinking
    decides:INVOKE               = asks {name} invokes Ra!

given sitting 2 1Anna 4Ben

whoever sits down where the table would play sends it to the next seat
                                 = is Join(0) in targets
    p1 ra                        = is [each.button for each in page.guests if each.strength] == [2, 3]
back from the suns only people sit there
    ra                           = is [each.button for each in page.guests if each.strength] == [0, 2]
    undo                         = page Seating; people 1Anna 4Ben
    ra                           = is [each.button for each in page.guests if each.strength] == [0, 2]
whoever is added gets suns beside the seats that the table plays
    ra p4                        = is [(each.button, each.strength is None) for each in page.guests] == [(0, False), (1, True), (2, False), (3, True), (4, True)]
also where suns are dealt by hand
    ra $DealByHand(True) p4      = is page.is_by_hand; is [each.button for each in page.guests if each.strength] == [0, 2]

given sitting 1 2Anna

who sits alone with the table is enough, but a game that has begun without us is one of people
                                 = lit ra; is controls.holds[Control.RA].is_lit == False
    ra ok                        = stage TURN; is [each.strength for each in session.last_guests] == [Strength.STRONG, None]
    undo                         = page Dealing

given sitting 0 2Anna 3Ben

a seat that was handed over is played by the table in the next game, too
    ra ok $HandOver(1,Strength.STEADY) $Leave() ra = is {each.strength for each in page.guests} == {None, Strength.STEADY}

given start

the same people play again with the table after a restart
    $Remembered((),(Guest(0,"Isis",Strength.QUICK),Guest(2,"Anna"))) ra = is [each.strength for each in page.guests] == [Strength.QUICK, None]
    undo ra                      = is [each.strength for each in page.guests] == [Strength.QUICK, None]

# From an epoch's last tile to the thanks: what each step offers, says and waits for.

given position
: ra 7 | *Ann: gold, 2 god, flood, nile, civ_art | Ben: pharaoh | Cleo

OK lays course after course, and nothing leaves by itself
    {draw ra}                    = page EpochScores; is page.hidden == 4
    +60                          = is page.hidden == 4
    ok +60                       = is page.hidden == 3
    ok +60 ok +60 ok +60         = is page.hidden == 0
    +600                         = page EpochScores
the first step says that the epoch is over, and what is counted first
    {draw ra}                    = shows First epoch is over; shows Gods
the press that ended the epoch lays nothing
    {draw ra} +0.1 $Next()       = is page.hidden == 4
Ra lays all, and undo takes the last course back, then the entry
    {draw ra} +1 ok +1 undo      = is page.hidden == 4
    ra                           = is page.hidden == 0
    undo                         = page Table; is game.ra_count == 7

given position
: ra 7 | *Ann: pharaoh, gold, civ_art | Ben: pharaoh, civ_art | Cleo: pharaoh, flood, civ_art

what brings nobody anything is a step, too, with the reason; the last step is named like the first
    {draw ra} +1                 = is page.hidden == 4; shows Gods; shows 0: no God tile; shows First epoch is over
    ok                           = shows Gold
    +1 ok                        = shows Pharaohs; shows 0: all equal
    +1 ok +1 ok                  = is page.hidden == 0; shows Civilizations; shows First epoch is over

given position
: epoch 3 | ra 1 | auction A1 by Ann | track nile gold | centre 1 | *Ann 5 (2 7 10): 2 pharaoh | Ben (3 8 11 6) | Cleo (4 9 12 13)

the last sun takes its lot as every other: tiles and suns are said, and one press leads to the points
    {won 5}                      = page LastLot; asks The epoch is over: all suns are spent; shows Take 1, face down; shows 5 into the centre
    ok                           = page EpochScores; is page.hidden > 0
    $TakeBack()                  = page Table; is game.players[0].suns == (5,)
a press at once is not refused, and the lot can be taken back
    {won 5} ok                   = page EpochScores
    {won 5} ra                   = page EpochScores
    {won 5} undo                 = page Table; is game.players[0].suns == (5,)

given epoch 3 1

a card says what hands do, and undo leads back to the bars and to the tile
    finish +1 ok                 = is page == HandsNow(); asks Before the next epoch
    undo                         = is page == EpochScores()
    undo                         = page Table; is game.epoch == 1
going on from the card is the next epoch
    finish +1 ok                 = means ok Next(); means ra Next(); key space,return Next()
    ok                           = page Table; is game.epoch == 2
a button asks why, and asked again closes the reasons
    finish +1                    = asks Take or return your points, then continue; label p2 Why?; means ok Next(); means ra Next(); means undo TakeBack()
    p2                           = is page == EpochScores(reasons_for=1); is page.parent() == EpochScores()
    p3                           = is page == EpochScores(reasons_for=2)
    p3                           = is page == EpochScores(); is page.parent() == None
an epoch's pages are open only after its last action
                                 = is EpochScores(reasons_for=1).validated(model) == EpochScores(reasons_for=1); is EpochScores(reasons_for=4).validated(model) == None; is HandsNow().validated(model) == HandsNow()
    back 'n                      = is EpochScores().validated(model) == None; is HandsNow().validated(model) == None

given epoch 3 1 SEALED

sealed points are asked by nobody, and undo takes the tile back at once
                                 = is page.hidden == 0; unbound p1 p2 p3 p4 p5; is EpochScores(reasons_for=1).validated(model) == EpochScores()
    +1 ok                        = is page == HandsNow(); means undo TakeBack()

given epoch 4 3

after the last epoch no card comes by itself, and places follow
    finish                       = is page.hidden == 0; is page.deadline(model) == None; is EpochScores().validated(model) == EpochScores(); is HandsNow().validated(model) == None
    +1 ~Next()                   = is page == Finale(rising=1, since=model.now)
presses while the crown comes leave nothing
    finish +1 $Next() finish     = is page == Finale(2); asks Who wears the crown?
    $Next()                      = is page == Finale(2, rising=2, since=model.now); means ra Next(); means undo Next(); means ok Next(); means p1 Next()
    +0.05 $Next()                = is page == Finale(4); asks Thank you for playing
two presses at most lead from the last course to the crown
    finish +1 $Next() finish $Next() finish = is page.revealed == 4
the look back is on one key wherever it is offered, and keys after a game have no gap
    finish +1 $Next() finish $Next() finish = label p1 The race; label p2 Review; label p4 Leave
    p1                           = label p2 Review; unbound p1
Back leads from the points by category to those by epoch, where people came from, and then to the places
    finish +1 $Next() finish $Next() finish ok ok = is page.revealed == 9
    undo                         = is page.revealed == 5
    undo                         = is page.revealed == 4
the end can be undone from the reveal, too
    finish +1 $Next() finish $Next() finish undo = is game.stage == Phase.TURN

given epoch 5 3

places rise one after the other until two are left, each with its sound
    finish +1 $Next()            = is page.rising == 1
    finish                       = is page == Finale(3)

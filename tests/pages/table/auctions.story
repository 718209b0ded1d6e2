# Auctions: what each press does, that the screen says so, what is written, and that only OK settles.
# Four people: A 13 6 2, B 12 7 3, C 11 8 4, D 10 9 5 at the buttons p1 p2 p4 p5. A has begun, so B bids first.

given new 4 {draw nile} {draw gold} {draw gold} {draw gold} {draw ra}

any sun leads, whoever holds it, and nothing is written yet
    sun8                         = lead C 8; unwritten; asks Who wins, and with which sun?; heard BID
a late overbid leads, whoever it is by
    sun8 sun9 sun12              = lead B 12
a sun too low does nothing, and the screen says why
    sun8 sun7                    = lead C 8; note SUN_TOO_LOW; heard REFUSED
a sun is typed by its number
    '1                           = lead nobody
    '3                           = centre 13
a 1 that nobody can bid waits for what follows, however slowly that is typed
    '1 +9                        = lead nobody; unwritten
    '2                           = lead B 12
whatever else is done meanwhile, the digit means nothing any more
    '1 p4 '3                     = lead C 4
a key pressed twice says that it leads already
    sun8 sun8                    = lead C 8; note LEADS_ALREADY
a sun that nobody has does nothing, and the screen says so
    '1 'return                   = lead nobody; refused
an own button steps through the higher suns and leads at once
    p4                           = lead C 4
    p4                           = lead C 8
    p1                           = centre 13
an own button that is held where nobody can pass bids nothing, and says why
    p4 p4!                       = lead C 4; note LEADS_ALREADY
    p2! p2!                      = passed B; note HAS_PASSED
the first of several presses settles nothing, though nobody else can bid any more
    p2! p4! p5! p1               = lead A 2; unwritten
    p1                           = lead A 6; unwritten
    p1                           = centre 13
a button of whoever has no higher sun is dark and says so
    sun12                        = dark p5
    p5                           = lead B 12; note NO_MORE_SUNS
the neighbour's button leads, and one undo takes it back
    p2 p4                        = lead C 4
    undo                         = lead B 3; undone; unwritten; heard UNDO
the key of a tile does nothing while the auction is open
    sun8                         =
    each 'n 'r 'p 'i 'q 'e 'w 'y 't ra = note AUCTION_OPEN; lead C 8; unwritten
OK settles it, and OK twice only goes on
    each sun8 ok ok ok           =
    ok                           = written won 8
over the suns lies the rules card: OK closes it and settles nothing, and a sun is bid all the same
    sun8 $ShowCard() ok          = unwritten; lead C 8; is model.screen.is_card_shown == False
    $ShowCard() sun9             = lead D 9; is model.screen.is_card_shown == False
    ok                           = written won 9
OK before the first sun says nobody, and twice does no more
                                 = label ok Nobody
    ok ok                        = written unsold
nothing settles it but OK, however long people think
    sun8 +600                    = lead C 8; is running(model) == None; is deadline(model) == None
it settles itself some seconds after the last sun where the owner wants that
    auction_settle_seconds:=4.0 sun8 +3 sun9 +3.9 = stage Auction
    +0.2                         = written won 9
that time does not run while another page is open
    auction_settle_seconds:=4.0 sun8 $Open(Route.MENU) +60 back +60 = lead C 8
nor while the rules card is open
    auction_settle_seconds:=4.0 sun8 $ShowCard() +60 = lead C 8
the highest sun of all settles it at once
    sun13                        = written won 13
who bid before their turn and was beaten before it may bid again, or pass
    sun4 sun7 p5! p1!            = lead B 7; unwritten; stage Auction
    p4!                          = stage TURN; centre 7
    undo sun8                    = stage TURN; centre 8
passes may be told, and the last of them settles it
    sun12 p1!                    = stage TURN; centre 12
    undo                         = lead B 12; passed nobody
one undo brings a settled auction back with its lead
    p2 ok undo                   = lead B 3; last pass / undo 4
    +60                          = lead B 3
one undo takes back the sun that settled the auction by itself
    sun8 sun13                   = centre 13
    undo                         = lead C 8
    sun9                         = lead D 9
    ok                           = centre 9
a sun that was raised and is taken back is open, and one undo takes back the OK that settles it
    p2 p4 p5 ok p1               = lead A 6
    p1                           = centre 13
    undo                         = lead A 6
    ok                           = centre 6
    undo                         = lead A 6
one redo brings back what one undo took
    sun8 p5! p1! p2! undo        = lead C 8
    $BringBack()                 = centre 8; stage TURN
    undo                         = stage Auction
undo of a settlement says what the screen had said, and not its first pass
    p2 p4 p5 p1 ok               = written bid 3 / bid 4 / bid 5 / bid 6
    undo                         = undone BidMade LotWon
undo of a settlement is said to be undone, and not brought back
    sun8 $SettleAuction() undo        = undone
a late bid of two digits may be typed slowly
    sun8 ok '1 +9                = written won 8; shows 1…
    '2                           = lead B 12
an overbid opens it again until somebody has gone on, however late
    sun8 ok +600 sun9            = lead D 9; written won 8 / undo 1
but not by a button that is held to pass a moment too late
    sun8 ok p5!                  = note SETTLED; centre 8; written won 8
    p5                           = lead D 9
a late bid is offered of somebody who has not bid yet, and of nobody who has
    sun7 sun8 sun9 p1! +6        = centre 9; is TakeSun(13) in targets; is TakeSun(11) in targets == False
    sun7 sun8 sun9 sun13 +6      = centre 13; is any(isinstance(each, TakeSun) for each in targets) == False
a button that meant a sun draws no tile until somebody has gone on
    sun13                        =
    each p1 p2 p3 p4 p5          = note SETTLED|NOT_NOW; written won 13
    +60 p1                       = written won 13
    ok p1                        = last draw pharaoh
whoever has bid bids no second time with their button, whether they were beaten or won
    sun3 sun8 sun10 ok           = centre 10; dark p2 p4 p5; lit p1
    each p2 p4 p5                = note SETTLED; stage TURN; centre 10
a late press of the own button bids
    sun12 ok +60 p1              = centre 13; last bid 13
a sun key after a settlement that is no overbid does nothing and says why
    sun8 ok sun5                 = note SETTLED; written won 8
the next turn needs no press in between
    sun8 ok 'n                   = last draw nile
bids of a record are gone on from, and undone where somebody was skipped
    {bid 3}                      = lead B 3
    sun12 $SettleAuction()            = centre 12; stage TURN
a correction of the table leaves the lead as it is
    sun8 $Enter(Fix(ra_count=3)) = lead C 8
a sun key after somebody has gone on says that Undo reopens the auction
    sun8 ok ok sun9              = note SETTLED; written won 8
whoever passes twice hears that they have passed
    $CallPass(0) $CallPass(0)    = note HAS_PASSED; passed A
a second touch just after a settlement draws no tile, and says who won
    sun8 ok                      = is any(isinstance(each, Play | OpenGroup) for each in targets) == False
    $SettleAuction()                  = note SETTLED
    +1.6                         = is any(isinstance(each, Play) for each in targets)
five seconds long where nobody settled it: fingers still go to the key that settles others
    sun13 +1.6                   = is any(isinstance(each, Play) for each in targets) == False
    touch:SettleAuction()        = note SETTLED; written won 13
    +3.5                         = is any(isinstance(each, Play) for each in targets)
who goes on can enter a tile at once
    sun13 touch:DismissResult()  = is any(isinstance(each, Play) for each in targets)
who passes with no higher sun hears that they have none
    sun12 $CallPass(2)           = note NO_MORE_SUNS
    $CallPass(1)                 = note LEADS_ALREADY
of several lines only the last is heard
    p2 p4 p5 $SettleAuction()         = heard LOT SUN
undo after a bid of the record takes back the settlement, then call by call
    {bid 3} sun4 sun5 $SettleAuction() = written bid 3 / bid 4 / bid 5 / pass
    undo                         = lead D 5
    undo                         = lead C 4
    undo                         = lead B 3
    undo                         = lead nobody; last undo 3 / undo 1
time runs from the last sun until the auction settles itself, where the owner wants that
    auction_settle_seconds:=4.0  = is running(model) == None; is deadline(model) == None
    @10 sun8                     = is running(model) == (10.0, 4.0); is deadline(model) == 14.0
    @12 sun9                     = is running(model) == (12.0, 4.0); is deadline(model) == 16.0
    @16                          = stage TURN
no time runs while suns are not named
    auction_settle_seconds:=4.0 p2! = is running(model) == None
just after a settlement a touch means what was there before, and then no more
    @10 sun8 $SettleAuction()         = is running(model) == None; is is_touched_twice(model); is deadline(model) == 10.0 + TWICE_SECONDS
    $Tick(10.0+TWICE_SECONDS)    = is is_touched_twice(model) == False; is deadline(model) == None; is has_result(model)
    $DismissResult()                     = is reopenable(model) == None; is has_result(model) == False
whoever goes on has seen the result
    sun8 ok                      = is has_result(model)
    $DismissResult()                     = is has_result(model) == False
a button just after a settlement means its own player's suns
    sun8 ok $StepSun(0)          = centre 13
a button of one without a higher sun says that it is settled
    sun12 ok $StepSun(3)         = note SETTLED; centre 12
a clock of an auction that was taken back does not run in the next
    auction_settle_seconds:=4.0 sun8 $Enter(Undo(1)) {invoke} {bid 3} = lead B 3
    $CallPass(2)                 = is deadline(model) == None

given new 4 {draw nile} {draw ra}

who went back into an auction finds what the record has there, also after Redo and Undo
    {bid 3} sun9 {bid 4} ok $TakeBack(3) = lead C 4
    $BringBack() undo undo       = lead D 9
    undo                         = lead C 4
a refused way back leaves what was called
    sun9 $TakeBack(50)           = lead D 9

given new 4 {draw nile} {draw gold} {draw gold} {draw gold} {invoke}

OK is dark while the caller must bid
                                 = dark ok
    ok                           = refused
    p2! p4! p5!                  = asked A; asks {player}: you invoked Ra and nobody has bid, so you must bid
    p1                           = lead A 2
    ok                           = centre 2
the caller of Ra cannot pass once everybody else has
    $CallPass(1) $CallPass(2) $CallPass(3) $CallPass(0) = refused MUST_BID
    $CallPass(1)                 = note HAS_PASSED

given new 4 {draw gold} {draw gold} {draw gold} {draw ra}

undo after a settlement line by line lets nobody pass who did not
    p1 sun13                     = last bid 13 / pass / pass / pass
    undo                         = lead A 2; passed nobody

given page 3 bid

an auction in which a record begins is settled from there
                                 = lead A 5
    ok                           = is auction_now(model) == None; written pass

given table 3
: auction A1 by "Marek"
: track dis_unrest nile

in a disaster buttons choose tiles, even where a late bid could be made
    $TakeSun(game.players[0].suns[0]) $CallPass(1) $CallPass(2) ok = stage Discarding
    p2                           = is len(page.pick.chosen) == 1; stage Discarding
OK twice chooses no loss of a disaster
    $TakeSun(game.players[2].suns[0]) ok = stage Discarding
    ok                           = page Table; stage Discarding

given position
: epoch 1 | ra 3 | centre 2 | auction A1 by Anna | track nile
: *"Anna" 9 (1 5 6) 10 points: flood
: "Ben" (3 4 7 8) 10 points: god

once the next epoch has begun no sun of the last lot is laid face down
    sun9 ok +3 ok +3 ok +3 ok +3 ok +3 back = is game.epoch == 2; hides Take 2, face down; hides Next

given position
: epoch 1 | ra 3 | centre 2 | auction A1 by Anna | track nile
: "Anna" 6 9 12 13 0 points: flood
: *"Ben" 1 3 4 7 0 points: god
: "Cara" 5 8 10 11 0 points: god

an auction inside which the record begins is settled call by call: nobody
    $SettleAuction()                  = written unsold; centre 2; stage TURN
one sun of it is one line
    sun8                         = unwritten
    $SettleAuction()                  = written won 8; centre 8
several suns of it are one line each
    sun1 sun8                    = unwritten
    $SettleAuction()                  = written bid 1 / bid 8 / pass; centre 8
nobody passes on a seat where nobody sits
    $CallPass(3)                 = note NOT_NOW; unwritten
the clock of an auction begins with its first sun
    auction_settle_seconds:=4.0 $CallPass(1)                 = is deadline(model) == None
the lowest sun of all opens an unsold auction again
    ok                           = is [call.sun for call in overbids(model, reopenable(model))] == [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    sun1                         = lead B 1
a sun that somebody does not have any more after a correction leads no longer
    sun3 sun8 $Enter(Fix(hands=(HandFix(2, suns=(5, 10, 11), spent=(8,)),))) = lead B 3

given position
: epoch 1 | ra 3 | centre 2 | auction A1 by Anna best Ben 4 | track nile
: "Anna" 6 9 12 13 0 points: flood
: "Ben" 1 3 4 7 0 points: god
: *"Cara" 5 8 10 11 0 points: god

after a bid in which the record begins OK is two passes, and one undo takes back both
    $SettleAuction()                  = written pass / pass; centre 4; stage TURN
    undo                         = last undo 2; lead B 4
the next to call may call
    sun8 $SettleAuction()             = written bid 8 / pass; centre 8
and so may who comes after
    sun9 $SettleAuction()             = written pass / bid 9; centre 9
calls out of order after it come to an end
    sun9 sun10 p1!               = written bid 10 / pass; centre 10; stage TURN
    undo                         = last undo 2; lead C 10
calls out of order after a bid of the record come to an end
    {bid 5} sun9 sun10           = written bid 5 / bid 9 / undo 1 / undo 1 / bid 10 / pass; centre 10
    undo                         = last undo 2; lead A 9
calls out of order after a pass of the record come to an end
    {pass} sun9 sun10            = written pass / bid 9 / undo 1; lead C 10; stage Auction
    p1!                          = written pass / bid 9 / undo 1 / undo 1 / bid 10 / pass; centre 10
    undo                         = last undo 2; lead C 10
what is corrected then is taken back before the calls
    {bid 5} sun9 sun10 undo $Enter(Fix(ra_count=4)) undo = last undo 1; lead A 9
passes that were taken back one by one are not taken back again
    ~SettleAuction() $Enter(Undo(1)) $SettleAuction() undo = written undo 1 / pass / pass / undo 2

given new 3 {draw nile} {invoke}

whoever bid before the auction began anew by a fix has not bid: the Ra player must
    {bid 4} $Enter(Fix(active=Seat(1))) = lead nobody; dark ok
    p2!                          = lead nobody; dark ok

a late bid after the passes of a record and a fix counts, the fix stays, and Undo leads back
    {pass} {pass} $Enter(Fix(ra_count=1)) sun4 $SettleAuction() = stage TURN; centre 4; is game.ra_count == 1
    undo                         = lead C 4; stage Auction; is game.ra_count == 1

given new 3 {draw nile}

a correction that opened the auction stays, whatever is called then
    $GoTo(FixEntry(1)) option:INSTEAD:draw+ra {bid 3} sun5 sun10 $SettleAuction() = stage TURN; centre 10; is game.ra_count == 1

given machine 3
: auction A1 by Yuki

a settlement goes on although the seat that the table plays was put away
    $TakeSun(game.players[0].suns[0]) $HideInstruction() $SettleAuction() = stage Discarding; written bid 5 / pass / pass

given position
: epoch 2 | ra 1 | auction A1 by Ann | track nile gold | centre 5 | *Ann 1 2 (7 10) | Ben 11 3 (6 8) | Cleo 4 (9 12 13)

a 1 that can be bid leads when no other digit follows, and no clock settles for it
    '1                           = lead nobody; shows 1…; label ok Confirm
    +2                           = lead A 1; unwritten
    '3                           = lead B 3
    undo undo $CallPass(Seat(1)) $CallPass(Seat(2)) '1 +2 = lead A 1; unwritten
    ok                           = centre 1
and Enter or OK says so at once
    '1 'return                   = lead A 1; unwritten
    undo '1 ok                   = lead A 1; unwritten
typed soon enough it is the first of two
    '1 '1                        = centre 11
what takes back takes back the digit before anything that was entered
    $TakeSun(3) '1               = label undo Back
    'backspace                   = lead B 3; label undo Undo
    '1 undo '1 'escape           = lead B 3; page Table

given position
: epoch 1 | ra 3 | centre 13 | auction A1 by Anna | track nile
: *"Anna" 2 6 9 (12) 10 points: flood
: "Ben" 1 3 11 (4) 10 points: god
: "Cara" 5 8 10 (7) 10 points: god

one and two typed quickly are two bids where nobody has a twelve
    '1 '2                        = lead A 2; unwritten
    '1 '1                        = centre 11

given new 3

who invokes Ra is said until a sun is called, and who draws one
    $Play(DRAWS[Tile.NILE]) $Play(INVOKE) = shows Ben invokes Ra!
    $StepSun(Seat(2))            = hides Ben invokes Ra!
    $TakeBack()                  = shows Ben invokes Ra!
    $CallPass(Seat(2))           = hides Ben invokes Ra!
    undo undo undo $Play(DRAWS[Tile.RA]) = shows draws Ra!

given table 3
: limit 5

the last Ra but one is heard and said
    $Play(DRAWS[Tile.RA])        = heard RA LAST_RA

given table 3
: limit 6

and no other
    $Play(DRAWS[Tile.RA])        = heard RA

given page 4 auction

who is out of the auction is marked
    {bid 6} {pass}               = shows passed; hides no higher sun
so is whoever has no higher sun
    {bid 13}                     = shows no higher sun

given table 3
: auction A1 by "Yuki"
: track nile gold

of all that happened at once the lot is told
    {won 12}                     = shows Marek took sun 2 with 12

given table 3
: auction A1 by "Yuki"
: track gold god flood civ_art mon_temple pharaoh dis_drought

and what it lost beside it
    {won 12}                     = shows Marek took sun 2 with 12; shows Drought: Marek loses

given page 3 lot

what is told makes room for the next tile
                                 = shows Funeral: Anna loses 2 Pharaohs
    {draw nile}                  = hides Funeral: Anna

given new 3 {draw gold} {draw nile} {invoke}

learners read and hear what the tiles are worth to each
    $Resumed(session.timeline,session.last_guests,Agreement(shows_worth=True,secrecy=Secrecy.OPEN)) = is len(lot_points(model)) == 3; shows +
                                 = is "These tiles should be worth, in points: " in " ".join(page.said_aloud(model, ENGLISH)); key f1 ShowCard()
    $ShowCard()                  = shows These tiles should be worth, in points:
    $ShowCard() sun13            = is lot_points(model) == ()
nothing is said where nobody asked
    $Resumed(session.timeline,session.last_guests,Agreement(secrecy=Secrecy.OPEN)) = is lot_points(model) == ()
or where points are secret
    $Resumed(session.timeline,session.last_guests,Agreement(shows_worth=True,secrecy=Secrecy.SEALED)) = is lot_points(model) == ()
    $Resumed(session.timeline,session.last_guests,Agreement(shows_worth=True)) = is lot_points(model) == (); is "These tiles" in " ".join(page.said_aloud(model, ENGLISH) or ()) == False

given page 4 auction

whoever was outbid is told, and whoever passed
    $StepSun(Seat(0)) $StepSun(Seat(1)) $CallPass(Seat(2)) = shows bid 6; shows leads; shows passed

given position
: track dis_unrest nile | Ann | *Ben: civ_art, civ_religion, civ_writing | Cleo

at a disaster OK does nothing, and a late bid stays possible
    {invoke} sun9 ok             = stage Discarding; unbound ok; shows Late bid: 10
    ok sun13                     = stage TURN; centre 13

given position
: track dis_earthquake nile | Ann | *Ben: mon_fortress, mon_obelisk, mon_palace, mon_pyramid, mon_sphinx, mon_statues, mon_step_pyramid, mon_temple | Cleo

nor does it choose among more kinds than buttons reach; the dial points at every kind
    {invoke} sun9 ok             = stage Discarding; unbound ok; unbound dial
    ok ra                        = is page.pick.chosen == (Tile.STATUES,)
    < dial                       = stage TURN; is count(game.players[1].tiles, Tile.TEMPLE) == 0

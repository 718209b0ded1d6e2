# What is done on phones means what a press means; what came too late is refused, with a reason.
# Three people: A 13 8 5 2, B 12 9 6 3, C 11 10 7 4 at the buttons p1 p3 p5; two: A 9 6 5 2, B 8 7 4 3.

given phones 3

a tile drawn on a phone is the entry that a press makes
    A.draw:nile                  = accepted; written draw nile
somebody else's turn is theirs
    B.draw:nile                  = refuses PHONE_NOT_YOURS; unwritten
a refusal on a phone is neither seen nor heard at the table
    A.god:0                      = refuses; is ordered == []; is model.screen.notice == None
whoever reads in the menu reads on while others draw; an auction is shown at once
    $Open(Route.MENU) A.draw:nile = accepted; page Menu; written draw nile
    B.draw:ra                    = accepted; page Table; stage Auction
what I did last I can take back, and nothing else
    A.draw:nile B.undo           = refuses PHONE_LATE
    A.undo                       = accepted; is any(game.track) == False
    A.draw:nile {draw gold} A.undo = refuses PHONE_LATE
undo says what it takes back
    A.draw:nile                  = phone (A.undo, B.undo) == ("Undo: Nile", "")
    B.invoke                     = phone B.undo == "Undo: Ra invoked"
    C.bid:4                      = phone C.undo == "Undo: Bid 4"
    A.pass                       = phone A.undo == "Undo: Pass"
undo is on the phone of whoever the last entry belongs to
    A.draw:nile B.draw:pharaoh B.undo = phone (A.undo, B.undo) == ("Undo: Nile", "")
    B.undo                       = refuses PHONE_LATE
    A.undo                       = accepted; is any(game.track) == False
whoever drew can say that it was another tile, after others have drawn
    A.draw:nile B.draw:pharaoh   = phone (A.fix["at"], A.fix["space"]) == (1, 0); phone "civ_writing" in A.fix["kinds"]
                                 = phone {"nile", "ra"} & set(A.fix["kinds"]) == set()
    B.fix:1:civ_writing          = refuses PHONE_LATE
    A.fix:1:ra                   = refuses; is game.track[0] == Tile.NILE
    A.fix:1:civ_writing          = accepted; phone A.undo == "Undo: Corrected: Writing (was Nile)"; is game.track[0] == Tile.WRITING
    A.undo                       = accepted; is game.track[:2] == (Tile.NILE, Tile.PHARAOH)
the table takes back what a phone did
    A.draw:nile $TakeBack()      = last undo 1
a phone is allowed only where one asks
    $do(PhonesPage.allow,0)      = phone len(phones.seated) == 3
the code stays while others play on
    $Open(Route.PHONES) A.draw:nile = accepted; page PhonesPage
nobody's phone any more: the code stays on the screen, and will be another one
    $Open(Route.PHONES) $do(PhonesPage.forget_all) = phone (phones.seated, phones.forgotten) == ({}, 1); phone phones.link
phones of another game belong to nobody
    $ForgetPhones()              = phone phones.seated == {}
the menu leads to the code as long as phones are served
                                 = is Open(Route.PHONES) in [each.message for each in Menu().entries(model)]
    $PhonesLinked()              = is not Open(Route.PHONES) in [each.message for each in Menu().entries(model)]
at a table without tiles the question is asked, and phones play on
    $Enter(SetLevel(Level.LIGHT)) lost:C x.sit:C = page PhonesPage
    A.press:ra                   = accepted; last draw ra
the question whose phone it is stays while others play on
    lost:C x.sit:C A.draw:nile   = accepted; page PhonesPage
    B.draw:nile                  = accepted; page PhonesPage
    p5                           = page Table; phone phones.seated[4] == "x"; written draw nile / draw nile
a question that is withdrawn leads back to the game
    lost:ABC x.sit:A             = page PhonesPage
    x.stand                      = page Table

given phones 3 {draw nile} {invoke}

of two phones that bid at the same moment the higher sun leads
    B.bid:12 A.bid:13@2          = accepted; centre 13
    B.bid:9@2                    = refuses SETTLED
somebody else's sun cannot be bid
    A.bid:12                     = refuses PHONE_LATE
when everybody has answered the auction is settled
    A.pass C.pass                = accepted; stage Auction
    B.bid:3                      = accepted; stage TURN; centre 3
who bid before their turn, and was beaten before it, is asked again
                                 = phone bidders == "C"
    A.bid:2 C.bid:4              = phone bidders == "A"; phone A.pass_
    B.pass                       = stage Auction; phone bidders == "A"
    A.bid:13                     = accepted; centre 13
whoever was overbid stays seen on every phone
    A.bid:2 B.bid:3              = phone (seats[0].bid, lead) == (2, 3)
whoever has bid in their turn is offered no other sun
    C.bid:4                      = phone C.bids == []; phone A.bids
suns that cannot be bid say why
                                 = phone not C.dark
    C.bid:7                      = phone C.dark == "Cleo already leads with 7"; phone A.dark.startswith("Cleo leads with 7")
    A.bid:8                      = phone (C.bids, C.dark) == ([], Rule.ONE_BID.value)
whoever is beaten by a late bid may answer, as on their button
    C.pass A.bid:2 C.bid:4       = phone A.bids == [5, 8, 13]
    A.bid:13                     = accepted; phone not C.bids
phones ask for bids while somebody reads the menu
                                 = phone question == "{name}: bid or pass"
    $Open(Route.MENU)            = page Menu; phone question == "{name}: bid or pass"
whoever passes last and settles the auction can take it back
    A.bid:2 B.pass C.pass        = stage TURN
    A.undo                       = refuses PHONE_LATE
    C.undo                       = accepted; stage Auction
    C.pass                       = accepted
whoever took back what a win led to can take back the bid as well
    A.pass B.pass C.bid:11 C.draw:gold C.undo = phone (A.undo, B.undo, C.undo) == ("", "", "Undo: Bid 11")
    C.undo                       = accepted; stage Auction; phone 11 in C.bids
whoever may bid late at the table has the same key on their phone
    A.pass B.bid:3 C.pass        = stage TURN; phone A.late == [[5, 8, 13], "Late bid: 5, 8, 13"]; phone not B.late
    A.bid:13                     = accepted; centre 13; phone not A.late
whoever bids last may answer a late bid of who had passed
    A.pass C.pass B.bid:3 C.bid:4 = stage Auction; phone bidders == "B"; phone B.bids == [6, 9, 12]
    B.bid:6                      = accepted; centre 6; stage TURN
so they may once more after the next tile was taken back
    A.pass B.bid:3 C.pass C.draw:nile = phone not A.late
    C.undo                       = phone A.late == [[5, 8, 13], "Late bid: 5, 8, 13"]
whoever leads takes their bid back though others have passed since, and the passes stay
    C.bid:4 A.pass               = phone (A.undo, C.undo) == ("Undo: Pass", "Undo: Bid 4")
    C.undo                       = accepted; phone bidders == "C"
    C.bid:11                     = accepted; phone lead == 11; phone [seat.passed for seat in seats] == [True, False, False]
whoever takes a late bid back leaves the auction settled as it was, and one press opens it
    A.pass B.bid:3 C.pass A.bid:13 A.undo = accepted; centre 3; stage TURN
    C.undo                       = accepted; stage Auction
whoever wins reads what to do with the suns
    A.pass C.pass B.bid:3 +6     = phone B.last == ["Ben wins with 3", "Take 1, face down", "3 into the centre"]
                                 = phone C.last == ["Ben wins with 3"]
a tile that has gone from the track is no longer corrected on a phone
                                 = phone A.fix["at"] == 1
    B.pass C.pass A.bid:2 +6     = phone A.fix == None
    A.fix:1:civ_writing          = refuses PHONE_LATE
who has won can say so before and after drawing, and Undo takes back what was done last
    B.bid:3 C.pass A.pass C.draw:nile A.draw:gold B.draw:civ_art = phone ([each["said"] for each in B.mends], B.undo) == (["Won with 3"], "Undo: Art")
whoever won with another sun says so alone, after others have gone on
    B.bid:3 C.pass A.pass C.draw:nile A.draw:gold = phone [(each["said"], each["suns"]) for each in B.mends] == [("Won with 3", [6, 9, 12])]
    A.fix:5:6                    = refuses PHONE_LATE
    B.fix:5:11                   = refuses PHONE_LATE
    B.fix:5:9                    = accepted; centre 9; is game.players[1].suns == (3, 6, 12); is game.track[1] == Tile.GOLD
                                 = phone B.undo == "Undo: Corrected: sun 9 won the auction"
    B.undo                       = accepted; centre 3
a phone that asks in an auction interrupts it only for whoever is asked
    lost:C x.sit:C               = page PhonesPage
    p5                           = page Table; phone phones.seated[4] == "x"; stage Auction
a phone that asks in an auction does not interrupt it
    lost:ABC x.sit:A             = page Table; phone phones.asking
the question waits for the end of an auction, and what it came to is looked at first
    lost:ABC x.sit:A B.pass C.pass A.bid:2 +6 = page Table
    {draw nile}                  = page PhonesPage

given phones 3 {draw mon_temple} {draw mon_palace} {draw mon_sphinx} {draw dis_earthquake} {invoke}

whoever chose tiles for a disaster can take back that, and then the bid
    A.pass C.pass B.bid:3 +6 B.lose:mon_temple+mon_palace = accepted
    B.undo                       = accepted; stage Discarding; phone B.undo == "Undo: Bid 3"
    B.undo                       = accepted; stage Auction; phone B.bids

whoever chose wrong tiles says so after others have gone on
    A.pass C.pass B.bid:3 +6 B.lose:mon_temple+mon_palace C.draw:nile = accepted
    A.draw:nile                  = phone [each["said"] for each in B.mends] == ["Won with 3", "Discarded: Palace, Temple"]
                                 = phone (B.undo, A.mends, B.mends[1]["losable"]) == ("", [], {"mon_temple": 1, "mon_palace": 1, "mon_sphinx": 1})
    B.fix:9:mon_temple+mon_sphinx = accepted; is Tile.PALACE.one & game.players[1].tiles > 0; stage TURN
                                 = phone B.undo == "Undo: Corrected: Sphinx, Temple (was Palace, Temple)"
    B.undo                       = accepted; is Tile.SPHINX.one & game.players[1].tiles > 0
nobody says so for another, nor with tiles that are not to be lost
    A.pass C.pass B.bid:3 +6 B.lose:mon_temple+mon_palace C.draw:nile A.fix:9:mon_temple+mon_sphinx = refuses PHONE_LATE
    B.fix:9:mon_temple+nile     = refuses; is Tile.SPHINX.one & game.players[1].tiles > 0

given phones 2 {draw nile} {draw nile}

what was drawn on an older picture is drawn by nobody, though it looks the same again
    A.draw:gold@0                = refuses PHONE_LATE; unwritten

given phones 2 {draw nile} {invoke}

a bid in the auction before is no bid in this one
    $Enter(Undo(1)) {draw gold} {invoke} A.bid:9@2 = refuses PHONE_LATE

given phones 2 {draw god} {draw mon_temple} {draw mon_palace} {draw mon_sphinx} {invoke}

undo says which tile a god took, and what was lost
    B.pass A.bid:2 +6 {draw dis_earthquake} A.god:0 = phone A.undo == "Undo: A God tile for Earthquake"
                                 = phone A.most == "Ann must discard 2 tiles to Earthquake, not 3"
    A.lose:mon_palace+mon_temple = phone A.undo == "Undo: Discarded: Palace, Temple"

given phones 2 {draw civ_art} {draw civ_writing} {draw civ_religion} {invoke}

tiles are given up to a disaster all at once
    B.pass A.bid:2 +6 {draw dis_unrest} {invoke} B.pass A.bid:5 +6 = stage Discarding
    A.lose:civ_writing+civ_art   = accepted; last discard ['civ_art', 'civ_writing']

given waiting

a free seat is taken by touching it
    x.sit:2Anna                  = accepted; people 2Anna; phone phones.seated == {2: "x"}
a seat with a phone is nobody else's
    x.sit:2Anna y.sit:2Eve       = refuses PHONE_SEAT_TAKEN
whoever gives a seat up may have it again without a yes, and nobody else
    x.sit:2Anna x.stand          = phone not phones.seated; people 2Anna
    x.sit:2Anna                  = phone phones.seated == {2: "x"}; page Seating
    x.stand y.sit:2Eve           = page PhonesPage
a seat whose phone shows nothing is given to another after a yes at the table
    x.sit:2Anna $PhonesLinked(model.phones.link,"table",0,frozenset({2})) = phone seats[0].is_away
    y.sit:2Anna                  = phone phones.seated == {2: "x"}
    ok                           = phone phones.seated == {2: "y"}
whoever leaves the table takes their phone's seat along
    x.sit:2Anna x.sit:2Anne      = people 2Anne
    p3!                          = phone not present.seated

given waiting 1Ben 2

a seat taken at the table is given after a yes there, by its button
    x.sit:2Anna                  = page PhonesPage; phone not phones.seated
    p3                           = people 1Ben 2Anna; phone phones.seated == {2: "x"}
and by OK
    x.sit:2Anna ok               = people 1Ben 2Anna; phone phones.seated == {2: "x"}
a phone that asks for a seat can give up asking
    x.sit:2Anna x.stand          = accepted; phone not phones.asking
a no at the table leaves everything as it was
    x.sit:2Anna undo             = phone not phones.seated; phone not phones.asking; people 1Ben 2
a free seat is taken while the table is asked about another
    x.sit:2Anna y.sit:3Eva       = page PhonesPage
    p3                           = people 1Ben 2Anna 3Eva; phone phones.seated == {2: "x", 3: "y"}

given waiting 1Ben 2Cleo

a name typed at the table is not replaced by that of the phone
    x.sit:2Anna ok               = people 1Ben 2Cleo

given waiting 1Ben 3

whoever sits down by phone while options are open does not close them
    $GoTo(OptionsPage((Guest(1,"Ben"),Guest(3)))) x.sit:2Anna = page OptionsPage; people 1Ben 2Anna 3
nobody sits down by phone at a table that is laid out
    $GoTo(LayingOut((Guest(1,"Ben"),Guest(3)))) x.sit:2Anna = refuses PHONE_NO_SEAT; page LayingOut

given rematch 0 1

before a rematch a seat that had a phone is taken without a yes, and only such a seat
    x.sit:0                      = phone phones.seated == {0: "x"}; page Dealing
    y.sit:2                      = phone phones.seated == {0: "x"}; page PhonesPage
once the rematch has begun the table is asked again
    ok                           = page Table
    x.sit:0                      = phone not phones.seated; page PhonesPage

given rematch 0

while the table asks for a seat other phones say what it waits for
    x.sit:0                      = phone P0.asked == "Take your suns"; phone "ok" in P0.press
    y.sit:2                      = phone P0.asked.startswith("The table: Is this "); phone not P0.press

given waiting 1Ben

phones keep their seats while options are open
    x.sit:2Anna $GoTo(OptionsPage((Guest(1,"Ben"),Guest(2,"Anna")))) = phone [seat.name for seat in seats] == ["Ben", "Anna"]
                                 = phone present.seated == {2: "x"}
    x.press:ra                   = accepted; page Dealing; phone phones.seated == {2: "x"}
who has sat down reads what lies where, and what everybody takes beside their suns
    x.sit:2Anna $GoTo(LayingOut((Guest(1,"Ben"),Guest(2,"Anna")))) = phone P2.card[0] == "Suns in this game: 1, 2, 3, 4, 5, 6, 7, 8, 9"
                                 = phone Rule.START_POINTS.value in P2.card
    ok                           = page Dealing; phone P2.card == [Rule.START_POINTS.value]
and while everything is laid out
    x.sit:2Anna $GoTo(LayingOut((Guest(1,"Ben"),Guest(2,"Anna")))) = phone [seat.name for seat in seats] == ["Ben", "Anna"]
                                 = phone present.seated == {2: "x"}
    x.press:ok                   = accepted; page Dealing; phone phones.seated == {2: "x"}

given counted 3

everybody counts at the same time, and the table adds up
    C.count:pharaoh3+gold1! A.count:pharaoh1+gold1!@2 B.count:pharaoh2+gold1!@2 = accepted; page EpochScores
                                 = is [each.score for each in partial_game.hands] == [10 + 3 - 2 - 5, 10 + 3 - 5, 10 + 3 + 5 - 5]
who is done is seen while others count
    B.count:nile2! A.count:nile1 = told B
a count for another epoch is none
    A.count:nile1@1              = refuses PHONE_LATE

given epoch 3 1

a key that turns the page of the table says that it is the table's
    phones +5                    = phone A.press == {"ok": "The table: Next"}
    A.press:ok +5 A.press:ok +5 A.press:ok +5 A.press:ok +5 A.press:ok = page HandsNow; phone A.press == {"ok": "The table: Next epoch"}

given epoch 3 3

while places are told a phone skips nothing
    phones $GoTo(Finale(1))      = phone A.press == {"ok": "The table: Reveal"}
    $GoTo(Finale(1,rising=2,since=model.now)) = phone A.press == {}
after the game a phone offers the table's rematch
    phones $GoTo(Finale(3))      = phone B.press == {"ra": "Rematch"}; phone returning == ()
    A.press:ra                   = accepted; page Dealing; phone returning == ()
    $ForgetPhones()              = phone returning == (0, 1, 2)

given phones 2

whoever only turns a page can take back no entry
    {draw ra} +1 A.pass B.pass {draw ra} +1 A.pass B.pass {draw ra} +1 A.pass B.pass = stage TURN
    {draw ra} +1 A.pass B.pass {draw ra} +1 A.pass B.pass {draw ra} = page EpochScores
    +5 A.press:ok                = accepted
    A.undo                       = refuses PHONE_LATE

given phones 3 {draw nile}

the last God tile is undone on the phone that used it, with the turn that it ended
    $Enter(Fix(hands=(HandFix(Seat(1),tiles=Tile.GOD.one),))) B.god:0 = accepted; asked C; phone A.last == ["Ben used a God tile and took Nile"]
    B.undo                       = accepted; asked B; is game.track[0] == Tile.NILE

given phones 3 {draw gold} {draw pharaoh} {draw civ_art} {invoke}

a phone tells the points of an epoch as far as the table does, and why, as it did before
    B.pass C.pass A.bid:2 +6 $Enter(Fix(ra_count=7)) = phone A.worth == [["Gods", 0, "None"], ["Gold", 3, "1 × 3 points"], ["Pharaohs", 5, "Most pharaohs: 1"], ["River", 0, "None"], ["Civilizations", 0, "Kinds: 1 (Art)"]]
    {draw ra} +5                 = phone (A.asked, len(A.scored), A.goes_on, A.hands) == ("Gods", 1, True, None)
    A.press:ok +5                = phone (A.asked, len(A.scored), A.goes_on) == ("Gold", 2, True)
    A.press:ok +5                = phone (A.asked, len(A.scored), A.goes_on) == ("Pharaohs", 3, True)
    A.press:ok +5                = phone (A.asked, len(A.scored), A.goes_on) == ("River", 4, True)
                                 = phone A.last == ["First epoch is over: the Ra track is full"]
    A.press:ok +5                = phone (A.asked, A.goes_on) == ("Take or return your points, then continue", False)
    A.press:ok                   = page HandsNow; phone A.scored == [["Gods", 0, "None"], ["Gold", 3, "1 × 3 points"], ["Pharaohs", 5, "Most pharaohs: 1"], ["River", 0, "None"], ["Civilizations", 0, "Kinds: 1 (Art)"]]
                                 = phone A.last == ["First epoch is over: the Ra track is full"]
what hands do before an epoch stays on a phone until its owner does something
    B.pass C.pass A.bid:2 +6 $Enter(Fix(ra_count=7)) {draw ra} +5 A.press:ok +5 A.press:ok +5 A.press:ok +5 A.press:ok +5 A.press:ok = page HandsNow
                                 = phone A.hands["discard"] == ["Discard these and the auction track, keep the rest", {"gold": 1, "civ_art": 1}]
                                 = phone A.hands["tokens"] == [["takes", [[1, 5], [1, 2], [1, 1]]]]
                                 = phone A.hands["ra"] == "Boat to the start, Ra tiles into the box"
                                 = phone A.hands["starter"] == ["Ann starts, with sun", 13]
    B.press:ok                   = page Table; phone A.hands and B.hands and C.hands
    A.draw:nile                  = accepted; phone not A.hands and B.hands and C.hands
    B.invoke C.pass              = phone (B.hands, C.hands) == (None, None)
in the first turn of an epoch nothing is told of the one before, nor taken back
    B.pass C.pass A.bid:2 +6 $Enter(Fix(ra_count=7)) B.draw:ra +5 B.press:ok +5 B.press:ok +5 B.press:ok +5 B.press:ok +5 B.press:ok +5 B.press:ok = page Table; is game.epoch == 2
                                 = phone [each.partition(chr(59))[0] for each in B.last] == ["Second epoch begins"]; phone not B.undo

given phones 3 {draw nile} {draw flood} {draw dis_drought} {invoke}

what a disaster takes is told on phones as well
    B.pass C.pass A.bid:13       = phone C.last == ["Ann wins with 13", "Drought: Ann loses Nile, Flood"]

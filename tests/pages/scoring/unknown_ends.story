# A game of which something is unknown ends in words, and what is missing is asked for.

given last_epoch - -

points that nobody said are asked for, and whoever does not know goes on to an end in words
    $Enter(TallyEpoch((Tile.PHARAOH.one,NO_TILES))) = page EpochScores
    +60 ok                       = page Joining
    ra ra                        = page Finale; shows the winner is unknown; hides wins
    ra!                          = page Welcome
what is missing is said, and then somebody wears the crown
    $Enter(TallyEpoch((Tile.PHARAOH.one,NO_TILES))) $GoTo(Finale()) ok = page Joining
    answer:2 answer:3 ok         = page Joining
    answer:2 answer:9 ok         = page Finale; shows Ben wins the game
                                 = is (session.timeline.result.points, session.timeline.result.places) == ((23, 29), (2, 1))

given last_epoch 17 12

so it is where somebody did not count
    $Enter(TallyEpoch((Tile.PHARAOH.one,None))) = page EpochScores
    +60 ok                       = page Joining
    ra ra                        = page Finale; shows the winner is unknown; hides wins
points fixed at the end decide anew
    $Enter(TallyEpoch((NO_TILES,NO_TILES))) = is session.timeline.result.places[0] == 1
    $Enter(Fix(hands=(HandFix(Seat(1),score=40),))) = is session.timeline.result.places == (2, 1)
    $GoTo(Finale(3))             = shows Fixed by hand; hides Not below 0

given new 2

only equal points ask for suns
    $Enter(SetLevel(Level.SCORE_ONLY)) $Enter(TallyEpoch((Tile.GOD.one,Tile.GOD.one))) $Enter(TallyEpoch((Tile.GOD.one,Tile.GOD.one))) $Enter(TallyEpoch((Tile.GOD.one,Tile.GOD.one))) = stage OVER
    $Enter(Fix(hands=(HandFix(Seat(0),score=9),HandFix(Seat(1),score=9)))) $GoTo(Finale()) ok = page Joining; is page.ask == Ask.SUNS
    answer:SunPlace() answer:SunPlace(Seat(0)) answer:SunPlace(Seat(1)) answer:SunPlace(Seat(0)) answer:SunPlace(Seat(1)) = page Joining
    answer:SunPlace(Seat(0)) answer:SunPlace(Seat(1)) answer:SunPlace(Seat(0)) answer:SunPlace(Seat(1)) = page Finale; is session.timeline.result.places == (2, 1)

given last_epoch - -

an unknown end is there again after a power cut
    $Enter(TallyEpoch((Tile.PHARAOH.one,NO_TILES))) $Resumed(session.timeline,(Guest(0),Guest(1)),Agreement()) = page Finale; shows the winner is unknown

# Joining a game that has begun without us, and what stays unknown.

given seated 3 LIGHT

holding Ra while people take their seats says that the game has begun
    ra!                          = is page.ask == Ask.EPOCH; is entries == [SetLevel(Level.LIGHT, is_unknown=True)]; is partial_game.epoch == None
in the first epoch nobody is asked for points
    ra! answer:1                 = is {hand.score for hand in partial_game.hands} == {10}; is first_question(partial_game, Level.LIGHT) == Joining(Ask.RA_TRACK)
back takes back the last sun, then the last answer, and then leads to the seats
    ra! answer:2 answer:0 answer:SunPlace() undo = is page.places == ()
    undo                         = is page.ask == Ask.RA_TRACK; is partial_game.ra_count == None
    'escape                      = is page.ask == Ask.EPOCH
    'escape                      = page Seating; is len(page.guests) == 3; orders WithdrawBook
the keyboard alone joins a game
    ra! '2 '4                    = is (partial_game.epoch, partial_game.ra_count, page.ask) == (2, 4, Ask.SUNS)
    '0                           = is page.places == (SunPlace(),)
    '2                           = is page.places[-1] == SunPlace(1)
an epoch that nobody has named is asked for when it ends, and then counted
    ra! $Enter(END_EPOCH)        = is page.ask == Ask.EPOCH
    answer:2                     = page SheetTally; is partial_game.epoch == 2
an auction must be over before every tile is entered
    ra! {draw ra} $StepUp()      = page PartialTable; is model.screen.notice is not None
what is unknown is filled in only at a turn
    ra! answer:2                 = is Open(Route.JOINING) in {each.message for each in Menu().entries(model)}
    {draw ra}                    = is "Fill in what is unknown" in {each.label for each in Menu().entries(model)} == False; is "Enter every tile" in {each.label for each in Menu().entries(model)}
an answer that was known already leads to the next question and writes nothing
    ra! answer:2 answer:4        = is len(entries) == 3
    $GoTo(Joining(Ask.RA_TRACK)) answer:4 = is page.ask == Ask.SUNS; is len(entries) == 3

given seated 1 LIGHT

one alone cannot join a game
    $BeginUnderWay()             = page Seating

given joined 3 LIGHT SUNS

no sun more can be given to who has all of theirs
    answer:SunPlace()            = lit p2
    each answer:SunPlace(1) answer:SunPlace(1) answer:SunPlace(1) = lit p2
    answer:SunPlace(1)           = unbound p2 ra; lit p1 p3; is Control.P2 in controls.holds == False
a button held says that the sun lies face down
    p2!                          = is page.places == (SunPlace(1, is_up=False),)
    p2                           = is page.places[1:] == (SunPlace(1),)
where there is no answer left, the dial does nothing
    $GoTo(replace(page,places=(SunPlace(),*(SunPlace(at%3)for(at)in(range(12)))))) = is ways(partial_game, page) == ()
    >                            = is len(page.places) == 13; is ways(partial_game, page) == ()
where nothing is known of suns the question asks for the centre
    answer:SunPlace() $GoTo(PartialTable()) {draw ra} $StepSun(1) = asked B
    $StepSun(1)                  = is (page.pick.sun, page.pick.seat) == (2, 1)
    $StepSun(2)                  = is (page.pick.sun, page.pick.seat) == (1, 2)
    >                            = asks Is sun {sun} in the centre now?
even the lowest sun just after nobody corrects that
    answer:SunPlace(0) answer:SunPlace(1) answer:SunPlace(2) answer:SunPlace(0) answer:SunPlace(1) answer:SunPlace(2) answer:SunPlace(0) answer:SunPlace(1) answer:SunPlace(2) answer:SunPlace(0) answer:SunPlace(1) answer:SunPlace(2) answer:SunPlace() $GoTo(PartialTable()) = is partial_game.hands[0].suns == (1, 4, 7, 10)
    {draw ra} $Enter(UNSOLD) $TakeSun(1) = is entries[-1].changes[0].to == (Won(1),)

given joined 3 LIGHT POINTS

points are turned to from nothing on and never below it
    <                            = is page.points == 0
    >                            = is page.points == 1
points are turned to as well as typed
    >17 dial                     = is partial_game.hands[0].score == 17; is page.seat == 1

given joined 4 LIGHT POINTS

only points may stay unknown
    ra ra ra ra                  = page PartialTable; is [hand.score for hand in partial_game.hands] == [None] * 4; is [hand.suns for hand in partial_game.hands].count(None) == 0

given joined 3 FULL TRACK

an auction track that is known to be empty is not asked for
    $Enter(Fix(track_tiles=1))    = is first_question(partial_game, Level.FULL, Joining(Ask.TILES, Level.FULL, 2)) == Joining(Ask.TRACK, Level.FULL)
    $Enter(Fix(track_tiles=0))    = is first_question(partial_game, Level.FULL, Joining(Ask.TILES, Level.FULL, 2)) == None
where eight tiles have been named already the dial says that it does nothing
    answer:Tile.GOLD answer:Tile.GOLD answer:Tile.GOLD answer:Tile.GOLD answer:Tile.GOLD answer:Tile.GOLD answer:Tile.GOLD answer:Tile.GOLD dial = is len(page.tiles) == 8; note NOT_NOW; heard REFUSED

given joined 3 LIGHT POINTS

back takes back no fix that was made before the first question
    ra ra ra $Enter(Fix(ra_count=6)) $StepUp() = page Joining
    undo                         = page PartialTable; is partial_game.ra_count == 6

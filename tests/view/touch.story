# What a finger can do: one touch for everything that happens at a table.

given page 4 auction

every sun that can win is one touch away when an auction begins
                                 = is {TakeSun(sun) for each in game.players for sun in each.suns} <= targets; is {SettleAuction(), *map(CallPass, range(4))} <= targets

given page 5 bid

later only suns that beat the best, whoever holds them
                                 = is {each.sun for each in targets if isinstance(each, TakeSun)} == {sun for each in game.players for sun in each.suns if sun > game.stage.best_bid}

given table 3
: track nile god gold

a touch on a tile opens its card, on which a god can take it
                                 = is UseGods() in targets; is targets & {*map(Play, GODS)} == set()
    touch:GoTo(ThingCard(FixedPart.SPACE,0)) = is Play(GODS[0]) in targets; unwritten
    $Next() touch:GoTo(ThingCard(FixedPart.SPACE,2)) = is Play(GODS[2]) in targets
but no god of the track
    touch:GoTo(ThingCard(FixedPart.SPACE,1)) = is Play(GODS[1]) in targets == False; is {Open(Route.RULES), Next()} <= targets
    $Next()                      = is page == Table()
what acts on the table has words on its card
    $GoTo(ThingCard(FixedPart.CENTRE,2)) = is {Play(INVOKE), Open(Route.RULES), Next()} <= targets
    $Next() $GoTo(ThingCard(FixedPart.TILES,2)) = shows Their turn; is Enter(Fix(active=2)) in targets
    $Next() $GoTo(ThingCard(FixedPart.RA_TRACK,2)) = is {Open(Route.HISTORY), Open(Route.RULES), Next()} <= targets

given page 5 turn

everybody can peek in the corner of their panel
                                 = is {each.seat for each in targets if isinstance(each, Peek)} == {0, 1, 2, 3, 4}

given page 3 agreeing

every option goes to its next value and back
                                 = is {Agree(row.following(steps)) for row in page.rows(model) for steps in (1, -1)} <= targets

given page 4 dealt by hand

suns that people dealt themselves are laid out by touch
                                 = is {*map(SetGroup, range(4)), *map(LayOutSun, range(2, 14))} <= targets

# What confirms and what leads back.

given page 3 god

Return takes the tile that a god points at
                                 = key return,space PushDial()

given page 3 seating

Return begins a game on every page before it
                                 = key return Begin()
    $GoTo(OptionsPage(page.guests)) = key return Begin()
    ra                           = page Dealing; key return Begin()

given page 3 history

the history has one way out wherever one looks
    each >3                      = key escape Next(); means undo Next(); label undo Back
    each <9                      = key escape Next(); means undo Next(); label undo Back

given page 5 turn

one press ends a peek and leaves everything else
    p1_ undo                     = is session.peek == None; page Table; unwritten
    p1_ 'escape                  = is session.peek == None; page Table; unwritten

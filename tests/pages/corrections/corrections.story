# When screen and table disagree: what lies otherwise, and what was entered otherwise.

given new 3

how the screen says it already leads back without a line
    ok! dial dial                = is page == FixPanel(); unwritten
    undo                         = page Table; unwritten
a fix is one line of the journal and can be taken back
    ok! dial > dial              = is isinstance(entries[0], Fix); is len(entries) == 1; is any(isinstance(each, Fixed) for each in session.timeline.events)
    undo                         = page Table; is len(entries) == 1
    undo                         = last undo 1; is game.track[0] == None
it stays open for the next thing until people are done, and says what to do
    'tab 'f 'g                   = page FixPanel; is game.track[:2] == (Tile.FLOOD, Tile.GOD); is len(entries) == 2; label undo Done; label ok Change
    '?                           = shows Choose what lies otherwise, then how it really lies
    'escape 'escape              = page Table; is len(entries) == 2
the keyboard alone puts things right
    'tab 'return 'right 'return  = is isinstance(entries[0], Fix)
points lie face down and a sun moves far away: the screen says that they were put right
    $OpenFixPanel(FixedPart.SCORE,1) > ok = page FixPanel; shows Fixed. Ben, points
    $Open(Route.FIX) $Enter(Fix(hands=(HandFix(Seat(0),suns=(Sun(2),Sun(5),Sun(8))),))) = page FixPanel; shows Fixed. Ann, suns face up: 2 5 8 (was 2 5 8 13)
a tile that was put right is seen where it lies
    'tab 'f                      = is model.screen.notice == None
a game goes on while the panel is open
    ok! {draw nile}              = page Table; is game.track[0] == Tile.NILE
what was said on a page does not outlive it
    'q                           = is model.screen.notice is not None
    'tab                         = is model.screen.notice == None
    $Enter(Fix(epoch=1))         = is model.screen.notice is not None
    'escape                      = page Table; is model.screen.notice == None
a misread tile of five turns ago is put right
    {draw nile} {draw flood} {draw flood} {draw flood} {draw flood} undo! <4 p3 = page FixEntry
    option:INSTEAD:draw+pharaoh    = is entries[-1] == Correct((Change(1, (DRAWS[Tile.PHARAOH],)),)); is game.track[0] == Tile.PHARAOH; page Table
undo on the page goes back to the place in the history
    {draw nile} {draw flood} undo! < p3 undo = is page == History(1)
what is said with the next page stays
    {draw nile} {draw flood} undo! < ok >2 ok ok = page Table; undone
the page counts an entry as the history does, whatever was taken back before
    {draw nile} {draw flood} undo undo {draw flood} {draw nile} {draw pharaoh} undo! < = is page == History(2)
    p3                           = is page.seq > 2; is prompt.facts == {"entry": 2}
a tile that nobody entered is put in before the entry that came after it
    {draw nile} {draw flood} $Open(Route.HISTORY) p5 = is page == FixEntry(2, is_missing=True); cures BEFORE Draw, BEFORE Invoke; asks Add before this
    'g                           = is game.track[:3] == (Tile.NILE, Tile.GOD, Tile.FLOOD); page Table; is len(entries) == 3
and whoever leaves it comes back to the entry that is right
    {draw nile} {draw flood} $Open(Route.HISTORY) p5 undo = is page == History(2)
before the first entry, too; its own stays as it was
    {draw nile} {draw flood} $GoTo(History(1)) p5 'g = is game.track[:3] == (Tile.GOD, Tile.NILE, Tile.FLOOD); is len(entries) == 3
nothing can have been forgotten within an auction
    {draw nile} {draw ra} {pass} $Open(Route.HISTORY) = is page == History(3); unbound p5
    $GoTo(History(2))            = label p5 Add before this
an auction that nobody entered asks how it ended
    {draw nile} {draw flood} $Open(Route.HISTORY) p5 option:BEFORE:draw+ra = is page.why is not None
    option:BEFORE:won+13         = is (game.ra_count, game.centre, game.track[0]) == (1, 13, Tile.FLOOD)
a Ra tile before the first entry asks how its auction ended, on the table with that tile
    {draw nile} {draw flood} $GoTo(History(1)) p5 option:BEFORE:draw+ra = is page.seq == 1; is page.why is not None; cures BEFORE Unsold, BEFORE Won, BEFORE Bid, BEFORE Pass, NEVER, STOP, LEAVE
    option:BEFORE:won+13         = is entries[-1] == Correct((Change(1, (DRAWS[Tile.RA], Won(13), DRAWS[Tile.NILE])),)); is (game.ra_count, game.centre, game.track[0]) == (1, 13, Tile.NILE)
and where the first entry never happened, the Ra tile stays
    {draw nile} {draw flood} $GoTo(History(1)) p5 option:BEFORE:draw+ra option:NEVER = is page.seq == 2; is page.changes == (Change(1, (DRAWS[Tile.RA],)),)
    option:BEFORE:won+13         = is entries[-1] == Correct((Change(1, (DRAWS[Tile.RA], Won(13))),)); is (game.ra_count, game.centre, game.track[0]) == (1, 13, Tile.FLOOD)
invoking Ra can be corrected to a drawn tile
    {draw nile} {invoke} undo! p3 option:INSTEAD:draw+flood = stage TURN
of a tile the same kind comes first
    {draw nile} $GoTo(FixEntry(1)) = cures INSTEAD Draw, INSTEAD Invoke, NEVER
of a won auction how it ended
    {draw ra} {won 13} $GoTo(FixEntry(2)) = cures INSTEAD Won, INSTEAD Unsold, INSTEAD Bid, INSTEAD Pass, NEVER
and a tile of the lot leads to the entry that drew it, by its letter
    {draw nile} {draw flood} {draw ra} {won 13} $GoTo(FixEntry(4)) 'f = is page == FixEntry(2); cures INSTEAD Draw, INSTEAD Invoke, NEVER
of one that nobody won
    {draw ra} {unsold} $GoTo(FixEntry(2)) = cures INSTEAD Won, INSTEAD Bid, INSTEAD Pass, NEVER
of one that was called bid by bid who won, whoever said the last word
    {draw ra} {bid 3} {pass} {pass} $Open(Route.HISTORY) p3 = cures INSTEAD Unsold, INSTEAD Won
    option:INSTEAD:won+13        = is game.centre == 13; is [each.action for each in session.timeline.steps][:2] == [DRAWS[Tile.RA], Won(13)]
there, too, a sun is typed by its number
    {draw nile} {draw ra} {won 4} $Open(Route.HISTORY) p3 '1 '3 = is game.centre == 13; page Table
of a bid
    {draw ra} {bid 3} $GoTo(FixEntry(2)) = cures INSTEAD Bid, INSTEAD Unsold, INSTEAD Won, INSTEAD Pass, NEVER
of a pass
    {draw ra} {pass} $GoTo(FixEntry(2)) = cures INSTEAD Unsold, INSTEAD Won, INSTEAD Bid, NEVER
a tile that was Ra asks how its auction ended, and a whole one can be entered bid by bid
    {draw nile} {draw flood} $GoTo(FixEntry(1)) option:INSTEAD:draw+ra = is page.seq == 2; is page.why is not None; cures BEFORE Unsold, BEFORE Won, BEFORE Bid, BEFORE Pass, NEVER, STOP, LEAVE
    option:BEFORE:bid+3 option:BEFORE:pass option:BEFORE:pass = is entries[-1] == Correct((Change(1, (DRAWS[Tile.RA], BIDS[3], PASS, PASS)),)); is (game.ra_count, game.centre, game.track[0]) == (1, 3, Tile.FLOOD)
a Ra tile that was none takes its unsold auction with it
    {draw ra} {unsold} {draw nile} $GoTo(FixEntry(1)) option:INSTEAD:draw+flood = is game.track[:2] == (Tile.FLOOD, Tile.NILE); is game.ra_count == 0
and so it does one that everybody passed at
    {draw ra} {pass} {pass} {pass} {draw nile} $GoTo(FixEntry(1)) option:INSTEAD:draw+flood = is game.track[:2] == (Tile.FLOOD, Tile.NILE)
a sold one no longer fits, and the game can end there
    {draw ra} {won 13} {draw nile} $GoTo(FixEntry(1)) option:INSTEAD:draw+flood = is page.seq == 2; cures NEVER, INSTEAD Draw, INSTEAD Invoke, STOP, LEAVE
    option:STOP                    = is game.track[:2] == (Tile.FLOOD, None)
or the past is left, and the table is put right instead
    {draw ra} {won 13} {draw nile} $GoTo(FixEntry(1)) option:INSTEAD:draw+flood option:LEAVE = page FixPanel; is any(isinstance(each, Correct) for each in entries) == False
a sun that lies in the centre at another auction no longer fits
    {draw ra} {won 13} {draw ra} {won 12} $GoTo(FixEntry(2)) option:INSTEAD:won+12 = is page.seq == 4; cures NEVER, INSTEAD Won, INSTEAD Unsold, INSTEAD Bid, INSTEAD Pass, STOP, LEAVE
nor does a sixth of five
    {draw nile} {draw gold} {draw gold} {draw gold} {draw gold} {draw gold} $GoTo(FixEntry(1)) option:INSTEAD:draw+gold = is page.seq == 6; cures NEVER, INSTEAD Draw, INSTEAD Invoke, STOP, LEAVE
what was not entered is put right before what no longer fits: an earthquake took two monuments
    {draw mon_fortress} {draw mon_obelisk} {draw mon_palace} {draw nile} {invoke} {won 13} {draw gold} $GoTo(FixEntry(4)) option:INSTEAD:draw+dis_earthquake option:BEFORE:discard+mon_fortress+mon_palace = page Table
a fix between keeps its place
    {draw nile} $Enter(Fix(ra_count=2)) {draw flood} $GoTo(FixEntry(1)) option:INSTEAD:draw+ra option:BEFORE:unsold = is entries[-1] == Correct((Change(1, (DRAWS[Tile.RA], UNSOLD)),)); is (game.ra_count, game.track[:2]) == (2, (Tile.FLOOD, None))
a hand that was put right still follows a correction, but in the kind that people saw
    {draw god} {draw nile} {invoke} {won 13} $OpenFixPanel(FixedPart.TILES,0) 'p = last fix {'players': [{'seat': 0, 'some_tiles': {'pharaoh': 1}}]}
    $GoTo(FixEntry(1)) option:INSTEAD:draw+gold = is game.players[0].tiles == Tile.GOLD.one + Tile.NILE.one + Tile.PHARAOH.one
    $GoTo(FixEntry(2)) option:INSTEAD:draw+pharaoh = is game.players[0].tiles == Tile.GOLD.one + Tile.PHARAOH.one
a whole hand that a record tells stays as it is
    {draw god} {draw nile} {invoke} {won 13} $Enter(Fix(hands=(HandFix(Seat(0),tiles=Tile.GOD.one),))) $GoTo(FixEntry(1)) option:INSTEAD:draw+gold = is game.players[0].tiles == Tile.GOD.one
an entry that is gone offers nothing and leads back to the table
    {draw nile} {draw flood} $GoTo(FixEntry(40)) = page Table
a way that is not offered does nothing
    {draw nile} $GoTo(FixEntry(1)) $do(FixEntry.choose,99) = page FixEntry; last draw nile

given light 3

where less is entered kinds are offered only for a kind
    {draw nile} $GoTo(FixEntry(2)) = cures INSTEAD Draw, INSTEAD Unsold, INSTEAD Won, INSTEAD Invoke, NEVER
for a Ra tile
    {draw ra} $GoTo(FixEntry(2)) = cures INSTEAD Unsold, INSTEAD Won, INSTEAD Invoke, NEVER
and never the end of an epoch
    {invoke} $GoTo(FixEntry(2))  = cures INSTEAD Unsold, INSTEAD Won, INSTEAD Draw, NEVER
of a result only results
    {invoke} {won 13} $GoTo(FixEntry(3)) = cures INSTEAD Won, INSTEAD Unsold, NEVER
a Ra tile lacks the end of its auction
    {draw nile} {draw flood} $GoTo(FixEntry(2)) option:INSTEAD:draw+ra = cures BEFORE Unsold, BEFORE Won, NEVER, STOP, LEAVE
a ninth tile on the track lacks nothing before it
    {draw nile} {draw nile} {draw nile} {draw nile} {draw nile} {draw nile} {draw nile} {draw nile} {won 13} {draw gold} $GoTo(FixEntry(10)) option:NEVER = cures NEVER, INSTEAD Unsold, INSTEAD Won, INSTEAD Invoke, STOP, LEAVE

given played 3 2 -1

after the end points and tiles are put right
    $GoTo(Finale(4)) ok!         = page FixPanel

given light 3

an entry that cannot be corrected is asked about too, if it no longer fits
    {invoke} {won 13} {draw ra} {unsold} {draw ra} {unsold} {draw ra} {unsold} {draw ra} {unsold} {draw ra} {unsold} {draw ra} {unsold} {draw ra} {unsold} $Enter(END_EPOCH) = is partial_game.stage == PartialPhase.TALLY
    $GoTo(FixEntry(2)) option:INSTEAD:draw+ra option:NEVER = is dict(prompt.facts) == {"entry": 18}; cures STOP, LEAVE; shows The epoch is over: first enter what everybody has
    option:STOP                  = is entries[-1] == Correct((Change(2, (DRAWS[Tile.RA],)), Change(17, ())), until=18); is partial_game.stage == PartialPhase.TALLY; is partial_game.ra_count == 8
    ok                           = page SheetTally
the past of such an entry can be left as well
    {invoke} {won 13} {draw ra} {unsold} {draw ra} {unsold} {draw ra} {unsold} {draw ra} {unsold} {draw ra} {unsold} {draw ra} {unsold} {draw ra} {unsold} $Enter(END_EPOCH) = is len(entries) == 17
    $GoTo(FixEntry(2)) option:INSTEAD:draw+ra option:NEVER option:LEAVE = page FixPanel; is len(entries) == 17

given new 3 {draw nile} {draw gold}

an entry that no longer fits is asked about, whatever was to be added after it
    $GoTo(FixEntry(2,(Change(2,(DRAWS[Tile.GOLD],INVOKE,BIDS[4])),Change(1,(INVOKE,))),Problem(Why.AUCTION_OPEN))) = cures BEFORE Won, BEFORE Bid, BEFORE Pass, NEVER, STOP, LEAVE

given new 3

a fix that was opened by a touch ends where one came from
    $OpenFixPanel(FixedPart.SPACE,1) >2 'escape = page Table; unwritten
the list of somebody's tiles stays open until it is closed, with the ring where it was
    $OpenFixPanel(FixedPart.TILES,0) >2 ok ok ok = is game.players[0].tiles == 3 * Tile.NILE.one
    < ok ok ok                   = is game.players[0].tiles == 0
    ok                           = is game.players[0].tiles == Tile.NILE.one
    undo                         = page Table
also by finger
    $OpenFixPanel(FixedPart.TILES,0) touch:Enter(Fix(hands=(HandFix(0,some_tiles=((Tile.NILE,1),)),))) touch:Enter(Fix(hands=(HandFix(0,some_tiles=((Tile.NILE,2),)),))) = is game.players[0].tiles == 2 * Tile.NILE.one

given new 3

who has other than as many suns as the game gives is said, and nothing is refused
    $Open(Route.FIX)             = asks What is actually on the table?
    $Enter(Fix(hands=(HandFix(Seat(0),suns=(2,5)),HandFix(Seat(1),suns=(3,6,8,9,12,13))))) = is len(entries) == 1; asks {name} needs {each} suns, not {suns}; shows Ann needs 4 suns, not 2
    undo ok!                     = shows Ann needs 4 suns, not 2
    undo undo ok!                = asks What is actually on the table?

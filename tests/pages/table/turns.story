# Whose turn it is, put right with one key or push; a sixth tile of five; looking at one's own points.

given new 3

one key makes it anybody's turn, and it is one line
    'f9                          = is game.active == 2; is entries == [Fix(active=2)]; is [each.part for each in session.timeline.events] == [FixedPart.ACTIVE]
    'f7                          = is game.active == 1
    undo                         = is game.active == 2; undone
play goes on from there
    'f7 {draw nile}              = is game.active == 2
the dial does nothing there of which nothing is written
    dial                         = unwritten; note NOT_NOW
what the dial points at is placed, and pushing twice places it once
    < dial                       = is len(entries) == 1
    dial                         = is len(entries) == 1
guests of a café may put it right
    kiosk:=True 'f7              = is game.active == 1
the kind that the bag still holds is just drawn
    $Play(DRAWS[Tile.ART])       = written draw civ_art
points are shown while the own button is held
    p3_                          = is session.peek.seat == 1; unwritten; is any(isinstance(each, RecordPeek) for each in ordered)
    p3^                          = is session.peek == None; unwritten
a tap of the same button still means its tile
    p3                           = is session.peek == None; is page.pick is not None
a peek ends by itself after five seconds
    p1_ +5                       = is session.peek == None
the game goes on while somebody looks
    p5_ {draw nile}              = is game.track[0] == Tile.NILE; is session.peek.seat == 2
every player can look by their own button, and no lamp says so
                                 = means p1! Peek(0); means p3! Peek(1); means p5! Peek(2); is controls.holds[Control.P3].is_silent
nobody peeks for a seat that is not there
    $Peek(4)                     = is session.peek == None; orders not RecordPeek
where points lie open nobody need look
    $Agree(replace(session.agreement,secrecy=Secrecy.OPEN)) = is session.peek == None

given new 3 {draw civ_art} {draw civ_religion} {draw civ_art} {draw civ_art} {draw civ_art} {draw civ_art}

a sixth of five is refused once, and the table stays open
    $Play(DRAWS[Tile.ART])       = note ALL_OUT; heard REFUSED; is len(entries) == 0; is page == Table()
saying it twice lays the tile as it lies on the table
    $Play(DRAWS[Tile.ART]) $Play(DRAWS[Tile.ART]) = is isinstance(entries[-1], Fix); is game.track[6] == Tile.ART; is game.excess_tiles == Tile.ART.one; is game.active == 1
    undo                         = is game.track[6] == None; is game.excess_tiles == 0; page Table
what is said no longer confirms nothing
    $Play(DRAWS[Tile.ART]) +60 $Play(DRAWS[Tile.ART]) = note ALL_OUT; is game.track[6] == None
other tiles are entered as ever while it is asked
    $Play(DRAWS[Tile.ART]) {draw civ_religion} = page Table; is game.track[6] == Tile.RELIGION
it is not asked about another game
    $Play(DRAWS[Tile.ART]) $Leave() $GoOn() = page Table; is game.track[6] == None

given light 3

at a lightly recorded table one push of the dial makes it the next player's turn, and says so
                                 = shows Next player
    dial                         = is partial_game.active == 1
    dial dial                    = is partial_game.active == 0
pushing twice there tells what was pointed at once
    > dial                       = is len(entries) == 1
    dial                         = is len(entries) == 1
    +2 dial                      = is len(entries) == 2; is entries[-1] == Fix(active=partial_game.active)
space never says whose turn it is
                                 = is by_dial(model) != {}; is (keys.get("space") in marks(model).values()) == False

given position
: *Ann | Ben (12 9 6 3) | Cleo

who has no sun face up is left out
                                 = is set(marks(model)) == {2}

given new 3

what the dial points at is asked
    <2                           = asks {name}: invoke Ra?; is page == Table(PickCommand(DialCommand.CALL_RA))
    dial <                       = asks {player} bids {sun}?; is prompt.facts["sun"] == 13
    $StepSun(game.active) <      = asks Settled?

given light 3 SCORE_ONLY

where nobody told whose turn it is, it begins with the first
    $Enter(SetLevel(Level.LIGHT,is_unknown=True)) = is partial_game.active == None; is set(marks(model)) == {0, 1, 2}
    dial                         = is partial_game.active == 0

given position
: track nile gold | *Ann: god | Ben

who has used their last god is asked only to end the turn
    $Play(GODS[0]) $TakeBack()   = stage GODS; asks {name}: end the turn

given page 3 auction

while anything else is asked the dial says nothing of turns
                                 = is marks(model) == {}

given page 3 discard

nor while tiles are chosen
                                 = is marks(model) == {}

given position
: bag ra, nile | *Ann | Ben

another tile of which all are out is asked about by itself
    $Play(DRAWS[Tile.ART])       = note ALL_OUT
    $Play(DRAWS[Tile.GOLD])      = note ALL_OUT; unwritten
    $Play(DRAWS[Tile.GOLD])      = is game.track[0] == Tile.GOLD

given position
: track nile gold | *Ann: god | Ben

after a god what is told is what was taken
    $Play(GODS[0])               = shows used a God tile and took; hides done with God tiles

given page 2 card of the seats

over a page help is closed by one name
                                 = shows Close; hides Rules

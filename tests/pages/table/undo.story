# Taking back, bringing back and looking back: every way there is also a way back.

given new 3

undo says what it took back, and redo what came again
    'n undo                      = undone TileDrawn; dark undo
    ok                           = is model.screen.notice.again; is [type(each) for each in model.screen.notice.events] == [TileDrawn]; lit undo
a new action forgets what was taken back
    'n 'f 'p $TakeBack(2) 'g $BringBack() = heard REFUSED; is [each for each in game.track if each] == [Tile.NILE, Tile.GOD]
a script takes back exactly what it says, whatever is half chosen
    'n $OpenGroup(TileGroup.OTHER) $Enter(Undo(1)) = written draw nile / undo 1; is page == Table()
no key brings back what was not taken back
    $Play(INVOKE)                = nokey f11; unbound dial
in an auction the dial brings back until it points at a sun
    $Play(INVOKE) $Play(PASS) $TakeBack() = means dial BringBack(); means ok SettleAuction()
    >                            = is isinstance(controls.taps[Control.DIAL].message, TakeSun)
OK brings back, and the dial only where OK says something else
    'n undo                      = means ok BringBack(); unbound dial
    >                            = means ok PushDial(); means dial PushDial()
a half made choice is given up before anything is taken back
    'n $OpenGroup(TileGroup.MONUMENT) undo = is page == Table(); last draw nile
    undo                         = last undo 1

given position
: track nile gold | *Ann: god | Ben

and so is a god that was taken in hand
    $UseGods() undo              = is page == Table(); unwritten; stage TURN

given position
: disaster 2 dis_unrest by Ben | *Ann 9 6 5 (1): 2 civ_art, 2 civ_religion, civ_writing | Ben

the choice for a disaster is given up tile by tile
    $ChooseLoss(Tile.ART) $ChooseLoss(Tile.RELIGION) undo = is page.pick.chosen == (Tile.ART,)
    undo                         = is page == Table(); stage Discarding; unwritten
the key or button that chose the last tile of a kind lets it stay again
    'w 'a 'w                     = is page.pick.chosen == (Tile.ART,)
    'a 'a                        = is page.pick.chosen == (Tile.ART,)
    p3 p1 p3                     = is page.pick.chosen == (Tile.ART, Tile.ART)
    p1 p1                        = is page.pick.chosen == (Tile.ART, Tile.ART); lit p1 p2 p3; unwritten
and what is still to be chosen is counted down
                                 = is prompt.facts["number"] == 4
    $ChooseLoss(Tile.ART)        = is prompt.facts["number"] == 3
    $ChooseLoss(Tile.ART) $ChooseLoss(Tile.RELIGION) = is prompt.facts["number"] == 1; unwritten
    $ChooseLoss(Tile.WRITING)    = is len(entries[0].tiles) == 4

given position
: track dis_unrest nile | auction A1 by Ben | ra 1 | *Ann: 2 civ_art, civ_writing | Ben

a tile that a disaster took can be taken back with it
    {won 9} {discard civ_art civ_art} undo = stage Discarding; undone

given played 3 0 40

every undo and redo is one line of the journal, and nothing is deleted
    $TakeBack(3) $BringBack(2)   = written undo 3 / redo 2; is len(session.timeline.undone) == 1
going on from the past is one undo, and from the future one redo
    undo! <30 ok > ok            = unwritten
    ok                           = written undo 30
    undo! >25 dial dial          = written undo 30 / redo 25
the history shows every table and changes none
    undo!                        = is page == History(40)
    <40                          = is page == History(0); unwritten
    ra                           = page Table; unwritten
the dial stops at both ends of the history
    undo! $TurnDial(-500)        = is page == History(0)
    $TurnDial(500)               = is page == History(40)
    dial                         = is page.at == 40; unwritten
given played 3 0 60

undo works after a restart, and so does redo
    $TakeBack(4) $Leave()        = page Welcome
    $GoOn()                      = page Table
    ok                           = last redo 1
    undo undo                    = last undo 1 / undo 1

given played 3 0 -1

a redo to the end of the game leads to its scoring and the reveal
    $TakeBack(5) $BringBack(5)   = is page == EpochScores()
    ~Next()                      = is page == Finale(rising=1, since=model.now)

given plays 3 A A1
: track dis_unrest nile

where a disaster follows what hands did, a second press does nothing
    decides:BIDS[13] $HandsDone() = stage Discarding; means ok HandsDone(); unbound ra
    ok                           = shows Anna wins with; shows Take 2, face down
    +1 ok                        = is is_shown(model)

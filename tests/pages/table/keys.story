# What keys mean at the table and beside it, where no button has its name.

given start 0Ann 1

the same people play again by a letter
    'r                           = page Dealing
    'return                      = page Table; is len(game.players) == 2

given start

the letter does nothing where nobody played before
    'r                           = page Welcome

given played 3 0 -1

once all is revealed the letter deals to the same people
    $GoTo(Finale(3)) 'r          = page Dealing
    'return                      = page Table; is game.ra_count == 0
a letter looks through the game that is over
    $GoTo(Finale(3)) 'h          = page History
one key leads from the reveal to the result, and on to mending
    $GoTo(Finale()) 'tab         = is page == Finale(3)
    'tab                         = page FixPanel
no letter gives away who has won
    each $GoTo(Finale()) $GoTo(Finale(1)) $GoTo(Finale(2)) = nokey h; is Rematch() in keys.values() == False

given epoch 3 1

the table is mended from a scoring by the key that mends it at the table
    finish 'tab                  = is page == FixPanel()

given new 3

two keys mend and look back
    'tab                         = is page == FixPanel()
    'escape 'f10                 = page History
who passes a moment after the lot was won changes nothing
    'i sun13                     = written invoke / won 13
    each 'f5 'f6 'f7             = note SETTLED; written invoke / won 13

given sit 0Ann 1

the arrows are silent where the dial is
                                 = nokey right; is TurnDial(1) in keys.values() == False

given page 3 naming

the arrows move over the letters as the dial does
                                 = key right TurnDial(1); key left TurnDial(-1)

given page 3 god

a letter takes its tile with a God tile
    'p                           = written god 1 / done; is game.track[1] == None
the letter of a tile that does not lie there says so
    'f                           = note NOT_ON_TRACK; unwritten
a letter that means nothing says so
    'ß                           = note NOT_NOW; unwritten

given page 3 turn

a forgotten tile is two keys away
    'tab 'f                      = is Tile.FLOOD in game.track
a digit opens a space, and a letter says what lies there
    'tab '2                      = page FixPanel
    'f                           = is game.track[1] == Tile.FLOOD
here, too, a letter that means nothing says so
    'ß                           = note NOT_NOW; unwritten

given page 3 mending tiles

of a player's tiles a letter gives one more
    $GoTo(replace(page,way=None)) 'o = is game.players[0].tiles - session.timeline.start.players[0].tiles == Tile.GOLD.one

given page 3 auction

in an auction a letter that means nothing says so
    'ß                           = note NOT_NOW; unwritten

given page 4 dealt by hand

a sun that is dealt to nobody says so
    '1 '6                        = refused SUN_NOT_IN_PLAY; page Dealing

given page 3 full track

a group that cannot be drawn from is dark and says why
                                 = dark p3 p4 p5
    each p3 p4 p5                = refused TRACK_FULL_GOD; page Table; unwritten

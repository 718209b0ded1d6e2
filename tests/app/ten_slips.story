# A game of five in which ten things go wrong. Each is put right by five touches at most: with 1.3
# seconds for a touch, and 2.5 to see what is wrong (estimated), within ten seconds.
# The suns are A 2 7 16, B 3 8 15, C 4 9 14, D 5 10 13, E 6 11 12.

given new 5

a tile that is noticed at once
    {draw nile} touch:TakeBack() touch:Play(DRAWS[Tile.PHARAOH]) = is game.track[0] == Tile.PHARAOH
a wrong turn
    touch:GoTo(ThingCard(FixedPart.TILES,3)) touch:Enter(Fix(active=3)) = is game.active == 3
a wrong tile on the track
    {draw nile} touch:GoTo(ThingCard(FixedPart.SPACE,0)) touch:OpenFixPanel(FixedPart.SPACE,0) touch:Enter(Fix(track=(Tile.FLOOD,)+(None,)*7)) = is game.track[0] == Tile.FLOOD
a forgotten Ra tile
    touch:GoTo(ThingCard(FixedPart.RA_TRACK)) touch:OpenFixPanel(FixedPart.RA_TRACK,0) touch:Open(Route.FIX,(1,0)) touch:Enter(Fix(ra_count=1)) = is game.ra_count == 1
a wrong sun in the centre
    touch:GoTo(ThingCard(FixedPart.RA_TRACK)) touch:OpenFixPanel(FixedPart.RA_TRACK,0) touch:Open(Route.FIX,(3,0)) = page FixPanel
    touch:Enter(Fix(centre=3,hands=(HandFix(1,suns=(8,15),spent=(1,)),))) = centre 3; is game.players[1].suns == (8, 15)
a sun that should lie face down
    touch:GoTo(ThingCard(FixedPart.RA_TRACK)) touch:OpenFixPanel(FixedPart.RA_TRACK,0) touch:Open(Route.FIX,(26,2)) = page FixPanel
    touch:Enter(Fix(hands=(HandFix(2,suns=(4,9),spent=(14,)),))) = is game.players[2].spent == (14,)
a tile that somebody has won
    touch:GoTo(ThingCard(FixedPart.TILES,3)) touch:OpenFixPanel(FixedPart.TILES,3) touch:Enter(Fix(hands=(HandFix(3,some_tiles=((Tile.GOLD,1),)),))) = is count(game.players[3].tiles, Tile.GOLD) == 1
wrong points
    touch:GoTo(ThingCard(FixedPart.RA_TRACK)) touch:OpenFixPanel(FixedPart.RA_TRACK,0) touch:Open(Route.FIX,(33,0)) touch:Enter(Fix(hands=(HandFix(4,score=7),))) = is game.players[4].score == 7
an auction of which somebody's sun was forgotten
    {draw ra} {unsold} touch:TakeBack() touch:TakeSun(16) = centre 16
a tile that was misread long ago
    {draw gold} {draw pharaoh} touch:GoTo(ThingCard(FixedPart.RA_TRACK)) touch:Open(Route.HISTORY) touch:GoTo(History(1)) = page History
    touch:Open(Route.FIX_ENTRY,(1,)) touch:do(FixEntry.choose,4) = is game.track[0] == Tile.FLOOD

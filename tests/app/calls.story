# What was called in an auction is on the disk before it is shown, and there again after a power cut.

given program 3

who leads and who has passed is there after a power cut
    $Enter(DRAWS[Tile.NILE]) $Enter(DRAWS[Tile.RA]) $CallPass(2) = passed C; lead nobody; seq 2
    cut                          = passed C; lead nobody; seq 2
    $TakeSun(game.players[0].suns[1]) = passed C; is auction_now(model).leader.seat == 0
    cut                          = passed C; is auction_now(model).leader.sun == game.players[0].suns[1]
    undo                         = passed C; lead nobody
    cut                          = passed C; lead nobody
    undo cut                     = passed nobody; lead nobody; seq 2
whoever leaves in an auction and comes back finds it as it was
    $Enter(DRAWS[Tile.RA]) $TakeSun(game.players[2].suns[0]) $Leave() = page Welcome
    ok                           = is auction_now(model).leader.seat == 2
it is settled as if nothing had been in between
    $Enter(DRAWS[Tile.RA]) $TakeSun(game.players[2].suns[1]) cut ok = is game.players[2].spent; is auction_now(model) == None
what was called in one auction means nothing in the next
    $Enter(DRAWS[Tile.RA]) $CallPass(2) $CallPass(1) ok $Enter(DRAWS[Tile.RA]) cut = passed nobody; is game.ra_count == 2

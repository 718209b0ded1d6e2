# The program is started again on what is on its disk: the game, and what was taken back, are there.

given program

a game goes on where it stopped, with what was taken back, and confirmed numbers go on
    p1 p2 p4 ra ok p2 p1 p2 undo undo ok ra ok ok p1 undo = seq 10
    cut                          = seq 10; note RESUMED; is session.timeline.undone; troubles
    ok                           = seq 11; disk written / flushed / confirmed 11 / shown 11
a game that was left does not come back by itself, and nothing is written
    p1 p2 ra ok p2 $Leave()      = page Welcome; journal draw nile / left
    restart                      = page Welcome; is session.timeline == None; journal draw nile / left
a game that was left goes on with OK, and later starts find it on the table
    p1 p2 ra ok p1 p2 $Leave() ok = seq 2
    restart                      = seq 2
    restart                      = seq 2
    undo $Leave() $GoOn()        = seq 3
    restart undo                 = seq 4
    $Leave() restart             = is session.timeline == None
of several games that were left each can go on
    p1 p2 p4 ra ok p2 $Leave() $Join(0) $Join(4) ra ok p2 = is len(game.players) == 2
    $Leave() $GoOn() >1 $PushDial() = is len(game.players) == 3
    $Leave() $GoOn() $PushDial() = is len(game.players) == 2
    $Leave() $GoOn() >1 $PushDial() = is len(game.players) == 3
the newest game comes back and the one before it stays
    p1 p2 p4 ra ok p2 $Leave() p1 p5 ra ok p2 restart = is len(game.players) == 2; seq 1; games 2
a game that was taken back before its first tile leaves nothing
    p1 p2 ra ok                  = games 1
    undo                         = page Dealing; games 0
    p5 ok p2                     = is len(game.players) == 3; seq 1; games 1
    restart                      = is len(game.players) == 3
what was taken back is gone after a power cut too
    p1 p2 ra ok undo cut         = is session.timeline == None; is not session.kept
between the beginning and the first tile a power cut loses no suns
    p1 p2 ra ok                  = dealt 3 4 7 8 / 2 5 6 9
    cut                          = dealt 3 4 7 8 / 2 5 6 9
    undo                         = page Dealing; dealt 3 4 7 8 / 2 5 6 9; games 0
a journal that cannot be taken away leaves the game on the table
    p1 p2 ra ok disk:EROFS undo  = seq 0; troubles NOT_SAVED_READ_ONLY
    disk:well p2                 = seq 1
whoever has no name is called in the language of the table, also before and behind in the same game
    p1 p2 ra ok p2               = is game.setup.players == ("Blue", "Green")
    $SetLanguage("cs",tuple("MZYOR"),TILE_KEYS,MACHINES) p1 = is game.setup.players == tuple("MZ"); is session.timeline.start.setup == game.setup; seq 2
    undo                         = is game.setup.players == tuple("MZ"); seq 3
whoever has no name is called in the language of the table that goes on with their game
    p1 p2 ra ok p2               = is game.setup.players == ("Blue", "Green")
    $Leave() $SetLanguage("cs",tuple("MZYOR"),TILE_KEYS,MACHINES) ok = is game.setup.players == tuple("MZ"); seq 1
the level that was agreed is in the journal before anything else
    $Agree(Agreement(level=Level.LIGHT)) p1 p2 p3 ra ok = journal level light; page PartialTable

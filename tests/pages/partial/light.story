# A table of which only Ra tiles, auctions and suns are entered: one gesture for each thing that happens there.
# Three people: A 2 5 8 13, B 3 6 9 12, C 4 7 10 11 at the buttons p1 p3 p5.

given light 3

Ra is a Ra tile, and OK says that nobody won
    ra                           = is partial_game.stage == PartialPhase.DRAWN; is partial_game.ra_count == 1
    ok                           = written draw ra / unsold; is partial_game.stage == PartialPhase.TURN
a button steps to a sun of its player, which counts after a while
    ra p3 p3                     = is (page.pick.sun, page.pick.seat) == (6, 1); written draw ra
    +5.7                         = written draw ra / won 6; is partial_game.hands[1].suns == (3, 9, 12); is partial_game.centre == 6
a higher sun just after a result corrects it and says so
    ra '5 +2 '6                  = note RESULT_CORRECTED; is entries[-1] == Correct((Change(3, (Won(6),)),))
                                 = is partial_game.centre == 6; is partial_game.hands[0].suns == (2, 5, 8, 13)
a sun just after nobody corrects that
    ra ok p1 ok                  = is partial_game.hands[0].spent == (1,); is isinstance(entries[-1], Correct)
what settles an auction without suns says that nobody won
    ra $SettleAuction()               = written draw ra / unsold
a sun that stood long is one of the moment when it was stepped to
    sun_commit_seconds:=2.0 ra @10 $TakeSun(5) @14 p3 p3 @17 = is isinstance(entries[-1], Correct)
a sun later is another lot, and the screen says so
    ra '5 +5.7 '6                = written draw ra / won 5 / won 6; note ANOTHER_LOT
keys of Ra say that the auction is open
    'r                           =
    each 'r 'i                   = refused AUCTION_OPEN; written draw ra
OK takes a sun that was stepped to at once
    p5 ok                        = written won 4
somebody wins although nobody said that Ra was called
    $TakeSun(2)                  = written won 2
a sun that the dial chose never counts by time alone
    p1 > +60                     = is isinstance(page.pick, Stepped); unwritten
back gives up what is half chosen before anything is taken back
    ra p1 undo                   = is page == PartialTable(); is partial_game.stage == PartialPhase.DRAWN
    undo                         = is partial_game.stage == PartialPhase.TURN
    ok                           = is partial_game.stage == PartialPhase.DRAWN
what cannot be is refused in words and changes nothing
    $UseGods()                   = refused NOT_AT_LIGHT; heard REFUSED
    $OpenGroup(TileGroup.MONUMENT) = refused NOT_AT_LIGHT
    $TakeSun(1)                  = refused SUN_NOT_FREE
    ra $Play(DRAWS[Tile.RA])     = refused; heard REFUSED; written draw ra
who has no sun left hears so
    {won 2} {won 5} {won 8} {won 13} p1 = note NO_MORE_SUNS; dark p1; lit p3
    $Enter(END_EPOCH) $GoTo(PartialTable()) $StepSun(1) = refused TALLY_FIRST
while somebody can win, the dial and a key bring back
    ra ok undo                   = is partial_game.stage == PartialPhase.DRAWN; means ok Play(UNSOLD)
    dial                         = written draw ra / unsold / undo 1 / redo 1; is partial_game.stage == PartialPhase.TURN
    undo 'f11                    = last undo 1 / redo 1
history, menu and what puts the table right are where they always are
    undo!                        = page History
    $GoTo(PartialTable()) dial!  = page Menu
    $GoTo(PartialTable()) ok!    = page FixPanel
holding the own button shows the own points
    p3!                          = unwritten; is page == PartialTable()
what tiles are worth is not said where they are not known
                                 = is can_look_at_worth(model) == False
the question names who is to play only where that is known
                                 = asked A
    ra ok                        = is prompt.seat == partial_game.active
a half chosen sun waits for OK where time alone counts nothing
    sun_commit_seconds:=0.0 p1 +60 = unwritten
two buttons together mean a shared win only where somebody sits at both
    $StepTogether((3,0))         = note NOT_NOW; unwritten
    $StepTogether((2,3))         = note NOT_NOW
    $StepTogether((1,2))         = note TOGETHER
a seat where nobody sits has no suns
    $StepSun(3)                  = note NOT_NOW; is winning_suns(partial_game,3) == ()
the question names who pressed, and for the dial whoever has the sun
    ra $StepSun(2)               = is prompt.facts == {"player": partial_game.name(2), "sun": 4}
    $StepSun(1) >                = is prompt.facts == {"player": partial_game.name(2), "sun": 4}
the dial goes on from the sun to which somebody stepped
    ra $StepSun(1) >             = is (page.pick.sun, page.pick.seat) == (4, None)
each button begins with its own lowest sun, also after the menu
    ra $StepSun(0) $StepSun(0) $StepSun(1) = is (page.pick.sun, page.pick.seat) == (3, 1)
    $Open(Route.MENU) $StepSun(1) = is (page.pick.sun, page.pick.seat) == (3, 1)
a sun counts at the moment when its time is over and not before
    sun_commit_seconds:=2.0 ra @10 $StepSun(1) = is page.deadline(model) == 12.0
    @11.75                       = written draw ra
    @12                          = written draw ra / won 3; is page.deadline(model) == None
only what can be told now can be turned to
                                 = is {each.telling for each in ring(partial_game) if isinstance(each, Pointing)} == {*Telling}
    {invoke}                     = is {each.telling for each in ring(partial_game) if isinstance(each, Pointing)} == {Telling.NOBODY, Telling.EPOCH_OVER}
one button reaches the end of the epoch while it can be told
                                 = is [each for each in page.commands(model) if each.is_scanned][-1].binding.label == "The epoch is over"
    $Enter(END_EPOCH) $GoTo(PartialTable()) = is "The epoch is over" not in [each.binding.label for each in page.commands(model) if each.is_scanned]
a sun that is not in play is refused just after a result, too
    ra $TakeSun(5) $TakeSun(16)  = is str(model.screen.notice) == "nobody can have won with sun 16"; written draw ra / won 5
a higher sun is another lot from the moment when nothing is corrected any more
    ra @10 $TakeSun(5) @14.75 $TakeSun(6) = is isinstance(entries[-1], Correct)
and that is five seconds later
    ra @10 $TakeSun(5) @15 $TakeSun(6) = last won 6
the same sun once more is no correction
    ra $TakeSun(5) $TakeSun(5)   = written draw ra / won 5; refused
every tile is entered again from here, and what is missing is asked for
    ra $StepUp()                 = page PartialTable; is model.screen.notice is not None
a 1 that nobody has face up waits for what follows, however slowly that is typed
    'r '1 +9                     = written draw ra
    '2 +9                        = written draw ra / won 12

given light 3 SCORE_ONLY

a game in which only points are counted stays one, though none begins so any more
                                 = dark ra; is list(level_lines(model)) == []; asks Only points are counted. Press OK when the epoch is over
    ra                           = refused SCORES_ONLY
    $StepSun(1)                  = refused SCORES_ONLY
    $UseGods()                   = refused SCORES_ONLY
    ok                           = is entries == [END_EPOCH]; page SheetTally

given new 3

levels are switched with one choice, and one undo brings the old one back
    'n choose:Enter_less:_Ra_tiles_and_auctions = page PartialTable; is partial_game.track_tiles == 1
    undo                         = page Table; is game.track[0] == Tile.NILE
while everything is known, every tile is entered again at once
    choose:Enter_less:_Ra_tiles_and_auctions choose:Enter_every_tile = page Table
how much is entered can be chosen while people play
                                 = is list(level_lines(model))

given epoch 3 3

and no more when the game is over
                                 = is list(level_lines(model)) == []

given seated 3 LIGHT

the level that was agreed is the first entry of the journal
    ra ok                        = written level light; page PartialTable

given seated 3 FULL

the full level is no entry
    ra ok                        = unwritten; page Table

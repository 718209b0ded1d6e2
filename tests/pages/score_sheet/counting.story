# Counting: who played, what everybody has, what it is worth; by keys, dial and touch; and the sheet as a file.

given count 3 WHOLE

what is counted is the epoch that was chosen: all, beginning with the first
                                 = at A 0; on god; asks {player}: what do you have?; is page.epoch == 1; is page.is_whole
what is counted by keys is what the digits say
    '2 'right '0 'right '3 'space '1 '2 = on nile; has A god 2 pharaoh 3 nile 2
the points of a whole game lead to the next epoch, what is kept stays, and back is what was counted
    nile=3 gold=1 mon_temple+2 ok ok ok = page SheetResult; label ok Next epoch; label p2 Why?; is page.counting == model.pending.counting
    ok                           = is page.epoch == 2; has A nile 3 mon_temple 2; is len(page.earlier) == 1; is (Points.BEFORE in places(page)) == False
    undo                         = page SheetResult; is page.counting.epoch == 1; has A gold 1 nile 3 mon_temple 2
    ok ok ok ok ok               = is page.epoch == 3; is len(page.earlier) == 2; is 9 in places(page)
    ok                           = is page.place == 18; label ok Next player
    lay1 lay2 lay3 lay4 ok ok    = at B 18
    lay5 lay6 lay7 lay8 ok ok    = at C 18
    lay9 lay10 lay11 lay12 ok    = page SheetResult; label ra! Leave
    ra!                          = page Welcome
what is put right in an earlier epoch is kept rightly, but for what was counted anew
    nile=3 pharaoh=2 ok ok ok ok nile=5 ok ok = at C 0; is page.epoch == 2
    undo undo undo               = page SheetResult
    undo :A pharaoh=4 nile=4 :B gold=1 mon_temple+ :C ok ok = has A nile 5 pharaoh 4; has B mon_temple 1; is page.epoch == 2
and a number that was said again is counted anew
    nile=3 ok ok ok ok nile=3 undo undo :A nile=4 ok ok = has A nile 3; is page.epoch == 2
what the epochs together have more than the box is named
    god=3 ok god=3 ok ok ok god=2 ok god=1 = wrong TOO_MANY_TILES; is contradictions(page)[0].facts["owners"] == "I: 6, Anna 2, Ben 1"
    ok ok                        = refused TOO_MANY_TILES; at C 0
    :B god=0                     = wrong
what is counted survives the menu
    nile=4 dial! undo            = page SheetTally; has A nile 4

given count 3 FIRST

the first epoch alone
                                 = at A 0; on god; is page.epoch == 1; is page.is_whole == False; is [hand.score for hand in page.partial_game.hands] == [10, 10, 10]; is 9 in places(page) == False
one more after the last copy of the box is none again
    mon_pyramid+5                = has A mon_pyramid 5; on mon_pyramid
    mon_pyramid+                 = has A
    gold+6                       = has A
    gold+                        = has A gold 1
a number is never below none, nor above what fits
    nile=-3                      = has A
    nile=7 <2                    = has A nile 5
    >4                           = has A nile 9
    nile=120                     = has A nile 99
a tile's letter is one more of it, as it means that tile at the table
    'p 'p 'p 'n 'f 'x            = has A pharaoh 3 nile 1 flood 1 mon_sphinx 1; on mon_sphinx
digits say how many of a kind there are
    nile=3 '5                    = has A nile 5
only the end needs suns
    lay9                         = suns A; told
a push at a number goes on to the next kind
    dial                         = at A 1; on gold
    $do(SheetTally.move,1)                = on pharaoh
    $do(SheetTally.move,-3)               = on mon_temple
    dial                         = on god
keys of a count are those that stand on a keyboard
                                 = key return,enter do(SheetTally.go_on); key backspace,escape do(SheetTally.go_back); key right,tab do(SheetTally.move,1); key left do(SheetTally.move,-1); key space do(SheetTally.move,1)
                                 = key +,=,up TurnDial(1); key -,down TurnDial(-1); key r do(SheetTally.skip_player); key x do(SheetTally.add_one,Tile.SPHINX); key f5 do(SheetTally.open_player,0); key f7 do(SheetTally.open_player,2); key home Open(Route.MENU); nokey f8; key 9 do(SheetTally.set_number,Tile.GOD,9)
labels say what a push and the way on do
                                 = label dial Choose; dial Number; label ok Next player; label ra Unknown; means dial! Open(Route.MENU); means p2 do(SheetTally.open_player,1); unbound p1
    ra                           = label ra Count
    ok ok                        = label ok Done; means ok do(SheetTally.go_on); means undo do(SheetTally.go_back)
back leads to the player before, and before the first to who played
    ok ok undo                   = at B 0; told AB
    undo                         = at A 0
    undo                         = page SheetSetup; names Anna/Ben/Cleo 0
who goes back to who played and on again finds what was counted
    nile=3 ok undo undo          = page SheetSetup
    ok                           = at A 0; has A nile 3
a page that was only looked at is asked again
    $do(SheetTally.move,2) :C    = at C 0; told
    ok                           = at A 0; told C; label ok Next player
who was left with back and nothing counted is asked again
    ok undo                      = at A 0; told A
    ok                           = at B 0
who said that they have nothing is not asked again
    ok nile=0 undo ok            = at C 0
who was skipped and brought back is not asked again
    ok ra ra undo ok             = at C 0
who is left out comes back with the same press
    nile=2 ra                    = skipped A; points gold
    ra                           = skipped; points gold 0
who is left out comes back with a number, too
    nile=2 'r                    = skipped A
    nile=2                       = skipped
of several things that cannot be the first is named and pointed at
    mon_pyramid=9 ok flood=50 :C ok = refused TOO_MANY_TILES; is model.screen.notice.facts["tile"] == Tile.FLOOD; on flood
a sixth pyramid is named with who has them, and play goes on
    mon_pyramid=3 ok mon_pyramid=3 = wrong TOO_MANY_TILES; is [contradictions(page)[0].facts[each] for each in ("number", "copies", "owners")] == [6, 5, "Anna 3, Ben 3"]; points gold 0 0
    ok                           = at C 0
twenty-six pharaohs in all are too many
    pharaoh=10 ok pharaoh=10 ok pharaoh=6 ok = refused TOO_MANY_TILES; on pharaoh
pharaohs are compared anew with everybody who is counted
    pharaoh=2                    = points pharaohs 0; why pharaohs
    ok pharaoh=4                 = points pharaohs -2 5; why pharaohs 5
    ok pharaoh=1                 = points pharaohs 0 5 -2
reasons are those of the page that is open
    god=2 ok gold=1              = why gods 0; why gold 3
    :A                           = why gods 4; why gold 0
    ra                           = why gods
nothing more than the box has is worth anything
    gold=50                      = points gold 15
after a single epoch there is only the way out, and one press too many takes nothing away
    ok ok ok                     = page SheetResult; label ra! Leave; asks Result; is model.pending.counting == page.counting
    ok ok ra                     = page SheetResult; is model.pending.counting == page.counting
    ra!                          = page Welcome; is model.pending.counting.epoch == 1
    undo!                        = page SheetSetup; label ra! Delete; is page.counted.epoch == 1
a player's button asks why, asked again closes it, and the others ask for theirs
    ok ok ok                     = label p2 Why?; lit p3; unbound p4 p5; key 2 p2; is page.parent() == None
    p2                           = is page.reasons_for == 1; is page.parent() == SheetResult(page.counting); key 2 GoTo(SheetResult(page.counting)); key 1 GoTo(SheetResult(page.counting, reasons_for=0))
    p3                           = is page.reasons_for == 2; is news(before, model, ENGLISH)[0].startswith(page.counting.partial_game.name(2))
    p3                           = is page.reasons_for == None
keys of the points go on, back, to the menu, and save
    ok ok ok                     = key space do(SheetResult.go_on); nokey return,enter; key backspace,escape GoTo(page.counting); key home Open(Route.MENU); key s SaveSheet(); means dial SaveSheet(); means ra! do(SheetResult.go_on); means dial! Open(Route.MENU)
a guest of a café saves nothing
    ok ok ok kiosk:=True         = nokey s; unbound dial; saves
nothing of a table that played without us is written down
    nile=3 ok gold+ ok ok ok     = unwritten
of whom nothing is known there is no sheet
    ra ok ok ok                  = saves
    dial                         = note NO_WHOLE_SHEET

given count 3 SECOND

the second epoch alone asks for points first
                                 = at A 0; on Points before; asks {player}: how many points before this epoch?; is page.epoch == 2; is 9 in places(page) == False
    >                            = number before 11
    before=-3                    = number before 0
    before=1234                  = number before 999
what nobody has typed gives way to the first digit, and Enter goes on to the tiles
    '2                           = number before 2
    '3                           = number before 23
    ok                           = on god
digits go on with points until there is no room, and then begin anew
    before=0 '7                  = number before 7
    before=37 '4                 = number before 374
    '0                           = number before 0
    before=99 '5                 = number before 5
    before=100 '5                = number before 5
points before are added, and none are none
    before=0 god=4               = is [(each.before, each.after - each.net) for each in score_now(page).values()] == [(0, 0)]
    before=30                    = is [(each.before, each.after - each.net) for each in score_now(page).values()] == [(30, 30)]

given count 2 SECOND EVERY_EPOCH

what is saved is what was counted, and what was agreed
    before=23 nile=2 ok ok ok    = saves Anna 18 Ben 5; is kept.epoch == 2; is kept.options.two_player_no_penalty.name == "EVERY_EPOCH"
                                 = is [(row.name, row.before, row.suns, dict(row.tiles)) for row in kept.players] == [("Anna", 23, None, {"nile": 2}), ("Ben", 10, None, {})]

given count 3 THIRD

the third epoch asks for suns, too, among which the dial goes round
                                 = on Points before; is page.epoch == 3; is [each for each in places(page) if type(each) is int] == [*range(1, 14)]
    lay1                         = on sun 1; label dial Add sun; dial Choose; is {each.given[0] for each in keys.values() if getattr(each, "method", None) is SheetTally.toggle_sun} == {*range(1, 14)}
    >                            = on sun 2
    >11                          = on sun 13
    >                            = on sun 1
    <                            = on sun 13
a push lays the sun that is pointed at, or takes it away again
    lay9 lay4 > dial             = suns A 4 5 9; is [owner(page, sun) for sun in (4, 12)] == [0, None]
    dial                         = suns A 4 9
    :B lay5                      = suns B 5; suns A 4 9
a sun lies in one hand only
    lay9 :B lay9                 = suns A; suns B 9; is owner(page, 9) == 1
a hand of suns is wrong only once its page is left, or when it has too many
    lay1 lay2 lay3               = wrong
    :B                           = wrong SUNS_EACH
    :A lay4                      = wrong
    lay5                         = wrong SUNS_EACH
the last hand of suns must be whole before points are told
    lay1 lay2 lay3 lay4 ok lay5 lay6 lay7 lay8 ok lay9 ok = refused SUNS_EACH; at C 19
    lay10 lay11 lay12 ok         = page SheetResult; suns C 9 10 11 12; saves Anna 0 Ben 5 Cleo 10
OK that leads to the last suns is lit, whatever must be put right then
    lay1 lay2 lay3 :B lay5 lay6 lay7 lay8 :C ok = label ok Suns; lit ok
    ok                           = at C 19; unwritten
nobody's suns are left open at the end: who has none is named, and Done leads there
    ok ok                        = at A 19
    ok                           = at B 0; wrong SUNS_EACH
    lay5 lay6 lay7 lay8 ok lay9 lay10 lay11 lay12 = label ok Suns; lit ok
    ok                           = at A 19; label ok Done; dark ok
    ok                           = refused SUNS_EACH; at A 19
    ra                           = wrong; lit ok
    ra lay1 lay2 lay3 lay4 ok    = page SheetResult
hands of suns that are wrong lead to who has them
    lay1 lay2 lay3 ok lay5 lay6 lay7 lay8 ok lay9 lay10 lay11 lay12 ok = refused SUNS_EACH; at A 19
suns are a reason only once everybody counted has some, and nobody is alone
    lay1                         = why suns
    lay1                         = suns A
    lay2 lay3 ok                 = points suns 0 0; why suns
    lay9                         = points suns -5 5; why suns 5

given count 2 FIRST OFF
two players are spared as they agreed: not at all
    pharaoh=3 ok                 = points pharaohs 5 -2
given count 2 FIRST EVERY_EPOCH
in every epoch
    pharaoh=3 ok                 = points pharaohs 5 0
given count 2 FIRST FINAL_ONLY
not in the first
    pharaoh=3 ok                 = points pharaohs 5 -2
given count 2 THIRD FINAL_ONLY
in the last
    pharaoh=3 ok ok              = points pharaohs 5 0
given count 3 FIRST EVERY_EPOCH
two of three who are counted so far lose what the last loses
    pharaoh=3 ok                 = points pharaohs 5 -2; is page.partial_game.setup.options.two_player_no_penalty.name == "OFF"

# Who played.

given sheet Anna Ben 0

the rows of two players go round, and the last is what they agreed
    >5                           = names Anna/Ben 5
    >                            = names Anna/Ben 0
    <                            = names Anna/Ben 5
    dial                         = is page.no_penalty.name == "FINAL_ONLY"
each row has its values
    $do(SheetSetup.change,0,1)              = names Anna/Ben/- 0
    $do(SheetSetup.change,0,1) $do(SheetSetup.change,0,1) $do(SheetSetup.change,0,1) = names Anna/Ben 0
    $do(SheetSetup.change,0,-1)             = names Anna/Ben/-/-/- 0
    $do(SheetSetup.change,1,1)              = is page.scope.name == "FIRST"
    $do(SheetSetup.change,1,-1) $do(SheetSetup.change,1,-1) = is page.scope.name == "THIRD"
    $do(SheetSetup.change,3,1)              = names Anna/Ben/-/-/- 3; is bool(page.sheet)
    $do(SheetSetup.change,3,0)              = is page.sheet == None
an edition follows the other, and each is that of the count
    $do(SheetSetup.change,4,1)              = is page.edition == [*Edition][([*Edition].index(Edition.C25) + 1) % len(Edition)]; names Anna/Ben 4
    each $do(SheetSetup.change,4,1) $do(SheetSetup.change,4,1) $do(SheetSetup.change,4,1) $do(SheetSetup.change,4,1) = is counting(page, "RB").partial_game.setup.options.edition == page.edition
OK and Return count, at a player they go on
                                 = label ok Count; key return ok; key r,tab ok; key space do(SheetSetup.change,0,1); key backspace,escape Open(Route.WELCOME); asks Choose who played and what to count
    >2                           = means ok do(SheetSetup.change,3,0); label ok Next; key return ok; nokey r,space,backspace; key right do(SheetSetup.change,2,1); is isinstance(keys["tab"], GoTo)
    >2                           = label ok Count
    ok                           = page SheetTally
letters are keys again where no name is pointed at
    "r                           = page SheetTally
the last player of three is no edition
    $do(SheetSetup.change,0,1) >4           = names Anna/Ben/- 4; label ok Change
    $Join(1)                     = names Anna/Ben/- 4

given sheet - Béla 2

a name is typed with every letter that is a key elsewhere
    "Rosa_Suárez_2               = names Rosa Suárez 2/Béla 2
    'backspace                   = names Rosa Suárez /Béla 2
    'down "ŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘŘ = is len(page.names[1]) == LONGEST_NAME
a name is given with the dial and buttons; those used before come first
    ok ok                        = names Eva/Béla 2
    ok                           = names Eva/Béla 3; is page.sheet == None
    < dial > dial                = names Evab/Béla 2
    ra                           = names Evab/Béla 3
the push opens the letters, too, and takes those under the ring
    dial                         = asks Who sits here?; key tab NextAlphabet(); key end Join(0); key return,enter PushDial()
    dial                         = names Eva/Béla 2
    undo                         = names Eva/Béla 2; is page.sheet == None; is page.parent() == None
a new name is given by finger alone
    touch:do(SheetSetup.change,2,1) touch:TakeLetter("z") touch:TakeLetter("o") touch:TakeLetter("e") touch:Join(0) = names Zoe/Béla 3
    touch:do(SheetSetup.change,2,1) touch:TakeLetter(BACKSPACE) touch:NextAlphabet() = names Zo/Béla 2; is page.sheet
a name is taken by finger from those used before that nobody else has
    touch:do(SheetSetup.change,2,1)         = is TakeName("Béla") in targets == False
    touch:TakeName("Eva")        = names Eva/Béla 2
back closes the letters and keeps what was typed
    touch:do(SheetSetup.change,2,1) touch:TakeLetter("x") undo = names X/Béla 2; is page.sheet == None
and so does Escape
    touch:do(SheetSetup.change,2,1) touch:TakeLetter("x") 'escape = names X/Béla 2; is page.sheet == None
Return offers names where there is none, and keeps one that was typed
    'return 'return 'return      = names Eva/Béla 3
    'up "Anna 'return            = names EvaAnna/Béla 3
    'return                      = names EvaAnna/Béla 4
letters may be typed while they lie on the screen
    touch:do(SheetSetup.change,2,1) "Rosa_2 'return = names Rosa 2/Béla 3; is page.sheet == None
nothing is typed where no name is pointed at
    $do(SheetSetup.change,1,0) $TypeName("x") = names -/Béla 1
who has no name is called by a colour
                                 = is counting(page, ("Red", "Blue")).partial_game.setup.players == ("Red", "Béla")

given sheet Anna Anna - 0
equal names are told apart, and only two agree on penalties
                                 = is counting(page, ("B", "G", "Yellow")).partial_game.setup.players == ("Anna", "Anna 2", "Yellow"); is counting(page, "BGY").partial_game.setup.options.two_player_split == None

given last Anna - RGG_2009 FINAL_ONLY
who played here last is offered, with their edition and what they agreed
    $Open(Route.SHEET)            = names Anna/- 0; is (page.edition.name, page.no_penalty.name) == ("RGG_2009", "FINAL_ONLY")

# For the game on the table.

given tally 3

at the table people have their own buttons, and count suns but no points
                                 = is page.buttons(model) == (0, 2, 4); is 9 in places(page); is (Points.BEFORE in places(page)) == False; is page.goes_on == False; is bool(page.help(model)); suns A 2 5 8 13
                                 = key f7 do(SheetTally.open_player,1); key f9 do(SheetTally.open_player,2); nokey f6; means p3 do(SheetTally.open_player,1); means p5 do(SheetTally.open_player,2); is page.validated(model) == page; is page.validated(replace(model, session=Session())) == None
suns that changed hands since they were known contradict nothing
    lay5 lay1                    = wrong
    :B lay9 lay5                 = wrong
    :C lay7 lay9                 = wrong
    :A                           = wrong
back from the first page of a tally leads to the table, where it waits half done
    nile=4 undo                  = page PartialTable
    ok                           = has A nile 4
what is known is filled in, and the points are entered into the game
    nile=2 ok ok ok              = is partial_game.epoch == 2; is [hand.score for hand in partial_game.hands] == [5, 5, 5]; page EpochScores; last tally [{'tiles': {'nile': 2}, 'suns': [2, 5, 8, 13]}, {'tiles': {}, 'suns': [3, 6, 9, 12]}, {'tiles': {}, 'suns': [4, 7, 10, 11]}]
who is skipped has points that nobody knows, and who may have fewest or most, too
    pharaoh=2 ok pharaoh=1 ok ra ok = is [hand.score is None for hand in partial_game.hands] == [True, True, True]

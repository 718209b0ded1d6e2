# Who has which suns, and the way back to them until the first tile.

given sit 0 1 2

the screen deals, everybody sees their suns, and the 13 begins
    ra                           = dealt 3 6 9 12 / 4 7 10 11 / 2 5 8 13; asks Take your suns; lit ok; unbound p1; dial
    ok                           = dealt 3 6 9 12 / 4 7 10 11 / 2 5 8 13; is game.active == 2
one sun for each player but the last says who has which
    ra dial                      = dealt - / - / -; asks Who has which suns?; dark ok; dial Choose
    touch:LayOutSun(4) touch:LayOutSun(3) = dealt 4 7 10 11 / 3 6 9 12 / 2 5 8 13
    ok                           = dealt 4 7 10 11 / 3 6 9 12 / 2 5 8 13; is session.agreement.dealt_by_hand
all suns of a player may be touched, and the last group may be said, too
    ra dial touch:LayOutSun(4) touch:LayOutSun(7) touch:LayOutSun(10) touch:LayOutSun(11) touch:LayOutSun(3) touch:LayOutSun(6) = dealt 4 7 10 11 / 3 6 9 12 / 2 5 8 13
    $LayOutSun(2) $LayOutSun(13) = dealt 4 7 10 11 / 3 6 9 12 / 2 5 8 13
a sun laid before the wrong player goes to the right one, and the two change places
    ra dial $LayOutSun(3) $LayOutSun(4) = dealt 3 6 9 12 / 4 7 10 11 / 2 5 8 13
    <                            = is page.at == 0
    $LayOutSun(4)                = dealt 4 7 10 11 / 3 6 9 12 / 2 5 8 13
a press on a card that has suns first says whose suns are changed
    ra dial $LayOutSun(4) $LayOutSun(3) touch:SetGroup(0) = is page.at == 0; dealt 4 7 10 11 / 3 6 9 12 / 2 5 8 13
    touch:LayOutSun(2)           = dealt 2 5 8 13 / 3 6 9 12 / 4 7 10 11
    touch:SetGroup(0)            = dealt 3 6 9 12 / 2 5 8 13 / 4 7 10 11
the exchange goes round: after the last comes the first
    ra dial $LayOutSun(2) $LayOutSun(3) touch:SetGroup(2) touch:SetGroup(2) = dealt 4 7 10 11 / 3 6 9 12 / 2 5 8 13
who marks a card and means its own suns again exchanges nothing afterwards
    ra dial $LayOutSun(2) $LayOutSun(3) $SetGroup(1) $LayOutSun(6) $LayOutSun(7) = dealt 2 5 8 13 / 3 6 9 12 / 4 7 10 11
suns are typed by number as they are at an auction
    'return 'space '9 sun13      = dealt 3 6 9 12 / 2 5 8 13 / 4 7 10 11
who dealt themselves may let the screen deal after all
    ra dial '9 undo              = dealt 3 6 9 12 / 4 7 10 11 / 2 5 8 13
    dial dial                    = dealt 3 6 9 12 / 4 7 10 11 / 2 5 8 13
a player is added on the card, and the suns are dealt again
    ra touch:Join(4)             = people 0 1 2 4; is sorted(page.suns) == [(2, 6, 13), (3, 7, 12), (4, 8, 11), (5, 9, 10)]
    ok                           = is len(game.players) == 4
the next card is the one after, and at the end the first that is empty
    ra dial > $LayOutSun(3)      = dealt - / 3 6 9 12 / -; is page.at == 2
    $LayOutSun(2)                = dealt 4 7 10 11 / 3 6 9 12 / 2 5 8 13
    undo ra dial >2 $LayOutSun(3) = dealt - / - / 3 6 9 12; is page.at == 0
the dial goes round all cards
    ra dial >                    = is page.at == 1
    >2                           = is page.at == 0
    <                            = is page.at == 2
nobody has a card where nobody sits
    ra dial $SetGroup(3) $Join(1) $DealByHand(is_by_hand=True) = dealt - / - / -; is page.at == 0
what the screen dealt nobody changes by hand
    ra $SetGroup(1) $LayOutSun(2) $DealByHand(is_by_hand=False) > = dealt 3 6 9 12 / 4 7 10 11 / 2 5 8 13
a button that is pressed twice draws nothing
    ra ra ok ok                  = page Table; unwritten
undo before the first tile leads back to the same suns and then to the seats
    ra ok undo                   = dealt 3 6 9 12 / 4 7 10 11 / 2 5 8 13; is session.timeline == None; orders WithdrawBook
    undo                         = people 0 1 2
    p5 ra ok                     = is len(game.players) == 4; orders OpenBook
suns that people dealt are put right after the game was taken back to them
    ra dial $LayOutSun(2) $LayOutSun(3) ok undo = dealt 2 5 8 13 / 3 6 9 12 / 4 7 10 11; is page.at == 0
    $LayOutSun(3)                = dealt 3 6 9 12 / 2 5 8 13 / 4 7 10 11
once a tile was drawn, undo takes back only the tile
    ra ok 'n undo                = page Table; last draw nile / undo 1
    undo                         = page Table; is session.timeline is not None
whoever has suns is said with them
    p1 "Anna undo ra dial > $LayOutSun(2) = is "suns 2, 5, 8, 13" in " ".join(page.said_aloud(model, ENGLISH)); is page.starter == None
digits lay out suns, and the keys below them are people's own
    ra dial                      = key 2 LayOutSun(2); key 1 LayOutSun(1); key f5 SetGroup(0); key f6 SetGroup(1); key f7 SetGroup(2); key f8 Join(3)
while the screen deals, digits are people
    ra                           = key 4 Join(3); key return Begin(); nokey f5

given sit 0 1 2 3 4

five people, too
    ra dial touch:LayOutSun(6) touch:LayOutSun(5) touch:LayOutSun(4) touch:LayOutSun(3) = dealt 6 11 12 / 5 10 13 / 4 9 14 / 3 8 15 / 2 7 16
    ok                           = is game.active == 4

given sit 0 1

two people, too
    ra dial touch:LayOutSun(3)   = dealt 3 4 7 8 / 2 5 6 9
    ok                           = is game.active == 1

given seated 4 LIGHT

where less is entered undo leads back to the suns as well
    ra ok                        = page PartialTable
    undo                         = page Dealing; orders WithdrawBook

given new 3

the suns of a game that goes on after a power cut can still be taken back
    undo                         = dealt 2 5 8 13 / 3 6 9 12 / 4 7 10 11
a game in which something has happened is not taken back to its suns
    'n undo undo                 = page Table; written draw nile / undo 1

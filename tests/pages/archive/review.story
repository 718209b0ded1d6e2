# A look back at a game: how one goes through its leaves, and to the entries behind them.

given review

while it is computed every way out leads back, and the dial does nothing
                                 = asks Review; unbound p1; key return ok; means ra GoTo(Finale(3)); means undo GoTo(Finale(3))
    >                            = page LookBack
    ok                           = page Finale

given review LOTS

leaves are browsed with the dial, the keys and two buttons, and go round
    >                            = is (page.leaf, prompt.sentence) == (1, LOTS)
    >                            = is (page.leaf, prompt.sentence) == (2, MOMENTS)
    >                            = is (page.leaf, prompt.sentence) == (3, CHOICES)
    >                            = is (page.leaf, prompt.sentence) == (4, CHANCES)
    >                            = is (page.leaf, prompt.sentence) == (0, LOTS)
    p1                           = is page.leaf == 4
    p2                           = is page.leaf == 0
    'right                       = is page.leaf == 1

given review MOMENTS

sentences are browsed once one is pointed at, and go round
                                 = label ok Choose
    ok                           = is page.line == 0
    >4                           = is page.line == 4
    >3                           = is page.line == 2
    'up                          = is page.line == 1
    'down undo                   = is page.line == None
arrows, Return and what closes have a meaning
                                 = is {"left", "right", "up", "down", "return", "escape", "backspace"} <= set(keys); is (keys["1"], keys["2"]) == (keys["left"], keys["right"])

given review MOMENTS 2

forward leads to the next leaf also while a sentence is pointed at
    p2                           = is (page.leaf, page.line) == (3, None)
and so does its key
    'right                       = is (page.leaf, page.line) == (3, None)

given review CHANCES

on a leaf without entries everything goes forward
    ok                           = is page.leaf == 0
    p1 dial                      = is page.leaf == 0
    p1 p1                        = is page.leaf == 3

given entry_of_a_review 4

the table of an entry goes on by one, and leads back to the sentence
                                 = asks Turn the dial to step through the game; lit p1 p2; key return ok
    p2                           = is page.at == 5
    p1 <                         = is page.at == 3
    <9                           = is page.at == 0; dark p1; lit p2
    >9                           = is page.at == 6; lit p1; dark p2
    ok                           = page LookBack; is page.line == 0
every key that means away leads one step back
    'escape                      = page LookBack; is page.line == 0
    'backspace                   = page LookBack; is page.line == None
    'z                           = page Finale
and so does r
    'r 'r                        = page LookBack; is page.line == None
    'r                           = page Finale

given review

what comes when nobody looks any more changes nothing
    ok $Advanced(16,1)           = page Finale; is ordered == []
a look back that was just asked for has looked at nothing yet
    $GoTo(Finale(4)) $OpenReview() = page LookBack; is page.found == None; orders StartReview

given review MOMENTS

a leaf says what its title promises
                                 = shows 2. Ben drew Ra. First epoch is over: the Ra track is full.; shows Anna 50 → 99; shows Ben 50 → 1

given review CHOICES

what would have been better is said with how much
                                 = shows 1. Anna drew a tile and left sun 1 in the centre. Invoking Ra wins 47 games

given review LOTS

a lot is told with who won it, and what it was
                                 = shows 1. Ben with 3: best buy: +3; shows 2. Ben with 3

given new 3

nothing is looked back at while a game is played
    $OpenReview()                = page Table; note NOT_NOW

given start

nor where there is none
    $OpenReview()                = page Welcome; note NOT_NOW

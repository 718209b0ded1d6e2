# Players see their own points while they hold their button, and nobody else's.

given start

before a game nobody has points to look at
    $Peek(Seat(0))               = is session.peek == None

given played 3 0 -1

nor after it
    $Peek(Seat(0))               = is session.peek == None

given new 3

a held button shows them as long as it is held
    p1_                          = is session.peek.seat == 0
    p1^                          = is session.peek == None

given epoch 3 1 OWN_PEEK

after an epoch they can be looked at as well
    p1_                          = is session.peek.seat == 0

given epoch 3 1 SEALED

where points are sealed nobody peeks
    back p1_ $Peek(Seat(0))      = is session.peek == None

given epoch 3 1 EPOCH_GAINS

nor where each epoch's are told
    back p1_ $Peek(Seat(0))      = is session.peek == None

given epoch 3 1 OPEN

nor where all lie open
    back p1_ $Peek(Seat(0))      = is session.peek == None

given new 3

whoever lets go at once is told to hold on
    p1_ +2 p1^                   = is model.screen.notice == None
    p1_ p1^                      = note HOLD_TO_PEEK

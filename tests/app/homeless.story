# The data folder cannot be used at first: what is played meanwhile is kept once it can be.

given sick mkdir EROFS

what was played meanwhile is written down when the folder can be used
    = troubles NOT_SAVED_READ_ONLY NOT_KEPT
    p1 p2 p3 ra ok               = note NOT_KEPT
    p2 p1 undo look              = troubles NOT_SAVED_READ_ONLY NOT_KEPT; files 0
    mend look                    = troubles; note KEPT_AGAIN; journal draw nile / draw pharaoh / undo 1
    p1                           = disk confirmed 4 / shown 4
    restart                      = seq 4; journal draw nile / draw pharaoh / undo 1 / draw pharaoh

given sick open ENOSPC

a full disk is told as such, and what was played is kept when there is room
    p1 p2 p3 ra ok p2            = troubles NOT_SAVED_FULL NOT_KEPT
    mend look                    = troubles; journal draw nile
every game that was begun meanwhile gets its own journal
    p1 p2 p3 ra ok p2 $Leave()   = page Welcome
    p1 p5 ra ok p1               = page Table
    mend look                    = troubles; games 2; journal draw pharaoh
    restart                      = is len(game.players) == 2
    $Leave() $GoOn() >1 $PushDial() = is len(game.players) == 3; seq 1

given sick open EACCES

a folder that may not be used is told as such
    p1 p2 p3 ra ok p2 p1         = troubles NOT_SAVED_DENIED NOT_KEPT
leaving the program writes down what the disk takes by then
    p1 p2 p3 ra ok p2 p1 mend restart = journal draw nile / draw pharaoh; seq 2

given sick lock EIO

any other failure is told as well, and leaving without a disk ends well
    p1 p2 p3 ra ok p2            = troubles NOT_SAVED NOT_KEPT
a game that is begun when the folder can be used again is kept at once
    mend p1 p2 p3 ra ok p2       = disk confirmed 1 / shown 1
    look                         = troubles

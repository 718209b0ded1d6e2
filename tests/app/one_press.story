# One press, from pin to pixels: written, flushed, confirmed, shown, in this order and no other.

given program 3

a press is on the disk before it is confirmed and before it is seen
    p2                           = disk written / flushed / confirmed 1 / shown 1; journal draw nile
what is confirmed is counted as in replay
    p1 p2 undo                   = disk written / flushed / confirmed 3 / shown 3
    'n                           = journal draw pharaoh / draw nile / undo 1 / draw nile; seq 4
a flush that fails confirms nothing, and the table stays and says why
    p1 disk:EIO p2               = disk written / written; seq 1; troubles NOT_SAVED; heard REFUSED; is model.screen.saving_since == None
    disk:well p2                 = seq 2; journal draw pharaoh / draw nile; troubles
each press that is not kept is answered, though the edge says it already
    disk:ENOSPC p1               = note NOT_SAVED_FULL
    +6 p1                        = note NOT_SAVED_FULL; heard REFUSED; troubles NOT_SAVED_FULL
    disk:well p1                 = seq 1; is model.screen.notice == None
a notice whose cause cannot be looked at stays until something is written
    disk:EIO p2 disk:well +30    = troubles NOT_SAVED
    p2                           = troubles
what is wrong with the disk is seen for at least one look
    disk:ENOSPC p2 +0.5          = troubles NOT_SAVED_FULL
    disk:well p2 disk:EDQUOT p2 +0.5 = troubles NOT_SAVED_FULL
    disk:well p2 disk:EROFS p2 +0.5  = troubles NOT_SAVED_READ_ONLY
    disk:well p2 disk:EACCES p2 +0.5 = troubles NOT_SAVED_DENIED
    disk:well p2 disk:EIO p2 +0.5    = troubles NOT_SAVED
presses on a slow disk wait in order and none is lost
    stall p2                     = disk written; seq 0
    p1 p2 away10 undo ok p1      = seq 0
    flow                         = seq 6; journal draw nile / draw pharaoh / draw nile / undo 1 / redo 1 / draw pharaoh
a tap that waits behind a slow disk is not taken for a hold
    stall p2 ra away10 flow      = journal draw nile / draw ra
a button that is let go while the loop was away is not taken for held
    rav away0.1 ra^ away5        = journal draw ra
a hold comes before what was pressed after it
    rav away0.6 p2v away0.1      = journal invoke
a game that cannot be left stays on the table
    p2 disk:EIO $Leave()         = seq 1; troubles NOT_SAVED
    disk:well $Leave()           = page Welcome; journal draw nile / left

given program

the header of a game is on the disk before the table is seen
    p1 p2 ra stall ok            = page Dealing; disk written
    flow                         = disk flushed / shown 0
a game that cannot be begun leaves everybody with their suns
    p1 p2 disk:ENOSPC ra ok      = page Dealing; troubles NOT_SAVED_FULL
    +6 ok                        = page Dealing; note NOT_SAVED_FULL
    disk:well ok p2              = seq 1; troubles
    restart                      = seq 1
a rematch that cannot be written leaves the finished game
    $Agree(Agreement(options=Options(ra_limit=1))) p1 p2 ra ok ra finish ra finish ra finish +2 ok +2 ok = is page == Finale(2)
    disk:EIO ra                  = is page == Finale(2); troubles NOT_SAVED
    disk:well undo               = last undo 1

given no_folder

a game is played, and said to be unkept, where the data folder is a file
    p1 p2 ra ok p2 p1            = seq 2; troubles NOT_SAVED_GONE NOT_KEPT
    +10                          = troubles NOT_SAVED_GONE NOT_KEPT
what was played is kept once the folder can be used
    p1 p2 ra ok p2 mend look = troubles; journal draw nile; note KEPT_AGAIN

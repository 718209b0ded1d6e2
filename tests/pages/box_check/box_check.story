# Counting the box: with tags, without, and what is said of a box that is short.

given cafe 0 box="attic"

a whole box is counted by hand with two presses
    $PinRight() $CheckBox() $BoxDone() = is KeepCheck("attic", ()) in ordered; note BOX_COMPLETE
what a box lacks is summed up when the count is done
    $PinRight() $CheckBox() <2 $BoxDone() = is model.screen.notice == Notice(Notes.BOX_SHORT, {"box": "attic", "number": 2})
without tags the heap that is short is marked
    $PinRight() $CheckBox() dial <2 > = page BoxCheck
    $BoxDone()                   = is KeepCheck("attic", (MissingPiece("GOD", 1),)) in ordered
a box known to be short says so before the next game
    $BoxState("attic",(MissingPiece("GOD",1),MissingPiece("sun-4",1))) $Join(0) = page Seating; is model.screen.notice == Notice(Notes.BOX_SHORT, {"box": "attic", "number": 2})
a box known to be whole says nothing
    $BoxState("attic",()) $Join(0) = page Seating; is model.screen.notice == None
no heap has more than all or less than nothing
    $PinRight() $CheckBox() $TurnDial(5) $BoxDone() = is KeepCheck("attic", ()) in ordered
    $CheckBox() $TurnDial(-99) $BoxDone() = is KeepCheck("attic", (MissingPiece("RA", 30),)) in ordered

given cafe 0 box="attic"

with a reader a tag that is seen leaves the list, and one of another box is not in this one
    $Known({"AA":"god","AB":"nile"}) $PinRight() $CheckBox() $TagSeen("BB",0.0) = is lacking(page) == ("AA", "AB"); note UNKNOWN_TAG; heard REFUSED
    $TagSeen("AA",1.0) $TagSeen("AA",1.0) = is lacking(page) == ("AB",)
    $TagSeen("AB",2.0) $BoxDone() = is KeepCheck("attic", ()) in ordered

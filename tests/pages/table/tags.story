# Tags on the reader: what is no draw is refused, kept once with its reason, and is no entry.

given new 3

a draw during an auction is kept with its reason
    $Known({"A1":"nile"}) {invoke} +2 $TagSeen("A1",model.now) = refused AUCTION_RUNNING; written invoke
                                 = is [(each.uid, each.after) for each in session.rejected] == [("A1", 1)]
what is no draw is kept with what the screen says
    +2 $TagSeen("B7",model.now)  = note UNKNOWN_TAG; is session.rejected[-1].why == model.screen.notice
    $Known({"51":"sun-1"}) +2 $TagSeen("51",model.now) = note NOT_A_TILE; is session.rejected[-1].why == model.screen.notice
a tile that lies on the track already is refused, and one that was drawn is not
    $Known({"A1":"nile","A2":"nile"}) +2 $TagSeen("A1",model.now) +2 $TagSeen("A2",model.now) = is session.rejected == ()
    +2 $TagSeen("A1",model.now)  = note DRAWN_TO_TRACK; is [each.uid for each in session.rejected] == ["A1"]
two tiles at once are taken back, and the second is kept as refused
    $Known({"A1":"nile","A2":"nile"}) +2 $TagSeen("A1",model.now) = written draw nile
    $TagSeen("A2",model.now+0.1) = last draw nile / undo 1; is [each.uid for each in session.rejected] == ["A2"]
the same reading is kept once
    +2 $TagSeen("B7",model.now) +2 $TagSeen("B7",model.now) +2 $TagSeen("B7",model.now) = is len(session.rejected) == 1
looking back finds what was refused there
    $Known({"A1":"nile"}) +2 $TagSeen("B7",model.now) +2 $TagSeen("A1",model.now) +2 $TagSeen("C8",model.now) = is [[each.uid for each in rejected_at(model, at)] for at in (0, 1, 2)] == [["B7"], ["C8"], []]
a game that goes on brings its refused readings along
    $Resumed(session.timeline,session.last_guests,session.agreement,(),(Rejected("A1",Notice(Notes.TWO_TILES),0),)) = is [each.uid for each in session.rejected] == ["A1"]
a tag of which the box has no tile left is not taken yet, and lies there without saying so twice
    $Known({"F6":"civ_art"}) {draw civ_art} {draw civ_art} {draw civ_art} {draw civ_art} {draw civ_art} +2 $TagSeen("F6",model.now) = note ALL_OUT; is len(session.rejected) == 1; is len(entries) == 5
    +2 $TagSeen("F6",model.now)  = is len(session.rejected) == 1; is len(entries) == 5

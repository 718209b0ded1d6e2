# What the fleet is told of a table: what it is in the middle of, and never whose or how many points.

given start

a table without a game tells nothing of one
    = tells phase idle; tells players 0; tells epoch 0; tells ra 0; tells ra_limit 0; tells minutes 0; tells actions 0; tells games_today 3; tells call none; tells trouble (); tells night False
who sits down is told as such
    p1                           = tells phase seating
a trouble is told by its kind without paths or names
    $Trouble(Notice(Notes.SHEET_KEPT,{"file":"/home/anna/Anna.csv"})) = tells trouble ('sheet_kept',)

given cafe 0 is_locked=True

a table that is closed to guests is told as such, in a café alone
    = tells phase locked
    kiosk:=False                 = tells phase idle

given cafe 0

calls are named as the contract names them
    $CallStaff(GuestRequest.RULES) = tells call rules
    $do(Staff.end_call) $CallStaff(GuestRequest.ORDER) = tells call order
    $do(Staff.end_call) $CallStaff(GuestRequest.BILL) = tells call pay

given new 3

a game tells its epoch, its Ra tiles and how many entries there are
    = tells phase playing; tells players 3; tells epoch 1; tells ra 0; tells ra_limit 8; tells minutes 7; tells actions 0
    {draw nile} {draw ra}        = tells phase auction; tells ra 1; tells actions 2
    undo                         = tells phase playing; tells ra 0; tells actions 1

given played 3 1 -1

a game that is over is told as such
    = tells phase over; tells epoch 3

given light 3

phases of a light table are those of a game
    = tells phase playing
    {draw ra}                    = tells phase auction; tells ra 1
    {unsold} $Enter(END_EPOCH)   = tells phase scoring; tells actions 4
what nobody entered at a light table is told as 0
    $Enter(SetLevel(Level.LIGHT,is_unknown=True)) = tells epoch 0; tells ra 0; tells players 3; tells ra_limit 8

given cafe 0 show

the demonstration is told as such
    +300                         = page Attract; tells phase attract

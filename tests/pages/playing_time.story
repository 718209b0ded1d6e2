# How long a game takes and whose time it was, as it is counted while people play.

given new 3

a turn is the time of whoever was asked, and before the first tile the game was laid out
    +50 {draw nile}              = is session.clock.shares == (0, 0, 0)
    +20 {draw nile} +30 {draw nile} = is session.clock.shares == (0, 20_000, 30_000); is session.clock.played == 100_000
an auction is everybody's time
    {draw nile} +10 {invoke}     = is session.clock.shares == (0, 10_000, 0)
    +30 sun13 ok                 = is session.clock.shares == (0, 10_000, 0); is session.clock.played == 40_000
what is taken back has taken its time
    {draw nile} +20 {draw nile} +5 $TakeBack() +5 $BringBack() = is session.clock.played == 30_000; is sum(session.clock.shares) == 30_000
a clock that nobody sees changes no picture
    {draw nile}                  = is timing(model) == Timing()
    +600                         = is timing(model) == Timing(); is next_deadline(model) == None
the sand runs for whoever has long been asked, and presses nothing
    has_clock:=True {draw nile}  = is timing(model).sand == None
    +60                          = is timing(model).sand == 0.25
    +180                         = is timing(model).sand == 1.0
    +60                          = is timing(model).sand == None; written draw nile
shares of the time are parts of the whole
    has_clock:=True {draw nile} +20 {draw nile} +30 {draw nile} = is timing(model).shares == (0.0, 0.4, 0.6)
no sand runs where no time is seen any more
    has_clock:=True {draw nile} +130 = is sand(model) == 0.5
    $Open(Route.MENU)            = is sand(model) == None
no sand runs at an auction
    has_clock:=True {draw ra} +120 = is timing(model).sand == None; is timing(model).played

given new 2

who is asked for longer than five minutes is away
    {draw nile} +301 {draw nile} = is session.clock.shares == (0, 0); is session.clock.played == 301_000

given light 3

nobody has a share where nobody knows who is asked
    +20 {draw ra}                = is session.clock.shares == (0, 0, 0); is session.clock.played == 20_000

# A first game: rules are told one by one, before they matter, and without a press.

given taught 3

a rule is told without a press, and gives way to the next
                                 = teaches Short.TELL
    {draw pharaoh}               = teaches Rule.PHARAOHS
    {draw dis_funeral}           = teaches Rule.FUNERAL
three tiles are worth a call
    {draw pharaoh} {draw dis_funeral} {draw pharaoh} = teaches Short.CALL
    {draw pharaoh}               = teaches
suns that are given back before the first tile leave it a first game
    undo                         = is session.timeline == None; is session.agreement.is_first
    ok                           = teaches Short.TELL
the first auction is explained while it runs, and no other
    {draw pharaoh} {invoke}      = teaches Short.IN_TURN
    sun4                         = teaches Short.HIGHER
    $CallPass(2) $CallPass(0)    = stage TURN
    $DismissResult() {invoke}    = stage Auction; teaches
when nobody can bid more OK is what is left
    {draw ra} p2! p3! p1         = teaches Short.SETTLE
what is taken back leaves what was told before it
    {draw pharaoh} {draw gold} undo = teaches Rule.PHARAOHS
the next game of the same people is no first one
    $Leave()                     = page Welcome
    $Rematch()                   = page Dealing
    ok {draw pharaoh}            = stage TURN; teaches

given sit 0 1 2

an option switches it on: the box is laid out first, and back leads to the seats
    $Agree(Agreement(is_first=True)) $GoTo(OptionsPage((Guest(0),Guest(1),Guest(2)))) ra = page LayingOut
    undo                         = page Seating; is session.agreement.is_first; unwritten
nobody is taught who did not ask
    $GoTo(OptionsPage((Guest(0),Guest(1),Guest(2)))) ra = page Dealing
    ok                           = stage TURN; teaches

given taught 3

where everybody bids on a phone nobody is told to enter the winner here
    $PhonesSeated({0:"a",1:"b",2:"c"}) {draw nile} {invoke} = teaches Rule.ONE_BID
over what an auction came to stands no rule of the next turn
    {draw nile} {draw pharaoh} {draw civ_art} {draw ra} $SettleAuction() = teaches
    $DismissResult()             = teaches Short.CALL

given taught 3

a rule is said aloud once, and not when something is taken back
    {draw pharaoh}               = is Rule.PHARAOHS.value in news(before, model, ENGLISH); is Rule.PHARAOHS.value in news(model, model, ENGLISH) == False
    {draw gold}                  = teaches Rule.GODS_AND_GOLD
    undo                         = teaches Rule.PHARAOHS; is Rule.PHARAOHS.value in news(before, model, ENGLISH) == False

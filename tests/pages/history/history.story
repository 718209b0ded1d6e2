# The past as a list: what OK and Back do there, and one numbering of entries.

given new 3 {draw nile} {draw gold} {draw nile} {draw gold}

OK steps to the buttons, and Back goes one step at a time
    $Open(Route.HISTORY) <2 ok   = is page == History(2, HistoryMode.CHOOSE)
    p4                           = is page == History(2, HistoryMode.CONFIRM)
    undo                         = is page == History(2, HistoryMode.CHOOSE)
    undo                         = is page == History(2)
    undo                         = page Table; unwritten
what can be done with a sentence has a key of its own: going back asks, what was wrong does not
    $Open(Route.HISTORY) <2      = label p3 This was wrong; label p4 Go back to here; label p5 Add before this; is len(page.ways(model)) == 3
    $Open(Route.HISTORY) <2 p4   = is page == History(2, HistoryMode.CONFIRM); unbound p4
    ok                           = written undo 2; page Table
    $TakeBack(2) $GoTo(History(4)) p4 = is len(session.timeline.steps) == 4; page Table
going back asks once, and is one entry
    $Open(Route.HISTORY) <3 ok >2 ok ok = written undo 3; page Table
No leads to the list
    $Open(Route.HISTORY) <3 ok >2 ok > ok = is page == History(1); unwritten
OK leads first to what was wrong, which takes nothing else away
    $Open(Route.HISTORY) <2 ok ok = is page == FixEntry(2)
what was taken back stays in the list and comes again without a question
    $TakeBack(2) $GoTo(History(4)) = is [each.message for each in page.ways(model)] == [BringBack(2)]
an entry's place in the list is its number wherever it is shown
    $Open(Route.HISTORY) $TakeBack(1) {draw ra} = is [each.number for each in lines(session.timeline)] == [0, 1, 2, 3, 4]
    $Open(Route.HISTORY) p3      = is page == FixEntry(6); is dict(prompt.facts) == {"entry": 4}

given played 3 2 -1

Page Up and Page Down go from epoch to epoch, Home and End to the ends of the list
    $Open(Route.HISTORY) 'page_up = is page.at > 0; is lines(session.timeline)[page.at].epoch == 3
    'page_up                     = is lines(session.timeline)[page.at].epoch == 2; is lines(session.timeline)[page.at - 1].epoch == 1
    'home                        = is page == History(0)
    'page_down                   = is lines(session.timeline)[page.at].epoch == 2
    'end                         = is page.at == len(session.timeline.steps)

given new 3 {draw nile} {draw ra}

a turn begins with its sign, bids are part of one, and beside an entry stands one number: its own
                                 = is [each.turn for each in lines(session.timeline)] == [None, session.timeline.start.active, (session.timeline.start.active + 1) % 3]

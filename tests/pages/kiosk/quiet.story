# Tables at which nobody does anything, and guests who want something.

given cafe 0 show

after two minutes the first page shows a demonstration
    +119                         = page Welcome
    +1                           = page Attract; is page.at == 0
a press ends the demonstration and counts
    +120 p2                      = page Seating; people 1
a turn of the dial ends it and leaves the language alone for as long as a hand turns
    +120 > +0.1 > +0.1 > +0.1 >  = page Welcome; orders not LoadLanguage
    +2 >                         = orders LoadLanguage
Ra begins, and so does everything that means nothing
    +120 ra                      = page Welcome
    +120 $Refused()              = page Welcome

given cafe

where there is no demonstration yet it is looked for
    +120                         = page Attract; orders FindShow
people who joined and went away do not block the table
    $Join(0) $Join(1) +120       = page Attract
guests choose only among what they may
                                 = is all(is_allowed(model, entry.message) for entry in Menu().entries(model)); is "Ask for help" in {entry.label for entry in Menu().entries(model)}
                                 = is {"Quit", "Hardware test"} & {entry.label for entry in Menu().entries(model)} == set()

given cafe 0 languages=("en","ja","uk")

guests turn only through the languages that are offered
    >                            = is model.preferences.language == "ja"
    >                            = is model.preferences.language == "uk"
    >                            = is model.preferences.language == "en"

given cafe 0 volumes=("off","night")

guests choose the volume only among those that staff left them
    $SetPreference("loudness",Loudness.NIGHT) $SetPreference("loudness",Loudness.NORMAL) = is model.preferences.loudness == Loudness.NIGHT

given cafe 0 choices=Choices("uk","papyrus",TextSize.LARGE,loudness=Loudness.NIGHT)

guests choose for their own eyes, and the next find it as the owner wants
    $SetPreference("theme","contrast") $SetPreference("text_size",TextSize.PRINT) = is model.preferences.theme == "contrast"
    +120                         = page Attract; is page.language == "uk"; is model.preferences.theme == "papyrus"; is model.preferences.text_size == TextSize.LARGE

given cafe 3

a game is dark after ten minutes, and the press that wakes it does nothing else
    +600                         = is model.kiosk.rest == Idle.DIM
    p1                           = is model.kiosk.rest == Idle.AWAKE; page Table; unwritten
    $Open(Route.MENU)            = page Menu
a tile that is laid on the reader of a dark table lies there all the same, and staff ask once
    +600 $TagSeen("04A1",600.0)  = is model.kiosk.rest == Idle.AWAKE; note UNKNOWN_TAG
    +600 $AskStaff()             = page Pin
so does a key, and a finger anywhere; the next one is meant
    +600 'n                      = is model.kiosk.rest == Idle.AWAKE; unwritten
    'n                           = is game.track[0] == Tile.NILE
    +600 touch:Next()            = is model.kiosk.rest == Idle.AWAKE; page Table; is len(session.timeline.steps) == 1
no game ends because nobody plays it, however long
    +2700 +604800                = is model.kiosk.rest == Idle.KEPT; is session.timeline is not None; orders not CloseBook
after a long time people are asked, and the press that wakes does nothing else
    +2700 p1                     = page ResumeQuestion; unwritten
    $Next()                      = page Table; unwritten
whoever comes then and does not read the language can have another first
    +2700 p1 > ok                = page ResumeQuestion; is model.preferences.language == "cs"; unwritten
    > ok                         = page Welcome
others can play while the old game stays kept
    +2700 $Refused() ra          = page Welcome; is session.kept; orders CloseBook
a call beats once a second until staff end it
    $CallStaff(GuestRequest.ORDER) = is model.kiosk.call.is_bright; is SignalCall(GuestRequest.ORDER) in ordered
    +0.5                         = is model.kiosk.call.is_bright == False
    +0.5                         = is model.kiosk.call.is_bright
    $do(Staff.end_call)                   = is model.kiosk.call is not None
    $PinRight() $do(Staff.end_call)       = is model.kiosk.call == None; is SignalCall(None) in ordered
a call that is answered at the bar is over, and the staff log says where
    $CallStaff(GuestRequest.ORDER) $CallAnswered() = is model.kiosk.call == None; is SignalCall(None) in ordered; is LogStaffAction(StaffAct.CALL, "bar") in ordered
    $CallAnswered()              = acts
without motion the border of a call stands still
    reduce_motion:=True $CallStaff(GuestRequest.BILL) +0.5 = is model.kiosk.call.is_bright
    +0.5                         = is model.kiosk.call.is_bright
the lamps beat with a call
                                 = is max(lamps.values()) == 1.0
    $CallStaff(GuestRequest.RULES) +0.5 = is max(lamps.values()) < 1.0
whoever asks about the rules is first offered to read them
    $Open(Route.HELP) dial       = is model.kiosk.call == None; is [each.message for each in Help(is_about_rules=True).entries(model)][:2] == [Open(Route.RULES), CallStaff(GuestRequest.RULES)]

given new 3

a call at home beats on the screen and in the lamps, too
    $CallStaff(GuestRequest.ORDER) +0.5 = is model.kiosk.call.is_bright == False; is max(lamps.values()) < 1.0
at home nothing rests
                                 = is page.deadline(model) == None
    +99999                       = page Table; is model.kiosk.rest == Idle.AWAKE
the game that was left is remembered if it had begun
    'n $Leave()                  = is model.kiosk.played is not None
and not if nothing was drawn
    $Leave()                     = is model.kiosk.played == None

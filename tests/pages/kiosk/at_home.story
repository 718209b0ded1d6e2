# What of a café is also there at home.

given cafe 3 rest=Idle.DIM

a table that rests wakes although it has left the café
    kiosk:=False $Open(Route.MENU) = is model.kiosk.rest == Idle.AWAKE; page Table
    $Open(Route.MENU)            = page Menu

given cafe 0 box="attic" short=(MissingPiece("nile",2),)

what the box lacks is said when the first sits down, and not again
    $SetPreference("theme","day") = is model.screen.notice == None
    $Join(0)                     = is model.screen.notice == Notice(Notes.BOX_SHORT, {"box": "attic", "number": 2})
    +20                          = is model.screen.notice == None
    $Join(1)                     = page Seating; is model.screen.notice == None
at home as well
    kiosk:=False $Join(0)        = note BOX_SHORT
    +20 $Join(1)                 = page Seating; is model.screen.notice == None

given cafe 0 show

a turn during the demonstration leaves the language of the house
    +300 $SetLanguage("cs",model.preferences.colour_names,TILE_KEYS,MACHINES) = page Attract
    <                            = is [each.language for each in ordered if isinstance(each, LoadLanguage)] == ["en"]; is model.preferences.language == "en"

# One button: everything that is possible is pointed at in turn, and the Ra button takes it.

given start

people sit down and begin
    scan_seconds:=1.5 one:Join(0) one:Join(3) = page Seating
    one:Begin()                  = page Dealing
    one:Begin()                  = page Table
at the seats pointing goes on from who sat down last
    scan_seconds:=1.5 one:Join(0) one:Join(2) +1.5 = is aim.message == Join(3)
the next language is pointed at on the first page
    scan_seconds:=1.5            = is NextLanguage(1) in [each.message for each in aims]

while a name is typed Return takes what is pointed at, and R is a letter
    scan_seconds:=1.5 one:Join(0) "r = people 0r; key return,enter TakePointed()
    one:Join(3)                  = people 0r 3

given new 3

and nowhere else; what leads away from the game is pointed at last
    scan_seconds:=1.5            = is NextLanguage(1) not in [each.message for each in aims]
                                 = is [each.label for each in aims][6:] == ["Invoke Ra", *["Your points"] * 3, "History", "Menu", "Fix", "Undo"]
nothing that is not allowed is pointed at
    scan_seconds:=1.5            = is all(each.is_lit for each in aims); is "Redo" not in [each.label for each in aims]
nothing is pointed at for less than can be seen, and a keyboard beside it goes on
    scan_seconds:=1e-320 +0.15   = is aim == aims[1]
    'n                           = written draw nile
the menu is gone through line by line
    scan_seconds:=1.5 one:Open(Route.MENU) = page Menu
    one:Next()                   = page Table
what is possible anew is gone through from the first
    scan_seconds:=1.5 +3.75      = is aim != aims[0]
    ra                           = is aim == aims[0]
a line of the menu is pointed at until its value is right
    scan_seconds:=1.5 one:Open(Route.MENU) one:SetPreference("text_size",TextSize.LARGE) = is aim.label.startswith("Text size")
    one:SetPreference("text_size",TextSize.LARGER) = is aim.label.startswith("Text size"); is model.preferences.text_size == TextSize.LARGER
at the table Return takes what is pointed at, and R draws a Ra tile as ever
    scan_seconds:=1.5            = key return,enter TakePointed(); key r Play(Draw(Tile.RA))
    +9 'return                   = written invoke
without the setting the Ra button is what it always was
                                 = means ra Play(Draw(Tile.RA))
    $TakePointed()               = unwritten; page Table

given position
: track god nile dis_funeral . . . gold . | *Ann: god | Ben

tiles for a god are pointed at once somebody uses gods
    scan_seconds:=1.5            = is [each.message.action.slot for each in aims if isinstance(each.message, Play) and isinstance(each.message.action, UseGod)] == []
    one:UseGods()                = is [each.message.action.slot for each in aims if isinstance(each.message, Play) and isinstance(each.message.action, UseGod)] == [1, 2, 6]

given new 3 {invoke}

at an auction who is asked next is gone through first, suns and then the pass, and Undo comes last
    scan_seconds:=1.5            = is [each.sun for each in aims][:15] == [3, 6, 9, 12, None, 4, 7, 10, 11, None, 2, 5, 8, 13, None]
                                 = is aims[4].label == "Pass"; is aims[-1].label == "Undo"
a late bid comes after what goes on, and before what leads away
    scan_seconds:=1.5 sun7 ok    = written won 7; is [each.label or each.sun for each in aims][1:] == ["Next", 8, 9, "Invoke Ra", "History", "Menu", "Fix", "Undo"]
    one:TakeSun(8)               = lead A 8
who has answered is left out while others are asked
    scan_seconds:=1.5 one:TakeSun(7) = is [each.sun for each in aims][:6] == [9, 12, None, 8, 13, None]

given start 1Ann 3

on the first page Return takes what is pointed at, and R means the same players as ever
    scan_seconds:=1.5            = key return,enter TakePointed(); is keys["r"] == Rematch()
    'return                      = page Seating; people 0

given position
: track dis_unrest nile | Ann | *Ben: civ_art, civ_religion, civ_writing | Cleo

in a disaster they come after the tiles to choose
    scan_seconds:=1.5 {invoke} sun9 ok = is [each.sun for each in aims] == [None, None, None, 10, 13, None, None, None, None]
    one:TakeSun(13)              = stage TURN; centre 13

given page 3 auction

what leads away from the table is told in words, as its place shows something else
    scan_seconds:=1.5 +21.1      = is aim.label == "History"; shows History
    +4.5                         = is aim.label == "Undo"; shows Undo
while the rules card lies there, only that is pointed at, and a press puts it away
    scan_seconds:=1.5 '?         = is [each.message for each in aims] == [ShowCard()]; is aim.message in targets
    +4.5 ra                      = unwritten; is not model.screen.is_card_shown; is len(aims) > 9; is aim == aims[0]

given page 3 seating

what the Ra button does for others stands there in words, and is pointed at like everything else
    scan_seconds:=1.5            = is aim.label != "Deal suns"; shows Deal suns; is Begin() in targets

given cafe 0

in a café guests can hide the time and never show it
                                 = is is_allowed(model, SetPreference("has_clock", value=True)) == False; is is_allowed(model, SetPreference("has_clock", value=False))

given page 3 dealing

where suns were dealt, what goes on is pointed at first
    scan_seconds:=1.5            = is [each.label for each in aims][:3] == ["Begin", "Add a player", "Add a player"]
    ra                           = page Table

given page 3 versions

one place alone stays
    scan_seconds:=1.5            = is len(aims) == 1; is next_step(model) == None

given page 3 help

several take turns
    scan_seconds:=1.5            = is len(aims) == 4; is next_step(model) == model.screen.scanned_from + 1.5

given count 3 FIRST

a score sheet is counted up and down, and the next kind comes before other people
    scan_seconds:=1.5            = is [each.label for each in aims][:2] == ["One more", "Next"]
    ra ra                        = has A god 2; is aim.label == "One more"
    +3 ra                        = has A god 1
    +1.5 ra ra                   = has A god 1 gold 1

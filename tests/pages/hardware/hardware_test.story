# The hardware test: what wires and readers say is shown, and nothing else happens.

given start

it begins with nothing heard and nothing turned
    $OpenBuilderPage(BuilderPage.TEST) = is (page.steps, page.heard.panel, page.heard.port) == (0, False, None); shows No buttons are connected
    >3 <                         = is page.steps == 2
a panel is there only as long as it is heard of
    $OpenBuilderPage(BuilderPage.TEST) $Overheard(panel=True) = shows Each press switches the lamp on or off
    $Overheard()                 = shows No buttons are connected
the latest eight edges and six chunks are kept whenever they were heard
    $OpenBuilderPage(BuilderPage.TEST) $Overheard((Edge("p1",5,True,1.0),)*5,(Chunk(b"1",(),1.0),)*5) = is len(page.heard.edges) == 5
    $Overheard((Edge("p2",6,True,2.0),)*5,(Chunk(b"2",(),2.0),)*3) = is [each.pin for each in page.heard.edges] == [5] * 3 + [6] * 5; is [each.data for each in page.heard.chunks] == [b"1"] * 3 + [b"2"] * 3
the last twenty-four bytes of what was heard are shown
    $OpenBuilderPage(BuilderPage.TEST) $Overheard(chunks=(Chunk(bytes(range(0xA0,0xB9)),(),1.0),)) = shows A1 A2; shows B6 B7; shows B8; hides A0
a control lights its lamp when tried and darkens it when tried again
    $OpenBuilderPage(BuilderPage.TEST) $do(HardwareTest.press,Control.UNDO) = is lamps["undo"] == 1.0
    $do(HardwareTest.press,Control.UNDO) = is lamps["undo"] == 0.0
    $do(HardwareTest.press,Control.UNDO) = is lamps["undo"] == 1.0; is page.presses == {"undo": 3}
a tag laid down draws nothing
    $OpenBuilderPage(BuilderPage.TEST) $TagSeen("04A1",1.0) = page HardwareTest; is ordered == []

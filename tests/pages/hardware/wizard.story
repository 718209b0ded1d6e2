# The pin wizard on bare wires: what is pressed, held, turned and lit.

given wires

each press names the pin of what is asked for
                                 = asks Press the button of the first player
    each pin5 pin6 pin7 pin8     = asks Press the button of the next player, clockwise
    pin9                         = shows Press the Ra button
    pin10                        = shows Press the OK button
    pin11                        = shows Press the Undo button
    pin13                        = asks Push the dial
    pin15                        = is page.step == RIGHT; is page.contacts == dict(zip(PRESSED, (5, 6, 7, 8, 9, 10, 11, 13, 15)))
a button counts when it is let go
    wire5                        = is page.step == 0
    wire5^                       = is page.contacts == {"p1": 5}
a button that is known is not taken for another
    pin5,5                       = is (page.step, page.contacts, page.hint, page.about) == (1, {"p1": 5}, Hint.KNOWN, "p1")
    pin6                         = is page.hint == None
holding any button, known or not, skips what is asked for
    pin5!                        = is (page.step, page.contacts) == (1, {})
    pin5 pin5!                   = is (page.step, page.contacts) == (3, {"p2": 5})
of two wires that move together the first counts
    wire5,9,9^,5^                = is page.contacts == {"p1": 5}
a button that was down when the pins were opened is no press
    wire5^                       = is page.step == 0
a pin that was ever moved is never lit
    pin12! pin5,6,7,8,9,10,11,13 dial17-27 dial27-17 = is page.lit == (16, 20); is 12 in page.candidates == False
without a button that could have a lamp none is lit
    pin5! pin5! pin5! pin5! pin5! pin5! pin5! pin5! pin5! pin5! = is (page.step, page.lit) == (FOUND, ())
    $Keep()                      = page Welcome; is ordered == [SwitchDevices(DeviceMode.NOTHING)]
a step back asks again and watches the pins anew
    pin5,6 $do(PinWizard.step_back) = is (page.step, page.contacts, page.free) == (1, {"p1": 5}, None)
whoever leaves goes on where they were when they come back, until it is kept
    pin5,6 $Next() $OpenBuilderPage(BuilderPage.WIZARD) = is (page.step, page.contacts, page.free) == (2, {"p1": 5, "p2": 6}, None); orders SwitchDevices
    pin5 $Next() $OpenBuilderPage(BuilderPage.WIZARD) $WiringKept("settings.toml") $OpenBuilderPage(BuilderPage.WIZARD) = is page == PinWizard()
    pin5 $Next() $OpenBuilderPage(BuilderPage.WIZARD) $WiringKept("settings.toml", "no room") $OpenBuilderPage(BuilderPage.WIZARD) = is page.contacts == {"p1": 5}

given wires
: pin5,6,7,8,9,10,11,13,15

the contact that moves first to the right is a
    dial27-17                    = is (page.step, page.contacts["dial_a"], page.contacts["dial_b"]) == (LEFT, 27, 17)
the other way must be the other way
    dial17-27 dial17-27          = is (page.step, page.hint) == (LEFT, Hint.SAME_WAY)
    dial27-17                    = is page.step == ALL_LAMPS
turning on is the same sweep, however long it lasts
    dial17-27 wire17,27,17^,27^  = is (page.step, page.hint) == (LEFT, None)
    /wire17,27,17^,27^,17,27,17^,27^,17,27,17^,27^ = is (page.step, page.hint) == (LEFT, None)
    dial27-17                    = is page.step == ALL_LAMPS
a dial that has stood still long enough is looked at anew
    wire17,27,17^,27^ +0.5 wire27,17,27^,17^ = is page.step == ALL_LAMPS
less than a detent is no dial
    +1 wire17,27,17^             = is page.step == RIGHT
    dial17-27                    = is page.step == LEFT
half a click and back is none, and one contact alone is none
    +1 wire17,17^,17,17^,17,17^  = is page.step == RIGHT; is "dial_a" in page.contacts == False
    dial17-27                    = is page.step == LEFT
a wire that is touched while the dial turns is none of its contacts
    +1 wire17,27,22,17^          = is (page.step, page.contacts["dial_a"], page.contacts["dial_b"]) == (LEFT, 17, 27)
without a dial both of its steps are skipped at once
    pin5!                        = is page.step == ALL_LAMPS; is "dial_a" in page.contacts == False
a press where a turn is asked for says what to do
    pin5                         = is (page.step, page.hint) == (RIGHT, Hint.TURN)

given wires
: pin5,6,7,8,9,10,11,13,15 dial17-27 dial27-17

all planned lamps shine first, and then each alone
                                 = is page.lit == (12, 16, 20)
    pin5                         = is (page.step, page.lit) == (ONE_LAMP, (12,)); orders LightPins
    pin7                         = is (page.lamps, page.lit) == ({"p3": 12}, (16,))
    pin5! pin5                   = is (page.step, page.lamps) == (FOUND, {"p3": 12, "p1": 20})
a table without lamps needs one gesture to say so
    pin5!                        = is (page.step, page.lamps, page.lit) == (FOUND, {}, ())
a button has one lamp
    pin5,7,7                     = is (page.lamps, page.hint, page.lit) == ({"p3": 12}, Hint.HAS_LAMP, (16,))
the dial turned once more, or left between two clicks, answers nothing
    dial27-17                    = is (page.step, page.hint) == (ALL_LAMPS, None)
    wire27 +2 wire27^            = is (page.step, page.hint) == (ALL_LAMPS, None)
    pin5! dial17-27              = is page.step == FOUND; is ordered == []
    wire17 +2 wire17^            = is page.step == FOUND
only a button that was found says which lamp is lit
    pin22                        = is (page.hint, page.lit, page.lamps) == (Hint.NEW, (12, 16, 20), {})
    pin5 pin22                   = is (page.hint, page.lit, page.lamps) == (Hint.NEW, (12,), {})
any press keeps what was found
    pin5! pin15                  = orders KeepWiring
any hold begins again
    pin5! pin15!                 = is (page.step, page.contacts, page.lamps) == (0, {}, {})
a step back leads to the lamps again
    pin5 $do(PinWizard.step_back) = is (page.step, page.free) == (ALL_LAMPS, None)
a step back in the lamps takes back one answer, and no other
    pin5,7,6 $do(PinWizard.step_back) = is (page.step, page.lit, page.lamps) == (ONE_LAMP, (16,), {"p3": 12}); orders LightPins
    pin5! $do(PinWizard.step_back) = is (page.lit, page.lamps) == ((16,), {"p3": 12})
    $do(PinWizard.step_back)     = is (page.lit, page.lamps) == ((12,), {})
    $do(PinWizard.step_back)     = is (page.step, page.free) == (ALL_LAMPS, None)
from what was found a step back asks for the last lamp again
    pin5,7,6,5 $do(PinWizard.step_back) = is (page.step, page.lit, page.lamps) == (ONE_LAMP, (20,), {"p3": 12, "p2": 16})
    pin6                         = is page.hint == Hint.HAS_LAMP
    pin9                         = is (page.step, page.lamps) == (FOUND, {"p3": 12, "p2": 16, "p5": 20})

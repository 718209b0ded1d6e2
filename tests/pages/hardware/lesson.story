# Tags of a box are taught at the table: each is on the disk before it is shown.

given start

a lesson begins with the box on this table, and no tool in hand
    $OpenBuilderPage(BuilderPage.LESSON) = orders FindBox; is SwitchDevices(DeviceMode.NOTHING) in ordered

given lesson attic

a tag laid on the reader is first saved and then shown
    $TagSeen("04A1",0.0)         = orders KeepBox; is page.box.tags == {}
    lay:04A1                     = is page.box.tags == {"04A1": "ra"}; is (page.told, page.facts) == (TeachingSentence.TAUGHT, {"uid": "04A1", "kind": "ra"})
a tag that is known already is told as that, and refused with a sound
    lay:04A1 $TagSeen("04A1",1.0) = heard REFUSED; is page.told == TeachingSentence.KNOWN; shows Tag 04A1 is already on Ra
undo takes the last tag of the lesson back, and is dark when there is none
                                 = dark undo
    lay:04A1                     = lit undo
    undo                         = orders KeepBox; is page.box.tags == {"04A1": "ra"}
what was never taught is not taken back
    $do(TagTeaching.remove_last) = heard REFUSED; note NOT_NOW
what the disk does not keep is not taken, and why is said
    $TagSeen("04A1",0.0) $NotKept(TeachingSentence.NOT_KEPT,"no_space") = is page.box.tags == {}; is (page.told, page.facts) == (TeachingSentence.NOT_KEPT, {"why": "no_space"})
the dial and two buttons go through the kinds, and a touch chooses one
    >2                           = is page.kind == "pharaoh"
    p1                           = is page.kind == "god"
    p2                           = is page.kind == "pharaoh"
    $do(TagTeaching.choose,"ra_figure") = is page.kind == "ra_figure"
another kind ends what was said of the last tag
    lay:04A1 >                   = is (page.told, page.facts) == (None, {})
another box is asked of the disk by Ra and by Tab
    ra                           = is FindBox("cellar") in ordered; is page.name == "attic"
    'tab                         = is FindBox("cellar") in ordered
the lesson ends with OK and with two keys
                                 = means ok Next(); key escape,return Next()
    'escape                      = page Welcome
Backspace takes a tag of an old box
                                 = key backspace do(TagTeaching.remove_last)
the box on this table is known everywhere when its tags are
    $Known({"04A1":"nile"})      = is model.hardware.tags == {"04A1": "nile"}; page TagTeaching

given lesson Box3

Backspace takes a letter of a new one, and typing a name ends what was said
    $NotKept(TeachingSentence.NAME_TAKEN) 'backspace = is (page.name, page.told) == ("Box", None)
    $do(TagTeaching.write,"7")   = is prompt.facts == {"box": "Box7"}
given lesson aaaaaaaaaaaaaaaaaaaaaaaaaaaaa

a name is cut after thirty letters and can be emptied
    $do(TagTeaching.write,"b") $do(TagTeaching.write,"c") = is page.name == "a" * 29 + "b"
    'backspace 'backspace        = is page.name == "a" * 28

given lesson barn

a new box is one of them with its first tag, and its name stays
                                 = is page.is_new
    lay:04A1                     = is (page.names, page.is_new) == (("attic", "barn", "cellar"), False)
    $do(TagTeaching.write,"x")   = is page.name == "barn"
a box whose last tag is taken back is none any more, and may be named again
    lay:04A1 $TeachingKept(replace(page,box=TagBox(),taught=())) = is (page.names, page.is_new) == (("attic", "cellar"), True)

given lesson attic full nile dis_earthquake

a box goes on with the first kind of tile that lacks tags, and then with the other
                                 = is page.kind == "nile"
    lay:FFFF                     = is page.kind == "dis_earthquake"
a kind never gets more tags than the box has tiles of it
    $do(TagTeaching.choose,"gold") $TagSeen("EEEE",0.0) = is (page.told, page.facts) == (TeachingSentence.FULL, {"kind": "gold"}); is "EEEE" not in page.box.tags

given lesson attic full sun-9

where the tiles are complete it begins with the first kind
                                 = is page.kind == "ra"

given lesson attic 04A1=nile

a box whose file has a mistake is shown with it and teaches nothing
    $Boxes(("attic",),"attic",TagBox({"04A1":"nile"}),"line 2: no") = is (page.told, page.facts) == (TeachingSentence.MISTAKES, {"why": "line 2: no"}); is page.kind == "ra"
    $TagSeen("04B2",0.0)         = heard REFUSED; is page.box.tags == {"04A1": "nile"}

"""A lesson without a reader and without a disk: what a tag, a kind and a name mean."""

from msgspec.structs import replace

from companion.core.effects import Cue, Effect, Sound, do
from companion.core.messages import BACKSPACE, Message, TurnDial
from companion.core.model import Model
from companion.pages.hardware import tag_teaching
from companion.pages.hardware.tag_teaching import (
    Boxes,
    FindBox,
    KeepBox,
    NotKept,
    TagTeaching,
    TeachingKept,
    TeachingSentence,
)
from companion.pages.update import update
from companion.tags.box import TagBox, counted

FULL = TagBox({f"04{place:02X}": "dis_funeral" for place in range(2)})


def at(box: TagBox = TagBox(), kind: str = "nile", **more: object) -> TagTeaching:  # noqa: B008 - frozen
    """A lesson on a box that is there."""
    return TagTeaching(("attic",), "attic", box=box, kind=kind, **more)  # type: ignore[arg-type] # facts of a test


def on(page: TagTeaching, doing: Message) -> tuple[TagTeaching, tuple[Effect, ...]]:
    """Do this on the page."""
    after, effects = update(Model(page=page), doing)
    assert isinstance(after.page, TagTeaching)
    return after.page, effects


def taken(page: TagTeaching, message: Message) -> TagTeaching:
    """Let the page take what became of a box."""
    found = page.update(Model(page=page), message)
    assert found is not None
    assert isinstance(found[0].page, TagTeaching)
    return found[0].page


def taught(page: TagTeaching, *uids: str) -> TagTeaching:
    """Teach these tags; each is kept."""
    for uid in uids:
        _, order = tag_teaching.seen(page, uid)
        assert order is not None
        page = taken(page, TeachingKept(order.page))
    return page


def test_a_tag_is_true_only_when_it_is_kept() -> None:
    page, order = tag_teaching.seen(at(), "04A1")
    assert page == at()
    assert isinstance(order, KeepBox)
    assert taken(page, TeachingKept(order.page)).box.tags == {"04A1": "nile"}
    failed = taken(page, NotKept(TeachingSentence.NOT_KEPT, "no space"))
    assert (failed.box, failed.told, failed.facts) == (
        TagBox(),
        TeachingSentence.NOT_KEPT,
        {"why": "no space"},
    )


def test_a_tag_known_already_is_said_with_its_kind_and_not_moved() -> None:
    page = taught(at(), "04A1")
    again, order = tag_teaching.seen(replace(page, kind="gold"), "04A1")
    assert order is None
    assert (again.told, again.facts) == (TeachingSentence.TAUGHT, {"uid": "04A1", "kind": "nile"})
    assert again.box == page.box


def test_a_kind_never_gets_more_tags_than_the_box_has_of_it() -> None:
    page, order = tag_teaching.seen(at(FULL, "dis_funeral"), "04FF")
    assert (order, page.told) == (None, TeachingSentence.FULL)


def test_the_next_kind_that_lacks_tags_follows_one_that_is_complete() -> None:
    page = taught(at(kind="dis_funeral"), "04A1", "04A2")
    assert counted(page.box)["dis_funeral"] == 2
    assert page.kind == "dis_drought"


def test_what_was_taught_in_this_lesson_can_be_taken_back_one_by_one_and_no_more() -> None:
    page = taught(at(TagBox({"0499": "gold"})), "04A1", "04A2")
    for left in ({"0499": "gold", "04A1": "nile"}, {"0499": "gold"}):
        _, (order,) = on(page, do(TagTeaching.remove_last))
        assert isinstance(order, KeepBox)
        page = taken(page, TeachingKept(order.page))
        assert page.box.tags == left
        assert page.told is TeachingSentence.BACK
    assert on(page, do(TagTeaching.remove_last))[1] == (Sound(Cue.REFUSED),)


def test_what_no_reader_can_say_is_no_tag() -> None:
    page, order = tag_teaching.seen(at(), " ")
    assert (order, page.told) == (None, TeachingSentence.NO_TAG)


def test_only_the_name_of_a_new_box_can_be_typed() -> None:
    assert on(at(), do(TagTeaching.write, "x"))[0].name == "attic"
    new = tag_teaching.found(Boxes(("attic",), "Box 2", TagBox()))
    shorter, _ = on(new, do(TagTeaching.write, BACKSPACE))
    assert on(shorter, do(TagTeaching.write, "x"))[0].name == "Box x"


def test_a_name_typed_like_that_of_another_box_stays_a_new_one() -> None:
    new = tag_teaching.found(Boxes(("attic",), "atti", TagBox()))
    assert on(new, do(TagTeaching.write, "c"))[0].is_new


def test_boxes_follow_each_other_and_after_the_last_comes_a_new_one() -> None:
    page = TagTeaching(("attic", "cellar"), "attic")
    assert on(page, do(TagTeaching.next_box))[1] == (FindBox("cellar"),)
    last = TagTeaching(("attic", "cellar"), "cellar")
    assert on(last, do(TagTeaching.next_box))[1] == (FindBox(is_new=True),)
    new = TagTeaching(("attic", "cellar"), "Box 3", is_new=True)
    assert on(new, do(TagTeaching.next_box))[1] == (FindBox("attic"),)


def test_nothing_is_taught_while_the_file_has_mistakes() -> None:
    page = tag_teaching.found(Boxes(("attic",), "attic", TagBox(), "line 2: no"))
    after, order = tag_teaching.seen(page, "04A1")
    assert (order, after.told, after.facts) == (
        None,
        TeachingSentence.MISTAKES,
        {"why": "line 2: no"},
    )


def test_the_kinds_form_a_ring() -> None:
    first = at(kind=tag_teaching.KINDS[0])
    assert on(first, TurnDial(-1))[0].kind == tag_teaching.KINDS[-1]
    assert on(first, TurnDial(len(tag_teaching.KINDS) + 1))[0].kind == tag_teaching.KINDS[1]

"""What staff did is kept, in order, and proved."""

from pathlib import Path

from companion.storage.staff_log import note, read, staff_file


def test_what_staff_did_is_read_back_in_order_and_says_who(tmp_path: Path) -> None:
    for act in ("opened", "ended", "closed"):
        note(tmp_path, {"staff": act})
    lines = read(tmp_path).lines
    assert [line.event["staff"] for line in lines] == ["opened", "ended", "closed"]
    assert {line.stamp.source for line in lines} == {"staff"}


def test_a_torn_end_is_kept_aside_and_the_rest_goes_on(tmp_path: Path) -> None:
    note(tmp_path, {"staff": "opened"})
    file = staff_file(tmp_path)
    file.write_bytes(file.read_bytes() + b"00000000 {")
    note(tmp_path, {"staff": "closed"})
    verified = read(tmp_path)
    assert [line.event["staff"] for line in verified.lines] == ["opened", "closed"]
    assert verified.flaw is None
    assert file.with_name("staff.jsonl.unproved-1").exists()


def test_a_table_without_staff_has_no_journal_of_them(tmp_path: Path) -> None:
    assert read(tmp_path).lines == ()

"""A real table and its server: who comes, what is shown, and what happens when something goes."""

import json
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from companion.journal import games_dir
from companion.phones import server
from companion.phones.server import LATE_MS
from companion.phones.shapes import PhonesLine, Said, Shown, Stage, TableLine
from companion.settings import PhonesSettings
from tests.phones.house import House, Phone, at_a_turn, numbers, until

pytestmark = pytest.mark.slow


def entries(house: House) -> list[object]:
    """Return the lines of the newest game but its header."""
    game_file = games_dir.game_files(house.data)[-1]
    return [line.event for line in games_dir.read(game_file).lines[1:]]


def sources(house: House) -> set[str]:
    """Return where the lines of the newest game come from."""
    game_file = games_dir.game_files(house.data)[-1]
    return {line.source for line in games_dir.read(game_file).lines[1:]}


def test_people_sit_down_and_play_with_phones_alone(
    one_house: House, one_game: tuple[Phone, ...]
) -> None:
    phone, view = at_a_turn(one_game)
    before = entries(one_house)
    place = view["track"].index(None)
    assert phone.do(view["seen"], {"draw": "nile"}).status == 200
    assert entries(one_house) == [*before, {"draw": "nile"}]
    assert sources(one_house) <= {"phone", "again"}
    others = one_game[1].view(lambda each: each["track"][place] == "nile")
    assert [seat["name"] for seat in others["seats"]] == ["Anna", "Ben", "Cleo"]


def test_a_deed_that_came_too_late_writes_nothing_and_brings_the_new_picture(
    one_house: House, one_game: tuple[Phone, ...]
) -> None:
    phone, view = at_a_turn(one_game)
    before = entries(one_house)
    phone.do(view["seen"], {"draw": "flood"})
    told = phone.do(view["seen"], {"draw": "gold"})
    assert told.status == 409
    assert told.told["why"]
    assert told.told["view"]["track"][view["track"].index(None)] == "flood"
    assert entries(one_house) == [*before, {"draw": "flood"}]


def test_a_deed_sent_twice_is_done_once(one_house: House, one_game: tuple[Phone, ...]) -> None:
    phone, view = at_a_turn(one_game)
    before = entries(one_house)
    deed = {"n": next(numbers), "seen": view["seen"], "do": {"draw": "nile"}}
    told = [one_house.post("/do", deed, Cookie=phone.cookie).status for _ in range(3)]
    assert told == [200, 200, 200]
    assert entries(one_house) == [*before, {"draw": "nile"}]


def test_a_deed_that_was_long_on_its_way_is_not_done(
    one_house: House, one_game: tuple[Phone, ...]
) -> None:
    phone, view = at_a_turn(one_game)
    before = entries(one_house)
    now = round(time.monotonic() * 1000)
    told = phone.do(view["seen"], {"draw": "gold"}, at=now - 2 * LATE_MS)
    assert (told.status, told.told["ok"]) == (409, False)
    assert entries(one_house) == before
    assert phone.do(view["seen"], {"draw": "gold"}, at=told.told["at"]).status == 200


def test_the_socket_s_file_may_go_while_everybody_plays(
    one_house: House, one_game: tuple[Phone, ...]
) -> None:
    (one_house.folder / "ra-companion-table.sock").unlink()
    phone, view = at_a_turn(one_game)
    assert phone.do(view["seen"], {"draw": "nile"}).status == 200


def test_six_languages_at_one_table(one_house: House) -> None:
    said = set()
    for language in ("en-GB", "uk", "ru-RU", "cs", "hu", "ja"):
        phone = Phone(one_house, languages=f"xx,{language}")
        said.add(phone.view()["asked"])
    assert len(said) == 6


def test_a_phone_changes_its_language_and_keeps_it(one_house: House) -> None:
    phone = Phone(one_house)
    assert phone.do(0, {"language": "cs"}).status == 200
    assert phone.view()["language"] == "cs"
    assert phone.do(0, {"language": "xx"}).status == 400


def test_two_phones_that_bid_at_the_same_moment_are_heard_one_after_the_other(
    one_game: tuple[Phone, ...],
) -> None:
    phone, view = at_a_turn(one_game)
    phone.do(view["seen"], {"invoke": True})
    views = [each.view(lambda v: v["auction"]) for each in one_game]
    start = threading.Barrier(2)

    def bid(seat: int) -> int:
        start.wait()
        return (
            one_game[seat].do(views[seat]["seen"], {"bid": views[seat]["own"]["bids"][-1]}).status
        )

    with ThreadPoolExecutor(2) as hands:
        told = list(hands.map(bid, (0, 1)))
    suns = [views[seat]["own"]["bids"][-1] for seat in (0, 1)]
    assert told[suns.index(max(suns))] == 200
    assert set(told) <= {200, 409}
    led = one_game[2].view(lambda v: v["lead"] == max(suns) or not v["auction"])
    assert led["lead"] in (max(suns), None)


def test_a_table_killed_in_an_auction_comes_back_with_its_phones_until_another_game_begins(
    house: House, playing: tuple[Phone, ...]
) -> None:
    phone, view = at_a_turn(playing)
    phone.do(view["seen"], {"draw": "nile"})
    phone, view = at_a_turn(playing)
    phone.do(view["seen"], {"invoke": True})
    assert all(each.view(lambda v: v["auction"])["auction"] for each in playing)
    secret = house.secret
    house.kill(with_server=True)
    house.start()
    assert house.secret == secret
    views = [each.view(lambda v: v["me"] is not None and v["auction"]) for each in playing]
    assert [each["me"] for each in views] == [0, 1, 2]
    told = playing[2].do(views[2]["seen"], {"bid": views[2]["own"]["bids"][-1]})
    assert told.status == 200
    kept = house.kept
    house.kill(with_server=True)
    (house.data / "phones.json").write_text(
        json.dumps({**kept, "round": "another game/0"}), encoding="utf-8"
    )
    house.start()
    until(lambda: house.secret != secret)
    assert Phone(house, secret).status == 403
    assert house.get("/events", Cookie=playing[0].cookie).status == 403


def test_the_process_started_again_knows_everybody_and_tells_them_that_the_table_has_gone(
    house: House, playing: tuple[Phone, ...]
) -> None:
    [server] = house.children()
    os.kill(server, signal.SIGKILL)
    until(lambda: not house.is_served())
    import subprocess  # noqa: PLC0415 - of this test alone
    import sys  # noqa: PLC0415 - the same

    words = [sys.executable, "-m", "companion", "phones", "-q"]
    words += ["--socket", str(house.folder / "ra-companion-table.sock")]
    words += ["--state", str(house.data / "phones.json")]
    again = subprocess.Popen(words)
    try:
        until(house.is_served)
        view = playing[1].view(lambda each: "own" in each)
        assert (view["me"], view["stage"]) == (1, "game")
        views = playing[0].views()
        next(views)
        house.kill(with_server=False)
        assert next(each for each in views if each.get("offline"))
        assert playing[0].do(1, {"undo": True}).status == 503
    finally:
        again.terminate()
        assert again.wait(timeout=10) == 0


def test_whoever_points_the_camera_at_the_code_once_more_keeps_their_seat(
    one_house: House, one_game: tuple[Phone, ...]
) -> None:
    said = {"secret": one_house.secret, "languages": "en"}
    again = one_house.post("/join", said, Cookie=one_game[1].cookie)
    assert again.headers["set-cookie"].partition(";")[0] == one_game[1].cookie
    assert one_game[1].view()["me"] == 1


def test_before_a_rematch_whoever_comes_again_has_seat_and_language_without_a_touch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = server.House(tmp_path / "socket", tmp_path / "state")
    sent: list[PhonesLine] = []
    monkeypatch.setattr(house.table, "send", sent.append)

    def line(round_: str, *returning: int, **seated: str) -> TableLine:
        there = Shown(Stage.SEATS, 0, Said("Take your suns"), (), returning=returning)
        return TableLine(round_, PhonesSettings(), there, seated=seated)

    house.take(line("a/1"))
    old = house.guests.join(house.guests.secret, "en")
    assert old is not None
    [phone] = house.guests
    phone.language = "cs"  # which its owner chose
    house.take(line("a/1", **{"1": phone.id}))
    house.take(line("b/2", 0, 1))
    assert house.guests.of(old) is None
    new = house.guests.join(house.guests.secret, "en", old)
    assert new not in (None, old)
    assert [each.language for each in house.guests] == ["cs"]
    sent.clear()
    house.sit_again(str(new), "")
    assert not sent
    house.sit_again(str(new), old)
    [told] = sent
    assert told.deed is not None
    assert msgspec.json.decode(told.deed.do["sit"]) == {"seat": 1, "name": ""}
    house.take(line("b/2", 0))  # somebody else has sat down there
    sent.clear()
    house.sit_again(str(new), old)
    assert not sent


def test_twelve_phones_are_enough_and_one_that_has_gone_gives_way(house: House) -> None:
    phones = [Phone(house) for _ in range(5)]
    for button, phone in enumerate(phones):
        assert phone.sit(button, f"P{button}").status == 200
    looking = [Phone(house) for _ in range(7)]
    streams = [phone.views() for phone in looking]
    for stream in streams:
        next(stream)
    assert Phone(house).status == 403
    streams[0].close()
    until(lambda: Phone(house).status == 200)


def test_where_another_program_has_the_port_the_next_one_is_taken() -> None:
    with closing(server.listening(0)) as free:
        first = free.getsockname()[1]
    with closing(server.listening(first)) as one, closing(server.listening(first)) as other:
        assert one.getsockname()[1] == first
        assert first < other.getsockname()[1] < first + server.PORTS


def test_where_no_port_is_free_the_setting_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PORTS", 1)
    with closing(server.listening(0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(OSError, match="Address already in use") as refused:
            server.listening(port)
    assert refused.value.filename == f"port {port} (phones.port in the settings)"

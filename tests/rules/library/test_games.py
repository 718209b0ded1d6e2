"""The rules as a library: games, actions and records, in text and back."""

import io
import json
import pickle
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion.rules as ra
from companion.cli.commands import main
from companion.rules.legal import choices, legal_actions
from companion.rules.records import record as lines
from companion.rules.records.entries import Undo
from companion.rules.records.notation import text
from tests.random_games import random_game
from tests.rules.games import History, histories
from tests.rules.universe import every_action, in_order


def seen(history: History) -> list[ra.Game]:
    """Return the same game as the library has it, every position."""
    setup, options = history.setup, history.setup.options
    game = ra.new_game(
        setup.players,
        edition=options.edition,
        suns=options.suns,
        ra_limit=options.ra_limit,
        two_player_split=options.two_player_split,
        two_player_no_penalty=options.two_player_no_penalty,
    )
    games = [game]
    for action in history.actions:
        game = game.play(action)
        games.append(game)
    return games


@given(histories())
def test_every_position_of_a_game_is_a_text_and_comes_back(history: History) -> None:
    for game, table in [*zip(seen(history), history.games, strict=True)][::23]:
        back = ra.position(str(game))
        assert back == game
        assert hash(back) == hash(game)
        assert str(back) == str(game) == text(table)


@given(histories())
def test_every_action_is_a_text_and_a_line_and_comes_back(history: History) -> None:
    for game in seen(history)[::23]:
        for action in game.legal_actions():
            assert ra.action(str(action)) == action
            assert ra.action(str(action).upper()) == action
            assert ra.action(ra.record_line(action)) == action


@given(histories())
def test_what_is_legal_is_what_is_legal_by_the_rules(history: History) -> None:
    for game, table in [*zip(seen(history), history.games, strict=True)][::29]:
        legal = game.legal_actions()
        assert (legal, game.choices()) == (legal_actions(table), choices(table))
        for action in every_action(table):
            assert game.is_legal(action) == (in_order(action) in legal)


@given(histories())
def test_a_record_of_a_game_is_read_as_the_same_game(history: History) -> None:
    games = seen(history)
    file = io.BytesIO()
    ra.write_record(file, games[-1])
    read = ra.read_record(io.BytesIO(file.getvalue()))
    assert read.players == games[-1].players
    assert read.actions == games[-1].actions == history.actions
    assert list(read.games()) == games
    assert read.scores() == games[-1].scores
    assert str(read).encode() == file.getvalue()
    again = io.BytesIO()
    ra.write_record(again, read)
    assert again.getvalue() == file.getvalue()
    *_, last = read.games()
    once_more = io.BytesIO()
    ra.write_record(once_more, last)
    assert once_more.getvalue() == file.getvalue()


@given(st.integers(2, 5), st.integers(0, 10**6))
def test_a_random_game_is_played_to_its_end_and_not_further(players: int, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - dice
    game = ra.new_game(["Anna", "Ben", "Chloe", "Dan", "Eve"][:players], dice=dice)
    while not game.is_over:
        game = game.play_random(dice)
    assert (game.legal_actions(), game.choices(), game.active, game.phase) == ((), (), None, "over")
    result = game.result()
    assert (result.winner, result.scores) == (result.ranking[0], game.scores)
    with pytest.raises(ra.IllegalAction, match="the game is over"):
        game.play_random(dice)
    record = ra.read_record(io.BytesIO(lines.write(game.table.setup, game.actions)))
    assert (record.last, record.result()) == (game, result)


def test_a_game_is_where_it_stands_however_it_came_about() -> None:
    before = ra.new_game(["Anna", "Ben"])
    after = before.play(ra.Draw(ra.Tile.GOLD))
    assert len({before, after, ra.new_game(["Anna", "Ben"])}) == 2
    assert before != "a game"
    assert after == ra.position("track gold | Anna | *Ben")
    with pytest.raises(AttributeError):
        after.table = before.table  # type: ignore[misc]


def test_a_game_can_be_pickled_with_all_that_was_played() -> None:
    actions = random_game(ra.new_game(["A", "B"]).table.setup, random.Random(4))  # noqa: S311
    game = ra.new_game(["A", "B"])
    for action in actions:
        game = game.play(action)
    back = pickle.loads(pickle.dumps(game))  # noqa: S301 - our own
    assert (back, back.actions) == (game, game.actions)
    assert eval(repr(game), {"position": ra.position}) == game  # noqa: S307 - our own


def test_a_game_says_what_lies_where() -> None:
    game = ra.position(
        "epoch 2 | ra 3/8 | track gold . nile | centre 7 | auction A3 by Ann best Ben 9"
        "| removed 2 ra, 3 god | Ann 13 8 5 (2) 12 points: 2 pharaoh | Ben 12 9 (6 3)"
        "| *Cleo 11 10 4 1"
    )
    assert game.players == ("Ann", "Ben", "Cleo")
    assert (game.phase, game.active, game.epoch) == ("auction", 2, 2)
    assert (game.ra_count, game.ra_limit, game.centre) == (3, 8, 7)
    assert game.track[:3] == (ra.Tile.GOLD, None, ra.Tile.NILE)
    assert game.tiles(0) == {ra.Tile.PHARAOH: 2}
    assert (game.suns(0), game.suns_face_down(1)) == ((5, 8, 13), (6, 3))
    assert game.removed == {ra.Tile.RA: 2, ra.Tile.GOD: 3}
    assert game.bag[ra.Tile.RA] == 25
    assert game.auction is not None
    assert (game.auction.ra_player, game.auction.best_bid) == (0, 9)
    assert game.scores == (12, 10, 10)
    assert game.edition is ra.Edition.C25


@pytest.mark.parametrize(
    ("before", "action", "said"),
    [
        ("*Ann | Ben", "bid 9", "Ann cannot bid 9: no auction is under way: it is the turn of Ann"),
        (
            "track 8 nile | *Ann | Ben",
            "draw Gold",
            "Ann cannot draw Gold: the auction track is full: Ann must invoke Ra",
        ),
        (
            "*Ann | Ben",
            "take space 1 with a god",
            "Ann cannot take space 1 with a god: Ann has no God tile",
        ),
        (
            "auction A3 by Ann | Ann | *Ben",
            "won with 1",
            "the auction cannot be won with 1: no player has sun 1 face up",
        ),
        (
            "auction A3 by Ann | Ann | *Ben",
            "unsold",
            "the auction cannot end unsold: Ann invoked Ra and nobody has bid, so Ann must bid",
        ),
        (
            "epoch 3 | over | Ann (9 6 5 1) | *Ben (8 7 4 3)",
            "invoke Ra",
            "Ben cannot invoke Ra: the game is over",
        ),
    ],
)
def test_a_refused_action_says_who_what_and_why_not(before: str, action: str, said: str) -> None:
    game = ra.position(before)
    for refused in (game.play, game.events):
        with pytest.raises(ra.IllegalAction) as why:
            refused(ra.action(action))
        assert str(why.value) == said
        assert isinstance(why.value, ValueError)


def test_a_discard_of_nothing_is_a_text_too_though_it_is_never_allowed() -> None:
    nothing = ra.Discard(())
    assert ra.action(str(nothing)) == ra.action(ra.record_line(nothing)) == nothing
    with pytest.raises(ra.IllegalAction, match=r"^Anna cannot discard nothing: "):
        ra.new_game(["Anna", "Ben"]).play(nothing)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (ra.REACH_INTO_BAG, "what came out of the bag is played"),
        (ra.Draw("gold"), "Draw takes a ra.Tile, not 'gold'"),  # type: ignore[arg-type]
        (ra.UseGod("3"), "UseGod takes a whole number, not '3'"),  # type: ignore[arg-type]
        (ra.Bid(9.0), "Bid takes a whole number, not 9.0"),  # type: ignore[arg-type]
        (ra.Discard(("gold",)), "Discard takes a tuple of ra.Tile"),  # type: ignore[arg-type]
        ("draw Gold", "str cannot be played"),
        (None, "NoneType cannot be played"),
    ],
)
def test_what_is_no_action_is_named(action: ra.Action, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        ra.new_game(["Anna", "Ben"]).play(action)


@pytest.mark.parametrize(
    "said", ["", "draw", "draw Silver", "bid", "bid nine", "discard", "dance", "{}", "{",
             '{"undo": 1}', '{"bid": 9, "bid": 8}', "won with", "bid \uff19"],
)  # fmt: skip
def test_a_text_that_is_no_action_is_refused_with_a_sentence(said: str) -> None:
    with pytest.raises(ra.BadNotation, match=r"^action: ") as caught:
        ra.action(said)
    if said in {"bid nine", "dance"}:
        assert str(caught.value).endswith("unsold, discard Art, Writing")


@pytest.mark.parametrize(
    ("players", "options", "said"),
    [
        (["Anna"], {}, "Ra is for 2 to 5 players, not 1"),
        ("Anna", {}, "players must be a list of names, not 'Anna'"),
        (None, {}, "players must be a list of names, not None"),
        (["Anna", 7], {}, "players must be a list of names"),
        (["Anna", "Anna"], {}, "player 2 needs a name that nobody else has, not 'Anna'"),
        (["Anna", " "], {}, "player 2 needs a name that nobody else has, not ' '"),
        (["A", "B"], {"edition": "c26"}, "edition must be one of alea1999, .*, c25, not 'c26'"),
        (["A", "B"], {"edition": "alea1999"}, "the 1999 edition is for 3 to 5 players"),
        (["A", "B"], {"ra_limit": 11}, "a Ra track of 11 is impossible"),
        (["A", "B"], {"ra_limit": "6"}, "ra_limit must be a whole number, not '6'"),
        (["A", "B"], {"two_player_split": "half"}, "two_player_split must be one of razzia"),
        (["A", "B"], {"two_player_no_penalty": None}, "two_player_no_penalty must be one of off"),
        (["A", "B"], {"ra_limt": 6}, "there is no option 'ra_limt', only ra_limit, "),
        (["A", "B"], {"suns": [[9, 6, 5, 2], [9, 7, 4, 3]]}, "sun 9 appears 2 times"),
        (["A", "B"], {"suns": [[2, 3, 4, 5]]}, "2 players need 2 groups of suns, not 1"),
        (["A", "B"], {"suns": [[2, 3, 4], [6, 7, 8, 9]]}, "A needs 4 suns, not 3"),
        (["A", "B"], {"suns": [[2, 3, 4, 1], [6, 7, 8, 9]]}, "sun 1 is not dealt to 2 players"),
        (["A", "B"], {"suns": [[2, 3, 4, 5], [6, 7, 8, 10]]}, "sun 10 is not dealt to 2 players"),
        (["A", "B"], {"suns": [[9, 6, 5, 2], "8743"]}, "suns must be a list of numbers"),
        (["A", "B"], {"suns": 3}, "suns must be a list of numbers for each seat, not 3"),
        (["A", "B"], {"suns": [3, 4]}, "suns must be a list of numbers for each seat"),
    ],
)
def test_a_game_that_cannot_begin_says_why(
    players: list[str], options: dict[str, object], said: str
) -> None:
    with pytest.raises(ra.BadSetup, match=said):
        ra.new_game(players, **options)  # type: ignore[arg-type]


def test_dice_deal_the_groups_of_the_rulebook_and_nothing_else() -> None:
    table = {ra.new_game(["A", "B", "C"]).suns(seat) for seat in range(3)}
    dealt = {
        tuple(game.suns(seat) for seat in range(3))
        for seed in range(60)
        if (game := ra.new_game(["A", "B", "C"], dice=random.Random(seed)))  # noqa: S311
    }
    assert len(dealt) == 6
    assert all(set(suns) == table for suns in dealt)
    split = ra.new_game(["A", "B"], two_player_split="bgg", dice=random.Random(1))  # noqa: S311
    assert {split.suns(0), split.suns(1)} == {(3, 4, 6, 9), (2, 5, 7, 8)}


def test_the_bag_gives_only_what_is_in_it_and_all_of_it() -> None:
    game = ra.position("bag 3 ra, gold | Ann | Ben")
    dice = random.Random(1)  # noqa: S311 - dice
    drawn = [ra.random_draw(game, dice).tile for _ in range(400)]
    assert set(drawn) == {ra.Tile.RA, ra.Tile.GOLD}
    assert 250 < drawn.count(ra.Tile.RA) < 350
    empty = ra.position("epoch 3 | over | bag . | Ann (9 6 5 1) | *Ben (8 7 4 3)")
    with pytest.raises(ValueError, match="the bag is empty"):
        ra.random_draw(empty, dice)


def test_a_tie_is_broken_by_the_highest_own_sun_and_not_by_their_sum() -> None:
    """R-END-2: among equals the highest single disc decides."""
    end = "epoch 3 | over | centre 1 | Ann (13 2 3 4) 20 points | *Ben (12 11 10 9) 20 points"
    result = ra.position(f"{end} | Cleo (8 7 6 5) 31 points").result()
    assert result.ranking == (2, 0, 1)
    assert [tied.order for tied in result.tie_breaks] == [((0, 13), (1, 12))]
    assert str(result) == (
        "1. Cleo 31, 2. Ann 20, 3. Ben 20; 20 each, so the highest sun decides: Ann 13, Ben 12"
    )


def test_while_a_game_runs_it_has_no_result() -> None:
    with pytest.raises(ValueError, match="the game is not over: it is epoch 1, and Anna must"):
        ra.new_game(["Anna", "Ben"]).result()


CORRECTED = b"""\
{"ra_record": 1, "players": ["Anna", "Ben"]}
{"draw": "nile"}
{"undo": 1}
{"draw": "gold"}
{"draw": "flood"}
{"correct": 3, "to": [{"draw": "god"}]}
{"fix": {"active": 1}}
{"invoke": true}
"""


def test_a_record_with_corrections_has_the_game_as_it_stands_and_keeps_its_lines() -> None:
    record = ra.read_record(io.BytesIO(CORRECTED))
    assert [str(action) for action in record.actions] == ["draw God", "draw Flood", "invoke Ra"]
    said = [str(game).splitlines()[0] for game in record.games()]
    assert said == [
        "epoch 1 | ra 0/6 | centre 1",
        "epoch 1 | ra 0/6 | track god | centre 1",
        "epoch 1 | ra 0/6 | track god flood | centre 1",
        "epoch 1 | ra 0/6 | track god flood | centre 1",
        "epoch 1 | ra 0/6 | track god flood | centre 1 | auction A3 by Ben",
    ]
    assert [game.active for game in record.games()] == [0, 1, 0, 1, 0]
    assert Undo(1) in record.entries
    again = ra.read_record(io.BytesIO(str(record).encode()))
    assert list(again.games()) == list(record.games())
    *_, last = record.games()
    with pytest.raises(ValueError, match="set up in the middle"):
        ra.write_record(io.BytesIO(), last)


def test_a_position_is_no_record_unless_it_is_a_beginning(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    ra.write_record(str(file), ra.position("Ann | Ben").play(ra.Invoke()))
    assert ra.read_record(file).actions == (ra.Invoke(),)
    with pytest.raises(ValueError, match="set up in the middle"):
        ra.write_record(file, ra.position("track gold | Ann | Ben"))


def test_a_record_of_which_not_everything_was_entered_says_from_where_on() -> None:
    header = b'{"ra_record": 1, "players": ["Anna", "Ben"]}\n'
    record = ra.read_record(io.BytesIO(header + b'{"draw": "nile"}\n{"level": "light"}\n'))
    positions = record.games()
    assert [next(positions).phase, next(positions).phase] == ["turn", "turn"]
    with pytest.raises(ra.NotAllKnown, match="line 3: from here on not everything was entered"):
        next(positions)
    assert record.scores() == (10, 10)
    joined = ra.read_record(io.BytesIO(header + b'{"level": "light", "unknown": true}\n'))
    with pytest.raises(ra.NotAllKnown, match="points are not known"):
        joined.scores()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "line 1: the file is empty"),
        (b"nonsense", "line 1: not the first line of a game record: JSON is malformed"),
        (b'{"ra_record": 1, "players": ["A"]}', "line 1: Ra is for 2 to 5 players, not 1"),
        (CORRECTED + b'{"bid": "x"}\n', "line 9: not an event of a game record: Expected `int`"),
        (CORRECTED + b'{"bid": 1}\n', "line 9: Anna has no face-up sun 1"),
        (CORRECTED + b'{"bid": 9, "bid": 8}\n', 'line 9: .*"bid" is there twice'),
        (CORRECTED + b"\n{}", "line 9: a game record has no blank lines"),
        (b'{"epoch": 1,\n"players": []}', "line 1: this is a score sheet, not a game record"),
    ],
)
def test_a_bad_record_is_a_sentence_with_its_line(text: bytes, said: str) -> None:
    with pytest.raises(ra.BadRecord, match=f"^{said}") as why:
        ra.read_record(io.BytesIO(text))
    assert isinstance(why.value, ValueError)


def test_a_record_is_read_from_bytes(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(CORRECTED)
    with file.open(encoding="utf-8") as stream, pytest.raises(TypeError, match='with "rb"'):
        ra.read_record(stream)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        ra.read_record(tmp_path / "other.jsonl")


SHEETS: list[ra.PlayerSheet] = [
    {"name": "Anna", "before": 20, "suns": [1, 3, 6, 9], "tiles": {"pharaoh": 3, "flood": 1}},
    {"name": "Ben", "before": 24, "suns": [2, 4, 7, 8], "tiles": {ra.Tile.GOD: 1}},
]


def test_an_epoch_is_scored_as_the_command_does_and_every_number_has_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    points = ra.score(SHEETS, 3, two_player_no_penalty="final_only")
    sheet = tmp_path / "sheet.json"
    options = {"two_player_no_penalty": "final_only"}
    sheet.write_text(json.dumps({"epoch": 3, "options": options, "players": SHEETS}))
    assert main(["score", str(sheet), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    reasons = [row.pop("reasons") for row in points["players"]]  # type: ignore[misc]
    assert points == printed
    assert ra.score(SHEETS) == ra.score(SHEETS, 1)
    assert reasons[0]["pharaohs"] == "most pharaohs: 3"
    assert reasons[1]["gods"] == "1 × 2 points"
    assert [*reasons[0]] == [key for key in printed["players"][0] if key not in
                             ("name", "net", "before", "after")]  # fmt: skip


def test_a_sheet_that_cannot_be_says_why() -> None:
    with pytest.raises(ra.IllegalSheet, match="there is no sun 17"):
        ra.score([{"name": "Anna", "suns": [17]}, {}])
    with pytest.raises(ra.BadSheet, match=r"Expected `int.*before"):
        ra.score([{"before": "ten"}, {}])  # type: ignore[typeddict-item]


def test_a_step_is_the_next_game_and_what_happened() -> None:
    game = ra.position("ra 1/8 | track gold | auction A1 by Ben best Cleo 11 | Ann | *Ben | Cleo")
    after, events = game.step(ra.Pass())
    assert (after, events) == (game.play(ra.Pass()), game.events(ra.Pass()))
    match events:
        case (ra.Passed(ben), ra.LotWon(seat, paid, sun, lot)):
            assert (ben, seat, paid, sun, ra.counts(lot)) == (1, 2, 11, 1, {ra.Tile.GOLD: 1})
        case _:
            pytest.fail(str(events))


def test_points_are_those_of_the_epoch_if_it_ended_now() -> None:
    game = ra.position("*Ann: god, 2 pharaoh | Ben: flood, 3 nile")
    ann, ben = game.points()["players"]
    assert (ann["gods"], ann["pharaohs"], ann["net"]) == (2, 5, 2)
    assert (ben["river"], ben["pharaohs"], ben["after"]) == (4, -2, 7)
    assert ben["reasons"]["river"] == "floods: 1, Niles: 3"

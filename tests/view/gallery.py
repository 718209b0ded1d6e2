"""Every page that there is, with two to five players: models for the tests of the view."""

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec.structs import replace

import companion
from companion.core.clock import MINUTE_MS, PlayingTime
from companion.core.commands import TileGroup
from companion.core.messages import Message, Play, SavedGame
from companion.core.model import (
    Agreement,
    Guest,
    Model,
    Peeking,
    Preferences,
    Secrecy,
    Session,
    TakenBack,
)
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.pages.controls import controls
from companion.pages.corrections.fix_entry import FixEntry
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.corrections.ways import cells
from companion.pages.history.history import History
from companion.pages.letters import OnScreenKeyboard
from companion.pages.menu.menu import About, Languages, Menu, Troubles
from companion.pages.new_game.dealing import NO_SUNS, Dealing, LayingOut
from companion.pages.new_game.new_game import SavedGames
from companion.pages.new_game.options import OptionsPage
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.reference.guide import Rule
from companion.pages.reference.rules_card import Rules
from companion.pages.render import scene
from companion.pages.scoring.epoch import EpochScores, HandsNow, LastLot
from companion.pages.scoring.finale import Finale
from companion.pages.scoring.points_now import ProjectedScore
from companion.pages.scoring.race import BY_CATEGORY
from companion.pages.table.situation import PickDiscard, PickGod, PickSun, PickTile
from companion.pages.table.table import Table
from companion.pages.table.thing_card import ThingCard
from companion.pages.update import update
from companion.rules.actions import DRAWS
from companion.rules.editions import SUN_GROUPS, Seat, Sun, setup, sun_groups
from companion.rules.events import FixedPart, TileDrawn
from companion.rules.problems import Problem, Why
from companion.rules.records.entries import Change
from companion.rules.records.notation import position
from companion.rules.records.timeline import Timeline, enter
from companion.rules.tiles import Tile, bundle
from companion.ui.scene import Scene
from companion.ui.small_screen import drawn_size
from companion.ui.style import Canvas
from companion.ui.text_metrics import type_from
from tests.rules.table import action
from tests.view import benches, bygone, cafes, counts, lighter, machine_seats, phoned

PACKAGE = Path(companion.__file__).parent

ASSETS = next(path for path in (PACKAGE / "assets", PACKAGE.parent / "assets") if path.is_dir())

TYPE = type_from((ASSETS / "fonts" / "advances.json").read_bytes())

SIZES = (
    (800, 480),
    (1024, 600),
    (1280, 720),
    (1920, 1080),
    (480, 800),
    (3840, 2160),
    (1280, 1024),
    drawn_size((640, 480)),
    drawn_size((480, 320)),
)

NAMES = ("Anna", "Marek", "Yuki", "Zsófi", "Олена")

LONG_NAMES = (
    "Maximilian-Alexander von Hohenlohe-Langenburg",
    "Wolfeschlegelsteinhausenbergerdorff" * 5,
    "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末",
    "Анастасія Володимирівна Переяславська-Хмельницька",
    "🏺🏺🏺 Μαρία Ελένη 🏺🏺🏺",
)

_CIVILISATIONS = "civ_writing, civ_astronomy, civ_religion"

_MONUMENTS = "mon_pyramid, mon_palace, mon_sphinx"

_MORE = f"{_MONUMENTS}, mon_statues, mon_fortress, mon_step_pyramid, mon_obelisk"

_MANY = "3 mon_fortress, 2 mon_step_pyramid, 4 mon_statues"

_TILES = (
    f"god, 3 pharaoh, 4 nile, flood, 2 {_CIVILISATIONS}, 3 mon_temple, {_MONUMENTS}",
    "2 gold, 2 pharaoh, 2 nile, civ_art, mon_temple, mon_obelisk, mon_palace",
    f"2 god, gold, 5 pharaoh, 6 nile, 2 flood, 2 civ_agriculture, {_CIVILISATIONS}, {_MORE}",
    "god, gold, 3 nile, flood, civ_art, 2 civ_agriculture, mon_pyramid, mon_palace",
    f"4 pharaoh, nile, civ_art, {_CIVILISATIONS}, civ_agriculture, {_MANY}",
)

SCORES = (41, 37, 58, 29, 46)
"""Points that stand nowhere else on a table."""

LANE = "nile pharaoh mon_sphinx gold civ_astronomy dis_earthquake . ."


def page_types(kind: type[Page] = Page) -> list[type[Page]]:
    """Return the types of pages that can be opened: those without subclasses."""
    kinds = kind.__subclasses__()
    return [each for kind in kinds for each in page_types(kind)] if kinds else [kind]


def table(players: int, *parts: str, names: tuple[str, ...] = NAMES, active: int = 0) -> str:
    """Return a table in full swing, as text, with these parts more."""
    groups = SUN_GROUPS[players]
    lines = []
    for seat in range(players):
        up, down = groups[seat], ""
        if seat == 0:
            up, down = groups[0][1:], "(1)"
        elif seat == players - 1 and players > 2:
            up, down = groups[seat][1:], f"({groups[seat][0]})"
        star = "*" if seat == active else ""
        suns = " ".join(str(sun) for sun in up)
        name = names[seat].replace('"', "")
        lines.append(f'{star}"{name}" {suns} {down} {SCORES[seat]} points: {_TILES[seat]}')
    parts = parts if any(part.startswith("track") for part in parts) else (*parts, f"track {LANE}")
    return "\n".join((" | ".join(("epoch 2", "ra 3", f"centre {groups[0][0]}", *parts)), *lines))


def at_table(
    players: int, *parts: str, names: tuple[str, ...] = NAMES, active: int = 0, pick: object = None
) -> Model:
    """Return the program with this table on it."""
    game = position(table(players, *parts, names=names, active=active))
    return Model(
        page=Table(pick),  # type: ignore[arg-type]  # any pick, to be short
        session=Session(timeline=Timeline(start=game), buttons=tuple(range(players))),
    )


def guests(players: int, names: tuple[str, ...] = NAMES) -> tuple[Guest, ...]:
    """Return people who have joined; every second has no name."""
    return tuple(Guest(seat, names[seat] if seat % 2 == 0 else "") for seat in range(players))


def scored(players: int, *said: str, names: tuple[str, ...] = NAMES) -> Model:
    """Return the program after these actions on a table whose Ra track has one place."""
    text = table(players, "limit 1", names=names).replace("ra 3", "ra 0")
    timeline = Timeline(start=position(text.replace("epoch 2", "epoch 1")))
    for words in said:
        timeline = enter(timeline, action(words))
    buttons = tuple(range(players))
    return Model(page=EpochScores(), session=Session(timeline=timeline, buttons=buttons))


def _ended(epochs: int, page: Callable[[int], Page]) -> Callable[..., Model]:
    """Return what makes a page after so many epochs."""
    said = ["draw ra"] * epochs
    return lambda n, names: replace(scored(n, *said, names=names), page=page(n))


def _over(page: Callable[[int], Page]) -> Callable[..., Model]:
    """Return what makes a page that is opened at the table."""
    return lambda n, names: replace(at_table(n, names=names), page=page(n))


def _losing(players: int, names: tuple[str, ...]) -> Model:
    """Return the program after an epoch that cost everybody points but the first."""
    model = scored(players, names=names)
    assert model.session.timeline is not None
    game = model.session.timeline.start
    poor = tuple(
        replace(each, tiles=bundle([Tile.PHARAOH, *_ARTS] if not seat else [Tile.NILE]))
        for seat, each in enumerate(game.players)
    )
    start = Timeline(start=replace(game, players=poor))
    return model.with_session(timeline=enter(start, action("draw ra")))


_ARTS = Tile.ART, Tile.WRITING, Tile.RELIGION


def _tiles(players: int) -> int:
    """Return which of all things that can lie otherwise are the tiles of the first player."""
    found = cells(at_table(players).game)
    return [cell.part for cell in found].index(FixedPart.TILES)


def _history(players: int, names: tuple[str, ...]) -> Model:
    model = at_table(players, names=names, active=1)
    timeline = model.session.timeline
    assert timeline is not None
    for words in ("draw flood", "draw ra", *["pass"] * players, "draw nile"):
        timeline = enter(timeline, action(words))
    return replace(model.with_session(timeline=timeline), page=History(4))


def _lot(players: int, names: tuple[str, ...]) -> Model:
    """Return the program just after a lot with two disasters."""
    by = f"auction A1 by {_quoted(names[players - 1])}"
    model = at_table(players, by, "track nile pharaoh gold dis_funeral dis_drought", names=names)
    timeline = model.session.timeline
    assert timeline is not None
    won = f"won {SUN_GROUPS[players][0][1]}"
    return model.with_session(timeline=enter(timeline, action(won)))


def _last_lot(players: int, names: tuple[str, ...]) -> Model:
    """Return the program just after the last sun of an epoch has won a lot."""
    lot = f"auction A1 by {_quoted(names[0])}", "track nile pharaoh mon_sphinx gold dis_drought"
    game = at_table(players, *lot, names=names).game
    last = game.players[0].suns[-1]
    left = [(Sun(last),), *[()] * (players - 1)]
    own = tuple(
        replace(player, suns=up, spent=tuple(sorted({*player.suns, *player.spent} - {*up})))
        for player, up in zip(game.players, left, strict=True)
    )
    timeline = enter(Timeline(start=replace(game, players=own)), action(f"won {last}"))
    model = at_table(players, names=names).with_session(timeline=timeline)
    return replace(model, page=LastLot())


def saved_games(players: int, names: tuple[str, ...] = NAMES) -> tuple[SavedGame, ...]:
    """Return games that were left by so many, by two, and by others."""
    return tuple(
        SavedGame(f"{at:06}-20261127T201530", f"2026-11-27 {when}", setup(names[:number]),
                  guests(number, names), epoch)
        for at, (when, number, epoch) in enumerate(
            (("20:15", players, 2), ("18:40", 2, 1), ("16:05", 5, 3), ("11:59", 3, 1))
        )
    )  # fmt: skip


def _quoted(name: str) -> str:
    return f'"{name}"'


def _timed(model: Model, minutes: int = 0) -> Model:
    """Return it with a clock that is seen, after more than an hour."""
    shares = (18, 5, 11, 3, 6)[: len(model.game.players)]
    clock = PlayingTime(
        74 * MINUTE_MS, tuple(share * MINUTE_MS for share in shares), minutes=minutes
    )
    return model.with_preferences(has_clock=True).with_session(clock=clock)


def _all_out(players: int, names: tuple[str, ...]) -> Model:
    """Return the program just after a sixth tile of five was drawn."""
    model = at_table(players, "track", names=names)
    bare = [line.partition(": ")[0] for line in table(players, "track", names=names).splitlines()]
    timeline = Timeline(start=position("\n".join(bare)))
    for words in ("draw civ_art", "draw civ_religion", *["draw civ_art"] * 4):
        timeline = enter(timeline, action(words))
    desk = model.with_session(timeline=timeline)
    return update(desk, Play(DRAWS[Tile.ART]))[0]


_TURN: Mapping[str, Callable[[int, tuple[str, ...]], Model]] = {
    "turn": lambda n, names: at_table(n, names=names, active=1),
    "turn with a god": lambda n, names: at_table(n, names=names),
    "full track": lambda n, names: at_table(
        n, "track 2 nile 2 flood mon_temple civ_art dis_unrest god", names=names
    ),
    "empty track": lambda n, names: at_table(n, "track", names=names),
    "turn with a clock": lambda n, names: _timed(at_table(n, names=names, active=1)),
    "long asked": lambda n, names: _timed(_lot(n, names), minutes=3),
    "group": lambda n, names: at_table(n, names=names, pick=PickTile(TileGroup.MONUMENT)),
    "dial": lambda n, names: at_table(n, names=names, pick=PickTile(TileGroup.ALL, 8)),
    "god": lambda n, names: at_table(n, names=names, pick=PickGod(2)),
    "gods": lambda n, names: at_table(n, "gods", names=names),
    "laid tiles": lambda n, names: at_table(
        n, *(["options rgg2009, razzia"] if n == 2 else ["options rgg2009"]), names=names
    ),
    "last place": lambda n, names: at_table(n, names=names).with_session(
        timeline=Timeline(start=position(_nearly(n, names)))
    ),
    "lot": _lot,
    "discard": lambda n, names: at_table(
        n, "disaster dis_unrest", "track nile", names=names, pick=PickDiscard((Tile.WRITING,), 1)
    ),
}


def _nearly(players: int, names: tuple[str, ...]) -> str:
    limits = {2: 6, 3: 8, 4: 9, 5: 10}
    return table(players, names=names).replace("ra 3", f"ra {limits[players] - 1}")


_AUCTION: Mapping[str, Callable[[int, tuple[str, ...]], Model]] = {
    "auction": lambda n, names: at_table(
        n, f"auction A1 by {_quoted(names[n - 1])}", names=names, active=0
    ),
    "stepping": lambda n, names: at_table(
        n,
        f"auction A1 by {_quoted(names[n - 1])}",
        names=names,
        active=0,
        pick=PickSun(Seat(0), Sun(SUN_GROUPS[n][0][1])),
    ),
    "bid": lambda n, names: at_table(
        n,
        f"auction A1 by {_quoted(names[n - 1])} best {_quoted(names[0])} {SUN_GROUPS[n][0][1]}",
        names=names,
        active=n - 1,
    ),
    "forced": lambda n, names: at_table(
        n, f"auction A3 by {_quoted(names[n - 1])}", names=names, active=n - 1
    ),
}

_WRONG = (
    Notice(Notes.BUTTON_MASKED, {"button": "p1"}),
    Notice(Notes.LOST_ASIDE, {"game": "000042-20261121T201530", "file": "000042-20261121T201530"
                              ".jsonl.unproved-1"}),
    Notice(Notes.NOT_SAVED_FULL),
    Notice(Notes.STICK_NOT_WRITTEN, {"why": "/media/stick: Input/output error"}),
    Notice(Notes.NO_SOUND),
)  # fmt: skip

_PAGES: Mapping[str, Callable[[int, tuple[str, ...]], Model]] = {
    "welcome": lambda n, names: Model(
        page=Welcome(), session=Session(last_guests=guests(n, names))
    ),
    "seating": lambda n, names: Model(
        page=Seating(guests(n, names), n - 1), session=Session(known_names=("Béla", "Eva"))
    ),
    "seating with the table": lambda n, names: Model(
        page=Seating(guests(n, names)[1:], 0), session=Session(agreement=Agreement(machines=2))
    ),
    "agreeing": lambda n, names: Model(page=OptionsPage(guests(n, names), row=1)),
    "naming": lambda n, names: Model(
        page=Seating(guests(n, ("An", *names[1:])), 0, OnScreenKeyboard()),
        session=Session(known_names=("Anna", "Anežka", "Andriy", "Anett", "Béla")),
    ),
    "dealing": lambda n, names: Model(page=Dealing(guests(n, names), sun_groups(n))),
    "dealt by hand": lambda n, names: Model(
        page=Dealing(guests(n, names), (*sun_groups(n)[: n - 1], NO_SUNS), n - 1)
    ),
    "laying out": lambda n, names: Model(
        page=LayingOut(guests(n, names)), session=Session(agreement=Agreement(is_first=True))
    ),
    "first game": lambda n, names: at_table(n, names=names, active=1).with_session(
        is_first=True, lesson=Rule.KEPT.value
    ),
    "scoring": lambda n, names: scored(n, "draw ra", names=names),
    "scoring the last": lambda n, names: scored(n, *["draw ra"] * 3, names=names),
    "scoring in the open": lambda n, names: scored(n, "draw ra", names=names).with_session(
        agreement=Agreement(secrecy=Secrecy.OPEN)
    ),
    "revealing an epoch": lambda n, names: replace(
        scored(n, "draw ra", names=names).with_session(agreement=Agreement(secrecy=Secrecy.OPEN)),
        page=EpochScores(hidden=2, since=0.0),
    ),
    "scoring sealed": lambda n, names: scored(n, "draw ra", names=names).with_session(
        agreement=Agreement(secrecy=Secrecy.SEALED)
    ),
    "the first course": _ended(1, lambda _: EpochScores(hidden=4, since=0.0)),
    "reasons": _ended(1, lambda n: EpochScores(reasons_for=Seat(n - 1))),
    "all reasons": _ended(3, lambda _: EpochScores(reasons_for=Seat(0))),
    "reveal": _ended(3, lambda _: Finale(1)),
    "a place rises": _ended(3, lambda _: Finale(rising=1, since=0.0)),
    "last lot": _last_lot,
    "saved games": lambda n, names: Model(page=SavedGames(games=saved_games(n, names))),
    "hands now": _ended(1, lambda _: HandsNow()),
    "hands now with losses": lambda n, names: replace(_losing(n, names), page=HandsNow()),
    "revealing the last epoch": _ended(3, lambda _: EpochScores(hidden=1, since=0.0)),
    "breakdown and why": _ended(3, lambda n: Finale(n + 1, reasons_for=Seat(n - 1), epoch=1)),
    "time played": lambda n, names: _timed(
        replace(scored(n, *["draw ra"] * 3, names=names), page=Finale(n + 4))
    ),
    "winner": _ended(3, Finale),
    "breakdown": _ended(3, lambda n: Finale(n + 1)),
    "breakdown by category": _ended(3, lambda n: Finale(n + BY_CATEGORY)),
    "history": _history,
    "last Ra": lambda n, names: at_table(n, "limit 4", names=names, active=1),
    "menu": _over(lambda _: Menu(row=1)),
    **phoned.pages(at_table, guests),
    "languages": _over(lambda _: Languages(row=4)),
    "about": _over(lambda _: About()),
    "trouble": lambda n, names: at_table(n, names=names, active=1).with_screen(
        troubles=(Notice(Notes.NOT_ON_DISK, {"kind": "tmpfs"}), Notice(Notes.NO_SOUND))
    ),
    "what is wrong": lambda n, names: replace(
        at_table(n, names=names, active=1).with_screen(troubles=_WRONG), page=Troubles()
    ),
    "refusal": lambda n, names: replace(
        at_table(n, names=names, active=1).with_screen(
            notice=Problem(Why.NO_GOD, {"name": names[1]})
        ),
        now=1.0,
    ),
    "unproved": lambda n, names: replace(
        at_table(n, names=names, active=1).with_screen(
            notice=Notice(Notes.UNPROVED, {"actions": 84, "file": "0042-2026-11-21.jsonl"})
        ),
        now=1.0,
    ),
    "taken back": lambda n, names: replace(
        at_table(n, names=names, active=1).with_screen(
            notice=TakenBack((TileDrawn(Seat(0), Tile.NILE),), again=False)
        ),
        now=1.0,
    ),
    "mending": _over(lambda _: FixPanel(9)),
    "mending a slot": _over(lambda _: FixPanel(6, 3)),
    "mending a sun": _over(lambda _: FixPanel(14, 1)),
    "mending what goes on": _over(lambda _: FixPanel(2, 2)),
    "mending tiles": _over(lambda n: FixPanel(_tiles(n), 2)),
    "correcting": lambda n, names: replace(_history(n, names), page=FixEntry(1, way=4)),
    "missing before": lambda n, names: replace(
        _history(n, names), page=FixEntry(2, is_missing=True)
    ),
    "no longer fits": lambda n, names: replace(
        _history(n, names),
        page=FixEntry(
            3, (Change(2, (DRAWS[Tile.NILE],)),), Problem(Why.NO_AUCTION, {"name": names[1]})
        ),
    ),
    "all out": _all_out,
    "scoring and refused": lambda n, names: _told(scored(n, *["draw ra"] * 3, names=names)),
    "scoring and troubled": lambda n, names: _told(scored(n, "draw ra", names=names)).with_screen(
        troubles=(Notice(Notes.NO_SOUND),)
    ),
    "result and refused": lambda n, names: _told(
        replace(scored(n, *["draw ra"] * 3, names=names), page=Finale(n))
    ),
    "peek": lambda n, names: at_table(n, names=names, active=1).with_session(
        peek=Peeking(Seat(n - 1), 0.0)
    ),
    "peek after an epoch": lambda n, names: scored(n, "draw ra", names=names).with_session(
        peek=Peeking(Seat(0), 0.0)
    ),
    "saving": lambda n, names: replace(
        at_table(n, names=names).with_screen(saving_since=0.0), now=1.0
    ),
}


def _told(model: Model) -> Model:
    """Return the same page while something long is said."""
    unproved = Notice(Notes.UNPROVED, {"actions": 84, "file": "0042-2026-11-21.jsonl"})
    return replace(model.with_screen(notice=unproved), now=1.0)


def _carded(made: Callable[[int, tuple[str, ...]], Model]) -> Callable[..., Model]:
    """Return the same page with the rules card over it."""
    return lambda n, names: made(n, names).with_screen(is_card_shown=True)


def _touched(part: FixedPart, whose: int = 0) -> Callable[..., Model]:
    """Return the card of what was touched on a table on which a god can be used."""
    card = ThingCard(part, whose)
    return lambda n, names: replace(_TURN["turn with a god"](n, names), page=card)


_READING: Mapping[str, Callable[[int, tuple[str, ...]], Model]] = {
    "card": _carded(_TURN["turn with a god"]),
    "card at an auction": _carded(_AUCTION["bid"]),
    "card for a disaster": _carded(_TURN["discard"]),
    "card of the first page": _carded(_PAGES["welcome"]),
    "card of the seats": _carded(_PAGES["seating"]),
    "card of a scoring": _carded(_PAGES["scoring"]),
    "card of a light table": _carded(lighter.PAGES["light"]),
    "card of a count": _carded(counts.PAGES["counting"]),
    "rules": _over(lambda _: Rules(1)),
    "card of a tile": _touched(FixedPart.SPACE, 0),
    "card of the sun": _touched(FixedPart.CENTRE),
    "card of the Ra track": _touched(FixedPart.RA_TRACK),
    "card of a player": _touched(FixedPart.TILES, 1),
    "worth": _over(lambda _: ProjectedScore()),
    "worth and why": _over(lambda _: ProjectedScore(reasons_for=Seat(0))),
}


def _in_a_cafe(
    made: Callable[[Model, tuple[str, ...]], Model],
) -> Callable[[int, tuple[str, ...]], Model]:
    return lambda players, names: made(at_table(players, names=names), names)


PAGES: Mapping[str, Callable[[int, tuple[str, ...]], Model]] = {
    **_PAGES,
    **_TURN,
    **_AUCTION,
    **_READING,
    **benches.PAGES,
    **bygone.PAGES,
    **lighter.PAGES,
    **counts.PAGES,
    **machine_seats.pages(at_table),
    **{name: _in_a_cafe(made) for name, made in cafes.PAGES.items()},
}
"""How each page comes about, for so many players of these names."""

PEEKS: Mapping[tuple[int, int], Model] = {
    (players, seat): at_table(players, active=1).with_session(peek=Peeking(Seat(seat), 0.0))
    for players in range(2, 6)
    for seat in range(players)
}
"""A peek by each player, by the number of players and by who looks."""

AT_TABLE = (*_TURN, *_AUCTION)
"""The pages on which the table lies."""


def shown(
    model: Model, size: tuple[int, int] = (800, 480), *, touch: bool = True, letters: bool = False
) -> Scene[Message]:
    """Return what is on a screen of this size."""
    return scene(model, Canvas(size=size, type=TYPE, touch=touch, letters=letters))


def tied(model: Model, points: int = 30) -> Model:
    """Return the same with all players at so many points since the last entry."""
    timeline = model.session.timeline
    assert timeline is not None
    last = timeline.steps[-1]
    equal = tuple(replace(player, score=points) for player in last.game.players)
    step = replace(last, game=replace(last.game, players=equal))
    return model.with_session(timeline=replace(timeline, steps=(*timeline.steps[:-1], step)))


def papyrus(model: Model) -> Model:
    """Return the same by day."""
    return replace(model, preferences=Preferences(theme="papyrus"))


def offered(model: Model) -> set[Message]:
    """Return everything that some control means now and is allowed."""
    now = controls(model)
    both = (*now.taps.values(), *now.holds.values())
    return {offer.message for offer in both if offer.is_lit}

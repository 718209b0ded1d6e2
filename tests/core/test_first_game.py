"""A first game: each rule is told once, at most one a turn, before it matters."""

from collections.abc import Callable, Iterator, Mapping
from random import Random

import pytest
from msgspec.structs import replace

from companion.core.effects import OpenBook
from companion.core.messages import Agree, Begin, Dealt, GoTo, Leave, Rematch, Resumed, TakeBack
from companion.core.model import Model
from companion.core.session import Agreement, Guest, Session
from companion.i18n import ENGLISH
from companion.journal import game_lines
from companion.journal.lines import Line
from companion.pages.new_game import LayingOut, OptionsPage, Welcome, rows, suns_of
from companion.pages.reference.guide import Rule
from companion.pages.reference.lessons import (
    LESSONS,
    MOST_LESSONS,
    Short,
    before_the_game,
    telling,
    told,
)
from companion.pages.status_bar import told as shown
from companion.pages.table import Table
from companion.rules.actions import DRAWS, Level
from companion.rules.editions import RA_LIMITS, Edition, NoPenalty, Options, Seat, Split, setup
from companion.rules.events import TileDrawn
from companion.rules.legal import god_targets
from companion.rules.model import Auction, Game, Phase
from companion.rules.play import play
from companion.rules.records.shapes import SetLevel
from companion.rules.records.timeline import Moment, Seq, Timeline, begin, enter
from companion.rules.tiles import FAMILIES, Family, Tile, count
from companion.selfplay import random_game
from companion.speaking.announcing import news
from tests.core.desk import Desk, dice
from tests.rules.games import a_game, whole_record

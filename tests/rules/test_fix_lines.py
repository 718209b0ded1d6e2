"""A fix in a record: one line that says what people said."""

import msgspec
import pytest

from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import Sun
from companion.rules.model import Auction, AuctionCause, Phase
from companion.rules.records.record import entry, read_entry
from companion.rules.tiles import Tile
from tests.rules.table import ANN, BEN


@pytest.mark.parametrize(
    ("fix", "line"),
    [
        (Fix(track_tiles=0, ra_count=0), {"lane_tiles": 0, "ra_count": 0}),
        (
            Fix(centre=Sun(7), active=ANN, epoch=2, stage=Phase.GODS),
            {"centre": 7, "active": 0, "epoch": 2, "phase": "gods"},
        ),
        (
            Fix(stage=Auction(BEN, AuctionCause.RA_DRAWN)),
            {"phase": "auction", "ra_player": 1, "reason": "A1"},
        ),
        (
            Fix(track=(Tile.NILE, None, *(None,) * 6)),
            {"lane": ["nile", *(None,) * 7]},
        ),
        (
            Fix(
                hands=(
                    HandFix(BEN, suns=(), spent=(Sun(5), Sun(1))),
                    HandFix(ANN, tiles=0, score=0),
                )
            ),
            {
                "players": [
                    {"seat": 1, "up": [], "down": [5, 1]},
                    {"seat": 0, "tiles": {}, "score": 0},
                ]
            },
        ),
        (
            Fix(hands=(HandFix(ANN, tiles=2 * Tile.NILE.one + Tile.GOLD.one),)),
            {"players": [{"seat": 0, "tiles": {"gold": 1, "nile": 2}}]},
        ),
    ],
)
def test_a_fix_is_one_line_of_a_record_with_only_what_was_said(
    fix: Fix, line: dict[str, object]
) -> None:
    assert entry(fix) == {"fix": line}
    assert read_entry(msgspec.json.encode(entry(fix))) == fix

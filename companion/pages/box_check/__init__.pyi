"""Packing up: whether everything is in the box."""

from companion.pages.box_check import box_check as box_check
from companion.pages.box_check.box_check import PILE_TILES as PILE_TILES
from companion.pages.box_check.box_check import BoxCheck as BoxCheck
from companion.pages.box_check.box_check import BoxDone as BoxDone
from companion.pages.box_check.box_check import CheckBox as CheckBox
from companion.pages.box_check.box_check import CountByHand as CountByHand
from companion.pages.box_check.box_check import KeepCheck as KeepCheck
from companion.pages.box_check.box_check import LastSeen as LastSeen
from companion.pages.box_check.box_check import PointAt as PointAt
from companion.pages.box_check.box_check import check_box as check_box
from companion.pages.box_check.box_check import lacking as lacking
from companion.pages.box_check.box_check import last_seen as last_seen
from companion.pages.box_check.box_check import piles_of as piles_of
from companion.pages.box_check.box_check import short_piles as short_piles

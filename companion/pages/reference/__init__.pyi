"""The rules to look up: the card of the moment, the overview, what would score now."""

from companion.pages.reference import card_key as card_key
from companion.pages.reference import lessons as lessons
from companion.pages.reference import rules_card as rules_card
from companion.pages.reference import rules_card_view as rules_card_view
from companion.pages.reference.card_key import can_ask as can_ask
from companion.pages.reference.guide import LEAVES as LEAVES
from companion.pages.reference.guide import GuideLine as GuideLine
from companion.pages.reference.guide import Leaf as Leaf
from companion.pages.reference.guide import Rule as Rule
from companion.pages.reference.guide import leaves as leaves
from companion.pages.reference.reading import ProjectedScore as ProjectedScore
from companion.pages.reference.reading import Rules as Rules
from companion.pages.reference.reading import can_look_at_worth as can_look_at_worth
from companion.pages.reference.reading import projected as projected
from companion.pages.reference.reading import projected_sheets as projected_sheets
from companion.pages.reference.rules_card import MOST_SENTENCES as MOST_SENTENCES
from companion.pages.reference.rules_card import MOST_TILES as MOST_TILES
from companion.pages.reference.rules_card import Card as Card
from companion.pages.reference.rules_card import Cost as Cost
from companion.pages.reference.rules_card import KnownFact as KnownFact
from companion.pages.reference.rules_card import card as card

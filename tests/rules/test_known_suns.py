"""What follows from the suns that are known: where the others are, and whose turn it can be."""

from msgspec.structs import replace

from companion.rules.editions import Sun, Suns, setup
from companion.rules.partial import Holding, PartialGame, left_of, only_left, unknown
from tests.rules.table import ANN, BEN, CLEO

THREE = setup(("Ann", "Ben", "Cleo"))

ANNS: Suns = tuple(map(Sun, (2, 5, 8, 13)))

BENS: Suns = tuple(map(Sun, (3, 6, 9, 12)))

CLEOS: Suns = tuple(map(Sun, (4, 7, 10, 11)))


def known(*ups: Suns | None) -> PartialGame:
    """Return a table of which so much is known of what lies face up."""
    return replace(unknown(THREE), hands=tuple(Holding(suns=up) for up in ups))


def test_the_only_player_who_is_not_known_has_what_is_nowhere_else() -> None:
    assert only_left(THREE, [ANNS, BENS, None], Sun(1)) == (ANNS, BENS, CLEOS)


def test_suns_that_were_told_twice_tell_nothing_of_the_others() -> None:
    assert only_left(THREE, [ANNS, ANNS, None], Sun(1)) == (ANNS, ANNS, None)


def test_what_is_left_for_two_players_belongs_to_neither() -> None:
    """Ann's eight suns are a slip, and no reason to give the same four to both others."""
    slipped = tuple(sorted((*ANNS, *BENS)))
    assert only_left(THREE, [slipped, None, None], Sun(1)) == (slipped, None, None)


def test_the_turn_goes_to_the_next_who_has_a_sun_face_up() -> None:
    assert left_of(known(ANNS, (), CLEOS), ANN) == CLEO


def test_nobody_knows_whose_turn_it_is_while_the_next_may_have_a_sun() -> None:
    assert left_of(known(ANNS, None, CLEOS), ANN) is None
    assert left_of(known(ANNS, None, CLEOS), BEN) == CLEO


def test_whoever_alone_has_a_sun_is_next_whoever_was_in_turn() -> None:
    assert left_of(known((), BENS, ()), None) == BEN
    assert left_of(known(ANNS, BENS, ()), None) is None


def test_who_alone_has_a_sun_is_next_to_themselves_and_who_has_none_is_never_next() -> None:
    assert left_of(known(ANNS, (), ()), ANN) == ANN
    assert left_of(known((), (), ()), ANN) is None

"""Pages at a table with phones: the code, a phone that asks for a seat, and seats with phones."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.core.model import Model, Phones, SeatRequest
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.phones.join import PhonesPage
from companion.rules.editions import sun_groups

LINK = "http://192.168.1.20:8137/#Vv3q0bqVx5pB3bqgC1dQmA"

PHONES = Phones(link=LINK, address="192.168.1.20:8137", seated={0: "a1"}, watching=1)


def pages(
    at_table: Callable[..., Model], guests: Callable[..., tuple[object, ...]]
) -> Mapping[str, Callable[[int, tuple[str, ...]], Model]]:
    """Return the pages, made of tables of the gallery."""

    def joining(players: int, names: tuple[str, ...], *asking: SeatRequest) -> Model:
        model = at_table(players, names=names)
        return replace(model, page=PhonesPage(), phones=replace(PHONES, asking=asking))

    def seating(players: int, names: tuple[str, ...]) -> Model:
        page = Seating(guests(players, names))  # type: ignore[arg-type]  # the gallery's own
        return Model(page=page, phones=PHONES)

    def dealing(players: int, names: tuple[str, ...]) -> Model:
        page = Dealing(guests(players, names), sun_groups(players))  # type: ignore[arg-type]  # the same
        return Model(page=page, phones=PHONES)

    return {
        "code for phones": joining,
        "phone asks": lambda n, names: joining(n, names, SeatRequest("b2", 1)),
        "first page with phones": lambda _, __: Model(page=Welcome(), phones=PHONES),
        "seats with phones": seating,
        "suns with phones": dealing,
    }

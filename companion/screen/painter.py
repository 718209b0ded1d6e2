"""From display list to pixels: only what differs from the picture before is painted again."""

from itertools import chain

from pygame import Rect, Surface

from companion.screen.blits import Blits
from companion.screen.damage import differences, joined
from companion.screen.drawings import Drawings
from companion.screen.fonts import Fonts
from companion.screen.pictures import Pictures
from companion.view.scene import Item, Message, Scene, Sky

_BYTES_OF_A_PIXEL = 4
_SCREENFULS_KEPT = 3
"""So many screens of pixels are kept for use again, whatever they show."""
_LEAST_KEPT = 8 * 1024 * 1024
_BLACK = (0, 0, 0)


class Painter:
    """Paints scenes on one surface of their size, and remembers the last one."""

    def __init__(self, surface: Surface, fonts: Fonts, pictures: Pictures) -> None:
        self._surface = surface
        self._screen = surface.get_rect()
        screenful = self._screen.w * self._screen.h * _BYTES_OF_A_PIXEL
        most_bytes = max(_LEAST_KEPT, _SCREENFULS_KEPT * screenful)
        self._drawings = Drawings(fonts, pictures, most_bytes)
        self.forget()

    def forget(self) -> None:
        """Forget what was painted last, so that the next scene is painted whole."""
        self._is_blank = True
        self._items: tuple[Item, ...] = ()
        self._bounds: list[Rect] = []
        self._blits: list[Blits] = []

    def paint(self, scene: Scene[Message]) -> list[Rect]:
        """Bring the surface up to date and return the areas that changed, none if nothing did.

        Raises:
            FileNotFoundError: An item names a picture that does not exist.
            ValueError: The scene is not as large as the surface.
        """
        if scene.size != self._screen.size:
            raise ValueError(f"A scene of {scene.size} on a surface of {self._screen.size}")
        damage = self._take(scene.items)
        for area in damage:
            self._repaint(area)
        return damage

    def foresee(self, scene: Scene[Message]) -> None:
        """Draw what is not on the surface, beside it: a scene that comes has it ready.

        Raises:
            FileNotFoundError: An item names a picture that does not exist.
        """
        for item in set(scene.items).difference(self._items):
            self._drawings.placed(item)

    def _take(self, items: tuple[Item, ...]) -> list[Rect]:
        """Make these the items on the screen, and return where they differ from those before."""
        if items is self._items and not self._is_blank:
            return []
        damage = []
        moved = 0
        for gone, come in differences(self._items, items):
            here = slice(gone.start + moved, gone.stop + moved)
            moved += (come.stop - come.start) - (gone.stop - gone.start)
            before = self._bounds[here]
            damage += before
            damage += [area for area in self._replace(here, items[come]) if area not in before]
        self._items = items
        if self._is_blank:
            self._is_blank = False
            return [self._screen.copy()]
        return joined(damage, self._screen)

    def _replace(self, gone: slice, items: tuple[Item, ...]) -> list[Rect]:
        """Put these items in the place of those, and return the areas they cover."""
        placed = [self._drawings.placed(item) for item in items]
        self._blits[gone] = [one.blits for one in placed]
        self._bounds[gone] = bounds = [one.bounds for one in placed]
        return bounds

    def _repaint(self, area: Rect) -> None:
        """Paint all that touches this area, back to front, and nothing outside of it."""
        self._surface.set_clip(area)
        if not self._has_sky_behind(area):
            self._surface.fill(_BLACK)
        self._surface.blits(self._touching(area), doreturn=False)
        self._surface.set_clip(None)

    def _touching(self, area: Rect) -> Blits:
        touched = area.collidelistall(self._bounds)
        return tuple(chain.from_iterable(map(self._blits.__getitem__, touched)))

    def _has_sky_behind(self, area: Rect) -> bool:
        """Whether the first item leaves nothing of this area free."""
        is_sky = bool(self._items) and isinstance(self._items[0], Sky)
        return is_sky and bool(self._bounds[0].contains(area))

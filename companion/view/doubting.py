"""What may have happened, where the antennas cannot tell: a key for each story, nothing blocked."""

from collections.abc import Iterator

from companion import telling
from companion.core.antennas import Happened
from companion.core.model import Model
from companion.core.stories import Story
from companion.core.zones import doubts
from companion.rules.events import Event
from companion.rules.model import Game
from companion.rules.play import play
from companion.rules.timeline import Timeline
from companion.view.edge import edge_px
from companion.view.layout import bands, columns, rows
from companion.view.look import CENTRED, Look, Piece, Size
from companion.view.pieces import key_ground, paragraph
from companion.view.scene import Box, Rect, Target
from companion.view.speech import short_setup, weightiest

_MOST_ABREAST = 2


def doubt(look: Look, model: Model) -> Iterator[Piece]:
    """Yield the question over both tracks; any entry by hand is an answer, too."""
    stories, timeline = doubts(model), model.timeline
    if not stories or timeline is None:
        return
    where = bands(look, edge_px(look, model))
    room = Rect(where.lane.x, where.track.y, where.lane.w, where.prompt.y - where.track.y)
    yield Box(room, look.theme.panel_active, border=look.theme.gold, border_px=max(2, look.px(2)),
              radius=look.either(14, 10))  # fmt: skip
    high = look.line_height(Size.LABEL) + look.px(4)
    title = Rect(room.x, room.y, room.w, high)
    sentence = look.say("What happened? Touch it, or enter it by hand")
    yield look.line(title, sentence, Size.LABEL, style=CENTRED)
    gap = look.px(4)
    inner = Rect(room.x + gap, room.y + high, room.w - 2 * gap, room.h - high - gap)
    for spot, story in zip(_spots(inner, len(stories), gap), stories, strict=False):
        yield key_ground(look, spot, is_lit=True)
        room_for_words = Rect(spot.x + gap, spot.y, spot.w - 2 * gap, spot.h)
        yield from paragraph(look, room_for_words, _told(look, timeline, story), Size.LABEL)
        yield Target(spot, Happened(story, timeline.seq))


def _spots(rect: Rect, number: int, gap: int) -> Iterator[Rect]:
    """Yield a place for each of so many keys, row by row."""
    abreast = min(number, _MOST_ABREAST)
    for row in rows(rect, -(-number // abreast), gap):
        yield from columns(row, abreast, gap)


def _told(look: Look, timeline: Timeline, story: Story) -> str:
    """Return what a story tells, in the words of the account."""
    setup = short_setup(look, timeline.game.setup)
    told = (
        telling.account(each, setup, look.canvas.words) for each in _events(timeline.game, story)
    )
    return "; ".join(told)


def _events(game: Game, story: Story) -> Iterator[Event]:
    """Yield what says most of each action."""
    for action in story:
        game, events = play(game, action)
        event = weightiest(events)
        if event is not None:
            yield event

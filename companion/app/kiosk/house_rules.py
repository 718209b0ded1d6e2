"""The house rules of a table in a café, as its owner has set them."""

from __future__ import annotations

from pathlib import Path

from companion.core.kiosk import Calling
from companion.core.model import Choices, Kiosk
from companion.i18n.languages import LANGUAGES
from companion.settings import Settings, level_by_hardware
from companion.storage import boxes, staff_call

_ONLY_BOX = "Ra"
"""What the box is called if nobody has named it."""


def house_rules(settings: Settings, data: Path, now: float, *, is_simulated: bool = False) -> Kiosk:
    """Return the house rules as they are set, what is known of the box, and who still calls.

    Args:
        settings: The owner's.
        data: The data folder.
        now: The monotonic clock, in seconds.
        is_simulated: Whether a simulated reader is there, whatever the settings say.
    """
    kiosk, table, sound = settings.kiosk, settings.table, settings.sound
    box = kiosk.box or settings.bag_reader.box or _ONLY_BOX
    check = boxes.load_check(data).get(box)
    call = staff_call.load_call(data)
    return Kiosk(
        languages=tuple(each for each in LANGUAGES if kiosk.languages.get(each, True)) or LANGUAGES,
        volumes=tuple(kiosk.volumes.split()),
        is_locked=kiosk.locked,
        active_at=now,
        call=None if call is None else Calling(call, now),
        box=box,
        short=() if check is None else check.short,
        choices=Choices(
            table.language, table.theme, table.text_size, sound.level, table.clock, sound.spoken
        ),
        level=table.level,
        auto_level=level_by_hardware(settings, is_simulated=is_simulated),
    )

"""The MQTT topics of a table. Pure."""

from __future__ import annotations

import msgspec

from companion.settings import FleetSettings

ONLINE, OFFLINE = "online", "offline"


class Topics(msgspec.Struct, frozen=True):
    """The topics of one table."""

    base: str
    prefix: str
    """Where Home Assistant looks for devices."""
    id: str

    @property
    def config(self) -> str:
        """Its description for Home Assistant; retained."""
        return f"{self.prefix}/device/ra_companion_{self.id}/config"

    @property
    def availability(self) -> str:
        """Whether it is there; retained, and its last will."""
        return f"{self.base}/{self.id}/availability"

    @property
    def state(self) -> str:
        """Its newest state; retained."""
        return f"{self.base}/{self.id}/state"

    @property
    def call(self) -> str:
        """What guests call for, when they do."""
        return f"{self.base}/{self.id}/call"

    @property
    def game(self) -> str:
        """A game that is over or was left."""
        return f"{self.base}/{self.id}/game"

    @property
    def orders(self) -> str:
        """Whatever is ordered of it."""
        return f"{self.base}/{self.id}/+/set"

    @property
    def birth(self) -> str:
        """Where Home Assistant says that it has come back."""
        return f"{self.prefix}/status"

    def order(self, entity: str) -> str:
        """Return where this is ordered; never retained."""
        return f"{self.base}/{self.id}/{entity}/set"

    def entity(self, topic: str) -> str | None:
        """Return what is ordered on a topic; None if it is no topic for orders of this table."""
        begin, end = f"{self.base}/{self.id}/", "/set"
        if not (topic.startswith(begin) and topic.endswith(end)):
            return None
        return topic[len(begin) : -len(end)]


def topics_of(settings: FleetSettings, table: str) -> Topics:
    """Return the topics of the table with this id."""
    return Topics(settings.base, settings.discovery_prefix, table)

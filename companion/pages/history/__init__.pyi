"""The history: the game as sentences, each with its table and what can be done with it."""

from companion.pages.history.history import Act as Act
from companion.pages.history.history import History as History
from companion.pages.history.history import Looking as Looking
from companion.pages.history.history import events_at as events_at
from companion.pages.history.history import game_at as game_at
from companion.pages.history.history import going_to as going_to
from companion.pages.history.history import length as length
from companion.pages.history.history import moment as moment
from companion.pages.history.history_view import looking_back as looking_back

"""A seat that the table plays itself: what hands do for it, and who hands it over."""

from companion.pages.opponent import seat as seat
from companion.pages.opponent.seat import Decided as Decided
from companion.pages.opponent.seat import HandOver as HandOver
from companion.pages.opponent.seat import HandsDone as HandsDone
from companion.pages.opponent.seat import KeepSeats as KeepSeats
from companion.pages.opponent.seat import Messages as Messages
from companion.pages.opponent.seat import Orders as Orders
from companion.pages.opponent.seat import PutAway as PutAway
from companion.pages.opponent.seat import Think as Think
from companion.pages.opponent.seat import is_shown as is_shown
from companion.pages.opponent.seat import orders as orders
from companion.pages.opponent.seat import update as update
from companion.pages.opponent.seat import with_less as with_less
from companion.pages.opponent.seat_view import show_seat as show_seat
from companion.pages.opponent.seats import STRENGTHS as STRENGTHS
from companion.pages.opponent.seats import Seats as Seats

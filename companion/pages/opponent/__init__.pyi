"""A seat that the table plays itself: what hands do for it, and who hands it over."""

from companion.pages.opponent import seat as seat
from companion.pages.opponent.messages import Decided as Decided
from companion.pages.opponent.messages import HandOver as HandOver
from companion.pages.opponent.messages import HandsDone as HandsDone
from companion.pages.opponent.messages import KeepSeats as KeepSeats
from companion.pages.opponent.messages import Message as Message
from companion.pages.opponent.messages import Order as Order
from companion.pages.opponent.messages import PutAway as PutAway
from companion.pages.opponent.messages import Think as Think
from companion.pages.opponent.messages import orders as orders
from companion.pages.opponent.messages import update as update
from companion.pages.opponent.messages import with_less as with_less
from companion.pages.opponent.seat import is_shown as is_shown
from companion.pages.opponent.seat_view import show_seat as show_seat
from companion.pages.opponent.seats import Seats as Seats

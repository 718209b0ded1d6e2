"""Phones: everybody's own panel. Who sits where, what a phone does, and the page with the code."""

from companion.pages.phones.deeds import DEEDS as DEEDS
from companion.pages.phones.deeds import Count as Count
from companion.pages.phones.deeds import can_undo as can_undo
from companion.pages.phones.deeds import counting as counting
from companion.pages.phones.deeds import pressable as pressable
from companion.pages.phones.deeds import seat_of as seat_of
from companion.pages.phones.deeds import token as token
from companion.pages.phones.deeds import update as update
from companion.pages.phones.join import STATES as STATES
from companion.pages.phones.join import STRIP_PX as STRIP_PX
from companion.pages.phones.join import Join as Join
from companion.pages.phones.join import at_seat as at_seat
from companion.pages.phones.join import seat_strip as seat_strip
from companion.pages.phones.messages import AllowPhone as AllowPhone
from companion.pages.phones.messages import ForgetPhones as ForgetPhones
from companion.pages.phones.messages import Messages as Messages
from companion.pages.phones.messages import NobodysPhone as NobodysPhone
from companion.pages.phones.messages import PhoneDeed as PhoneDeed
from companion.pages.phones.messages import PhonesLinked as PhonesLinked
from companion.pages.phones.messages import PhonesSeated as PhonesSeated
from companion.pages.phones.messages import RefusePhone as RefusePhone
from companion.pages.phones.seats import is_taken as is_taken
from companion.pages.phones.seats import seated as seated

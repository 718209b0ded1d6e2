"""A finished game looked back at: chances to win, where it turned, what choices cost."""

from companion.pages.review import findings as findings
from companion.pages.review.look_back import Advanced as Advanced
from companion.pages.review.look_back import LookBack as LookBack
from companion.pages.review.look_back import Machines as Machines
from companion.pages.review.look_back import Messages as Messages
from companion.pages.review.look_back import OpenReview as OpenReview
from companion.pages.review.look_back import Orders as Orders
from companion.pages.review.look_back import Reviewed as Reviewed
from companion.pages.review.look_back import StartReview as StartReview
from companion.pages.review.look_back import StopReview as StopReview
from companion.pages.review.look_back import TableThen as TableThen
from companion.pages.review.look_back import orders as orders
from companion.pages.review.look_back import update as update
from companion.pages.review.look_back import whole as whole

"""A partially recorded game: the table at which less is entered, and joining it late."""

from companion.pages.partial import joining as joining
from companion.pages.partial import partial_table as partial_table
from companion.pages.partial import partial_table_view as partial_table_view
from companion.pages.partial.joining import Ask as Ask
from companion.pages.partial.joining import BeginUnderWay as BeginUnderWay
from companion.pages.partial.joining import Joining as Joining
from companion.pages.partial.joining import Messages as Messages
from companion.pages.partial.joining import StepUp as StepUp
from companion.pages.partial.joining import SunPlace as SunPlace
from companion.pages.partial.joining import asked_sun as asked_sun
from companion.pages.partial.joining import first_question as first_question
from companion.pages.partial.joining import ledger_of as ledger_of
from companion.pages.partial.joining import level_lines as level_lines
from companion.pages.partial.joining import to_decide as to_decide
from companion.pages.partial.joining import ways as ways
from companion.pages.partial.partial_table import PartialTable as PartialTable
from companion.pages.partial.partial_table import Pointing as Pointing
from companion.pages.partial.partial_table import Stepped as Stepped
from companion.pages.partial.partial_table import Telling as Telling
from companion.pages.partial.partial_table import ring as ring
from companion.pages.partial.partial_table import tellable as tellable
from companion.pages.partial.partial_table import update as update
from companion.pages.partial.partial_table import winning_suns as winning_suns

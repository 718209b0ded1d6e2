"""Who plays, what is agreed, and how the suns are dealt."""

from companion.pages.new_game import naming as naming
from companion.pages.new_game import options as options
from companion.pages.new_game.dealing import Dealing as Dealing
from companion.pages.new_game.dealing import filled_by_hand as filled_by_hand
from companion.pages.new_game.dealing import is_untouched as is_untouched
from companion.pages.new_game.dealing import taken_back as taken_back
from companion.pages.new_game.new_game import begin_with as begin_with
from companion.pages.new_game.new_game import brought as brought
from companion.pages.new_game.new_game import deal as deal
from companion.pages.new_game.new_game import dealt as dealt
from companion.pages.new_game.new_game import update as update
from companion.pages.new_game.new_game import with_machines as with_machines
from companion.pages.new_game.options import EDITIONS as EDITIONS
from companion.pages.new_game.options import PENALTIES as PENALTIES
from companion.pages.new_game.options import Choice as Choice
from companion.pages.new_game.options import OptionsPage as OptionsPage
from companion.pages.new_game.options import choice as choice
from companion.pages.new_game.options import fitting as fitting
from companion.pages.new_game.options import pointed_at as pointed_at
from companion.pages.new_game.options import rows as rows
from companion.pages.new_game.seating import Seating as Seating
from companion.pages.new_game.seating import join as join
from companion.pages.new_game.welcome import Welcome as Welcome

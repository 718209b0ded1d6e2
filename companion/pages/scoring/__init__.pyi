"""An epoch and the whole game scored: points, reveal, reasons, the race."""

from companion.pages.scoring import epoch_view as epoch_view
from companion.pages.scoring import finale_view as finale_view
from companion.pages.scoring import hands_view as hands_view
from companion.pages.scoring import race as race
from companion.pages.scoring import reveal as reveal
from companion.pages.scoring.bars import COLOURS as COLOURS
from companion.pages.scoring.epoch import STEP_SECONDS as STEP_SECONDS
from companion.pages.scoring.epoch import EpochScores as EpochScores
from companion.pages.scoring.epoch import HandsNow as HandsNow
from companion.pages.scoring.epoch_view import Ended as Ended
from companion.pages.scoring.epoch_view import Explained as Explained
from companion.pages.scoring.epoch_view import category_line as category_line
from companion.pages.scoring.epoch_view import counted_sheets as counted_sheets
from companion.pages.scoring.epoch_view import epochs as epochs
from companion.pages.scoring.epoch_view import explanation as explanation
from companion.pages.scoring.epoch_view import heads as heads
from companion.pages.scoring.epoch_view import last_epoch as last_epoch
from companion.pages.scoring.finale import BAR_SECONDS as BAR_SECONDS
from companion.pages.scoring.finale import CROWN_SECONDS as CROWN_SECONDS
from companion.pages.scoring.finale import HISTORY_KEY as HISTORY_KEY
from companion.pages.scoring.finale import Finale as Finale
from companion.pages.scoring.finale_view import podium as podium
from companion.pages.scoring.race import LINK as LINK
from companion.pages.scoring.race import RACE as RACE
from companion.pages.scoring.race import has_race as has_race
from companion.pages.scoring.race import score_race as score_race

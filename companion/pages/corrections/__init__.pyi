"""Making screen and table agree: the fix panel and earlier entries."""

from companion.pages.corrections import fix_entry as fix_entry
from companion.pages.corrections import fix_panel as fix_panel
from companion.pages.corrections import surplus as surplus
from companion.pages.corrections.choosing import FIX_KEY as FIX_KEY
from companion.pages.corrections.choosing import grid as grid
from companion.pages.corrections.fix_entry import ChooseRemedy as ChooseRemedy
from companion.pages.corrections.fix_entry import FixEntry as FixEntry
from companion.pages.corrections.fix_entry import Remedy as Remedy
from companion.pages.corrections.fix_entry import correcting_at as correcting_at
from companion.pages.corrections.fix_entry import remedies as remedies
from companion.pages.corrections.fix_panel import FixPanel as FixPanel
from companion.pages.corrections.fix_panel import OpenFixPanel as OpenFixPanel
from companion.pages.corrections.fix_panel import open_fix_panel as open_fix_panel
from companion.pages.corrections.ways import Cell as Cell
from companion.pages.corrections.ways import Way as Way
from companion.pages.corrections.ways import cells as cells
from companion.pages.corrections.ways import cells_of as cells_of
from companion.pages.corrections.ways import ledger_cells as ledger_cells
from companion.pages.corrections.ways import start as start

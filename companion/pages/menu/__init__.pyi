"""The pause menu, and what the program is."""

from companion.pages.menu.about import About as About
from companion.pages.menu.about import Troubles as Troubles
from companion.pages.menu.menu import THEMES as THEMES
from companion.pages.menu.menu import Menu as Menu

"""The pause menu, and what the program is."""

from companion.pages.menu import menu as menu
from companion.pages.menu.about import About as About
from companion.pages.menu.menu import THEMES as THEMES
from companion.pages.menu.menu import Menu as Menu
from companion.pages.menu.menu import entries as entries
from companion.pages.menu.menu import listed_now as listed_now

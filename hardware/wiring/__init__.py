"""For people who build the panel: parts, plan and reader settings. The program loads none of it."""

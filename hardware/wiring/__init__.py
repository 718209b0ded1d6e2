"""For the one who builds the panel: parts, plan and reader settings. Nothing runs from here."""

"""Who plays, what is agreed, and how the suns are dealt."""

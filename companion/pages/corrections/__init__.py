"""Making screen and table agree: the fix panel and earlier entries."""

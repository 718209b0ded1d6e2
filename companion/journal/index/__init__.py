"""The searchable index of kept games; made from the journals, and never the only copy."""

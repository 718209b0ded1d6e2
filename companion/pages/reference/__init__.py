"""The rules to look up: their sentences, the card of the moment, the overview."""

"""Files beside the journals: boxes of tags, score sheets, the PIN, and what people bring."""

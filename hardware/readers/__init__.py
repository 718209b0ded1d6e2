"""The wire formats of readers: parsers from bytes to tags. Pure: no ports, no threads."""

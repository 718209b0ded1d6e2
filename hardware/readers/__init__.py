"""The wire formats of readers: parsers from bytes to tags, listed in ``auto``. Pure: no ports."""

"""One file that helps whoever helps: what is wrong, what happened last, and nobody's name."""

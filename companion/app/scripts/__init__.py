"""The program driven by a script or by the demonstration instead of by people."""

"""What holds for all tests: no screen, no sound, no language; and how hard hypothesis looks.

``HYPOTHESIS_PROFILE=ci`` (or ``pytest --hypothesis-profile=ci``) tries ten times as many examples
as ``quick``, and other ones every time. ``mutated`` is for ``make proof``: a mistake that was made
on purpose need not be shown in its simplest form.
"""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"  # before anything imports pygame
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["LC_ALL"] = "C.UTF-8"  # a system that speaks none of our languages

from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "quick",
    max_examples=50,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("ci", settings.get_profile("quick"), max_examples=500, derandomize=False)
settings.register_profile(
    "mutated",
    settings.get_profile("quick"),
    phases=[Phase.explicit, Phase.generate],
    database=None,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

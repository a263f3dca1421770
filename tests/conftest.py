"""Settings of every test: hypothesis draws the same examples each time and keeps no clock.

HYPOTHESIS_PROFILE=explore draws new and many more ones.
"""

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("explore", max_examples=2_000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

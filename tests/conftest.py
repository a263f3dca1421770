"""Settings of every test: hypothesis draws the same examples each time and keeps no clock.

HYPOTHESIS_PROFILE=explore draws new and many more ones.
"""

import os

from hypothesis import HealthCheck, settings

# A busy machine is no failure: how long an example takes says nothing about a law.
settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("explore", max_examples=2_000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

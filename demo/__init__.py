"""`make demo`: an evening at a restaurant in a minute. Nothing leaves the machine."""

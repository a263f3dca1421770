"""The words guests use, as data by language (`en.yaml`, `zh.yaml`), and the small readers over
them.

Normaliser, numbers, answers, references, allergens and names live here; search, the apps, the
dialogue and the built-in brain all read guests' text with them. Nothing here knows orders, models
or search.
"""

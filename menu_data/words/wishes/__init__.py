"""What guests wish for, read from their words; and what a menu's texts tell of a dish by the same
words. Pure; words are data (`foods.yaml`, `traits.yaml`, and a file a language).
"""

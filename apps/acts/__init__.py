"""Acts of staff by what they touch: the house's stock and menu, money, service."""

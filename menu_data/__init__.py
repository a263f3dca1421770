"""The menu as knowledge: its types, loader, files and the words guests use.

No orders, models or search here.
"""

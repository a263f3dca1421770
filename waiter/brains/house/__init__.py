"""The built-in brain: menu-driven understanding, a plan of calls, replies from facts.

Pure; no key, no download.
"""

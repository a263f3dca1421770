"""The waiter: turns, events, dialogue, permission, brains, journal, runner, replay.

No Telegram, no HTTP servers.
"""

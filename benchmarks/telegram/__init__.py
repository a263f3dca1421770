"""Guests by the hundred against `waiter telegram` in a process of its own, over loopback HTTP."""

"""The ordered chain that judges a turn before anything is dispatched or said."""

"""The front-end for one guest at a keyboard: a terminal, or lines of a pipe."""

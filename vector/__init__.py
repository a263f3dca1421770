"""Text in, ranked ids out. Knows no dishes."""

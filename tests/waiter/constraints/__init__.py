"""Tests of the chain that judges a turn."""

"""Workflows that staff can read: YAML steps that ask, look up, filter and send.

`loader` turns a file into a `Plan`; `interpret.step` is pure and says what should happen;
`runner` does it, one transaction a step. What steps may call stands in the tables of `registry`.
"""

"""Measurements, each run as `python -m benchmarks.NAME`; exit 1 where a bound is broken."""

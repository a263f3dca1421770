"""What guests do: sit down at a table, write, tap."""

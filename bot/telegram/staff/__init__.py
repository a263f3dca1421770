"""What staff write and press, and who of them may."""

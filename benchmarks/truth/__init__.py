"""Replies true and false, and what the reply constraints make of them."""

"""What the waiter can call, one file an app, and the ledger. No prompts, no channels."""

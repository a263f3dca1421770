"""Updates in, messages out: each taken once, sent once, at the pace that Telegram allows."""

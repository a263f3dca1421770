"""The waiter in Telegram: guests at tables by link, the kitchen and staff in a group."""

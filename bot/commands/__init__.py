"""The commands, one file a group; `bot.cli` imports a file when its command is typed."""

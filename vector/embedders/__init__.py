"""Who turns texts into vectors: one file each, imported only when its name was chosen."""

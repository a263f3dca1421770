"""Finding dishes for a wish: what the menu tells, what may be offered, what fits. Pure."""

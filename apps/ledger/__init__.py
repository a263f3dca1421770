"""Money and food: what is on the tab, what was placed, what is owed, what there is left."""

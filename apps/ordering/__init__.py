"""The parts of `order`: its params, how words become a line, what fits, and edits of the tab."""

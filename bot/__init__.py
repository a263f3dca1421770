"""Front-ends: they put inputs into the inbox and draw envelopes.

No rule of the restaurant lives here.
"""

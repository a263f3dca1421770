"""Who speaks the waiter's turns: each brain takes a view and answers with the raw text of one
turn.
"""

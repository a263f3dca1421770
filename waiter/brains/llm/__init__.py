"""A language model behind any OpenAI-compatible endpoint, speaking the waiter's turns.

`prompt` builds messages from a view, `client` asks the endpoint, `structured` is the JSON shape of
a turn for endpoints that can hold a model to it, `brain` puts them together.
"""

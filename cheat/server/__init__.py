"""The service under gunicorn.

Imports nothing: gunicorn's master reads this before gevent has patched anything.
"""

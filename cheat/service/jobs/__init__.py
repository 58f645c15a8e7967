"""A child process of the worker for what takes long or may hang. It holds nothing, and may be lost any time.

`thinker` is the worker's side, `child` the other one; what they say to each other is in `wire`, and what the
child can do in `jobs`.
"""

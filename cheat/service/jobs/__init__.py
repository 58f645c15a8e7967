"""A child process of the worker, for jobs that are slow or may hang.

The child keeps no state, so it can be replaced at any time. `queue` is the worker's side, `child` is the
other side. `protocol` has the messages between them, and `handlers` the kinds of jobs.
"""

"""A child process of the worker, for jobs that are slow or may hang. It keeps no state.

It can be replaced at any time. `queue` is the worker's side and `child` the other one. `protocol` has their
messages, and `handlers` the kinds of jobs.
"""

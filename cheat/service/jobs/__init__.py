"""A child process of the worker, for jobs that take long or may hang. It keeps nothing and can be replaced.

`queue` is the worker's side and `child` the other one. `protocol` has their messages, and `handlers` the
kinds of jobs.
"""

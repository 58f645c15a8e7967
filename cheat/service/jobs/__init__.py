"""Child processes of a worker, for jobs that are slow or may hang.

A child keeps no state, so a new one can replace it at any time. In the worker, `queue` holds the waiting
jobs, and `child_process` talks to the child. In the child, `child` runs the jobs, and `handlers` has a
function for each kind. `protocol` has the messages between them. Scripts of games run in a process of their
own: `scripts` starts it, and `sandbox` is the program that runs there.
"""

"""Child processes of a worker, for jobs that are slow or may hang.

A child keeps no state, so a new child can replace it at any time. These modules belong together:

- in the worker: `queue` has the waiting jobs, and `child_process` talks to the child
- in the child: `child` runs the jobs, and `handlers` has a function for each kind of job
- in both: `protocol` has the messages between worker and child
- for scripts (JavaScript in a document that chooses cards for bots): `scripts` starts another process, and
  `sandbox` is the program that runs in it
"""

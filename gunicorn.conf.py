"""Settings of gunicorn. Some come from environment variables, which docs/settings.md lists."""

import gc
import os
import pathlib
import shutil
import signal
import sys
import tempfile

import gevent

from cheat.ops.environment import port, whole_number
from cheat.ops.gc_tuning import collect_rarely
from cheat.ops.logs import JSON_LINES

bind = f"0.0.0.0:{port()}"
workers = whole_number("WEB_CONCURRENCY", 1)
worker_class = "cheat.server.worker.Worker"
http_parser = "python"
"""This parser refuses lone line feeds and folded headers: proxies may read them differently."""
forwarder_headers = ""
"""No header may set the path of the application, not even in a request from this machine."""
worker_connections = whole_number("MAX_HELD_POLLS", 4000) + 1000
"""Connections for held polls, and 1000 more, so that actions and pages always get through."""
backlog = 4096
keepalive = 75
"""Seconds for which an idle connection stays open.

This is longer than a held poll, so that clients keep their connection between two polls.
"""
timeout = 60
graceful_timeout = 8
"""Seconds after SIGTERM for requests that have begun. A worker answers held polls at once."""
accesslog = None
logconfig_dict = JSON_LINES if os.environ.get("LOG_FORMAT", "").strip() == "json" else {}
control_socket_disable = True


def on_starting(server):
    if server.cfg.workers > 1:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="cheat-metrics-")
        server.workers_folder = tempfile.mkdtemp(prefix="cheat-workers-")
    if not os.environ.get("REDIS_URL", "").strip():
        if server.cfg.workers > 1:
            sys.exit(
                f"{server.cfg.workers} workers need a Redis to share the rooms: set REDIS_URL, "
                "or WEB_CONCURRENCY=1 to try the service out with rooms in memory."
            )
        server.log.warning("REDIS_URL is not set: rooms are kept in memory and end with this process.")


def pre_fork(server, worker):
    worker.workers_folder = getattr(server, "workers_folder", None)


def post_fork(server, worker):
    gc.disable()  # garbage collection would take a tenth of the time to start


def post_worker_init(worker):
    # A request leaves about one object in a reference cycle, so the collector finds little. With a thousand
    # rooms, each run of the collector delays all requests by 50 to 100 ms.
    collect_rarely(100_000)

    from cheat.server.watchdog import watch_rules  # imported late, because the master needs no rules

    watch_rules()

    service = worker.wsgi.extensions["cheat"]
    handle_exit = signal.getsignal(signal.SIGTERM)

    def drain_and_exit(number, frame):
        gevent.spawn(service.drain)
        handle_exit(number, frame)

    signal.signal(signal.SIGTERM, drain_and_exit)


def worker_exit(server, worker):
    service = getattr(getattr(worker, "wsgi", None), "extensions", {}).get("cheat")
    if service is not None:
        service.stop()


def child_exit(server, worker):
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        from prometheus_client import multiprocess

        multiprocess.mark_process_dead(worker.pid)
    if folder := getattr(server, "workers_folder", None):
        pathlib.Path(folder, str(worker.pid)).unlink(missing_ok=True)


def on_exit(server):
    if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        shutil.rmtree(folder, ignore_errors=True)
    if folder := getattr(server, "workers_folder", None):
        shutil.rmtree(folder, ignore_errors=True)

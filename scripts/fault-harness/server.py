"""A web server for the source archives that builds need."""

import functools
import http.server
import threading


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format, *arguments):
        pass


def serve(folder):
    """Serves the files of a folder until this process ends, and returns the address."""
    handler = functools.partial(Handler, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"

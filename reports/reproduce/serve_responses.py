# This text is put into every reproduction as it stands: it needs nothing but Python.
import asyncio
import inspect
import json
import socketserver
import sys
import threading
import time
import traceback
from http.server import BaseHTTPRequestHandler


async def judge(claim, play):
    """Says whether a claim holds. Anything but an AssertionError is no word on the claim, and ends the program as it came."""
    try:
        await play()
        print(f"HOLDS: {claim}")
    except AssertionError:
        traceback.print_exc()
        print(f"DOES NOT HOLD: {claim}")
        sys.exit(1)


async def serve_answers(answers, use, mode):
    """Serves answers in the order in which they are asked for, on a port of this machine, while they are used."""
    requests, left = [], iter(answers)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
            try:
                requests.append(json.loads(body))
            except ValueError:
                requests.append(body)
            answer = next(left, {"status": 500, "headers": {}, "body": "nothing more was recorded"})
            self.send_response_only(answer["status"])
            for name, value in {**answer["headers"], "transfer-encoding": "chunked", "connection": "close"}.items():
                self.send_header(name, value)
            self.end_headers()
            written = answer["body"].encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()
            body, begin = bytes_of(answer, written), 0
            for end in [*answer.get("cuts", []), len(body)]:
                if begin < end:
                    self.wfile.write(b"%x\r\n%b\r\n" % (end - begin, body[begin:end]))
                begin = end
                time.sleep(0.001)
            while answer.get("ends") == "never":
                time.sleep(1)
            # An answer that breaks off has no last chunk.
            if answer.get("ends") != "reset":
                self.wfile.write(b"0\r\n\r\n")

        do_GET = do_POST

        def log_message(self, *_):
            pass

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    served = {"base_url": f"http://127.0.0.1:{server.server_address[1]}", "requests": requests, "mode": mode}
    await use(**{name: served[name] for name in inspect.signature(use).parameters})


def bytes_of(answer, written):
    if answer.get("encoding") != "base64":
        return written
    import base64

    return base64.b64decode(written)

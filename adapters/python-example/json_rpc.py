"""An adapter as a process: JSON-RPC 2.0, one message per line, on stdin and stdout. Nothing here knows a provider."""

import json
import socket
import sys
import threading
import traceback

CONTRACT_VERSION = "1.4.0"


class ContractError(Exception):
    """An error of the contract; `details` are its members besides name and message."""

    def __init__(self, name, message, **details):
        super().__init__(message)
        self.name = name
        self.details = {key: value for key, value in details.items() if value is not None}

    def for_logs(self, secret):
        """The same without the secret, and short: some providers repeat all that they were sent."""
        message = str(self).replace(secret, "[credentials]") if secret else str(self)
        return ContractError(self.name, message if len(message) <= 500 else f"{message[:500]}…", **self.details)


def demand_pairs(messages):
    """Raises where an application cut one half of a call away: services refuse either alone. The last message may yet be answered."""
    called, open_calls = set(), {}
    for place, message in enumerate(messages):
        for content in message["contents"]:
            call_id = content.get("callId")
            if content["type"] in ("function-call", "action-call"):
                called.add(call_id)
                open_calls[call_id] = place
            elif content["type"] in ("function-result", "action-result"):
                if call_id not in called:
                    raise lone(f'the {content["type"]} "{call_id}" answers no call of this conversation')
                open_calls.pop(call_id, None)
    for call_id, place in open_calls.items():
        if place < len(messages) - 1:
            raise lone(f'the call "{call_id}" has no result in this conversation')


def lone(reason):
    return ContractError("ProviderError", f"Nothing was sent: {reason}.", code="invalid_request_error", retryable=False)


class Call:
    """One call of a client: it may be cancelled from outside, which ends the connection it uses."""

    def __init__(self):
        self.cancelled = False
        self._sock = None

    def uses(self, sock):
        self._sock = sock
        if self.cancelled:
            shut(sock)

    def cancel(self):
        self.cancelled = True
        if self._sock:
            shut(self._sock)


def shut(sock):
    """Ends a connection that another thread may be waiting on, or have closed."""
    try:
        sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass


def serve(create_client):
    """Answers requests until stdin ends. `create_client(settings)` gives an object with `respond`, `stream` and `close`."""
    clients, calls, lock = {}, {}, threading.Lock()

    def write(message):
        line = json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
        with lock:
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()

    def result_of(request, call):
        method, params = request["method"], request["params"]
        if method == "initialize":
            return {"contractVersion": CONTRACT_VERSION}
        if method == "createClient":
            clients[params["client"]] = create_client(params["settings"])
        elif method == "getResponse":
            return clients[params["client"]].respond(params["messages"], params["options"], call)
        elif method == "getStreamingResponse":
            for update in clients[params["client"]].stream(params["messages"], params["options"], call):
                write({"method": "update", "params": {"request": request["id"], "update": update}})
        elif method == "close":
            clients.pop(params["client"]).close()
        else:
            raise NotImplementedError(method)
        return None

    def answer(request, call):
        try:
            outcome = {"result": result_of(request, call)}
        except Exception as error:
            if call.cancelled:
                error = ContractError("AbortedError", "The call was cancelled.")
            if isinstance(error, ContractError):
                data = {"name": error.name, **error.details}
                outcome = {"error": {"code": -32000, "message": str(error), "data": data}}
            else:
                traceback.print_exc()  # To stderr: stdout is for messages alone.
                outcome = {"error": {"code": -32603, "message": str(error), "data": {"name": type(error).__name__}}}
        calls.pop(request["id"], None)
        write({"id": request["id"], **outcome})

    for line in sys.stdin.buffer:
        message = json.loads(line)
        if message["method"] == "cancel":
            call = calls.get(message["params"]["request"])
            if call:
                call.cancel()
            continue
        # In a thread of its own, so that it can be cancelled while it waits for the provider.
        call = calls[message["id"]] = Call()
        threading.Thread(target=answer, args=(message, call), daemon=True).start()

"""Requests and answers over HTTP, and events that servers send. One connection per exchange. Nothing here knows a provider."""

import io
import json
import socket
import threading
from contextlib import contextmanager
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from agent_tools_conformance import CallTimeoutError, ContractError, ProviderError, WireError
from agent_tools_conformance.json_values import parsed

# Kinds of credentials that are taken here.
KINDS = ("apiKey", "bearerToken")

# What comes of connections, and of whoever reads answers that are not what their API promises.
EXPECTED = (ContractError, OSError, HTTPException, ValueError, LookupError, TypeError, AttributeError, RecursionError)

# What may be sent again, beside all from 500.
RETRYABLE = (408, 409, 429)


def usable(settings, provider, surfaces):
    """The settings, or a TypeError that names what no client can be made with, and shows no secret."""
    url, kind, secret = urlsplit(settings.base_url), settings.credentials.type, settings.credentials.secret
    if url.scheme not in ("http", "https") or not url.hostname:
        raise TypeError(f"The base URL {settings.base_url!r} is no URL.")
    if settings.surface not in surfaces:
        raise TypeError(f"{provider} has no surface {settings.surface!r}.")
    if kind not in KINDS:
        raise TypeError(f"{provider} takes credentials of type {' or '.join(KINDS)}, not {kind}.")
    if not secret or not secret.isprintable():
        raise TypeError("The credentials are empty, or have characters that no header can carry.")
    return settings


def shut(sock):
    """Ends a connection that another thread may be waiting on, or have closed."""
    try:
        sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass


@contextmanager
def posted(body, path, headers, wanted, *, settings, call, provider, error_of):
    """
    The answer to a request, to be read while it is open; whatever goes wrong is an error of the contract, without the secret.
    `wanted` stands in the type of an answer of this API; `error_of(body, status, headers)` makes an error of one that says no.
    """
    written, sock, response, late = json.dumps(body), None, None, threading.Event()

    def expire():
        late.set()
        shut(sock)

    # A socket measures time anew with every byte: the whole exchange may take no longer than this.
    clock = threading.Timer(settings.seconds, expire)
    connection = connection_to(settings)
    try:
        connection.connect()
        sock = connection.sock
        call.on_cancel(lambda: shut(sock))
        clock.start()
        sent = {"content-type": "application/json", **headers}
        connection.request("POST", urlsplit(settings.base_url.rstrip("/")).path + path, written, sent)
        response = connection.getresponse()
        if response.status >= 400:
            raise error_of(parsed(response.read()), response.status, response.headers)
        kind = response.headers.get("content-type")
        if kind and wanted not in kind:
            raise WireError(f"{provider} answered with {kind}, which is no answer of its API.")
        yield response
    except EXPECTED as error:
        if late.is_set() or isinstance(error, TimeoutError):
            raise CallTimeoutError(f"{provider} did not answer in time, or not to the end.") from error
        if isinstance(error, ContractError):
            error.args = (settings.redacted(str(error)),)
            raise
        if response is None:
            raise ProviderError(f"There is no connection to {provider}: {error}", retryable=True) from error
        raise WireError(f"The answer of {provider} is not what its API promises: {error!r}") from error
    finally:
        clock.cancel()
        connection.close()


def connection_to(settings):
    url, timeout = urlsplit(settings.base_url), settings.seconds
    if url.scheme == "http":
        return HTTPConnection(url.hostname, url.port, timeout=timeout)
    return HTTPSConnection(url.hostname, url.port, timeout=timeout, context=settings.ssl_context())


def server_sent_events(response):
    """The data of each event, as text; their names stand in the data too. Lines end with LF, CR or both."""
    data = []
    for line in io.TextIOWrapper(response, "utf-8-sig", newline=None):
        line = line.rstrip("\n")
        if line.startswith("data:"):
            data.append(line[len("data:") :])
        elif not line and data:
            yield "\n".join(data).strip()
            data = []


def is_retryable(status, headers, by_code=None):
    """The API has the last word, then the error's own code, then the status."""
    verdict = (headers or {}).get("x-should-retry")
    if verdict in ("true", "false"):
        return verdict == "true"
    return by_code if by_code is not None else (status in RETRYABLE or (status or 0) >= 500)


def retry_after(headers):
    """Milliseconds to wait, where the answer says so: a number of them, of seconds, or a day and time."""
    for name, unit in (("retry-after-ms", 1), ("retry-after", 1000)):
        wait = number((headers or {}).get(name))
        if wait is not None:
            return round(wait * unit)
    try:
        when = parsedate_to_datetime((headers or {}).get("retry-after", ""))
        return max(0, round((when - datetime.now(timezone.utc)).total_seconds() * 1000))
    except (ValueError, TypeError):
        return None


def number(written):
    """A plain number; none where there is something else, infinity above all."""
    digits = (written or "").strip()
    return float(digits) if digits.isascii() and digits.replace(".", "", 1).isdigit() and len(digits) < 16 else None

"""The client: the only file that sends. One connection per exchange, closed when it has ended."""

import io
import json
import ssl
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from json_rpc import ContractError

from anthropic.request import betas, build_request, present
from anthropic.response import content_of, ending_of, from_json, parsed, provider_error, read_stream, refusal, text_or_none, usage_of

MOST_CONTINUATIONS = 10

# The variants of the API; both take the same requests here.
SURFACES = (None, "ga", "beta")

# Of each kind of credentials that the API takes, the member that holds the secret.
SECRETS = {"apiKey": "apiKey", "bearerToken": "token"}


class Client:
    def __init__(self, settings):
        self.settings = usable(settings)

    def respond(self, messages, options, call):
        contents, usage, raw = [], {}, []
        body, warnings = build_request(messages, options, self.settings, stream=False)
        for body in self.continued(body, raw):
            with self.post(body, call) as response:
                message = from_json(response.read())
                if message.get("type") == "error":
                    raise provider_error(message)
                contents += [content_of(block) for block in message["content"]] + refusal(message)
                for key, count in usage_of(message["usage"]).items():
                    usage[key] = usage.get(key, 0) + count
            raw.append(message)
        said = present(role="assistant", contents=contents, messageId=text_or_none(raw[0].get("id")))
        return {"messages": [said] if contents else [], **ending_of(raw[-1]), "usage": usage, "warnings": warnings}

    def stream(self, messages, options, call):
        raw = []
        body, warnings = build_request(messages, options, self.settings, stream=True)
        yield {"contents": [], "warnings": warnings}
        for body in self.continued(body, raw):
            message = {}
            with self.post(body, call) as response:
                for content in read_stream(server_sent_events(response), message):
                    message_id = text_or_none((raw or [message])[0].get("id"))
                    yield present(role="assistant", messageId=message_id, contents=[content])
                usage = usage_of(message["usage"])
            raw.append(message)
            yield {"contents": [], "usage": usage}
        yield {"contents": refusal(raw[-1]), **ending_of(raw[-1])}

    def close(self):
        """Nothing stays with the provider."""

    def continued(self, body, answers):
        """The body, and again with what was answered, as long as the provider only pauses: to the caller, that is one turn."""
        yield body
        while answers[-1].get("stop_reason") == "pause_turn" and len(answers) <= MOST_CONTINUATIONS:
            content = [block for answer in answers for block in answer["content"]]
            yield {**body, "messages": body["messages"] + [{"role": "assistant", "content": content}]}

    @contextmanager
    def post(self, body, call):
        url = urlsplit(self.settings["baseUrl"].rstrip("/"))
        credentials = self.settings["credentials"]
        secret = credentials.get(SECRETS.get(credentials["type"]), "")
        timeout = self.settings["timeout"] / 1000
        if url.scheme == "https":
            trusted = ssl.create_default_context(cadata=self.settings.get("caCertificate"))
            connection = HTTPSConnection(url.hostname, url.port, timeout=timeout, context=trusted)
        else:
            connection = HTTPConnection(url.hostname, url.port, timeout=timeout)
        try:
            connection.connect()
            call.uses(connection.sock)
            connection.request("POST", f"{url.path}/v1/messages", json.dumps(body), self.headers(body))
            response = connection.getresponse()
        except TimeoutError as error:
            raise ContractError("TimeoutError", "Anthropic did not answer in time.") from error
        except (OSError, HTTPException) as error:
            raise ContractError("ProviderError", f"There is no connection to Anthropic: {error}", retryable=True) from error
        try:
            if response.status >= 400:
                raise provider_error(parsed(response.read()), response.status, response.headers)
            kind = response.headers.get("content-type")
            if kind and "json" not in kind and "event-stream" not in kind:
                raise ContractError("WireError", f"Anthropic answered with {kind}, which is no answer of its API.")
            yield response
        except ContractError as error:
            raise error.for_logs(secret) from error
        except TimeoutError as error:
            raise ContractError("TimeoutError", "The answer of Anthropic did not end in time.") from error
        except (OSError, HTTPException, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise ContractError("WireError", f"The answer of Anthropic is not what its API promises: {error!r}") from error
        finally:
            connection.close()

    def headers(self, body):
        credentials = self.settings["credentials"]
        key = credentials.get("apiKey")
        return present(
            **{"anthropic-version": "2026-10-21", "content-type": "application/json"},
            **{"anthropic-beta": ",".join(betas(body)) or None},
            **{"x-api-key": key, "authorization": None if key else f"Bearer {credentials.get('token')}"},
        )


def usable(settings):
    """The settings, or a TypeError that names what no client can be made with, and shows no secret."""
    url, kind = urlsplit(settings["baseUrl"]), settings["credentials"]["type"]
    if url.scheme not in ("http", "https") or not url.hostname:
        raise TypeError(f"The base URL {settings['baseUrl']!r} is no URL.")
    if settings.get("surface") not in SURFACES:
        raise TypeError(f"Anthropic has no surface {settings['surface']!r}.")
    if kind not in SECRETS:
        raise TypeError(f"Anthropic takes credentials of type {' or '.join(SECRETS)}, not {kind}.")
    secret = settings["credentials"][SECRETS[kind]]
    if not secret or not secret.isprintable():
        raise TypeError("The credentials are empty, or have characters that no header can carry.")
    return settings


def server_sent_events(response):
    """The data of each event, parsed; their names stand in the data too. Lines end with LF, CR or both."""
    data = []
    for line in io.TextIOWrapper(response, "utf-8-sig", newline=None):
        line = line.rstrip("\n")
        if line.startswith("data:"):
            data.append(line[len("data:") :])
        elif not line and data:
            yield from_json("\n".join(data))
            data = []

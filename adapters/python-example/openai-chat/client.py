"""The client: the only file that sends."""

from http_exchange import posted, secret_of, server_sent_events, usable
from json_values import from_json

from .request import build_request
from .response import provider_error, response_of
from .stream import updates_of

# The variants of the API. Azure has its paths below another, and takes keys under another name.
AZURE = "azure-openai"
SURFACES = (None, "openai", AZURE)


class Client:
    def __init__(self, settings):
        self.settings = usable(settings, "OpenAI", SURFACES)

    def respond(self, messages, options, call):
        body, warnings = build_request(messages, options, self.settings, stream=False)
        with self.post(body, "json", call) as response:
            return {**response_of(from_json(response.read())), "warnings": warnings}

    def stream(self, messages, options, call):
        body, warnings = build_request(messages, options, self.settings, stream=True)
        yield {"contents": [], "warnings": warnings}
        with self.post(body, "event-stream", call) as response:
            yield from updates_of(server_sent_events(response))

    def close(self):
        """Nothing stays with the provider."""

    def post(self, body, wanted, call):
        azure = self.settings.get("surface") == AZURE
        path = f"{'/openai' if azure else ''}/v1/chat/completions"
        keyed = azure and self.settings["credentials"]["type"] == "apiKey"
        secret = secret_of(self.settings)
        headers = {"api-key": secret} if keyed else {"authorization": f"Bearer {secret}"}
        also = {"settings": self.settings, "call": call, "provider": "OpenAI", "error_of": provider_error}
        return posted(body, path, headers, wanted, **also)

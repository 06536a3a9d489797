"""The client: the only file that sends."""

from agent_tools_conformance import ChatResponseUpdate, Client
from agent_tools_conformance.json_values import from_json
from http_exchange import posted, server_sent_events, usable

from .request import build_request
from .response import provider_error, response_of
from .stream import updates_of

# The variants of the API. Azure has its paths below another, and takes keys under another name.
AZURE = "azure-openai"
SURFACES = (None, "openai", AZURE)


class OpenAIChat(Client):
    def __init__(self, settings):
        super().__init__(usable(settings, "OpenAI", SURFACES))

    def get_response(self, messages, options, call):
        body, warnings = build_request(messages, options, self.settings, stream=False)
        with self.post(body, "json", call) as response:
            return response_of(from_json(response.read()), warnings)

    def get_streaming_response(self, messages, options, call):
        body, warnings = build_request(messages, options, self.settings, stream=True)
        yield ChatResponseUpdate([], warnings=warnings)
        with self.post(body, "event-stream", call) as response:
            yield from updates_of(server_sent_events(response))

    def post(self, body, wanted, call):
        azure = self.settings.surface == AZURE
        path = f"{'/openai' if azure else ''}/v1/chat/completions"
        keyed = azure and self.settings.credentials.type == "apiKey"
        secret = self.settings.credentials.secret
        headers = {"api-key": secret} if keyed else {"authorization": f"Bearer {secret}"}
        also = {"settings": self.settings, "call": call, "provider": "OpenAI", "error_of": provider_error}
        return posted(body, path, headers, wanted, **also)

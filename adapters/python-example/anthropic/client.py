"""The client: the only file that sends."""

from http_exchange import posted, server_sent_events, usable
from json_values import from_json, present, text_or_none

from .request import betas, build_request
from .response import content_of, ending_of, provider_error, read_stream, refusal, usage_of

MOST_CONTINUATIONS = 10

# The variants of the API; both take the same requests here.
SURFACES = (None, "ga", "beta")


class Client:
    def __init__(self, settings):
        self.settings = usable(settings, "Anthropic", SURFACES)

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
                for content in read_stream(map(from_json, server_sent_events(response)), message):
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

    def post(self, body, call):
        wanted = "event-stream" if body.get("stream") else "json"
        also = {"settings": self.settings, "call": call, "provider": "Anthropic", "error_of": provider_error}
        return posted(body, "/v1/messages", self.headers(body), wanted, **also)

    def headers(self, body):
        credentials = self.settings["credentials"]
        key = credentials.get("apiKey")
        return present(
            **{"anthropic-version": "2026-10-21"},
            **{"anthropic-beta": ",".join(betas(body)) or None},
            **{"x-api-key": key, "authorization": None if key else f"Bearer {credentials.get('token')}"},
        )


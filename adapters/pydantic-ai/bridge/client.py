"""One call of the contract: one call of `pydantic_ai.direct`."""

from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from ssl import create_default_context

from agent_tools_conformance import (
    AdapterWarning,
    ChatMessage,
    ChatOptions,
    ChatResponse,
    ChatResponseUpdate,
    Client,
    TextContent,
    WireError,
)
from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.messages import ModelResponse, PartDeltaEvent, PartStartEvent, TextPart, ThinkingPart, ToolCallPart

from .errors import contract_error
from .reading import Told, messages_of, usage_of
from .writing import stored


# What was sent in a call: before it, it is the library that rejects.
sent: ContextVar[list] = ContextVar("sent", default=[])


async def note(request) -> None:
    """A hook of HTTP clients."""
    sent.get().append(request)


@cache
def connections(made, ca_certificate: str | None):
    """A client of HTTP, shared as the library shares its own: to read the certificates of a platform takes long."""
    return made(verify=create_default_context(cadata=ca_certificate), event_hooks={"request": [note]})


class BridgeClient(Client):
    """What all clients share. Each says how its model and its settings are made."""

    # Whether the API has one word for the end of a call and of any other answer.
    calls_end_like_answers = False
    credentials = ("apiKey", "bearerToken")

    def __init__(self, settings):
        super().__init__(settings)
        if not settings.credentials.secret or not settings.credentials.secret.isprintable():
            raise TypeError("The credentials are empty, or have characters that no header can carry.")
        if settings.credentials.type not in self.credentials:
            taken = " or ".join(self.credentials)
            raise TypeError(f"This adapter takes credentials of type {taken}, not {settings.credentials.type}.")

    def arguments(self, messages: list[ChatMessage], options: ChatOptions, warnings: list[AdapterWarning]) -> dict:
        """Of a request. What of it is not sent is told in `warnings`."""
        raise NotImplementedError

    async def get_response(self, messages, options, call):
        warnings: list[AdapterWarning] = []
        with self.told_errors([]):
            response = await model_request(**self.arguments(messages, options, warnings))
            messages = messages_of(response)
            for message in messages:
                message.message_id = message.message_id or self.message_id(response)
            return ChatResponse(messages, warnings=warnings, **self.outcome(response, options))

    async def get_streaming_response(self, messages, options, call):
        warnings: list[AdapterWarning] = []
        begun: list = []
        with self.told_errors(begun):
            arguments = self.arguments(messages, options, warnings)
            if warnings:
                yield ChatResponseUpdate([], warnings=warnings)
            async with model_request_stream(**arguments) as stream:
                told, name = Told(), None
                async for event in stream:
                    begun[:] = [event]
                    if not isinstance(event, (PartStartEvent, PartDeltaEvent)):
                        continue
                    response = stream.get()
                    if not isinstance(response.parts[event.index], (TextPart, ThinkingPart)):
                        continue
                    for update in updates(told.until(event.index, response), name):
                        name = update.message_id or name
                        yield update
                response = stream.get()
                if response.state == "incomplete":
                    raise WireError("The stream ended before its answer was over.")
                for update in updates(told.until(len(response.parts), response, is_over=True), name):
                    name = update.message_id or name
                    yield update
                kept = [TextContent("", raw_representation=stored(response))] if response.parts else []
                name = None if name else self.message_id(response)
                yield ChatResponseUpdate(kept, role="assistant", message_id=name, **self.outcome(response, options))

    def outcome(self, response: ModelResponse, options: ChatOptions) -> dict:
        raw = (response.provider_details or {}).get("finish_reason")
        # A response in the background is not over: its status is no reason.
        raw = None if raw in ("queued", "in_progress") else raw
        reason = {"tool_call": "tool_calls"}.get(response.finish_reason, response.finish_reason)
        calls = any(isinstance(part, ToolCallPart) for part in response.parts)
        if self.calls_end_like_answers and reason == "stop" and calls:
            reason = "tool_calls"
        return {
            "response_id": response.provider_response_id or None,
            "conversation_id": self.conversation_id(response, options),
            "model_id": response.model_name or None,
            "finish_reason": reason or raw or None,
            "usage": usage_of(response.usage),
        }

    def message_id(self, response: ModelResponse) -> str | None:
        """What the provider calls the message, where the library does not keep it with its texts."""
        return None

    def conversation_id(self, response: ModelResponse, options: ChatOptions) -> str | None:
        """Under which the provider keeps the conversation."""
        return None

    @contextmanager
    def told_errors(self, told: list):
        """`told` has something as soon as something of the answer was told."""
        sent.set([])
        try:
            yield
        except Exception as error:
            raise contract_error(error, self.settings, bool(sent.get()), bool(told)) from error


def updates(told: list[tuple[str | None, list]], name: str | None):
    """`name` is that of the message so far. One that ends before the answer does goes back with the last."""
    for new, contents in told:
        if name and new and new != name:
            yield ChatResponseUpdate([TextContent("", raw_representation=stored(None))], message_id=name)
        name = new or name
        yield ChatResponseUpdate(contents, role="assistant", message_id=new)

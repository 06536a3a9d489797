"""A bridge without a library, which tests talk to. The model's name says what it does."""

import asyncio
import threading

from agent_tools_conformance import (
    ChatMessage,
    ChatResponse,
    ChatResponseUpdate,
    Client,
    ProviderError,
    TextContent,
    UnsupportedToolError,
)

print("a framework that prints while it is imported")


def reply(text):
    return ChatResponse(messages=[ChatMessage("assistant", [TextContent(text)])], finish_reason="stop")


class Bridge(Client):
    async def get_response(self, messages, options, call):
        what = options.model_id or "echo"
        if what == "echo":
            print("a framework that prints")
            return reply(messages[-1].contents[0].text)
        if what == "no-json":
            return ChatResponse(messages=[ChatMessage("assistant", [TextContent("x", raw_representation=[object()])])])
        if what == "infinite":
            return ChatResponse(messages=[ChatMessage("assistant", [], raw_representation={"n": float("inf")})])
        if what == "hang":
            call.on_cancel(lambda: print("told of the cancellation"))
            await asyncio.sleep(60)
        if what == "busy":
            raise ProviderError("busy", retryable=True, status=429, retry_after=250)
        if what == "no-tool":
            raise UnsupportedToolError("shell", rejected_by="bridge")
        raise KeyError(what)

    async def get_streaming_response(self, messages, options, call):
        for word in ("Good ", "morning."):
            yield ChatResponseUpdate([TextContent(word)], role="assistant")
        if options.model_id == "hang":
            await asyncio.sleep(60)


class Plain(Client):
    def get_response(self, messages, options, call):
        stopped = threading.Event()
        call.on_cancel(stopped.set)
        if stopped.wait(0.01 if options.model_id is None else 60):
            raise OSError("the connection was closed")
        return reply("plain")

    def get_streaming_response(self, messages, options, call):
        yield ChatResponseUpdate([TextContent("a")])
        yield ChatResponseUpdate([TextContent("b")], finish_reason="stop")


def bridge(settings):
    return (Plain if settings.model == "plain" else Bridge)(settings)

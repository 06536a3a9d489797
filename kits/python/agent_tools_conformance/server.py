"""An adapter as a process: JSON-RPC 2.0, one message per line, on stdin and stdout. Nothing here knows a provider."""

from __future__ import annotations

import asyncio
import gc
import importlib
import inspect
import json
import os
import sys
import threading
import traceback
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Callable, Iterable

from .contents import ChatMessage, ChatResponseUpdate
from .errors import AbortedError, ContractError, UnsupportedToolError, unsendable
from .json_values import misfit
from .model import Model, to_json
from .options import ChatOptions, Tool
from .settings import Settings

CONTRACT_VERSION = "1.5.0"


class Call:
    """One call of a client, which may be cancelled from outside."""

    def __init__(self) -> None:
        self.cancelled = False
        self._stop: list[Callable[[], object]] = []

    def on_cancel(self, callback: Callable[[], object]) -> None:
        """Runs it when the call is cancelled; at once where it is. A task of asyncio is cancelled without."""
        self._stop.append(callback)
        if self.cancelled:
            callback()

    def cancel(self) -> None:
        self.cancelled = True
        for callback in self._stop:
            callback()


class Client:
    """
    What a bridge is derived from. Methods may be coroutines and asynchronous generators, or plain ones, which run in a thread of
    their own: these are cancelled by `call.on_cancel` alone.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def get_response(self, messages: list[ChatMessage], options: ChatOptions, call: Call) -> Any:
        """A ChatResponse."""
        raise NotImplementedError

    def get_streaming_response(self, messages: list[ChatMessage], options: ChatOptions, call: Call) -> Any:
        """Yields ChatResponseUpdate."""
        raise NotImplementedError

    def close(self) -> Any:
        """Deletes what this client made at the provider."""


@dataclass
class UnsupportedTool(Model):
    """A tool that the suite refuses before it asks. `source`: where the library says that it has none; `rejected_by`: library or bridge."""

    tool: str
    source: str | None = None
    rejected_by: str | None = None


def serve(create_client: str | Callable[[Settings], Client], unsupported_tools: Iterable[UnsupportedTool] = ()) -> None:
    """
    Answers requests until stdin ends. `create_client` makes a client of settings, or is "module:name" of what does: that module is
    imported after the suite has heard that this process is there, however long it takes.
    """
    asyncio.run(Server(create_client, unsupported_tools).run())


class Server:
    def __init__(self, create_client: str | Callable[[Settings], Client], unsupported: Iterable[UnsupportedTool]) -> None:
        self.create_client = create_client
        self.unsupported = [one.to_json() for one in unsupported]
        self.refused = {one["tool"] for one in self.unsupported}
        self.adapter = ""
        self.clients: dict[str, Client] = {}
        self.calls: dict[int, tuple[Call, asyncio.Task[None]]] = {}
        self.lock = threading.Lock()
        # stdout is for messages alone. What anything else writes there is a log.
        self.wire = os.fdopen(os.dup(1), "wb", buffering=0)
        os.dup2(2, 1)
        sys.stdout = sys.stderr

    async def run(self) -> None:
        loop, lines = asyncio.get_running_loop(), asyncio.Queue[bytes]()

        def read() -> None:
            for line in sys.stdin.buffer:
                loop.call_soon_threadsafe(lines.put_nowait, line)
            loop.call_soon_threadsafe(lines.put_nowait, b"")

        threading.Thread(target=read, daemon=True).start()
        while line := await lines.get():
            message = json.loads(line)
            if message["method"] == "cancel":
                self.cancel(message["params"]["request"])
                continue
            call = Call()
            self.calls[message["id"]] = call, asyncio.create_task(self.answer(message, call))
            # A task that is cancelled before it begins would answer nothing.
            await asyncio.sleep(0)
        # A thread of a plain method may wait for its provider without end.
        sys.stderr.flush()
        os._exit(0)

    def cancel(self, request: int) -> None:
        if request not in self.calls:
            return
        call, task = self.calls[request]
        call.cancel()
        task.cancel()

    async def answer(self, request: dict[str, Any], call: Call) -> None:
        try:
            line = encoded({"id": request["id"], "result": await self.result_of(request, call)})
        except asyncio.CancelledError:
            line = self.failure(request, AbortedError("The caller aborted the call."))
        except Exception as error:
            line = self.failure(request, AbortedError("The caller aborted the call.") if call.cancelled else error)
        del self.calls[request["id"]]
        self.write(line)

    def failure(self, request: dict[str, Any], error: Exception) -> bytes:
        code, message, data = -32000, str(error), {"name": type(error).__name__}
        if isinstance(error, ContractError):
            data = {"name": error.name, **error.members}
        else:
            code = -32603
            traceback.print_exception(error)
        if isinstance(error, UnsupportedToolError):
            known = [name for name in Tool.known if name not in self.refused and name != data["tool"]]
            data = {"adapter": self.adapter, "supported": known, **data}
            message = f'The adapter "{self.adapter}" has no tool "{data["tool"]}". It supports: {", ".join(data["supported"])}.'
        return encoded({"id": request["id"], "error": {"code": code, "message": message, "data": data}})

    async def result_of(self, request: dict[str, Any], call: Call) -> Any:
        method, params = request["method"], request["params"]
        if method == "initialize":
            self.adapter = params["adapter"]["id"]
            declared = {"unsupportedTools": self.unsupported} if self.unsupported else {}
            return {"contractVersion": CONTRACT_VERSION, **declared}
        if method == "createClient":
            self.clients[params["client"]] = self.factory()(Settings.from_json(params["settings"]))
            return None
        if method == "close":
            return await called(self.clients.pop(params["client"]).close)
        client = self.clients[params["client"]]
        asked = [ChatMessage.from_json(one) for one in params["messages"]], ChatOptions.from_json(params["options"]), call
        if method == "getResponse":
            return to_json(await called(client.get_response, *asked))
        if method == "getStreamingResponse":
            return await self.stream(client.get_streaming_response, asked, request["id"])
        raise NotImplementedError(method)

    def factory(self) -> Callable[[Settings], Client]:
        if isinstance(self.create_client, str):
            module, _, name = self.create_client.partition(":")
            # What a library consists of stays: to look whether it does takes a tenth of loading.
            gc.disable()
            try:
                self.create_client = getattr(importlib.import_module(module), name)
            except ImportError as error:
                hint = os.environ.get("ENVIRONMENT_HINT")
                raise ImportError(f"{error}. {hint}" if hint else str(error)) from error
            finally:
                gc.freeze()
                gc.enable()
        return self.create_client  # type: ignore[return-value]

    async def stream(self, method: Callable[..., Any], asked: tuple[Any, ...], request: int) -> None:
        def update(one: ChatResponseUpdate) -> None:
            self.write(encoded({"method": "update", "params": {"request": request, "update": to_json(one)}}))

        if inspect.isgeneratorfunction(method):
            def drain() -> None:
                for one in method(*asked):
                    update(one)

            return await called(drain)
        pieces = method(*asked)
        async with aclosing(await pieces if inspect.isawaitable(pieces) else pieces) as updates:
            async for one in updates:
                update(one)

    def write(self, line: bytes) -> None:
        rest = memoryview(line)
        with self.lock:
            while rest:
                rest = rest[self.wire.write(rest) or 0 :]


async def called(method: Callable[..., Any], *given: Any) -> Any:
    """Its result. A plain method runs in a thread, which nobody can end: it is waited for, whoever cancels."""
    if inspect.iscoroutinefunction(method):
        return await method(*given)
    future = asyncio.ensure_future(asyncio.to_thread(method, *given))
    while not future.done():
        try:
            await asyncio.wait([future])
        except asyncio.CancelledError:
            continue
    outcome = future.result()
    return await outcome if inspect.isawaitable(outcome) else outcome


def encoded(message: dict[str, Any]) -> bytes:
    """The line; a TypeError that names the place of what is no JSON, for the suite would wait in vain for what cannot be written."""
    try:
        return json.dumps({"jsonrpc": "2.0", **message}, allow_nan=False).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:
        told = message.get("result", message.get("params", {}).get("update"))
        raise TypeError(f"the bridge gave what is no JSON: {misfit(told) or error}") from None


def demand_pairs(messages: list[ChatMessage]) -> None:
    """Raises where an application cut one half of a call away: services refuse either alone. The last message may yet be answered."""
    called_ids, open_calls = set(), {}
    for place, message in enumerate(messages):
        for content in message.contents:
            if content.type in ("function-call", "action-call"):
                called_ids.add(content.call_id)
                open_calls[content.call_id] = place
            elif content.type in ("function-result", "action-result"):
                if content.call_id not in called_ids:
                    raise unsendable(f'the {content.type} "{content.call_id}" answers no call of this conversation')
                open_calls.pop(content.call_id, None)
    for call_id, place in open_calls.items():
        if place < len(messages) - 1:
            raise unsendable(f'the call "{call_id}" has no result in this conversation')

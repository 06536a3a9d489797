import json

import httpx2
from agents import OpenAIChatCompletionsModel as Chat
from openai import AsyncOpenAI

from ..shared.reproductions import _answer, _ask, _error, function


async def _items(base_url, mode):
    """The items of an answer, whole or streamed."""
    answer = await _ask(Chat, base_url, mode, [function()])
    return answer.output if mode == "complete" else answer[-1].response.output


async def truncated_streams(base_url):
    """A stream that ends before its finish reason throws an error."""
    assert await _error(_ask(Chat, base_url, "stream")) is not None


async def web_pages_unclear(base_url, mode):
    """A web page in place of a response is an error, and no AttributeError."""
    error = await _error(_ask(Chat, base_url, mode))
    assert error is not None and not isinstance(error, AttributeError)


async def errors_with_status_200(base_url):
    """The exception for an error in a body with status 200 has its code."""
    error = await _error(_ask(Chat, base_url))
    assert getattr(error, "code", None) == "rate_limit_exceeded"


async def finish_reasons_dropped(base_url, mode):
    """An answer that reached the limit of its tokens says so."""
    answer = await _ask(Chat, base_url, mode, [function()])
    assert "length" in (repr(answer) if mode == "complete" else answer[-1].model_dump_json())


async def function_call_dropped(base_url, mode):
    """A call in the older form function_call is returned."""
    assert any(item.type == "function_call" for item in await _items(base_url, mode))


async def calls_without_index(base_url):
    """Streamed calls that have their own ids are calls of their own."""
    for _ in range(2):
        calls = [item for item in await _items(base_url, "stream") if item.type == "function_call"]
        assert all("}{" not in call.arguments for call in calls)


async def first_event_lost(base_url):
    """The first event of a stream is read, though a byte order mark stands before it."""
    assert all(item.name for item in await _items(base_url, "stream") if item.type == "function_call")


async def comments_behind_ids():
    """A comment behind an event with an id changes nothing of a stream."""
    said = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [{"index": 0, "delta": {"content": "Fog."}, "finish_reason": "stop"}]}
    stream = f"id: 1\ndata: {json.dumps(said)}\n\n: ping\n\ndata: [DONE]\n\n"
    answer = httpx2.MockTransport(lambda _: httpx2.Response(200, headers={"content-type": "text/event-stream"}, text=stream))
    client = AsyncOpenAI(api_key="key", max_retries=0, http_client=httpx2.AsyncClient(transport=answer))
    assert await _error(_answer(Chat("gpt-5.5", client), "stream")) is None


async def functions_unchecked(base_url, mode, requests):
    """A function with a name that OpenAI does not take is not sent."""
    await _error(_ask(Chat, base_url, mode, [function("get the weather!")]))
    assert requests == []


async def result_images_dropped(base_url, mode, requests):
    """An image in a function result is sent, or refused with an error."""
    call = {"type": "function_call", "call_id": "call_1", "name": "get_weather", "arguments": "{}"}
    image = {"type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo="}
    said = [{"role": "user", "content": "Hello."}, call, {"type": "function_call_output", "call_id": "call_1", "output": [image]}]
    await _error(_ask(Chat, base_url, mode, [function()], said))
    assert all("iVBORw0KGgo=" in str(one) for one in requests)

import json

import httpx2
import litellm
from openai import AsyncOpenAI

litellm.suppress_debug_info = True
weather = {"type": "object", "properties": {"city": {"type": "string"}}}


async def _ask(base_url, mode, messages="Hello.", **options):
    """An answer, or the chunks of a streamed one."""
    said = [{"role": "user", "content": messages}] if isinstance(messages, str) else messages
    to = {"model": "openai/gpt-5.5", "api_base": f"{base_url}/v1", "api_key": "key", "max_retries": 0}
    if mode == "complete":
        return await litellm.acompletion(messages=said, **to, **options)
    stream = await litellm.acompletion(messages=said, stream=True, **to, **options)
    return [chunk async for chunk in stream]


async def _error(call):
    """What a call throws, if it does."""
    try:
        await call
    except Exception as error:
        return error
    return None


async def _thrown(call):
    error = await _error(call)
    if error is None:
        raise RuntimeError("no error was thrown")
    return error


def function(name="get_weather"):
    return {"type": "function", "function": {"name": name, "description": "It tells the weather.", "parameters": weather}}


async def empty_streams_accepted(base_url):
    """A stream that ends before its first chunk throws an error."""
    assert await _error(_ask(base_url, "stream")) is not None


async def web_pages_unclear(base_url, mode):
    """A web page with status 200 is an error, and none of status 500."""
    error = await _error(_ask(base_url, mode))
    assert error is not None and error.status_code != 500


async def errors_with_status_200(base_url):
    """The code of an error in a body with status 200 is the code of the exception."""
    error = await _thrown(_ask(base_url, "complete"))
    assert error.code == "rate_limit_exceeded"


async def codes_dropped(base_url, mode):
    """An exception has the code of the provider's error, whatever the status."""
    error = await _thrown(_ask(base_url, mode))
    assert error.code == "invalid_function_parameters"


async def stream_errors_without_code(base_url):
    """An exception within a stream has the code of the provider's error."""
    error = await _thrown(_ask(base_url, "stream"))
    assert error.code is not None


async def streamed_refusals_dropped(base_url):
    """The words of a streamed refusal are in its chunks."""
    chunks = await _ask(base_url, "stream")
    assert any(getattr(choice.delta, "refusal", None) for chunk in chunks for choice in chunk.choices)


async def finish_reasons_replaced(base_url):
    """A finish reason that is new can be read from a stream."""
    built = litellm.stream_chunk_builder(await _ask(base_url, "stream", tools=[function()]))
    assert "added_later" in built.model_dump_json()


async def calls_without_index(base_url):
    """Streamed calls that have their own ids are calls of their own."""
    for _ in range(2):
        chunks = await _ask(base_url, "stream", tools=[function()])
        ids = {call.id for chunk in chunks for choice in chunk.choices for call in choice.delta.tool_calls or [] if call.id}
        calls = litellm.stream_chunk_builder(chunks).choices[0].message.tool_calls
        assert len(calls or []) == len(ids)


async def call_extras_dropped(base_url):
    """Members of a call beside its function are kept when its chunks are put together."""
    chunks = await _ask(base_url, "stream", tools=[function()])
    if "extra_content" not in str(chunks):
        raise RuntimeError("no chunk has them")
    assert "extra_content" in litellm.stream_chunk_builder(chunks).model_dump_json()


async def choices_mixed(base_url):
    """Of several streamed choices, each ends with its own finish reason."""
    chunks = await _ask(base_url, "stream", n=2)
    assert sorted(choice.index for chunk in chunks for choice in chunk.choices if choice.finish_reason) == [0, 1]


async def unknown_calls_unreadable(base_url):
    """A call of an unknown type leaves the rest of the message readable."""
    assert await _error(_ask(base_url, "complete", tools=[function()])) is None


async def first_event_lost(base_url):
    """The first event of a stream is read, though a byte order mark stands before it."""
    chunks = await _ask(base_url, "stream", tools=[function()])
    calls = litellm.stream_chunk_builder(chunks).choices[0].message.tool_calls
    assert calls and calls[0].function.name


async def comments_behind_ids():
    """A comment behind an event with an id changes nothing of a stream."""
    said = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [{"index": 0, "delta": {"content": "Fog."}, "finish_reason": "stop"}]}
    stream = f"id: 1\ndata: {json.dumps(said)}\n\n: ping\n\ndata: [DONE]\n\n"
    answer = httpx2.MockTransport(lambda _: httpx2.Response(200, headers={"content-type": "text/event-stream"}, text=stream))
    client = AsyncOpenAI(api_key="key", max_retries=0, http_client=httpx2.AsyncClient(transport=answer))
    assert await _error(_ask("http://localhost", "stream", client=client)) is None


async def names_unchecked(base_url, mode, requests):
    """A function with an invalid name is refused before anything is sent."""
    await _error(_ask(base_url, mode, tools=[function("get weather!")]))
    assert requests == []


async def result_images_moved(base_url, mode, requests):
    """An image in a function result is sent as a part of the result, or refused."""
    call = {"id": "call_1", "type": "function", "function": {"name": "get_weather", "arguments": "{}"}}
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}}
    said = [{"role": "user", "content": "Hello."}, {"role": "assistant", "content": None, "tool_calls": [call]}]
    said.append({"role": "tool", "tool_call_id": "call_1", "content": [image]})
    await _error(_ask(base_url, mode, said, tools=[function()]))
    assert all("image_url" not in str(one) for body in requests for one in body["messages"] if one["role"] == "user")

import json

import httpx2
from openai import AsyncOpenAI
from pydantic_ai.messages import BinaryContent, ModelMessagesTypeAdapter, ModelRequest, ModelResponse, ToolCallPart, UserPromptPart
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider

from ..shared.reproductions import _ask, _error, function, hello, returned


def model_at(base_url):
    client = AsyncOpenAI(api_key="key", base_url=f"{base_url}/v1", max_retries=0)
    return OpenAIChatModel("gpt-5.4", provider=OpenAIProvider(openai_client=client))


called = ModelResponse(parts=[ToolCallPart("get_weather", {}, tool_call_id="call_1")])


async def _sent(base_url, requests, result):
    await _error(_ask(model_at(base_url), messages=[*hello, called, returned(result)], function_tools=[function()]))
    return requests[0]["messages"]


async def result_images_moved(base_url, requests):
    """An image that a function returned is not sent as the user's."""
    image = BinaryContent(b"\x89PNG", media_type="image/png")
    assert (await _sent(base_url, requests, [image]))[-1]["role"] == "tool"


async def empty_results(base_url, requests):
    """That a function returned [] is sent."""
    assert (await _sent(base_url, requests, []))[-1]["content"] == "[]"


async def refusals_cut_off(base_url, mode):
    """A refusal that was cut off has the finish reason length."""
    assert (await _ask(model_at(base_url), mode)).finish_reason == "length"


def called_functions(response):
    return [part for part in response.parts if isinstance(part, ToolCallPart)]


async def late_names(base_url):
    """A streamed call has the name of its function once."""
    response = await _ask(model_at(base_url), "stream", function_tools=[function()])
    assert [call.tool_name for call in called_functions(response)] == ["get_weather"], response.parts


async def calls_share_index(base_url):
    """Two streamed calls with different ids are two calls."""
    response = await _ask(model_at(base_url), "stream", function_tools=[function()])
    assert len(called_functions(response)) > 1, response.parts


async def function_call_dropped(base_url, mode):
    """A call in the older form is returned."""
    assert called_functions(await _ask(model_at(base_url), mode))


async def choices_mixed(base_url, mode):
    """Of two choices, the first one is the response."""
    response = await _ask(model_at(base_url), mode)
    assert response.parts[0].content == "Hammerfest.", response.parts


async def file_names(base_url, requests):
    """A document is sent under the name that its caller gave it."""
    document = BinaryContent(b"%PDF-1.4", media_type="application/pdf", identifier="tides.pdf")
    await _error(_ask(model_at(base_url), messages=[ModelRequest(parts=[UserPromptPart(["What does it say?", document])])]))
    assert "tides.pdf" in json.dumps(requests[0])


async def functions_unchecked(base_url, requests):
    """A function with a name that OpenAI does not take is not sent."""
    await _error(_ask(model_at(base_url), function_tools=[function("get the weather!")]))
    assert requests == []


async def lone_halves_sent(base_url, requests):
    """A result without its call is not sent."""
    await _error(_ask(model_at(base_url), messages=[*hello, returned("7 degrees")]))
    assert requests == []


async def unknown_calls_unreadable(base_url, mode):
    """A response with a call or an annotation of a new type can be read."""
    error = await _error(_ask(model_at(base_url), mode, function_tools=[function()]))
    assert error is None, error


async def usage_unloadable(base_url, mode):
    """A response is stored and loaded again, whatever its usage tells."""
    stored = ModelMessagesTypeAdapter.dump_json([await _ask(model_at(base_url), mode) for _ in range(2)])
    error = await _error(_loaded(stored))
    assert error is None, error


async def _loaded(stored):
    return ModelMessagesTypeAdapter.validate_json(stored)


async def errors_with_status_200(base_url):
    """An error in a body with status 200 is thrown with the provider's message."""
    assert "busy" in str(await _error(_ask(model_at(base_url))))


async def web_pages_unnamed(base_url, mode):
    """An error about a web page in place of a response says that it is one."""
    error = await _error(_ask(model_at(base_url), mode))
    assert "text/html" in str(error), error


async def comments_behind_ids():
    """A comment behind an event with an id changes nothing of a stream."""
    said = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [{"index": 0, "delta": {"content": "Fog."}, "finish_reason": "stop"}]}
    stream = f"id: 1\ndata: {json.dumps(said)}\n\n: ping\n\ndata: [DONE]\n\n"
    answer = httpx2.MockTransport(lambda _: httpx2.Response(200, headers={"content-type": "text/event-stream"}, text=stream))
    client = AsyncOpenAI(api_key="key", max_retries=0, http_client=httpx2.AsyncClient(transport=answer))
    assert await _error(_ask(OpenAIChatModel("gpt-5.4", provider=OpenAIProvider(openai_client=client)), "stream")) is None


async def byte_order_marks(base_url):
    """The first event behind a byte order mark is read."""
    response = await _ask(model_at(base_url), "stream", function_tools=[function()])
    assert [call.tool_name for call in called_functions(response)] == ["get_weather"], response.parts

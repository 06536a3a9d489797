import json

import httpx2
from agent_framework import Content, Message
from agent_framework.openai import OpenAIChatCompletionClient
from openai import AsyncOpenAI

from ..shared.reproductions import _ask, _error, contents, function


def client_at(base_url):
    return OpenAIChatCompletionClient(
        "gpt-5.5", api_key="key", base_url=f"{base_url}/v1", function_invocation_configuration={"enabled": False}
    )


async def truncated_streams(base_url):
    """A stream that ends before its finish reason throws an error."""
    assert await _error(_ask(client_at(base_url), "stream")) is not None


async def html_pages_unclear(base_url, mode):
    """A web page in place of a response is an error, and no AttributeError."""
    error = await _error(_ask(client_at(base_url), mode))
    assert error is not None and not isinstance(error, AttributeError)


async def errors_with_status_200(base_url):
    """An error in a body with status 200 is thrown with the provider's message."""
    error = await _error(_ask(client_at(base_url), "complete"))
    assert "busy" in str(error)


async def contents_dropped(base_url, mode, requests):
    """A document at a URL is sent, or refused with an error."""
    document = Content.from_uri("https://example.com/tides.pdf", media_type="application/pdf")
    await _error(_ask(client_at(base_url), mode, [Message("user", ["What does it say?", document])]))
    assert all("tides.pdf" in str(each) for each in requests)


async def names_unchecked(base_url, mode, requests):
    """A function with an invalid name is refused before anything is sent."""
    await _error(_ask(client_at(base_url), mode, tools=[function("get weather!")]))
    assert requests == []


async def searches_merged(base_url, mode, requests):
    """Two searches, of which the API has place for one, are refused before anything is sent."""
    search = OpenAIChatCompletionClient.get_web_search_tool()
    near = OpenAIChatCompletionClient.get_web_search_tool(web_search_options={"search_context_size": "low"})
    await _error(_ask(client_at(base_url), mode, tools=[search, near]))
    assert requests == []


async def custom_calls_dropped(base_url, mode):
    """A call of a custom tool is returned."""
    custom = {"type": "custom", "custom": {"name": "reckon"}}
    assert contents(await _ask(client_at(base_url), mode, tools=[custom]), "function_call") != []


async def custom_tool_not_chosen(base_url, mode, requests):
    """A custom tool can be required by its name."""
    custom = {"type": "custom", "custom": {"name": "reckon"}}
    choice = {"mode": "required", "required_function_name": "reckon"}
    await _error(_ask(client_at(base_url), mode, tools=[custom], tool_choice=choice))
    assert requests[0]["tool_choice"]["type"] == "custom"


async def function_call_dropped(base_url, mode):
    """A call in the older form function_call is returned, as its finish reason says."""
    response = await _ask(client_at(base_url), mode, tools=[function("get_time")])
    if response.finish_reason != "tool_calls":
        raise RuntimeError("the response asks for no call")
    assert contents(response, "function_call") != []


async def citations_dropped(base_url, mode):
    """The citations of a web search are returned."""
    search = OpenAIChatCompletionClient.get_web_search_tool()
    response = await _ask(client_at(base_url), mode, tools=[search])
    assert any(content.annotations for content in contents(response, "text"))


async def choices_mixed(base_url, mode):
    """Of several choices, each is a message with its own text and finish reason."""
    response = await _ask(client_at(base_url), mode, n=2)
    if mode == "complete":
        assert response.finish_reason == "stop"
    else:
        assert len(response.messages) == 2


async def first_event_lost(base_url):
    """The first event of a stream is read, though a byte order mark stands before it."""
    response = await _ask(client_at(base_url), "stream", tools=[function()])
    assert all(call.name for call in contents(response, "function_call"))


async def comments_behind_ids():
    """A comment behind an event with an id changes nothing of a stream."""
    said = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [{"index": 0, "delta": {"content": "Fog."}, "finish_reason": "stop"}]}
    stream = f"id: 1\ndata: {json.dumps(said)}\n\n: ping\n\ndata: [DONE]\n\n"
    answer = httpx2.MockTransport(lambda _: httpx2.Response(200, headers={"content-type": "text/event-stream"}, text=stream))
    client = AsyncOpenAI(api_key="key", max_retries=0, http_client=httpx2.AsyncClient(transport=answer))
    assert await _error(_ask(OpenAIChatCompletionClient("gpt-5.5", async_client=client), "stream")) is None


async def call_extras_dropped(base_url, requests):
    """Members of a call beside its function go back with it."""
    response = await _ask(client_at(base_url), "stream", tools=[function()])
    results = [Message("tool", [Content.from_function_result(call.call_id, result="Fog.")]) for call in contents(response, "function_call")]
    await _error(_ask(client_at(base_url), "stream", [Message("user", ["Hello."]), *response.messages, *results]))
    assert "extra_content" in str(requests[-1])


async def calls_share_index(base_url):
    """Two streamed calls with one index, told apart by their ids, are two calls."""
    assert await _error(_ask(client_at(base_url), "stream", tools=[function()])) is None

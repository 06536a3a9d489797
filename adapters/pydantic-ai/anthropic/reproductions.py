import json

from anthropic import AsyncAnthropic
from pydantic_ai.messages import ModelMessagesTypeAdapter, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.native_tools import CodeExecutionTool, MCPServerTool, WebSearchTool
from pydantic_ai.providers.anthropic import AnthropicProvider

from ..shared.reproductions import _again, _ask, _error, calls, function, hello, results, returned


def model_at(base_url):
    client = AsyncAnthropic(api_key="key", base_url=base_url, max_retries=0)
    # Without a limit of tokens, the library streams whole responses too.
    return AnthropicModel(
        "claude-sonnet-4-6", provider=AnthropicProvider(anthropic_client=client), settings={"max_tokens": 1024}
    )


called = ModelResponse(parts=[ToolCallPart("get_weather", {}, tool_call_id="call_1")])


async def truncated_streams(base_url):
    """A stream that ends before its message_stop throws an error, or its response is not complete."""
    try:
        response = await _ask(model_at(base_url), "stream")
    except Exception:
        return
    assert response.state != "complete"


async def paused_turns(base_url, mode):
    """A turn that the service paused is continued."""
    response = await _ask(model_at(base_url), mode, native_tools=[WebSearchTool()])
    assert response.state == "complete"


async def temperature_rejected(base_url, requests):
    """A temperature is not sent with a version of the API that rejects it."""
    await _error(_ask(model_at(base_url), settings={"temperature": 0.2}))
    assert "temperature" not in requests[0]


async def blank_text_sent(base_url, requests):
    """A text of white space is not sent."""
    said = ModelResponse(parts=[TextPart(" \n")])
    await _error(_again(model_at(base_url), "complete", said))
    assert all(block["text"].strip() for message in requests[0]["messages"] for block in message["content"])


async def _sent(base_url, requests, result):
    await _error(_ask(model_at(base_url), messages=[*hello, called, returned(result)], function_tools=[function()]))
    content = requests[0]["messages"][-1]["content"][0]["content"]
    return content if isinstance(content, str) else "".join(block["text"] for block in content)


async def empty_results(base_url, requests):
    """That a function returned [] is sent."""
    assert await _sent(base_url, requests, []) == "[]"


async def list_results(base_url, requests):
    """That a function returned a list of one text is sent."""
    assert await _sent(base_url, requests, ["Nordlys"]) == '["Nordlys"]'


async def unknown_blocks(base_url, mode):
    """A response with a block or a piece of a new type is read, stored and loaded again."""
    tools = {"native_tools": [CodeExecutionTool(), WebSearchTool()], "function_tools": [function()]}
    try:
        response = await _ask(model_at(base_url), mode, **tools)
        ModelMessagesTypeAdapter.validate_json(ModelMessagesTypeAdapter.dump_json([response]))
        error = None
    except Exception as thrown:
        error = thrown
    assert error is None, error


async def unknown_tools_dropped(base_url, mode):
    """A call of a new tool of the provider is returned."""
    response = await _ask(model_at(base_url), mode, native_tools=[CodeExecutionTool(), WebSearchTool()])
    assert any(part.tool_name == "added_later" for part in calls(response))


async def raw_calls_dropped(base_url, mode, requests):
    """The call of a tool that extra_body declares is returned, and goes back."""
    settings = {"extra_body": {"tools": [{"type": "code_execution_20260521", "name": "code_execution"}]}}
    response = await _ask(model_at(base_url), mode, settings=settings)
    await _again(model_at(base_url), mode, response, settings=settings)
    assert "server_tool_use" in json.dumps(requests[1]["messages"])


async def search_details_dropped(base_url, mode):
    """What a search for tools was asked is returned as its block says it."""
    settings = {"extra_body": {"tools": [{"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"}]}}
    response = await _ask(model_at(base_url), mode, settings=settings)
    given = [part.content for part in results(response)]
    assert any("tool_references" in content for content in given), given


async def callers_dropped(base_url, mode, requests):
    """The call of a function goes back with its caller and its toolset."""
    response = await _ask(model_at(base_url), mode, function_tools=[function()])
    if not any(isinstance(part, ToolCallPart) for part in response.parts):
        raise RuntimeError("the response has no call of a function")
    await _again(model_at(base_url), mode, response, function_tools=[function()])
    sent = json.dumps(requests[1])
    assert "toolset_name" in sent or "caller" in sent


async def empty_server_calls(base_url, mode):
    """The arguments of a streamed call to an MCP server are JSON."""
    server = MCPServerTool(id="docs", url="https://docs.example/mcp")
    response = await _ask(model_at(base_url), mode, native_tools=[server])
    read = [await _error(_loaded(part.args)) for part in calls(response) if isinstance(part.args, str)]
    assert not any(read), read


async def _loaded(arguments):
    return json.loads(arguments)


async def container_uploads(base_url, mode):
    """A file that code left in its container is returned."""
    try:
        response = await _ask(model_at(base_url), mode, native_tools=[CodeExecutionTool()])
    except AssertionError as error:
        response = error
    assert "file_" in repr(response), response


async def compaction_trims(base_url, mode, requests):
    """What was said before a compaction is sent again."""
    response = await _ask(model_at(base_url), mode)
    if not any(part.part_kind == "compaction" for part in response.parts):
        raise RuntimeError("the response has no compaction")
    await _again(model_at(base_url), mode, response)
    assert "Hello." in json.dumps(requests[1]["messages"])


async def functions_unchecked(base_url, requests):
    """A function with a name that Anthropic does not take is not sent."""
    await _error(_ask(model_at(base_url), function_tools=[function("get the weather!")]))
    assert requests == []


async def lone_halves_sent(base_url, requests):
    """A result without its call is not sent."""
    await _error(_ask(model_at(base_url), messages=[*hello, returned("7 degrees")]))
    assert requests == []


async def errors_with_status_200(base_url):
    """An error in a body with status 200 is thrown with the provider's message."""
    error = await _error(_ask(model_at(base_url)))
    assert error is not None and not isinstance(error, TypeError), repr(error)


async def web_pages_unnamed(base_url, mode):
    """An error about a web page in place of a response says that it is one."""
    error = await _error(_ask(model_at(base_url), mode))
    assert "text/html" in str(error), error


async def byte_order_marks(base_url):
    """A stream that begins with a byte order mark is read."""
    error = await _error(_ask(model_at(base_url), "stream"))
    assert error is None, repr(error)

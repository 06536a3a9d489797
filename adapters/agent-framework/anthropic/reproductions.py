from agent_framework import Content, Message
from agent_framework.anthropic import AnthropicClient
from agent_framework.exceptions import ResponseInvalidatedException
from anthropic import AsyncAnthropic

from ..shared.reproductions import _ask, _error, contents, function

search = AnthropicClient.get_web_search_tool()
code = AnthropicClient.get_code_interpreter_tool()
docs = AnthropicClient.get_mcp_tool(name="docs", url="https://mcp.example/mcp")
thinking = {"type": "enabled", "budget_tokens": 2048}


def client_at(base_url):
    sdk = AsyncAnthropic(api_key="key", base_url=base_url, max_retries=0)
    return AnthropicClient(
        model="claude-sonnet-5-5", anthropic_client=sdk, function_invocation_configuration={"enabled": False}
    )


async def _again(client, mode, response, *more, **options):
    """The conversation goes on behind an answer."""
    said = [Message("user", ["Hello."]), *response.messages, *more]
    return await _error(_ask(client, mode, [*said, Message("user", ["Thank you."])], **options))


def blocks(request):
    return [block for message in request["messages"] for block in message["content"]]


async def servers_declared_twice(base_url, mode, requests):
    """An MCP server stands in mcp_servers, and not among the tools."""
    await _error(_ask(client_at(base_url), mode, tools=[docs]))
    assert "tools" not in requests[0]


async def server_results_unsendable(base_url, mode):
    """A conversation in which an MCP server was called goes on."""
    client = client_at(base_url)
    response = await _ask(client, mode, tools=[docs])
    if contents(response, "mcp_server_tool_result") == []:
        raise RuntimeError("the response has no call of a server")
    assert "serializable" not in str(await _again(client, mode, response, tools=[docs]))


async def mcp_errors_dropped(base_url, mode):
    """A call of an MCP server that failed has an error."""
    results = contents(await _ask(client_at(base_url), mode, tools=[docs]), "mcp_server_tool_result")
    if not any(result.raw_representation.is_error for result in results):
        raise RuntimeError("no call failed")
    assert any(result.status == "failed" or result.exception or "error" in str(result.output) for result in results)


async def search_errors_as_results(base_url, mode):
    """A search or a fetch that failed has an error."""
    results = contents(await _ask(client_at(base_url), mode, tools=[search]), "function_result")
    if results == []:
        raise RuntimeError("the response has no result")
    assert any(result.exception or contents_of(result, "error") for result in results)


def contents_of(result, kind):
    return [item for item in result.items or [] if item.type == kind]


async def editor_results_worded(base_url, mode):
    """The result of a file that was created has no text."""
    results = contents(await _ask(client_at(base_url), mode, tools=[code]), "function_result")
    if results == []:
        raise RuntimeError("the response has no result")
    assert all(not result.result for result in results)


async def compaction_tokens_dropped(base_url, mode):
    """The usage has the tokens of a compaction."""
    usage = (await _ask(client_at(base_url), mode)).usage_details
    assert usage["input_token_count"] > 50_000


async def cached_tokens_left_out(base_url, mode):
    """Input tokens have those of the cache in them, as with the clients of OpenAI."""
    client = client_at(base_url)
    for _ in range(4):
        response = await _ask(client, mode, tools=[function()])
        told, raw = response.usage_details, response.raw_representation
        usage = raw[0].message.usage if isinstance(raw, list) else raw.usage
        if cached := (usage.cache_read_input_tokens or 0) + (usage.cache_creation_input_tokens or 0):
            break
    assert told["input_token_count"] == usage.input_tokens + cached


async def reasoning_tokens_dropped(base_url, mode):
    """The usage has the number of reasoning tokens."""
    usage = (await _ask(client_at(base_url), mode, thinking=thinking, max_tokens=4096)).usage_details
    assert usage.get("reasoning_output_token_count")


async def truncated_streams(base_url):
    """A stream that ends before its last event throws an error."""
    assert await _error(_ask(client_at(base_url), "stream", tools=[function()])) is not None


async def cut_calls_throw(base_url, mode):
    """A response that was cut within a call is returned, with its finish reason."""
    client = client_at(base_url)
    errors = [await _error(_ask(client, mode, tools=[function()])) for _ in range(4)]
    assert not any(isinstance(error, ResponseInvalidatedException) for error in errors)


async def char_citations_crash(base_url, mode):
    """A response that cites a document of text is read."""
    assert not isinstance(await _error(_ask(client_at(base_url), mode, tools=[function()])), AttributeError)


async def citations_dropped_in_streams(base_url):
    """A citation in a stream is returned."""
    response = await _ask(client_at(base_url), "stream")
    assert any(text.annotations for text in contents(response, "text"))


async def citations_not_sent(base_url, mode, requests):
    """A text goes back with its citations."""
    client = client_at(base_url)
    await _again(client, mode, await _ask(client, mode, tools=[search]), tools=[search])
    assert any("citations" in block for block in blocks(requests[-1]))


async def sources_as_urls(base_url, mode):
    """What is no URL stands in no member of that name."""
    cited = [each for text in contents(await _ask(client_at(base_url), mode), "text") for each in text.annotations or []]
    if cited == []:
        raise RuntimeError("the response has no citation")
    assert all("url" not in each or "://" in each["url"] for each in cited)


async def results_as_text(base_url, mode, requests):
    """What a function found goes out in blocks that can be cited."""
    found = {"type": "search_result", "source": "shelf 7", "title": "Log", "content": [{"type": "text", "text": "Lit in May."}]}
    call = Content.from_function_call("toolu_1", "find", arguments={})
    result = Content.from_function_result("toolu_1", result=found)
    said = [Message("user", ["When?"]), Message("assistant", [call]), Message("tool", [result])]
    await _error(_ask(client_at(base_url), mode, said))
    assert requests[0]["messages"][-1]["content"][0]["content"][0]["type"] == "search_result"


async def code_as_repr(base_url, mode):
    """What code was asked can be read: JSON, or the code itself."""
    calls = contents(await _ask(client_at(base_url), mode, tools=[code]), "code_interpreter_tool_call")
    if calls == []:
        raise RuntimeError("the response has no call")
    assert all(not part.text.startswith("{'") for call in calls for part in call.inputs)


async def calls_stale_in_streams(base_url):
    """A streamed call of a hosted tool has its arguments."""
    response = await _ask(client_at(base_url), "stream")
    calls = contents(response, "function_call", "mcp_server_tool_call", "code_interpreter_tool_call")
    if calls == []:
        raise RuntimeError("the response has no call")
    asked = [call.parse_arguments() if call.inputs is None else call.inputs[0].text.strip("{}") for call in calls]
    assert all(asked)


async def code_results_bare_in_streams(base_url):
    """A result of code has its raw_representation, as whole."""
    results = contents(await _ask(client_at(base_url), "stream"), "code_interpreter_tool_result")
    if results == []:
        raise RuntimeError("the response has no result")
    assert all(result.raw_representation for result in results)


async def items_dropped(base_url, mode):
    """Every block of a response is a content."""
    response = await _ask(client_at(base_url), mode)
    raw = response.raw_representation
    if isinstance(raw, list):
        raise RuntimeError("the response is streamed")
    assert len(response.messages[0].contents) == len(raw.content)


async def redacted_thoughts_dropped(base_url, mode, requests):
    """A redacted thought goes back."""
    client = client_at(base_url)
    response = await _ask(client, mode, thinking=thinking, max_tokens=4096, tools=[function()])
    results = [Content.from_function_result(call.call_id, result="Fog.") for call in contents(response, "function_call")]
    await _again(client, mode, response, Message("tool", results), thinking=thinking, max_tokens=4096)
    assert any(block["type"] == "redacted_thinking" for block in blocks(requests[-1]))


async def call_members_dropped(base_url, mode, requests):
    """A call goes back with its toolset or the code that made it."""
    client = client_at(base_url)
    response = await _ask(client, mode)
    results = [Content.from_function_result(call.call_id, result="Fog.") for call in contents(response, "function_call")]
    await _again(client, mode, response, Message("tool", results))
    calls = [block for block in blocks(requests[-1]) if block["type"] == "tool_use"]
    if calls == []:
        raise RuntimeError("no call goes back")
    assert all("toolset_name" in call or "caller" in call for call in calls)


async def hosted_items_not_replayed(base_url, mode, requests):
    """A call of a hosted tool goes back as one."""
    client = client_at(base_url)
    await _again(client, mode, await _ask(client, mode, tools=[search]), tools=[search])
    assert any(block["type"] == "server_tool_use" for block in blocks(requests[-1]))


async def contents_dropped(base_url, mode, requests):
    """A file is sent, or refused with an error."""
    said = [Message("user", ["What does it say?", Content.from_hosted_file("file_tides")])]
    await _error(_ask(client_at(base_url), mode, said))
    assert all("file_tides" in str(each) for each in requests)


async def names_unchecked(base_url, mode, requests):
    """A function with an invalid name is refused before anything is sent."""
    await _error(_ask(client_at(base_url), mode, tools=[function("get weather!")]))
    assert requests == []


async def pauses_as_stops(base_url, mode):
    """A turn that is paused does not look finished."""
    assert (await _ask(client_at(base_url), mode, tools=[search])).finish_reason != "stop"


async def paused_turns(base_url, mode, requests):
    """A turn that is paused is continued, by the message of the assistant at the end of the request."""
    client = client_at(base_url)
    response = await _ask(client, mode, tools=[search])
    if len(requests) == 1:
        await _error(_ask(client, mode, [Message("user", ["Hello."]), *response.messages], tools=[search]))
    assert requests[-1]["messages"][-1]["role"] == "assistant"


async def stop_details_dropped(base_url, mode):
    """A refusal says why."""
    client = client_at(base_url)
    for _ in range(8):
        response = await _ask(client, mode)
        if response.finish_reason == "content_filter":
            break
    told = [response.additional_properties, *(each.additional_properties for each in response.messages)]
    assert contents(response, "error") or any(told)


async def results_after_user_text(base_url, mode, requests):
    """A result stands before what the user wrote meanwhile."""
    call = Content.from_function_call("toolu_1", "get_weather", arguments={"city": "Bergen"})
    result = Content.from_function_result("toolu_1", result="Fog.")
    said = [Message("user", ["Hello."]), Message("assistant", [call]), Message("user", ["Quick."]), Message("tool", [result])]
    await _error(_ask(client_at(base_url), mode, said, tools=[function()]))
    assert [block["type"] for block in blocks(requests[0])][2] == "tool_result"


async def blank_text_sent(base_url, mode, requests):
    """The result of a function that returned nothing is no empty text."""
    call = Content.from_function_call("toolu_1", "get_weather", arguments={"city": "Bergen"})
    said = [Message("user", ["Hello."]), Message("assistant", [call])]
    said += [Message("tool", [Content.from_function_result("toolu_1", result="")])]
    await _error(_ask(client_at(base_url), mode, said, tools=[function()]))
    result = blocks(requests[0])[-1]["content"]
    assert isinstance(result, str) or all(part["text"].strip() for part in result)


async def choices_without_tools(base_url, mode, requests):
    """A request without tools has no tool choice."""
    await _error(_ask(client_at(base_url), mode, tool_choice={"mode": "auto"}))
    assert "tool_choice" not in requests[0]


async def parallel_calls_unsaid(base_url, mode, requests):
    """That calls may not be parallel is sent."""
    await _error(_ask(client_at(base_url), mode, tools=[function()], allow_multiple_tool_calls=False))
    assert requests[0].get("tool_choice", {}).get("disable_parallel_tool_use") is True

from agent_framework import Content, Message
from agent_framework.exceptions import ChatClientException
from agent_framework.openai import OpenAIChatClient

from ..shared.reproductions import _ask, _error, contents, function


def client_at(base_url):
    return OpenAIChatClient(
        "gpt-5.5", api_key="key", base_url=f"{base_url}/v1", function_invocation_configuration={"enabled": False}
    )


async def _again(client, mode, response, **options):
    """The same conversation goes on, and the provider keeps nothing of it."""
    said = [Message("user", ["Hello."]), *response.messages, Message("user", ["Thank you."])]
    await _error(_ask(client, mode, said, store=False, **options))


def sent_types(request):
    return [item.get("type") for item in request["input"]]


async def failed_responses(base_url, mode):
    """A response with the status "failed" throws."""
    assert await _error(_ask(client_at(base_url), mode)) is not None


async def truncated_streams(base_url):
    """A stream that ends before its last event throws."""
    assert await _error(_ask(client_at(base_url), "stream")) is not None


async def calls_stale_in_streams(base_url):
    """What a hosted tool was asked is returned in a stream, as its item says it when it is done."""
    client = client_at(base_url)
    answers = [await _ask(client, "stream")]
    if contents(answers[0], "function_approval_request"):
        answers.append(await _ask(client, "stream"))
    calls = [call for answer in answers for call in contents(answer, "search_tool_call", "mcp_server_tool_call")]
    stale = (None, "", {"queries": []}, {"type": "search"}, {"type": "search", "query": ""})
    assert all(call.arguments not in stale for call in calls)


async def mcp_errors_dropped(base_url, mode):
    """Why a call of an MCP server failed is returned."""
    response = await _ask(client_at(base_url), mode)
    if contents(response, "mcp_server_tool_call") == []:
        raise RuntimeError("the response has no call")
    assert any(result.output for result in contents(response, "mcp_server_tool_result"))


async def items_dropped(base_url, mode):
    """Each item of a response is returned."""
    response = await _ask(client_at(base_url), mode)
    raw = response.raw_representation
    items = (raw[-1].response if isinstance(raw, list) else raw).output
    found = {getattr(getattr(content, "raw_representation", None), "type", None) for content in contents(response, *KINDS)}
    missing = {item.type for item in items} & DROPPED - found
    assert missing == set()


KINDS = ("function_call", "function_result", "mcp_server_tool_call", "mcp_server_tool_result", "shell_tool_call", "shell_tool_result")
DROPPED = {"mcp_list_tools", "compaction", "program", "program_output", "apply_patch_call", "tool_search_output", "added_later_call"}


async def code_outputs_dropped_in_streams(base_url):
    """What code printed is returned in a stream."""
    response = await _ask(client_at(base_url), "stream")
    if contents(response, "code_interpreter_tool_call") == []:
        raise RuntimeError("the response has no call")
    assert any(result.outputs or result.status == "failed" for result in contents(response, "code_interpreter_tool_result"))


async def container_dropped_in_streams(base_url):
    """In which container code ran is said by a content of its call in a stream."""
    response = await _ask(client_at(base_url), "stream")
    raws = [call.raw_representation for call in contents(response, "code_interpreter_tool_call")]
    if raws == []:
        raise RuntimeError("the response has no call")
    assert any("cntr_" in str(raw) for raw in raws)


async def file_names_as_urls(base_url, mode):
    """The URL of a citation is one, and no file name."""
    response = await _ask(client_at(base_url), mode)
    cited = [each for content in contents(response, "text") for each in content.annotations or []]
    if cited == []:
        raise RuntimeError("the response cites nothing")
    assert all("://" in each["url"] for each in cited if each.get("url"))


async def hosted_items_not_replayed(base_url, mode, requests):
    """The calls of hosted tools go back where the provider keeps nothing."""
    client = client_at(base_url)
    await _again(client, mode, await _ask(client, mode, store=False))
    kinds = {"web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call"}
    assert kinds & set(sent_types(requests[-1])) != set()


async def texts_behind_calls(base_url, mode, requests):
    """Text that came before a call goes back before it."""
    call = Content.from_function_call("call_1", "get_weather", arguments="{}")
    said = [Message("user", ["Fog?"]), Message("assistant", ["Let me look.", call]), Message("tool", [RESULT])]
    await _error(_ask(client_at(base_url), mode, said, store=False, tools=[function()]))
    assert sent_types(requests[0]) == ["message", "message", "function_call", "function_call_output"]


RESULT = Content.from_function_result("call_1", result="Fog.")


async def error_events_unclear(base_url):
    """An error in a stream has its code."""
    error = await _error(_ask(client_at(base_url), "stream"))
    assert getattr(error, "code", None) == "server_error"


async def incomplete_reasons_dropped(base_url, mode):
    """A response that is incomplete has a finish reason, whatever made it so."""
    client = client_at(base_url)
    for _ in range(8):
        try:
            response = await _ask(client, mode)
        except ChatClientException:
            return
        assert response.finish_reason is not None


async def schemas_closed(base_url, mode, requests):
    """A schema that leaves further members open is sent as it is."""
    await _error(_ask(client_at(base_url), mode, tools=[function(parameters={"type": "object"})]))
    assert "additionalProperties" not in requests[0]["tools"][0]["parameters"]


async def finish_reason_stop(base_url, mode):
    """A response that waits for the application has the finish reason "tool_calls"."""
    assert (await _ask(client_at(base_url), mode)).finish_reason == "tool_calls"


async def approval_reasons_dropped(base_url, mode, requests):
    """The reason of a decision is sent with it."""
    call = Content.from_function_call("mcpr_1", "search", arguments="{}", hosted=True, server_name="docs")
    asked = Content.from_function_approval_request("mcpr_1", call)
    decision = asked.to_function_approval_response(False)
    decision.additional_properties["reason"] = "not today"
    await _error(_ask(client_at(base_url), mode, [Message("user", [decision])], conversation_id="resp_1"))
    assert "not today" in str(requests[0])


async def approval_links_dropped(base_url, mode, requests):
    """A call of an MCP server goes back with the request for leave that it was made by."""
    client = client_at(base_url)
    await _error(_ask(client, mode, store=False))
    await _again(client, mode, await _ask(client, mode, store=False))
    calls = [item for item in requests[-1]["input"] if item.get("type") == "mcp_call"]
    if calls == []:
        raise RuntimeError("no call goes back")
    assert all("approval_request_id" in item for item in calls)


async def custom_calls_as_functions(base_url, mode, requests):
    """A call of a custom tool goes back as one."""
    client = client_at(base_url)
    await _again(client, mode, await _ask(client, mode, store=False))
    assert "custom_tool_call" in sent_types(requests[-1])


async def tool_searches_as_functions(base_url, mode, requests):
    """A search for tools goes back as one, and as no call of a function."""
    client = client_at(base_url)
    await _again(client, mode, await _ask(client, mode, store=False))
    assert "tool_search_call" in sent_types(requests[-1])


async def call_members_dropped(base_url, mode, requests):
    """A call goes back with its namespace or the program that made it."""
    client = client_at(base_url)
    await _again(client, mode, await _ask(client, mode, store=False))
    calls = [item for item in requests[-1]["input"] if item.get("type") == "function_call" and item["name"] != "tool_search"]
    assert all("namespace" in item or "caller" in item for item in calls)


async def image_errors_dropped(base_url, mode):
    """Why a picture was not made is returned."""
    response = await _ask(client_at(base_url), mode)
    results = contents(response, "image_generation_tool_result")
    if results == []:
        raise RuntimeError("the response has no call")
    assert any(result.outputs or result.status == "failed" for result in results)


async def image_types_guessed(base_url, mode):
    """A picture has the type that its item says."""
    client = client_at(base_url)
    answers = [await _ask(client, mode) for _ in range(4)]
    results = [result for answer in answers for result in contents(answer, "image_generation_tool_result")]
    for result in results:
        assert f"image/{result.raw_representation.output_format}" in result.outputs.uri.replace("svg+xml", "svg")


async def parts_lost_in_streams(base_url):
    """All parts of a thought are in the response that a stream is folded to."""
    client = client_at(base_url)
    answers = [await _ask(client, "stream"), await _ask(client, "stream")]
    thoughts = "".join(content.text or "" for answer in answers for content in contents(answer, "text_reasoning"))
    items = [item for answer in answers for item in answer.raw_representation[-1].response.output]
    parts = [part.text for item in items if item.type == "reasoning" for part in [*(item.content or []), *item.summary]]
    assert all(part in thoughts for part in parts)


async def messages_merged(base_url, mode):
    """Several messages of a response are several messages."""
    response = await _ask(client_at(base_url), mode)
    raw = response.raw_representation
    items = (raw[-1].response if isinstance(raw, list) else raw).output
    assert len(response.messages) >= sum(item.type == "message" for item in items)


async def html_pages_unclear(base_url, mode):
    """A web page in place of a response is an error, and no AttributeError."""
    error = await _error(_ask(client_at(base_url), mode))
    assert error is not None and not isinstance(error, AttributeError)


async def store_not_read(base_url, mode):
    """A response that says that it is not stored names no conversation to go on with."""
    response = await _ask(client_at(base_url), mode)
    assert response.conversation_id is None


async def names_unchecked(base_url, mode, requests):
    """A function with an invalid name is refused before anything is sent."""
    await _error(_ask(client_at(base_url), mode, tools=[function("get weather!")]))
    assert requests == []


async def contents_dropped(base_url, mode, requests):
    """What a search of another provider found is sent, or refused with an error."""
    found = Content.from_search_tool_result("ws_1", tool_name="web_search", result="At berth 7.")
    said = [Message("user", ["Where?"]), Message("assistant", ["Let me see.", found]), Message("user", ["And tomorrow?"])]
    await _error(_ask(client_at(base_url), mode, said))
    assert all("berth 7" in str(each) for each in requests)


async def streams_unread(base_url):
    """A stream is read, though some of its events have no data."""
    assert await _error(_ask(client_at(base_url), "stream")) is None

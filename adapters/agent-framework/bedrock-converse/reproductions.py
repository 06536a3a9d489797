import base64

import boto3
from agent_framework import Content, Message
from agent_framework.amazon import BedrockChatClient
from botocore.config import Config

from ..shared.reproductions import _ask, _error, contents, function

called = Content.from_function_call("tooluse_1", "get_weather", arguments={"city": "Bergen"})
picture = Content.from_uri(f"data:image/png;base64,{base64.b64encode(b'picture').decode()}", media_type="image/png")


def client_at(base_url):
    keys = {"aws_access_key_id": "key", "aws_secret_access_key": "secret", "region_name": "us-east-1"}
    sdk = boto3.client("bedrock-runtime", endpoint_url=base_url, config=Config(retries={"total_max_attempts": 1}), **keys)
    return BedrockChatClient(
        model="us.anthropic.claude-sonnet-4-5-20250929-v1:0", client=sdk, function_invocation_configuration={"enabled": False}
    )


def answered(*results, between=()):
    """A conversation with one call, and what comes behind it."""
    return [Message("user", ["Hello."]), Message("assistant", [called]), *between, Message("tool", list(results))]


async def system_calls_as_functions(base_url, mode):
    """A call that the service ran itself is marked as hosted."""
    calls = contents(await _ask(client_at(base_url), mode), "function_call")
    assert all(call.hosted for call in calls)


async def truncated_responses(base_url):
    """A whole response that is cut throws an error."""
    assert await _error(_ask(client_at(base_url), "complete", tools=[function()])) is not None


async def truncated_streams(base_url):
    """A stream that ends before its messageStop throws an error."""
    assert await _error(_ask(client_at(base_url), "stream", tools=[function()])) is not None


async def tools_left_out_for_none(base_url, mode, requests):
    """Tools are declared, also where none may be called."""
    await _error(_ask(client_at(base_url), mode, tools=[function()], tool_choice="none"))
    assert "toolConfig" in requests[0]


async def cached_tokens_left_out(base_url, mode):
    """Input tokens have those of the cache in them, as with the clients of OpenAI."""
    client = client_at(base_url)
    for _ in range(4):
        response = await _ask(client, mode, tools=[function()])
        raw = response.raw_representation
        usage = raw["usage"] if isinstance(raw, dict) else next(each["metadata"]["usage"] for each in raw if "metadata" in each)
        if cached := usage.get("cacheReadInputTokens", 0) + usage.get("cacheWriteInputTokens", 0):
            break
    assert response.usage_details["input_token_count"] == usage["inputTokens"] + cached


async def result_media_dropped(base_url, mode, requests):
    """An image of a result is sent."""
    said = answered(Content.from_function_result("tooluse_1", result=[picture]))
    await _error(_ask(client_at(base_url), mode, said, tools=[function()]))
    assert "image" in requests[0]["messages"][-1]["content"][0]["toolResult"]["content"][0]


async def results_as_json(base_url, mode, requests):
    """A text that a function returned is sent as it is."""
    said = answered(Content.from_function_result("tooluse_1", result="[]"))
    await _error(_ask(client_at(base_url), mode, said, tools=[function()]))
    assert requests[0]["messages"][-1]["content"][0]["toolResult"]["content"] == [{"text": "[]"}]


async def empty_failures_sent(base_url, mode, requests):
    """A failure without words is no empty text."""
    said = answered(Content.from_function_result("tooluse_1", result="", exception="It failed."))
    await _error(_ask(client_at(base_url), mode, said, tools=[function()]))
    assert requests[0]["messages"][-1]["content"][0]["toolResult"]["content"] != [{"text": ""}]


async def contents_dropped(base_url, mode, requests):
    """A document is sent, or refused with an error."""
    document = Content.from_uri("data:application/pdf;base64,JVBERg==", media_type="application/pdf")
    await _error(_ask(client_at(base_url), mode, [Message("user", ["What does it say?", document])]))
    assert all("document" in str(each) for each in requests)


async def late_results_dropped(base_url, mode, requests):
    """A result is sent, or refused with an error, also where the user wrote something before it."""
    said = answered(Content.from_function_result("tooluse_1", result="Fog."), between=[Message("user", ["Quick."])])
    await _error(_ask(client_at(base_url), mode, said, tools=[function()]))
    assert all("Fog." in str(each) for each in requests)


async def user_messages_not_merged(base_url, mode, requests):
    """Roles alternate, also where the user wrote something behind a result."""
    said = answered(Content.from_function_result("tooluse_1", result="Fog."))
    await _error(_ask(client_at(base_url), mode, [*said, Message("user", ["Thank you."])], tools=[function()]))
    roles = [message["role"] for message in requests[0]["messages"]]
    assert all(one != next_one for one, next_one in zip(roles, roles[1:]))

import base64

from agent_framework import Content, Message
from agent_framework.exceptions import ChatClientException
from agent_framework.gemini import GeminiChatClient
from google import genai

from ..shared.reproductions import _ask, _error, contents, function

PICTURE = "data:image/png;base64,cGljdHVyZQ=="


def client_at(base_url, model="gemini-3.8-flash"):
    # No second try.
    options = {"base_url": base_url, "retry_options": {"attempts": 1}}
    sdk = genai.Client(vertexai=False, api_key="key", http_options=options)
    return GeminiChatClient(model=model, client=sdk, function_invocation_configuration={"enabled": False})


def raw_parts(response):
    """The parts that Google sent, in the SDK's words."""
    raw = response.raw_representation
    chunks = raw if isinstance(raw, list) else [raw]
    found = [candidate.content for chunk in chunks for candidate in chunk.candidates or [] if candidate.content]
    return [part for content in found for part in content.parts or []]


async def _again(client, mode, response, **options):
    said = [Message("user", ["Hello."]), *response.messages, Message("user", ["Thank you."])]
    await _error(_ask(client, mode, said, **options))


async def _answer(base_url, mode):
    return await _ask(client_at(base_url), mode)


async def code_as_text(base_url, mode):
    """Code that Google runs is no text of the response."""
    response = await _answer(base_url, mode)
    code = [part.executable_code.code for part in raw_parts(response) if part.executable_code]
    if code == []:
        raise RuntimeError("the response has no code")
    assert all(each not in response.text for each in code)


async def hosted_results_as_text(base_url, mode, requests):
    """The result of a tool of Google's goes back as the object that it came as."""
    client = client_at(base_url)
    await _again(client, mode, await _ask(client, mode))
    sent = [part["toolResponse"] for content in requests[-1]["contents"] for part in content["parts"] if "toolResponse" in part]
    if sent == []:
        raise RuntimeError("no result goes back")
    assert all(isinstance(each["response"], dict) for each in sent)


async def grounding_dropped(base_url, mode):
    """What a response is grounded in is returned."""
    found = contents(await _answer(base_url, mode), "text", *SEARCHES)
    assert any(content.type != "text" or content.annotations for content in found)


SEARCHES = ("search_tool_call", "search_tool_result")


async def images_dropped(base_url, mode):
    """A picture or a file of a response is returned."""
    response = await _answer(base_url, mode)
    if not any(part.inline_data or part.file_data for part in raw_parts(response)):
        raise RuntimeError("the response has none")
    assert contents(response, "data", "uri", "hosted_file") != []


async def signatures_dropped(base_url, mode):
    """The signature of a text, a thought or code is returned."""
    response = await _answer(base_url, mode)
    signed = [part.thought_signature for part in raw_parts(response) if part.thought_signature and not part.function_call]
    if signed == []:
        raise RuntimeError("the response has none")
    kept = [content.protected_data for content in contents(response, "text_reasoning")]
    assert all(base64.b64encode(each).decode() in kept for each in signed)


async def call_signatures_joined(base_url):
    """The signature of a call is no part of the thought before it."""
    response = await _answer(base_url, "stream")
    assert all(not (content.text and content.protected_data) for content in contents(response, "text_reasoning"))


async def usage_incomplete(base_url, mode):
    """Tokens of reasoning are counted in those of the output, and those of tools in the input."""
    response = await _answer(base_url, mode)
    usage = response.usage_details
    assert usage["input_token_count"] + usage.get("output_token_count", 0) == usage["total_token_count"]


async def truncated_streams(base_url):
    """A stream that ends before its finish reason throws an error."""
    assert await _error(_ask(client_at(base_url), "stream")) is not None


async def usage_dropped_in_streams(base_url):
    """The usage of a stream is returned, whatever ended it."""
    response = await _answer(base_url, "stream")
    assert response.usage_details


async def blocked_prompts_unread(base_url, mode):
    """A blocked prompt has a finish reason, or throws an error."""
    client = client_at(base_url)
    for _ in range(3):
        try:
            response = await _ask(client, mode)
        except ChatClientException:
            return
        assert response.finish_reason is not None


async def explanations_dropped(base_url, mode):
    """Why Google stopped is returned in its words."""
    assert contents(await _answer(base_url, mode), "error") != []


async def failed_calls_as_calls(base_url, mode):
    """The finish reason is "tool_calls" where there are calls alone."""
    response = await _answer(base_url, mode)
    assert response.finish_reason != "tool_calls" or contents(response, "function_call")


async def finish_reason_stop(base_url, mode):
    """A response with calls of functions has the finish reason "tool_calls"."""
    response = await _answer(base_url, mode)
    if contents(response, "function_call") == []:
        raise RuntimeError("the response has no call")
    assert response.finish_reason == "tool_calls"


async def calls_in_pieces(base_url):
    """A call whose arguments are streamed is one call."""
    response = await _answer(base_url, "stream")
    assert all(call.name for call in contents(response, "function_call"))


async def empty_bodies_read(base_url):
    """An empty body throws an error."""
    assert await _error(_ask(client_at(base_url), "complete")) is not None


async def errors_with_status_200(base_url, mode):
    """An error in a body with status 200 is thrown."""
    assert await _error(_ask(client_at(base_url), mode)) is not None


async def html_errors_unclear(base_url, mode):
    """The error for a web page says that it is one."""
    assert "text/html" in str(await _error(_ask(client_at(base_url), mode)))


async def streams_unread(base_url):
    """A stream is read, whatever stands between its events and however its fields are spelled."""
    assert await _error(_ask(client_at(base_url), "stream")) is None


async def failures_as_results(base_url, mode, requests):
    """That a function failed is sent as an error."""
    result = Content.from_function_result("call_1", result="no station", exception="no station")
    await _error(_ask(client_at(base_url), mode, talk(result)))
    assert "error" in requests[0]["contents"][-1]["parts"][0]["functionResponse"]["response"]


async def media_results_dropped(base_url, mode, requests):
    """A picture of a function's result is sent."""
    result = Content.from_function_result("call_1", result=[Content.from_uri(PICTURE, media_type="image/png")])
    await _error(_ask(client_at(base_url), mode, talk(result)))
    assert "image/png" in str(requests[0])


def talk(result):
    call = Content.from_function_call("call_1", "get_weather", arguments="{}")
    return [Message("user", ["Fog?"]), Message("assistant", [call]), Message("tool", [result])]


async def contents_dropped(base_url, mode, requests):
    """A result without its call is sent, or refused with an error."""
    said = [Message("user", ["When?"]), Message("tool", [Content.from_function_result("call_lost", result="06:12")])]
    await _error(_ask(client_at(base_url), mode, said))
    assert all("06:12" in str(each) for each in requests)


async def names_unchecked(base_url, mode, requests):
    """A function with an invalid name is refused before anything is sent."""
    await _error(_ask(client_at(base_url), mode, tools=[function("get weather!")]))
    assert requests == []


async def empty_texts_sent(base_url, requests):
    """A text without words does not go back."""
    client = client_at(base_url)
    await _again(client, "stream", await _ask(client, "stream"))
    assert all(part.get("text") != "" for content in requests[-1]["contents"] for part in content["parts"])


async def flag_for_older_models(base_url, mode, requests):
    """Functions beside code execution are sent to a model before Gemini 3 without the flag that it does not take."""
    tools = [function(), GeminiChatClient.get_code_interpreter_tool()]
    await _error(_ask(client_at(base_url, "gemini-2.5-flash"), mode, tools=tools))
    assert "includeServerSideToolInvocations" not in str(requests[0])


async def messages_apart(base_url, mode, requests):
    """A call does not follow another content of the model."""
    call = Content.from_function_call("call_1", "get_weather", arguments="{}")
    result = Content.from_function_result("call_1", result="Fog.")
    said = [Message("user", ["Fog?"]), Message("assistant", ["Let me look."]), Message("assistant", [call]), Message("tool", [result])]
    await _error(_ask(client_at(base_url), mode, said))
    assert [content["role"] for content in requests[0]["contents"]] == ["user", "model", "user"]

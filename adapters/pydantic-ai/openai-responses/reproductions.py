import json

from openai import AsyncOpenAI
from pydantic_ai.messages import BinaryContent, ModelRequest, ModelResponse, ToolCallPart, UserPromptPart
from pydantic_ai.models.openai import OpenAIResponsesModel
from pydantic_ai.native_tools import CodeExecutionTool
from pydantic_ai.providers.openai import OpenAIProvider

from ..shared.reproductions import _again, _ask, _error, calls, function, hello, results, returned


def model_at(base_url):
    client = AsyncOpenAI(api_key="key", base_url=f"{base_url}/v1", max_retries=0)
    return OpenAIResponsesModel("gpt-5.5", provider=OpenAIProvider(openai_client=client))


called = ModelResponse(parts=[ToolCallPart("get_weather", {}, tool_call_id="call_1")])


async def results_not_sent(base_url, mode, requests):
    """What a tool of the provider gave goes back, where nothing is stored."""
    settings = {"openai_store": False, "openai_include_code_execution_outputs": True}
    settings |= {"openai_include_web_search_sources": True, "openai_include_file_search_results": True}
    response = await _ask(model_at(base_url), mode, settings=settings, native_tools=[CodeExecutionTool()])
    results(response)
    await _again(model_at(base_url), mode, response, settings=settings)
    sent = [item for item in requests[1]["input"] if item.get("type") not in (None, "message", "reasoning")]
    told = [item.get("outputs") or item.get("output") or item.get("results") or item.get("tools") for item in sent]
    assert all([*told, sent]), f"sent without what came of it: {json.dumps(sent)}"


async def images_not_sent(base_url, mode, requests):
    """An image that the model made goes back, where nothing is stored."""
    response = await _ask(model_at(base_url), mode, settings={"openai_store": False})
    results(response)
    await _again(model_at(base_url), mode, response, settings={"openai_store": False})
    assert "image_generation_call" in json.dumps(requests[1]["input"])


async def sources_not_sent(base_url, mode, requests):
    """The sources of a search go back."""
    settings = {"openai_include_web_search_sources": True}
    response = await _ask(model_at(base_url), mode, settings=settings)
    results(response)
    await _again(model_at(base_url), mode, response, settings=settings)
    assert "sources" in json.dumps(requests[1]["input"])


async def empty_results(base_url, requests):
    """That a function returned [] is sent."""
    await _error(_ask(model_at(base_url), messages=[*hello, called, returned([])], function_tools=[function()]))
    assert requests[0]["input"][-1]["output"] == "[]"


async def file_names(base_url, requests):
    """A document is sent under the name that its caller gave it."""
    document = BinaryContent(b"%PDF-1.4", media_type="application/pdf", identifier="tides.pdf")
    messages = [ModelRequest(parts=[UserPromptPart(["What does it say?", document])])]
    await _error(_ask(model_at(base_url), messages=messages))
    assert "tides.pdf" in json.dumps(requests[0])


async def functions_unchecked(base_url, requests):
    """A function with a name that OpenAI does not take is not sent."""
    await _error(_ask(model_at(base_url), function_tools=[function("get the weather!")]))
    assert requests == []


async def image_actions_dropped(base_url, mode):
    """What an image call did, as its item says it, is returned."""
    response = await _ask(model_at(base_url), mode)
    said = [part.args for part in calls(response)] + [part.content for part in results(response)]
    assert any("action" in (members or {}) for members in said)


async def search_paths_dropped(base_url, mode):
    """What a tool search was asked is returned as its item says it."""
    response = await _ask(model_at(base_url), mode)
    assert any("paths" in part.args_as_dict() for part in calls(response)), calls(response)[0].args


async def searches_by_application_unreadable(base_url, mode):
    """A tool search with arguments of the application's own can be read."""
    assert await _error(_ask(model_at(base_url), mode)) is None


async def store_not_returned(base_url, mode):
    """A response says that the provider did not store it."""
    response = await _ask(model_at(base_url), mode)
    assert (response.provider_details or {}).get("store") is False


async def compaction_trims(base_url, mode, requests):
    """What was said before a compaction is sent again."""
    response = await _ask(model_at(base_url), mode)
    if not any(part.part_kind == "compaction" for part in response.parts):
        raise RuntimeError("the response has no compaction")
    await _again(model_at(base_url), mode, response)
    assert "Hello." in json.dumps(requests[1]["input"])


async def unknown_items_unreadable(base_url):
    """A whole response with an item of a new type can be read."""
    error = await _error(_ask(model_at(base_url), native_tools=[CodeExecutionTool()]))
    assert error is None, repr(error)


async def items_dropped(base_url):
    """What a stream tells in an item or a part of a new type is returned."""
    response = await _ask(model_at(base_url), "stream", native_tools=[CodeExecutionTool()])
    assert "added_later" in repr(response.parts), response.parts


async def lone_halves_sent(base_url, requests):
    """A result without its call is not sent."""
    await _error(_ask(model_at(base_url), messages=[*hello, returned("7 degrees")]))
    assert requests == []


async def events_without_data(base_url):
    """A stream with an event that has no data is read, or ends with the error that the provider tells."""
    error = await _error(_ask(model_at(base_url), "stream"))
    assert not isinstance(getattr(error, "__cause__", None), json.JSONDecodeError), repr(error)


async def missing_indexes(base_url):
    """A stream whose thoughts have no index is read."""
    errors = [await _error(_ask(model_at(base_url), "stream")) for _ in range(2)]
    assert not any(isinstance(error, TypeError) for error in errors), errors


async def web_pages_unnamed(base_url, mode):
    """An error about a web page in place of a response says that it is one."""
    error = await _error(_ask(model_at(base_url), mode))
    assert "text/html" in str(error), error

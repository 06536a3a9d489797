from agents import FunctionTool, ModelSettings, OpenAIResponsesModel
from agents.models.interface import ModelTracing
from openai import AsyncOpenAI


async def _ask(base_url, mode="complete", tools=()):
    """The output of a response, or the events of a streamed one."""
    client = AsyncOpenAI(api_key="key", base_url=f"{base_url}/v1", max_retries=0)
    model = OpenAIResponsesModel("gpt-5.5", client)
    asked = (None, "Hello.", ModelSettings(), list(tools), None, [], ModelTracing.DISABLED)
    if mode == "complete":
        return await model.get_response(*asked)
    return [event async for event in model.stream_response(*asked)]


async def _error(call):
    """What a call throws, if it does."""
    try:
        await call
    except Exception as error:
        return error
    return None


async def incomplete_responses_throw(base_url, mode):
    """A response that reached the limit of its tokens is returned."""
    assert await _error(_ask(base_url, mode)) is None


async def failures_without_code(base_url, mode):
    """The error of a failed response has its code."""
    error = await _error(_ask(base_url, mode))
    if error is None:
        raise RuntimeError("the response was returned")
    assert getattr(error, "code", None) is not None


async def functions_unchecked(base_url, requests):
    """A function with a name that OpenAI does not take is not sent."""
    tool = FunctionTool("get the weather!", "", {"type": "object", "properties": {}}, _error, strict_json_schema=False)
    await _error(_ask(base_url, tools=[tool]))
    assert requests == []


async def store_not_returned(base_url, mode):
    """A response says that the provider did not store it."""
    response = await _ask(base_url)
    assert getattr(response, "store", None) is False

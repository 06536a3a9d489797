"""What the claims of all provider APIs share; docs/known-issues.md says how they are played."""

from agents import FunctionTool, ModelSettings
from agents.models.interface import ModelTracing
from openai import AsyncOpenAI


async def _ask(make, base_url, mode="complete", tools=(), said="Hello."):
    """The output of a response, or the events of a streamed one, of a model of the class `make`."""
    return await _answer(make("gpt-5.5", AsyncOpenAI(api_key="key", base_url=f"{base_url}/v1", max_retries=0)), mode, tools, said)


async def _answer(model, mode, tools=(), said="Hello."):
    asked = (None, said, ModelSettings(), list(tools), None, [], ModelTracing.DISABLED)
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


def function(name="get_weather"):
    return FunctionTool(name, "", {"type": "object", "properties": {}}, _error, strict_json_schema=False)

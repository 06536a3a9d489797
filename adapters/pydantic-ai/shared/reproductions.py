"""What the claims of all provider APIs share; docs/known-issues.md says how they are played."""

from pydantic_ai.direct import model_request, model_request_stream
from pydantic_ai.messages import ModelRequest, NativeToolCallPart, NativeToolReturnPart, ToolReturnPart
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.tools import ToolDefinition

hello = [ModelRequest.user_text_prompt("Hello.")]


async def _ask(model, mode="complete", messages=hello, settings=None, **parameters):
    """A response, whole or streamed."""
    given = {"model_settings": settings, "model_request_parameters": ModelRequestParameters(**parameters)}
    if mode == "complete":
        return await model_request(model, messages, **given)
    async with model_request_stream(model, messages, **given) as stream:
        async for _ in stream:
            pass
        return stream.get()


async def _again(model, mode, response, **given):
    """The conversation goes on; what the provider answers does not matter."""
    return await _error(_ask(model, mode, [*hello, response, ModelRequest.user_text_prompt("Thank you.")], **given))


async def _error(call):
    """What a call throws, if it does."""
    try:
        await call
    except Exception as error:
        return error
    return None


def function(name="get_weather", parameters=None):
    return ToolDefinition(name=name, parameters_json_schema=parameters or {"type": "object", "properties": {}})


def returned(content):
    """What a function returned, in the conversation that goes on."""
    return ModelRequest(parts=[ToolReturnPart("get_weather", content, tool_call_id="call_1")])


def results(response):
    found = [part for part in response.parts if isinstance(part, NativeToolReturnPart)]
    if not found:
        raise RuntimeError("the response has no result of a tool")
    return found


def calls(response):
    found = [part for part in response.parts if isinstance(part, NativeToolCallPart)]
    if not found:
        raise RuntimeError("the response has no call of a tool")
    return found

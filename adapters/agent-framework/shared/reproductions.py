"""What the claims of all provider APIs share; docs/known-issues.md says how they are played."""

from agent_framework import ChatResponse, FunctionTool, Message

weather = {"type": "object", "properties": {"city": {"type": "string"}}}


async def _ask(client, mode, messages="Hello.", **options) -> ChatResponse:
    """An answer, whole or streamed. Functions are the application's to run."""
    said = [Message("user", [messages])] if isinstance(messages, str) else messages
    if mode == "complete":
        return await client.get_response(said, options=options)
    return await client.get_response(said, stream=True, options=options).get_final_response()


def function(name="get_weather", parameters=weather):
    return FunctionTool(name=name, description="It tells the weather.", func=None, input_model=parameters)


def contents(response, *types):
    return [content for message in response.messages for content in message.contents if content.type in types]


async def _error(call):
    """What a call throws, if it does: the cause where the framework wraps it."""
    try:
        await call
    except Exception as error:
        return error.__cause__ or error
    return None

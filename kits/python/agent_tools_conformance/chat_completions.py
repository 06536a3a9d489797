"""Members of a request to OpenAI Chat Completions that bridges to several libraries send as they are."""

from .errors import InvalidToolError
from .options import ChatOptions


def web_search(tools: list) -> dict | None:
    """A member of the request, for which the library has no tool."""
    if len(tools) > 1:
        raise InvalidToolError("web-search", "It is declared twice, and OpenAI Chat Completions has one place for it.")
    for tool in tools:
        for name in tool.to_json().keys() - {"type", "userLocation"}:
            raise InvalidToolError("web-search", f"OpenAI Chat Completions has no place for its {name}.")
        place = tool.user_location
        return {"user_location": {"type": "approximate", "approximate": place.to_json()}} if place else {}
    return None


def response_format(options: ChatOptions) -> dict | None:
    asked = options.response_format
    if asked is None or asked.type != "json":
        return None
    if asked.schema is None:
        return {"type": "json_object"}
    return {"type": "json_schema", "json_schema": {"name": asked.name or "answer", "schema": asked.schema}}

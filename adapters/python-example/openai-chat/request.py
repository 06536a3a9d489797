"""From the contract to the body of `POST /v1/chat/completions`. Nothing is sent here."""

import re

from agent_tools_conformance import InvalidToolError, UnsupportedToolError, demand_pairs, unsupported_setting
from agent_tools_conformance.json_values import merge_patch, object_of, present

from .messages import conversation

SUPPORTED = ["function", "web-search", "raw"]


def build_request(messages, options, settings, stream):
    """The body, and warnings about what the API has no word for."""
    demand_pairs(messages)
    tools, reasoning = options.tools or [], options.reasoning
    declared = [declaration(tool) for tool in tools if tool.type != "web-search"]
    said, warnings = conversation(messages, options.instructions)
    body = present(
        model=options.model_id or settings.model,
        messages=said,
        tools=declared or None,
        web_search_options=web_search([tool for tool in tools if tool.type == "web-search"]),
        tool_choice=tool_choice(options),
        parallel_tool_calls=options.allow_multiple_tool_calls if tools else None,
        max_completion_tokens=options.max_output_tokens,
        temperature=options.temperature,
        stop=options.stop_sequences or None,
        response_format=response_format(options.response_format),
        reasoning_effort=reasoning and reasoning.effort,
        store=options.store,
        # Without it a stream does not say what it cost.
        stream_options={"include_usage": True} if stream else None,
    )
    body = merge_patch(body, options.raw_representation or {})
    # Which of the client's methods was called alone decides how the answer is read.
    body = merge_patch(body, {"stream": True} if stream else {"stream": None, "stream_options": None})
    lacking = ["conversationId"] if options.conversation_id is not None else []
    lacking += ["reasoning.budgetTokens"] if reasoning and reasoning.budget_tokens else []
    warnings += [unsupported_setting(f"OpenAI Chat Completions has no {name}.") for name in lacking]
    return body, warnings


def declaration(tool):
    if tool.type == "function":
        return {"type": "function", "function": function(tool)}
    if tool.type == "raw":
        if tool.provider_api != "openai-chat":
            raise InvalidToolError("raw", f"A raw tool is in the words of \"{tool.provider_api}\".")
        return tool.declaration
    raise UnsupportedToolError(tool.type, supported=SUPPORTED)


def function(tool):
    if not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", tool.name):
        raise InvalidToolError(tool.name, "OpenAI takes names of at most 64 letters, digits, underscores and hyphens.")
    parameters = {"type": "object", **tool.parameters}
    if parameters["type"] != "object":
        raise InvalidToolError(tool.name, "Its parameters must be an object.")
    about = tool.description
    return present(name=tool.name, description=about, parameters=parameters, strict=tool.strict)


def web_search(tools):
    """No tool of this API but something that the model does. A search that ignores where it may search is another search."""
    if len(tools) > 1:
        raise InvalidToolError("web-search", "It is declared twice, and OpenAI Chat Completions has one place for it.")
    for tool in tools:
        for name in tool.to_json().keys() - {"type", "userLocation"}:
            raise InvalidToolError("web-search", f"OpenAI Chat Completions has no place for its {name}, only for a userLocation.")
        place = tool.user_location
        return {"user_location": {"type": "approximate", "approximate": place.to_json()}} if place else {}
    return None


def response_format(asked):
    """A schema needs a name."""
    if asked is None or asked.type != "json":
        return None
    if asked.schema is None:
        return {"type": "json_object"}
    return {"type": "json_schema", "json_schema": {"name": asked.name or "response", "schema": asked.schema}}


def tool_choice(options):
    """A custom tool is declared raw, and demanded under its own word."""
    mode, tools = options.tool_mode, options.tools or []
    if mode is None:
        return None
    name = mode.function_name
    if name is None:
        # Without tools only a demand says something.
        return mode.type if tools or mode.type == "required" else None
    raw = [tool.declaration for tool in tools if tool.type == "raw"]
    kind = "custom" if any(object_of(each.get("custom")).get("name") == name for each in raw) else "function"
    return {"type": kind, kind: {"name": name}}

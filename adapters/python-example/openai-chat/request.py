"""From the contract to the body of `POST /v1/chat/completions`. Nothing is sent here."""

import re

from json_rpc import ContractError, demand_pairs
from json_values import merge_patch, object_of, present

from .messages import conversation

ADAPTER = "python-example-openai-chat"
SUPPORTED = ["function", "web-search", "raw"]


def build_request(messages, options, settings, stream):
    """The body, and warnings about what the API has no word for."""
    demand_pairs(messages)
    tools = options.get("tools", [])
    declared = [declaration(tool) for tool in tools if tool["type"] != "web-search"]
    said, warnings = conversation(messages, options.get("instructions"))
    body = present(
        model=options.get("modelId", settings["model"]),
        messages=said,
        tools=declared or None,
        web_search_options=web_search([tool for tool in tools if tool["type"] == "web-search"]),
        tool_choice=tool_choice(options),
        parallel_tool_calls=options.get("allowMultipleToolCalls") if options.get("tools") else None,
        max_completion_tokens=options.get("maxOutputTokens"),
        temperature=options.get("temperature"),
        stop=options.get("stopSequences") or None,
        response_format=response_format(options.get("responseFormat", {})),
        reasoning_effort=options.get("reasoning", {}).get("effort"),
        store=options.get("store"),
        # Without it a stream does not say what it cost.
        stream_options={"include_usage": True} if stream else None,
    )
    body = merge_patch(body, options.get("rawRepresentation", {}))
    # Which of the client's methods was called alone decides how the answer is read.
    body = merge_patch(body, {"stream": True} if stream else {"stream": None, "stream_options": None})
    unsaid = ["conversationId"] if "conversationId" in options else []
    unsaid += ["reasoning.budgetTokens"] if "budgetTokens" in options.get("reasoning", {}) else []
    warnings += [{"code": "unsupported-setting", "message": f"OpenAI Chat Completions has no {name}."} for name in unsaid]
    return body, warnings


def declaration(tool):
    if tool["type"] == "function":
        return {"type": "function", "function": function(tool)}
    if tool["type"] == "raw":
        if tool["providerApi"] != "openai-chat":
            raise invalid("raw", f"A raw tool is in the words of \"{tool['providerApi']}\".")
        return tool["declaration"]
    message = f"This adapter has no tool \"{tool['type']}\". It supports: {', '.join(SUPPORTED)}."
    raise ContractError("UnsupportedToolError", message, tool=tool["type"], adapter=ADAPTER, supported=SUPPORTED)


def function(tool):
    if not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", tool["name"]):
        raise invalid(tool["name"], "OpenAI takes names of at most 64 letters, digits, underscores and hyphens.")
    parameters = {"type": "object", **tool["parameters"]}
    if parameters["type"] != "object":
        raise invalid(tool["name"], "Its parameters must be an object.")
    about = tool.get("description")
    return present(name=tool["name"], description=about, parameters=parameters, strict=tool.get("strict"))


def web_search(tools):
    """No tool of this API but something that the model does. A search that ignores where it may search is another search."""
    if len(tools) > 1:
        raise invalid("web-search", "It is declared twice, and OpenAI Chat Completions has one place for it.")
    for tool in tools:
        for name in tool.keys() - {"type", "userLocation"}:
            raise invalid("web-search", f"OpenAI Chat Completions has no place for its {name}, only for a userLocation.")
        place = tool.get("userLocation")
        return {"user_location": {"type": "approximate", "approximate": place}} if place else {}
    return None


def response_format(asked):
    """A schema needs a name."""
    if asked.get("type") != "json":
        return None
    if "schema" not in asked:
        return {"type": "json_object"}
    return {"type": "json_schema", "json_schema": {"name": asked.get("name", "response"), "schema": asked["schema"]}}


def tool_choice(options):
    """A custom tool is declared raw, and demanded under its own word."""
    mode = options.get("toolMode", {})
    name = mode.get("functionName")
    if name is None:
        # Without tools only a demand says something.
        return mode.get("type") if options.get("tools") or mode.get("type") == "required" else None
    raw = [tool["declaration"] for tool in options.get("tools", []) if tool["type"] == "raw"]
    kind = "custom" if any(object_of(each.get("custom")).get("name") == name for each in raw) else "function"
    return {"type": kind, kind: {"name": name}}


def invalid(tool, message):
    return ContractError("InvalidToolError", message, tool=tool)

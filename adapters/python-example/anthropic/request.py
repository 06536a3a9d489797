"""From the contract to the body of `POST /v1/messages`. Nothing is sent here."""

import json
import re
from urllib.parse import urlsplit

from json_rpc import ContractError, demand_pairs
from json_values import merge_patch, present

SUPPORTED = ["function", "web-search", "raw"]

# Betas that tools declared raw need, by their types.
BETAS = {
    "advisor_20260301": "advisor-tool-2026-03-01",
    "compact_20260112": "compact-2026-01-12",
    "mcp_toolset": "mcp-client-2025-11-20",
}

# Types of tools whose calls are actions, or members of a toolset.
ACTIONS = ("bash_", "browser_", "computer_", "text_editor_")


def build_request(messages, options, settings, stream):
    """The body, and warnings about what the API has no word for."""
    demand_pairs(messages)
    system, turns = conversation(messages)
    if options.get("instructions"):
        system.insert(0, {"type": "text", "text": options["instructions"]})
    reasoning = options.get("reasoning", {})
    body = present(
        model=options.get("modelId", settings["model"]),
        max_tokens=options.get("maxOutputTokens", settings["maxOutputTokens"]),
        system=system or None,
        messages=turns,
        tools=[declaration(tool) for tool in options.get("tools", [])] or None,
        tool_choice=tool_choice(options),
        stop_sequences=options.get("stopSequences"),
        thinking={"type": "enabled", "budget_tokens": reasoning["budgetTokens"]} if "budgetTokens" in reasoning else None,
        output_config=output_config(options) or None,
    )
    body = merge_patch(body, options.get("rawRepresentation", {}))
    body.pop("stream", None)
    if stream:
        body["stream"] = True
    unsaid = [name for name in ("temperature", "conversationId", "store") if options.get(name) is not None]
    if options.get("responseFormat", {}).get("type") == "json" and "schema" not in options["responseFormat"]:
        unsaid.append("responseFormat without a schema")
    warnings = [{"code": "unsupported-setting", "message": f"Anthropic Messages has no {name}."} for name in unsaid]
    if any(unsigned(content) for message in messages for content in message["contents"]):
        warnings.append({"code": "reasoning-not-sent", "message": "Reasoning without a signature was not sent back."})
    return body, warnings


def output_config(options):
    """JSON is taken with a schema only."""
    schema = options.get("responseFormat", {}).get("schema")
    effort = options.get("reasoning", {}).get("effort")
    return present(effort=effort, format={"type": "json_schema", "schema": schema} if schema else None)


def unsigned(content):
    return content["type"] == "reasoning" and "protectedData" not in content and not fits(content.get("rawRepresentation"), content)


def declaration(tool):
    if tool["type"] == "function":
        if not re.fullmatch(r"[a-zA-Z0-9_-]{1,128}", tool["name"]):
            raise ContractError("InvalidToolError", "Anthropic takes names of letters, digits, underscores and hyphens.", tool=tool["name"])
        if tool["parameters"].get("type", "object") != "object":
            raise ContractError("InvalidToolError", "Its parameters must be an object.", tool=tool["name"])
        return present(
            name=tool["name"],
            description=tool.get("description"),
            input_schema=tool["parameters"],
            strict=tool.get("strict"),
        )
    if tool["type"] == "web-search":
        place = tool.get("userLocation")
        return present(
            type="web_search_20260318",
            name="web_search",
            max_uses=tool.get("maximumUses"),
            allowed_domains=tool.get("allowedDomains"),
            blocked_domains=tool.get("blockedDomains"),
            user_location={"type": "approximate", **place} if place else None,
        )
    if tool["type"] == "raw":
        if tool["providerApi"] != "anthropic":
            message = f"A raw tool is in the words of \"{tool['providerApi']}\"."
            raise ContractError("InvalidToolError", message, tool="raw")
        if str(tool["declaration"].get("type")).startswith(ACTIONS):
            message = f"This adapter has no actions, and so no tool of type \"{tool['declaration']['type']}\"."
            raise ContractError(
                "UnsupportedToolError", message, tool="raw", adapter="python-example-anthropic", supported=SUPPORTED
            )
        return tool["declaration"]
    message = f"This adapter has no tool \"{tool['type']}\". It supports: {', '.join(SUPPORTED)}."
    raise ContractError(
        "UnsupportedToolError", message, tool=tool["type"], adapter="python-example-anthropic", supported=SUPPORTED
    )


def tool_choice(options):
    mode, single = options.get("toolMode"), options.get("allowMultipleToolCalls") is False
    demands = (mode or {}).get("type") == "required"
    if not (mode or single) or not (options.get("tools") or demands):
        return None
    mode = mode or {"type": "auto"}
    if mode["type"] == "none":
        return {"type": "none"}
    choice = {"type": "any" if mode["type"] == "required" else "auto"}
    if "functionName" in mode:
        choice = {"type": "tool", "name": mode["functionName"]}
    return present(**choice, disable_parallel_tool_use=single or None)


def conversation(messages):
    """Blocks for `system`, and turns. Results of tools are the user's turn, and stand first in it."""
    system, turns = [], []
    for message in messages:
        blocks = [block for content in message["contents"] for block in blocks_of(content)]
        if message["role"] == "system":
            if any(content["type"] != "text" for content in message["contents"]):
                raise unsendable("a system message holds more than text")
            system += blocks
            continue
        role = "assistant" if message["role"] == "assistant" else "user"
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"] += blocks
        elif blocks:
            turns.append({"role": role, "content": blocks})
    for turn in turns:
        turn["content"].sort(key=lambda block: block["type"] != "tool_result" if turn["role"] == "user" else 0)
    return system, turns


def blocks_of(content):
    """What came from the provider goes back as it came; signatures and encrypted results depend on every byte."""
    raw = content.get("rawRepresentation")
    raw = raw if fits(raw, content) else None
    if content["type"] == "function-result":
        result = content.get("error", content.get("result"))
        text = result if isinstance(result, str) or result is None else json.dumps(result, ensure_ascii=False)
        if "outputs" in content:
            text = [block for output in content["outputs"] for block in blocks_of(output)]
        failed = True if "error" in content else None
        if failed and not text:
            text = "The function failed without a message."
        said = present(type="tool_result", tool_use_id=content["callId"], content=text, is_error=failed)
        return [{**(raw or {}), **said}]
    if content["type"] == "error":
        return []
    if raw:
        return [without_files(raw)]
    if content["type"] == "text":
        return [{"type": "text", "text": content["text"]}] if content["text"].strip() else []
    if content["type"] == "function-call":
        call = present(type="tool_use", id=content["callId"], name=content["name"])
        return [{**call, "input": content.get("arguments", {})}]
    if content["type"] == "reasoning" and "protectedData" in content:
        return [{"type": "thinking", "thinking": content["text"], "signature": content["protectedData"]}]
    if content["type"] == "reasoning":
        return []
    if content["type"] == "data":
        source = {"type": "base64", "media_type": content["mediaType"], "data": content["data"]}
        return [shown(content, source)]
    if content["type"] == "uri":
        return [shown(content, {"type": "url", "url": content["uri"]})]
    raise unsendable(f"this adapter has no block for \"{content['type']}\"")


def fits(raw, content):
    """Whether a block of the provider still says what the content does: an application may have edited one of both."""
    kind, block = content["type"], raw if isinstance(raw, dict) else {}
    if kind == "text":
        return block.get("type") == "text" and block.get("text") == content["text"] != ""
    if kind == "reasoning":
        secret = block.get("signature", block.get("data"))
        said = (block.get("thinking", ""), secret)
        return block.get("type") in ("thinking", "redacted_thinking") and said == (content["text"], content.get("protectedData"))
    if kind == "function-call":
        said = (block.get("id"), block.get("name"), block.get("input"))
        given = content.get("arguments", content.get("argumentsText"))
        return block.get("type") == "tool_use" and said == (content["callId"], content["name"], given)
    if kind == "function-result":
        return block.get("type") == "tool_result"
    return bool(block)


def unsendable(why):
    message = f"Nothing was sent to Anthropic: {why}."
    return ContractError("ProviderError", message, code="invalid_request_error", retryable=False)


def without_files(raw):
    """An answer's citations of a document name its file, for which a request's have no member."""
    citations = raw.get("citations")
    if not isinstance(citations, list):
        return raw
    return {**raw, "citations": [{k: v for k, v in one.items() if k != "file_id"} for one in citations]}


def shown(content, source):
    """Where no media type is given, the path's ending tells an image from a document."""
    path = urlsplit(content.get("uri", "")).path.lower()
    guess = "image/*" if path.endswith((".jpg", ".jpeg", ".png", ".gif", ".webp")) else "application/pdf"
    kind = content.get("mediaType", guess)
    if not kind.startswith(("image/", "text/", "application/pdf")):
        raise unsendable(f"Anthropic takes no {kind}")
    return {"type": "image" if kind.startswith("image/") else "document", "source": source}


def betas(body):
    """The betas that the tools and the edits of a body need; none, as a rule."""
    edits = (body.get("context_management") or {}).get("edits") or []
    return sorted({BETAS[one["type"]] for one in (body.get("tools") or []) + edits if one.get("type") in BETAS})

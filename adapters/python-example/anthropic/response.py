"""From what the API answers to the contract. Nothing is asked here."""

import json

from json_rpc import ContractError

from anthropic.request import present

FINISH_REASONS = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "tool_use": "tool_calls",
    "refusal": "content_filter",
}

TOOLS = {"web_search": "web-search", "web_fetch": "web-fetch", "mcp": "mcp-server"}


def content_of(block):
    """Told apart by how types end: what is not known arrives whole, as a hosted tool's call or result."""
    kind = block["type"]
    if kind == "text":
        citations = [citation(raw) for raw in block.get("citations") or []]
        raw = block if citations else None
        return present(type="text", text=block["text"], annotations=citations or None, rawRepresentation=raw)
    if kind in ("thinking", "redacted_thinking"):
        secret = block.get("signature", block.get("data"))
        return present(type="reasoning", text=block.get("thinking", ""), protectedData=secret, rawRepresentation=block)
    if kind == "tool_use":
        call = {"type": "function-call", "callId": block["id"], "name": block["name"], "rawRepresentation": block}
        whole = isinstance(block["input"], dict)
        return {**call, "arguments" if whole else "argumentsText": block["input"]}
    if kind.endswith("_tool_use"):
        return {
            "type": "hosted-tool-call",
            "callId": block["id"],
            "tool": tool_name(block["name"]),
            "name": block["name"],
            "arguments": block["input"],
            "rawRepresentation": block,
        }
    return present(
        type="hosted-tool-result",
        callId=block.get("tool_use_id"),
        tool=tool_name(kind[: -len("_tool_result")] if kind.endswith("_tool_result") else kind),
        outputs=outputs(block.get("content")),
        rawRepresentation=block,
    )


def tool_name(name):
    return "code-interpreter" if name.endswith("code_execution") else TOOLS.get(name, name)


def citation(raw):
    """It holds for the whole text block that it stands in, so it has no offsets."""
    title = raw.get("title") or raw.get("document_title") or raw.get("source")
    source = raw.get("source") or ""
    url = raw.get("url") or (source if "://" in source else None)
    return present(
        url=url, title=title, fileId=raw.get("file_id"), snippet=raw.get("cited_text"), rawRepresentation=raw
    )


def outputs(payload):
    """What a hosted tool gave, where it is plain to see; all of it is in `rawRepresentation`."""
    if isinstance(payload, list):
        return [output for item in payload for output in outputs(item)]
    if not isinstance(payload, dict):
        return [{"type": "text", "text": payload}] if payload else []
    if "error_code" in payload:
        return [{"type": "error", "message": payload["error_code"], "errorCode": payload["error_code"]}]
    if "url" in payload:
        return [{"type": "uri", "uri": payload["url"]}]
    if "file_id" in payload:
        return [{"type": "hosted-file", "fileId": payload["file_id"]}]
    texts = [{"type": "text", "text": payload[name]} for name in ("text", "stdout", "stderr") if payload.get(name)]
    return texts + outputs(payload.get("content"))


def usage_of(usage):
    """The API counts cached input apart; the contract's `inputTokens` is all of it."""
    cached, written = usage.get("cache_read_input_tokens") or 0, usage.get("cache_creation_input_tokens") or 0
    return present(
        inputTokens=usage["input_tokens"] + cached + written,
        outputTokens=usage["output_tokens"],
        cachedInputTokens=usage.get("cache_read_input_tokens"),
        reasoningTokens=(usage.get("output_tokens_details") or {}).get("thinking_tokens"),
    )


def finish_reason(stop_reason):
    return FINISH_REASONS.get(stop_reason, stop_reason)


def refusal(message):
    """Why the model refused, where the API says so."""
    details = message.get("stop_details") or {}
    if not details.get("explanation"):
        return []
    return [present(type="error", message=details["explanation"], errorCode=details.get("category"))]


def read_stream(events, message):
    """Yields contents as they come, and fills `message` with what a response that is not streamed would be."""
    open_blocks, arguments = {}, {}
    for event in events:
        kind = event["type"]
        if kind == "error":
            raise provider_error(event)
        if kind == "message_start":
            message.update(event["message"])
            # A call made by code that the provider runs comes here, whole, and no events follow for it.
            yield from map(content_of, message["content"])
        elif kind == "content_block_start":
            block = open_blocks[event["index"]] = dict(event["content_block"])
            arguments[event["index"]] = ""
            message["content"].append(block)
            if block["type"] == "text" and block["text"] and not cites(block):
                yield {"type": "text", "text": block["text"]}
        elif kind == "content_block_delta":
            block, delta = open_blocks[event["index"]], dict(event["delta"])
            change = delta.pop("type")
            if change == "input_json_delta":
                arguments[event["index"]] += delta["partial_json"]
            elif change == "citations_delta":
                block["citations"] = (block.get("citations") or []) + [delta["citation"]]
            elif change == "signature_delta":
                block.update(delta)
            else:
                # Texts are added up; counts of an estimate beside them, which may be null, are no texts.
                texts = {key: more for key, more in delta.items() if isinstance(more, str)}
                block.update({key: block.get(key, "") + more for key, more in texts.items()})
                if change == "text_delta" and delta["text"] and not cites(block):
                    yield {"type": "text", "text": delta["text"]}
        elif kind == "content_block_stop":
            block = open_blocks[event["index"]]
            if arguments[event["index"]]:
                value = parsed(arguments[event["index"]])
                block["input"] = value if isinstance(value, dict) else arguments[event["index"]]
            # Words are out already, but those of a block with citations: they wait, so that both come together.
            if block["type"] != "text" or cites(block):
                yield content_of(block)
        elif kind == "message_delta":
            known = {key: value for key, value in event["usage"].items() if value is not None}
            message.update(event["delta"], usage={**message["usage"], **known})
        elif kind == "message_stop":
            return
    raise ContractError("WireError", 'The stream of Anthropic ended before "message_stop".')


def cites(block):
    """The API announces it: such a block begins with a list, and others without or with null."""
    return isinstance(block.get("citations"), list)


def parsed(text):
    """What a text says as JSON, or the text where it is none: arguments that were cut short, a page of a proxy."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def provider_error(body, status=None, headers=None):
    body = body if isinstance(body, dict) else {}
    error = body.get("error") or {}
    wait = (headers or {}).get("retry-after", "")
    retryable = error.get("type") in ("api_error", "overloaded_error", "rate_limit_error", "timeout_error")
    return ContractError(
        "ProviderError",
        f"Anthropic answered with an error: {error.get('message', 'no error object in the answer')}",
        status=status,
        code=error.get("type"),
        requestId=(headers or {}).get("request-id") or body.get("request_id"),
        retryAfter=int(wait) * 1000 if wait.isdigit() else None,
        retryable=retryable or status in (408, 409, 429) or (status or 0) >= 500,
    )

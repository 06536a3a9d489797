"""From what the API answers to the contract. Nothing is asked here."""

from http_exchange import is_retryable, retry_after
from json_rpc import ContractError
from json_values import count, object_of, parsed, present, text, text_or_none, wording

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
    kind = text(block["type"])
    if kind == "text":
        citations = [citation(raw) for raw in block.get("citations") or []]
        raw = block if citations else None
        return present(type="text", text=text(block["text"]), annotations=citations or None, rawRepresentation=raw)
    if kind in ("thinking", "redacted_thinking"):
        secret = text_or_none(block.get("signature", block.get("data")))
        return present(type="reasoning", text=text(block.get("thinking", "")), protectedData=secret, rawRepresentation=block)
    if kind == "tool_use":
        call = {"type": "function-call", "callId": text(block["id"]), "name": text(block["name"]), "rawRepresentation": block}
        if isinstance(block["input"], dict):
            return {**call, "arguments": block["input"]}
        return {**call, "argumentsText": text(block["input"])}
    if kind.endswith("_tool_use"):
        return {
            "type": "hosted-tool-call",
            "callId": text(block["id"]),
            "tool": tool_name(text(block["name"])),
            "name": block["name"],
            "arguments": block["input"],
            "rawRepresentation": block,
        }
    return present(
        type="hosted-tool-result",
        callId=text_or_none(block.get("tool_use_id")),
        tool=tool_name(kind[: -len("_tool_result")] if kind.endswith("_tool_result") else kind),
        outputs=outputs(block.get("content")),
        rawRepresentation=block,
    )


def tool_name(name):
    return "code-interpreter" if name.endswith("code_execution") else TOOLS.get(name, name)


def citation(raw):
    """It holds for the whole text block that it stands in, so it has no offsets."""
    names = ("url", "title", "document_title", "source", "file_id", "cited_text")
    url, title, document, source, file, snippet = (text_or_none(raw.get(name)) for name in names)
    return present(
        url=url or (source if source and "://" in source else None),
        title=title or document or source,
        fileId=file,
        snippet=snippet,
        rawRepresentation=raw,
    )


def outputs(payload):
    """What a hosted tool gave, where it is plain to see; all of it is in `rawRepresentation`."""
    if isinstance(payload, list):
        return [output for item in payload for output in outputs(item)]
    if not isinstance(payload, dict):
        return [{"type": "text", "text": payload}] if text_or_none(payload) else []
    if text_or_none(payload.get("error_code")):
        return [{"type": "error", "message": payload["error_code"], "errorCode": payload["error_code"]}]
    if text_or_none(payload.get("url")):
        return [{"type": "uri", "uri": payload["url"]}]
    if text_or_none(payload.get("file_id")):
        return [{"type": "hosted-file", "fileId": payload["file_id"]}]
    texts = [{"type": "text", "text": payload[name]} for name in ("text", "stdout", "stderr") if text_or_none(payload.get(name))]
    return texts + outputs(payload.get("content"))


def usage_of(usage):
    """The API counts cached input apart; the contract's `inputTokens` is all of it."""
    cached, written = count(usage.get("cache_read_input_tokens")), count(usage.get("cache_creation_input_tokens"))
    told, out, details = count(usage["input_tokens"]), count(usage["output_tokens"]), usage.get("output_tokens_details")
    # Compacting the conversation is billed, and not counted in the totals.
    compacted = [one for one in usage.get("iterations") or [] if one.get("type") == "compaction"]
    names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
    more = sum(count(one.get(name)) or 0 for one in compacted for name in names)
    return present(
        inputTokens=None if told is None else told + (cached or 0) + (written or 0) + more,
        outputTokens=None if out is None else out + sum(count(one.get("output_tokens")) or 0 for one in compacted),
        cachedInputTokens=cached,
        reasoningTokens=count(details.get("thinking_tokens")) if isinstance(details, dict) else None,
    )


def ending_of(message):
    """What is said of an answer as a whole, as far as it is said."""
    reason = text_or_none(message.get("stop_reason"))
    return present(
        responseId=text_or_none(message.get("id")),
        modelId=text_or_none(message.get("model")),
        finishReason=FINISH_REASONS.get(reason, reason),
    )


def refusal(message):
    """Why the model refused, where the API says so."""
    details = message.get("stop_details")
    explanation = wording(object_of(details).get("explanation"))
    if not explanation:
        return []
    return [present(type="error", message=explanation, errorCode=text_or_none(details.get("category")))]


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
                yield {"type": "text", "text": text(block["text"])}
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
                block.update({key: (block.get(key) or "") + more for key, more in texts.items()})
                if change == "text_delta" and delta["text"] and not cites(block):
                    yield {"type": "text", "text": text(delta["text"])}
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


def provider_error(body, status=None, headers=None):
    body = object_of(body)
    error = object_of(body.get("error"))
    code = text_or_none(error.get("type"))
    passing = code in ("api_error", "overloaded_error", "rate_limit_error", "timeout_error")
    return ContractError(
        "ProviderError",
        f"Anthropic answered with an error: {error.get('message', 'no error object in the answer')}",
        status=status,
        code=code,
        requestId=(headers or {}).get("request-id") or text_or_none(body.get("request_id")),
        retryAfter=retry_after(headers),
        retryable=is_retryable(status, headers, passing or None),
    )

"""From what the API answers to the contract. Nothing is asked here."""

from http_exchange import is_retryable, retry_after
from json_rpc import ContractError
from json_values import count, list_of, object_of, parsed, present, text, text_or_none, wording

FINISH_REASONS = {"function_call": "tool_calls"}

# What codes say of trying again, where they know more than the status: waiting brings no money.
RETRYABLE = {"server_error": True, "rate_limit_exceeded": True, "insufficient_quota": False}


def response_of(body):
    """Of several choices the first is the answer; all of them are in `rawRepresentation`."""
    if isinstance(body.get("error"), dict):
        raise provider_error(body)
    choice = body["choices"][0]
    message = choice["message"]
    contents = [*words_of(message), *refusal_of(message), *calls_of(message)]
    return present(
        messages=[{"role": "assistant", "contents": contents, "rawRepresentation": message}],
        responseId=text_or_none(body.get("id")),
        modelId=text_or_none(body.get("model")),
        finishReason=finish_reason(choice.get("finish_reason"), contents),
        usage=usage_of(body.get("usage")),
        rawRepresentation=body,
    )


def words_of(message):
    """The message's one text. Servers that speak this API may write it in parts."""
    said = message.get("content")
    words = said if isinstance(said, str) else "".join(object_of(part).get("text") or "" for part in list_of(said))
    return [present(type="text", text=words, annotations=citations(message.get("annotations"), words))] if words else []


def refusal_of(message):
    """Why the model does not answer, in its own words."""
    words = wording(message.get("refusal"))
    return [{"type": "error", "message": words, "errorCode": "refusal"}] if words else []


def calls_of(message):
    legacy = message.get("function_call")
    calls = [call_of(call) for call in list_of(message.get("tool_calls"))]
    return calls + ([called(legacy, legacy["name"], legacy)] if isinstance(legacy, dict) else [])


def call_of(call):
    """A call; of a type that is not known, a hosted result that holds it whole."""
    if isinstance(call.get("function"), dict):
        return called(call["function"], call["id"], call)
    if isinstance(call.get("custom"), dict):
        custom = call["custom"]
        known = {"type": "function-call", "callId": text(call["id"]), "name": text(custom["name"])}
        return {**known, "argumentsText": text(custom["input"]), "rawRepresentation": call}
    kind = text_or_none(call.get("type")) or "unknown"
    return {"type": "hosted-tool-result", "tool": kind, "outputs": [], "rawRepresentation": call}


def called(function, call_id, raw):
    """Arguments are mostly text; some write the object itself, or nothing where there is nothing to say."""
    known = {"type": "function-call", "callId": text(call_id), "name": text(function["name"]), "rawRepresentation": raw}
    asked = function.get("arguments")
    asked = {} if asked is None else asked
    if isinstance(asked, dict):
        return {**known, "arguments": asked}
    value = parsed(text(asked)) if asked.strip() else {}
    return {**known, "arguments": value} if isinstance(value, dict) else {**known, "argumentsText": asked}


def citations(annotations, words):
    """Where a text has its knowledge from. The API counts characters, and the contract units of UTF-16."""

    def offset(index):
        told = count(index)
        return None if told is None else len(words[:told].encode("utf-16-le", "surrogatepass")) // 2

    found = []
    for annotation in list_of(annotations):
        if not isinstance(annotation, dict):
            continue
        source = object_of(annotation.get("url_citation"))
        cited = present(
            url=source.get("url") if isinstance(source.get("url"), str) else None,
            title=source.get("title") if isinstance(source.get("title"), str) else None,
            startIndex=offset(source.get("start_index")),
            endIndex=offset(source.get("end_index")),
            rawRepresentation=annotation,
        )
        found.append(cited)
    return found or None


def finish_reason(reason, contents):
    """The API says `stop` beside the call of a function that was demanded by name, and beside a refusal."""
    kinds = {content["type"] for content in contents}
    if reason == "stop" and "function-call" in kinds:
        return "tool_calls"
    if reason == "stop" and "error" in kinds:
        return "content_filter"
    said = text_or_none(reason)
    return FINISH_REASONS.get(said, said)


def usage_of(usage):
    if not isinstance(usage, dict):
        return None
    return present(
        inputTokens=count(usage.get("prompt_tokens")),
        outputTokens=count(usage.get("completion_tokens")),
        cachedInputTokens=count(object_of(usage.get("prompt_tokens_details")).get("cached_tokens")),
        reasoningTokens=count(object_of(usage.get("completion_tokens_details")).get("reasoning_tokens")),
    )


def provider_error(body, status=None, headers=None):
    """Where an error has no code, its type stands in."""
    error = object_of(object_of(body).get("error"))
    code = text_or_none(error.get("code")) or text_or_none(error.get("type"))
    return ContractError(
        "ProviderError",
        f"OpenAI answered with an error: {text_or_none(error.get('message')) or 'no error object in the answer'}",
        status=status,
        code=code,
        requestId=(headers or {}).get("x-request-id"),
        retryAfter=retry_after(headers),
        retryable=is_retryable(status, headers, RETRYABLE.get(code)),
    )

"""From what the API answers to the contract. Nothing is asked here."""

from agent_tools_conformance import (
    ChatMessage,
    ChatResponse,
    Citation,
    ErrorContent,
    FunctionCallContent,
    HostedToolResultContent,
    ProviderError,
    TextContent,
    UsageDetails,
)
from agent_tools_conformance.json_values import count, list_of, object_of, parsed, text, text_or_none, utf16, wording
from http_exchange import is_retryable, retry_after

FINISH_REASONS = {"function_call": "tool_calls"}

# What codes say of trying again, where they know more than the status: waiting brings no money.
RETRYABLE = {"server_error": True, "rate_limit_exceeded": True, "insufficient_quota": False}


def response_of(body, warnings):
    """Of several choices the first is the answer; all of them are in `rawRepresentation`."""
    if isinstance(body.get("error"), dict):
        raise provider_error(body)
    choice = body["choices"][0]
    message = choice["message"]
    contents = [*words_of(message), *refusal_of(message), *calls_of(message)]
    return ChatResponse(
        [ChatMessage("assistant", contents, raw_representation=message)],
        response_id=text_or_none(body.get("id")),
        model_id=text_or_none(body.get("model")),
        finish_reason=finish_reason(choice.get("finish_reason"), contents),
        usage=usage_of(body.get("usage")),
        warnings=warnings,
        raw_representation=body,
    )


def words_of(message):
    """The message's one text. Servers that speak this API may write it in parts."""
    said = message.get("content")
    words = said if isinstance(said, str) else "".join(object_of(part).get("text") or "" for part in list_of(said))
    return [TextContent(words, citations(message.get("annotations"), words))] if words else []


def refusal_of(message):
    """Why the model does not answer, in its own words."""
    words = wording(message.get("refusal"))
    return [ErrorContent(words, "refusal")] if words else []


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
        asked = text(custom["input"])
        return FunctionCallContent(text(call["id"]), text(custom["name"]), arguments_text=asked, raw_representation=call)
    kind = text_or_none(call.get("type")) or "unknown"
    return HostedToolResultContent(kind, [], raw_representation=call)


def called(function, call_id, raw):
    """Arguments are mostly text; some write the object itself, or nothing where there is nothing to say."""
    content = FunctionCallContent(text(call_id), text(function["name"]), raw_representation=raw)
    asked = function.get("arguments")
    asked = {} if asked is None else asked
    value = asked if isinstance(asked, dict) else parsed(text(asked)) if asked.strip() else {}
    if isinstance(value, dict):
        content.arguments = value
    else:
        content.arguments_text = asked
    return content


def citations(annotations, words):
    """Where a text has its knowledge from. The API counts characters, and the contract units of UTF-16."""
    found = []
    for annotation in list_of(annotations):
        if isinstance(annotation, dict):
            source = object_of(annotation.get("url_citation"))
            url, title = source.get("url"), source.get("title")
            cited = Citation(
                url=url if isinstance(url, str) else None,
                title=title if isinstance(title, str) else None,
                start_index=utf16(words, source.get("start_index")),
                end_index=utf16(words, source.get("end_index")),
                raw_representation=annotation,
            )
            found.append(cited)
    return found or None


def finish_reason(reason, contents):
    """The API says `stop` beside the call of a function that was demanded by name, and beside a refusal."""
    kinds = {content.type for content in contents}
    if reason == "stop" and "function-call" in kinds:
        return "tool_calls"
    if reason == "stop" and "error" in kinds:
        return "content_filter"
    said = text_or_none(reason)
    return FINISH_REASONS.get(said, said)


def usage_of(usage):
    if not isinstance(usage, dict):
        return None
    return UsageDetails(
        input_tokens=count(usage.get("prompt_tokens")),
        output_tokens=count(usage.get("completion_tokens")),
        cached_input_tokens=count(object_of(usage.get("prompt_tokens_details")).get("cached_tokens")),
        reasoning_tokens=count(object_of(usage.get("completion_tokens_details")).get("reasoning_tokens")),
    )


def provider_error(body, status=None, headers=None):
    """Where an error has no code, its type stands in."""
    error = object_of(object_of(body).get("error"))
    code = text_or_none(error.get("code")) or text_or_none(error.get("type"))
    return ProviderError(
        f"OpenAI answered with an error: {text_or_none(error.get('message')) or 'no error object in the answer'}",
        status=status,
        code=code,
        request_id=(headers or {}).get("x-request-id"),
        retry_after=retry_after(headers),
        retryable=is_retryable(status, headers, RETRYABLE.get(code)),
    )

"""Messages of the contract in the words of OpenAI Chat Completions, which the library takes for all providers."""

import json

from agent_tools_conformance import AdapterWarning, ChatMessage, Content, unsendable
from agent_tools_conformance.json_values import object_of, present

KEPT = "litellm"
#: Where a message has the one call of the older form.
OLDER = "function_call"
SOUNDS = {"mpeg": "mp3", "x-wav": "wav", "wave": "wav"}


def library_messages(messages: list[ChatMessage], instructions: str | None, warnings: list[AdapterWarning]) -> list[dict]:
    library = [{"role": "system", "content": instructions}] if instructions else []
    calls = [content for message in messages for content in message.contents if content.type == "function-call"]
    older = {call.call_id for call in calls if OLDER in object_of(call.raw_representation)}
    for message in messages:
        if message.role == "assistant":
            own = kept(message)
            library += assembled(message.contents, warnings) if own is None else own
        elif message.role == "system":
            library += [{"role": "system", "content": "".join(words(content) for content in message.contents)}]
        else:
            library += user_messages(message.contents, older)
    return library


def words(content: Content) -> str:
    if content.type != "text":
        raise unsendable(f'a system message holds "{content.type}", and LiteLLM takes text alone there')
    return content.text


def kept(message: ChatMessage) -> list[dict] | None:
    """As an application would: the library's own message goes back. Of a stream, it stands in the last content."""
    for holder in (message, *message.contents):
        if KEPT in (raw := object_of(holder.raw_representation)):
            return [raw[KEPT]]
    return None


def assembled(contents: list[Content], warnings: list[AdapterWarning]) -> list[dict]:
    said, refusal, calls = "", None, []
    for content in contents:
        if content.type == "text":
            said += content.text
        elif content.type == "function-call":
            asked = content.arguments_text if content.arguments is None else json.dumps(content.arguments, ensure_ascii=False)
            function = {"name": content.name, "arguments": asked or ""}
            calls.append({"id": content.call_id, "type": "function", "function": function})
        elif content.type == "error":
            # Any other error is a note on the answer, not a part of what the model said.
            refusal = content.message if content.error_code == "refusal" else refusal
        elif content.type == "reasoning":
            message = "Reasoning that LiteLLM did not read was not sent back: the provider takes its own alone."
            warnings.append(AdapterWarning("reasoning-not-sent", message))
        else:
            raise unsendable(f'LiteLLM has no place for "{content.type}" in a message of the model', rejected_by="library")
    if not (said or calls) and refusal is None:
        return []
    return [{"role": "assistant", "content": said or None, **present(refusal=refusal, tool_calls=calls or None)}]


def user_messages(contents: list[Content], older: set[str]) -> list[dict]:
    library, parts = [], []
    for content in contents:
        if content.type == "function-result":
            library += [*user_message(parts), result(content, content.call_id in older)]
            parts = []
        elif content.type != "text" or content.text:
            parts.append(part(content))
    return library + user_message(parts)


def user_message(parts: list[dict]) -> list[dict]:
    alone = parts[0]["text"] if len(parts) == 1 and parts[0]["type"] == "text" else parts
    return [{"role": "user", "content": alone}] if parts else []


def result(content, is_older: bool) -> dict:
    if content.outputs is not None:
        given = [part(output) for output in content.outputs]
        given = given[0]["text"] if len(given) == 1 and given[0]["type"] == "text" else given
    elif content.error is not None:
        given = f"Error: {content.error or 'The function failed without a message.'}"
    else:
        given = content.result if isinstance(content.result, str) else json.dumps(content.result, ensure_ascii=False)
    if is_older:
        return {"role": "function", "name": content.call_id, "content": given}
    return {"role": "tool", "tool_call_id": content.call_id, "content": given}


def part(content: Content) -> dict:
    if content.type == "text":
        return {"type": "text", "text": content.text}
    if content.type == "hosted-file":
        return {"type": "file", "file": {"file_id": content.file_id}}
    if content.type not in ("data", "uri"):
        raise unsendable(f'a message holds "{content.type}", for which LiteLLM has no part')
    media = content.media_type or "image/*"
    group, _, kind = media.partition("/")
    url = content.uri if content.type == "uri" else f"data:{media};base64,{content.data}"
    if group == "image":
        return {"type": "image_url", "image_url": {"url": url}}
    if content.type == "uri":
        raise unsendable(f"a message names {media} at a URL, and OpenAI Chat Completions fetches images alone")
    if group == "audio":
        return {"type": "input_audio", "input_audio": {"data": content.data, "format": SOUNDS.get(kind, kind)}}
    return {"type": "file", "file": {"filename": content.name or f"file.{kind}", "file_data": url}}

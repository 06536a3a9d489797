"""Messages of the contract as `messages` of the request body."""

import json

from agent_tools_conformance import AdapterWarning, unsendable
from agent_tools_conformance.json_values import object_of, parsed, present

# The API's names of formats of sound, where media types have others.
SOUNDS = {"mpeg": "mp3", "x-wav": "wav", "wave": "wav"}


def conversation(messages, instructions):
    """The instructions come first. Results of functions are messages of their own, wherever they stood."""
    contents = [content for message in messages for content in message.contents]
    named = {content.call_id for content in contents if is_named(content)}
    said, warnings = [{"role": "system", "content": instructions}] if instructions else [], []
    for message in messages:
        if message.role == "system":
            said += system_messages(message.contents)
        elif message.role == "assistant":
            said += assistant_messages(message.contents)
        else:
            said += user_messages(message.contents, named)
    if any(content.type == "reasoning" for content in contents):
        message = "Reasoning was not sent back: OpenAI Chat Completions has no member for it."
        warnings.append(AdapterWarning("reasoning-not-sent", message))
    return said, warnings


def system_messages(contents):
    for content in contents:
        if content.type != "text":
            raise unsendable(f"a system message holds \"{content.type}\", and only text is sent")
    words = "".join(content.text for content in contents)
    return [{"role": "system", "content": words}] if words else []


def assistant_messages(contents):
    """One message, or none where nothing of it goes back: the API refuses one without content and calls."""
    words, refusal, legacy, calls = "", None, None, []
    for content in contents:
        if content.type == "text":
            words += content.text
        elif is_named(content):
            legacy = {"name": content.name, "arguments": written(content, content.raw_representation.get("arguments"))}
        elif content.type == "function-call":
            calls.append(call(content))
        elif content.type == "error":
            # Any other error is a note on the answer, not a part of what the model said.
            refusal = content.message if content.error_code == "refusal" else refusal
        elif content.type != "reasoning":
            calls.append(verbatim(content))
    if not (words or calls or legacy) and refusal is None:
        return []
    told = present(refusal=refusal, tool_calls=calls or None, function_call=legacy)
    return [{"role": "assistant", "content": words or None, **told}]


def call(content):
    """The call as it came, with what the content says; built anew where the application made it."""
    raw = object_of(content.raw_representation)
    raw = raw if raw.get("id") == content.call_id else {}
    if isinstance(raw.get("custom"), dict):
        asked = written(content, raw["custom"].get("input"))
        return {**raw, "custom": {**raw["custom"], "name": content.name, "input": asked}}
    before = raw.get("function")
    # Members of another API's call mean nothing here.
    raw, before = (raw, before) if isinstance(before, dict) else ({"id": content.call_id}, {})
    asked = {"name": content.name, "arguments": written(content, before.get("arguments"))}
    return {**raw, "type": "function", "function": {**before, **asked}}


def is_named(content):
    """The one call that the API knew before it knew tools: it has no id, so that its result names the function."""
    raw = object_of(content.raw_representation) if content.type == "function-call" else {}
    return "name" in raw and "id" not in raw and raw["name"] == content.call_id


def written(content, before):
    """The arguments as text; what the provider wrote itself, to the letter, as long as it says what the content says."""
    arguments = content.arguments
    if arguments is not None and arguments == before:
        return before
    if isinstance(before, str) and before.strip() and arguments is not None and parsed(before) == arguments:
        return before
    return json.dumps(arguments or {}, ensure_ascii=False) if content.arguments_text is None else content.arguments_text


def verbatim(content):
    """A call of an unknown type arrived as a hosted result, and goes back as the call it was."""
    raw = object_of(content.raw_representation)
    if content.type == "hosted-tool-result" and raw and raw.get("type") == content.tool:
        return raw
    raise unsendable(f"a message of the assistant holds \"{content.type}\", for which there is no place")


def user_messages(contents, named):
    """Parts that stand together are one message; a result between them parts them."""
    said, parts = [], []
    for content in contents:
        if content.type == "function-result":
            said += user_message(parts) + [result(content, named)]
            parts = []
        else:
            parts += part(content)
    return said + user_message(parts)


def user_message(parts):
    """None where there is nothing in it; a text alone is no list."""
    alone = parts[0]["text"] if len(parts) == 1 and parts[0]["type"] == "text" else parts
    return [{"role": "user", "content": alone}] if parts else []


def result(content, named):
    """The API has no flag for a failure: it is told in words."""
    value = content.result
    if content.outputs is not None:
        value = "\n".join(text_of(output) for output in content.outputs)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if content.error is not None:
        text = f"Error: {content.error or 'The function failed without a message.'}"
    if content.call_id in named:
        return {"role": "function", "name": content.call_id, "content": text}
    return {"role": "tool", "tool_call_id": content.call_id, "content": text}


def text_of(output):
    if output.type != "text":
        raise unsendable(f"a result holds {getattr(output, 'media_type', None) or output.type}, and its message takes text alone")
    return output.text


def part(content):
    kind, media = content.type, getattr(content, "media_type", None) or "image/*"
    if kind == "text":
        return [{"type": "text", "text": content.text}] if content.text else []
    if kind == "hosted-file":
        return [{"type": "file", "file": {"file_id": content.file_id}}]
    if kind == "uri" and media.startswith("image/"):
        return [{"type": "image_url", "image_url": {"url": content.uri}}]
    if kind == "uri":
        raise unsendable(f"a message names {media} at a URL, and OpenAI Chat Completions fetches images alone")
    if kind != "data":
        raise unsendable(f"a message holds \"{kind}\", for which there is no part")
    url, subtype = f"data:{media};base64,{content.data}", media.partition("/")[2]
    if media.startswith("image/"):
        return [{"type": "image_url", "image_url": {"url": url}}]
    if media.startswith("audio/"):
        return [{"type": "input_audio", "input_audio": {"data": content.data, "format": SOUNDS.get(subtype, subtype)}}]
    # The API demands a name beside the bytes.
    return [{"type": "file", "file": {"filename": content.name or f"file.{subtype}", "file_data": url}}]


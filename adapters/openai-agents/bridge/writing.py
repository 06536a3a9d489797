"""Messages of the contract as input items, which the library takes in the words of OpenAI."""

import json

from agent_tools_conformance import AdapterWarning, ChatMessage, Content, unsendable
from agent_tools_conformance.json_values import object_of, present

KEPT = "openai-agents"
SOUNDS = {"mpeg": "mp3", "x-wav": "wav", "wave": "wav"}


def input_items(messages: list[ChatMessage], warnings: list[AdapterWarning], in_chat: bool = False) -> list[dict]:
    actions = {one.call_id: one for message in messages for one in message.contents if one.type == "action-call"}
    items: list[dict] = []
    for message in messages:
        if message.role == "assistant":
            own = kept(message)
            items += assembled(message.contents, warnings) if own is None else own
        elif message.role == "system":
            items += [system_message(message)]
        else:
            items += user_items(message.contents, actions, in_chat)
    return items


def kept(message: ChatMessage) -> list[dict] | None:
    """As an application would: what the library gave goes back as it was, with the last message of an answer."""
    for holder in (message, *message.contents):
        if KEPT in (raw := object_of(holder.raw_representation)):
            return raw[KEPT]
    return None


def assembled(contents: list[Content], warnings: list[AdapterWarning]) -> list[dict]:
    """What another library said, or the application for the model."""
    items: list[dict] = []
    for content in contents:
        raw = object_of(content.raw_representation)
        if content.type == "text":
            items += [{"role": "assistant", "content": content.text}] if content.text else []
        elif content.type == "function-call" and raw.get("type") == "custom_tool_call":
            items.append({**raw, "name": content.name, "input": content.arguments_text or ""})
        elif content.type == "function-call":
            asked = content.arguments_text if content.arguments is None else json.dumps(content.arguments)
            call = {"type": "function_call", "call_id": content.call_id, "name": content.name, "arguments": asked or ""}
            items.append(call)
        elif content.type == "error" and content.error_code == "refusal":
            refusal = {"type": "refusal", "refusal": content.message}
            items.append({"type": "message", "role": "assistant", "content": [refusal]})
        elif content.type == "reasoning" and raw.get("type") != "reasoning":
            message = "Reasoning of another library was not sent back: OpenAI takes its own alone."
            warnings.append(AdapterWarning("reasoning-not-sent", message))
        elif str(raw.get("type")).endswith(("_call", "_output", "_list_tools", "_request", "program", "reasoning")):
            # A call and its result may be one item.
            items += [] if raw in items else [raw]
        elif content.type != "error":  # A note on the answer, not a part of what the model said.
            raise unsendable(f'a message of the assistant holds "{content.type}", which is no item of OpenAI')
    return items


def system_message(message: ChatMessage) -> dict:
    for content in message.contents:
        if content.type != "text":
            raise unsendable(f'a system message holds "{content.type}", and OpenAI takes text alone there')
    return {"role": "system", "content": "".join(content.text for content in message.contents)}


def user_items(contents: list[Content], actions: dict, in_chat: bool) -> list[dict]:
    items, parts = [], []
    for content in contents:
        if in_chat and content.type in ("approval-response", "action-result"):
            raise unsendable(f'a message holds "{content.type}", for which OpenAI Chat Completions has no place')
        if content.type == "function-result":
            items.append(function_output(content))
        elif content.type == "approval-response":
            told = {"approval_request_id": content.request_id, "approve": content.approved}
            items.append({"type": "mcp_approval_response", **told, **present(reason=content.reason)})
        elif content.type == "action-result":
            items.append(action_output(content, actions.get(content.call_id)))
        elif content.type != "text" or content.text:
            parts.append(part_of(content, in_chat))
    if not parts:
        return items
    alone = parts[0]["text"] if len(parts) == 1 and "text" in parts[0] else parts
    return [*items, {"role": "user", "content": alone}]


def part_of(content: Content, in_chat: bool = False) -> dict:
    if content.type == "text":
        return {"type": "input_text", "text": content.text}
    media = content.media_type or ""
    # Of addresses, Chat Completions takes those of pictures alone.
    is_image = media.startswith("image/") or (not media and content.type == "uri" and (in_chat or is_image_at(content.uri)))
    if content.type == "hosted-file":
        return {"type": "input_image" if is_image else "input_file", "file_id": content.file_id}
    if content.type not in ("data", "uri"):
        raise unsendable(f'a message holds "{content.type}", for which OpenAI has no part')
    url = content.uri if content.type == "uri" else f"data:{media};base64,{content.data}"
    if is_image:
        return {"type": "input_image", "detail": "auto", "image_url": url}
    if in_chat and content.type == "data" and media.startswith("audio/"):
        kind = media.partition("/")[2]
        return {"type": "input_audio", "input_audio": {"data": content.data, "format": SOUNDS.get(kind, kind)}}
    if media.startswith(("audio/", "video/")):
        raise unsendable(f"a message holds {media}, and OpenAI Responses takes images and files alone")
    if content.type == "uri" and in_chat:
        raise unsendable(f"a message names {media} at a URL, and OpenAI Chat Completions takes images alone there")
    if content.type == "uri":
        return {"type": "input_file", "file_url": url}
    return {"type": "input_file", "filename": content.name or f"file.{media.partition('/')[2]}", "file_data": url}


def is_image_at(uri: str) -> bool:
    return uri.partition("?")[0].lower().endswith((".jpg", ".jpeg", ".png", ".gif", ".webp"))


def function_output(content) -> dict:
    kind = "function_call_output"
    raw = object_of(content.raw_representation)
    if content.outputs is not None:
        output = [part_of(one) for one in content.outputs]
    elif content.error is not None:
        output = f"Error: {content.error or 'The function failed without a message.'}"
    elif content.result is None and "output" in raw:
        output = raw["output"]
    else:
        output = content.result if isinstance(content.result, str) else json.dumps(content.result)
    return {"type": str(raw.get("type") or kind), "call_id": content.call_id, "output": output}


def action_output(content, call) -> dict:
    words = {kind: "".join(text_of(one) for one in content.outputs if one.type == kind) for kind in ("text", "error")}
    if content.tool == "computer-use":
        shot = content.outputs[0] if len(content.outputs) == 1 else None
        if shot is None or shot.type != "data":
            raise unsendable("the outcome of a computer action is one screenshot")
        checks = [{"id": one} for one in content.acknowledged_safety_check_ids or []]
        url = f"data:{shot.media_type};base64,{shot.data}"
        screen = {"type": "computer_screenshot", "image_url": url}
        more = {"acknowledged_safety_checks": checks} if checks else {}
        return {"type": "computer_call_output", "call_id": content.call_id, "output": screen, **more}
    if any(one.type == "data" for one in content.outputs):
        raise unsendable("the outcome of a command is text, and no bytes")
    if content.tool == "text-editor":
        status = "failed" if any(one.type == "error" for one in content.outputs) else "completed"
        output = "\n".join(text_of(one) for one in content.outputs)
        return {"type": "apply_patch_call_output", "call_id": content.call_id, "status": status, "output": output}
    late = content.exit_code is None and any(one.type == "error" and one.error_code == "timeout" for one in content.outputs)
    told = {"stdout": words["text"], "stderr": words["error"]}
    if object_of(call and call.raw_representation).get("type") == "local_shell_call":
        told |= {"timed_out": True} if late else present(exit_code=content.exit_code)
        named = {"id": content.call_id, "call_id": content.call_id}
        return {"type": "local_shell_call_output", **named, "output": json.dumps(told)}
    outcome = {"type": "timeout"} if late else {"type": "exit", "exit_code": content.exit_code or 0}
    return {"type": "shell_call_output", "call_id": content.call_id, "output": [{**told, "outcome": outcome}]}


def text_of(output) -> str:
    return output.text if output.type == "text" else output.message

"""What the contract says, as messages and options of the framework."""

from __future__ import annotations

import json
import mimetypes
from dataclasses import dataclass, field
from typing import Any, Callable, Iterable
from urllib.parse import urlsplit

from agent_framework import Content, Message
from agent_tools_conformance import AdapterWarning, ChatMessage, ChatOptions, InvalidToolError, RawTool, unsendable
from agent_tools_conformance.json_values import plain, present

from to_contract import REFUSAL, metadata

SHOWN = ("image/", "audio/", "video/")

Warnings = list[AdapterWarning]
Calls = dict[str, Content]


@dataclass
class Writing:
    """What differs between columns, and what is found on the way."""

    warnings: Warnings
    #: What is at an address whose type nobody says, and whose ending does not either.
    untyped: str = "application/pdf"
    #: Whether the client has something for computers and shells.
    acts: bool = False
    #: How such contents are written, where they are functions to the client.
    acted: Callable[[Any, Writing], list[Content]] | None = None
    #: Whether all results stand in one message, as the framework's own function invocation writes them.
    results_together: bool = False
    #: Whether it takes no thought without an id.
    thoughts_have_ids: bool = False
    #: Whether a file of the provider's is an address.
    files_are_addresses: bool = False
    #: What a content was made from, as the client takes it back.
    raw: Callable[[Any], Any] = lambda raw: raw
    calls: Calls = field(default_factory=dict)


def messages_of(messages: Iterable[ChatMessage], writing: Writing) -> list[Message]:
    """What the framework said goes back as it was; anything else is written with its contents."""
    said: list[Message] = []
    for message in messages:
        made = kept(message, writing) or written(message, writing)
        found = [each for one in made for each in one.contents if each.type == "function_call" and each.call_id]
        writing.calls.update({each.call_id: each for each in found})
        said += made
    return said


def stored(messages: Iterable[Message], kept_raws: tuple[str, ...] = ()) -> list[Any]:
    """The framework's own form for messages that are kept. A shell's item goes back by what it was made from, which that form lacks."""
    told = []
    for message in messages:
        whole = message.to_dict()
        for kept_content, content in zip(whole["contents"], message.contents):
            if metadata(content, "shell_output_type") or content.type.startswith("shell_tool") or content.type in kept_raws:
                kept_content["raw_representation"] = content.raw_representation
        told.append(plain(whole))
    return told


def kept(message: ChatMessage, writing: Writing) -> list[Message]:
    """Of a stream, it stands in the last content."""
    raws = [message.raw_representation, *(content.raw_representation for content in message.contents)]
    found = [each for raw in raws if isinstance(raw, list) for each in raw if isinstance(each, dict)]
    made = [Message.from_dict(each) for each in found if each.get("type") == "message" and "contents" in each]
    for content in (content for each in made for content in each.contents):
        content.raw_representation = writing.raw(content.raw_representation)
    return made


def written(message: ChatMessage, writing: Writing) -> list[Message]:
    """Results stand in messages of their own, as the framework writes them."""
    contents = [made for content in message.contents for made in content_of(content, writing)]
    results = [each for each in contents if each.type in ("function_result", "computer_tool_result")]
    rest = [each for each in contents if each not in results]
    role = "user" if message.role == "tool" else message.role
    told = [results] if results and writing.results_together else [[each] for each in results]
    return [Message("tool", each) for each in told] + ([Message(role, rest)] if rest else [])


def content_of(content: Any, writing: Writing) -> list[Content]:
    if content.type.startswith("action-") and writing.acted:
        return writing.acted(content, writing)
    if content.type.startswith("action-") and not writing.acts:
        raise unsendable(f"this client of Agent Framework has nothing for an {content.type}")
    match content.type:
        case "text":
            return [Content.from_text(content.text)] if content.text else []
        case "reasoning":
            return reasoning(content, writing)
        case "error" if content.error_code == REFUSAL:
            return [Content.from_text(content.message, additional_properties={"core": {"model_output_kind": REFUSAL}})]
        case "error":
            # A note on the answer, and no part of what the model said.
            return []
        case "data":
            noted = file_note(content.media_type)
            return [Content("data", uri=data_uri(content), media_type=content.media_type, name=content.name, additional_properties=noted)]
        case "uri":
            return [uri(content, writing)]
        case "hosted-file" if writing.files_are_addresses:
            return [Content.from_uri(content.file_id, media_type=content.media_type)]
        case "hosted-file":
            return [Content.from_hosted_file(content.file_id, media_type=content.media_type, name=content.name)]
        case "function-call":
            asked = content.arguments_text if content.arguments is None else json.dumps(content.arguments)
            return [Content.from_function_call(content.call_id, content.name, arguments=asked)]
        case "function-result":
            return [function_result(content, writing)]
        case "approval-request":
            asked = json.dumps(content.arguments or {})
            call = Content.from_function_call(
                content.request_id, content.name or "", arguments=asked, hosted=True, server_name=content.server_name
            )
            return [Content.from_function_approval_request(content.request_id, call)]
        case "approval-response":
            # Of the call, the framework looks at whose it is.
            call = Content.from_function_call(content.request_id, "", hosted=True)
            return [Content.from_function_approval_response(content.approved, content.request_id, call)]
        case "action-call":
            return action_call(content)
        case "action-result":
            return [action_result(content, writing)]
        case "hosted-tool-call":
            return [hosted_call(content)]
        case _:
            return [hosted_result(content, writing)]


def data_uri(content: Any) -> str:
    return f"data:{content.media_type};base64,{content.data}"


def item_of(content: Any) -> str | None:
    raw = content.raw_representation
    return raw.get("id") if isinstance(raw, dict) else None


def reasoning(content: Any, writing: Writing) -> list[Content]:
    item = item_of(content)
    if content.protected_data is not None and (item or not writing.thoughts_have_ids):
        return [Content.from_text_reasoning(id=item, text=content.text, protected_data=content.protected_data)]
    writing.warnings.append(AdapterWarning("reasoning-not-sent", "Reasoning without its seal or its id was not sent back."))
    return []


def uri(content: Any, writing: Writing) -> Content:
    """Where nobody says what is at an address, its ending does."""
    path = urlsplit(content.uri).path.lower()
    guessed = mimetypes.guess_type(path)[0]
    if guessed and not guessed.startswith(SHOWN):
        guessed = "application/pdf"
    media_type = content.media_type or guessed or writing.untyped
    return Content.from_uri(content.uri, media_type=media_type, additional_properties=file_note(media_type))


def file_note(media_type: str) -> dict[str, Any] | None:
    """By the framework's note for it, a document is sent as a file whatever it is, and from where it lies."""
    return None if media_type.startswith(SHOWN) else {"openai": {"content_type": "input_file"}}


def function_result(content: Any, writing: Writing) -> Content:
    if content.error is not None:
        return Content.from_function_result(content.call_id, result=content.error, exception=content.error)
    if content.outputs is not None:
        items = [made for each in content.outputs for made in content_of(each, writing)]
        return Content.from_function_result(content.call_id, result=items)
    raw = content.raw_representation
    parts = raw.get("output") if isinstance(raw, dict) and content.result is None else None
    if isinstance(parts, list):
        return Content.from_function_result(content.call_id, result=[part_of(part) for part in parts])
    # Parts that the framework has no content for are text to it, like anything that a function returns.
    given = raw.get("content") if isinstance(raw, dict) and content.result is None else content.result
    result = given if isinstance(given, str) else json.dumps(given)
    return Content.from_function_result(content.call_id, result=result)


def part_of(part: dict[str, Any]) -> Content:
    """A part of a result that OpenAI wrote, or an application in its words."""
    if part.get("type") == "input_text":
        return Content.from_text(part["text"])
    noted = {"openai": {"content_type": part["type"], "image_detail": part.get("detail")}}
    return Content("uri", uri=part.get("image_url") or part.get("file_url"), additional_properties=noted)


def action_call(content: Any) -> list[Content]:
    if content.tool == "computer-use":
        checks = [present(id=each.id, code=each.code, message=each.message) for each in content.pending_safety_checks or []]
        item = item_of(content) or content.call_id
        return [
            Content.from_computer_tool_call(
                id=item, call_id=content.call_id, actions=content.actions, pending_safety_checks=checks or None
            )
        ]
    if content.tool == "shell":
        # The framework sends the provider's own item, which the note says the kind of.
        name, notes = "shell", shell_notes(content)
        raw = content.raw_representation
        return [Content.from_function_call(content.call_id, name, additional_properties=notes, raw_representation=raw)]
    raise unsendable(f"Agent Framework has no content for an action-call of {content.tool}")


def action_result(content: Any, writing: Writing) -> Content:
    if content.tool == "computer-use":
        shot = next((each for each in content.outputs if each.type == "data"), None)
        if shot is None or len(content.outputs) > 1:
            raise unsendable("the action-result of a computer is one screenshot")
        checks = [{"id": each} for each in content.acknowledged_safety_check_ids or []]
        screenshot = Content.from_uri(data_uri(shot), media_type=shot.media_type)
        return Content.from_computer_tool_result(
            call_id=content.call_id, screenshot=screenshot, acknowledged_safety_checks=checks or None
        )
    if content.tool == "shell":
        return shell_result(content, writing.calls.get(content.call_id))
    raise unsendable(f"Agent Framework has no content for an action-result of {content.tool}")


def shell_result(content: Any, call: Content | None) -> Content:
    """The result of a call has its notes, as the framework's own function invocation gives it them."""
    if any(each.type == "data" for each in content.outputs):
        raise unsendable("the action-result of a shell is text, and no bytes")
    late = any(getattr(each, "error_code", None) == "timeout" for each in content.outputs)
    output = Content.from_shell_command_output(
        stdout="".join(each.text for each in content.outputs if each.type == "text"),
        stderr="".join(each.message for each in content.outputs if each.type == "error"),
        exit_code=None if late else content.exit_code or 0,
        timed_out=late,
    )
    notes = call.additional_properties if call else shell_notes(content)
    return Content.from_function_result(content.call_id, result=[output], additional_properties=notes)


def shell_notes(content: Any) -> dict[str, Any]:
    """As the framework notes it on calls of a shell that the application runs."""
    raw = content.raw_representation
    if isinstance(raw, dict) and raw.get("type") == "local_shell_call":
        return {"openai": {"shell_output_type": "local_shell_call_output", "local_shell_call_item_id": raw.get("id")}}
    return {"openai": {"shell_output_type": "shell_call_output"}}


def hosted_call(content: Any) -> Content:
    """Calls of tools that the provider ran, which the framework did not read itself."""
    call_id, asked, raw = content.call_id, content.arguments, content.raw_representation
    match content.tool:
        case "mcp-server":
            return Content.from_mcp_server_tool_call(call_id, content.name or "", server_name=content.server_name, arguments=asked)
        case "code-interpreter":
            code = asked.get("code", "") if isinstance(asked, dict) else str(asked or "")
            return Content.from_code_interpreter_tool_call(call_id=call_id, inputs=[Content.from_text(code)], raw_representation=raw)
        case "image-generation":
            return Content.from_image_generation_tool_call(image_id=call_id, raw_representation=raw)
        case tool:
            name = content.name or tool.replace("-", "_")
            return Content.from_search_tool_call(call_id, tool_name=name, arguments=asked, raw_representation=raw)


def hosted_result(content: Any, writing: Writing) -> Content:
    call_id, raw = content.call_id or "", content.raw_representation
    outputs = [made for each in content.outputs for made in content_of(each, writing)]
    match content.tool:
        case "mcp-server":
            return Content.from_mcp_server_tool_result(call_id, output=outputs)
        case "code-interpreter":
            return Content.from_code_interpreter_tool_result(call_id=call_id, outputs=outputs, raw_representation=raw)
        case "image-generation":
            picture = outputs[0] if outputs else None
            return Content.from_image_generation_tool_result(image_id=call_id, outputs=picture, raw_representation=raw)
        case tool:
            found = [each.to_json() for each in content.outputs]
            return Content.from_search_tool_result(call_id, tool_name=tool.replace("-", "_"), result=found, raw_representation=raw)


def unsaid_in(options: ChatOptions, names: Iterable[str]) -> list[str]:
    """Of the options that a client has no word for, those that are asked for, in the contract's words."""
    asked = options.to_json()
    found = []
    for name in names:
        outer, _, inner = name.partition(".")
        value = asked.get(outer)
        if (value or {}).get(inner) if inner else value or (value == 0 and value is not False):
            found.append(name)
    return found


def options_of(options: ChatOptions) -> dict[str, Any]:
    """Options that every client of the framework has."""
    mode, wanted = options.tool_mode, options.response_format
    return present(
        model=options.model_id,
        instructions=options.instructions or None,
        tool_choice=mode and present(mode=mode.type, required_function_name=mode.function_name),
        allow_multiple_tool_calls=options.allow_multiple_tool_calls,
        max_tokens=options.max_output_tokens,
        temperature=options.temperature,
        stop=options.stop_sequences or None,
        store=options.store,
        conversation_id=options.conversation_id,
        response_format=response_format(wanted) if wanted and wanted.type == "json" else None,
    )


def response_format(wanted: Any) -> dict[str, Any]:
    if wanted.schema is None:
        return {"type": "json_object"}
    return {"type": "json_schema", "json_schema": {"name": wanted.name or "response", "schema": wanted.schema}}


def raw_tool(tool: RawTool, api: str) -> dict[str, Any]:
    """A declaration in the provider's own words, which the framework passes on."""
    if tool.provider_api != api:
        raise InvalidToolError("raw", f"its declaration is in the words of {tool.provider_api}.")
    return tool.declaration

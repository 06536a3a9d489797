"""What the framework says, as contents of the contract."""

from __future__ import annotations

import json
from typing import Any, Callable

from agent_framework import Content
from agent_tools_conformance import (
    ActionCallContent,
    Citation,
    DataContent,
    ErrorContent,
    FunctionCallContent,
    HostedFileContent,
    HostedToolCallContent,
    HostedToolResultContent,
    SafetyCheck,
    TextContent,
    TextReasoningContent,
    ToolApprovalRequestContent,
    UriContent,
    WireError,
)
from agent_tools_conformance.json_values import misfit, object_of, parsed, plain, utf16, wording

# The contract's names for tools that the provider runs; any other keeps its own.
TOOLS = {
    "web_search": "web-search",
    "file_search": "file-search",
    "code_interpreter": "code-interpreter",
    "code_execution": "code-interpreter",
    "web_fetch": "web-fetch",
    "GOOGLE_SEARCH_WEB": "web-search",
    "GOOGLE_SEARCH_IMAGE": "web-search",
    "URL_CONTEXT": "web-fetch",
    "FILE_SEARCH": "file-search",
}
REFUSAL = "refusal"


def contents_of(content: Content) -> list[Any]:
    """A content of the framework's, by its type."""
    read = READERS.get(content.type)
    return read(content) if read else []


def text_of(content: Content) -> list[Any]:
    if is_refusal(content):
        return [ErrorContent(content.text, error_code=REFUSAL)] if wording(content.text) else []
    cited = citations_of(content)
    return [TextContent(content.text, annotations=cited)] if content.text or cited else []


def is_refusal(content: Content) -> bool:
    """Text that the model refuses with is marked."""
    properties = content.additional_properties
    marked = properties.get("core", {}).get("model_output_kind", properties.get("model_output_kind"))
    return content.type == "text" and marked == REFUSAL


def reasoning_of(content: Content) -> list[Any]:
    if not content.text and not content.protected_data:
        return []
    return [TextReasoningContent(content.text or "", protected_data=content.protected_data)]


def media_of(content: Content) -> list[Any]:
    # The framework's media type of a picture may be no more than "image"; an address with data in it says its own.
    if content.uri.startswith("data:"):
        head, _, data = content.uri.removeprefix("data:").partition(",")
        return [DataContent(data, head.partition(";")[0], name=content.name)]
    return [UriContent(content.uri, media_type=content.media_type if "/" in (content.media_type or "") else None)]


def error_of(content: Content) -> list[Any]:
    return [ErrorContent(content.message or "", error_code=content.error_code, details=content.error_details)]


def file_of(content: Content) -> list[Any]:
    return [HostedFileContent(content.file_id, media_type=content.media_type, name=content.name)]


def call_of(content: Content) -> list[Any]:
    """`hosted` says that the provider runs it; a custom tool, which takes text, the application runs all the same."""
    call_id, name = content.call_id or "", content.name or ""
    if metadata(content, "item_type") == "custom_tool_call":
        return [FunctionCallContent(call_id, name, arguments_text=content.arguments or "")]
    if content.hosted:
        return [hosted_call(content, TOOLS.get(name, name), content.arguments)]
    if metadata(content, "shell_output_type"):
        return [command_of(content)]
    asked = asked_of(content.arguments) or {}
    if isinstance(asked, dict):
        return [FunctionCallContent(call_id, name, arguments=asked)]
    text = content.arguments if isinstance(content.arguments, str) else json.dumps(content.arguments, ensure_ascii=False)
    return [FunctionCallContent(call_id, name, arguments_text=text)]


def command_of(content: Content) -> ActionCallContent:
    """What a shell of the application's is asked, with the limits that stand in the provider's item alone."""
    item = item_of(content)
    return ActionCallContent(content.call_id, "shell", [{"type": "exec", **object_of(item.get("action"))}], raw_representation=item)


def item_of(content: Content) -> dict[str, Any]:
    """The provider's item that a content was made of, as the framework hands it on; in a stream, the first of several."""
    raw = plain(content.raw_representation)
    return object_of(next(iter(raw), None) if isinstance(raw, list) else raw)


def metadata(content: Content, key: str) -> Any:
    """What a client of OpenAI notes on a content, in a namespace of its own."""
    return content.additional_properties.get("openai", {}).get(key)


def approval_of(content: Content) -> list[Any]:
    call = content.function_call
    tool = "mcp-server" if call.server_name else call.name
    return [ToolApprovalRequestContent(content.id, tool, call.name, server_name=call.server_name, arguments=asked_of(call.arguments))]


def consent_of(content: Content) -> list[Any]:
    """Leave is asked on a page of the provider's."""
    return [ToolApprovalRequestContent(content.id or "", "oauth-consent", arguments={"consent_link": content.consent_link})]


def computer_of(content: Content) -> list[Any]:
    checks = [SafetyCheck(each["id"], each.get("code"), each.get("message")) for each in content.pending_safety_checks or []]
    return [ActionCallContent(content.call_id, "computer-use", content.actions, pending_safety_checks=checks or None)]


def asked_of(arguments: Any) -> Any:
    if isinstance(arguments, str):
        return parsed(arguments) if arguments.strip() else None
    if told := misfit(arguments):
        raise WireError(f"The arguments of a call are not JSON: {told}")
    return arguments


def hosted_call(content: Content, tool: str, arguments: Any, **more: Any) -> HostedToolCallContent:
    """What the provider runs itself."""
    call_id, raw = content.call_id or content.image_id or "", plain(content.raw_representation)
    return HostedToolCallContent(call_id, tool, arguments=asked_of(arguments), raw_representation=raw, **more)


def hosted_result(content: Content, tool: str, given: Any) -> HostedToolResultContent:
    outputs = outputs_of(given)
    if content.status == "failed" or content.exception:
        words = "\n".join(output.text for output in outputs if output.type == "text")
        outputs = [ErrorContent(words or content.exception or "The tool failed without a message.")]
    raw = plain(content.raw_representation)
    return HostedToolResultContent(tool, outputs, call_id=content.call_id or content.image_id, raw_representation=raw)


def search_call(content: Content) -> list[Any]:
    return [hosted_call(content, TOOLS.get(content.tool_name, content.tool_name), content.arguments, name=content.tool_name)]


def search_result(content: Content) -> list[Any]:
    """The framework makes a result of every search, also where the provider gave none."""
    given = object_of(content.result)
    found = given.get("results", object_of(given.get("action")).get("sources"))
    if found is None and content.status != "failed":
        return []
    return [hosted_result(content, TOOLS.get(content.tool_name, content.tool_name), found)]


# What says which item it is, how far it is and what came of it, and not what was asked.
FRAMING = {"type", "id", "status", "outputs", "result", "error"}


def asked_in(item: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in item.items() if name not in FRAMING and value is not None}


def code_call(content: Content) -> list[Any]:
    """The container stands in the provider's item alone."""
    item = item_of(content)
    code = "".join(each.text or "" for each in content.inputs or [])
    beside = asked_in(item) if item.get("type") == "code_interpreter_call" else {}
    return [hosted_call(content, "code-interpreter", {**beside, "code": code})]


def code_result(content: Content) -> list[Any]:
    """The framework makes a result of every call, also where the provider gave none."""
    gave = content.outputs or item_of(content).get("outputs") is not None or content.status == "failed"
    return [hosted_result(content, "code-interpreter", content.outputs)] if gave else []


def image_call(content: Content) -> list[Any]:
    """What was asked stands in the provider's item alone."""
    item = item_of(content)
    return [hosted_call(content, "image-generation", asked_in(item) if item.get("type") == "image_generation_call" else None)]


def image_result(content: Content) -> list[Any]:
    given = content.outputs
    # What is not finished yet comes in pictures of its own.
    if given is None or (isinstance(given, Content) and given.additional_properties.get("is_partial_image")):
        return []
    return [hosted_result(content, "image-generation", given)]


def mcp_call(content: Content) -> list[Any]:
    return [hosted_call(content, "mcp-server", content.arguments, name=content.tool_name, server_name=content.server_name)]


def mcp_result(content: Content) -> list[Any]:
    return [hosted_result(content, "mcp-server", content.output)]


def shell_call(content: Content) -> list[Any]:
    item = item_of(content)
    is_hosted = str(object_of(item.get("environment")).get("type")).startswith("container")
    if item.get("type") == "local_shell_call" or (item.get("type") == "shell_call" and not is_hosted):
        return [command_of(content)]
    asked = {"commands": content.commands, "timeout_ms": content.timeout_ms, "max_output_length": content.max_output_length}
    return [hosted_call(content, "shell", {name: value for name, value in asked.items() if value is not None})]


def shell_result(content: Content) -> list[Any]:
    return [hosted_result(content, "shell", content.outputs)]


def command_output(content: Content) -> list[Any]:
    said = [TextContent(content.stdout)] if content.stdout else []
    if content.timed_out:
        return [*said, ErrorContent(content.stderr or "The command took too long.", error_code="timeout")]
    if content.exit_code:
        message = content.stderr or f"The program ended with code {content.exit_code}."
        return [*said, ErrorContent(message, error_code=str(content.exit_code))]
    return said + ([TextContent(content.stderr)] if content.stderr else [])


def function_result(content: Content) -> list[Any]:
    """In a response it is what a tool of the provider gave."""
    name = metadata(content, "name") or "function"
    return [hosted_result(content, TOOLS.get(name, name), content.items or content.result)]


def screen_result(content: Content) -> list[Any]:
    return [hosted_result(content, "computer-use", content.screenshot)]


def store_of(content: Content) -> list[Any]:
    """There is no content for a store of files: what searched it says no more."""
    return [HostedToolResultContent("file-search", [], raw_representation={"vector_store_id": content.vector_store_id})]


# All types that a response may hold; `usage` stands beside the contents, and `function_approval_response` is what an application says.
READERS: dict[str, Callable[[Content], list[Any]]] = {
    "text": text_of,
    "text_reasoning": reasoning_of,
    "data": media_of,
    "uri": media_of,
    "error": error_of,
    "hosted_file": file_of,
    "hosted_vector_store": store_of,
    "function_call": call_of,
    "function_result": function_result,
    "function_approval_request": approval_of,
    "oauth_consent_request": consent_of,
    "computer_tool_call": computer_of,
    "computer_tool_result": screen_result,
    "search_tool_call": search_call,
    "search_tool_result": search_result,
    "code_interpreter_tool_call": code_call,
    "code_interpreter_tool_result": code_result,
    "image_generation_tool_call": image_call,
    "image_generation_tool_result": image_result,
    "mcp_server_tool_call": mcp_call,
    "mcp_server_tool_result": mcp_result,
    "shell_tool_call": shell_call,
    "shell_tool_result": shell_result,
    "shell_command_output": command_output,
}

OUTPUTS = ("text", "data", "uri", "hosted-file", "error")


def outputs_of(given: Any) -> list[Any]:
    """What a tool gave, where it is plain to see: contents of the framework's, or the provider's words, by their members."""
    if isinstance(given, Content):
        return [output for output in contents_of(given) if output.type in OUTPUTS]
    if isinstance(given, (list, tuple)):
        return [output for each in given for output in outputs_of(each)]
    if isinstance(given, str):
        return [TextContent(given)] if given else []
    if not isinstance(given, dict):
        return []
    if isinstance(given.get("file_id"), str):
        if not given.get("text"):
            return [HostedFileContent(given["file_id"], name=given.get("filename"))]
        return [TextContent(given["text"], annotations=[Citation(file_id=given["file_id"], title=given.get("filename"))])]
    if isinstance(given.get("url"), str):
        return [UriContent(given["url"])]
    return [output for name in ("text", "content") for output in outputs_of(given.get(name))]


def citations_of(content: Content, start: int = 0) -> list[Citation] | None:
    """@param start: where the words begin in the text that pieces of a stream make together"""

    def offset(index: Any) -> int | None:
        told = utf16(content.text, index)
        return None if told is None else start + told

    return [
        Citation(
            url=cited.get("url") or None,
            title=cited.get("title") or None,
            file_id=cited.get("file_id"),
            tool_name=cited.get("tool_name"),
            snippet=cited.get("snippet"),
            start_index=offset(region.get("start_index")),
            end_index=offset(region.get("end_index")),
            raw_representation=plain(cited.get("raw_representation")),
        )
        for cited in content.annotations or []
        for region in cited.get("annotated_regions") or [{}]
    ] or None

"""Items of a response of OpenAI, which the library hands on, as contents of the contract."""

from agent_tools_conformance import (
    ActionCallContent,
    Citation,
    Content,
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
)
from agent_tools_conformance.json_values import list_of, object_of, parsed, text_or_none, utf16, wording

# The contract's names for tools of the provider; any other keeps its own.
TOOLS = {
    "web_search": "web-search",
    "file_search": "file-search",
    "code_interpreter": "code-interpreter",
    "image_generation": "image-generation",
    "shell": "shell",
    "mcp": "mcp-server",
    "mcp_list_tools": "mcp-server",
}
# Where tools say what they gave, and which item it is and how far.
GIVING = ("output", "outputs", "result", "results", "tools", "error")
FRAMING = {"type", "id", "call_id", "status", "name", "caller", "execution", "environment", "created_by", *GIVING}
FRAMING |= {"approval_request_id", "max_output_length"}


def contents_of(item: dict) -> list[Content]:
    kind, call_id = str(item.get("type")), item.get("call_id") or ""
    if kind == "message":
        return [content for part in list_of(item.get("content")) for content in said(part)]
    if kind == "reasoning":
        return thought(item)
    if kind == "function_call":
        return [function_call(item)]
    if kind == "custom_tool_call":
        asked = item.get("input", "")
        return [FunctionCallContent(call_id, item.get("name", ""), arguments_text=asked, raw_representation=item)]
    if kind == "mcp_approval_request":
        asked = parsed(item.get("arguments") or "{}")
        return [ToolApprovalRequestContent(item["id"], "mcp-server", item.get("name"), item.get("server_label"), asked)]
    return action(item, call_id) or hosted(item, kind)


def asks(item: dict) -> bool:
    """Whether the application is asked for something."""
    return item.get("type") in ("function_call", "custom_tool_call", "mcp_approval_request") or bool(action(item, ""))


def said(part: dict) -> list[Content]:
    if part.get("type") == "refusal":
        return [ErrorContent(wording(part.get("refusal")) or "The model refused.", "refusal")]
    words = part.get("text") or ""
    cited = [citation(one, words) for one in list_of(part.get("annotations"))]
    return [TextContent(words, cited or None)] if words or cited else []


def citation(one: dict, words: str) -> Citation:
    return Citation(
        url=one.get("url"),
        title=one.get("title") or one.get("filename"),
        file_id=one.get("file_id"),
        start_index=utf16(words, one.get("start_index")),
        end_index=utf16(words, one.get("end_index")),
        raw_representation=one,
    )


def thought(item: dict) -> list[Content]:
    parts = list_of(item.get("summary")) or list_of(item.get("content"))
    words = "".join(part.get("text") or "" for part in parts)
    sealed = text_or_none(item.get("encrypted_content"))
    return [TextReasoningContent(words, sealed)] if words or sealed else []


def function_call(item: dict) -> Content:
    written = item.get("arguments") or ""
    asked = parsed(written) if written else {}
    if isinstance(asked, dict):
        return FunctionCallContent(item["call_id"], item["name"], asked)
    return FunctionCallContent(item["call_id"], item["name"], arguments_text=written)


def action(item: dict, call_id: str) -> list[Content]:
    """The application is asked to act, unless a shell is in a container of the provider's."""
    kind = item.get("type")
    checks = [SafetyCheck(one["id"], one.get("code"), one.get("message")) for one in list_of(item.get("pending_safety_checks"))]
    if kind == "computer_call":
        actions = item.get("actions") or [object_of(item.get("action"))]
        return [ActionCallContent(call_id, "computer-use", actions, checks or None)]
    if kind == "shell_call" and not str(object_of(item.get("environment")).get("type")).startswith("container"):
        return [ActionCallContent(call_id, "shell", [{"type": "exec", **object_of(item.get("action"))}])]
    if kind == "local_shell_call":
        return [ActionCallContent(call_id, "shell", [object_of(item.get("action"))], raw_representation=item)]
    if kind == "apply_patch_call":
        return [ActionCallContent(call_id, "text-editor", [object_of(item.get("operation"))])]
    return []


def hosted(item: dict, kind: str) -> list[Content]:
    """A call, by how its type ends, and a result too where something came of it."""
    stem = kind.removesuffix("_output").removesuffix("_call")
    call_id, tool = item.get("call_id") or item.get("id"), TOOLS.get(stem, stem)
    result = HostedToolResultContent(tool, outputs_of_item(item), call_id, raw_representation=item)
    if not (kind.endswith("_call") or kind in ("program", "mcp_list_tools")) or call_id is None:
        return [result]
    server = item.get("server_label")
    call = HostedToolCallContent(call_id, tool, item.get("name"), server, asked(item), raw_representation=item)
    given = [*(item.get(name) for name in GIVING), sources_of(item)]
    gave = item.get("status") == "failed" or any(one is not None for one in given)
    return [call, result] if gave else [call]


def asked(item: dict):
    for name in ("arguments", "action", "operation", "input"):
        value = item.get(name)
        if isinstance(value, (dict, list)) or (name == "arguments" and value is not None):
            return parsed(value) if isinstance(value, str) else value
    return {name: value for name, value in item.items() if value is not None and name not in FRAMING}


def sources_of(item: dict):
    """A search gives its sources beside what it was asked."""
    return object_of(item.get("action")).get("sources")


def outputs_of_item(item: dict) -> list[Content]:
    result, error = item.get("result"), item.get("error")
    if item.get("type") == "image_generation_call" and isinstance(result, str):
        kind = item.get("output_format") or "png"
        return [DataContent(result, f"image/{'svg+xml' if kind == 'svg' else kind}")]
    names = [name for name in GIVING if name not in ("tools", "error")]
    outputs = [one for name in names for one in outputs_of(item.get(name))] + outputs_of(sources_of(item))
    if error is None and item.get("status") != "failed":
        return outputs
    if isinstance(error, str) and error:
        return [ErrorContent(error)]
    told = object_of(error)
    code = told.get("code")
    said = [one.text for one in [*outputs_of(told.get("content")), *outputs] if one.type == "text"]
    words = told.get("message") or "\n".join(said) or "The tool failed without a message."
    return [ErrorContent(words, None if code is None else str(code))]


def outputs_of(value) -> list[Content]:
    """Read by members, because every tool has its own."""
    if isinstance(value, str):
        return [TextContent(value)] if value else []
    if isinstance(value, list):
        return [output for one in value for output in outputs_of(one)]
    if not isinstance(value, dict):
        return []
    outcome = object_of(value.get("outcome"))
    if outcome.get("type") == "timeout":
        return [*outputs_of(value.get("stdout")), ErrorContent(value.get("stderr") or "The command took too long.")]
    if outcome.get("exit_code"):
        code = outcome["exit_code"]
        words = value.get("stderr") or f"The program ended with code {code}."
        return [*outputs_of(value.get("stdout")), ErrorContent(words, str(code))]
    if isinstance(value.get("logs"), str):
        return outputs_of(value["logs"])
    if isinstance(value.get("url"), str):
        return [UriContent(value["url"])]
    if isinstance(value.get("file_id"), str):
        name = value.get("filename")
        if not value.get("text"):
            return [HostedFileContent(value["file_id"], name=name)]
        return [TextContent(value["text"], [Citation(file_id=value["file_id"], title=name)])]
    return [output for name in ("text", "stdout", "stderr", "content") for output in outputs_of(value.get(name))]

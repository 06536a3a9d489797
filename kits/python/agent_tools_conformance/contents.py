"""What a message holds. The contract's own words say what each member means: schemas/contract.schema.json."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from .model import Model, Variant, raw


@dataclass
class Citation(Model):
    """Without indexes it is about the whole text that carries it. Indexes count UTF-16 units: `json_values.utf16`."""

    url: str | None = None
    title: str | None = None
    file_id: str | None = None
    tool_name: str | None = None
    snippet: str | None = None
    start_index: int | None = None
    end_index: int | None = None
    raw_representation: Any = raw()


@dataclass
class Content(Variant):
    """Anything that a message can hold."""

    raw_representation: Any = raw()


@dataclass
class TextContent(Content):
    type: ClassVar[str] = "text"
    text: str
    annotations: list[Citation] | None = None


@dataclass
class TextReasoningContent(Content):
    type: ClassVar[str] = "reasoning"
    text: str
    protected_data: str | None = None


@dataclass
class DataContent(Content):
    """Bytes; `data` is base64."""

    type: ClassVar[str] = "data"
    data: str
    media_type: str
    name: str | None = None


@dataclass
class UriContent(Content):
    type: ClassVar[str] = "uri"
    uri: str
    media_type: str | None = None


@dataclass
class HostedFileContent(Content):
    type: ClassVar[str] = "hosted-file"
    file_id: str
    media_type: str | None = None
    name: str | None = None


@dataclass
class ErrorContent(Content):
    """Something that went wrong without ending the response; a refusal has the code `refusal`."""

    type: ClassVar[str] = "error"
    message: str
    error_code: str | None = None
    details: str | None = None


@dataclass
class FunctionCallContent(Content):
    """Never a piece. `arguments_text` holds what does not parse to an object; `function_call` decides between both."""

    type: ClassVar[str] = "function-call"
    call_id: str
    name: str
    arguments: dict[str, Any] | None = None
    arguments_text: str | None = None


@dataclass
class FunctionResultContent(Content):
    """`result`, `outputs` or `error`. A result may be JSON's null: then all three are None here."""

    type: ClassVar[str] = "function-result"
    call_id: str
    name: str | None = None
    result: Any = None
    outputs: list[Content] | None = None
    error: str | None = None

    def to_json(self) -> dict[str, Any]:
        null = {"result": None} if self.result is self.outputs is self.error is None else {}
        return {**super().to_json(), **null}


@dataclass
class HostedToolCallContent(Content):
    type: ClassVar[str] = "hosted-tool-call"
    call_id: str
    tool: str
    name: str | None = None
    server_name: str | None = None
    arguments: Any = None


@dataclass
class HostedToolResultContent(Content):
    type: ClassVar[str] = "hosted-tool-result"
    tool: str
    outputs: list[Content]
    call_id: str | None = None


@dataclass
class ToolApprovalRequestContent(Content):
    type: ClassVar[str] = "approval-request"
    request_id: str
    tool: str
    name: str | None = None
    server_name: str | None = None
    arguments: Any = None


@dataclass
class ToolApprovalResponseContent(Content):
    type: ClassVar[str] = "approval-response"
    request_id: str
    approved: bool
    reason: str | None = None


@dataclass
class SafetyCheck(Model):
    id: str
    code: str | None = None
    message: str | None = None


@dataclass
class ActionCallContent(Content):
    """`tool` is computer-use, shell or text-editor. An action: its `type`, then its members as the provider writes them."""

    type: ClassVar[str] = "action-call"
    call_id: str
    tool: str
    actions: list[dict[str, Any]]
    pending_safety_checks: list[SafetyCheck] | None = None


@dataclass
class ActionResultContent(Content):
    type: ClassVar[str] = "action-result"
    call_id: str
    tool: str
    outputs: list[Content]
    exit_code: int | None = None
    acknowledged_safety_check_ids: list[str] | None = None


@dataclass
class ChatMessage(Model):
    """`role` is system, user, assistant or tool. What a library needs back to go on travels in `raw_representation`."""

    role: str
    contents: list[Content]
    message_id: str | None = None
    raw_representation: Any = raw()


@dataclass
class UsageDetails(Model):
    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_input_tokens: int | None = None
    reasoning_tokens: int | None = None


@dataclass
class AdapterWarning(Model):
    """`code` is unsupported-setting, unsupported-tool …"""

    code: str
    message: str


def unsupported_setting(message: str) -> AdapterWarning:
    """The caller asked for something that is not sent; `message` names it and says why."""
    return AdapterWarning("unsupported-setting", message)


@dataclass
class ChatResponse(Model):
    messages: list[ChatMessage]
    response_id: str | None = None
    conversation_id: str | None = None
    model_id: str | None = None
    finish_reason: str | None = None
    usage: UsageDetails | None = None
    warnings: list[AdapterWarning] | None = None
    raw_representation: Any = raw()

    def to_json(self) -> dict[str, Any]:
        return {"warnings": [], **super().to_json()}


@dataclass
class ChatResponseUpdate(Model):
    """A piece of a streamed response. A call is no piece: it comes once, whole."""

    contents: list[Content]
    role: str | None = None
    message_id: str | None = None
    response_id: str | None = None
    conversation_id: str | None = None
    model_id: str | None = None
    finish_reason: str | None = None
    usage: UsageDetails | None = None
    warnings: list[AdapterWarning] | None = None
    raw_representation: Any = raw()

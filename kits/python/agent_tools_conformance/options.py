"""What a caller asks for: tools, and options of a call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from .model import Model, Variant


class Tool(Variant):
    """Any tool that an application can declare."""


@dataclass
class FunctionTool(Tool):
    type: ClassVar[str] = "function"
    name: str
    parameters: dict[str, Any]
    description: str | None = None
    strict: bool | None = None


@dataclass
class CodeInterpreterTool(Tool):
    type: ClassVar[str] = "code-interpreter"
    file_ids: list[str] | None = None
    container_id: str | None = None


@dataclass
class FileSearchTool(Tool):
    type: ClassVar[str] = "file-search"
    vector_store_ids: list[str]
    maximum_result_count: int | None = None
    score_threshold: float | None = None


@dataclass
class UserLocation(Model):
    city: str | None = None
    region: str | None = None
    country: str | None = None
    timezone: str | None = None


@dataclass
class WebSearchTool(Tool):
    type: ClassVar[str] = "web-search"
    allowed_domains: list[str] | None = None
    blocked_domains: list[str] | None = None
    maximum_uses: int | None = None
    user_location: UserLocation | None = None


@dataclass
class McpServerTool(Tool):
    type: ClassVar[str] = "mcp-server"
    server_name: str
    server_address: str
    server_description: str | None = None
    allowed_tools: list[str] | None = None
    approval_mode: str | None = None
    authorization_token: str | None = None


@dataclass
class ComputerUseTool(Tool):
    type: ClassVar[str] = "computer-use"
    display_width: int
    display_height: int
    environment: str | None = None


@dataclass
class OpenApiTool(Tool):
    type: ClassVar[str] = "openapi"
    name: str
    specification: dict[str, Any]
    auth: dict[str, Any]
    description: str | None = None


@dataclass
class StatefulFunctionTool(Tool):
    type: ClassVar[str] = "stateful-function"
    name: str
    parameters: dict[str, Any]
    target: dict[str, Any]
    description: str | None = None


@dataclass
class TextEditorTool(Tool):
    type: ClassVar[str] = "text-editor"
    maximum_characters: int | None = None


@dataclass
class ImageGenerationTool(Tool):
    type: ClassVar[str] = "image-generation"
    size: str | None = None
    output_media_type: str | None = None
    partial_image_count: int | None = None


@dataclass
class ShellTool(Tool):
    type: ClassVar[str] = "shell"


@dataclass
class WebFetchTool(Tool):
    type: ClassVar[str] = "web-fetch"
    allowed_domains: list[str] | None = None
    blocked_domains: list[str] | None = None
    maximum_uses: int | None = None


@dataclass
class ProviderSpecificTool(Tool):
    type: ClassVar[str] = "provider-specific"
    name: str
    settings: dict[str, Any]


@dataclass
class RawTool(Tool):
    """A declaration in the words of `provider_api`, sent as it is."""

    type: ClassVar[str] = "raw"
    provider_api: str
    declaration: dict[str, Any]


@dataclass
class ToolMode(Model):
    """`type` is auto, none or required; then `function_name` may name the one function."""

    type: str
    function_name: str | None = None


@dataclass
class ResponseFormat(Model):
    """`type` is text or json."""

    type: str
    schema: dict[str, Any] | None = None
    name: str | None = None


@dataclass
class ReasoningOptions(Model):
    budget_tokens: int | None = None
    effort: str | None = None


@dataclass
class ChatOptions(Model):
    """`raw_representation` is a merge patch over the request body, applied last."""

    model_id: str | None = None
    instructions: str | None = None
    tools: list[Tool] | None = None
    tool_mode: ToolMode | None = None
    allow_multiple_tool_calls: bool | None = None
    max_output_tokens: int | None = None
    temperature: float | None = None
    response_format: ResponseFormat | None = None
    stop_sequences: list[str] | None = None
    reasoning: ReasoningOptions | None = None
    conversation_id: str | None = None
    store: bool | None = None
    raw_representation: dict[str, Any] | None = None

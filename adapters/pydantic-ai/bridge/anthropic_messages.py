"""Anthropic Messages through `AnthropicModel`."""

from agent_tools_conformance import (
    AdapterWarning,
    ChatMessage,
    ChatOptions,
    InvalidToolError,
    Settings,
    Tool,
    UnsupportedToolError,
    unsupported_setting,
)
from agent_tools_conformance.json_values import object_of, present
from anthropic import AsyncAnthropic, AsyncAnthropicVertex, DefaultAsyncHttpxClient
from pydantic_ai.messages import ModelResponse, UploadedFile
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.native_tools import CodeExecutionTool, MCPServerTool, WebFetchTool, WebSearchTool
from pydantic_ai.profiles.anthropic import AnthropicModelProfile
from pydantic_ai.providers.anthropic import AnthropicProvider

from .client import BridgeClient, connections
from .writing import common_settings, library_messages, parameters

VERSIONS = ("2026-10-21", "2023-06-01")
VERTEX = "vertex"
# What Claude on Vertex AI has beside what its callers declare themselves.
VERTEX_TOOLS = ("function", "web-search", "raw")
EXTRA = "https://github.com/pydantic/pydantic-ai/blob/v2.68.0/pydantic_ai_slim/pydantic_ai/models/anthropic/__init__.py"
# The library reads calls of these as those of functions.
ACTIONS = ("bash_", "computer_", "text_editor_")
# The library asks for the betas of its own declarations alone.
CHANGES = "mid-conversation-tool-changes-2026-07-01"
EDITS = "context-management-2025-06-27"
BETAS = {
    **{"advisor_20260301": "advisor-tool-2026-03-01", "tool_addition": CHANGES, "tool_removal": CHANGES},
    **{"clear_tool_uses_20250919": EDITS, "clear_thinking_20251015": EDITS},
}
PROFILE = AnthropicModelProfile(json_schema_transformer=None)


def client_of(settings: Settings) -> AsyncAnthropic | AsyncAnthropicVertex:
    shared = {
        "max_retries": settings.retries or 0,
        "timeout": settings.seconds,
        "http_client": connections(DefaultAsyncHttpxClient, settings.ca_certificate),
    }
    if settings.surface == VERTEX:
        names = ("project", "location")
        project, region = (object_of(settings.parameters).get(name) for name in names)
        if not project or not region:
            raise TypeError(f"The surface {VERTEX!r} has the parameters {' and '.join(names)}.")
        address = f"{settings.base_url}/v1"
        return AsyncAnthropicVertex(
            project_id=project, region=region, access_token=settings.credentials.secret, base_url=address, **shared
        )
    member = "api_key" if settings.credentials.type == "apiKey" else "auth_token"
    version = {"anthropic-version": settings.surface} if settings.surface in VERSIONS else None
    return AsyncAnthropic(
        **{member: settings.credentials.secret}, base_url=settings.base_url, default_headers=version, **shared
    )


class Client(BridgeClient):
    def __init__(self, settings: Settings):
        if settings.surface not in (None, "ga", "beta", VERTEX, *VERSIONS):
            raise TypeError(f"Anthropic has no surface {settings.surface!r}.")
        super().__init__(settings)
        self.provider = AnthropicProvider(anthropic_client=client_of(settings))

    def arguments(self, messages: list[ChatMessage], options: ChatOptions, warnings: list[AdapterWarning]) -> dict:
        tools = options.tools or []
        if self.settings.surface == VERTEX and (lacking := [tool.type for tool in tools if tool.type not in VERTEX_TOOLS]):
            raise UnsupportedToolError(lacking[0], list(VERTEX_TOOLS))
        native = [native_tool(tool) for tool in tools if tool.type not in ("function", "raw")]
        unsent = ["conversationId"] if options.conversation_id is not None else []
        unsent += ["store"] if options.store else []
        warnings += [unsupported_setting(f"{name} was not sent: Anthropic keeps no conversation.") for name in unsent]
        if any(tool.type == "mcp-server" and tool.server_description for tool in tools):
            warnings.append(unsupported_setting("serverDescription was not sent: Anthropic has no place for it."))
        budget = options.reasoning and options.reasoning.budget_tokens
        settings = {"max_tokens": self.settings.max_output_tokens} | common_settings(options, self.settings)
        # The library's own word for effort switches thinking on as well.
        settings.pop("thinking", None)
        settings |= present(
            anthropic_effort=options.reasoning and options.reasoning.effort,
            anthropic_thinking={"type": "enabled", "budget_tokens": budget} if budget else None,
            anthropic_container=next((tool.container_id for tool in tools if tool.type == "code-interpreter"), None),
            anthropic_context_management=(options.raw_representation or {}).get("context_management"),
            anthropic_betas=betas([tool.declaration for tool in tools if tool.type == "raw"], options.raw_representation),
            # By default the library adds an explanation of later instructions to those that it is given.
            framing_announcement="never",
            extra_body=extra_body(options, tools, warnings) or None,
        )
        return {
            "model": AnthropicModel(options.model_id or self.settings.model, provider=self.provider, profile=PROFILE),
            "messages": library_messages(messages, options.instructions, "anthropic", warnings, is_first=True),
            "model_settings": settings,
            "model_request_parameters": parameters(options, native),
        }

    def message_id(self, response: ModelResponse) -> str | None:
        return response.provider_response_id


def extra_body(options: ChatOptions, tools: list[Tool], warnings: list[AdapterWarning]) -> dict:
    """Members that the library has no setting for. Its documents say that `tools` replaces those that it makes."""
    asked = options.response_format
    if asked and asked.type == "json" and asked.schema is None:
        warnings.append(unsupported_setting("responseFormat was not sent: Anthropic takes JSON with a schema only."))
    # The library asks for the betas of what it is told itself.
    body = {name: value for name, value in (options.raw_representation or {}).items() if name != "context_management"}
    if not any(tool.type == "raw" for tool in tools):
        return body
    return {"tools": [declaration(tool) for tool in tools]} | body


def betas(*written) -> list[str] | None:
    """Of all types that the caller wrote."""
    found, left = set(), list(written)
    while left:
        one = left.pop()
        if isinstance(one, dict):
            found.add(BETAS.get(str(one.get("type"))))
        left += one.values() if isinstance(one, dict) else one if isinstance(one, list) else []
    return sorted(found - {None}) or None


def declaration(tool: Tool) -> dict:
    if tool.type == "function":
        members = present(description=tool.description, strict=tool.strict)
        return {"name": tool.name, "input_schema": tool.parameters, **members}
    if tool.type != "raw":
        raise InvalidToolError("raw", "Pydantic AI sends no native tool beside declarations in Anthropic's words.", "library")
    if tool.provider_api != "anthropic":
        raise InvalidToolError("raw", f'its declaration is in the words of "{tool.provider_api}".')
    kind = str(tool.declaration.get("type"))
    if kind.startswith(ACTIONS):
        raise InvalidToolError("raw", f"Pydantic AI reads an action of {kind} as the call of a function.", "library", EXTRA)
    return tool.declaration


def native_tool(tool: Tool):
    if tool.type == "code-interpreter":
        return CodeExecutionTool(files=[UploadedFile(one, provider_name="anthropic") for one in tool.file_ids or []] or None)
    if tool.type in ("web-search", "web-fetch"):
        limits = {"allowed_domains": tool.allowed_domains, "blocked_domains": tool.blocked_domains}
        if tool.type == "web-fetch":
            return WebFetchTool(max_uses=tool.maximum_uses, **limits)
        place = tool.user_location and tool.user_location.to_json()
        return WebSearchTool(max_uses=tool.maximum_uses, user_location=place, **limits)
    if tool.type == "mcp-server":
        if tool.approval_mode == "always":
            raise InvalidToolError(tool.type, 'Anthropic asks for no approvals, so "approvalMode" is "never".')
        return MCPServerTool(
            id=tool.server_name,
            url=tool.server_address,
            description=tool.server_description,
            authorization_token=tool.authorization_token,
            allowed_tools=tool.allowed_tools,
        )
    raise UnsupportedToolError(tool.type)

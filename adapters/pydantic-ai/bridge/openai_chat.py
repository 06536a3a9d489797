"""OpenAI Chat Completions through `OpenAIChatModel`."""

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
from agent_tools_conformance.json_values import present
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.native_tools import WebSearchTool
from pydantic_ai.profiles.openai import OpenAIModelProfile

from .client import BridgeClient
from .openai_provider import PROFILE, provider_of
from .writing import common_settings, library_messages, parameters

# By default the library knows models whose names end with "-search-preview" alone to search, and a torn stream is an answer.
CHAT = OpenAIModelProfile(
    **PROFILE, openai_chat_supports_web_search=True, openai_chat_streaming_requires_finish_reason=True
)
SETTINGS = "https://ai.pydantic.dev/api/settings/"


class Client(BridgeClient):
    def __init__(self, settings: Settings):
        super().__init__(settings)
        self.provider = provider_of(settings)

    def arguments(self, messages: list[ChatMessage], options: ChatOptions, warnings: list[AdapterWarning]) -> dict:
        tools = options.tools or []
        if len([tool for tool in tools if tool.type == "web-search"]) > 1:
            raise InvalidToolError("web-search", "It is declared twice, and OpenAI Chat Completions has one place for it.")
        if options.conversation_id is not None:
            warnings.append(unsupported_setting("conversationId was not sent: OpenAI Chat Completions keeps no conversation."))
        if options.reasoning and options.reasoning.budget_tokens:
            warnings.append(unsupported_setting("reasoning.budgetTokens was not sent: OpenAI Chat Completions takes an effort."))
        settings = common_settings(options, self.settings) | present(
            openai_store=options.store,
            openai_include_raw_annotations=True,
            extra_body=extra_body(options, tools) or None,
        )
        return {
            "model": OpenAIChatModel(options.model_id or self.settings.model, provider=self.provider, profile=CHAT),
            "messages": library_messages(messages, options.instructions, self.provider.name, warnings, is_first=True),
            "model_settings": settings,
            "model_request_parameters": parameters(options, [native_tool(tool) for tool in tools if is_native(tool)]),
        }


def is_native(tool: Tool) -> bool:
    return tool.type not in ("function", "raw")


def native_tool(tool: Tool) -> WebSearchTool:
    if tool.type != "web-search":
        raise UnsupportedToolError(tool.type)
    for name in ("allowedDomains", "blockedDomains", "maximumUses"):
        if name in tool.to_json():
            raise InvalidToolError(tool.type, f"OpenAI Chat Completions has no place for {name}.")
    return WebSearchTool(user_location=tool.user_location and tool.user_location.to_json())


def extra_body(options: ChatOptions, tools: list[Tool]) -> dict:
    """Members that the library has no setting for; of `tools`, all go this way then."""
    body: dict = {}
    if any(tool.type == "raw" for tool in tools):
        body["tools"] = [declaration(tool) for tool in tools if not is_native(tool)]
    asked = options.response_format
    if asked and asked.type == "json" and asked.schema is None:
        body["response_format"] = {"type": "json_object"}
    return body | (options.raw_representation or {})


def declaration(tool: Tool) -> dict:
    if tool.type == "function":
        members = present(description=tool.description, parameters=tool.parameters, strict=tool.strict)
        return {"type": "function", "function": {"name": tool.name, **members}}
    if tool.provider_api != "openai-chat":
        raise InvalidToolError("raw", f'its declaration is in the words of "{tool.provider_api}".')
    if tool.declaration.get("type") != "function":
        raise InvalidToolError("raw", "Pydantic AI reads calls of functions alone.", "library", SETTINGS)
    return tool.declaration

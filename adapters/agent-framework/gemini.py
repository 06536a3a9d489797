"""`GeminiChatClient`: Google generateContent, of the Gemini API and of Vertex AI."""

from __future__ import annotations

import json
import re
from typing import Any, Sequence

import httpx
from agent_framework import Content
from agent_framework.gemini import GeminiChatClient
from agent_tools_conformance import (
    CallTimeoutError,
    ChatMessage,
    ChatOptions,
    CodeInterpreterTool,
    ContractError,
    FileSearchTool,
    FunctionTool,
    InvalidToolError,
    McpServerTool,
    ProviderError,
    ProviderSpecificTool,
    RawTool,
    Settings,
    UnsupportedToolError,
    WebFetchTool,
    WebSearchTool,
    serve,
)
from agent_tools_conformance.json_values import list_of, object_of, parsed, present
from google import genai
from google.genai import types
from google.genai.errors import APIError
from google.oauth2.credentials import Credentials
from pydantic import ValidationError

from bridge import Bridge, function_of, wait_of
from from_contract import raw_tool
from to_contract import TOOLS, hosted_result, item_of

SOURCE = "https://github.com/microsoft/agent-framework/blob/python-1.23.0/python/packages/gemini/agent_framework_gemini/_chat_client.py"

# Of the Gemini API, by what a caller names; the first is what the SDK calls by itself.
VERSIONS = {None: None, "gemini-api": None, "gemini-api-v1": "v1", "gemini-api-v1beta": "v1beta", "vertex": None}

# Where the framework has no way of its own to a tool, the SDK's has this member.
SPECIFIC = {
    "vertex-ai-search": ("retrieval", "vertexAiSearch"),
    "vertex-rag-store": ("retrieval", "vertexRagStore"),
    "enterprise-web-search": ("enterpriseWebSearch",),
    "exa-ai-search": ("exaAiSearch",),
    "parallel-ai-search": ("parallelAiSearch",),
    "google-maps": ("googleMaps",),
}

# What a tool does the same without, less well.
WISHES = {
    "function": ("strict",),
    "web-search": ("maximumUses", "userLocation"),
    "file-search": ("scoreThreshold",),
    "mcp-server": ("serverDescription", "approvalMode"),
}
MADE_UP = re.compile(r"tool-call-[0-9a-f]{32}")


def part_of(raw: Any) -> Any:
    """The SDK's own part, which the framework sends back what it made of."""
    return types.Part.model_validate_json(json.dumps(raw)) if isinstance(raw, dict) else raw


class GeminiBridge(Bridge):
    provider = "Google"
    surfaces = tuple(filter(None, VERSIONS))
    unsaid = ("conversationId", "store", "allowMultipleToolCalls")
    writing = {"raw": part_of, "files_are_addresses": True}
    kept_raws = ("function_call", "function_result")

    def make(self, settings: Settings) -> Any:
        """By a client of the SDK, which alone takes an address, a certificate and a limit of time."""
        self.http = httpx.AsyncClient(
            verify=settings.ssl_context(), timeout=settings.seconds, event_hooks={"request": [self.note]}, follow_redirects=True
        )
        options = types.HttpOptions(
            base_url=settings.base_url,
            api_version=VERSIONS[settings.surface],
            timeout=int(settings.timeout),
            httpx_async_client=self.http,
            retry_options=types.HttpRetryOptions(attempts=1 + settings.retries) if settings.retries else None,
        )
        if settings.surface == "vertex":
            sdk = genai.Client(vertexai=True, credentials=Credentials(self.secret_of("bearerToken")), http_options=options, **place_of(settings))
        else:
            sdk = genai.Client(vertexai=False, api_key=self.secret_of("apiKey"), http_options=options)
        return GeminiChatClient(model=settings.model, client=sdk, function_invocation_configuration={"enabled": False})

    async def close(self) -> None:
        await self.http.aclose()

    def own_options(self, options: ChatOptions) -> dict[str, Any]:
        asked = options.reasoning
        thinking = asked and present(include_thoughts=True, thinking_budget=asked.budget_tokens, thinking_level=level_of(asked.effort))
        raw = options.raw_representation
        return present(thinking_config=thinking, http_options=types.HttpOptions(extra_body=raw) if raw else None)

    def unsaid_of(self, options: ChatOptions) -> list[str]:
        told = {"store": options.store, "allowMultipleToolCalls": options.allow_multiple_tool_calls}
        tools = [tool.to_json() for tool in options.tools or []]
        wishes = [f"{name} of {tool['type']}" for tool in tools for name in WISHES.get(tool["type"], ()) if name in tool]
        return [name for name, value in told.items() if value is False] + wishes

    def tool_of(self, tool: Any) -> Any:
        match tool:
            case FunctionTool():
                return function_of(tool)
            case CodeInterpreterTool():
                demand_unset(tool, "fileIds", "containerId")
                return GeminiChatClient.get_code_interpreter_tool()
            case WebSearchTool():
                demand_unset(tool, "allowedDomains", *(() if self.settings.surface == "vertex" else ("blockedDomains",)))
                return GeminiChatClient.get_web_search_tool(exclude_domains=tool.blocked_domains)
            case WebFetchTool():
                demand_unset(tool, "allowedDomains", "blockedDomains", "maximumUses")
                return types.Tool(url_context=types.UrlContext())
            case FileSearchTool() if self.settings.surface != "vertex":
                return GeminiChatClient.get_file_search_tool(
                    file_search_store_names=tool.vector_store_ids, top_k=tool.maximum_result_count
                )
            case McpServerTool() if self.settings.surface != "vertex":
                return mcp(tool)
            case ProviderSpecificTool(name=name) if name in SPECIFIC and (name == "google-maps" or self.settings.surface == "vertex"):
                declared = tool.settings
                for member in reversed(SPECIFIC[name]):
                    declared = {member: declared}
                return sdk_tool(name, declared)
            case RawTool():
                return sdk_tool("raw", raw_tool(tool, "google"))
        raise UnsupportedToolError(tool.type, source=SOURCE)

    def request(self, messages: list[ChatMessage], options: ChatOptions) -> Any:
        self.calls = sum(content.type == "function-call" for message in messages for content in message.contents)
        return super().request(messages, options)

    def seen(self, contents: Sequence[Content]) -> None:
        """Where Google gives a call no id, the framework draws one at random: it is numbered, so that no two runs differ."""
        for content in contents:
            if content.call_id and MADE_UP.fullmatch(content.call_id):
                self.calls += 1
                content.call_id = f"tool-call-{self.calls}"

    def contents_of(self, content: Content) -> list[Any]:
        if content.type == "function_result":
            kind = object_of(item_of(content).get("toolResponse")).get("toolType", "tool_response")
            return [hosted_result(content, TOOLS.get(kind, kind), parsed(content.result))]
        return super().contents_of(content)

    def error_of(self, cause: BaseException) -> ContractError | None:
        if isinstance(cause, APIError):
            return refused(cause)
        if isinstance(cause, httpx.TimeoutException):
            return CallTimeoutError("Google did not answer in time.")
        if isinstance(cause, httpx.TransportError):
            return ProviderError("There is no connection to Google.", retryable=True)
        return None


def place_of(settings: Settings) -> dict[str, str]:
    given = settings.parameters or {}
    if not given.get("project") or not given.get("location"):
        raise TypeError('Vertex AI needs "project" and "location" in the parameters of the settings.')
    return {name: given[name] for name in ("project", "location")}


def level_of(effort: str | None) -> Any:
    return types.ThinkingLevel(effort.upper()) if effort else None


def demand_unset(tool: Any, *names: str) -> None:
    """To leave it out would let the tool do more, or something else."""
    given = tool.to_json()
    if name := next((name for name in names if name in given), None):
        raise InvalidToolError(tool.type, f"Google has no place for its {name}.", source=SOURCE)


def mcp(tool: McpServerTool) -> Any:
    demand_unset(tool, "allowedTools")
    if tool.approval_mode == "always":
        raise InvalidToolError(tool.type, "Google asks nobody before it calls a server: approvalMode cannot be always.", source=SOURCE)
    headers = tool.authorization_token and {"Authorization": f"Bearer {tool.authorization_token}"}
    return GeminiChatClient.get_mcp_tool(tool.server_address, name=tool.server_name, **present(headers=headers))


def sdk_tool(name: str, declared: dict[str, Any]) -> types.Tool:
    """A declaration in Google's words, as the SDK knows it: the framework takes no other."""
    try:
        return types.Tool.model_validate(declared)
    except ValidationError as error:
        raise InvalidToolError(name, f"the SDK does not know its {error.errors()[0]['loc']}.", source=SOURCE) from None


def refused(error: APIError) -> ProviderError:
    told = object_of(object_of(error.details).get("error"))
    waits = [each.get("retryDelay") for each in list_of(told.get("details")) if isinstance(each, dict)]
    wait = next((round(float(each[:-1]) * 1000) for each in waits if re.fullmatch(r"[0-9.]+s", str(each))), None)
    headers = getattr(error.response, "headers", {})
    retryable = error.code in (408, 409, 429) or (isinstance(error.code, int) and error.code >= 500)
    return ProviderError(
        f"Google answered with an error: {error.message}",
        status=error.code if error.response is not None else None,
        code=told.get("status"),
        retry_after=wait if wait is not None else wait_of(headers),
        retryable=retryable,
    )


if __name__ == "__main__":
    serve(GeminiBridge)

"""`MistralChatClient`: Mistral Chat Completions."""

from __future__ import annotations

import json
from typing import Any

import httpx
from agent_framework.mistral import MistralChatClient
from agent_tools_conformance import (
    CallTimeoutError,
    ChatOptions,
    ContractError,
    FileSearchTool,
    FunctionTool,
    ImageGenerationTool,
    ProviderError,
    ProviderSpecificTool,
    RawTool,
    Settings,
    serve,
)
from agent_tools_conformance.json_values import object_of, parsed, present
from mistralai.client import Mistral
from mistralai.client.errors import MistralError

from bridge import Bridge, function_of, wait_of
from from_contract import raw_tool


# What a tool does the same without, less well.
WISHES = {
    "file-search": ("maximumResultCount", "scoreThreshold"),
    "image-generation": ("size", "outputMediaType", "partialImageCount"),
}


class MistralBridge(Bridge):
    provider = "Mistral"
    surfaces = ("mistral",)
    unsaid = ("conversationId", "store", "reasoning.budgetTokens")

    def make(self, settings: Settings) -> Any:
        """By a client of the SDK, which alone takes a certificate."""
        self.http = httpx.AsyncClient(
            verify=settings.ssl_context(), timeout=settings.seconds, event_hooks={"request": [self.note]}, follow_redirects=True
        )
        sdk = Mistral(
            api_key=self.secret_of("apiKey", "bearerToken"),
            server_url=settings.base_url.rstrip("/"),
            async_client=self.http,
            timeout_ms=int(settings.timeout),
        )
        return MistralChatClient(model=settings.model, client=sdk, function_invocation_configuration={"enabled": False})

    async def close(self) -> None:
        await self.http.aclose()

    def own_options(self, options: ChatOptions) -> dict[str, Any]:
        effort = options.reasoning and options.reasoning.effort
        # Options that the framework does not know are parameters of the SDK.
        return present(**{"reasoning_effort": effort, **(options.raw_representation or {})})

    def unsaid_of(self, options: ChatOptions) -> list[str]:
        tools = [tool.to_json() for tool in options.tools or []]
        return [name for tool in tools for name in WISHES.get(tool["type"], ()) if name in tool]

    def tool_of(self, tool: Any) -> Any:
        match tool:
            case FunctionTool(strict=None):
                return function_of(tool)
            case FunctionTool():
                # The framework's own tool has no word for it; declarations are passed on.
                function = present(name=tool.name, description=tool.description, parameters=tool.parameters, strict=tool.strict)
                return {"type": "function", "function": function}
            # The framework has no way of its own for these; declarations are passed on.
            case FileSearchTool():
                return {"type": "document_library", "library_ids": tool.vector_store_ids}
            case ImageGenerationTool():
                return {"type": "image_generation"}
            case ProviderSpecificTool(name="connector"):
                return connector(tool.settings)
            case RawTool():
                return raw_tool(tool, "mistral-chat")
        return super().tool_of(tool)

    def error_of(self, cause: BaseException) -> ContractError | None:
        # Of answers from 400 to 499 the framework keeps no more than Python does: what was handled when it raised its own.
        error = cause if isinstance(cause, MistralError) else cause.__context__
        if isinstance(error, MistralError) and error.status_code >= 400:
            return refused(error)
        if isinstance(cause, httpx.TimeoutException):
            return CallTimeoutError("Mistral did not answer in time.")
        if isinstance(cause, httpx.NetworkError) or "Server disconnected" in str(cause):
            return ProviderError("There is no connection to Mistral.", retryable=True)
        return None


def connector(settings: dict[str, Any]) -> dict[str, Any]:
    """A server of MCP that Mistral knows by its id."""
    only = present(include=settings.get("include"), exclude=settings.get("exclude"), requires_confirmation=settings.get("requiresConfirmation"))
    known = present(connector_id=settings.get("connectorId"), authorization=settings.get("authorization"))
    return {"type": "connector", **known, **({"tool_configuration": only} if only else {})}


def refused(error: MistralError) -> ProviderError:
    told, status = object_of(parsed(error.body)), error.status_code
    told = object_of(told.get("error")) or told
    message = told.get("message") or error.message
    code = told.get("code") or told.get("type")
    return ProviderError(
        f"Mistral answered with an error: {message if isinstance(message, str) else json.dumps(message)}",
        status=status,
        code=None if code is None else str(code),
        request_id=error.headers.get("x-request-id") or error.headers.get("mistral-correlation-id"),
        retry_after=wait_of(error.headers),
        retryable=status in (408, 409, 429) or status >= 500,
    )


if __name__ == "__main__":
    serve(MistralBridge)

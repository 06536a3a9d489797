"""`AnthropicClient`: Anthropic Messages."""

from __future__ import annotations

from typing import Any

import anthropic
from agent_framework import Content
from agent_framework.anthropic import AnthropicClient
from agent_tools_conformance import (
    CallTimeoutError,
    ChatOptions,
    CodeInterpreterTool,
    ContractError,
    FunctionTool,
    InvalidToolError,
    McpServerTool,
    ProviderError,
    RawTool,
    Settings,
    ShellTool,
    TextEditorTool,
    UnsupportedTool,
    WebFetchTool,
    WebSearchTool,
    serve,
)
from agent_tools_conformance.json_values import list_of, object_of, present

from bridge import Bridge, function_of, shell, wait_of
from claude import EDITOR, acted, acting, acts_in
from from_contract import raw_tool
from to_contract import TOOLS, hosted_result, item_of

CLIENT = "https://github.com/microsoft/agent-framework/blob/python-1.23.0/python/packages/anthropic/agent_framework_anthropic/_chat_client.py"
VERSIONS = ("2026-10-21", "2023-06-01")
# Of tools and blocks that the caller writes: which beta each belongs to, as Anthropic's documents say.
BETAS = {
    "computer_20251124": "computer-use-2025-11-24",
    "computer_20250124": "computer-use-2025-01-24",
    "computer_20241022": "computer-use-2024-10-22",
    "bash_20241022": "computer-use-2024-10-22",
    "text_editor_20241022": "computer-use-2024-10-22",
    "advisor_20260301": "advisor-tool-2026-03-01",
    "compact_20260112": "compact-2026-01-12",
    "clear_tool_uses_20250919": "context-management-2025-06-27",
    "clear_thinking_20251015": "context-management-2025-06-27",
    "mcp_toolset": "mcp-client-2025-11-20",
    "tool_addition": "mid-conversation-tool-changes-2026-07-01",
    "tool_removal": "mid-conversation-tool-changes-2026-07-01",
}


class AnthropicBridge(Bridge):
    provider = "Anthropic"
    surfaces = ("ga", "beta", *VERSIONS)
    unsaid = ("temperature", "store", "conversationId")
    writing = {"acted": acted}

    def make(self, settings: Settings) -> Any:
        """By a client of the SDK, which alone takes a certificate and the number of retries."""
        is_key = settings.credentials.type == "apiKey"
        secret = self.secret_of("apiKey", "bearerToken")
        self.http = anthropic.DefaultAsyncHttpxClient(
            verify=settings.ssl_context(), timeout=settings.seconds, event_hooks={"request": [self.note]}
        )
        sdk = anthropic.AsyncAnthropic(
            api_key=secret if is_key else None,
            auth_token=None if is_key else secret,
            base_url=settings.base_url.rstrip("/"),
            max_retries=settings.retries or 0,
            timeout=settings.seconds,
            http_client=self.http,
            default_headers={"anthropic-version": settings.surface} if settings.surface in VERSIONS else None,
        )
        return AnthropicClient(
            model=settings.model, anthropic_client=sdk, function_invocation_configuration={"enabled": False}
        )

    async def close(self) -> None:
        await self.http.aclose()

    def own_options(self, options: ChatOptions) -> dict[str, Any]:
        self.acting = acting(options)
        reasoning, given = options.reasoning, options.raw_representation or {}
        budget, effort = (reasoning.budget_tokens, reasoning.effort) if reasoning else (None, None)
        tools = [tool.declaration.get("type") for tool in options.tools or [] if isinstance(tool, RawTool)]
        edits = [edit.get("type") for edit in object_of(given.get("context_management")).get("edits", [])]
        blocks = [block for message in list_of(given.get("messages")) for block in list_of(object_of(message).get("content"))]
        kinds = [*tools, *edits, *(object_of(block).get("type") for block in blocks)]
        containers = [tool.container_id for tool in options.tools or [] if isinstance(tool, CodeInterpreterTool)]
        return present(
            max_tokens=options.max_output_tokens or self.settings.max_output_tokens,
            thinking={"type": "enabled", "budget_tokens": budget} if budget else None,
            output_config={"effort": effort} if effort else None,
            container=next((each for each in containers if each), None),
            additional_beta_flags=[BETAS[kind] for kind in kinds if kind in BETAS] or None,
            extra_body={key: anthropic.omit if value is None else value for key, value in given.items()} or None,
        )

    def tool_of(self, tool: Any) -> Any:
        match tool:
            case FunctionTool(strict=None):
                return function_of(tool)
            case FunctionTool():
                # The framework's own tool has no word for it; declarations are passed on.
                return present(name=tool.name, description=tool.description, input_schema=tool.parameters, strict=tool.strict)
            case WebSearchTool():
                place = tool.user_location and {"type": "approximate", **tool.user_location.to_json()}
                return {**AnthropicClient.get_web_search_tool(), **pages(tool), **present(user_location=place)}
            case WebFetchTool():
                # The framework has no way of its own; declarations are passed on.
                return {"type": "web_fetch_20260318", "name": "web_fetch", **pages(tool)}
            case CodeInterpreterTool():
                if tool.file_ids:
                    raise InvalidToolError(tool.type, "Agent Framework sends no container_upload, by which files come; leave fileIds out.", source=CLIENT)
                return AnthropicClient.get_code_interpreter_tool()
            case ShellTool():
                return AnthropicClient.get_shell_tool(func=bash)
            case TextEditorTool():
                named = {"type": "text_editor_20250728", "name": EDITOR}
                return named | present(max_characters=tool.maximum_characters)
            case McpServerTool():
                if tool.approval_mode == "always":
                    raise InvalidToolError(tool.type, "Anthropic calls the tools of a server without asking; leave approvalMode out.")
                return AnthropicClient.get_mcp_tool(
                    name=tool.server_name,
                    url=tool.server_address,
                    allowed_tools=tool.allowed_tools,
                    authorization_token=tool.authorization_token,
                )
            case RawTool():
                return raw_tool(tool, "anthropic")
        return super().tool_of(tool)

    def unsaid_of(self, options: ChatOptions) -> list[str]:
        servers = [tool for tool in options.tools or [] if isinstance(tool, McpServerTool)]
        return ["serverDescription"] if any(server.server_description for server in servers) else []

    def contents_of(self, content: Content) -> list[Any]:
        """Calls of the tools that the application acts by are calls of functions; whose a result is, its block says."""
        if content.type in ("function_result", "shell_tool_result"):
            kind = str(item_of(content).get("type")).removesuffix("_tool_result")
            tool = "code-interpreter" if kind.endswith("code_execution") else TOOLS.get(kind, kind)
            return [hosted_result(content, tool, content.items or content.outputs)]
        return acts_in(content, self.acting) or super().contents_of(content)

    def error_of(self, cause: BaseException) -> ContractError | None:
        if isinstance(cause, anthropic.APITimeoutError):
            return CallTimeoutError("Anthropic did not answer in time.")
        if isinstance(cause, anthropic.APIStatusError):
            return refused(cause)
        if isinstance(cause, anthropic.APIResponseValidationError):
            return None
        if isinstance(cause, anthropic.APIConnectionError):
            return ProviderError("There is no connection to Anthropic.", retryable=True)
        return None


def refused(error: anthropic.APIStatusError) -> ProviderError:
    """An error inside an answer that had begun has the status of its beginning, and says nothing of another try."""
    told = object_of(object_of(error.body).get("error"))
    headers, status, code = error.response.headers, error.status_code, told.get("type")
    if status < 400:
        retryable = code in ("overloaded_error", "rate_limit_error", "api_error", "timeout_error")
        request_id = error.request_id or object_of(error.body).get("request_id")
        message = f"Anthropic answered with an error: {told.get('message', error.message)}"
        return ProviderError(message, code=code, request_id=request_id, retryable=retryable)
    said = headers.get("x-should-retry")
    return ProviderError(
        f"Anthropic answered with an error: {told.get('message') or error.message}",
        status=status,
        code=code,
        request_id=error.request_id,
        retry_after=wait_of(headers),
        retryable=said == "true" if said in ("true", "false") else status in (408, 409, 429) or status >= 500,
    )


def bash(command: str) -> str:
    """Under the name that Anthropic gives a shell: the framework sends calls back under that of the function."""
    return shell(command)


def pages(tool: Any) -> dict[str, Any]:
    return present(max_uses=tool.maximum_uses, allowed_domains=tool.allowed_domains, blocked_domains=tool.blocked_domains)


if __name__ == "__main__":
    serve(AnthropicBridge, [UnsupportedTool("computer-use", CLIENT, "library")])

"""`BedrockChatClient`: Amazon Bedrock Converse."""

from __future__ import annotations

import json
import re
import tempfile
from typing import Any

import boto3
import botocore.session
from agent_framework import Content
from agent_framework.amazon import BedrockChatClient
from agent_tools_conformance import (
    CallTimeoutError,
    ChatOptions,
    ComputerUseTool,
    ContractError,
    FunctionTool,
    ProviderError,
    RawTool,
    Settings,
    ShellTool,
    TextEditorTool,
    UnsupportedTool,
    serve,
)
from agent_tools_conformance.json_values import from_json, merge_patch, object_of, present
from botocore.config import Config
from botocore.exceptions import ClientError, ConnectionClosedError, ConnectionError, ConnectTimeoutError, EventStreamError, ReadTimeoutError
from botocore.loaders import create_loader
from botocore.tokens import FrozenAuthToken

from bridge import Bridge, function_of, wait_of
from claude import EDITOR, acted, acting, acts_in
from from_contract import raw_tool

CLIENT = "https://github.com/microsoft/agent-framework/blob/python-1.23.0/python/packages/bedrock/agent_framework_bedrock/_chat_client.py"
# Exceptions that mean "later", wherever they stand; inside a stream there is no status to tell.
PASSING = re.compile(r"(BadGateway|InternalServer|ModelNotReady|ModelStreamError|ModelTimeout|ServiceUnavailable|Throttling)Exception")
# What botocore reads to make a client, which each session would read again.
MODELS = create_loader()


class Token:
    """What botocore asks for a bearer token."""

    def __init__(self, token: str) -> None:
        self.token = FrozenAuthToken(token)

    def load_token(self, **_: Any) -> FrozenAuthToken:
        return self.token


class ConverseBridge(Bridge):
    provider = "Amazon Bedrock"
    surfaces = ("converse",)
    unsaid = ("conversationId", "store")
    writing = {"acted": acted, "results_together": True}

    def make(self, settings: Settings) -> Any:
        """By a client of boto3, which alone takes an address, a certificate, a limit of time and the number of retries."""
        region, given = (settings.parameters or {}).get("region"), settings.credentials
        if not region:
            raise TypeError('Amazon Bedrock needs "region" in the parameters of the settings: requests are signed for it.')
        secret = self.secret_of("awsKeys", "apiKey", "bearerToken")
        core, keys, is_signed = botocore.session.Session(), {}, given.type == "awsKeys"
        core.register_component("data_loader", MODELS)
        if is_signed:
            keys = {"aws_access_key_id": given.access_key_id, "aws_secret_access_key": secret, "aws_session_token": given.session_token}
        else:
            core.register_component("token_provider", Token(secret))
        self.trusted = tempfile.NamedTemporaryFile("w", suffix=".pem")
        self.trusted.write(settings.ca_certificate or "")
        self.trusted.flush()
        self.sdk = boto3.Session(botocore_session=core, region_name=region, **keys).client(
            "bedrock-runtime",
            endpoint_url=settings.base_url.rstrip("/"),
            verify=self.trusted.name if settings.ca_certificate else None,
            config=Config(
                signature_version="v4" if is_signed else "bearer",
                connect_timeout=settings.seconds,
                read_timeout=settings.seconds,
                retries={"total_max_attempts": 1 + (settings.retries or 0), "mode": "standard"},
            ),
        )
        self.sdk.meta.events.register("before-call.bedrock-runtime", self.write)
        self.sdk.meta.events.register("before-send.bedrock-runtime", self.send)
        return BedrockChatClient(
            model=settings.model, region=region, client=self.sdk, function_invocation_configuration={"enabled": False}
        )

    def write(self, params: dict[str, Any], **_: Any) -> None:
        """The way in for members that the framework has no word for: a hook of the SDK's."""
        if self.patch:
            params["body"] = json.dumps(merge_patch(from_json(params["body"]), self.patch)).encode()

    def send(self, **_: Any) -> None:
        self.sent = True

    async def close(self) -> None:
        self.sdk.close()
        self.trusted.close()

    def own_options(self, options: ChatOptions) -> dict[str, Any]:
        self.patch, self.acting = options.raw_representation, acting(options)
        model = options.model_id or self.settings.model
        budget, effort = (options.reasoning.budget_tokens, options.reasoning.effort) if options.reasoning else (None, None)
        tools = [made for made in map(builtin, options.tools or []) if made]
        fields = present(
            thinking={"type": "enabled", "budget_tokens": budget} if budget else None,
            reasoningConfig={"type": "enabled", "maxReasoningEffort": effort} if effort and "amazon.nova" in model else None,
            tools=tools or None,
            anthropic_beta=["computer-use-2025-01-24"] if any(tool["name"] == "computer" for tool in tools) else None,
        )
        limit = options.max_output_tokens or self.settings.max_output_tokens
        return present(max_tokens=limit, additionalModelRequestFields=fields or None)

    def unsaid_of(self, options: ChatOptions) -> list[str]:
        is_nova = "amazon.nova" in (options.model_id or self.settings.model)
        told = ["reasoning.effort"] if options.reasoning and options.reasoning.effort and not is_nova else []
        told += ["allowMultipleToolCalls"] if options.allow_multiple_tool_calls is False else []
        computers = [tool for tool in options.tools or [] if isinstance(tool, ComputerUseTool)]
        return told + (["environment"] if any(computer.environment for computer in computers) else [])

    def tool_of(self, tool: Any) -> Any:
        match tool:
            case FunctionTool(strict=None):
                return function_of(tool)
            case FunctionTool():
                # The framework's own tool has no word for it; declarations are passed on.
                spec = present(name=tool.name, description=tool.description or None, strict=tool.strict)
                return {"toolSpec": {**spec, "inputSchema": {"json": tool.parameters}}}
            case RawTool():
                return raw_tool(tool, "bedrock-converse")
        return None if builtin(tool) else super().tool_of(tool)

    def contents_of(self, content: Content) -> list[Any]:
        return acts_in(content, self.acting) or super().contents_of(content)

    def error_of(self, cause: BaseException) -> ContractError | None:
        if isinstance(cause, ClientError):
            return refused(cause)
        if isinstance(cause, (ReadTimeoutError, ConnectTimeoutError)):
            return CallTimeoutError("Amazon Bedrock did not answer in time.")
        if isinstance(cause, (ConnectionError, ConnectionClosedError)):
            return ProviderError("There is no connection to Amazon Bedrock.", retryable=True)
        return None


def builtin(tool: Any) -> dict[str, Any] | None:
    """Tools of Claude's own, which stand among the fields that only the model knows."""
    match tool:
        case ComputerUseTool():
            size = {"display_width_px": tool.display_width, "display_height_px": tool.display_height}
            return {"type": "computer_20250124", "name": "computer", **size}
        case TextEditorTool():
            return {"type": "text_editor_20250728", "name": EDITOR, **present(max_characters=tool.maximum_characters)}
        case ShellTool():
            return {"type": "bash_20250124", "name": "bash"}
    return None


def refused(error: ClientError) -> ProviderError:
    """An error inside an answer that had begun has no status of its own. In frames its name begins in lower case."""
    told, about = error.response.get("Error", {}), object_of(error.response.get("ResponseMetadata"))
    headers = object_of(about.get("HTTPHeaders"))
    status = None if isinstance(error, EventStreamError) else about.get("HTTPStatusCode")
    code = str(told.get("Code") or "")
    code = None if not code or code.isdigit() or code == "Unknown" else code[:1].upper() + code[1:]
    return ProviderError(
        f"Amazon Bedrock answered with an error: {told.get('Message') or error}",
        status=status,
        code=code or (headers.get("x-amzn-errortype") or "").split(":")[0] or None,
        request_id=about.get("RequestId") or headers.get("x-amzn-requestid"),
        retry_after=wait_of(headers),
        retryable=bool(PASSING.fullmatch(code or "")) or status in (408, 409, 429) or (status or 0) >= 500,
    )


if __name__ == "__main__":
    serve(ConverseBridge, [UnsupportedTool(tool, CLIENT, "library") for tool in ("code-interpreter", "web-search")])

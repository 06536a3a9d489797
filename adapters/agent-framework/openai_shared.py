"""What the clients of OpenAI's two APIs share: how they are reached, and what the SDK below throws."""

from __future__ import annotations

from typing import Any, ClassVar

import openai
from agent_tools_conformance import CallTimeoutError, ChatOptions, ContractError, ProviderError, Settings

from bridge import Bridge, wait_of


class OpenAIBridge(Bridge):
    provider = "OpenAI"
    surfaces = ("openai", "azure-openai", "bedrock-runtime", "openai-compatible")
    client_class: ClassVar[Any]

    def make(self, settings: Settings) -> Any:
        """By a client of the SDK, which alone takes a certificate and the number of retries."""
        in_openai = settings.surface in ("azure-openai", "bedrock-runtime")
        self.http = openai.DefaultAsyncHttpxClient(
            verify=settings.ssl_context(), timeout=settings.seconds, event_hooks={"request": [self.note]}
        )
        sdk = openai.AsyncOpenAI(
            api_key=self.secret_of("apiKey", "bearerToken"),
            base_url=settings.base_url.rstrip("/") + ("/openai/v1" if in_openai else "/v1"),
            max_retries=settings.retries or 0,
            timeout=settings.seconds,
            http_client=self.http,
        )
        return self.client_class(settings.model, async_client=sdk, function_invocation_configuration={"enabled": False})

    async def close(self) -> None:
        await self.http.aclose()

    def error_of(self, cause: BaseException) -> ContractError | None:
        if isinstance(cause, openai.APITimeoutError):
            return CallTimeoutError("OpenAI did not answer in time.")
        if isinstance(cause, openai.APIStatusError):
            return refused(cause)
        if isinstance(cause, openai.APIResponseValidationError):
            return None
        if isinstance(cause, openai.APIConnectionError):
            return ProviderError("There is no connection to OpenAI.", retryable=True)
        if isinstance(cause, openai.APIError):
            return broken(cause.message, cause.code or cause.type)
        if isinstance(cause, RuntimeError) and str(cause).startswith("OpenAI streaming error"):
            # The framework's own, of an event: its code stands in the words alone.
            return broken(str(cause), None)
        return None


def refused(error: openai.APIStatusError) -> ProviderError:
    """Whether another try makes sense is what the SDK looks at itself."""
    headers, status = error.response.headers, error.status_code
    said = headers.get("x-should-retry")
    passing = said == "true" if said in ("true", "false") else status in (408, 409, 429) or status >= 500
    return ProviderError(
        f"OpenAI answered with an error: {error.message}",
        status=status,
        code=error.code or error.type,
        request_id=error.request_id,
        retry_after=wait_of(headers),
        retryable=passing and error.code != "insufficient_quota",
    )


def broken(message: str, code: str | None) -> ProviderError:
    """An error inside an answer that had begun."""
    retryable = code in ("server_error", "rate_limit_exceeded")
    return ProviderError(f"OpenAI answered with an error: {message}", code=code, retryable=retryable)


def raw_members(options: ChatOptions) -> dict[str, Any] | None:
    """The break-glass, by the SDK's option for further members; what is null there is left out."""
    given = options.raw_representation or {}
    return {key: openai.omit if value is None else value for key, value in given.items()} or None

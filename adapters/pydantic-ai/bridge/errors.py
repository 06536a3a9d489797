"""Errors of Pydantic AI as those of the contract."""

from agent_tools_conformance import CallTimeoutError, ContractError, ProviderError, Settings, WireError, unsendable
from pydantic_ai import exceptions as library

RETRYABLE = (library.ModelRateLimitError, library.ModelUnavailableError, library.ModelServerError)


def contract_error(error: Exception, settings: Settings, has_sent: bool, has_begun: bool) -> ContractError:
    """`has_begun`: something of the answer was told."""
    if isinstance(error, ContractError):
        return error
    if isinstance(error, (library.ModelRequestTimeout, library.ModelTimeoutError)):
        return CallTimeoutError("The provider did not answer in time, or not to the end.")
    message = settings.redacted(str(getattr(error, "message", error)))
    if isinstance(error, library.ModelConnectionError):
        if has_begun:
            return WireError(f"The answer broke off: {message}")
        return ProviderError(f"There is no connection: {message}", retryable=True)
    # The library has one class for what the provider says and for what is no JSON.
    if type(error) is library.ModelAPIError and error.provider_error_code is None and error.body is None:
        return WireError(f"Pydantic AI could not read the answer: {message}")
    if isinstance(error, library.ModelAPIError):
        return provider_error(error, message, settings)
    if isinstance(error, library.UserError) or not has_sent:
        return unsendable(message, rejected_by="library")
    # By name alone: messages of parsers hold what they could not parse.
    return WireError(f"Pydantic AI could not read the answer ({type(error).__name__}).")


def provider_error(error: library.ModelAPIError, message: str, settings: Settings) -> ProviderError:
    headers = getattr(error, "headers", None) or {}
    inner = error.body.get("error", error.body) if isinstance(error.body, dict) else {}
    said = inner.get("message") if isinstance(inner, dict) else None
    hint = getattr(error, "provider_retry_hint", None)
    return ProviderError(
        settings.redacted(said) if isinstance(said, str) else message,
        status=None if error.in_stream else getattr(error, "status_code", None),
        code=error.provider_error_code or error.provider_error_type,
        request_id=headers.get("x-request-id") or headers.get("request-id"),
        retry_after=None if error.retry_after is None else round(error.retry_after * 1000),
        retryable=isinstance(error, RETRYABLE) if hint is None else hint,
    )

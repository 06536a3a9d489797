"""Errors of LiteLLM as those of the contract."""

import litellm
import openai
from agent_tools_conformance import CallTimeoutError, ContractError, ProviderError, Settings, WireError, unsendable
from agent_tools_conformance.json_values import object_of, text_or_none
from litellm.exceptions import MidStreamFallbackError


def contract_error(error: Exception, settings: Settings, has_begun: bool) -> ContractError:
    if isinstance(error, ContractError):
        return error
    # Some messages hold a traceback with paths of this machine.
    message = settings.redacted(str(getattr(error, "message", error)).partition("Traceback")[0].strip())
    status, headers = getattr(error, "status_code", None), getattr(error, "litellm_response_headers", None)
    # Only an answer has headers: the library makes up a status for whatever else goes wrong.
    if isinstance(status, int) and headers is not None:
        return status_error(error, status, headers, message)
    if isinstance(error, litellm.BadRequestError):
        return unsendable(message, rejected_by="library")
    if isinstance(error, litellm.Timeout):
        return CallTimeoutError("The provider did not answer in time, or not to the end.")
    cause = sdk_error(error)
    if isinstance(cause, openai.APIConnectionError):
        return WireError(message) if has_begun else ProviderError(message, retryable=True)
    if cause is not None or type(error) is litellm.APIError:
        # An error inside an answer with status 200, of which the library keeps the words; within a stream it has all for passing.
        return ProviderError(message, retryable=isinstance(error, MidStreamFallbackError))
    # By name alone where it is a parser's: its message holds what it could not parse.
    is_library = isinstance(error, openai.OpenAIError)
    return WireError(message if is_library else f"LiteLLM could not read the answer ({type(error).__name__}).")


def sdk_error(error: BaseException | None) -> openai.APIError | None:
    """What OpenAI's SDK threw below the library, whose own errors are subclasses of the SDK's."""
    while error is not None and not (isinstance(error, openai.APIError) and type(error).__module__.startswith("openai")):
        error = error.__cause__ or error.__context__
    return error


def status_error(error: Exception, status: int, headers, message: str) -> ProviderError:
    wait, exact = headers.get("retry-after", ""), headers.get("retry-after-ms", "")
    after = float(exact) if exact.isdigit() else float(wait) * 1000 if wait.isdigit() else None
    hint = {"true": True, "false": False}.get(headers.get("x-should-retry", ""))
    retryable = status in (408, 409, 429) or status >= 500
    body = object_of(getattr(error, "body", None))
    return ProviderError(
        message,
        retryable=retryable if hint is None else hint,
        status=status,
        code=text_or_none(body.get("code")) or text_or_none(body.get("type")),
        request_id=headers.get("x-request-id"),
        retry_after=after,
    )

"""The errors of the contract. Nothing else may leave a client."""

from __future__ import annotations

from typing import Any, ClassVar


class ContractError(Exception):
    """`members` travel beside the name, in the words of the contract."""

    name: ClassVar[str]

    def __init__(self, message: str, **members: Any) -> None:
        super().__init__(message)
        self.members = {key: value for key, value in members.items() if value is not None}


class UnsupportedToolError(ContractError):
    """
    The library has no public way to this tool: before anything is sent. `rejected_by="bridge"` where it is the bridge that has not built
    it. `source` is a URL of the library's documentation or code. Without `supported`, all tools are that are not declared otherwise.
    """

    name = "UnsupportedToolError"

    def __init__(
        self, tool: str, supported: list[str] | None = None, rejected_by: str | None = None, source: str | None = None
    ) -> None:
        members = {"tool": tool, "supported": supported, "rejectedBy": rejected_by, "source": source}
        super().__init__(f'There is no tool "{tool}".', **members)


class InvalidToolError(ContractError):
    """A tool cannot be said to this provider: a name, a schema, a setting. Before anything is sent."""

    name = "InvalidToolError"

    def __init__(self, tool: str, reason: str, rejected_by: str | None = None, source: str | None = None) -> None:
        message = f'The tool "{tool}" cannot be declared: {reason}'
        super().__init__(message, tool=tool, rejectedBy=rejected_by, source=source)


class ProviderError(ContractError):
    """The provider answered with an error, or would have: then nothing is sent. `retry_after` is in milliseconds."""

    name = "ProviderError"

    def __init__(
        self,
        message: str,
        *,
        retryable: bool,
        status: int | None = None,
        code: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        rejected_by: str | None = None,
        source: str | None = None,
    ) -> None:
        members = {"status": status, "code": code, "requestId": request_id, "retryAfter": retry_after}
        super().__init__(message, **members, retryable=retryable, rejectedBy=rejected_by, source=source)


class CallTimeoutError(ContractError):
    """No answer within the time that the settings allow: the contract's TimeoutError."""

    name = "TimeoutError"


class AbortedError(ContractError):
    """The call was cancelled. The server raises it for a call that ends by its cancellation."""

    name = "AbortedError"


class WireError(ContractError):
    """The provider's bytes are not what its API promises."""

    name = "WireError"


def unsendable(why: str, **members: Any) -> ProviderError:
    """What the provider would refuse, before it is asked."""
    return ProviderError(f"Nothing was sent: {why}.", code="invalid_request_error", retryable=False, **members)

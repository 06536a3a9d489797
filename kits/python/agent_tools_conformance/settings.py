"""What a client needs to know before its first call."""

from __future__ import annotations

import ssl
from dataclasses import dataclass

from .model import Model


@dataclass
class Credentials(Model):
    """`type` is apiKey, bearerToken or awsKeys."""

    type: str
    api_key: str | None = None
    token: str | None = None
    access_key_id: str | None = None
    secret_access_key: str | None = None
    session_token: str | None = None

    @property
    def secret(self) -> str:
        return self.api_key or self.token or self.secret_access_key or ""


@dataclass
class Settings(Model):
    """`base_url` has no slash at its end and no version of the API such as /v1; `timeout` is in milliseconds."""

    base_url: str
    model: str
    credentials: Credentials
    max_output_tokens: int
    timeout: float
    endpoints: dict[str, str] | None = None
    retries: int | None = None
    surface: str | None = None
    parameters: dict[str, str] | None = None
    ca_certificate: str | None = None

    @property
    def seconds(self) -> float:
        return self.timeout / 1000

    def ssl_context(self) -> ssl.SSLContext:
        """Trusts the one CA that is given, or what the platform trusts."""
        return ssl.create_default_context(cadata=self.ca_certificate)

    def redacted(self, message: str) -> str:
        """What somebody else said, as it may stand in an error: short, and without the secret."""
        secret = self.credentials.secret
        hidden = message.replace(secret, "[credentials]") if secret else message
        return hidden if len(hidden) <= 500 else f"{hidden[:500]}…"

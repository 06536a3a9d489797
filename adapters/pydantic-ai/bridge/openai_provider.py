"""How OpenAI and Azure OpenAI are reached, in whatever API."""

from agent_tools_conformance import Settings
from openai import AsyncOpenAI, DefaultAsyncHttpxClient
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.azure import AzureProvider
from pydantic_ai.providers.openai import OpenAIProvider

from .client import connections

AZURE = "azure-openai"
# By default the library closes every schema that does not say whether it takes further properties.
PROFILE = OpenAIModelProfile(json_schema_transformer=None)


def provider_of(settings: Settings) -> OpenAIProvider | AzureProvider:
    if settings.surface not in (None, "openai", AZURE, "openai-compatible"):
        raise TypeError(f"OpenAI has no surface {settings.surface!r}.")
    is_azure = settings.surface == AZURE
    client = AsyncOpenAI(
        api_key=settings.credentials.secret,
        base_url=f"{settings.base_url.rstrip('/')}{'/openai' if is_azure else ''}/v1",
        max_retries=settings.retries or 0,
        timeout=settings.seconds,
        http_client=connections(DefaultAsyncHttpxClient, settings.ca_certificate),
    )
    return (AzureProvider if is_azure else OpenAIProvider)(openai_client=client)

"""OpenAI Responses through `OpenAIResponsesModel`."""

from contextlib import aclosing, contextmanager
from functools import cache
from ssl import create_default_context

from agent_tools_conformance import (
    AdapterWarning,
    CallTimeoutError,
    ChatMessage,
    ChatOptions,
    ChatResponse,
    ChatResponseUpdate,
    Client as Base,
    ContractError,
    ProviderError,
    Settings,
    TextContent,
    Tool,
    UsageDetails,
    WireError,
    unsendable,
    unsupported_setting,
)
from agent_tools_conformance.json_values import plain, present
from agents import ModelResponse, ModelSettings, OpenAIResponsesModel
from agents.exceptions import ModelBehaviorError, UserError
from agents.models.interface import ModelTracing
from agents.usage import Usage
from openai import APIConnectionError, APIError, APIStatusError, APITimeoutError, AsyncOpenAI, DefaultAsyncHttpxClient
from openai.types.shared import Reasoning

from .items import asks, contents_of
from .streaming import Teller, name_of
from .tools import library_tools
from .writing import KEPT, input_items

AZURE = "azure-openai"
INCLUDE = {
    "web-search": "web_search_call.action.sources",
    "file-search": "file_search_call.results",
    "code-interpreter": "code_interpreter_call.outputs",
}


@cache
def connections(ca_certificate: str | None) -> DefaultAsyncHttpxClient:
    """Shared, for to read the certificates of a platform takes long."""
    return DefaultAsyncHttpxClient(verify=create_default_context(cadata=ca_certificate))


class Client(Base):
    # Whether an item ends before the next is told.
    in_turn = True

    def __init__(self, settings: Settings):
        super().__init__(settings)
        secret = settings.credentials.secret
        if settings.credentials.type not in ("apiKey", "bearerToken") or not secret or not secret.isprintable():
            raise TypeError("This adapter takes a key or token that a header can carry.")
        if settings.surface not in (None, "openai", AZURE, "openai-compatible"):
            raise TypeError(f"OpenAI has no surface {settings.surface!r}.")
        self.client = AsyncOpenAI(
            api_key=secret,
            base_url=f"{settings.base_url.rstrip('/')}{'/openai' if settings.surface == AZURE else ''}/v1",
            max_retries=settings.retries or 0,
            timeout=settings.seconds,
            http_client=connections(settings.ca_certificate),
        )

    async def get_response(self, messages, options, call):
        warnings: list[AdapterWarning] = []
        with self.told_errors([]):
            model, arguments = self.arguments(messages, options, warnings)
            response = await model.get_response(**arguments)
            items = [plain(item) for item in response.output]
            # A response that did not come to its end is an error of the library's.
            outcome = self.outcome(response, options, reason_of(items))
            return ChatResponse(messages_of(items, response), warnings=warnings, **outcome)

    async def get_streaming_response(self, messages, options, call):
        warnings, begun, teller = [], [], Teller(self.in_turn)
        with self.told_errors(begun):
            model, arguments = self.arguments(messages, options, warnings)
            if warnings:
                yield ChatResponseUpdate([], warnings=warnings)
            whole = None
            async with aclosing(model.stream_response(**arguments)) as events:
                async for event in events:
                    begun[:] = [event]
                    if event.type == "response.completed":
                        whole = event.response
                    for update in teller.tell(event):
                        yield update
            if whole is None:
                raise WireError("The stream ended before its answer was over.")
            items = [plain(item) for item in whole.output]
            for update in teller.rest(items):
                yield update
            # As the library's Runner makes it of the last event.
            response = ModelResponse(whole.output, usage=Usage(), response_id=whole.id)
            kept = [TextContent("", raw_representation=stored(response))] if items else []
            reason = reason_of([*items, *teller.done.values()])
            outcome = self.outcome(response, options, reason, whole.model) | {"usage": usage_of(whole.usage)}
            yield ChatResponseUpdate(kept, role="assistant", **outcome)

    def arguments(self, messages: list[ChatMessage], options: ChatOptions, warnings: list[AdapterWarning]):
        tools = options.tools or []
        if options.stop_sequences:
            warnings.append(unsupported_setting("stopSequences were not sent: OpenAI Responses has none."))
        if options.reasoning and options.reasoning.budget_tokens:
            warnings.append(unsupported_setting("reasoning.budgetTokens was not sent: OpenAI Responses takes an effort, no budget."))
        if options.conversation_id is not None:
            # Where OpenAI keeps the conversation, it wants what came after the model's last word alone.
            last = max((at for at, one in enumerate(messages) if one.role == "assistant"), default=-1)
            messages = messages[last + 1 :]
        warnings += [unsupported_setting(f"{one} was not sent: OpenAI reads it from the screenshots.") for one in unsaid_of(tools)]
        mode, effort = options.tool_mode, options.reasoning and options.reasoning.effort
        include = [INCLUDE[tool.type] for tool in tools if tool.type in INCLUDE]
        include += ["reasoning.encrypted_content"] if options.store is False else []
        settings = ModelSettings(
            temperature=options.temperature,
            max_tokens=options.max_output_tokens,
            parallel_tool_calls=options.allow_multiple_tool_calls,
            tool_choice=mode and (mode.function_name or mode.type),
            reasoning=Reasoning(effort=effort) if effort else None,
            store=options.store,
            response_include=include or None,
            extra_body=extra_body(options, warnings) or None,
        )
        return OpenAIResponsesModel(options.model_id or self.settings.model, self.client), {
            "system_instructions": options.instructions or None,
            "input": input_items(messages, warnings),
            "model_settings": settings,
            "tools": [one for tool in tools for one in library_tools(tool)],
            "output_schema": None,
            "handoffs": [],
            "tracing": ModelTracing.DISABLED,
            "previous_response_id": options.conversation_id,
        }

    def outcome(self, response: ModelResponse, options: ChatOptions, reason: str, model: str | None = None) -> dict:
        return {
            "model_id": model,
            "response_id": response.response_id,
            "conversation_id": None if options.store is False else response.response_id,
            "finish_reason": reason,
            "usage": usage_of(response.usage),
        }

    @contextmanager
    def told_errors(self, begun: list):
        """`begun` has something as soon as something of the answer was told."""
        try:
            yield
        except Exception as error:
            raise contract_error(error, self.settings, bool(begun)) from error


def reason_of(items: list[dict]) -> str:
    """OpenAI ends a call with `completed` like any answer, and has no other word for it."""
    if any(map(asks, items)):
        return "tool_calls"
    parts = [part for item in items if item.get("type") == "message" for part in item.get("content") or []]
    return "content_filter" if any(part.get("type") == "refusal" for part in parts) else "stop"


def unsaid_of(tools: list[Tool]) -> list[str]:
    computers = [tool.to_json() for tool in tools if tool.type == "computer-use"]
    return [f"{name} of computer-use" for tool in computers for name in tool if name != "type"]


def extra_body(options: ChatOptions, warnings: list[AdapterWarning]) -> dict:
    """Members that the library has no setting for."""
    body: dict = {}
    tools = options.tools or []
    limits = [tool.maximum_uses for tool in tools if tool.type == "web-search" and tool.maximum_uses is not None]
    if limits and len({tool.type for tool in tools} - {"function"}) == 1:
        body["max_tool_calls"] = limits[0]
    elif limits:
        warnings.append(unsupported_setting("maximumUses of web-search was not sent: OpenAI has one limit for all its tools."))
    asked = options.response_format
    if asked and asked.type == "json":
        named = {"type": "json_schema", "name": asked.name or "answer", "schema": asked.schema}
        body["text"] = {"format": named if asked.schema is not None else {"type": "json_object"}}
    return body | (options.raw_representation or {})


def stored(response: ModelResponse) -> dict:
    return {KEPT: plain(response.to_input_items())}


def messages_of(items: list[dict], response: ModelResponse) -> list[ChatMessage]:
    """A message of OpenAI's begins a new one, where it has another name. What goes back stands with the last."""
    messages: list[ChatMessage] = []
    for item in items:
        contents, name = contents_of(item), name_of(item)
        if not contents:
            continue
        if messages and (name is None or messages[-1].message_id in (None, name)):
            messages[-1].contents += contents
            messages[-1].message_id = messages[-1].message_id or name
        else:
            messages.append(ChatMessage("assistant", contents, name, raw_representation={KEPT: []}))
    if messages:
        messages[-1].raw_representation = stored(response)
    return messages


def usage_of(usage) -> UsageDetails | None:
    if usage is None or not usage.total_tokens:
        return None
    cached = usage.input_tokens_details and usage.input_tokens_details.cached_tokens
    thought = usage.output_tokens_details and usage.output_tokens_details.reasoning_tokens
    return UsageDetails(usage.input_tokens, usage.output_tokens, cached, thought)


def contract_error(error: Exception, settings: Settings, has_begun: bool) -> ContractError:
    """The library throws those of the SDK, and its own for a response that did not come to its end."""
    if isinstance(error, ContractError):
        return error
    message = settings.redacted(str(error))
    if isinstance(error, APITimeoutError):
        return CallTimeoutError("OpenAI did not answer in time, or not to the end.")
    if isinstance(error, APIConnectionError):
        return WireError(message) if has_begun else ProviderError(message, retryable=True)
    if isinstance(error, APIStatusError):
        return status_error(error, settings)
    if isinstance(error, APIError):
        code = error.code or error.type
        return ProviderError(message, retryable=is_passing(code), **present(code=code))
    if isinstance(error, UserError):
        return unsendable(message, rejected_by="library")
    if isinstance(error, ModelBehaviorError):
        return ProviderError(message, retryable=False)
    # By name alone: messages of parsers hold what they could not parse.
    return WireError(f"The Agents SDK could not read the answer ({type(error).__name__}).")


def status_error(error: APIStatusError, settings: Settings) -> ProviderError:
    headers = error.response.headers
    hint = {"true": True, "false": False}.get(headers.get("x-should-retry", ""))
    said = error.body.get("message") if isinstance(error.body, dict) else None
    exact, wait = headers.get("retry-after-ms", ""), headers.get("retry-after", "")
    after = float(exact) if exact.isdigit() else float(wait) * 1000 if wait.isdigit() else None
    retryable = error.status_code in (408, 409, 429) or error.status_code >= 500
    return ProviderError(
        settings.redacted(said or str(error)),
        retryable=retryable if hint is None else hint,
        status=error.status_code,
        code=error.code or error.type,
        request_id=error.request_id,
        retry_after=after,
    )


def is_passing(code: str | None) -> bool:
    return any(one in (code or "") for one in ("rate_limit", "server_error", "overloaded", "timeout", "unavailable"))

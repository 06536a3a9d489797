"""OpenAI Chat Completions through `litellm.acompletion`."""

from contextlib import contextmanager
from functools import cache
from ssl import create_default_context

import litellm
import openai
from agent_tools_conformance import (
    AdapterWarning,
    ChatMessage,
    ChatOptions,
    ChatResponse,
    ChatResponseUpdate,
    Client as Base,
    Citation,
    Content,
    ErrorContent,
    FunctionCallContent,
    InvalidToolError,
    Settings,
    TextContent,
    TextReasoningContent,
    Tool,
    UnsupportedToolError,
    UsageDetails,
    WireError,
    unsupported_setting,
)
from agent_tools_conformance.chat_completions import response_format, web_search
from agent_tools_conformance.json_values import list_of, object_of, parsed, plain, present, text, text_or_none, utf16, wording

from .errors import contract_error
from .messages import KEPT, OLDER, library_messages

AZURE = "azure-openai"
PASSED_ON = ["tools", "tool_choice", "parallel_tool_calls", "reasoning_effort", "web_search_options", "store", "temperature", "stop"]
litellm.suppress_debug_info = True
# Else the library counts tokens itself where a provider does not say how many they were.
litellm.disable_token_counter = True


@cache
def connections(ca_certificate: str | None) -> openai.DefaultAsyncHttpxClient:
    """Shared, for to read the certificates of a platform takes long."""
    return openai.DefaultAsyncHttpxClient(verify=create_default_context(cadata=ca_certificate))


class Client(Base):
    def __init__(self, settings: Settings):
        super().__init__(settings)
        secret = settings.credentials.secret
        if settings.credentials.type not in ("apiKey", "bearerToken") or not secret or not secret.isprintable():
            raise TypeError("This adapter takes a key or token that a header can carry.")
        if settings.surface not in (None, "openai", AZURE, "openai-compatible"):
            raise TypeError(f"OpenAI has no surface {settings.surface!r}.")
        self.client = openai.AsyncOpenAI(
            api_key=secret,
            base_url=f"{settings.base_url.rstrip('/')}{'/openai' if settings.surface == AZURE else ''}/v1",
            max_retries=settings.retries or 0,
            timeout=settings.seconds,
            http_client=connections(settings.ca_certificate),
        )

    async def get_response(self, messages, options, call):
        warnings: list[AdapterWarning] = []
        with self.told_errors([]):
            response = await litellm.acompletion(**self.arguments(messages, options, warnings))
            return ChatResponse(**answer(response), warnings=warnings)

    async def get_streaming_response(self, messages, options, call):
        warnings, begun, chunks = [], [], []
        with self.told_errors(begun):
            arguments = self.arguments(messages, options, warnings) | {"stream": True}
            if warnings:
                yield ChatResponseUpdate([], warnings=warnings)
            # Without it a stream does not say what it cost.
            stream = await litellm.acompletion(**arguments, stream_options={"include_usage": True})
            async for chunk in stream:
                begun[:] = [chunk]
                chunks.append(chunk)
                # Of several choices the first is the answer.
                for delta in [choice.delta for choice in chunk.choices if choice.index == 0]:
                    if getattr(delta, "reasoning_content", None):
                        yield ChatResponseUpdate([TextReasoningContent(delta.reasoning_content)], role="assistant")
                    if delta.content:
                        yield ChatResponseUpdate([TextContent(delta.content)], role="assistant")
            whole = litellm.stream_chunk_builder(chunks, messages=arguments["messages"])
            if whole is None:
                raise WireError("The stream had no answer.")
            told = answer(whole)
            rest = [content for message in told.pop("messages") for content in message.contents]
            rest = [one for content in rest for one in not_told(content)]
            rest.append(TextContent("", raw_representation=stored(whole.choices[0].message)))
            yield ChatResponseUpdate(rest, role="assistant", **told)

    def arguments(self, messages: list[ChatMessage], options: ChatOptions, warnings: list[AdapterWarning]) -> dict:
        tools = options.tools or []
        if options.conversation_id is not None:
            warnings.append(unsupported_setting("conversationId was not sent: OpenAI Chat Completions keeps no conversation."))
        if options.reasoning and options.reasoning.budget_tokens:
            warnings.append(unsupported_setting("reasoning.budgetTokens was not sent: OpenAI Chat Completions takes an effort."))
        mode, declared = options.tool_mode, [declaration(tool) for tool in tools if tool.type != "web-search"]
        named = mode and mode.function_name and choice_of(mode.function_name, declared)
        return present(
            model=f"openai/{options.model_id or self.settings.model}",
            # Beside the client, for with OpenAI's own address the library would choose Responses instead.
            api_base=str(self.client.base_url),
            client=self.client,
            api_key=self.settings.credentials.secret,
            messages=library_messages(messages, options.instructions, warnings),
            tools=declared or None,
            tool_choice=named or (mode and mode.type),
            parallel_tool_calls=options.allow_multiple_tool_calls if tools else None,
            max_completion_tokens=options.max_output_tokens,
            temperature=options.temperature,
            stop=options.stop_sequences or None,
            response_format=response_format(options),
            reasoning_effort=options.reasoning and options.reasoning.effort,
            store=options.store,
            web_search_options=web_search([tool for tool in tools if tool.type == "web-search"]),
            extra_body=options.raw_representation,
            timeout=self.settings.seconds,
            max_retries=self.settings.retries or 0,
            # The library knows by name what a model takes; these go out for those that it does not know.
            allowed_openai_params=PASSED_ON,
        )

    @contextmanager
    def told_errors(self, begun: list):
        """`begun` has something as soon as something of the answer was told."""
        try:
            yield
        except Exception as error:
            raise contract_error(error, self.settings, bool(begun)) from error


def declaration(tool: Tool) -> dict:
    if tool.type == "function":
        members = present(description=tool.description, parameters=tool.parameters, strict=tool.strict)
        return {"type": "function", "function": {"name": tool.name, **members}}
    if tool.type != "raw":
        raise UnsupportedToolError(tool.type)
    if tool.provider_api != "openai-chat":
        raise InvalidToolError("raw", f'its declaration is in the words of "{tool.provider_api}".')
    return tool.declaration


def choice_of(name: str, declared: list[dict]) -> dict:
    kinds = [one["type"] for one in declared if object_of(one.get(one.get("type"))).get("name") == name]
    kind = "custom" if "custom" in kinds else "function"
    return {"type": kind, kind: {"name": name}}


def stored(message: litellm.Message) -> dict:
    return {KEPT: message.model_dump(mode="json")}


def answer(whole: litellm.ModelResponse) -> dict:
    """Members of a ChatResponse."""
    response, hidden = plain(whole), whole.hidden_params
    choices = list_of(response.get("choices"))
    if not choices:
        raise WireError("The answer has no choice.")
    message, extras = object_of(choices[0].get("message")), object_of(choices[0].get("provider_specific_fields"))
    contents = contents_of(message)
    ended = extras.get("native_finish_reason") or choices[0].get("finish_reason")
    own = ChatMessage("assistant", contents, raw_representation=stored(whole.choices[0].message))
    return {
        "messages": [own] if contents else [],
        "response_id": response.get("id"),
        "model_id": text_or_none(hidden.get("provider_response_model")) or response.get("model"),
        "finish_reason": "tool_calls" if ended == OLDER else ended or None,
        "usage": usage_of(object_of(response.get("usage"))),
    }


def contents_of(message: dict) -> list[Content]:
    contents: list[Content] = []
    if thought := message.get("reasoning_content"):
        contents.append(TextReasoningContent(thought))
    words = message.get("content") or ""
    cited = [citation(one, words) for one in list_of(message.get("annotations"))]
    if words or cited:
        contents.append(TextContent(words, cited or None))
    more = object_of(message.get("provider_specific_fields"))
    if refusal := wording(message.get("refusal") or more.get("refusal")):
        contents.append(ErrorContent(refusal, "refusal"))
    older = object_of(message.get("function_call"))
    calls = [*list_of(message.get("tool_calls")), *([{"id": older.get("name"), "function": older, OLDER: True}] if older else [])]
    return contents + [function_call(call) for call in calls]


def not_told(content: Content) -> list[Content]:
    """Words were told as they came; citations stand in a piece of their own."""
    if content.type == "text":
        return [TextContent("", content.annotations)] if content.annotations else []
    return [] if content.type == "reasoning" else [content]


def function_call(call: dict) -> Content:
    if custom := object_of(call.get("custom")):
        return FunctionCallContent(text(call.get("id")), text(custom.get("name")), arguments_text=custom.get("input") or "")
    asked = object_of(call.get("function"))
    written = asked.get("arguments") or ""
    arguments = parsed(written) if written else {}
    if isinstance(arguments, dict):
        return FunctionCallContent(text(call.get("id")), text(asked.get("name")), arguments, raw_representation=call)
    return FunctionCallContent(text(call.get("id")), text(asked.get("name")), arguments_text=written)


def citation(one: dict, words: str) -> Citation:
    said = object_of(one.get("url_citation"))
    start, end = utf16(words, said.get("start_index")), utf16(words, said.get("end_index"))
    return Citation(said.get("url"), said.get("title"), start_index=start, end_index=end, raw_representation=one)


def usage_of(usage: dict) -> UsageDetails | None:
    if not usage.get("total_tokens"):
        return None
    cached = object_of(usage.get("prompt_tokens_details")).get("cached_tokens")
    thought = object_of(usage.get("completion_tokens_details")).get("reasoning_tokens")
    return UsageDetails(usage.get("prompt_tokens"), usage.get("completion_tokens"), cached, thought)

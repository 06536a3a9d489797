"""One call of the contract: one call of a client of the framework."""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Callable, ClassVar, Sequence

from agent_framework import ChatResponse, Content, FunctionTool
from agent_framework import ChatResponseUpdate as Update
from agent_tools_conformance import (
    AdapterWarning,
    Call,
    CallTimeoutError,
    ChatMessage,
    ChatOptions,
    ChatResponseUpdate,
    Client,
    ContractError,
    Settings,
    TextContent,
    TextReasoningContent,
    UnsupportedToolError,
    UsageDetails,
    WireError,
    unsendable,
    unsupported_setting,
)
from agent_tools_conformance import ChatResponse as Response
from agent_tools_conformance.json_values import plain, present, utf16

from from_contract import Writing, messages_of, options_of, stored, unsaid_in
from to_contract import citations_of, contents_of, is_refusal, metadata


# What the framework calls options that not every client has.
OPTIONS = {"allowMultipleToolCalls": "allow_multiple_tool_calls", "conversationId": "conversation_id", "stopSequences": "stop"}


class Bridge(Client):
    """A provider API, as the framework has it. Columns make `client`, the framework's, and say what differs."""

    #: Named in messages.
    provider: ClassVar[str]
    #: Options of the contract that the client has no word for.
    unsaid: ClassVar[tuple[str, ...]] = ()
    #: Whether the provider keeps conversations, which `conversation_id` goes on with.
    keeps_conversations: ClassVar[bool] = False
    #: How its messages are written: see `Writing`.
    writing: ClassVar[dict[str, Any]] = {}
    #: Of which contents what they were made from goes back, because the framework looks at it.
    kept_raws: ClassVar[tuple[str, ...]] = ()
    client: Any
    #: Whether anything was sent: if not, it is the framework that refused.
    sent = False

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings)
        self.surface_of(settings)
        self.client = self.make(settings)

    # What columns say.

    surfaces: ClassVar[tuple[str, ...]]

    def make(self, settings: Settings) -> Any:
        """The framework's client."""
        raise NotImplementedError

    def own_options(self, options: ChatOptions) -> dict[str, Any]:
        """Options in the provider's words."""
        return {}

    def unsaid_of(self, options: ChatOptions) -> list[str]:
        """What else of the options is not sent, in the contract's words."""
        return []

    def tool_of(self, tool: Any) -> Any:
        """A tool as the framework takes it."""
        raise UnsupportedToolError(tool.type)

    def seen(self, contents: Sequence[Content]) -> None:
        """Contents as they came, before they are read."""

    def contents_of(self, content: Content) -> list[Any]:
        """What a content of the framework's says."""
        return contents_of(content)

    def error_of(self, cause: BaseException) -> ContractError | None:
        """What the provider's SDK throws."""
        return None

    # What is the same for all.

    def surface_of(self, settings: Settings) -> None:
        if settings.surface not in (None, *self.surfaces):
            raise TypeError(f"{self.provider} has no surface {settings.surface!r}.")

    def secret_of(self, *kinds: str) -> str:
        """The secret; a TypeError for credentials of another kind, or that no header can carry."""
        credentials = self.settings.credentials
        if credentials.type not in kinds:
            raise TypeError(f"{self.provider} takes credentials of type {' or '.join(kinds)}, not {credentials.type}.")
        if not credentials.secret or not credentials.secret.isprintable() or not credentials.secret.isascii():
            raise TypeError("The credentials are empty, or have characters that no header can carry.")
        return credentials.secret

    def request(self, messages: list[ChatMessage], options: ChatOptions) -> tuple[list[Any], dict[str, Any], list[AdapterWarning]]:
        self.sent, warnings = False, []
        if self.keeps_conversations and options.conversation_id:
            last = max((at for at, each in enumerate(messages) if each.role == "assistant"), default=-1)
            messages = messages[last + 1 :]
        tools = [made for tool in options.tools or [] if (made := self.tool_of(tool)) is not None]
        for told in (*unsaid_in(options, self.unsaid), *self.unsaid_of(options)):
            warnings.append(unsupported_setting(f"Agent Framework has no {told} here."))
        chosen = options_of(options)
        for name in self.unsaid:
            chosen.pop(OPTIONS.get(name, name), None)
        chosen |= present(tools=tools or None, **self.own_options(options))
        return messages_of(messages, Writing(warnings, **self.writing)), chosen, warnings

    async def get_response(self, messages: list[ChatMessage], options: ChatOptions, call: Call) -> Response:
        try:
            said, chosen, warnings = self.request(messages, options)
            async with asyncio.timeout(self.settings.seconds):
                response = await self.client.get_response(said, options=chosen)
            # Of several choices the first is the answer.
            made = response.messages[:1]
            for each in made:
                self.seen(each.contents)
            contents = once([told for each in made for content in joined(each.contents) for told in self.contents_of(content)])
            message = ChatMessage("assistant", contents, raw_representation=stored(made, self.kept_raws))
            whole = plain(response.raw_representation)
            return Response([message] if contents else [], raw_representation=whole, warnings=warnings, **self.outcome(response))
        except Exception as error:
            raise self.contract_error(error) from error

    async def get_streaming_response(
        self, messages: list[ChatMessage], options: ChatOptions, call: Call
    ) -> AsyncIterator[ChatResponseUpdate]:
        try:
            said, chosen, warnings = self.request(messages, options)
            yield ChatResponseUpdate([], warnings=warnings)
            teller = Teller(self.contents_of)
            async with asyncio.timeout(self.settings.seconds):
                stream = self.client.get_response(said, stream=True, options=chosen)
                async for update in stream:
                    self.seen(update.contents)
                    if contents := teller.tell(update):
                        yield ChatResponseUpdate(contents, role="assistant")
                final = await stream.get_final_response()
            contents = teller.rest(final, None)
            kept = TextContent("", raw_representation=stored(final.messages[:1], self.kept_raws))
            yield ChatResponseUpdate([*contents, kept] if teller.anything else [], role="assistant", **self.outcome(final))
        except Exception as error:
            raise self.contract_error(error) from error

    def outcome(self, response: ChatResponse) -> dict[str, Any]:
        usage = response.usage_details or {}
        # A count that is not there is none, as in the framework's own sums.
        counts = usage and present(
            input_tokens=usage.get("input_token_count", 0),
            output_tokens=usage.get("output_token_count", 0),
            cached_input_tokens=usage.get("cache_read_input_token_count"),
            reasoning_tokens=usage.get("reasoning_output_token_count"),
        )
        return present(
            response_id=response.response_id,
            conversation_id=response.conversation_id if self.keeps_conversations else None,
            model_id=response.model,
            finish_reason=response.finish_reason and str(response.finish_reason),
            usage=UsageDetails(**counts) if counts else None,
        )

    async def note(self, _request: Any) -> None:
        """A hook for requests of the SDKs."""
        self.sent = True

    def contract_error(self, error: Exception) -> ContractError:
        told = error if isinstance(error, ContractError) else self.from_library(error)
        told.args = (self.settings.redacted(str(told)),)
        return told

    def from_library(self, error: Exception) -> ContractError:
        cause = getattr(error, "inner_exception", None) or error.__cause__ or error
        if isinstance(error, TimeoutError):
            return CallTimeoutError(f"{self.provider} did not answer in time, or not to the end.")
        if told := self.error_of(cause):
            return told
        if not self.sent:
            return unsendable(f"Agent Framework refused ({error})")
        # By name alone: messages of parsers hold what they could not parse.
        return WireError(f"Agent Framework could not read the answer of {self.provider} ({type(cause).__name__}).")


def once(contents: list[Any]) -> list[Any]:
    """What a call of the provider's was asked is told once, as it was known last: the framework repeats it with every picture."""
    last = {each.call_id: each for each in contents if each.type == "hosted-tool-call"}
    told: set[str] = set()
    news = []
    for each in contents:
        if each.type != "hosted-tool-call":
            news.append(each)
        elif each.call_id not in told:
            told.add(each.call_id)
            news.append(last[each.call_id])
    return news


def joined(contents: list[Content]) -> list[Content]:
    """The parts of one thought, which have one id, are one. Where it has a summary, that is what it says."""
    told: list[Content] = []
    for content in contents:
        last = told[-1] if told else None
        if not (last and last.type == content.type == "text_reasoning" and last.id and last.id == content.id):
            told.append(content)
            continue
        kept = [each for each in (last, content) if not is_unsummarized(each)] or [last, content]
        told[-1] = Content.from_text_reasoning(
            id=last.id,
            text="".join(each.text or "" for each in kept),
            protected_data=last.protected_data or content.protected_data,
            additional_properties=kept[-1].additional_properties,
        )
    return told


class Teller:
    """Words are told at once; anything else as the framework's own folding has it, before the words that follow it."""

    def __init__(self, contents_of: Callable[[Content], list[Any]]) -> None:
        self.contents_of = contents_of
        self.updates: list[Update] = []
        #: How many contents of the whole were told to their end, and whether any waits.
        self.told, self.waiting, self.anything = 0, False, False
        #: Of which kind the words were that came last, and how many of the part that they belong to.
        self.kind, self.part = "", 0

    def tell(self, update: Update) -> list[Any]:
        self.updates.append(update)
        news: list[Any] = []
        for at, content in enumerate(update.contents):
            if not is_words(content):
                self.waiting = self.waiting or content.type != "usage"
                self.kind = "" if content.type != "usage" else self.kind
                continue
            is_done = content.merge_mode == "replace"
            # What is repeated when a part is done was told, unless its pieces never came.
            words = "" if is_done and self.part else content.text or ""
            if words:
                if self.waiting and self.kind != content.type:
                    before = Update(contents=update.contents[:at], role=update.role, message_id=update.message_id)
                    news += self.rest(ChatResponse.from_updates([*self.updates[:-1], before]), content.type)
                news.append(TextContent(words) if content.type == "text" else TextReasoningContent(words))
                self.kind, self.anything = content.type, True
            self.part = 0 if is_done else self.part + len(words)
            self.waiting = self.waiting or bool(content.annotations or content.protected_data)
        return news

    def rest(self, whole: ChatResponse, next_kind: str | None) -> list[Any]:
        """What was held back of all but words, and of words what they cite. Calls, and what comes behind them, wait for the end."""
        contents = joined([content for message in whole.messages[:1] for content in message.contents])
        last = len(contents)
        if next_kind and last and contents[-1].type == next_kind and is_words(contents[-1]):
            last -= 1
        news: list[Any] = []
        run = 0
        for at, content in enumerate(contents[:last]):
            if next_kind and content.type == "function_call" and not content.hosted:
                last = at
                break
            if at >= self.told:
                news += self.ending(content, run)
            words = content.text if content.type == "text" and is_words(content) else None
            run = run + (utf16(words, len(words)) or 0) if words else 0
        self.told, self.waiting = max(self.told, last), False
        self.anything = self.anything or bool(news)
        return once(news)

    def ending(self, content: Content, run: int) -> list[Any]:
        if not is_words(content):
            return self.contents_of(content)
        if content.type == "text":
            cited = citations_of(content, run)
            return [TextContent("", annotations=cited)] if cited else []
        return [TextReasoningContent("", protected_data=content.protected_data)] if content.protected_data else []


def is_words(content: Content) -> bool:
    """What is returned as it comes."""
    return (content.type == "text" and not is_refusal(content)) or (content.type == "text_reasoning" and not is_unsummarized(content))


def is_unsummarized(content: Content) -> bool:
    """A thought as the model had it, of which a summary may follow."""
    return bool(metadata(content, "reasoning_text"))


def function_of(tool: Any) -> FunctionTool:
    """Without code: the application runs it."""
    return FunctionTool(name=tool.name, description=tool.description or "", func=None, input_model=tool.parameters)


def shell(command: str) -> str:
    """Never called: functions are not invoked by the framework here, and its tool for a shell demands one."""
    raise NotImplementedError(command)


def wait_of(headers: Any) -> int | None:
    """Milliseconds."""
    for name, unit in (("retry-after-ms", 1), ("retry-after", 1000)):
        if (headers.get(name) or "").isdigit():
            return int(headers[name]) * unit
    return None

"""What Pydantic AI read, as contents of the contract."""

import base64
from dataclasses import replace

from agent_tools_conformance import (
    ChatMessage,
    Citation,
    Content,
    DataContent,
    ErrorContent,
    FunctionCallContent,
    HostedFileContent,
    HostedToolCallContent,
    HostedToolResultContent,
    TextContent,
    TextReasoningContent,
    UriContent,
    UsageDetails,
)
from agent_tools_conformance.json_values import misfit, object_of, parsed, plain, text, utf16, wording
from pydantic_ai.messages import (
    CompactionPart,
    FilePart,
    ModelResponse,
    NativeToolCallPart,
    NativeToolReturnPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
)

from .writing import KINDS, stored

# The contract's names for tools of the provider; any other keeps its own.
TOOLS = {theirs: ours for ours, theirs in KINDS.items()}
# Where tools say what they gave.
GIVING = ("output", "logs", "sources", "results", "content", "text", "stdout", "stderr")


def messages_of(response: ModelResponse) -> list[ChatMessage]:
    """A text whose message has another name begins a new one. The library's own goes back with the last."""
    told, messages = Told(is_stream=False), []
    for name, contents in told.until(len(response.parts), response, is_over=True):
        if messages and (name is None or messages[-1].message_id in (None, name)):
            append_to(messages[-1].contents, contents)
            messages[-1].message_id = messages[-1].message_id or name
        else:
            messages.append(ChatMessage("assistant", contents, name, raw_representation=stored(None)))
    if messages:
        messages[-1].raw_representation = stored(response) if response.parts else None
    return messages


def append_to(contents: list[Content], more: list[Content]) -> None:
    """Summaries of one thought are one content."""
    for content in more:
        last = contents[-1] if contents else None
        if content.type == "reasoning" and last and last.type == "reasoning" and last.protected_data is None:
            contents[-1] = replace(content, text=last.text + content.text)
        else:
            contents.append(content)


class Told:
    """Of a stream, words are told at once, and anything else when words follow it, or at the end."""

    def __init__(self, is_stream: bool = True):
        self.is_stream = is_stream
        self.parts = 0
        self.characters: dict[int, int] = {}
        # Units of UTF-16 of the text that the pieces told last make together.
        self.run = 0

    def until(self, index: int, response: ModelResponse, is_over: bool = False) -> list[tuple[str | None, list[Content]]]:
        """What is not told of the parts before, and the words of the part itself; each with the name of its message."""
        told: list[tuple[str | None, list[Content]]] = []
        while self.parts < min(index, len(response.parts)):
            part = response.parts[self.parts]
            if not is_over and is_growing(part, response):
                return told
            contents = self.whole(self.parts, part, response)
            told += [(name_of(part), contents)] if contents else []
            self.parts += 1
        if index < len(response.parts) and (words := self.words(index, response.parts[index])):
            told.append((name_of(response.parts[index]), words))
        if is_over and (said := refusal(response)):
            told.append((None, said))
        return told

    def whole(self, index: int, part, response: ModelResponse) -> list[Content]:
        words, end = self.words(index, part), self.ending(index, part, response)
        if not self.is_stream and words and end and words[0].type == end[0].type:
            # Words and what ends them are one content.
            return [replace(end[0], text=words[0].text)]
        return words + end

    def words(self, index: int, part) -> list[Content]:
        if not isinstance(part, (TextPart, ThinkingPart)):
            return []
        said = words_of(part)
        piece = said[self.characters.get(index, 0) :]
        self.characters[index] = len(said)
        if not piece:
            return []
        if isinstance(part, ThinkingPart):
            self.run = 0
            return [TextReasoningContent(piece)]
        self.run += utf16(piece, len(piece))
        return [TextContent(piece)]

    def ending(self, index: int, part, response: ModelResponse) -> list[Content]:
        """What a part says beside its words."""
        if isinstance(part, TextPart):
            cited = citations(part)
            return [TextContent("", self.placed(cited, part) if self.is_stream else cited)] if cited else []
        self.run = 0
        if isinstance(part, ThinkingPart):
            return sealed(index, response)
        return contents_of(part, response)

    def placed(self, cited: list[Citation], part: TextPart) -> list[Citation]:
        """Citations stand in a piece of their own, with their place in the words that the pieces make together."""
        length = utf16(part.content, len(part.content))
        start = self.run - length
        for one in cited:
            if one.start_index is not None or start:
                one.end_index = start + (length if one.end_index is None else one.end_index)
                one.start_index = start + (one.start_index or 0)
        return cited


def name_of(part) -> str | None:
    """Where the provider has names for messages, the library keeps them as those of texts."""
    return part.id if isinstance(part, TextPart) and part.id else None


def words_of(part: TextPart | ThinkingPart) -> str:
    """Of a thought without a summary, the library keeps what the model wrote beside it."""
    raw = object_of(part.provider_details).get("raw_content") if isinstance(part, ThinkingPart) else None
    return part.content or ("".join(raw) if raw else "")


def is_growing(part, response: ModelResponse) -> bool:
    """A call stands there before its arguments do."""
    if isinstance(part, NativeToolCallPart):
        return all(one.tool_call_id != part.tool_call_id for one in results_in(response))
    return isinstance(part, ToolCallPart) and isinstance(part.args, str) and not isinstance(parsed(part.args), dict)


def sealed(index: int, response: ModelResponse) -> list[Content]:
    """The library makes a part of each summary of one thought, and the first has the seal."""
    part, after = response.parts[index], response.parts[index + 1 : index + 2]
    if part.id and any(isinstance(one, ThinkingPart) and one.id == part.id for one in after):
        return []
    one_thought = [one for one in response.parts[: index + 1] if isinstance(one, ThinkingPart) and one.id == part.id]
    seals = [one.signature for one in (one_thought if part.id else [part]) if one.signature]
    return [TextReasoningContent("", seals[0])] if seals else []


def contents_of(part, response: ModelResponse) -> list[Content]:
    if isinstance(part, ToolCallPart):
        return [function_call(part)]
    if isinstance(part, NativeToolCallPart):
        return [hosted_call(part, response)]
    if isinstance(part, NativeToolReturnPart):
        files = files_of(part.tool_call_id, response)
        return [hosted_result(part, files)] if files or gave_something(part) else []
    if isinstance(part, CompactionPart):
        words = [TextContent(part.content)] if part.content else []
        sealed = part.provider_details or {}
        readable = {"content": part.content, "encrypted_content": None}
        raw = {"type": "compaction"} | ({"id": part.id} if part.content is None else readable) | sealed
        return [HostedToolResultContent("compaction", words, part.id, raw_representation=raw)]
    if isinstance(part, FilePart):
        return [] if part.id in {one.tool_call_id for one in results_in(response)} else [data(part)]
    return []


def function_call(part: ToolCallPart) -> Content:
    asked = parsed(part.args) if isinstance(part.args, str) and part.args else part.args or {}
    call_id, name = text(part.tool_call_id), text(part.tool_name)
    if isinstance(asked, dict) and misfit(asked) is None:
        return FunctionCallContent(call_id, name, asked)
    return FunctionCallContent(call_id, name, arguments_text=part.args if isinstance(part.args, str) else str(part.args))


def hosted_call(part: NativeToolCallPart, response: ModelResponse) -> Content:
    kind, _, server = part.tool_name.partition(":")
    text(part.tool_call_id)
    asked = parsed(part.args) if isinstance(part.args, str) else part.args
    # The library has these beside what came of the call.
    told = next((object_of(one.content) for one in results_in(response) if one.tool_call_id == part.tool_call_id), {})
    if kind == "web_search" and "sources" in told:
        asked = object_of(asked) | {"sources": told["sources"]}
    if kind == "image_generation":
        formats = [one.media_type.removeprefix("image/") for one in files_of(part.tool_call_id, response)]
        asked = {name: one for name, one in told.items() if name != "status"}
        asked |= {"output_format": formats[0]} if formats else {}
    if not server:
        return HostedToolCallContent(part.tool_call_id, TOOLS.get(kind, kind), kind, arguments=asked or {})
    # Of a server the library puts the name of the tool and what it was asked side by side; of a list of tools, neither.
    action = object_of(asked)
    arguments = {"server_label": server} if action.get("action") == "list_tools" else action.get("tool_args", {})
    return HostedToolCallContent(part.tool_call_id, TOOLS.get(kind, kind), action.get("tool_name"), server, arguments)


def hosted_result(part: NativeToolReturnPart, files: list[Content]) -> Content:
    kind = part.tool_name.partition(":")[0]
    outputs = files + outputs_of(part.content)
    failed = part.outcome == "failed" or object_of(part.content).get("status") == "failed"
    if failed and not any(output.type == "error" for output in outputs):
        said = "\n".join(output.text for output in outputs if output.type == "text")
        outputs = [ErrorContent(said or "The tool failed without a message.")]
    raw = given(part, files)
    return HostedToolResultContent(TOOLS.get(kind, kind), outputs, part.tool_call_id, raw_representation=raw)


def gave_something(part: NativeToolReturnPart) -> bool:
    """The library makes a result of every call, which may say no more than how far the call is."""
    content = part.content
    if not isinstance(content, dict):
        return bool(content)
    told = {name: value for name, value in content.items() if value is not None and name != "status"}
    # Code that ended has its outputs, be there none.
    told |= {"logs": []} if part.tool_name == "code_execution" and content.get("status") == "completed" else {}
    return bool(told) or content.get("status") == "failed"


def given(part: NativeToolReturnPart, files: list[Content]) -> dict:
    """What the library read, with the outputs of code and images where OpenAI has them: the library keeps these apart."""
    raw = {"content": plain(part.content)}
    if part.tool_name == "code_execution":
        images = [{"type": "image", "url": f"data:{one.media_type};base64,{one.data}"} for one in files]
        raw["outputs"] = images + [{"type": "logs", "logs": one} for one in object_of(part.content).get("logs", [])]
    elif files:
        raw["result"] = files[0].data
    elif "tools" in object_of(part.content):
        label = part.tool_name.partition(":")[2]
        raw["item"] = {"type": "mcp_list_tools", "id": part.tool_call_id, "server_label": label, **part.content}
    return raw


def results_in(response: ModelResponse) -> list[NativeToolReturnPart]:
    return [part for part in response.parts if isinstance(part, NativeToolReturnPart)]


def files_of(call_id: str, response: ModelResponse) -> list[Content]:
    """A file stands beside the result of the call that made it."""
    return [data(one) for one in response.parts if isinstance(one, FilePart) and one.id == call_id]


def outputs_of(value) -> list[Content]:
    """Read by members, because every tool has its own."""
    if isinstance(value, str):
        return [TextContent(value)] if value else []
    if isinstance(value, list):
        return [output for item in value for output in outputs_of(item)]
    if not isinstance(value, dict):
        return []
    if error := value.get("error"):
        return [failure(error)]
    if code := value.get("error_code"):
        return [ErrorContent(value.get("error_message") or str(code), str(code))]
    if value.get("is_error"):
        return [failure({"content": value.get("content")})]
    if ended := value.get("return_code"):
        said = value.get("stderr") or f"The program ended with code {ended}."
        return [*outputs_of(value.get("stdout")), ErrorContent(said, str(ended))]
    if isinstance(value.get("file_id"), str):
        name = value.get("filename")
        if not value.get("text"):
            return [HostedFileContent(value["file_id"], name=name)]
        return [TextContent(value["text"], [Citation(file_id=value["file_id"], title=name)])]
    if isinstance(value.get("url"), str):
        return [UriContent(value["url"])]
    return [output for name in GIVING for output in outputs_of(value.get(name))]


def failure(error) -> Content:
    if not isinstance(error, dict):
        return ErrorContent(str(error))
    said = error.get("message") or "\n".join(one.text for one in outputs_of(error.get("content")) if one.type == "text")
    code = error.get("code")
    return ErrorContent(said or "The tool failed without a message.", None if code is None else str(code))


def refusal(response: ModelResponse) -> list[Content]:
    """What OpenAI's model said, or why Anthropic ended the answer."""
    details = object_of(response.provider_details)
    said = wording(details.get("refusal"))
    code = details.get("refusal_category") if details.get("finish_reason") == "refusal" else "refusal"
    return [ErrorContent(said, code)] if said else []


def data(part: FilePart) -> Content:
    return DataContent(base64.b64encode(part.content.data).decode(), part.content.media_type)


def citations(part: TextPart) -> list[Citation]:
    """As the provider wrote them, where the library was asked to keep that; else as the library reads them."""
    raw = object_of(part.provider_details).get("annotations")
    if raw is not None:
        return [annotation(one, part.content) for one in raw]
    return [citation(one, source, part.content) for one in part.citations or [] for source in one.sources]


def annotation(raw: dict, words: str) -> Citation:
    said = raw.get("url_citation") or raw
    return Citation(
        url=said.get("url"),
        title=said.get("title") or said.get("filename"),
        file_id=said.get("file_id"),
        start_index=utf16(words, said.get("start_index")),
        end_index=utf16(words, said.get("end_index")),
        raw_representation=raw,
    )


def citation(one, source, words: str) -> Citation:
    return Citation(
        url=getattr(source, "url", None),
        title=source.title,
        file_id=getattr(source, "document_id", None),
        snippet="\n".join(source.excerpts) or None,
        start_index=one.anchor and utf16(words, one.anchor.start),
        end_index=one.anchor and utf16(words, one.anchor.end),
    )


def usage_of(usage) -> UsageDetails | None:
    if usage.unmeasured_requests:
        return None
    thought = usage.output_reasoning_tokens or usage.details.get("reasoning_tokens") or None
    return UsageDetails(usage.input_tokens, usage.output_tokens, usage.cache_read_tokens or None, thought)

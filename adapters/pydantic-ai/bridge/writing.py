"""Messages and options of the contract as those of Pydantic AI."""

import base64

from agent_tools_conformance import AdapterWarning, ChatMessage, ChatOptions, Content, HostedToolCallContent, Settings, unsendable
from agent_tools_conformance.json_values import object_of, present
from pydantic_ai.messages import (
    AudioUrl,
    BinaryContent,
    DocumentUrl,
    ImageUrl,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    NativeToolCallPart,
    NativeToolReturnPart,
    SystemPromptPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
    UploadedFile,
    UserPromptPart,
    VideoUrl,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.tools import ToolDefinition

KEPT = "pydantic-ai"
PARTS = "https://github.com/pydantic/pydantic-ai/blob/v2.68.0/pydantic_ai_slim/pydantic_ai/messages.py"
# What the library calls tools of the provider.
KINDS = {
    "web-search": "web_search",
    "web-fetch": "web_fetch",
    "code-interpreter": "code_execution",
    "file-search": "file_search",
    "image-generation": "image_generation",
    "mcp-server": "mcp_server",
}


def library_messages(
    messages: list[ChatMessage], instructions: str | None, system: str, warnings: list[AdapterWarning], is_first: bool = False
) -> list:
    """`system` is what the library calls the provider; `is_first`: instructions stand before messages of the system."""
    contents = [content for message in messages for content in message.contents]
    names = {one.call_id: one.name for one in contents if one.type == "function-call"}
    library = []
    for message in messages:
        if message.role == "assistant":
            own = kept(message)
            library += assembled(message.contents, system, warnings) if own is None else own
        else:
            asked = request_parts(message, names, system)
            if library and isinstance(library[-1], ModelRequest):
                # As an agent does: one request between two responses, with results before anything else.
                asked = sorted([*library.pop().parts, *asked], key=lambda part: not isinstance(part, ToolReturnPart))
            library.append(ModelRequest(parts=asked))
    if instructions and is_first and any(message.role == "system" for message in messages):
        return [ModelRequest(parts=[SystemPromptPart(instructions)]), *library]
    requests = [message for message in library if isinstance(message, ModelRequest)]
    if instructions and requests:
        requests[-1].instructions = instructions
    return library


def kept(message: ChatMessage) -> list | None:
    """
    As an application would: what the library gave goes back as it was, with the last message of an answer. Of a stream, it stands in the
    last content.
    """
    for holder in (message, *message.contents):
        raw = holder.raw_representation
        if isinstance(raw, dict) and KEPT in raw:
            return ModelMessagesTypeAdapter.validate_python(raw[KEPT])
    return None


def stored(response: ModelResponse | None) -> dict:
    """None for a message that another one goes back with."""
    if response is None:
        return {KEPT: []}
    return {KEPT: ModelMessagesTypeAdapter.dump_python([response], mode="json")}


def assembled(contents: list[Content], system: str, warnings: list[AdapterWarning]) -> list[ModelResponse]:
    """What another library said, or the application for the model."""
    parts = []
    for content in contents:
        if content.type == "text":
            parts += [TextPart(content.text)] if content.text else []
        elif content.type == "function-call":
            asked = content.arguments if content.arguments is not None else content.arguments_text
            parts.append(ToolCallPart(content.name, asked, tool_call_id=content.call_id))
        elif content.type == "reasoning" and content.protected_data:
            name = object_of(content.raw_representation).get("id")
            parts.append(ThinkingPart(content.text, id=name, signature=content.protected_data, provider_name=system))
        elif content.type == "reasoning":
            # A ThinkingPart without a seal would go out as text of the answer, between tags.
            message = "Reasoning that Pydantic AI did not read was not sent back: the provider takes its own alone."
            warnings.append(AdapterWarning("reasoning-not-sent", message))
        elif content.type == "hosted-tool-call" and is_item(content.raw_representation):
            parts.append(hosted_call(content, system))
        elif content.type == "hosted-tool-result" and is_item(content.raw_representation):
            kind = KINDS.get(content.tool, content.tool)
            given, call_id = content.raw_representation, content.call_id or ""
            parts.append(NativeToolReturnPart(kind, given, tool_call_id=call_id, provider_name=system))
        elif content.type == "error" and content.error_code == "refusal":
            parts.append(TextPart(content.message))
        elif content.type != "error":  # A note on the answer, not a part of what the model said.
            why = f'Pydantic AI has no part for "{content.type}" in a message of the model'
            raise unsendable(why, rejected_by="library", source=PARTS)
    return [ModelResponse(parts=parts)] if parts else []


def is_item(raw) -> bool:
    """Whether a content was made of what this provider said of a tool of its own."""
    kind = raw.get("type") if isinstance(raw, dict) else None
    return isinstance(kind, str) and kind.endswith(("_call", "_tool_use", "_tool_result"))


def hosted_call(content: HostedToolCallContent, system: str) -> NativeToolCallPart:
    kind, asked = KINDS.get(content.tool, content.tool), content.arguments
    if content.server_name is not None:
        kind = f"{kind}:{content.server_name}"
        asked = {"action": "call_tool", "tool_name": content.name, "tool_args": asked}
    return NativeToolCallPart(kind, asked, tool_call_id=content.call_id, provider_name=system)


def request_parts(message: ChatMessage, names: dict[str, str], system: str) -> list:
    parts, shown = [], []
    for content in message.contents:
        if message.role == "system":
            if content.type != "text":
                raise unsendable(f'a system message holds "{content.type}", and Pydantic AI takes text alone there')
            parts.append(SystemPromptPart(content.text))
        elif content.type == "function-result":
            parts.append(tool_return(content, names, system))
        elif content.type != "text" or content.text:
            shown.append(user_content(content, system))
    if shown:
        parts.append(UserPromptPart(shown[0] if len(shown) == 1 and isinstance(shown[0], str) else shown))
    return parts


def tool_return(content, names: dict[str, str], system: str) -> ToolReturnPart:
    name = content.name or names.get(content.call_id, "")
    if content.error is not None:
        return ToolReturnPart(name, content.error, tool_call_id=content.call_id, outcome="failed")
    given = content.result
    if given is content.outputs is None and content.raw_representation is not None:
        raise unsendable("Pydantic AI takes what a tool returned, not an item of the provider", rejected_by="library", source=PARTS)
    if content.outputs is not None:
        given = [user_content(output, system) for output in content.outputs]
    return ToolReturnPart(name, given, tool_call_id=content.call_id)


def user_content(content: Content, system: str):
    if content.type == "text":
        return content.text
    if content.type == "data":
        return BinaryContent(base64.b64decode(content.data), media_type=content.media_type)
    if content.type == "hosted-file":
        return UploadedFile(content.file_id, provider_name=system, media_type=content.media_type)
    if content.type == "uri":
        media = content.media_type or ""
        if not media and not is_image(content.uri):
            # By its address alone, Anthropic takes a PDF; the library would guess from its query too.
            return DocumentUrl(content.uri, media_type="application/pdf" if system == "anthropic" else None)
        kinds = {"image": ImageUrl, "audio": AudioUrl, "video": VideoUrl, "": ImageUrl}
        made = kinds.get(media.partition("/")[0], DocumentUrl)
        return made(content.uri, media_type=media if media and not media.endswith("/*") else None)
    raise unsendable(f'Pydantic AI has no content for "{content.type}"')


def is_image(uri: str) -> bool:
    return uri.partition("?")[0].lower().endswith((".jpg", ".jpeg", ".png", ".gif", ".webp"))


def parameters(options: ChatOptions, native_tools: list) -> ModelRequestParameters:
    tools = [
        ToolDefinition(
            name=tool.name, description=tool.description, parameters_json_schema=tool.parameters, strict=tool.strict
        )
        for tool in options.tools or []
        if tool.type == "function"
    ]
    output, asked = {}, options.response_format
    if asked and asked.schema is not None:
        definition = OutputObjectDefinition(asked.schema, name=asked.name)
        output = {"output_mode": "native", "output_object": definition}
    return ModelRequestParameters(function_tools=tools, native_tools=native_tools, **output)


def common_settings(options: ChatOptions, settings: Settings) -> dict:
    """Settings that the library has for all providers."""
    mode = options.tool_mode
    return present(
        max_tokens=options.max_output_tokens,
        temperature=options.temperature,
        stop_sequences=options.stop_sequences or None,
        parallel_tool_calls=options.allow_multiple_tool_calls,
        tool_choice=mode and ([mode.function_name] if mode.function_name else mode.type),
        thinking=options.reasoning and options.reasoning.effort,
        request_timeout=settings.seconds,
    )

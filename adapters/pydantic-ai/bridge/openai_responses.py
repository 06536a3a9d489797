"""OpenAI Responses through `OpenAIResponsesModel`."""

from agent_tools_conformance import (
    AdapterWarning,
    ChatMessage,
    ChatOptions,
    InvalidToolError,
    McpServerTool,
    Settings,
    Tool,
    UnsupportedToolError,
    unsupported_setting,
)
from agent_tools_conformance import ImageGenerationTool as AskedImages
from agent_tools_conformance.json_values import present
from pydantic_ai.messages import ModelResponse, UploadedFile
from pydantic_ai.models.openai import OpenAIResponsesModel
from pydantic_ai.native_tools import CodeExecutionTool, FileSearchTool, ImageGenerationTool, MCPServerTool, WebSearchTool

from .client import BridgeClient
from .openai_provider import PROFILE, provider_of
from .writing import common_settings, library_messages, parameters

APPROVALS = "https://github.com/pydantic/pydantic-ai/blob/v2.68.0/pydantic_ai_slim/pydantic_ai/models/openai/_native_tools.py#L191"
NATIVE = "https://pydantic.dev/docs/ai/api/models/openai/"
# openai_native_tools takes any of these, and no part of the library says what comes of them.
PASSED_OVER = ("apply_patch", "computer", "custom", "local_shell", "programmatic_tool_calling", "shell")
IMAGES = "https://github.com/pydantic/pydantic-ai/blob/v2.68.0/pydantic_ai_slim/pydantic_ai/native_tools/__init__.py#L792"


class Client(BridgeClient):
    calls_end_like_answers = True

    def __init__(self, settings: Settings):
        super().__init__(settings)
        self.provider = provider_of(settings)

    def arguments(self, messages: list[ChatMessage], options: ChatOptions, warnings: list[AdapterWarning]) -> dict:
        tools = options.tools or []
        made = [native_tool(tool, self.provider.name) for tool in tools if tool.type != "function"]
        types = {tool.type for tool in tools}
        if options.conversation_id is not None:
            # Where OpenAI keeps the conversation, it wants what came after the model's last word alone.
            last = max((at for at, one in enumerate(messages) if one.role == "assistant"), default=-1)
            messages = messages[last + 1 :]
        settings = common_settings(options, self.settings) | present(
            openai_native_tools=[tool for tool in made if isinstance(tool, dict)] or None,
            openai_store=options.store,
            openai_previous_response_id=options.conversation_id,
            openai_include_raw_annotations=True,
            openai_include_code_execution_outputs="code-interpreter" in types or None,
            openai_include_web_search_sources="web-search" in types or None,
            openai_include_file_search_results="file-search" in types or None,
            extra_body=extra_body(options, tools, warnings) or None,
        )
        return {
            "model": OpenAIResponsesModel(options.model_id or self.settings.model, provider=self.provider, profile=PROFILE),
            "messages": library_messages(messages, options.instructions, self.provider.name, warnings),
            "model_settings": settings,
            "model_request_parameters": parameters(options, [tool for tool in made if not isinstance(tool, dict)]),
        }

    def conversation_id(self, response: ModelResponse, options: ChatOptions) -> str | None:
        return None if options.store is False else response.provider_response_id


def extra_body(options: ChatOptions, tools: list[Tool], warnings: list[AdapterWarning]) -> dict:
    """Members that the library has no setting for."""
    body: dict = {}
    limits = [tool.maximum_uses for tool in tools if tool.type == "web-search" and tool.maximum_uses is not None]
    # The API has one limit for all tools that it runs: it says the same where search is the only one.
    if limits and len({tool.type for tool in tools} - {"function"}) == 1:
        body["max_tool_calls"] = limits[0]
    elif limits:
        told = "maximumUses of web-search was not sent: OpenAI Responses has one limit for all tools that it runs."
        warnings.append(unsupported_setting(told))
    if options.stop_sequences:
        warnings.append(unsupported_setting("stopSequences were not sent: OpenAI Responses has none."))
    if options.reasoning and options.reasoning.budget_tokens:
        warnings.append(unsupported_setting("reasoning.budgetTokens was not sent: OpenAI Responses takes an effort, no budget."))
    asked = options.response_format
    if asked and asked.type == "json" and asked.schema is None:
        body["text"] = {"format": {"type": "json_object"}}
    return body | (options.raw_representation or {})


def native_tool(tool: Tool, system: str):
    """A native tool of the library, or a declaration as its setting `openai_native_tools` takes it."""
    if tool.type == "raw":
        if tool.provider_api != "openai-responses":
            raise InvalidToolError("raw", f'its declaration is in the words of "{tool.provider_api}".')
        kind = str(tool.declaration.get("type"))
        if kind.startswith(PASSED_OVER):
            raise InvalidToolError("raw", f"Pydantic AI passes over what the model does with {kind}.", "library", NATIVE)
        return tool.declaration
    if tool.type == "code-interpreter":
        if tool.container_id is not None:
            if tool.file_ids is not None:
                raise InvalidToolError(tool.type, 'OpenAI gives files to a new container alone; leave "containerId" out.')
            return {"type": "code_interpreter", "container": tool.container_id}
        return CodeExecutionTool(files=[UploadedFile(one, provider_name=system) for one in tool.file_ids or []] or None)
    if tool.type == "web-search":
        return WebSearchTool(
            allowed_domains=tool.allowed_domains,
            blocked_domains=tool.blocked_domains,
            user_location=tool.user_location and tool.user_location.to_json(),
        )
    if tool.type == "file-search":
        most, least = tool.maximum_result_count, tool.score_threshold
        if least is None:
            return FileSearchTool(file_store_ids=tool.vector_store_ids, max_num_results=most)
        members = present(max_num_results=most, ranking_options={"score_threshold": least})
        return {"type": "file_search", "vector_store_ids": tool.vector_store_ids, **members}
    if tool.type == "mcp-server":
        return mcp_server(tool)
    if tool.type == "image-generation":
        return image_generation(tool)
    raise UnsupportedToolError(tool.type)


def mcp_server(tool: McpServerTool) -> MCPServerTool:
    if tool.approval_mode == "always":
        raise InvalidToolError(tool.type, "Pydantic AI has servers called without approval.", "library", APPROVALS)
    return MCPServerTool(
        id=tool.server_name,
        url=tool.server_address,
        description=tool.server_description,
        authorization_token=tool.authorization_token,
        allowed_tools=tool.allowed_tools,
    )


def image_generation(tool: AskedImages) -> ImageGenerationTool:
    partial = tool.partial_image_count
    formats = {"image/png": "png", "image/webp": "webp", "image/jpeg": "jpeg", None: None}
    if tool.output_media_type not in formats:
        raise InvalidToolError(tool.type, f"Pydantic AI makes no images of the type {tool.output_media_type}.", "library", IMAGES)
    return ImageGenerationTool(
        size=tool.size,
        output_format=formats[tool.output_media_type],
        provider_settings=None if partial is None else {"openai": {"partial_images": partial}},
    )

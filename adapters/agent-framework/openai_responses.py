"""`OpenAIChatClient`: OpenAI Responses."""

from __future__ import annotations

from typing import Any

from agent_framework.openai import OpenAIChatClient
from agent_tools_conformance import (
    ChatOptions,
    CodeInterpreterTool,
    ComputerUseTool,
    FileSearchTool,
    FunctionTool,
    ImageGenerationTool,
    InvalidToolError,
    McpServerTool,
    RawTool,
    ShellTool,
    WebSearchTool,
    serve,
)
from agent_tools_conformance.json_values import present

from bridge import function_of, shell
from from_contract import raw_tool
from openai_shared import OpenAIBridge, raw_members

# What OpenAI returns to a caller alone that asks for it.
INCLUDED = {
    "web-search": "web_search_call.action.sources",
    "file-search": "file_search_call.results",
    "code-interpreter": "code_interpreter_call.outputs",
}
FORMATS = ("png", "webp", "jpeg", "gif", "svg")


class ResponsesBridge(OpenAIBridge):
    unsaid = ("stopSequences", "reasoning.budgetTokens")
    keeps_conversations = True
    writing = {"acts": True, "thoughts_have_ids": True}
    client_class = OpenAIChatClient

    def own_options(self, options: ChatOptions) -> dict[str, Any]:
        tools = options.tools or []
        uses = [] if counts_others(options) else uses_of(options)
        return present(
            reasoning={"effort": options.reasoning.effort} if options.reasoning and options.reasoning.effort else None,
            include=list(dict.fromkeys(INCLUDED[tool.type] for tool in tools if tool.type in INCLUDED)) or None,
            max_tool_calls=min(uses) if uses else None,
            extra_body=raw_members(options),
        )

    def unsaid_of(self, options: ChatOptions) -> list[str]:
        computers = [tool.to_json() for tool in options.tools or [] if isinstance(tool, ComputerUseTool)]
        told = [name for tool in computers for name in ("displayWidth", "displayHeight", "environment") if name in tool]
        return told + (["maximumUses"] if uses_of(options) and counts_others(options) else [])

    def tool_of(self, tool: Any) -> Any:
        match tool:
            case FunctionTool(strict=None):
                return function_of(tool)
            case FunctionTool():
                # The framework's own tool is never strict; declarations are passed on.
                return {"type": "function", **tool.to_json()}
            case WebSearchTool():
                filters = present(allowed_domains=tool.allowed_domains, blocked_domains=tool.blocked_domains)
                place = tool.user_location and tool.user_location.to_json()
                return OpenAIChatClient.get_web_search_tool(user_location=place, filters=filters or None)
            case CodeInterpreterTool():
                return code_interpreter(tool)
            case FileSearchTool():
                made = OpenAIChatClient.get_file_search_tool(
                    vector_store_ids=tool.vector_store_ids, max_num_results=tool.maximum_result_count
                )
                ranked = {"ranking_options": {"score_threshold": tool.score_threshold}}
                return made if tool.score_threshold is None else {**made, **ranked}
            case McpServerTool():
                return mcp(tool)
            case ImageGenerationTool():
                return image_generation(tool)
            case ComputerUseTool():
                return OpenAIChatClient.get_computer_tool()
            case ShellTool():
                return OpenAIChatClient.get_shell_tool(func=shell)
            case RawTool():
                return raw_tool(tool, "openai-responses")
        return super().tool_of(tool)


def uses_of(options: ChatOptions) -> list[int]:
    return [tool.maximum_uses for tool in options.tools or [] if isinstance(tool, WebSearchTool) and tool.maximum_uses]


def counts_others(options: ChatOptions) -> bool:
    """Whether max_tool_calls would limit other tools of the provider too."""
    return any(not isinstance(tool, (FunctionTool, WebSearchTool)) for tool in options.tools or [])


def code_interpreter(tool: CodeInterpreterTool) -> Any:
    if tool.container_id is None:
        return OpenAIChatClient.get_code_interpreter_tool(file_ids=tool.file_ids)
    if tool.file_ids is not None:
        raise InvalidToolError(tool.type, "OpenAI gives files to a new container alone; leave containerId out.")
    # The framework's own way takes no container by its id; declarations are passed on.
    return {"type": "code_interpreter", "container": tool.container_id}


def mcp(tool: McpServerTool) -> Any:
    made = OpenAIChatClient.get_mcp_tool(
        name=tool.server_name,
        url=tool.server_address,
        description=tool.server_description,
        approval_mode=tool.approval_mode and f"{tool.approval_mode}_require",
        allowed_tools=tool.allowed_tools,
    )
    return made if tool.authorization_token is None else {**made, "authorization": tool.authorization_token}


def image_generation(tool: ImageGenerationTool) -> Any:
    form = tool.output_media_type and tool.output_media_type.removeprefix("image/").removesuffix("+xml")
    if form and form not in FORMATS:
        raise InvalidToolError(tool.type, f'OpenAI makes no images of the type "{tool.output_media_type}".')
    return OpenAIChatClient.get_image_generation_tool(
        size=tool.size, output_format=form, partial_images=tool.partial_image_count
    )


if __name__ == "__main__":
    serve(ResponsesBridge)

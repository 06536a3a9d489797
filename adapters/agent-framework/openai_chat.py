"""`OpenAIChatCompletionClient`: OpenAI Chat Completions."""

from __future__ import annotations

from typing import Any

from agent_framework.openai import OpenAIChatCompletionClient
from agent_tools_conformance import ChatOptions, FunctionTool, InvalidToolError, RawTool, WebSearchTool, serve
from agent_tools_conformance.json_values import present

from bridge import function_of
from from_contract import raw_tool
from openai_shared import OpenAIBridge, raw_members


class ChatBridge(OpenAIBridge):
    unsaid = ("conversationId", "reasoning.budgetTokens")
    # Of addresses, the API takes those of pictures alone.
    writing = {"untyped": "image/png"}
    client_class = OpenAIChatCompletionClient

    def own_options(self, options: ChatOptions) -> dict[str, Any]:
        return present(reasoning_effort=options.reasoning and options.reasoning.effort, extra_body=raw_members(options))

    def tool_of(self, tool: Any) -> Any:
        match tool:
            case FunctionTool(strict=None):
                return function_of(tool)
            case FunctionTool():
                # The framework's own tool has no word for it; declarations are passed on.
                function = present(name=tool.name, description=tool.description, parameters=tool.parameters, strict=tool.strict)
                return {"type": "function", "function": function}
            case WebSearchTool():
                return web_search(tool)
            case RawTool():
                return raw_tool(tool, "openai-chat")
        return super().tool_of(tool)


def web_search(tool: WebSearchTool) -> Any:
    if told := set(tool.to_json()) - {"type", "userLocation"}:
        raise InvalidToolError(tool.type, f"Chat Completions has no place for its {', '.join(sorted(told))}.")
    place = tool.user_location and {"type": "approximate", "approximate": tool.user_location.to_json()}
    return OpenAIChatCompletionClient.get_web_search_tool(web_search_options=place and {"user_location": place})


if __name__ == "__main__":
    serve(ChatBridge)

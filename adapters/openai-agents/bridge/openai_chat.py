"""OpenAI Chat Completions through `OpenAIChatCompletionsModel`, which returns items of Responses as well."""

from agent_tools_conformance import AdapterWarning, ChatMessage, ChatOptions, InvalidToolError, Tool, unsupported_setting
from agent_tools_conformance.chat_completions import response_format, web_search
from agent_tools_conformance.json_values import object_of, plain, present
from agents import ModelResponse, ModelSettings, OpenAIChatCompletionsModel
from agents.models.interface import ModelTracing
from openai.types.shared import Reasoning

from . import openai_responses
from .tools import TOOLS, library_tools
from .writing import input_items


class Client(openai_responses.Client):
    # The library ends all items at the end.
    in_turn = False

    def arguments(self, messages: list[ChatMessage], options: ChatOptions, warnings: list[AdapterWarning]):
        if options.conversation_id is not None:
            warnings.append(unsupported_setting("conversationId was not sent: OpenAI Chat Completions keeps no conversation."))
        if options.reasoning and options.reasoning.budget_tokens:
            warnings.append(unsupported_setting("reasoning.budgetTokens was not sent: OpenAI Chat Completions takes an effort."))
        tools = [tool for tool in options.tools or [] if tool.type != "web-search"]
        mode, effort = options.tool_mode, options.reasoning and options.reasoning.effort
        settings = ModelSettings(
            temperature=options.temperature,
            parallel_tool_calls=options.allow_multiple_tool_calls,
            tool_choice=mode and tools and (mode.function_name or mode.type) or None,
            reasoning=Reasoning(effort=effort) if effort else None,
            store=options.store,
            include_usage=True,
            extra_args=present(
                max_completion_tokens=options.max_output_tokens,
                stop=options.stop_sequences or None,
                web_search_options=web_search([tool for tool in options.tools or [] if tool.type == "web-search"]),
            ),
            extra_body=present(response_format=response_format(options)) | (options.raw_representation or {}),
        )
        return OpenAIChatCompletionsModel(options.model_id or self.settings.model, self.client), {
            "system_instructions": options.instructions or None,
            "input": input_items(messages, warnings, in_chat=True),
            "model_settings": settings,
            "tools": [one for tool in tools for one in tools_of(tool)],
            "output_schema": None,
            "handoffs": [],
            "tracing": ModelTracing.DISABLED,
        }

    def outcome(self, response: ModelResponse, options: ChatOptions, reason: str, model: str | None = None) -> dict:
        """The library has the model that was asked for alone, and the id of a response with its items."""
        ids = [object_of(plain(item).get("provider_data")).get("response_id") for item in response.output]
        named = {"model_id": None, "conversation_id": None, "response_id": next((one for one in ids if one), None)}
        return super().outcome(response, options, reason) | named


def tools_of(tool: Tool) -> list:
    if tool.type == "raw" and tool.provider_api != "openai-chat":
        raise InvalidToolError("raw", f'its declaration is in the words of "{tool.provider_api}".')
    if tool.type == "raw":
        reason = "the Agents SDK sends functions alone to Chat Completions, and no declaration as it is."
        raise InvalidToolError("raw", reason, "library", TOOLS)
    return library_tools(tool)

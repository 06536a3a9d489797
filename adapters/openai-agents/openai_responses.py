"""The program for OpenAI Responses."""

from agent_tools_conformance import UnsupportedTool, serve

TOOLS = "https://openai.github.io/openai-agents-python/tools/"
LACKING = ("openapi", "stateful-function", "text-editor", "web-fetch")

serve("bridge.openai_responses:Client", [UnsupportedTool(tool, TOOLS, "library") for tool in LACKING])

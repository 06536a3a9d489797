"""The program for Anthropic Messages."""

from agent_tools_conformance import UnsupportedTool, serve

# It lists all tools that can be declared.
NATIVE_TOOLS = "https://ai.pydantic.dev/builtin-tools/"
LACKING = ("computer-use", "shell", "text-editor")

serve("bridge.anthropic_messages:Client", [UnsupportedTool(tool, NATIVE_TOOLS, "library") for tool in LACKING])

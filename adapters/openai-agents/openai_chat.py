"""The program for OpenAI Chat Completions."""

from agent_tools_conformance import UnsupportedTool, serve

TOOLS = "https://openai.github.io/openai-agents-python/tools/"
LACKING = ("code-interpreter", "computer-use", "file-search", "image-generation", "mcp-server", "openapi", "shell")
LACKING += ("stateful-function", "text-editor", "web-fetch")

serve("bridge.openai_chat:Client", [UnsupportedTool(tool, TOOLS, "library") for tool in LACKING])

"""The program for OpenAI Chat Completions."""

from agent_tools_conformance import UnsupportedTool, serve

DOCS = "https://docs.litellm.ai/docs/completion/input"
LACKING = ("code-interpreter", "file-search", "web-fetch", "mcp-server", "computer-use", "image-generation")
LACKING += ("shell", "text-editor", "openapi", "stateful-function")

serve("bridge.openai_chat:Client", [UnsupportedTool(tool, DOCS, "library") for tool in LACKING])

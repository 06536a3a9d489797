"""The program for OpenAI Responses."""

from agent_tools_conformance import UnsupportedTool, serve

# _process_response() passes over the calls of these tools.
MODEL = "https://github.com/pydantic/pydantic-ai/blob/v2.68.0/pydantic_ai_slim/pydantic_ai/models/openai/_responses_model.py"
NATIVE_TOOLS = "https://github.com/pydantic/pydantic-ai/blob/v2.68.0/pydantic_ai_slim/pydantic_ai/native_tools/__init__.py"
LACKING = {
    "computer-use": MODEL,
    "shell": MODEL,
    "text-editor": MODEL,
    "web-fetch": NATIVE_TOOLS,
    "openapi": NATIVE_TOOLS,
    "stateful-function": NATIVE_TOOLS,
}

serve("bridge.openai_responses:Client", [UnsupportedTool(tool, source, "library") for tool, source in LACKING.items()])

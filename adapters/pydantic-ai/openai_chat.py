"""The program for OpenAI Chat Completions."""

from agent_tools_conformance import serve

serve("bridge.openai_chat:Client")

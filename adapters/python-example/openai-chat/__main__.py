from agent_tools_conformance import serve

from .client import OpenAIChat

serve(OpenAIChat)

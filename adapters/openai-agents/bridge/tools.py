"""Tools of the contract as those of the library. None is run: what runs them is its Runner, which the bridge does not use."""

from agent_tools_conformance import InvalidToolError, UnsupportedToolError
from agent_tools_conformance import Tool as Asked
from agent_tools_conformance.json_values import present
from agents import (
    ApplyPatchTool,
    CodeInterpreterTool,
    Computer,
    ComputerTool,
    CustomTool,
    FileSearchTool,
    FunctionTool,
    HostedMCPTool,
    ImageGenerationTool,
    LocalShellTool,
    ProgrammaticToolCallingTool,
    ShellTool,
    ToolSearchTool,
    WebSearchTool,
    tool_namespace,
)
from openai.types.responses.web_search_tool import Filters

TOOLS = "https://openai.github.io/openai-agents-python/tools/"


async def nobody(*_):
    raise NotImplementedError("the application runs its tools itself")


def library_tools(tool: Asked) -> list:
    """One tool, or the functions of a namespace."""
    make = MAKERS.get(tool.type)
    if make is None:
        raise UnsupportedToolError(tool.type, rejected_by="library", source=TOOLS)
    made = make(tool)
    return made if isinstance(made, list) else [made]


def function(tool) -> FunctionTool:
    return FunctionTool(
        name=tool.name,
        description=tool.description or "",
        params_json_schema=tool.parameters,
        on_invoke_tool=nobody,
        strict_json_schema=tool.strict or False,
    )


def code_interpreter(tool) -> CodeInterpreterTool:
    if tool.container_id is not None and tool.file_ids is not None:
        raise InvalidToolError(tool.type, 'OpenAI gives files to a new container alone; leave "containerId" out.')
    container = tool.container_id or {"type": "auto", **present(file_ids=tool.file_ids)}
    return CodeInterpreterTool(tool_config={"type": "code_interpreter", "container": container})


def web_search(tool) -> WebSearchTool:
    domains = present(allowed_domains=tool.allowed_domains, blocked_domains=tool.blocked_domains)
    place = {"type": "approximate", **tool.user_location.to_json()} if tool.user_location else None
    return WebSearchTool(user_location=place, filters=Filters(**domains) if domains else None)


def file_search(tool) -> FileSearchTool:
    return FileSearchTool(
        vector_store_ids=tool.vector_store_ids,
        max_num_results=tool.maximum_result_count,
        include_search_results=True,
        ranking_options=None if tool.score_threshold is None else {"score_threshold": tool.score_threshold},
    )


def mcp_server(tool) -> HostedMCPTool:
    members = present(
        server_url=tool.server_address,
        server_description=tool.server_description,
        authorization=tool.authorization_token,
        allowed_tools=tool.allowed_tools,
        require_approval=tool.approval_mode,
    )
    return HostedMCPTool(tool_config={"type": "mcp", "server_label": tool.server_name, **members})


def image_generation(tool) -> ImageGenerationTool:
    kind = tool.output_media_type and tool.output_media_type.removeprefix("image/").removesuffix("+xml")
    if kind not in (None, "png", "webp", "jpeg", "gif", "svg"):
        raise InvalidToolError(tool.type, f'OpenAI makes no images of the type "{tool.output_media_type}".')
    members = present(size=tool.size, output_format=kind, partial_images=tool.partial_image_count)
    return ImageGenerationTool(tool_config={"type": "image_generation", **members})


def computer(tool) -> ComputerTool:
    """The library asks a computer for its size, and sends it to older models."""
    screen = type("Screen", (Computer,), {name: nobody for name in Computer.__abstractmethods__})
    screen.environment = tool.environment or "browser"
    screen.dimensions = (tool.display_width, tool.display_height)
    return ComputerTool(computer=screen())


def declared_function(declared: dict) -> FunctionTool:
    return FunctionTool(
        name=declared["name"],
        description=declared.get("description", ""),
        params_json_schema=declared.get("parameters") or {},
        on_invoke_tool=nobody,
        strict_json_schema=declared.get("strict", False),
        defer_loading=declared.get("defer_loading", False),
        allowed_callers=declared.get("allowed_callers"),
        output_json_schema=declared.get("output_schema"),
    )


def raw(tool):
    declared = tool.declaration
    kind = str(declared.get("type"))
    if tool.provider_api != "openai-responses":
        raise InvalidToolError("raw", f'its declaration is in the words of "{tool.provider_api}".')
    if kind == "function":
        return declared_function(declared)
    if kind == "namespace":
        members = [declared_function(one) for one in declared["tools"]]
        return tool_namespace(name=declared["name"], description=declared["description"], tools=members)
    if kind == "custom":
        format, callers = declared.get("format"), declared.get("allowed_callers")
        return CustomTool(declared["name"], declared.get("description", ""), nobody, format, allowed_callers=callers)
    if kind == "code_interpreter":
        return CodeInterpreterTool(tool_config=declared)
    if kind == "image_generation":
        return ImageGenerationTool(tool_config=declared)
    if kind == "mcp":
        return HostedMCPTool(tool_config=declared)
    if kind == "apply_patch":
        return ApplyPatchTool(editor=nobody)
    if kind == "local_shell":
        return LocalShellTool(executor=nobody)
    if kind == "shell":
        is_local = str((declared.get("environment") or {}).get("type", "local")) == "local"
        return ShellTool(executor=nobody if is_local else None, environment=declared.get("environment"))
    if kind == "programmatic_tool_calling":
        return ProgrammaticToolCallingTool()
    if kind == "tool_search":
        return ToolSearchTool(declared.get("description"), declared.get("execution"), declared.get("parameters"))
    raise InvalidToolError("raw", f"the Agents SDK has no tool that sends a declaration of the type {kind} as it is.", "library", TOOLS)


MAKERS = {
    "function": function,
    "code-interpreter": code_interpreter,
    "web-search": web_search,
    "file-search": file_search,
    "mcp-server": mcp_server,
    "image-generation": image_generation,
    "computer-use": computer,
    "shell": lambda tool: ShellTool(executor=nobody),
    "raw": raw,
}

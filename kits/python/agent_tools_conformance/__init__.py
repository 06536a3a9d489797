"""A kit for adapters in Python: the protocol, the contract as dataclasses, its errors. docs/external-adapters.md has the protocol."""

from .contents import (
    ActionCallContent,
    ActionResultContent,
    AdapterWarning,
    ChatMessage,
    ChatResponse,
    ChatResponseUpdate,
    Citation,
    Content,
    DataContent,
    ErrorContent,
    FunctionCallContent,
    FunctionResultContent,
    HostedFileContent,
    HostedToolCallContent,
    HostedToolResultContent,
    SafetyCheck,
    TextContent,
    TextReasoningContent,
    ToolApprovalRequestContent,
    ToolApprovalResponseContent,
    UriContent,
    UsageDetails,
    unsupported_setting,
)
from .errors import (
    AbortedError,
    CallTimeoutError,
    ContractError,
    InvalidToolError,
    ProviderError,
    UnsupportedToolError,
    WireError,
    unsendable,
)
from .options import (
    ChatOptions,
    CodeInterpreterTool,
    ComputerUseTool,
    FileSearchTool,
    FunctionTool,
    ImageGenerationTool,
    McpServerTool,
    OpenApiTool,
    ProviderSpecificTool,
    RawTool,
    ReasoningOptions,
    ResponseFormat,
    ShellTool,
    StatefulFunctionTool,
    TextEditorTool,
    Tool,
    ToolMode,
    UserLocation,
    WebFetchTool,
    WebSearchTool,
)
from .server import CONTRACT_VERSION, Call, Client, UnsupportedTool, demand_pairs, serve
from .settings import Credentials, Settings

__all__ = [name for name in dir() if not name.startswith("_")]

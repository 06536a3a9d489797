/**
 * What a message holds, after `AIContent` of Microsoft.Extensions.AI. Plain JSON: a message survives
 * `JSON.parse(JSON.stringify(message))`, so an application can store a conversation and take it up again.
 */
import Type from 'typebox';
import { closedObject, discriminatedUnion, json, jsonObject } from './schema-helpers.ts';

const rawRepresentation = Type.Optional(
  json('The provider’s own object this content was made from. What has no member of its own here travels in it.'),
);
const callId = Type.String({ description: 'Links a call with its result.' });

/**
 * Where a text has its knowledge from. Without indexes it is about the whole of the text content that carries it. Source: M.E.AI
 * `CitationAnnotation`, `TextSpanAnnotatedRegion`.
 */
export const Citation = closedObject('Citation', {
  url: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  fileId: Type.Optional(Type.String()),
  toolName: Type.Optional(Type.String()),
  snippet: Type.Optional(Type.String({ description: 'The source’s words, where the provider quotes them.' })),
  startIndex: Type.Optional(Type.Integer({ minimum: 0, description: 'UTF-16 offset into the text, inclusive.' })),
  endIndex: Type.Optional(Type.Integer({ minimum: 0, description: 'UTF-16 offset into the text, exclusive.' })),
  rawRepresentation,
});

/** Text. In a stream: a piece of it; pieces of one message are concatenated. */
export const TextContent = closedObject('TextContent', {
  type: Type.Literal('text'),
  text: Type.String(),
  annotations: Type.Optional(Type.Array(Citation)),
  rawRepresentation,
});

/**
 * The model’s reasoning. `protectedData` is opaque state (a signature, encrypted reasoning) that must go back unchanged.
 * In a stream: a piece of it; the piece that carries `protectedData` ends a reasoning block.
 */
export const TextReasoningContent = closedObject('TextReasoningContent', {
  type: Type.Literal('reasoning'),
  text: Type.String({ description: 'Empty where the provider gives none.' }),
  protectedData: Type.Optional(Type.String()),
  rawRepresentation,
});

/** Bytes, inline. */
export const DataContent = closedObject('DataContent', {
  type: Type.Literal('data'),
  data: Type.String({ contentEncoding: 'base64' }),
  mediaType: Type.String(),
  name: Type.Optional(Type.String()),
  rawRepresentation,
});

/** Something at a URL. */
export const UriContent = closedObject('UriContent', {
  type: Type.Literal('uri'),
  uri: Type.String(),
  mediaType: Type.Optional(Type.String()),
  rawRepresentation,
});

/** A file that the provider keeps. */
export const HostedFileContent = closedObject('HostedFileContent', {
  type: Type.Literal('hosted-file'),
  fileId: Type.String(),
  mediaType: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  rawRepresentation,
});

/** Something that went wrong without ending the response: a hosted tool’s error, a refusal’s reason. */
export const ErrorContent = closedObject('ErrorContent', {
  type: Type.Literal('error'),
  message: Type.String(),
  errorCode: Type.Optional(Type.String()),
  details: Type.Optional(Type.String()),
  rawRepresentation,
});

/**
 * The model asks the application to run a function. Never a piece: in a stream it comes once, when its arguments are
 * complete. `arguments` is the parsed object; where the model's text is no JSON object, `argumentsText` holds it instead.
 */
export const FunctionCallContent = closedObject('FunctionCallContent', {
  type: Type.Literal('function-call'),
  callId,
  name: Type.String(),
  arguments: Type.Optional(jsonObject('The arguments; an empty object where the call has none.')),
  argumentsText: Type.Optional(Type.String({ description: 'Arguments that do not parse, as the model wrote them.' })),
  rawRepresentation,
});

/** Texts, images, documents that a function gave, in order. */
export const FunctionOutputs = Type.Array(
  discriminatedUnion('FunctionOutput', [TextContent, DataContent, UriContent, HostedFileContent]),
  { minItems: 1 },
);

/**
 * What the application’s function gave: `result`, `outputs` or `error`, exactly one. Media are `outputs`; an adapter of an API that
 * takes text alone refuses them. Source: M.E.AI `FunctionResultContent.Result`, which may be an `AIContent` or a list of them.
 */
export const FunctionResultContent = closedObject('FunctionResultContent', {
  type: Type.Literal('function-result'),
  callId,
  name: Type.Optional(Type.String({ description: 'For providers that link by name.' })),
  result: Type.Optional(json('A string goes as it is, anything else as JSON.')),
  outputs: Type.Optional(FunctionOutputs),
  error: Type.Optional(Type.String({ description: 'The function failed, with this message.' })),
  rawRepresentation,
});

/** A call that the provider answers itself: code interpreter, web search, MCP, … */
export const HostedToolCallContent = closedObject('HostedToolCallContent', {
  type: Type.Literal('hosted-tool-call'),
  callId,
  tool: Type.String({ description: 'web-search, code-interpreter, mcp-server …, or the provider’s own name.' }),
  name: Type.Optional(Type.String({ description: 'The tool’s name on the wire, an MCP tool’s name.' })),
  serverName: Type.Optional(Type.String({ description: 'The MCP server.' })),
  arguments: Type.Optional(json('What the tool was asked.')),
  rawRepresentation,
});

/** What a hosted tool gave, of whatever kind. Source: dotnet/extensions proposal `HostedToolResultContent`. */
export const HostedToolResultContent = closedObject('HostedToolResultContent', {
  type: Type.Literal('hosted-tool-result'),
  callId: Type.Optional(callId),
  tool: Type.String(),
  outputs: Type.Array(
    discriminatedUnion('Output', [TextContent, DataContent, UriContent, HostedFileContent, ErrorContent]),
  ),
  rawRepresentation,
});

/** The provider asks leave to run a tool. Source: M.E.AI `ToolApprovalRequestContent`. */
export const ToolApprovalRequestContent = closedObject('ToolApprovalRequestContent', {
  type: Type.Literal('approval-request'),
  requestId: Type.String(),
  tool: Type.String(),
  name: Type.Optional(Type.String()),
  serverName: Type.Optional(Type.String()),
  arguments: Type.Optional(json('What the tool would be asked.')),
  rawRepresentation,
});

/** The application’s answer to an approval request. Source: M.E.AI `ToolApprovalResponseContent`. */
export const ToolApprovalResponseContent = closedObject('ToolApprovalResponseContent', {
  type: Type.Literal('approval-response'),
  requestId: Type.String(),
  approved: Type.Boolean(),
  reason: Type.Optional(Type.String()),
  rawRepresentation,
});

/**
 * The model asks the application to act on a screen, in a shell or in a file.
 *
 * An action is `{ "type": …, … }`: its name, then its members as the provider writes them. Providers' actions differ in more
 * than names (pixels or thousandths, one command or several), so none is translated into another's.
 */
export const ActionCallContent = closedObject('ActionCallContent', {
  type: Type.Literal('action-call'),
  callId,
  tool: Type.Enum(['computer-use', 'shell', 'text-editor']),
  actions: Type.Array(jsonObject('One action: { "type": "click", … }.'), {
    description: 'In order; the application carries out all of them before it answers.',
  }),
  pendingSafetyChecks: Type.Optional(
    Type.Array(
      closedObject('SafetyCheck', {
        id: Type.String(),
        code: Type.Optional(Type.String()),
        message: Type.Optional(Type.String()),
      }),
    ),
  ),
  rawRepresentation,
});

/** What came of an action: a screenshot, output, an error. */
export const ActionResultContent = closedObject('ActionResultContent', {
  type: Type.Literal('action-result'),
  callId,
  tool: Type.Enum(['computer-use', 'shell', 'text-editor']),
  outputs: Type.Array(discriminatedUnion('ActionOutput', [TextContent, DataContent, ErrorContent])),
  exitCode: Type.Optional(Type.Integer()),
  acknowledgedSafetyCheckIds: Type.Optional(Type.Array(Type.String())),
  rawRepresentation,
});

/** Anything a message can hold. */
export const Content = discriminatedUnion('Content', [
  TextContent,
  TextReasoningContent,
  DataContent,
  UriContent,
  HostedFileContent,
  ErrorContent,
  FunctionCallContent,
  FunctionResultContent,
  HostedToolCallContent,
  HostedToolResultContent,
  ToolApprovalRequestContent,
  ToolApprovalResponseContent,
  ActionCallContent,
  ActionResultContent,
]);

export type Citation = Type.Static<typeof Citation>;
export type TextContent = Type.Static<typeof TextContent>;
export type TextReasoningContent = Type.Static<typeof TextReasoningContent>;
export type FunctionCallContent = Type.Static<typeof FunctionCallContent>;
export type FunctionResultContent = Type.Static<typeof FunctionResultContent>;
export type HostedToolCallContent = Type.Static<typeof HostedToolCallContent>;
export type HostedToolResultContent = Type.Static<typeof HostedToolResultContent>;
export type ToolApprovalRequestContent = Type.Static<typeof ToolApprovalRequestContent>;
export type ToolApprovalResponseContent = Type.Static<typeof ToolApprovalResponseContent>;
export type ActionCallContent = Type.Static<typeof ActionCallContent>;
export type ActionResultContent = Type.Static<typeof ActionResultContent>;
export type Content = Type.Static<typeof Content>;

/**
 * The tools an application can declare, after `AITool` of Microsoft.Extensions.AI: generic tools (Option 3 of
 * microsoft/agent-framework ADR 0002 "Agent Tools"), provider-specific tools (Option 2, typed beside their adapter and
 * carried by {@link ProviderSpecificTool}), and the break-glass {@link RawTool} (Option 1).
 */
import Type from 'typebox';
import { closedObject, discriminatedUnion, jsonObject } from './schema-helpers.ts';

const name = Type.String({ minLength: 1, description: 'The name the model uses for this tool.' });
const description = Type.Optional(Type.String({ description: 'What the tool does, for the model to read.' }));
const domains = Type.Optional(Type.Array(Type.String(), { description: 'Domain names such as "example.org".' }));

/** A function that the application runs. Source: M.E.AI `AIFunctionDeclaration`. */
export const FunctionTool = closedObject('FunctionTool', {
  type: Type.Literal('function'),
  name,
  description,
  parameters: jsonObject('JSON Schema of the arguments, always an object schema.'),
  strict: Type.Optional(Type.Boolean({ description: 'Ask the provider to enforce the schema.' })),
});

/** Code that the provider runs in a sandbox. Source: M.E.AI `HostedCodeInterpreterTool`. */
export const CodeInterpreterTool = closedObject('CodeInterpreterTool', {
  type: Type.Literal('code-interpreter'),
  fileIds: Type.Optional(Type.Array(Type.String(), { description: 'Hosted files the code can read.' })),
  containerId: Type.Optional(Type.String({ description: 'A sandbox that exists already.' })),
});

/** Retrieval from hosted files. Source: M.E.AI `HostedFileSearchTool`. */
export const FileSearchTool = closedObject('FileSearchTool', {
  type: Type.Literal('file-search'),
  vectorStoreIds: Type.Array(Type.String()),
  maximumResultCount: Type.Optional(Type.Integer({ minimum: 1 })),
  scoreThreshold: Type.Optional(Type.Number({ description: 'Lowest relevance score, in the provider’s unit.' })),
});

/** Search of the public web. Source: M.E.AI `HostedWebSearchTool`; the members are those that providers share. */
export const WebSearchTool = closedObject('WebSearchTool', {
  type: Type.Literal('web-search'),
  allowedDomains: domains,
  blockedDomains: domains,
  maximumUses: Type.Optional(Type.Integer({ minimum: 1 })),
  userLocation: Type.Optional(
    Type.Object(
      {
        city: Type.Optional(Type.String()),
        region: Type.Optional(Type.String()),
        country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' })),
        timezone: Type.Optional(Type.String({ description: 'IANA time zone name.' })),
      },
      { additionalProperties: false },
    ),
  ),
});

/** A remote Model Context Protocol server. Source: M.E.AI `HostedMcpServerTool`. */
export const McpServerTool = closedObject('McpServerTool', {
  type: Type.Literal('mcp-server'),
  serverName: name,
  serverAddress: Type.String({ description: 'URL of the server.' }),
  serverDescription: description,
  allowedTools: Type.Optional(Type.Array(Type.String())),
  approvalMode: Type.Optional(Type.Union([Type.Literal('always'), Type.Literal('never')])),
  authorizationToken: Type.Optional(Type.String({ description: 'Sent by the provider to the server. A secret.' })),
});

/** Control of a screen, keyboard and mouse that the application owns. */
export const ComputerUseTool = closedObject('ComputerUseTool', {
  type: Type.Literal('computer-use'),
  displayWidth: Type.Integer({ minimum: 1, description: 'Pixels.' }),
  displayHeight: Type.Integer({ minimum: 1, description: 'Pixels.' }),
  environment: Type.Optional(Type.Enum(['browser', 'linux', 'mac', 'windows'])),
});

/** An HTTP API that the provider calls by its OpenAPI description. */
export const OpenApiTool = closedObject('OpenApiTool', {
  type: Type.Literal('openapi'),
  name,
  description,
  specification: jsonObject('The OpenAPI 3 document.'),
  auth: Type.Union([
    Type.Object({ type: Type.Literal('anonymous') }, { additionalProperties: false }),
    Type.Object({ type: Type.Literal('connection'), connectionId: Type.String() }, { additionalProperties: false }),
    Type.Object({ type: Type.Literal('managed-identity'), audience: Type.String() }, { additionalProperties: false }),
  ]),
});

/** A function with state that the provider’s cloud runs (Azure Functions, AWS Lambda). */
export const StatefulFunctionTool = closedObject('StatefulFunctionTool', {
  type: Type.Literal('stateful-function'),
  name,
  description,
  parameters: jsonObject('JSON Schema of the arguments.'),
  target: Type.Union([
    Type.Object(
      {
        type: Type.Literal('azure-function-basic'),
        inputQueue: Type.String(),
        outputQueue: Type.String(),
        queueServiceEndpoint: Type.String(),
      },
      { additionalProperties: false },
    ),
    Type.Object(
      { type: Type.Literal('aws-lambda-basic'), functionArn: Type.String() },
      { additionalProperties: false },
    ),
  ]),
});

/** Viewing and changing text files that the application owns. */
export const TextEditorTool = closedObject('TextEditorTool', {
  type: Type.Literal('text-editor'),
  maximumCharacters: Type.Optional(Type.Integer({ minimum: 1, description: 'Longest view, in characters.' })),
});

/** Making or editing images. Source: M.E.AI `HostedImageGenerationTool`; ADR on additional types, 2025-09-17. */
export const ImageGenerationTool = closedObject('ImageGenerationTool', {
  type: Type.Literal('image-generation'),
  size: Type.Optional(Type.String({ pattern: '^\\d+x\\d+$', description: 'Pixels, width x height.' })),
  outputMediaType: Type.Optional(Type.String({ pattern: '^image/' })),
  partialImageCount: Type.Optional(Type.Integer({ minimum: 0 })),
});

/** Commands for a shell that the application owns. Source: ADR on additional types, 2025-09-17. */
export const ShellTool = closedObject('ShellTool', { type: Type.Literal('shell') });

/** Reading of named web pages by the provider. Source: dotnet/extensions proposal `HostedToolResultContent`. */
export const WebFetchTool = closedObject('WebFetchTool', {
  type: Type.Literal('web-fetch'),
  allowedDomains: domains,
  blockedDomains: domains,
  maximumUses: Type.Optional(Type.Integer({ minimum: 1 })),
});

/** A tool that one provider alone has (Option 2). The adapter that knows `name` types and documents `settings`. */
export const ProviderSpecificTool = closedObject('ProviderSpecificTool', {
  type: Type.Literal('provider-specific'),
  name: Type.String({
    minLength: 1,
    description:
      'azure-ai-search, bing-grounding-basic, knowledge-bases, vertex-ai-search, azure-logic-apps, microsoft-fabric …',
  }),
  settings: jsonObject('Members as the adapter documents them.'),
});

/** A tool declaration in the provider’s own words, passed through unchanged (Option 1, break-glass). */
export const RawTool = closedObject('RawTool', {
  type: Type.Literal('raw'),
  providerApi: Type.String({ description: 'The provider API whose words these are.' }),
  declaration: jsonObject('Sent as it is.'),
});

/** Any tool an application can declare. */
export const Tool = discriminatedUnion('Tool', [
  FunctionTool,
  CodeInterpreterTool,
  FileSearchTool,
  WebSearchTool,
  McpServerTool,
  ComputerUseTool,
  OpenApiTool,
  StatefulFunctionTool,
  TextEditorTool,
  ImageGenerationTool,
  ShellTool,
  WebFetchTool,
  ProviderSpecificTool,
  RawTool,
]);

export type FunctionTool = Type.Static<typeof FunctionTool>;
export type WebSearchTool = Type.Static<typeof WebSearchTool>;
export type RawTool = Type.Static<typeof RawTool>;
export type Tool = Type.Static<typeof Tool>;

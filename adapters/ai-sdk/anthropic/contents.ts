/** What the library says of a step, as contents of the contract. */
import type { ContentPart, Citation as LibraryCitation, ToolSet } from 'ai';
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { Citation, Content, HostedToolResultContent } from '../../../spec/contract/index.ts';
import { type ActionTools, actionOf } from './actions.ts';
import { defined } from './defined.ts';

export type Part = ContentPart<ToolSet>;
type PartOf<T extends Part['type']> = Extract<Part, { type: T }>;
type Output = HostedToolResultContent['outputs'][number];

/** The contract's names for tools of the provider. Any other keeps its own. */
const toolNames = new Map([
  ['web_search', 'web-search'],
  ['web_fetch', 'web-fetch'],
  ['code_execution', 'code-interpreter'],
]);

/** The library takes several tools of a sandbox for one, and says which it was by a `type` that it puts into the input. */
const inputTypes = ['bash_code_execution', 'text_editor_code_execution', 'programmatic-tool-call'];

/**
 * The contents of one part, each with the library's own object as `rawRepresentation`, from which it goes back. Sources say
 * again what stands in the results of a search and in the citations of a text, so they are left out.
 */
export function contentsOf(part: Part, actions: ActionTools = new Map()): Content[] {
  switch (part.type) {
    case 'text':
      return [textContent(part)];
    case 'reasoning':
      return [
        defined({
          type: 'reasoning' as const,
          text: part.text,
          protectedData: protectedData(part.providerMetadata),
          rawRepresentation: plain(part),
        }),
      ];
    case 'tool-call':
      return [part.providerExecuted ? hostedCall(part) : (actionCall(part, actions) ?? functionCall(part))];
    case 'tool-result':
    case 'tool-error':
      // Without `providerExecuted` it is the library's own note on a call that it could not parse.
      return part.providerExecuted ? [hostedResult(part)] : [];
    case 'file':
    case 'reasoning-file':
      return [{ type: 'data', data: part.file.base64, mediaType: part.file.mediaType }];
    case 'custom':
      return customContents(part);
    default:
      return [];
  }
}

/** `rawRepresentation` only where there is more than text, so that pieces and whole texts look alike. */
function textContent(part: PartOf<'text'>): Content {
  const annotations = citationsOf(part.citations);
  return defined({
    type: 'text' as const,
    text: part.text,
    annotations: annotations.length > 0 ? annotations : undefined,
    rawRepresentation: part.providerMetadata === undefined ? undefined : plain(part),
  });
}

export function citationsOf(citations: readonly LibraryCitation[] = []): Citation[] {
  return citations.map((citation) => {
    const { source, citedText } = citation;
    // The library calls every source of a search result a URL, whatever it says.
    const place = source.sourceType === 'url' ? source.url : undefined;
    const isAddress = URL.canParse(String(place));
    return defined({
      url: isAddress ? place : undefined,
      title: source.title ?? (isAddress ? undefined : place),
      fileId: source.sourceType === 'document' ? fileIdOf(source.providerMetadata) : undefined,
      snippet: citedText,
      rawRepresentation: plain(citation),
    });
  });
}

const fileIdOf = (metadata: unknown): string | undefined => text(ofAnthropic(metadata).file_id);

/** Signed or redacted reasoning, as the library keeps it for the next turn. */
export function protectedData(metadata: unknown): string | undefined {
  const { signature, redactedData } = ofAnthropic(metadata);
  return text(signature) ?? text(redactedData);
}

/** A call of a tool that is answered by acting. */
function actionCall(part: PartOf<'tool-call'>, actions: ActionTools): Content | undefined {
  const tool = actions.get(part.toolName);
  const input = plain(part.input);
  const action = tool && isJsonObject(input) ? actionOf(tool, input) : undefined;
  if (!tool || !action) return undefined;
  return { type: 'action-call', callId: part.toolCallId, tool, actions: [action], rawRepresentation: plain(part) };
}

function functionCall(part: PartOf<'tool-call'>): Content {
  const { toolCallId: callId, toolName: name } = part;
  const input = plain(part.input) ?? {};
  const call = { type: 'function-call' as const, callId, name, rawRepresentation: plain(part) };
  if (isJsonObject(input)) return { ...call, arguments: input };
  return { ...call, argumentsText: typeof input === 'string' ? input : JSON.stringify(input) };
}

function hostedCall(part: PartOf<'tool-call'>): Content {
  const { type, ...rest } = asObject(part.input);
  const isTyped = part.toolName === 'code_execution' && typeof type === 'string' && inputTypes.includes(type);
  return defined({
    type: 'hosted-tool-call' as const,
    callId: part.toolCallId,
    ...toolOf(part),
    name: isTyped && type.endsWith('_code_execution') ? type : part.toolName,
    arguments: isTyped ? rest : plain(part.input),
    rawRepresentation: plain(part),
  });
}

/** The contract's name for the tool, and the MCP server where it is one's. */
function toolOf({ toolName, providerMetadata }: Pick<PartOf<'tool-call'>, 'toolName' | 'providerMetadata'>) {
  const { type, serverName } = ofAnthropic(providerMetadata);
  if (type === 'mcp-tool-use') return defined({ tool: 'mcp-server', serverName: text(serverName) });
  return { tool: toolNames.get(toolName) ?? toolName };
}

function hostedResult(part: PartOf<'tool-result'> | PartOf<'tool-error'>): Content {
  const given = plain(part.type === 'tool-result' ? part.output : part.error);
  return {
    type: 'hosted-tool-result',
    callId: part.toolCallId,
    tool: toolOf(part).tool,
    outputs: part.type === 'tool-error' ? failure(given) : outputsOf(given),
    rawRepresentation: plain(part),
  };
}

/** The library's own word for a failure. */
const failure = (given: Json): Output[] => [
  {
    type: 'error',
    message:
      outputsOf(given)
        .flatMap((output) => (output.type === 'text' ? [output.text] : output.type === 'error' ? [output.message] : []))
        .join('\n') || 'The tool failed without a message.',
  },
];

/** Read by members, because every tool has types of its own. */
function outputsOf(given: Json): Output[] {
  if (typeof given === 'string') return given === '' ? [] : [{ type: 'text', text: given }];
  if (Array.isArray(given)) return given.flatMap((item: Json) => outputsOf(item));
  if (!isJsonObject(given)) return [];
  const errorCode = text(given.errorCode) ?? text(given.error_code);
  if (errorCode !== undefined) return [{ type: 'error', message: errorCode, errorCode }];
  const exitCode = given.return_code ?? 0;
  if (exitCode !== 0) {
    const words = [given.stdout, given.stderr].flatMap((member) => text(member) ?? []).join('');
    const message = words === '' ? `The program ended with code ${JSON.stringify(exitCode)}.` : words;
    return [{ type: 'error', message, errorCode: JSON.stringify(exitCode) }];
  }
  if (typeof given.url === 'string') return [{ type: 'uri', uri: given.url }];
  if (typeof given.file_id === 'string') return [{ type: 'hosted-file', fileId: given.file_id }];
  return [given.text, given.stdout, given.stderr, given.content].flatMap((member) => outputsOf(member ?? null));
}

function customContents(part: PartOf<'custom'>): Content[] {
  // The beginning of a stream; a whole response has none.
  if (part.kind === 'anthropic.message_start') return [];
  const fileId = text(ofAnthropic(part.providerMetadata).fileId);
  if (part.kind === 'anthropic.container_upload' && fileId !== undefined) {
    return [{ type: 'hosted-file', fileId, rawRepresentation: plain(part) }];
  }
  return [{ type: 'hosted-tool-result', tool: part.kind, outputs: [], rawRepresentation: plain(part) }];
}

/** The object as JSON: the library's parts hold `undefined`, and errors where a call does not parse. */
export function plain(value: unknown): Json {
  const json = JSON.stringify(value, (_, member: unknown) => (member instanceof Error ? member.name : member));
  return json === undefined ? null : JSON.parse(json);
}

const ofAnthropic = (metadata: unknown): JsonObject => asObject(asObject(metadata).anthropic);

function asObject(value: unknown): JsonObject {
  const json = plain(value);
  return isJsonObject(json) ? json : {};
}

const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);

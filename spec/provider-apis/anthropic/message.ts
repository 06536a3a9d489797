/**
 * What one message says, however it travelled. Source: `Message` and `ContentBlock` of `@anthropic-ai/sdk`,
 * `resources/messages/messages.d.ts`; the beta blocks of `resources/beta/messages/messages.d.ts`.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../lib/canonical-json.ts';
import { type HttpResponse, headerOf } from '../../../recordings/format/exchange.ts';
import type { ActionCallContent } from '../../contract/index.ts';
import { dataFact } from '../../facts/data-facts.ts';
import type {
  CitationFact,
  ErrorFact,
  Fact,
  FactReading,
  LocatedFact,
  ReasoningFact,
  Unrecognized,
} from '../../facts/fact.ts';
import { errorOf, failureHeaders } from '../../wire/errors.ts';
import { asArray, asObject, asString, otherMembers, parseJson } from '../../wire/json.ts';
import { type Identity, identityIn, joinText, messageIdFact, sourceNamed } from '../../wire/shared-facts.ts';

/** Members of each block that are read; any other that is not null is listed as unread. */
const readMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ['text', ['text', 'citations']],
  ['thinking', ['thinking', 'signature']],
  ['redacted_thinking', ['data']],
  ['tool_use', ['id', 'name', 'input', 'toolset_name']],
  ['server_tool_use', ['id', 'name', 'input']],
  ['mcp_tool_use', ['id', 'name', 'input', 'server_name']],
  ['mcp_tool_listing', ['mcp_server_name', 'tools']],
  ['container_upload', ['file_id']],
  ['compaction', ['content', 'encrypted_content']],
]);
const resultMembers = ['tool_use_id', 'content'];
const resultSuffix = '_tool_result';

/**
 * The facts of a message's contents: its text as one, everything else block by block, in order; and its id.
 *
 * @param tools by which the application is asked to act
 */
export function readContents(message: LocatedMessage, tools: ActionTools): FactReading {
  const facts: LocatedFact[] = [];
  const unread: Unrecognized[] = [...message.unread];
  for (const placed of message.blocks) {
    const fact = factOf(placed, tools);
    if (fact) facts.push({ fact, path: placed.path });
    facts.push(...citationsOf(placed), ...mediaIn(placed));
    unread.push(...unreadOf(placed));
  }
  const { id } = message.identity;
  const said = joinText(facts);
  return { facts: [...said, ...(id ? messageIdFact(id.text, id.path, said) : [])], unread };
}

function factOf(placed: LocatedBlock, tools: ActionTools): Fact | undefined {
  const { block } = placed;
  const type = asString(block.type) ?? '';
  switch (type) {
    case 'text':
      return { kind: 'text', text: asString(block.text) ?? '' };
    case 'thinking':
      return reasoning(asString(block.thinking), asString(block.signature));
    case 'redacted_thinking': {
      const sealed = reasoning('', asString(block.data));
      return sealed && { ...sealed, state: { type: 'redacted_thinking' } };
    }
    case 'tool_use': {
      const input = inputOf(placed);
      const asked = requestedActionOf(block, input, tools);
      if (asked) return { kind: 'action-call', tool: asked.tool, actions: [asked.action], ...idOf(block.id) };
      return { kind: 'call', name: asString(block.name) ?? '', arguments: input, ...idOf(block.id), ...stateOf(block) };
    }
    case 'server_tool_use':
    case 'mcp_tool_use':
      return {
        kind: 'hosted-call',
        tool: hostedToolOf(block),
        arguments: inputOf(placed),
        ...idOf(block.id),
        ...(type === 'mcp_tool_use'
          ? { ofServer: { name: asString(block.name) ?? '', server: asString(block.server_name) } }
          : {}),
        ...stateOf(block),
      };
    case 'mcp_tool_listing':
      // What a server listed holds for later requests: it goes back like any result.
      return { kind: 'hosted-result', tool: 'mcp', payload: block.tools ?? null };
    case 'compaction':
      // Stands for what was said before it, and goes back whole in its place.
      return { kind: 'hosted-result', tool: type, payload: block };
    default:
      if (!type.endsWith(resultSuffix)) return undefined;
      return {
        kind: 'hosted-result',
        tool: type.slice(0, -resultSuffix.length),
        payload: block.content ?? null,
        ...idOf(block.tool_use_id),
        ...failureOf(block),
        ...stateOf(block),
      };
  }
}

/** An error of the service, of a server's tool, or of the code that was run. */
function failureOf({ is_error: isError, content }: JsonObject): { failed?: true } {
  const { error_code: code, return_code: exitCode = 0 } = asObject(content) ?? {};
  return isError === true || typeof code === 'string' || exitCode !== 0 ? { failed: true } : {};
}

/** A call that code of the model makes names that code, which waits for the result; one to a toolset's member, the toolset. */
function stateOf({ caller = null, toolset_name: toolset = null }: JsonObject): { state?: JsonObject } {
  const state = {
    ...(isJsonObject(caller) && !isEmptyBlock('caller', caller) ? { caller } : {}),
    ...(toolset === null ? {} : { toolset_name: toolset }),
  };
  return Object.keys(state).length === 0 ? {} : { state };
}

function reasoning(text = '', protectedData = ''): ReasoningFact | undefined {
  if (text === '' && protectedData === '') return undefined;
  return { kind: 'reasoning', text, ...(protectedData === '' ? {} : { protectedData }) };
}

/** The input of a call; the text itself where a stream wrote no JSON. A stream without any keeps what its start said. */
function inputOf({ block, inputText }: LocatedBlock): Json {
  if (!inputText) return block.input ?? {};
  const input = parseJson(inputText);
  return isJsonObject(input) ? input : inputText;
}

/** The name of a hosted tool on the wire, with its server where it has one. */
function hostedToolOf(block: JsonObject): string {
  const name = asString(block.name) ?? '';
  const server = asString(block.server_name);
  return server === undefined ? name : `${server}/${name}`;
}

const idOf = (id: Json | undefined): { id?: string } => (typeof id === 'string' ? { id } : {});

function unreadOf({ block, path }: LocatedBlock): Unrecognized[] {
  const type = asString(block.type);
  const known = readMembers.get(type ?? '') ?? (type?.endsWith(resultSuffix) ? resultMembers : undefined);
  if (!known) return [{ path, what: type ?? 'content block without a type' }];
  const read = new Set(['type', ...known]);
  const members = otherMembers(block, read).filter((name) => !isEmptyBlock(name, block[name]));
  return members.map((name) => ({ path: `${path}.${name}`, what: `${type}.${name}` }));
}

/** What blocks say of the ordinary case: that the model itself calls, that nothing failed. */
export const isEmptyBlock = (name: string, value: Json | undefined): boolean =>
  (name === 'caller' && isJsonObject(value) && value.type === 'direct') || (name === 'is_error' && value === false);

/** A content block and the place it was read from. */
export interface LocatedBlock {
  readonly block: JsonObject;
  readonly path: string;
  /** Of a streamed text: the event of each of its citations. */
  readonly citationPaths?: readonly string[];
  /** Of a streamed call: the JSON text of its input, as the deltas wrote it. */
  readonly inputText?: string;
}

/** A message put together from a JSON body or from a stream's events. */
export interface LocatedMessage {
  readonly blocks: readonly LocatedBlock[];
  readonly identity: Identity;
  readonly stop?: { readonly reason: string; readonly why?: string; readonly path: string };
  readonly usage?: { readonly counts: JsonObject; readonly path: string };
  /** What its envelope says that has no word here. */
  readonly unread: readonly Unrecognized[];
}

/** Members of a `Message` (and of `message_delta.delta`) that are read or that say nothing of the answer. */
const known = new Set([
  'id',
  'type',
  'role',
  'model',
  'content',
  'stop_reason',
  'stop_sequence',
  'stop_details',
  'usage',
]);

/** What surrounds the content of a message: its name and its model's, why it stopped, what it cost, and what there is no word for. */
export type Envelope = Omit<LocatedMessage, 'blocks'>;

export function readEnvelope(message: JsonObject, path: string): Envelope {
  const reason = asString(message.stop_reason);
  const why = asString(asObject(message.stop_details)?.explanation);
  const counts = asObject(message.usage);
  return {
    identity: identityIn(message, path),
    ...(reason === undefined
      ? {}
      : { stop: { reason, ...(why === undefined ? {} : { why }), path: `${path}.stop_reason` } }),
    ...(counts === undefined ? {} : { usage: { counts, path: `${path}.usage` } }),
    unread: otherMembers(message, known).map(
      (name): Unrecognized => ({ path: `${path}.${name}`, what: `message.${name}` }),
    ),
  };
}

// Citations of a text block. Source: `TextCitation` of `@anthropic-ai/sdk`, `resources/messages/messages.d.ts`.

/**
 * One fact per citation. On this wire an answer is cut into blocks where what it rests on changes, and a citation is about
 * the whole text of its block; the indexes in it count in the source.
 */
function citationsOf({ block, path, citationPaths = [] }: LocatedBlock): LocatedFact[] {
  if (block.type !== 'text') return [];
  const span = asString(block.text) ?? '';
  return (asArray(block.citations) ?? []).map((citation, i) => {
    const { encrypted_index: index, ...members } = asObject(citation) ?? {};
    const { url = null, title = null, cited_text = null } = members;
    const fact: CitationFact = {
      kind: 'citation',
      target: targetOf(members),
      ...sourceNamed(members.title ?? members.document_title, members.cited_text),
      ...(span === '' ? {} : { span }),
      ...(index === undefined ? {} : { state: { encrypted_index: index, url, title, cited_text } }),
    };
    return { fact, path: citationPaths[i] ?? `${path}.citations[${i}]` };
  });
}

/** What names the source: a page, a file, a document that came with the request, or a search result that did. */
function targetOf({ url, file_id, document_title, source }: JsonObject): string {
  return asString(url) ?? asString(file_id) ?? asString(document_title) ?? asString(source) ?? '';
}

// Files and bytes in what a hosted tool gave. Source: `CodeExecutionOutputBlock`, `BashCodeExecutionOutputBlock`,
// `ContainerUploadBlock`, `Base64PDFSource` and `Base64ImageSource` of `@anthropic-ai/sdk`.

/** In the order of the block, with the place of each. */
function mediaIn({ block, path }: LocatedBlock): LocatedFact[] {
  if (block.type === 'container_upload') return located(fileOf(block), path);
  return asString(block.type)?.endsWith('_tool_result') ? mediaOf(block.content ?? null, `${path}.content`) : [];
}

function mediaOf(value: Json, path: string): LocatedFact[] {
  if (Array.isArray(value)) return value.flatMap((element: Json, i) => mediaOf(element, `${path}[${i}]`));
  if (!isJsonObject(value)) return [];
  const type = asString(value.type) ?? '';
  if (type.endsWith('_output')) return located(fileOf(value), path);
  if (type === 'base64') return located(bytesOf(value), path);
  return Object.entries(value).flatMap(([name, member]) => mediaOf(member, `${path}.${name}`));
}

const located = (fact: Fact | undefined, path: string): LocatedFact[] => (fact ? [{ fact, path }] : []);

function fileOf({ file_id: id }: JsonObject): Fact | undefined {
  return typeof id === 'string' ? { kind: 'file', id } : undefined;
}

function bytesOf({ media_type: mediaType, data }: JsonObject): Fact | undefined {
  return typeof mediaType === 'string' && typeof data === 'string' ? dataFact(mediaType, data) : undefined;
}

// Calls by which the model asks the application to act. Source: `ComputerToolUseBlock`, `ToolBash20250124`,
// `ToolTextEditor20250728` of `@anthropic-ai/sdk`; of the computer before the toolset, `BetaToolComputerUse20251124`.

/** What a call asks for. */
export interface RequestedAction {
  readonly tool: ActionCallContent['tool'];
  /** One call is one action. */
  readonly action: JsonObject;
}

/** Which tools of the provider's own a request declares, by the names under which they are called. */
export type ActionTools = ReadonlyMap<string, RequestedAction['tool']>;

const kinds: readonly [type: RegExp, tool: RequestedAction['tool']][] = [
  [/^computer_\d+$/, 'computer-use'],
  [/^bash_\d+$/, 'shell'],
  [/^text_editor_\d+$/, 'text-editor'],
];

/** Names that nothing else has, by which a declaration of a type that there is not is known for what it is meant to be. */
const ownNames: ReadonlyMap<string, RequestedAction['tool']> = new Map([
  ['str_replace_editor', 'text-editor'],
  ['str_replace_based_edit_tool', 'text-editor'],
]);

/** By their types and not by their names: an application may have a function that it calls `bash`. */
export function actionToolsIn(body: JsonObject | undefined): ActionTools {
  return new Map(
    (asArray(body?.tools) ?? []).flatMap((value): [string, RequestedAction['tool']][] => {
      const { type, name } = asObject(value) ?? {};
      if (typeof name !== 'string' || typeof type !== 'string' || type === 'custom') return [];
      const [, kind = ownNames.get(name)] = kinds.find(([pattern]) => pattern.test(type)) ?? [];
      return kind ? [[name, kind]] : [];
    }),
  );
}

/**
 * The action of a `tool_use`, or `undefined` where it is an ordinary call.
 *
 * A member of the computer's toolset is called by its own name. Before there were toolsets, the computer had one name and said
 * the `action` in its input, as the editor says its `command`. What a shell shall do has no name of its own.
 */
export function requestedActionOf(
  { name, toolset_name: toolset }: JsonObject,
  input: Json,
  tools: ActionTools,
): RequestedAction | undefined {
  if (typeof name !== 'string' || !isJsonObject(input)) return undefined;
  if (toolset === 'computer') return { tool: 'computer-use', action: { type: name, ...input } };
  const tool = typeof toolset === 'string' ? undefined : tools.get(name);
  const action = tool && actionIn(tool, input);
  return tool && action ? { tool, action } : undefined;
}

function actionIn(tool: RequestedAction['tool'], input: JsonObject): JsonObject | undefined {
  switch (tool) {
    case 'computer-use':
      return namedBy('action', input);
    case 'text-editor':
      return namedBy('command', input);
    case 'shell': {
      const { restart, ...rest } = input;
      return restart === true ? { type: 'restart', ...rest } : { type: 'exec', ...input };
    }
  }
}

function namedBy(member: string, input: JsonObject): JsonObject | undefined {
  const { [member]: type, ...rest } = input;
  return typeof type === 'string' ? { type, ...rest } : undefined;
}

/**
 * The error that `{ "type": "error", "error": { type, message } }` says. Source: `ErrorResponse` of `@anthropic-ai/sdk`.
 *
 * @param response what it is the body of; absent where the error came inside a stream that had begun.
 */
export function errorFact(body: JsonObject | undefined, response?: HttpResponse): ErrorFact {
  const error = asObject(body?.error);
  // A good status says nothing of an error.
  const status = response && response.status >= 400 ? response.status : undefined;
  const requestId = asString(body?.request_id);
  // Of InvokeModel the errors are those of AWS.
  const exception = response && headerOf(response, 'x-amzn-errortype')?.split(':', 1)[0];
  const code = asString(error?.type) ?? exception;
  const message = asString(error?.message) ?? (exception && asString(body?.message));
  const retryable = status === undefined ? isWorthAnother.get(code ?? '') : undefined;
  return {
    ...errorOf({ status, code, message, retryable }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(response && failureHeaders(response, exception ? 'x-amzn-requestid' : 'request-id')),
  };
}

/** Codes of a moment, and of what stays wrong. Source: https://platform.claude.com/docs/en/api/errors. */
const isWorthAnother: ReadonlyMap<string, boolean> = new Map([
  ['overloaded_error', true],
  ['api_error', true],
  ['timeout_error', true],
  ['invalid_request_error', false],
  ['authentication_error', false],
  ['permission_error', false],
]);

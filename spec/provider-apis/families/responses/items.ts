/** What the items of an answer say, however they travelled. Source: `ResponseOutputItem` of `openai`. */
import { isJsonObject, type Json, type JsonObject, toText } from '../../../../lib/canonical-json.ts';
import { dataFact, dataUrlFact } from '../../../facts/data-facts.ts';
import type {
  ActionCallFact,
  CitationFact,
  Fact,
  FactReading,
  LocatedFact,
  Unrecognized,
} from '../../../facts/fact.ts';
import { contractToolOf } from '../../../facts/hosted-tools.ts';
import { openAiErrorFact } from '../../../wire/errors.ts';
import { asArray, asCount, asObject, asString, otherMembers, parseJson } from '../../../wire/json.ts';
import { messageIdFact, pendingSafetyChecks, sourceNamed, spanOf } from '../../../wire/shared-facts.ts';

/** An item and the place it was read from. */
export interface PlacedItem {
  readonly item: JsonObject;
  readonly path: string;
  /** Where its members are, if elsewhere: a streamed item is whole only in its last event. */
  readonly memberPath?: string;
  /** Its `encrypted_content` as a later event of the stream says it again. */
  readonly sealedAgain?: string;
}

/** The facts of items, in order: each message's text as one, everything else item by item. */
export function readItems(items: readonly PlacedItem[]): FactReading {
  const readings = items.map(readItem);
  return { facts: readings.flatMap(({ facts }) => facts), unread: readings.flatMap(({ unread }) => unread) };
}

function readItem(placed: PlacedItem): FactReading {
  const { item, path, memberPath = path } = placed;
  switch (item.type) {
    case 'message':
      return readMessage(placed, memberPath);
    case 'reasoning':
      return readReasoning(placed, memberPath);
    case 'function_call':
      return {
        facts: [{ fact: callOf(item), path }],
        unread: unreadMembers(item, ['id', 'call_id', 'name', 'arguments', 'status'], memberPath),
      };
    case undefined:
      return { facts: [], unread: [{ path, what: 'item without a type' }] };
    case 'custom_tool_call':
      if (isRunByService(item)) return readHosted(placed, memberPath);
      return {
        facts: [{ fact: customCallOf(item), path }],
        unread: unreadMembers(item, ['id', 'call_id', 'name', 'input', 'status'], memberPath),
      };
    case 'mcp_approval_request': {
      const fact = approvalRequestOf(item);
      return fact ? { facts: [{ fact, path }], unread: [] } : { facts: [], unread: [{ path, what: item.type }] };
    }
    default: {
      const fact = actionCallOf(item);
      return fact ? { facts: [{ fact, path }], unread: [] } : readHosted(placed, memberPath);
    }
  }
}

function readMessage({ item, path }: PlacedItem, memberPath: string): FactReading {
  const parts = (asArray(item.content) ?? []).map((value, i) => ({
    part: asObject(value) ?? {},
    at: `${memberPath}.content[${i}]`,
  }));
  const texts = parts.filter(({ part }) => part.type === 'output_text');
  const text = parts
    .map(({ part }) => (part.type === 'output_text' ? asString(part.text) : asString(part.refusal)) ?? '')
    .join('');
  const cited = texts.map(({ part, at }) => citationsOf(part, at));
  const unread = parts.flatMap(({ part, at }) =>
    part.type === 'output_text' || part.type === 'refusal'
      ? unreadMembers(part, part.type === 'refusal' ? ['refusal'] : ['text', 'annotations'], at)
      : [{ path: at, what: asString(part.type) ?? 'content part without a type' }],
  );
  const said: LocatedFact[] = [
    ...(text === '' ? [] : [{ fact: { kind: 'text', text } as const, path }]),
    ...cited.flatMap(({ facts }) => facts),
  ];
  return {
    facts: [...said, ...messageIdFact(item.id, `${memberPath}.id`, said)],
    unread: [
      ...unreadMembers(item, ['id', 'role', 'status', 'content'], memberPath),
      ...unread,
      ...cited.flatMap((reading) => reading.unread),
    ],
  };
}

/** The summary's parts as one text; the reasoning itself where a model shows it instead. */
function readReasoning({ item, path, sealedAgain }: PlacedItem, memberPath: string): FactReading {
  const summary = textsOf(item.summary);
  const own = textsOf(item.content);
  const text = summary === '' ? own : summary;
  const protectedData = asString(item.encrypted_content) ?? '';
  const unread = unreadMembers(item, ['id', 'status', 'summary', 'content', 'encrypted_content'], memberPath);
  if (summary !== '' && own !== '')
    unread.push({ path: `${memberPath}.content`, what: 'reasoning.content beside a summary' });
  if (text === '' && protectedData === '') return { facts: [], unread };
  const fact: Fact = {
    kind: 'reasoning',
    text,
    ...(protectedData === '' ? {} : { protectedData }),
    ...(sealedAgain === undefined || sealedAgain === protectedData ? {} : { sealedAgain }),
  };
  return { facts: [{ fact, path }], unread };
}

const textsOf = (parts: Json | undefined): string =>
  (asArray(parts) ?? []).map((part) => asString(asObject(part)?.text) ?? '').join('');

function callOf(item: JsonObject): Fact {
  const text = asString(item.arguments) ?? '';
  const id = asString(item.call_id);
  return {
    kind: 'call',
    name: asString(item.name) ?? '',
    arguments: text === '' ? {} : (parseJson(text) ?? text),
    ...(id === undefined ? {} : { id }),
    ...stateOf(item),
  };
}

/** The set of tools that a function is of, and the program that waits for its result. */
function stateOf({ namespace = null, caller = null }: JsonObject): { state?: JsonObject } {
  const state = {
    ...(namespace === null ? {} : { namespace }),
    ...(caller === null || isEmptyBlock('caller', caller) ? {} : { caller }),
  };
  return Object.keys(state).length === 0 ? {} : { state };
}

/** What a custom tool is asked is free text, never parsed. */
function customCallOf(item: JsonObject): Fact {
  const id = asString(item.call_id);
  return {
    kind: 'call',
    name: asString(item.name) ?? '',
    arguments: asString(item.input) ?? '',
    ...(id === undefined ? {} : { id }),
  };
}

/** A request without an id could not be answered, and is none. */
function approvalRequestOf(item: JsonObject): Fact | undefined {
  const { id, name, server_label: server, arguments: text } = item;
  if (typeof id !== 'string') return undefined;
  const tool = [server, name].filter((part) => typeof part === 'string').join('/');
  const asked = typeof text === 'string' ? (parseJson(text) ?? text) : (text ?? null);
  return { kind: 'approval-request', tool, arguments: asked, id };
}

/** The tool says that it failed, or a command of several ended badly. */
const isFailure = ({ status, error = null, output }: JsonObject): boolean =>
  status === 'failed' ||
  error !== null ||
  (asArray(output) ?? []).some((part) => {
    const { type, exit_code: exitCode = 0 } = asObject(asObject(part)?.outcome) ?? {};
    return type === 'timeout' || exitCode !== 0;
  });

function readHosted({ item, path }: PlacedItem, memberPath: string): FactReading {
  const { tool, of, ofServer, id, asked, gave } = hostedItem(item);
  const named = { tool, ...(of === undefined ? {} : { of }), ...(id === undefined ? {} : { id }) };
  const served = ofServer === undefined ? {} : { ofServer };
  const facts: LocatedFact[] = [];
  if (asked !== undefined) {
    const leave = asString(item.approval_request_id);
    const state = leave === undefined ? {} : { state: { approval_request_id: leave } };
    facts.push({ fact: { kind: 'hosted-call', arguments: asked, ...named, ...served, ...state }, path });
  }
  const failed = isFailure(item) ? ({ failed: true } as const) : {};
  if (gave !== undefined) facts.push({ fact: { kind: 'hosted-result', payload: gave, ...named, ...failed }, path });
  const members = ignoredMembers.filter((name) => {
    const value = item[name] ?? null;
    return asked !== undefined && value !== null && (asArray(value)?.length ?? 1) > 0 && !isEmptyBlock(name, value);
  });
  return {
    facts: [...facts, ...mediaOf(item).map((fact) => ({ fact, path: memberPath }))],
    unread: members.map((name) => ({ path: `${memberPath}.${name}`, what: `${toText(item.type)}.${name}` })),
  };
}

/** The image that was made, images that code drew where they stand in the answer itself, and files that are found and not quoted. */
function mediaOf({ type, result, results, output_format: format, outputs }: JsonObject): Fact[] {
  if (type === 'image_generation_call' && typeof result === 'string') {
    const subtype = asString(format) ?? 'png';
    return [dataFact(`image/${subtype === 'svg' ? 'svg+xml' : subtype}`, result)];
  }
  if (type === 'file_search_call') return (asArray(results) ?? []).flatMap((found) => unquoted(asObject(found) ?? {}));
  if (type !== 'code_interpreter_call') return [];
  return (asArray(outputs) ?? []).flatMap((output) => dataUrlFact(asString(asObject(output)?.url) ?? '') ?? []);
}

function unquoted({ file_id: id, filename: name, text }: JsonObject): Fact[] {
  if (typeof id !== 'string' || text) return [];
  return [{ kind: 'file', id, ...(typeof name === 'string' ? { name } : {}) }];
}

/** What items say of the ordinary case: that the model itself calls. */
const isEmptyBlock = (name: string, value: Json): boolean => name === 'caller' && asObject(value)?.type === 'direct';

function unreadMembers(object: JsonObject, known: readonly string[], path: string): Unrecognized[] {
  return otherMembers(object, new Set(['type', ...ownership, ...known]))
    .filter((name) => asArray(object[name])?.length !== 0 && !isEmptyBlock(name, object[name] ?? null))
    .map((name) => ({ path: `${path}.${name}`, what: `${asString(object.type) ?? ''}.${name}` }));
}

// What surrounds the items of a response. Source: `Response` of `openai`, `resources/responses/responses.d.ts`.

/** A response put together from a JSON body or from a stream's events. */
export interface PlacedResponse {
  readonly items: readonly PlacedItem[];
  /** The response without its output; empty where a stream ended before it said anything of itself. */
  readonly envelope: JsonObject;
  readonly path: string;
  /** What was not understood while it was put together. */
  readonly unread: readonly Unrecognized[];
}

/** What one exchange holds: usually one response; and the errors that came instead or in its midst. */
export interface ExchangeReading {
  readonly responses: readonly PlacedResponse[];
  readonly errors: readonly LocatedFact[];
  readonly unread: readonly Unrecognized[];
}

/** Members that are read, that repeat the request, or that say nothing of the answer. */
const knownOfResponses = new Set([
  ...['id', 'object', 'created_at', 'completed_at', 'status', 'model', 'output', 'output_text', 'usage', 'error'],
  ...[
    'incomplete_details',
    'previous_response_id',
    'background',
    'instructions',
    'max_output_tokens',
    'max_tool_calls',
  ],
  ...[
    'metadata',
    'parallel_tool_calls',
    'prompt',
    'prompt_cache_key',
    'prompt_cache_options',
    'prompt_cache_retention',
  ],
  ...['reasoning', 'safety_identifier', 'service_tier', 'store', 'temperature', 'text', 'tool_choice', 'tools'],
  ...['agent_reference', 'conversation'],
  ...['top_logprobs', 'top_p', 'truncation', 'user', 'frequency_penalty', 'presence_penalty'],
]);

export function unreadEnvelope({ envelope, path }: PlacedResponse): Unrecognized[] {
  return otherMembers(envelope, knownOfResponses).map((name) => ({
    path: `${path}.${name}`,
    what: `response.${name}`,
  }));
}

/** `incomplete_details.reason` in the contract's words. */
const incompleteReasons: ReadonlyMap<string, string> = new Map([
  ['max_output_tokens', 'length'],
  ['content_filter', 'content_filter'],
]);

/**
 * Why a response ended. This wire has a status and no reason: `completed` is `tool_calls` where the application must act,
 * `content_filter` where the model refuses, else `stop`; `incomplete` is its own reason; a response that failed or is not over
 * has none.
 */
export function finishOf({ envelope, items, path }: PlacedResponse): LocatedFact[] {
  const located = (reason: string, at: string): LocatedFact[] => [{ fact: { kind: 'finish', reason }, path: at }];
  switch (envelope.status) {
    case 'completed': {
      const acts = items.some(({ item }) => leavesTheTurn(item));
      return located(acts ? 'tool_calls' : items.some(refuses) ? 'content_filter' : 'stop', `${path}.status`);
    }
    case 'incomplete': {
      const reason = asString(asObject(envelope.incomplete_details)?.reason) ?? 'incomplete';
      return located(incompleteReasons.get(reason) ?? reason, `${path}.incomplete_details.reason`);
    }
    case 'cancelled':
      return located('cancelled', `${path}.status`);
    default:
      return [];
  }
}

const refuses = ({ item }: PlacedItem): boolean =>
  (asArray(item.content) ?? []).some((part) => asObject(part)?.type === 'refusal');

/** The error of a response that failed. */
export function failureOfResponse({ envelope, path }: PlacedResponse): LocatedFact[] {
  const failed = envelope.status === 'failed' || asObject(envelope.error) !== undefined;
  return failed ? [{ fact: openAiErrorFact({ error: envelope.error ?? null }), path: `${path}.error` }] : [];
}

/**
 * Tokens summed over the responses of a call; input is all input, cached or not. How many of them were cached, or reasoning, is
 * a fact where every response says it.
 */
export function usageOf(responses: readonly PlacedResponse[]): LocatedFact[] {
  const told = responses.flatMap(({ envelope, path }) => {
    const usage = asObject(envelope.usage);
    const [input, output] = [asCount(usage?.input_tokens), asCount(usage?.output_tokens)];
    const cached = asCount(asObject(usage?.input_tokens_details)?.cached_tokens);
    const reasoning = asCount(asObject(usage?.output_tokens_details)?.reasoning_tokens);
    return input === undefined && output === undefined ? [] : [{ input, output, cached, reasoning, path }];
  });
  if (told.length === 0) return [];
  const cachedInputTokens = sumOf(told.map(({ cached }) => cached));
  const reasoningTokens = sumOf(told.map(({ reasoning }) => reasoning));
  const fact: Fact = {
    kind: 'usage',
    inputTokens: sumOf(told.map(({ input }) => input ?? 0)) ?? 0,
    outputTokens: sumOf(told.map(({ output }) => output ?? 0)) ?? 0,
    ...(cachedInputTokens === undefined ? {} : { cachedInputTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
  return [{ fact, path: told.map(({ path }) => `${path}.usage`).join(' + ') }];
}

/** `undefined` where one of them is not told. */
const sumOf = (counts: readonly (number | undefined)[]): number | undefined =>
  counts.reduce((total, count) => (total === undefined || count === undefined ? undefined : total + count), 0);

// Items of hosted tools, all by one rule. Source: `ResponseOutputItem` of `openai`,
// `resources/responses/responses.d.ts`.
//
// - What an item gave is what stands in its result members, or the `sources` that its `action` found; empty lists are a
// result, `null` is none. An item whose type ends in `_output` is a result and nothing else, the whole item where it
// gave nothing.
// - What an item was asked is its `arguments`, `action`, `actions`, `operation` or `input`; where it has none of these,
// all members that are neither its envelope nor a result (`{ code, container_id }`, `{ queries }`, `{ server_label }`).
// - That a call failed is a result too, where nothing else is said of it: the word `failed`.
// - One item is one call, and one result where it has any; both under its `call_id`, else its `id`.
// - An item of an unknown type is a result, whole: nothing is lost because it is new.

/** A hosted tool's item, taken apart. */
interface HostedItem {
  readonly tool: string;
  /** What kind of tool it is, where `tool` is its own name. */
  readonly of?: string;
  /** Of a tool that is another server's: its name, where the item has one, and the server's. */
  readonly ofServer?: { readonly name?: string; readonly server: string };
  readonly id?: string;
  /** What was asked; absent of an item that only gives. */
  readonly asked?: Json;
  /** What came of it; absent where nothing is said of that. */
  readonly gave?: Json;
}

/** Types of items that are calls, though their names do not end in `_call`. */
const callTypes: ReadonlySet<string> = new Set(['mcp_list_tools', 'program']);
const askedMembers = ['arguments', 'action', 'actions', 'operation', 'input'];
const resultMembers = ['error', 'output', 'outputs', 'result', 'results', 'tools'];
/** Members by which Azure AI Foundry says of every item whose it is. Source: `ItemResource` of its specification. */
const ownership = ['agent_reference', 'response_id'] as const;

/** Members that say who, where and how far, not what. */
const envelopeMembers = new Set([
  'type',
  'id',
  'call_id',
  'status',
  'name',
  'namespace',
  'caller',
  'created_by',
  'execution',
  'environment',
  'approval_request_id',
  'pending_safety_checks',
  'max_output_length',
  ...ownership,
]);

export function hostedItem(item: JsonObject): HostedItem {
  const type = asString(item.type) ?? '';
  const id = asString(item.call_id) ?? asString(item.id);
  const isResult = type.endsWith('_output');
  const isCall = type.endsWith('_call') || callTypes.has(type);
  const told = isResult || isCall ? (gaveOf(item) ?? failureOf(item)) : undefined;
  const gave = isCall ? told : (told ?? item);
  const server = asString(item.server_label);
  const name = asString(item.name);
  const kind = server === undefined && name !== undefined ? contractToolOf(kindOf(type)) : undefined;
  return {
    tool: server === undefined ? (name ?? kindOf(type)) : `${server}/${name ?? kindOf(type)}`,
    ...(kind === undefined ? {} : { of: kind }),
    ...(server === undefined ? {} : { ofServer: { server, ...(name === undefined ? {} : { name }) } }),
    ...(id === undefined ? {} : { id }),
    ...(isCall ? { asked: askedOf(item) } : {}),
    ...(gave === undefined ? {} : { gave }),
  };
}

/** Members of the envelope that say something; items may carry them and facts have no word for them. */
const ignoredMembers = ['caller', 'namespace', 'pending_safety_checks', 'environment'] as const;

/** The name of a kind of tools on the wire. */
const kindOf = (type: string): string => type.replace(/_output$/, '').replace(/_call$/, '') || type;

function askedOf(item: JsonObject): Json {
  const member = askedMembers.find((name) => item[name] !== undefined && item[name] !== null);
  const told = member === undefined ? undefined : item[member];
  // An `action` that is a word, as an image has it, is a setting like the others.
  const asked = member === 'action' && typeof told === 'string' ? undefined : told;
  if (asked !== undefined)
    return member === 'arguments' && typeof asked === 'string' ? (parseJson(asked) ?? asked) : asked;
  return Object.fromEntries(
    Object.entries(item).filter(
      ([name, value]) => !envelopeMembers.has(name) && !resultMembers.includes(name) && value !== null,
    ),
  );
}

const failureOf = ({ status }: JsonObject): Json | undefined => (status === 'failed' ? status : undefined);

/** The one result member that is filled; the whole item where there are several. */
function gaveOf(item: JsonObject): Json | undefined {
  const filled = resultMembers.filter((name) => item[name] !== undefined && item[name] !== null);
  return filled.length > 1 ? item : (item[filled[0] ?? ''] ?? asObject(item.action)?.sources ?? undefined);
}

// Citations in a text of an answer. Source: `ResponseOutputText` of `openai`, `resources/responses/responses.d.ts`.

/**
 * One fact per citation of an `output_text` part. What names the source is its URL or its file.
 *
 * The SDK's types speak of "the index of the first character" and "of the last character". Recorded traffic shows that the
 * end is exclusive, and that bytes are not what is counted. It does not show whether a character outside the Basic
 * Multilingual Plane counts once or twice: no recorded text that cites holds one. Here it counts once, as a Unicode code
 * point, which is what "character" says. A `file_citation` has one index, the place after which its mark belongs: no words.
 *
 * @param path place of the part, such as `exchanges[0].response.body.output[1].content[0]`.
 */
function citationsOf(part: JsonObject, path: string): { facts: LocatedFact[]; unread: Unrecognized[] } {
  const facts: LocatedFact[] = [];
  const unread: Unrecognized[] = [];
  const text = asString(part.text) ?? '';
  for (const [i, value] of (asArray(part.annotations) ?? []).entries()) {
    const at = `${path}.annotations[${i}]`;
    const fact = citationOf(asObject(value) ?? {}, text);
    if (fact) facts.push({ fact, path: at });
    else unread.push({ path: at, what: `annotation ${asString(asObject(value)?.type) ?? 'without a type'}` });
  }
  return { facts, unread };
}

function citationOf(annotation: JsonObject, text: string): CitationFact | undefined {
  const { url, file_id: fileId, start_index: start, end_index: end } = annotation;
  const named = sourceNamed(annotation.title ?? annotation.filename);
  switch (annotation.type) {
    case 'url_citation':
      return { kind: 'citation', target: asString(url) ?? '', ...named, ...spanOf(text, start, end) };
    case 'container_file_citation':
      return { kind: 'citation', target: asString(fileId) ?? '', ...named, ...spanOf(text, start, end) };
    case 'file_citation':
    case 'file_path':
      return { kind: 'citation', target: asString(fileId) ?? '', ...named };
    default:
      return undefined;
  }
}

// Items by which the model asks the application to act. Source: `ResponseComputerToolCall`,
// `ResponseFunctionShellToolCall`, `ResponseOutputItem.LocalShellCall`, `ResponseApplyPatchToolCall` of `openai`.

/**
 * - A computer is asked for `actions` or, by models of the preview, for one `action`.
 * - A shell is asked for `{ commands, … }`, which is named `exec` here, as `local_shell` names its own.
 * - A shell in a container is the provider's: such a call is none of these.
 *
 * @returns `undefined` for every other item.
 */
export function actionsOf(item: JsonObject): Pick<ActionCallFact, 'tool' | 'actions'> | undefined {
  switch (item.type) {
    case 'computer_call':
      return { tool: 'computer-use', actions: objectsIn(asArray(item.actions) ?? [item.action ?? null]) };
    case 'shell_call': {
      const action = asObject(item.action);
      return isHostedShell(item) ? undefined : { tool: 'shell', actions: action ? [{ type: 'exec', ...action }] : [] };
    }
    case 'local_shell_call':
      return { tool: 'shell', actions: objectsIn([item.action ?? null]) };
    case 'apply_patch_call':
      return { tool: 'text-editor', actions: objectsIn([item.operation ?? null]) };
    default:
      return undefined;
  }
}

const objectsIn = (values: readonly Json[]): JsonObject[] => values.filter(isJsonObject);

/** A call of a shell that the provider runs itself. */
export const isHostedShell = ({ type, environment }: JsonObject): boolean =>
  type === 'shell_call' && /^container/.test(asString(asObject(environment)?.type) ?? '');

/** The fact of such a call. */
function actionCallOf(item: JsonObject): ActionCallFact | undefined {
  const asked = actionsOf(item);
  if (!asked) return undefined;
  const id = asString(item.call_id);
  return {
    kind: 'action-call',
    ...asked,
    ...(id === undefined ? {} : { id }),
    ...pendingSafetyChecks(item.pending_safety_checks),
  };
}

/** The checks that the application has to acknowledge before it acts. */
export const safetyChecksOf = (item: JsonObject): JsonObject[] => objectsIn(asArray(item.pending_safety_checks) ?? []);

/**
 * True for a search of X: xAI runs it, and tells it in the form of a custom call, which nobody answers. Its ids begin with `xs_`. Source:
 * vercel/ai, packages/xai/src/responses/__fixtures__/xai-x-search-tool.chunks.txt.
 */
export const isRunByService = ({ type, call_id }: JsonObject): boolean =>
  type === 'custom_tool_call' && typeof call_id === 'string' && call_id.startsWith('xs_');

/** True for an item after which the application must act; with it a response is `completed` all the same. */
function leavesTheTurn(item: JsonObject): boolean {
  const { type } = item;
  const asks = type === 'function_call' || type === 'custom_tool_call' || type === 'mcp_approval_request';
  return (asks && !isRunByService(item)) || actionsOf(item) !== undefined;
}

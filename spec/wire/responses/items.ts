/** What the items of an answer say, however they travelled. Source: `ResponseOutputItem` of `openai`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { dataFact, dataUrlFact } from '../../facts/data.ts';
import type { Fact, LocatedFact, Reading, Unread } from '../../facts/fact.ts';
import { messageIdFact } from '../identity.ts';
import { asArray, asObject, asString, otherMembers, parseJson } from '../json.ts';
import { actionCallOf } from './actions.ts';
import { citationsOf } from './citations.ts';
import { hostedItem, ownership, quietMembers } from './hosted.ts';

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
export function readItems(items: readonly PlacedItem[]): Reading {
  const readings = items.map(readItem);
  return { facts: readings.flatMap(({ facts }) => facts), unread: readings.flatMap(({ unread }) => unread) };
}

function readItem(placed: PlacedItem): Reading {
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

function readMessage({ item, path }: PlacedItem, memberPath: string): Reading {
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
function readReasoning({ item, path, sealedAgain }: PlacedItem, memberPath: string): Reading {
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
    ...(caller === null || saysNothing('caller', caller) ? {} : { caller }),
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

function readHosted({ item, path }: PlacedItem, memberPath: string): Reading {
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
  const members = quietMembers.filter((name) => {
    const value = item[name] ?? null;
    return asked !== undefined && value !== null && (asArray(value)?.length ?? 1) > 0 && !saysNothing(name, value);
  });
  return {
    facts: [...facts, ...mediaOf(item).map((fact) => ({ fact, path: memberPath }))],
    unread: members.map((name) => ({ path: `${memberPath}.${name}`, what: `${item.type}.${name}` })),
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
const saysNothing = (name: string, value: Json): boolean => name === 'caller' && asObject(value)?.type === 'direct';

function unreadMembers(object: JsonObject, known: readonly string[], path: string): Unread[] {
  return otherMembers(object, new Set(['type', ...ownership, ...known]))
    .filter((name) => asArray(object[name])?.length !== 0 && !saysNothing(name, object[name] ?? null))
    .map((name) => ({ path: `${path}.${name}`, what: `${asString(object.type) ?? ''}.${name}` }));
}

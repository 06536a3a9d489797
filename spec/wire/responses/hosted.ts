/**
 * Items of hosted tools, all by one rule. Source: `ResponseOutputItem` of `openai`, `resources/responses/responses.d.ts`.
 *
 * - What an item gave is what stands in its result members, or the `sources` that its `action` found; empty lists are a
 *   result, `null` is none. An item whose type ends in `_output` is a result and nothing else,
 *   the whole item where it gave nothing.
 * - What an item was asked is its `arguments`, `action`, `actions`, `operation` or `input`; where it has none of these, all
 *   members that are neither its envelope nor a result (`{ code, container_id }`, `{ queries }`, `{ server_label }`).
 * - That a call failed is a result too, where nothing else is said of it: the word `failed`.
 * - One item is one call, and one result where it has any; both under its `call_id`, else its `id`.
 * - An item of an unknown type is a result, whole: nothing is lost because it is new.
 */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import { toolOfWire } from '../../facts/hosted-tools.ts';
import { asObject, asString, parseJson } from '../json.ts';

/** A hosted tool's item, taken apart. */
export interface HostedItem {
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
export const ownership = ['agent_reference', 'response_id'] as const;

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
  const kind = server === undefined && name !== undefined ? toolOfWire(kindOf(type)) : undefined;
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
export const quietMembers = ['caller', 'namespace', 'pending_safety_checks', 'environment'] as const;

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

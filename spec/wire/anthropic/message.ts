/**
 * What one message says, however it travelled. Source: `Message` and `ContentBlock` of `@anthropic-ai/sdk`,
 * `resources/messages/messages.d.ts`; the beta blocks of `resources/beta/messages/messages.d.ts`.
 */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import type { Fact, LocatedFact, Reading, ReasoningFact, Unread } from '../../facts/fact.ts';
import { messageIdFact } from '../identity.ts';
import { joinText } from '../joined-text.ts';
import { asObject, asString, otherMembers, parseJson } from '../json.ts';
import { type ActionTools, askedBy } from './actions.ts';
import { citationsOf } from './citations.ts';
import { mediaIn } from './media.ts';
import type { PlacedBlock, PlacedMessage } from './placed.ts';

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
]);
const resultMembers = ['tool_use_id', 'content'];
const resultSuffix = '_tool_result';

/**
 * The facts of a message's contents: its text as one, everything else block by block, in order; and its id.
 *
 * @param tools by which the application is asked to act
 */
export function readContents(message: PlacedMessage, tools: ActionTools): Reading {
  const facts: LocatedFact[] = [];
  const unread: Unread[] = [...message.unread];
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

function factOf(placed: PlacedBlock, tools: ActionTools): Fact | undefined {
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
      const asked = askedBy(block, input, tools);
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
    ...(isJsonObject(caller) && !saysNothing('caller', caller) ? { caller } : {}),
    ...(toolset === null ? {} : { toolset_name: toolset }),
  };
  return Object.keys(state).length === 0 ? {} : { state };
}

function reasoning(text = '', protectedData = ''): ReasoningFact | undefined {
  if (text === '' && protectedData === '') return undefined;
  return { kind: 'reasoning', text, ...(protectedData === '' ? {} : { protectedData }) };
}

/** The input of a call; the text itself where a stream wrote no JSON. A stream without any keeps what its start said. */
function inputOf({ block, inputText }: PlacedBlock): Json {
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

function unreadOf({ block, path }: PlacedBlock): Unread[] {
  const type = asString(block.type);
  const known = readMembers.get(type ?? '') ?? (type?.endsWith(resultSuffix) ? resultMembers : undefined);
  if (!known) return [{ path, what: type ?? 'content block without a type' }];
  const read = new Set(['type', ...known]);
  const members = otherMembers(block, read).filter((name) => !saysNothing(name, block[name]));
  return members.map((name) => ({ path: `${path}.${name}`, what: `${type}.${name}` }));
}

/** What blocks say of the ordinary case: that the model itself calls, that nothing failed. */
export const saysNothing = (name: string, value: Json | undefined): boolean =>
  (name === 'caller' && isJsonObject(value) && value.type === 'direct') || (name === 'is_error' && value === false);

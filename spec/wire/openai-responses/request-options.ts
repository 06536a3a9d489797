import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatOptions, Tool } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asCount, asObject, asString, restOf } from '../json.ts';
import { type MemberReader, readMembers, readTools } from '../members.ts';
import { toolChoiceOf, toolOf } from './request-tools.ts';

/** A member that holds a text, under its name in the contract. */
const text =
  (name: 'modelId' | 'instructions' | 'conversationId'): MemberReader =>
  (value) =>
    typeof value === 'string' ? { options: { [name]: value } } : undefined;

/** A member that is true or false, under its name in the contract. */
const flag =
  (name: 'allowMultipleToolCalls' | 'store'): MemberReader =>
  (value) =>
    typeof value === 'boolean' ? { options: { [name]: value } } : undefined;

/** How each member is read. Source: `ResponseCreateParamsBase` of `openai`. */
const memberReaders: Readonly<Record<string, MemberReader>> = {
  model: text('modelId'),
  instructions: text('instructions'),
  previous_response_id: text('conversationId'),
  conversation: (value) => text('conversationId')(asObject(value)?.id ?? value),
  parallel_tool_calls: flag('allowMultipleToolCalls'),
  store: flag('store'),
  max_output_tokens: (value) => (asCount(value) ? { options: { maxOutputTokens: Number(value) } } : undefined),
  temperature: (value) => (typeof value === 'number' ? { options: { temperature: value } } : undefined),
  tool_choice: toolChoiceOf,
  reasoning: (value) => {
    const reasoning = asObject(value);
    const effort = asString(reasoning?.effort);
    if (!reasoning || (effort !== 'low' && effort !== 'medium' && effort !== 'high')) return undefined;
    return { options: { reasoning: { effort } }, rest: restOf(reasoning, ['effort']) };
  },
};

const readElsewhere = new Set(['input', 'tools', 'stream']);

/** What a request's body asks for besides the input. Paths of tools go to `paths`, what is not understood to `unread`. */
export function readOptions(body: JsonObject, paths: Map<object, string>, unread: Unread[]): ChatOptions {
  const read = readTools(body.tools, toolOf, paths, unread);
  const elsewhere = limitSearch(read.tools, body) ? new Set([...readElsewhere, 'max_tool_calls']) : readElsewhere;
  return { ...read, ...readMembers(body, memberReaders, elsewhere) };
}

/** The limit of calls is one for all tools of the provider: where search is the only one, it is that of the search. */
function limitSearch(tools: readonly Tool[] = [], { max_tool_calls: most }: JsonObject): boolean {
  const [search, ...others] = tools.filter(({ type }) => type !== 'function');
  const limit = asCount(most);
  if (search?.type !== 'web-search' || others.length > 0 || !limit) return false;
  search.maximumUses = limit;
  return true;
}

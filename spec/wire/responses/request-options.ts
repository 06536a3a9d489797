import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatOptions, Tool } from '../../contract/index.ts';
import { asCount, asObject, asString, restOf } from '../json.ts';
import { type MemberReader, readMembers } from '../members.ts';
import { toolChoiceOf } from './request-tools.ts';

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

/** Members that are read elsewhere, or that only say how the answer travels. */
const readElsewhere = ['input', 'tools', 'stream'];

/**
 * What a request's members ask for besides the input. The limit of calls becomes that of the search where it is one.
 *
 * @param tools as they were read
 * @param elsewhere further members that are read elsewhere
 */
export function readOptions(
  body: JsonObject,
  tools: Tool[] | undefined,
  elsewhere: readonly string[] = [],
): ChatOptions {
  const limit = limitSearch(tools, body) ? ['max_tool_calls'] : [];
  const options = readMembers(body, memberReaders, new Set([...readElsewhere, ...elsewhere, ...limit]));
  return { ...(tools ? { tools } : {}), ...options };
}

/** The limit of calls is one for all tools of the provider: where search is the only one, it is that of the search. */
function limitSearch(tools: readonly Tool[] = [], { max_tool_calls: most }: JsonObject): boolean {
  const [search, ...others] = tools.filter(({ type }) => type !== 'function');
  const limit = asCount(most);
  if (search?.type !== 'web-search' || others.length > 0 || !limit) return false;
  search.maximumUses = limit;
  return true;
}

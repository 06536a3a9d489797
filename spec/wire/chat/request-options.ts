import type { JsonObject } from '../../../files/canonical-json.ts';
import type { ChatOptions, Tool } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString, restOf } from '../json.ts';
import { type MemberReader, readMembers, readTools } from '../members.ts';
import type { ChatDialect } from './dialect.ts';

export const maximum: MemberReader = (value) =>
  asCount(value) ? { options: { maxOutputTokens: Number(value) } } : undefined;

export const toolChoice: MemberReader = (value) => {
  if (value === 'auto' || value === 'none' || value === 'required') return { options: { toolMode: { type: value } } };
  const choice = asObject(value);
  const name = asString((asObject(choice?.function) ?? asObject(choice?.custom))?.name);
  if (!choice || name === undefined) return undefined;
  return {
    options: { toolMode: { type: 'required', functionName: name } },
    rest: restOf(choice, ['type', 'function', 'custom']),
  };
};

/** How each member is read that all dialects have; `undefined` where it says something that the options cannot. */
const memberReaders: Readonly<Record<string, MemberReader>> = {
  model: (value) => (typeof value === 'string' ? { options: { modelId: value } } : undefined),
  max_tokens: maximum,
  temperature: (value) => (typeof value === 'number' ? { options: { temperature: value } } : undefined),
  stop: (value) => {
    const sequences = typeof value === 'string' ? [value] : asArray(value)?.filter((s) => typeof s === 'string');
    const all = typeof value === 'string' || sequences?.length === asArray(value)?.length;
    return sequences && all ? { options: { stopSequences: sequences } } : undefined;
  },
  parallel_tool_calls: (value) =>
    typeof value === 'boolean' ? { options: { allowMultipleToolCalls: value } } : undefined,
  tool_choice: toolChoice,
  reasoning_effort: (value) =>
    value === 'low' || value === 'medium' || value === 'high'
      ? { options: { reasoning: { effort: value } } }
      : undefined,
};

const readElsewhere = new Set(['messages', 'tools', 'stream']);

/** What a request's body asks for besides the messages. Paths of tools go to `paths`, what is not understood to `unread`. */
export function readOptions(
  body: JsonObject,
  dialect: ChatDialect,
  paths: Map<object, string>,
  unread: Unread[],
): ChatOptions {
  const beside = (dialect.toolsBeside?.(body) ?? []).map(({ tool, path }): Tool => {
    paths.set(tool, path);
    return tool;
  });
  const { tools } = readTools(body.tools, dialect.toolOf, paths, unread);
  const all = [...(tools ?? []), ...beside];
  return {
    ...(tools || beside.length > 0 ? { tools: all } : {}),
    ...readMembers(body, { ...memberReaders, ...dialect.memberReaders }, readElsewhere),
  };
}

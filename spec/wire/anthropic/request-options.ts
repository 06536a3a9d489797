import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ChatOptions } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString, restOf } from '../json.ts';
import { type MemberReader, type MemberReading, readMembers, readTools } from '../members.ts';
import { hasCodeInterpreter, olderServerToolsOf, serversOf } from './request-hosted-tools.ts';
import { toolChoiceOf, toolOf } from './request-tools.ts';

/** How each member is read; `undefined` where it says something that the options cannot. */
const memberReaders: Readonly<Record<string, MemberReader>> = {
  system: readSystem,
  model: (value) => (typeof value === 'string' ? { options: { modelId: value } } : undefined),
  max_tokens: (value) => (asCount(value) ? { options: { maxOutputTokens: Number(value) } } : undefined),
  temperature: (value) => (typeof value === 'number' ? { options: { temperature: value } } : undefined),
  stop_sequences: (value) => {
    const sequences = asArray(value)?.filter((s) => typeof s === 'string');
    return sequences?.length === asArray(value)?.length ? { options: { stopSequences: sequences ?? [] } } : undefined;
  },
  tool_choice: toolChoiceOf,
  thinking: (value) => {
    const thinking = asObject(value);
    const budgetTokens = thinking?.type === 'enabled' ? asCount(thinking.budget_tokens) : undefined;
    if (!thinking || !budgetTokens) return undefined;
    return { options: { reasoning: { budgetTokens } }, rest: restOf(thinking, ['type', 'budget_tokens']) };
  },
  output_config: (value) => {
    const config = asObject(value);
    const effort = config?.effort;
    if (!config || (effort !== 'low' && effort !== 'medium' && effort !== 'high')) return undefined;
    return { options: { reasoning: { effort } }, rest: restOf(config, ['effort']) };
  },
};

/** Members that are read elsewhere, or that only say how the answer travels. */
const readElsewhere = new Set(['messages', 'tools', 'stream']);

/** What a request's body asks for besides the messages. Paths of tools go to `paths`, what is not understood to `unread`. */
export function readOptions(body: JsonObject, paths: Map<object, string>, unread: Unread[]): ChatOptions {
  const { tools } = readTools(body.tools, (declaration, path) => toolOf(declaration, path, body), paths, unread);
  const servers = olderServerToolsOf(body);
  for (const { tool, path } of servers) paths.set(tool, path);
  const declared = tools || servers.length > 0 ? { tools: [...(tools ?? []), ...servers.map(({ tool }) => tool)] } : {};
  const ofTools: Readonly<Record<string, MemberReader>> = {
    // With skills in it, a container says more than the tool that runs in it.
    container: (value) =>
      hasCodeInterpreter(body) ? { options: {}, rest: typeof value === 'string' ? undefined : value } : undefined,
    mcp_servers: () => (serversOf(body) ? { options: {} } : undefined),
  };
  return { ...declared, ...readMembers(body, { ...memberReaders, ...ofTools }, readElsewhere) };
}

/** A string or text blocks. Several blocks, or a block with members of its own, cannot be said again by one text. */
function readSystem(system: Json): MemberReading | undefined {
  if (typeof system === 'string') return { options: { instructions: system } };
  const blocks = asArray(system)?.map((block) => asObject(block) ?? {});
  const texts = blocks?.map((block) => asString(block.text));
  if (!blocks || !texts?.every((text) => text !== undefined)) return undefined;
  const plain = blocks.length === 1 && blocks.every((block) => restOf(block, ['type', 'text']) === undefined);
  return { options: { instructions: texts.join('\n\n') }, rest: plain ? undefined : system };
}

import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ChatOptions, Tool } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString, otherMembers, restOf } from '../json.ts';
import { toolChoiceOf, toolOf } from './request-tools.ts';

/** One member of the body in the words of the contract, and what of it these words do not say. */
interface MemberReading {
  readonly options: ChatOptions;
  /** As a merge patch, which the member makes together with the options. */
  readonly rest?: Json | undefined;
}

/** How each member is read; `undefined` where it says something that the options cannot. */
const memberReaders: Readonly<Record<string, (value: Json) => MemberReading | undefined>> = {
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
  const options: ChatOptions = {};
  const raw: Record<string, Json> = {};
  const tools = readTools(body.tools, paths, unread);
  if (tools) options.tools = tools;
  for (const name of otherMembers(body, readElsewhere)) {
    const value = body[name] ?? null;
    const reading = Object.hasOwn(memberReaders, name) ? memberReaders[name]?.(value) : undefined;
    const rest = reading ? reading.rest : value;
    if (rest !== undefined) raw[name] = rest;
    const { reasoning } = options;
    Object.assign(options, reading?.options);
    if (reasoning && options.reasoning) options.reasoning = { ...reasoning, ...options.reasoning };
  }
  if (Object.keys(raw).length > 0) options.rawRepresentation = raw;
  return options;
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

function readTools(value: Json | undefined, paths: Map<object, string>, unread: Unread[]): Tool[] | undefined {
  return asArray(value)?.map((declaration, i) => {
    const path = `request.body.tools[${i}]`;
    const reading = toolOf(asObject(declaration) ?? {}, path);
    paths.set(reading.tool, path);
    unread.push(...reading.unread);
    return reading.tool;
  });
}

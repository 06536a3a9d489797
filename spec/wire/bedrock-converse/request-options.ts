import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ChatOptions } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString, restOf } from '../json.ts';
import { type MemberReader, type MemberReading, readMembers } from '../members.ts';
import { readBuiltIns, readTools, toolModeOf } from './request-tools.ts';

/** What a request's body asks for besides the messages. Paths of tools go to `paths`, what is not understood to `unread`. */
export function readOptions(body: JsonObject, paths: Map<object, string>, unread: Unread[]): ChatOptions {
  const builtIns = readBuiltIns(asObject(body.additionalModelRequestFields), paths, unread);
  const tools = [...(readTools(body, paths, unread) ?? []), ...builtIns.tools];
  const memberReaders: Readonly<Record<string, MemberReader>> = {
    system: readSystem,
    inferenceConfig: readInference,
    toolConfig: readToolConfig,
    additionalModelRequestFields: (value) => readAdditional(value, builtIns.read),
    outputConfig: readOutput,
  };
  return { ...(tools.length > 0 ? { tools } : {}), ...readMembers(body, memberReaders, readElsewhere) };
}

const readElsewhere = new Set(['messages']);

/** Text blocks. Several, or one that is more than text (a cache point, say), cannot be said again by one text. */
function readSystem(system: Json): MemberReading | undefined {
  const blocks = asArray(system)?.map((block) => asObject(block) ?? {});
  if (!blocks) return undefined;
  if (blocks.length === 0) return { options: {} };
  const texts = blocks.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
  const [only, second] = blocks;
  const plain = texts.length === 1 && second === undefined && restOf(only ?? {}, ['text']) === undefined;
  const said: ChatOptions = texts.length > 0 ? { instructions: texts.join('\n\n') } : {};
  return { options: said, rest: plain ? undefined : system };
}

function readInference(value: Json): MemberReading | undefined {
  const config = asObject(value);
  if (!config) return undefined;
  const { maxTokens, temperature } = config;
  const sequences = asArray(config.stopSequences)?.filter((s) => typeof s === 'string');
  const options: ChatOptions = {
    ...(asCount(maxTokens) ? { maxOutputTokens: Number(maxTokens) } : {}),
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(sequences && sequences.length > 0 ? { stopSequences: sequences } : {}),
  };
  return { options, rest: restOf(config, ['maxTokens', 'temperature', 'stopSequences']) };
}

function readToolConfig(value: Json): MemberReading | undefined {
  const config = asObject(value);
  if (!config) return undefined;
  const toolMode = toolModeOf(asObject(config.toolChoice));
  return {
    options: toolMode ? { toolMode } : {},
    rest: restOf(config, ['tools', ...(toolMode ? ['toolChoice'] : [])]),
  };
}

/**
 * What only some models know: of Claude's the budget for thinking, and its own tools; of Nova's how hard to think. Source: Amazon Nova 2
 * user guide, extended thinking.
 */
function readAdditional(value: Json, readOfTools: readonly string[]): MemberReading | undefined {
  const fields = asObject(value);
  if (!fields) return undefined;
  const { thinking, reasoningConfig } = fields;
  const claude = asObject(thinking);
  const budgetTokens = claude?.type === 'enabled' ? asCount(claude.budget_tokens) : undefined;
  const nova = asObject(reasoningConfig);
  const effort = nova?.type === 'enabled' ? effortOf(nova.maxReasoningEffort) : undefined;
  const reasoning = { ...(budgetTokens ? { budgetTokens } : {}), ...(effort ? { effort } : {}) };
  const rest = {
    ...restOf(fields, [...readOfTools, ...(budgetTokens ? ['thinking'] : []), ...(effort ? ['reasoningConfig'] : [])]),
    ...(budgetTokens ? restIn('thinking', claude, ['type', 'budget_tokens']) : {}),
    ...(effort ? restIn('reasoningConfig', nova, ['type', 'maxReasoningEffort']) : {}),
  };
  return {
    options: budgetTokens || effort ? { reasoning } : {},
    rest: Object.keys(rest).length > 0 ? rest : undefined,
  };
}

function restIn(name: string, object: JsonObject | undefined, known: readonly string[]): JsonObject {
  const rest = restOf(object ?? {}, known);
  return rest ? { [name]: rest } : {};
}

function readOutput(value: Json): MemberReading | undefined {
  const config = asObject(value);
  const effort = effortOf(config?.effort);
  if (!config || !effort) return undefined;
  return { options: { reasoning: { effort } }, rest: restOf(config, ['effort']) };
}

function effortOf(value: Json | undefined): 'low' | 'medium' | 'high' | undefined {
  const effort = asString(value);
  return effort === 'low' || effort === 'medium' || effort === 'high' ? effort : undefined;
}

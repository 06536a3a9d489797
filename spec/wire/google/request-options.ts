import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ChatOptions, ReasoningOptions, ToolMode } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asArray, asCount, asObject, asString, restOf } from '../json.ts';
import { type MemberReader, type MemberReading, readMembers } from '../members.ts';
import { readTools, saysImages } from './request-tools.ts';

/** How each member is read; `undefined` where it says something that the options cannot. */
const memberReaders: Readonly<Record<string, MemberReader>> = {
  systemInstruction: readSystem,
  toolConfig: readToolConfig,
  generationConfig: readGenerationConfig,
};

const readElsewhere = new Set(['contents', 'tools', 'model']);

/** What a request's body asks for besides the messages. Paths of tools go to `paths`, what is not understood to `unread`. */
export function readOptions(body: JsonObject, paths: Map<object, string>, unread: Unread[]): ChatOptions {
  return { ...readTools(body, paths, unread), ...readMembers(body, memberReaders, readElsewhere) };
}

/** Texts of a content. Several of them, or members beside them, cannot be said again by one text. */
function readSystem(system: Json): MemberReading | undefined {
  if (typeof system === 'string') return { options: { instructions: system } };
  const parts = asArray(asObject(system)?.parts)?.map((part) => asObject(part) ?? {});
  const texts = parts?.map((part) => asString(part.text));
  if (!parts || parts.length === 0 || !texts?.every((text) => text !== undefined)) return undefined;
  const plain = parts.length === 1 && parts.every((part) => restOf(part, ['text']) === undefined);
  return { options: { instructions: texts.join('\n\n') }, rest: plain ? undefined : system };
}

/** Source: `FunctionCallingConfig` of `@google/genai`; ANY with names is a demand for one of these. */
function readToolConfig(value: Json): MemberReading | undefined {
  const config = asObject(value);
  const calling = asObject(config?.functionCallingConfig);
  const toolMode = calling && toolModeOf(calling);
  if (!config || !toolMode) return undefined;
  const restOfCalling = restOf(calling, ['mode', 'allowedFunctionNames']);
  const others = restOf(config, ['functionCallingConfig']);
  const rest = restOfCalling ? { ...others, functionCallingConfig: restOfCalling } : others;
  return { options: { toolMode }, rest };
}

function toolModeOf({ mode, allowedFunctionNames }: JsonObject): ToolMode | undefined {
  const names = asArray(allowedFunctionNames) ?? [];
  const [name] = names;
  if (names.length > 1 || (names.length === 1 && mode !== 'ANY')) return undefined;
  switch (mode) {
    case 'AUTO':
      return { type: 'auto' };
    case 'NONE':
      return { type: 'none' };
    case 'ANY':
      return typeof name === 'string' ? { type: 'required', functionName: name } : { type: 'required' };
    default:
      return undefined;
  }
}

/** Images among `responseModalities` are read as a tool, and stand there. */
function readGenerationConfig(value: Json): MemberReading | undefined {
  const config = asObject(value);
  if (!config) return undefined;
  const { maxOutputTokens, temperature, stopSequences, thinkingConfig, responseModalities } = config;
  const stops = asArray(stopSequences)?.filter((s) => typeof s === 'string');
  const reasoning = reasoningOf(asObject(thinkingConfig) ?? {});
  const read = [
    ...(asCount(maxOutputTokens) ? ['maxOutputTokens'] : []),
    ...(typeof temperature === 'number' ? ['temperature'] : []),
    ...(stops && stops.length > 0 ? ['stopSequences'] : []),
    ...(reasoning ? ['thinkingConfig'] : []),
    ...(saysImages(responseModalities) ? ['responseModalities', 'imageConfig'] : []),
  ];
  const rest = restOf(config, read);
  const restOfThinking = reasoning && restOf(asObject(thinkingConfig) ?? {}, ['thinkingBudget', 'thinkingLevel']);
  const whole = restOfThinking ? { ...rest, thinkingConfig: restOfThinking } : rest;
  return {
    options: {
      ...(asCount(maxOutputTokens) ? { maxOutputTokens: Number(maxOutputTokens) } : {}),
      ...(typeof temperature === 'number' ? { temperature } : {}),
      ...(stops && stops.length > 0 ? { stopSequences: stops } : {}),
      ...(reasoning ? { reasoning } : {}),
    },
    rest: whole,
  };
}

const efforts: Readonly<Record<string, ReasoningOptions['effort']>> = { LOW: 'low', MEDIUM: 'medium', HIGH: 'high' };

/** Source: `ThinkingConfig`, `ThinkingLevel` of `@google/genai`. */
function reasoningOf({ thinkingBudget, thinkingLevel }: JsonObject): ReasoningOptions | undefined {
  const budgetTokens = asCount(thinkingBudget);
  const effort = efforts[(asString(thinkingLevel) ?? '').toUpperCase()];
  if (!budgetTokens && !effort) return undefined;
  return { ...(budgetTokens ? { budgetTokens } : {}), ...(effort ? { effort } : {}) };
}

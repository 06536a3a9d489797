import { isJsonObject, type Json, type JsonObject, jsonEquals } from '../../files/canonical-json.ts';
import { hasMembers } from '../../files/has-members.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { ChatMessage, ChatOptions } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import { shown } from '../facts/describe.ts';
import type { Lackable, RequestReading } from '../wire/reader.ts';
import {
  answered,
  type Check,
  type CheckOutcome,
  contractSource,
  type JudgeContext,
  type JudgedStep,
  sum,
} from './check.ts';
import { instructed } from './lib/instructed.ts';
import { isEmpty } from './lib/is-empty.ts';
import { newMessages } from './lib/new-messages.ts';
import { unfoundedWarnings } from './lib/unfounded-warnings.ts';
import { isWarnedOf } from './lib/warned.ts';

/** Options that other checks judge; what a conversation's id stands for is judged by the history, where there is any such thing. */
const judgedElsewhere: readonly (keyof ChatOptions)[] = ['tools', 'conversationId', 'rawRepresentation'];

export const check: Check = {
  id: 'options-on-the-wire',
  level: 'MUST',
  title:
    'Every option that the caller sets stands on the wire, or is warned of where the API has no member for it; no other is warned of, and no instructions are added.',
  reason:
    'An option that is dropped in silence — a tool choice, a limit, the instructions — makes another request of it.',
  sources: [contractSource, { title: 'M.E.AI ChatOptions, ChatToolMode' }],
  of: answered,
  judge: (context) =>
    sum(
      context.steps.flatMap((step) => [
        ...step.requests.map((request) => judgeRequest(step, request, context)),
        judgeWarnings(step, context),
      ]),
    ),
};

function judgeWarnings({ step, path }: JudgedStep, { lacksOfTools }: JudgeContext): CheckOutcome {
  return {
    compared: step.response?.warnings.length ?? 0,
    findings: unfoundedWarnings(step, path, lacksOfTools),
  };
}

function judgeRequest({ step, path }: JudgedStep, request: RequestReading, context: JudgeContext): CheckOutcome {
  const onWire: ChatOptions = { ...request.options, ...instructions(request.messages, request.options) };
  const wirePath = `${path}.exchanges[${request.exchange}].request`;
  // Where a request names a model, it is the one that was asked for.
  const named = onWire.modelId === undefined ? {} : { modelId: step.options.modelId ?? context.trace.settings.model };
  const messages = newMessages(step.messages, request.options);
  const told = instructions(messages, step.options);
  const differs = (key: keyof ChatOptions, value: Json) =>
    // What was said in several places is joined as the adapter likes.
    key === 'instructions' && instructed(messages, {}).before > 0
      ? inOneLine(onWire.instructions) !== inOneLine(value)
      : !jsonEquals(onWire[key] ?? unlessSaid[key], value);
  const lacks = [...context.lacks, ...(request.lacks ?? [])];
  const asked = withoutBudget(step, context);
  const wanted = Object.entries({ ...asked, ...named, ...told }) as [keyof ChatOptions, Json][];
  // An id that a response gave is the adapter's own, whatever it stands for.
  const isStranger = (key: keyof ChatOptions) =>
    key === 'conversationId' && lacks.includes(key) && step === context.trace.steps[0];
  const isJudged = (key: keyof ChatOptions) => !judgedElsewhere.includes(key) || isStranger(key);
  const set = wanted.filter(([key, value]) => isJudged(key) && !isEmpty(value) && saysSomething(key, step.options));
  const findings: Finding[] = set
    .filter(([key, value]) => differs(key, value))
    .filter(([key]) => !(isLacking(key, step.options, lacks) && isWarnedOf(key, step)))
    .map(([key, value]) => ({
      message: `the option "${key}" is ${shown(value)} and the wire says ${shown(onWire[key])}${
        isLacking(key, step.options, lacks)
          ? '; the API has no member for it, and the response does not warn (code "unsupported-setting")'
          : ''
      }`,
      wirePath,
      wire: onWire[key] ?? null,
      adapterPath: `${path}.options.${key}`,
      adapter: value,
    }));
  // The one restriction that a request can say by the way: asked of nobody, calls come one by one.
  if (onWire.allowMultipleToolCalls === false && step.options.allowMultipleToolCalls === undefined) {
    findings.push({
      message: 'the wire allows one call at a time, and the caller did not ask for that',
      wirePath,
      wire: false,
    });
  }
  const patch = step.options.rawRepresentation;
  if (patch && !hasMembers(bodyOf(step.exchanges[request.exchange]), withoutNulls(patch))) {
    findings.push({
      message: `the break-glass members ${shown(patch)} are not on the wire`,
      wirePath: `${wirePath}.body`,
      adapterPath: `${path}.options.rawRepresentation`,
      adapter: patch,
    });
  }
  if (isUnasked(onWire.instructions, told.instructions, patch)) {
    findings.push({
      message: `the wire has the instructions ${shown(onWire.instructions)}, and the caller gave none`,
      wirePath,
      wire: onWire.instructions ?? null,
    });
  }
  return { compared: set.length + (patch ? 1 : 0), findings };
}

/** Whether an API has no member for an option, or none for what it says here. */
function isLacking(key: keyof ChatOptions, { toolMode, tools = [] }: ChatOptions, lacks: readonly Lackable[]): boolean {
  if (lacks.includes(key)) return true;
  if (key !== 'toolMode') return false;
  return (
    (toolMode?.type === 'none' && lacks.includes('toolMode.none')) ||
    (!tools.some(({ type }) => type === 'function') && lacks.includes('toolMode.withoutFunctions'))
  );
}

/** Instructions that nobody gave, be they empty; break-glass may have put them there. */
const isUnasked = (sent: string | undefined, told: string | undefined, patch: JsonObject | undefined): boolean =>
  sent !== undefined && told === undefined && patch === undefined;

/** What every provider takes where nothing is said. */
const unlessSaid: ChatOptions = { allowMultipleToolCalls: true };

/** Where there is no tool to call, or none may be called, only a demand says something. */
function saysSomething(key: keyof ChatOptions, { tools = [], toolMode }: ChatOptions): boolean {
  if (key !== 'toolMode' && key !== 'allowMultipleToolCalls') return true;
  if (toolMode?.type === 'none') return key === 'toolMode' && tools.length > 0;
  return tools.length > 0 || toolMode?.type === 'required';
}

/** What was asked, but for a budget that the API has no member for, where that is said. */
function withoutBudget(step: JudgedStep['step'], { lacks }: JudgeContext): ChatOptions {
  const { reasoning, ...others } = step.options;
  const member = 'reasoning.budgetTokens';
  if (!reasoning || !lacks.includes(member) || !isWarnedOf(member, step)) return step.options;
  const { budgetTokens: _, ...rest } = reasoning;
  return Object.keys(rest).length === 0 ? others : { ...others, reasoning: rest };
}

const inOneLine = (text: Json | undefined): string => String(text).replaceAll(/\s+/g, ' ').trim();

/** The instructions with the messages of the system that come first: some APIs have one place for both. */
function instructions(messages: readonly ChatMessage[], options: ChatOptions): Pick<ChatOptions, 'instructions'> {
  const said = instructed(messages, options).instructions;
  return said === undefined ? {} : { instructions: said };
}

function bodyOf(exchange: Exchange | undefined): unknown {
  try {
    return JSON.parse(exchange?.request.body?.text ?? 'null');
  } catch {
    return null;
  }
}

/** In a merge patch null removes a member, so there is nothing to be found. */
function withoutNulls(value: Json): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, v]) => v !== null)
      .map(([k, v]) => [k, withoutNulls(v)]),
  );
}

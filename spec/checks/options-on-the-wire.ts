import { isJsonObject, type Json, jsonEquals } from '../../files/canonical-json.ts';
import { hasMembers } from '../../files/has-members.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import type { ChatOptions } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import { shown } from '../facts/describe.ts';
import type { RequestReading } from '../wire/reader.ts';
import { type Check, type CheckOutcome, contractSource, type JudgedStep, notApplicable, sum } from './check.ts';

/** Options that other checks judge; what a conversation's id stands for is judged by the history. */
const judgedElsewhere: readonly (keyof ChatOptions)[] = ['tools', 'conversationId', 'rawRepresentation'];

export const check: Check = {
  id: 'options-on-the-wire',
  level: 'MUST',
  title: 'Every option that the caller sets stands on the wire.',
  reason:
    'An option that is dropped in silence — a tool choice, a limit, the instructions — makes another request of it.',
  sources: [contractSource, { title: 'M.E.AI ChatOptions, ChatToolMode' }],
  judge: ({ case: { kind }, steps, trace }) =>
    kind === 'refusal'
      ? notApplicable
      : sum(steps.flatMap((step) => step.requests.map((request) => judgeRequest(step, request, trace.settings.model)))),
};

function judgeRequest({ step, path }: JudgedStep, request: RequestReading, model: string): CheckOutcome {
  const onWire: ChatOptions = request.options;
  const wirePath = `${path}.exchanges[${request.exchange}].request`;
  // Where a request names a model, it is the one that was asked for.
  const named = onWire.modelId === undefined ? {} : { modelId: step.options.modelId ?? model };
  const wanted: ChatOptions = { ...step.options, ...named };
  const set = Object.entries(wanted).filter(([key]) => !judgedElsewhere.includes(key as keyof ChatOptions));
  const findings: Finding[] = set
    .filter(([key, value]) => !jsonEquals(onWire[key as keyof ChatOptions], value))
    .map(([key, value]) => ({
      message: `the option "${key}" is ${shown(value)} and the wire says ${shown(onWire[key as keyof ChatOptions])}`,
      wirePath,
      wire: onWire[key as keyof ChatOptions] ?? null,
      adapterPath: `${path}.options.${key}`,
      adapter: value,
    }));
  const patch = step.options.rawRepresentation;
  if (patch && !hasMembers(bodyOf(step.exchanges[request.exchange]), withoutNulls(patch))) {
    findings.push({
      message: `the break-glass members ${shown(patch)} are not on the wire`,
      wirePath: `${wirePath}.body`,
      adapterPath: `${path}.options.rawRepresentation`,
      adapter: patch,
    });
  }
  return { compared: set.length + (patch ? 1 : 0), findings };
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

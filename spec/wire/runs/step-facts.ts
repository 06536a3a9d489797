/**
 * What a run's steps say of hosted tools, all by one rule. Source: `RunStep`, `ToolCall` of `openai`,
 * `resources/beta/threads/runs/steps.d.ts`.
 *
 * A call of a tool stands under the tool's own name: `{ id, type: "x", x: { … } }`. What it gave are the members `outputs`,
 * `results` or `output` of that; what it was asked is everything else there. That its step failed is a result too, where
 * nothing else is said of it. Calls of functions are read where the run waits for them.
 */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { LocatedFact, Reading, Unread } from '../../facts/fact.ts';
import { asArray, asObject, asString, otherMembers } from '../json.ts';
import type { Told } from './told.ts';

/** Members that are read, or that say who and when. */
const known = new Set([
  ...[
    'id',
    'object',
    'created_at',
    'run_id',
    'assistant_id',
    'thread_id',
    'type',
    'status',
    'cancelled_at',
    'metadata',
  ],
  ...['completed_at', 'expires_at', 'expired_at', 'failed_at', 'last_error', 'step_details', 'usage'],
]);

const resultMembers = ['outputs', 'results', 'output'];

export function readToolCalls({ value: step, path }: Told, isNew: (call: JsonObject) => boolean): Reading {
  const facts: LocatedFact[] = [];
  const unread: Unread[] = otherMembers(step, known).map((name) => ({ path: `${path}.${name}`, what: `step.${name}` }));
  for (const [i, value] of (asArray(asObject(step.step_details)?.tool_calls) ?? []).entries()) {
    const call = asObject(value) ?? {};
    const at = `${path}.step_details.tool_calls[${i}]`;
    if (call.type === 'function' || !isNew(call)) continue;
    if (asString(call.type) === undefined) unread.push({ path: at, what: 'tool call without a type' });
    else facts.push(...readCall(call, step, at));
  }
  return { facts, unread };
}

function readCall(call: JsonObject, step: JsonObject, path: string): LocatedFact[] {
  const tool = asString(call.type) ?? '';
  const id = asString(call.id);
  const named = { tool, ...(id === undefined ? {} : { id }) };
  const body = asObject(call[tool]) ?? {};
  const given = resultMembers.find((name) => (body[name] ?? null) !== null);
  const gave =
    (given === undefined ? undefined : body[given]) ?? (step.status === 'failed' ? step.last_error : undefined);
  const asked = Object.entries(body).filter(([name, value]) => !resultMembers.includes(name) && value !== null);
  return [
    { fact: { kind: 'hosted-call', arguments: Object.fromEntries(asked), ...named }, path },
    ...(gave === undefined || gave === null
      ? []
      : [{ fact: { kind: 'hosted-result', payload: gave, ...named } as const, path }]),
    ...filesIn(gave).map((fileId) => ({ fact: { kind: 'file', id: fileId } as const, path })),
  ];
}

/** Files that a tool made. Source: `CodeInterpreterToolCall.CodeInterpreter.Image`. */
const filesIn = (gave: Json | undefined): string[] =>
  (asArray(gave) ?? []).flatMap((output) => asString(asObject(asObject(output)?.image)?.file_id) ?? []);

/**
 * What a run's steps say of hosted tools, all by one rule. Source: `RunStep`, `ToolCall` of `openai`,
 * `resources/beta/threads/runs/steps.d.ts`; Azure.AI.Agents, run_steps/models.tsp and tools/models.tsp.
 *
 * A call of a tool stands under the tool's own name, `{ id, type: "x", x: { … } }`, or in the call itself. What it gave is the
 * member `outputs`, `results`, `output` or `response…` of that; what it was asked are its `arguments`, or everything else there.
 * That its step failed is a result too, where nothing else is said of it. Calls of functions are read where the run waits for
 * them. What a server offered stands in a step of activities, and is a result that nobody asked for.
 */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { LocatedFact, Reading, Unread } from '../../facts/fact.ts';
import { asArray, asObject, asString, otherMembers, parseJson } from '../json.ts';
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

const isResult = (member: string): boolean => /^(outputs?|results|response\w*)$/.test(member);

/** Members that say which call it is, and not what it was asked. */
const naming = new Set(['id', 'type', 'name', 'server_label']);

/** Whether nothing more is to be said of a step. */
export const isOver = ({ value }: Told): boolean => value.status !== 'in_progress';

/** Its calls of tools, and what else it did. Deltas say in their type which tool it is that they are pieces of. */
export const callsOfStep = (step: JsonObject): JsonObject[] => {
  const details = asObject(step.step_details);
  return (asArray(details?.tool_calls) ?? asArray(details?.activities) ?? []).map((call) => asObject(call) ?? {});
};

export function readStep({ value: step, path }: Told, isNew: (call: JsonObject) => boolean): Reading {
  const facts: LocatedFact[] = [];
  const unread: Unread[] = otherMembers(step, known).map((name) => ({ path: `${path}.${name}`, what: `step.${name}` }));
  const list = asArray(asObject(step.step_details)?.activities) ? 'activities' : 'tool_calls';
  for (const [i, call] of callsOfStep(step).entries()) {
    const at = `${path}.step_details.${list}[${i}]`;
    if (call.type === 'function' || !isNew(call)) continue;
    if (asString(call.type) === undefined) unread.push({ path: at, what: 'tool call without a type' });
    else if (list === 'activities') facts.push(activity(call, at));
    else facts.push(...readCall(call, step, at));
  }
  return { facts, unread };
}

const activity = (made: JsonObject, path: string): LocatedFact => ({
  fact: { kind: 'hosted-result', payload: made, ...namedBy(made) },
  path,
});

function namedBy(call: JsonObject): { tool: string; id?: string } {
  const id = asString(call.id);
  return { tool: asString(call.type) ?? '', ...(id === undefined ? {} : { id }) };
}

/** A call whose arguments are one text; an empty one for a call without any. */
export function writtenArguments(written: Json | undefined): Json {
  const text = asString(written) ?? '';
  return text === '' ? {} : (parseJson(text) ?? text);
}

function readCall(call: JsonObject, step: JsonObject, path: string): LocatedFact[] {
  const own = asObject(call[asString(call.type) ?? '']);
  const body = own ?? call;
  const members = otherMembers(body, own ? new Set() : naming);
  const given = members.filter(isResult).map((name) => body[name]);
  const error = given.length === 0 && step.status === 'failed' ? step.last_error : undefined;
  const gave = given[0] ?? error;
  const asked = members.filter((name) => !isResult(name));
  const isWritten = typeof body.arguments === 'string';
  const named = namedBy(call);
  return [
    {
      fact: {
        kind: 'hosted-call',
        arguments: isWritten
          ? writtenArguments(body.arguments)
          : Object.fromEntries(asked.map((name) => [name, body[name] ?? null])),
        ...named,
      },
      path,
    },
    ...(gave === undefined || gave === null
      ? []
      : [
          {
            fact: {
              kind: 'hosted-result',
              payload: gave,
              ...named,
              ...(error ? ({ failed: true } as const) : {}),
            } as const,
            path,
          },
        ]),
    ...filesIn(gave).map((fileId) => ({ fact: { kind: 'file', id: fileId, mediaType: 'image/*' } as const, path })),
  ];
}

/** Files that a tool made. Source: `CodeInterpreterToolCall.CodeInterpreter.Image`. */
const filesIn = (gave: Json | undefined): string[] =>
  (asArray(gave) ?? []).flatMap((output) => asString(asObject(asObject(output)?.image)?.file_id) ?? []);

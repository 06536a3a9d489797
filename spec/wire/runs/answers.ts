/** What the answers of one client call say. Source: `Run`, `RunStep`, `Message` of `openai`, `resources/beta/threads`. */
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import type { Fact, LocatedFact, Reading, Unread } from '../../facts/fact.ts';
import { identityFacts, identityIn } from '../identity.ts';
import { asArray, asObject, asString } from '../json.ts';
import { errorFact } from '../openai-error.ts';
import { tokenUsage } from '../token-usage.ts';
import { readMessage } from './message-facts.ts';
import { callsOfStep, isOver, readStep, writtenArguments } from './step-facts.ts';
import { tellingOf } from './telling.ts';
import type { Telling, Told } from './told.ts';

/**
 * Steps and messages count once, where they are told last; those of other runs, and those that earlier calls told, do not
 * count. Calls of functions are those that the run waits for. The price of a run is told when all of it is over, and is that of
 * the call that ends it.
 *
 * @param earlier the exchanges of the conversation's earlier calls, in order
 */
export function readResponses(exchanges: readonly Exchange[], earlier: readonly Exchange[] = []): Reading {
  const telling = tellingOf(exchanges);
  const before = tellingOf(earlier);
  const runs = [...telling.runs.values()];
  const last = runs.at(-1);
  const readings = [...readOutput(telling, before), ...(last ? [waitingFor(last)] : [])];
  return {
    facts: [
      ...readings.flatMap(({ facts }) => facts),
      ...(last ? finishOf(last, [...telling.messages.values()]) : []),
      ...usageOf(runs),
      ...identityFacts(runs.map(({ value, path }) => identityIn(value, path))),
      ...runs.flatMap(failureOf),
      ...telling.errors,
    ],
    unread: [...readings.flatMap(({ unread }) => unread), ...telling.unread],
  };
}

/** Step by step; messages that no step tells of come after. */
function readOutput(telling: Telling, before: Telling): Reading[] {
  const isOurs = ({ value }: Told) => telling.runs.has(asString(value.run_id) ?? '');
  const messages = new Map(
    [...telling.messages].filter(
      ([id, told]) => isOurs(told) && told.value.role === 'assistant' && !before.messages.has(id),
    ),
  );
  const toldCalls = new Set(
    [...before.steps.values()].filter(isOver).flatMap(({ value }) => callsOfStep(value).map(({ id }) => id)),
  );
  // A step in which the run waits for the application is told when it is over.
  const isWaiting = [...telling.runs.values()].at(-1)?.value.status === 'requires_action';
  const readings: Reading[] = [];
  for (const step of [...telling.steps.values()].filter(isOurs)) {
    const id = asString(asObject(asObject(step.value.step_details)?.message_creation)?.message_id) ?? '';
    const message = messages.get(id);
    messages.delete(id);
    if (message) readings.push(readMessage(message));
    else if (!isWaiting || isOver(step)) readings.push(readStep(step, (call) => !toldCalls.has(call.id)));
  }
  return [...readings, ...[...messages.values()].map(readMessage)];
}

/** Calls of functions that a run waits for, or of tools that it wants leave for. Source: `Run.RequiredAction`. */
function waitingFor({ value: run, path }: Told): Reading {
  if (run.status !== 'requires_action') return { facts: [], unread: [] };
  const action = asObject(run.required_action);
  const type = asString(action?.type) ?? '';
  const calls = asArray(asObject(action?.[type])?.tool_calls);
  const at = `${path}.required_action`;
  const read = readers.get(type);
  if (!calls || !read) return { facts: [], unread: [{ path: at, what: `required_action ${type}` }] };
  const facts: LocatedFact[] = [];
  const unread: Unread[] = [];
  for (const [i, value] of calls.entries()) {
    const call = asObject(value) ?? {};
    const place = `${at}.${type}.tool_calls[${i}]`;
    const fact = read(call);
    if (fact) facts.push({ fact, path: place });
    else unread.push({ path: place, what: `call of a ${asString(call.type) ?? 'tool without a type'}` });
  }
  return { facts, unread };
}

/** By type of the action. Source of the second: `SubmitToolApprovalAction` of Azure.AI.Agents, runs/models.tsp. */
const readers: ReadonlyMap<string, (call: JsonObject) => Fact | undefined> = new Map([
  [
    'submit_tool_outputs',
    (call) => {
      const called = asObject(call.function);
      return called && callOf(call, called);
    },
  ],
  ['submit_tool_approval', approvalOf],
]);

function approvalOf(call: JsonObject): Fact | undefined {
  const [id, name, server] = [asString(call.id), asString(call.name), asString(call.server_label)];
  if (id === undefined || name === undefined) return undefined;
  const tool = server === undefined ? name : `${server}/${name}`;
  return { kind: 'approval-request', tool, of: 'mcp-server', arguments: writtenArguments(call.arguments), id };
}

function callOf(call: JsonObject, { name, arguments: written }: JsonObject): Fact {
  const id = asString(call.id);
  return {
    kind: 'call',
    name: asString(name) ?? '',
    arguments: writtenArguments(written),
    ...(id === undefined ? {} : { id }),
  };
}

/** `incomplete_details.reason` in the contract's words. */
const incompleteReasons: ReadonlyMap<string, string> = new Map([['max_completion_tokens', 'length']]);

/** A run has a status and no reason; one that failed, expired or is not over has none. One that refuses has completed all the same. */
function finishOf({ value: run, path }: Told, messages: readonly Told[]): LocatedFact[] {
  const located = (reason: string, at = 'status'): LocatedFact[] => [
    { fact: { kind: 'finish', reason }, path: `${path}.${at}` },
  ];
  switch (run.status) {
    case 'completed':
      return located(
        messages.some((message) => message.value.run_id === run.id && refuses(message)) ? 'content_filter' : 'stop',
      );
    case 'requires_action':
      return located('tool_calls');
    case 'incomplete': {
      const reason = asString(asObject(run.incomplete_details)?.reason) ?? 'incomplete';
      return located(incompleteReasons.get(reason) ?? reason, 'incomplete_details.reason');
    }
    case 'cancelled':
      return located('cancelled');
    default:
      return [];
  }
}

const refuses = ({ value }: Told): boolean =>
  (asArray(value.content) ?? []).some((part) => asObject(part)?.type === 'refusal');

/** That a run failed, with why; or that its time ran out, of which nothing more is said. */
function failureOf({ value: run, path }: Told): LocatedFact[] {
  if (run.status === 'failed')
    return [{ fact: errorFact({ error: run.last_error ?? null }), path: `${path}.last_error` }];
  if (run.status !== 'expired') return [];
  const message = asString(asObject(run.last_error)?.message) ?? '';
  return [{ fact: { kind: 'error', code: 'expired', message }, path: `${path}.status` }];
}

const usageOf = (runs: readonly Told[]): LocatedFact[] =>
  tokenUsage(
    runs.map(({ value, path }) => ({ usage: value.usage, path: `${path}.usage` })),
    { input: 'prompt_token_details', output: 'completion_tokens_details' },
  );

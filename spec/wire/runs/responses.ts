/** What the answers of one client call say. Source: `Run`, `RunStep`, `Message` of `openai`, `resources/beta/threads`. */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { linkedFact } from '../../facts/data-facts.ts';
import type { CitationFact, Fact, FactReading, LocatedFact, Unrecognized } from '../../facts/fact.ts';
import { type LatestObject, type RunState, readRunState } from '../../provider-apis/families/runs/stream-reader.ts';
import { openAiErrorFact } from '../errors.ts';
import { asArray, asObject, asString, otherMembers, parseJson } from '../json.ts';
import { identityFacts, identityIn, messageIdFact, pendingSafetyChecks, tokenUsage } from '../shared-facts.ts';

/**
 * Steps and messages count once, where they are told last; those of other runs, and those that earlier calls told, do not
 * count. Calls of functions are those that the run waits for. The price of a run is told when all of it is over, and is that of
 * the call that ends it.
 *
 * @param earlier the exchanges of the conversation's earlier calls, in order
 */
export function readResponses(exchanges: readonly Exchange[], earlier: readonly Exchange[] = []): FactReading {
  const telling = readRunState(exchanges);
  const before = readRunState(earlier);
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
function readOutput(telling: RunState, before: RunState): FactReading[] {
  const isOurs = ({ value }: LatestObject) => telling.runs.has(asString(value.run_id) ?? '');
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
  const readings: FactReading[] = [];
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
function waitingFor({ value: run, path }: LatestObject): FactReading {
  if (run.status !== 'requires_action') return { facts: [], unread: [] };
  const action = asObject(run.required_action);
  const type = asString(action?.type) ?? '';
  const calls = asArray(asObject(action?.[type])?.tool_calls);
  const at = `${path}.required_action`;
  const read = readers.get(type);
  if (!calls || !read) return { facts: [], unread: [{ path: at, what: `required_action ${type}` }] };
  const facts: LocatedFact[] = [];
  const unread: Unrecognized[] = [];
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
      const [called, acting] = [asObject(call.function), asObject(call.computer_use_preview)];
      return called ? callOf(call, called) : acting && actionOf(call, acting);
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

/**
 * What the application shall do with its computer. No specification names it; seen in recordings of Azure/azure-sdk-assets of the
 * preview version, 2025-09.
 */
function actionOf(call: JsonObject, { action, pending_safety_checks: pending }: JsonObject): Fact {
  const id = asString(call.id);
  return {
    kind: 'action-call',
    tool: 'computer-use',
    actions: [asObject(action) ?? {}],
    ...(id === undefined ? {} : { id }),
    ...pendingSafetyChecks(pending),
  };
}

/** `incomplete_details.reason` in the contract's words. */
const incompleteReasons: ReadonlyMap<string, string> = new Map([['max_completion_tokens', 'length']]);

/** A run has a status and no reason; one that failed, expired or is not over has none. One that refuses has completed all the same. */
function finishOf({ value: run, path }: LatestObject, messages: readonly LatestObject[]): LocatedFact[] {
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

const refuses = ({ value }: LatestObject): boolean =>
  (asArray(value.content) ?? []).some((part) => asObject(part)?.type === 'refusal');

/** That a run failed, with why; or that its time ran out, of which nothing more is said. */
function failureOf({ value: run, path }: LatestObject): LocatedFact[] {
  if (run.status === 'failed')
    return [{ fact: openAiErrorFact({ error: run.last_error ?? null }), path: `${path}.last_error` }];
  if (run.status !== 'expired') return [];
  const message = asString(asObject(run.last_error)?.message) ?? '';
  return [{ fact: { kind: 'error', code: 'expired', message }, path: `${path}.status` }];
}

const usageOf = (runs: readonly LatestObject[]): LocatedFact[] =>
  tokenUsage(
    runs.map(({ value, path }) => ({ usage: value.usage, path: `${path}.usage` })),
    { input: 'prompt_token_details', output: 'completion_tokens_details' },
  );

// What a message of the assistant says. Source: `Message`, `Annotation` of `openai`,
// `resources/beta/threads/messages.d.ts`.

/** Members that are read, or that say who and when. */
const knownOfMessages = new Set([
  ...['id', 'object', 'created_at', 'assistant_id', 'thread_id', 'run_id', 'status', 'incomplete_details', 'role'],
  ...['incomplete_at', 'completed_at', 'content', 'attachments', 'metadata'],
]);

/** The message's text as one, with why the model refuses; its images and attached files; one citation per annotation; its id. */
function readMessage({ value, path }: LatestObject): FactReading {
  const parts = (asArray(value.content) ?? []).map((part, i) => ({
    part: asObject(part) ?? {},
    at: `${path}.content[${i}]`,
  }));
  const text = parts
    .map(({ part }) => (part.type === 'text' ? asString(asObject(part.text)?.value) : asString(part.refusal)) ?? '')
    .join('');
  const readings = parts.map(({ part, at }) => readPart(part, at));
  const attached = (asArray(value.attachments) ?? []).flatMap((attachment, i): LocatedFact[] => {
    const id = asString(asObject(attachment)?.file_id);
    return id === undefined ? [] : [{ fact: { kind: 'file', id }, path: `${path}.attachments[${i}]` }];
  });
  const said: LocatedFact[] = [
    ...(text === '' ? [] : [{ fact: { kind: 'text', text } as const, path }]),
    ...readings.flatMap(({ facts }) => facts),
    ...attached,
  ];
  return {
    facts: [...said, ...messageIdFact(value.id, `${path}.id`, said)],
    unread: [
      ...otherMembers(value, knownOfMessages)
        .filter((name) => asArray(value[name])?.length !== 0)
        .map((name) => ({ path: `${path}.${name}`, what: `message.${name}` })),
      ...readings.flatMap(({ unread }) => unread),
    ],
  };
}

function readPart(part: JsonObject, path: string): FactReading {
  if (part.type === 'text') return readAnnotations(asObject(part.text) ?? {}, `${path}.text`);
  if (part.type === 'refusal') return { facts: [], unread: [] };
  const fileId = asString(asObject(part.image_file)?.file_id);
  const fact: Fact | undefined =
    fileId === undefined
      ? linkedFact(asString(asObject(part.image_url)?.url) ?? '', 'image/*')
      : { kind: 'file', id: fileId, mediaType: 'image/*' };
  if (fact) return { facts: [{ fact, path }], unread: [] };
  return { facts: [], unread: [{ path, what: asString(part.type) ?? 'content part without a type' }] };
}

function readAnnotations(text: JsonObject, path: string): FactReading {
  const facts: LocatedFact[] = [];
  const unread: Unrecognized[] = [];
  for (const [i, value] of (asArray(text.annotations) ?? []).entries()) {
    const at = `${path}.annotations[${i}]`;
    const fact = citationOf(asObject(value) ?? {}, asString(text.value) ?? '');
    if (fact) facts.push({ fact, path: at });
    else unread.push({ path: at, what: `annotation ${asString(asObject(value)?.type) ?? 'without a type'}` });
  }
  return { facts, unread };
}

/**
 * What an annotation points at is the mark in the text that stands for its source, to be replaced by whoever shows it; which
 * words rest on the source is not said. The annotation repeats the mark, so that it does not matter what its indexes count.
 */
function citationOf(annotation: JsonObject, text: string): CitationFact | undefined {
  const source = asObject(annotation.file_citation) ?? asObject(annotation.file_path);
  const page = asObject(annotation.url_citation);
  const url = asString(page?.url);
  const target = asString(source?.file_id) ?? url;
  if (target === undefined) return undefined;
  const [mark, title, quote] = [asString(annotation.text), asString(page?.title), asString(source?.quote)];
  return {
    kind: 'citation',
    target,
    ...(title ? { title } : {}),
    ...(quote ? { quote } : {}),
    ...(mark && text.includes(mark) ? { span: mark } : {}),
  };
}

// What a run's steps say of hosted tools, all by one rule. Source: `RunStep`, `ToolCall` of `openai`,
// `resources/beta/threads/runs/steps.d.ts`; Azure.AI.Agents, run_steps/models.tsp and tools/models.tsp.
//
// A call of a tool stands under the tool's own name, `{ id, type: "x", x: { … } }`, or in the call itself. What it gave
// is the member `outputs`, `results`, `output` or `response…` of that; what it was asked are its `arguments`, or
// everything else there. That its step failed is a result too, where nothing else is said of it. Calls of functions are
// read where the run waits for them. What a server offered stands in a step of activities, and is a result that nobody
// asked for.

/** Members that are read, or that say who and when. */
const knownOfSteps = new Set([
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
const isOver = ({ value }: LatestObject): boolean => value.status !== 'in_progress';

/** Its calls of tools, and what else it did. Deltas say in their type which tool it is that they are pieces of. */
const callsOfStep = (step: JsonObject): JsonObject[] => {
  const details = asObject(step.step_details);
  return (asArray(details?.tool_calls) ?? asArray(details?.activities) ?? []).map((call) => asObject(call) ?? {});
};

function readStep({ value: step, path }: LatestObject, isNew: (call: JsonObject) => boolean): FactReading {
  const facts: LocatedFact[] = [];
  const unread: Unrecognized[] = otherMembers(step, knownOfSteps).map((name) => ({
    path: `${path}.${name}`,
    what: `step.${name}`,
  }));
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
function writtenArguments(written: Json | undefined): Json {
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

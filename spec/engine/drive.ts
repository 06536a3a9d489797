import { getEventListeners } from 'node:events';
import { jsonEquals, matchesObject } from '../../lib/canonical-json.ts';
import { copyJson } from '../../lib/copy-json.ts';
import { quiescence } from '../../recordings/clock/virtual-clock.ts';
import type { Exchange, LostAnswer, UnexpectedRequest } from '../../recordings/format/exchange.ts';
import type { Signer } from '../../recordings/scrub/request-identity.ts';
import type { WatchedAnswers } from '../../recordings/transport/with-transport.ts';
import {
  type ActionCallContent,
  type ActionResultContent,
  type CallContext,
  type ChatClient,
  type ChatMessage,
  type ChatOptions,
  type ChatResponseUpdate,
  type Content,
  type FunctionCallContent,
  type FunctionResultContent,
  foldUpdates,
  isContractError,
  type ToolApprovalRequestContent,
  type ToolApprovalResponseContent,
} from '../contract/index.ts';
import { isChatResponse, isChatResponseUpdate } from '../contract/shape.ts';
import type { ApplicationRule, Scenario } from '../scenarios/schema.ts';
import { repositoryFolder } from './discover.ts';
import { exchangesOf, type Mode, type ObservedError, type Step, type Trace } from './trace.ts';

/** What the driver needs to see of the transport: what went over the wire so far. */
export interface Wire {
  exchanges(): readonly Exchange[];
  unexpected(): readonly UnexpectedRequest[];
  readonly lost?: () => readonly LostAnswer[];
  readonly signers?: () => readonly Signer[];
  readonly holdAnswers?: (hold: () => Promise<void>) => void;
  readonly watchAnswers?: (isEndless: boolean) => () => WatchedAnswers;
  readonly signal: AbortSignal;
}

/** A conversation as it was played. */
export interface Play {
  readonly steps: readonly Step[];
  readonly unplayable?: string;
}

/**
 * Plays a scenario: calls the client, answers application-side contents by the scenario's rules, sends the results back,
 * and goes on to the next turn. It ends after as many calls as the scenario states facts for, or with the first error.
 *
 * Between calls everything passes through JSON, for every adapter: a conversation that cannot be stored is not one.
 *
 * @param isSettled ends it earlier, where what follows is known
 */
export async function drive(
  client: ChatClient,
  scenario: Scenario,
  mode: Mode,
  wire: Wire,
  isSettled?: CanStop,
): Promise<Play> {
  const steps: Step[] = [];
  let messages: readonly ChatMessage[] = [];
  let conversationId: string | undefined;
  for (const [turn, said] of scenario.turns.entries()) {
    messages = [...messages, ...('user' in said ? [userMessage(said.user)] : said.messages)];
    const base: ChatOptions = { ...scenario.options, ...said.options };
    for (;;) {
      // A refusal states no facts, and still is one call.
      if (steps.length >= Math.max(1, scenario.expect.length)) return ended(steps, scenario);
      const options = conversationId === undefined ? base : { ...base, conversationId };
      const step = await call(client, mode, wire, { turn, messages, options }, scenario);
      steps.push(step);
      if (!step.response || isSettled?.(steps)) return { steps };
      messages = [...messages, ...step.response.messages];
      conversationId = step.response.conversationId ?? conversationId;
      const answers = answer(
        step.response.messages.flatMap((m) => m.contents),
        scenario.application ?? [],
        scenario.respondInReverseOrder,
      );
      if (answers.kind === 'nothing-asked') break;
      if (steps.length >= scenario.expect.length) return ended(steps, scenario);
      if (answers.kind === 'unanswered')
        return { steps, unplayable: `the scenario has no result for ${answers.asked}` };
      messages = [...messages, ...answers.messages];
    }
  }
  const stated = scenario.expect.length;
  if (steps.length >= stated) return { steps };
  return {
    steps,
    unplayable: `the conversation ended after ${steps.length} calls, but the scenario expects facts of ${stated}`,
  };
}

/** The play is over; turns that were never reached make it unplayable. */
function ended(steps: readonly Step[], scenario: Scenario): Play {
  const missing = scenario.turns.length - 1 - (steps.at(-1)?.turn ?? 0);
  return missing === 0
    ? { steps }
    : { steps, unplayable: `the conversation ended after ${steps.length} calls, before ${missing} of its turns` };
}

type Asked = Pick<Step, 'turn' | 'messages' | 'options'>;

async function call(client: ChatClient, mode: Mode, wire: Wire, asked: Asked, scenario: Scenario): Promise<Step> {
  const { abort, expect } = scenario;
  const exchangesBefore = wire.exchanges().length;
  const unexpectedBefore = wire.unexpected().length;
  const lostBefore = wire.lost?.().length ?? 0;
  const signedBefore = wire.signers?.().length ?? 0;
  const caller = callerOf(wire, abort);
  // A context is the caller's to give or not: one who expects to be refused has none.
  const context = expect.length === 0 && abort === undefined ? [] : [{ signal: caller.signal }];
  const listenersBefore = getEventListeners(caller.signal, 'abort').length;
  const watched = abort === undefined ? undefined : wire.watchAnswers?.(abort === 'stop-iterating');
  const outcome = await attempt(client, mode, caller, asked, context).finally(caller.goes);
  // What was aborted may still be sent, a little later, and may be read on.
  if (abort !== undefined) await quiescence(patience);
  const lost = wire.lost?.().slice(lostBefore) ?? [];
  return {
    ...asked,
    exchanges: wire.exchanges().slice(exchangesBefore),
    unexpected: wire.unexpected().slice(unexpectedBefore),
    ...(lost.length > 0 ? { lost } : {}),
    ...(watched ? { answers: watched() } : {}),
    signers: wire.signers?.().slice(signedBefore) ?? [],
    listenersLeft: Math.max(0, getEventListeners(caller.signal, 'abort').length - listenersBefore),
    ...outcome,
  };
}

/** Who made the call, and may give it up. */
interface Caller {
  readonly signal: AbortSignal;
  /** To be told of each update that says something. @returns true if that is enough */
  readonly hears: () => boolean;
  /** To be told that the call is over. */
  readonly goes: () => void;
}

/** How long it takes in real time until what an abort sets off is over, in milliseconds: a program in Python is done in ten. */
const patience = 100;

/** The caller of a scenario, who gives up when that says. */
function callerOf(wire: Wire, abort: Scenario['abort']): Caller {
  const giving = new AbortController();
  const giveUp = () => giving.abort();
  const { promise: over, resolve: goes } = Promise.withResolvers<void>();
  if (abort === 'before-send') giveUp();
  if (abort === 'after-send') {
    wire.holdAnswers?.(async () => {
      giveUp();
      // An adapter that does not care goes on when it has waited long enough; then it is judged by that.
      const waiting = new AbortController();
      await Promise.race([over, quiescence(patience, waiting.signal)]);
      waiting.abort();
    });
  }
  return {
    signal: abort === undefined ? wire.signal : AbortSignal.any([wire.signal, giving.signal]),
    hears() {
      if (abort === 'mid-stream') giveUp();
      return abort === 'stop-iterating';
    },
    goes,
  };
}

async function attempt(
  client: ChatClient,
  mode: Mode,
  { hears }: Caller,
  { messages, options }: Asked,
  context: readonly CallContext[],
): Promise<Pick<Step, 'response' | 'updates' | 'malformed' | 'error'>> {
  const updates: ChatResponseUpdate[] = [];
  // Copies: an adapter that changes what it was asked must not change what it is judged by.
  const asked = [copied(messages), copied(options), ...context] as const;
  try {
    if (mode === 'complete') return received(await client.getResponse(...asked));
    for await (const update of client.getStreamingResponse(...asked)) {
      const piece: unknown = copyJson(update);
      if (!isChatResponseUpdate(piece)) return { updates, malformed: piece ?? null };
      updates.push(piece);
      // Leaving the loop calls `return()` of the iterator.
      if (piece.contents.length > 0 && hears()) return { updates };
    }
    return { response: foldUpdates(updates), updates };
  } catch (error) {
    return { ...(mode === 'stream' ? { updates } : {}), error: observeError(error) };
  }
}

const userMessage = (text: string): ChatMessage => ({ role: 'user', contents: [{ type: 'text', text }] });

/** The same again, which nobody else holds. */
const copied = <T extends object>(value: T): T => copyJson(value) as unknown as T;

/** A response as it can be stored; one that has not the contract's shape is kept apart, for nothing can be read from it. */
function received(value: unknown): Pick<Step, 'response' | 'malformed'> {
  const response: unknown = copyJson(value);
  return isChatResponse(response) ? { response } : { malformed: response ?? null };
}

// Conversations whose end is known before they come to it. Pure.

/** Tells after each call whether what follows is known: then the conversation need not go on. */
export type CanStop = (steps: readonly Step[]) => boolean;

/**
 * What follows on a call whose answer had a fault is known when the call came out as it does without: the next one is made of what came
 * of those before, and of nothing else.
 *
 * @param usual the conversation as it goes without the fault
 * @param nth which of its answers has it, from 0
 */
export function sameAsRecordedAfter({ steps: usual }: Pick<Trace, 'steps'>, nth: number): CanStop {
  return (steps) => {
    const last = steps.at(-1);
    if (!last?.response) return false;
    const before = exchangesOf({ steps: steps.slice(0, -1) }).length;
    const hadFault = before <= nth && nth < before + last.exchanges.length;
    return hadFault && jsonEquals(last.response, usual[steps.length - 1]?.response);
  };
}

/** What the application says to contents that ask it to act, or why it cannot. */
type Answers =
  | { readonly kind: 'nothing-asked' }
  | { readonly kind: 'answered'; readonly messages: readonly ChatMessage[] }
  | { readonly kind: 'unanswered'; readonly asked: string };

type Asking = FunctionCallContent | ToolApprovalRequestContent | ActionCallContent;
type Answering = FunctionResultContent | ToolApprovalResponseContent | ActionResultContent;
type Answer = ApplicationRule['answer'];

/**
 * Answers every content that asks the application to act, by the first rule that applies: results in one message of role
 * `tool`, leave given or refused in one of role `user`, as M.E.AI has it. Pure.
 *
 * @param backwards what was asked last is answered first: applications run functions side by side
 */
export function answer(contents: readonly Content[], rules: readonly ApplicationRule[], backwards = false): Answers {
  const answers: Answering[] = [];
  for (const content of contents) {
    if (!asks(content)) continue;
    const answering = rules.filter((rule) => applies(rule, content)).map((rule) => answerTo(content, rule.answer))[0];
    if (!answering) return { kind: 'unanswered', asked: describe(content) };
    answers.push(answering);
  }
  const given = Object.groupBy(answers, ({ type }) => (type === 'approval-response' ? 'user' : 'tool'));
  const messages = (['tool', 'user'] as const).flatMap((role) => {
    const inOrder = given[role];
    return inOrder ? [{ role, contents: backwards ? inOrder.toReversed() : inOrder }] : [];
  });
  return messages.length === 0 ? { kind: 'nothing-asked' } : { kind: 'answered', messages };
}

const asks = (content: Content): content is Asking =>
  content.type === 'function-call' || content.type === 'approval-request' || content.type === 'action-call';

function applies({ when }: ApplicationRule, asking: Asking): boolean {
  const { kind, tool, argumentsMatch: wanted } = when;
  if (kind !== asking.type || (tool !== undefined && tool !== toolOf(asking))) return false;
  if (!wanted) return true;
  return asking.type === 'action-call'
    ? asking.actions.some((action) => matchesObject(action, wanted))
    : matchesObject(asking.arguments, wanted);
}

/** The name that rules call it by: a function's or hosted tool's own, or the kind of action. */
function toolOf(asking: Asking): string {
  if (asking.type === 'function-call') return asking.name;
  return asking.type === 'approval-request' ? (asking.name ?? asking.tool) : asking.tool;
}

/** The answer, or `undefined` where it is none to what was asked: leave is no result. */
function answerTo(asking: Asking, answer: Answer): Answering | undefined {
  switch (asking.type) {
    case 'function-call':
      return resultOf(asking, answer);
    case 'approval-request':
      return 'approve' in answer ? leaveFor(asking, answer) : undefined;
    case 'action-call':
      return actionResultOf(asking, answer);
  }
}

function resultOf({ callId, name }: FunctionCallContent, answer: Answer): FunctionResultContent | undefined {
  const link = { type: 'function-result', callId, name } as const;
  if ('result' in answer) return { ...link, result: answer.result };
  if ('outputs' in answer) return { ...link, outputs: answer.outputs };
  return 'error' in answer ? { ...link, error: answer.error } : undefined;
}

function leaveFor(
  { requestId }: ToolApprovalRequestContent,
  { approve, reason }: Extract<Answer, { approve: boolean }>,
): ToolApprovalResponseContent {
  const given = reason === undefined ? {} : { reason };
  return { type: 'approval-response', requestId, approved: approve, ...given };
}

function actionResultOf(call: ActionCallContent, answer: Answer): ActionResultContent | undefined {
  const { callId, tool, pendingSafetyChecks = [] } = call;
  const link = { type: 'action-result', callId, tool } as const;
  if ('error' in answer) return { ...link, outputs: [{ type: 'error', message: answer.error }] };
  if ('output' in answer) {
    const exit = answer.exitCode === undefined ? {} : { exitCode: answer.exitCode };
    return { ...link, outputs: [{ type: 'text', text: answer.output }], ...exit };
  }
  if (!('screenshot' in answer)) return undefined;
  const open = { true: 0, 'all-but-last': 1 }[String(answer.acknowledge)] ?? pendingSafetyChecks.length;
  const acknowledged = pendingSafetyChecks.slice(0, pendingSafetyChecks.length - open).map(({ id }) => id);
  return {
    ...link,
    outputs: [{ type: 'data', data: answer.screenshot, mediaType: 'image/png' }],
    ...(acknowledged.length > 0 ? { acknowledgedSafetyCheckIds: acknowledged } : {}),
  };
}

const describe = (asking: Asking): string =>
  asking.type === 'function-call' && asking.arguments === undefined && asking.argumentsText !== undefined
    ? `${asking.name}, whose arguments are no JSON object: ${JSON.stringify(asking.argumentsText)}`
    : `${toolOf(asking)}(${JSON.stringify(asking.type === 'action-call' ? asking.actions : (asking.arguments ?? {}))})`;

/** What can be seen of anything thrown, as plain JSON. */
export function observeError(thrown: unknown): ObservedError {
  if (!(thrown instanceof Error)) return { name: typeof thrown, message: String(thrown), typed: false };
  const seen: Record<string, unknown> = { ...thrown };
  const text = (key: string) => (typeof seen[key] === 'string' ? seen[key] : undefined);
  const number = (key: string) => (typeof seen[key] === 'number' ? seen[key] : undefined);
  const observed: ObservedError = {
    name: thrown.name,
    message: thrown.message,
    ...originOf(thrown),
    typed: isContractError(thrown),
    tool: text('tool'),
    adapter: text('adapter'),
    supported: Array.isArray(seen.supported) ? seen.supported.map(String) : undefined,
    status: number('status'),
    code: text('code'),
    requestId: text('requestId'),
    retryAfter: number('retryAfter'),
    retryable: typeof seen.retryable === 'boolean' ? seen.retryable : undefined,
    rejectedBy: text('rejectedBy'),
    source: text('source'),
  };
  return JSON.parse(JSON.stringify(observed));
}

/** How many frames of a stack and how many causes of an error are told. */
const most = { frames: 3, causes: 3 };

/** Where an error was thrown, and what it was made of. An error of the contract is thrown where adapters throw all: that says nothing. */
function originOf(thrown: Error): Pick<ObservedError, 'at' | 'causes'> {
  const causes: { name: string; message: string; at?: readonly string[] }[] = [];
  for (let { cause } = thrown; cause instanceof Error && causes.length < most.causes; { cause } = cause) {
    causes.push({ name: String(cause.name), message: String(cause.message), ...placesOf(cause) });
  }
  return { ...(isContractError(thrown) ? {} : placesOf(thrown)), ...(causes.length > 0 ? { causes } : {}) };
}

/** `    at name (file:///folder/file.js:1:2)`, with or without a name. */
const frame = /^\s+at (?:(?<name>.+) \()?(?:file:\/\/)?(?<path>\/.+?):(?<place>\d+:\d+)\)?$/;

function placesOf({ stack = '' }: Error): { at?: readonly string[] } {
  const at = String(stack)
    .split('\n')
    .flatMap((line) => {
      const { name, path = '', place } = frame.exec(line)?.groups ?? {};
      const shown = path === '' ? undefined : shownPath(path);
      return shown === undefined ? [] : `${shown}:${place}${name === undefined ? '' : ` in ${name}`}`;
    });
  return at.length === 0 ? {} : { at: at.slice(0, most.frames) };
}

/** A path that is the same on every machine; nothing for the code of this suite, which only called. */
function shownPath(path: string): string | undefined {
  if (path.startsWith(`${repositoryFolder}/`) && !path.includes('/node_modules/', repositoryFolder.length)) {
    const own = path.slice(repositoryFolder.length + 1);
    return own.startsWith('adapters/') ? own : undefined;
  }
  const inPackage = path.lastIndexOf('/node_modules/');
  return inPackage < 0 ? path.split('/').slice(-2).join('/') : path.slice(inPackage + '/node_modules/'.length);
}

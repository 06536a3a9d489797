/** What fails is told: typed, in words, in time, without secrets, and never as a success. */
import { isJsonObject } from '../../lib/canonical-json.ts';
import { headerOf, type LostAnswer } from '../../recordings/format/exchange.ts';
import type { ChatResponseUpdate } from '../contract/index.ts';
import { replaySecret } from '../engine/replay-settings.ts';
import type { ObservedError, Step } from '../engine/trace.ts';
import { describeFact, quote } from '../facts/describe.ts';
import type { ErrorFact, FactKind, LocatedFact } from '../facts/fact.ts';
import type { Scenario } from '../scenarios/schema.ts';
import {
  answeredKinds,
  type Check,
  type CheckOutcome,
  contractSource,
  type Found,
  type JudgedStep,
  mergeOutcomes,
  notApplicable,
} from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

const sameErrors = factsEqualWire(['error']);

export const returnsProviderErrors: Check = {
  id: 'returns-provider-errors',
  level: 'MUST',
  title: 'A provider error is thrown with status and code; no other error is.',
  reason:
    'Retries, alerts and messages to users depend on status and code. An error that looks like a response misleads all of them, and so does the reverse.',
  sources: [contractSource, { title: 'Errors of the contract: ProviderError' }],
  of: answeredKinds,
  judge: (context) => {
    const unfounded = mergeOutcomes(context.steps.map(judgeUnfounded));
    return unfounded.findings.length > 0 ? unfounded : mergeOutcomes([sameErrors(context), unfounded]);
  },
};

/** An error of whatever name where everything on the wire went well. */
function judgeUnfounded({ step, path, wire }: JudgedStep): CheckOutcome {
  if (!step.error || wire.facts.some(({ fact }) => fact.kind === 'error')) return notApplicable;
  // What nothing answered could only fail; that it was asked is told elsewhere.
  if (step.unexpected.some(({ isDownload }) => !isDownload)) return notApplicable;
  const unparsed = couldNotParse(step.error) ? wire.facts.filter(hasOddArguments).slice(0, 2) : [];
  const calls = unparsed.map(({ fact }) => describeFact(fact)).join(' and ');
  const message = `the adapter threw ${inFull(step.error)}; the response has no error${calls === '' ? '' : `, but ${calls}`}`;
  const isRejection = step.error.typed && step.exchanges.length === 0;
  const rejection = step.error.rejectedBy === 'bridge' ? 'rejected-by-bridge' : 'rejected-before-sending';
  const group = isRejection ? rejection : 'error.invented';
  const [first] = unparsed;
  const where = { ...(first ? { wirePath: `${path}.${first.path}` } : {}), adapterPath: `${path}.error` };
  return { compared: 1, findings: [{ message, group, ...where, adapter: step.error }] };
}

/** Whether an error, or one that it was made of, is of a text that is no JSON. */
const couldNotParse = ({ name, message, causes = [] }: ObservedError): boolean =>
  [{ name, message }, ...causes].some((one) => one.name === 'SyntaxError' || /\bJSON\b/.test(one.message));

/** Calls whose arguments are no JSON object, or empty: what parses them may have failed at these. */
const hasOddArguments = ({ fact }: LocatedFact): boolean =>
  fact.kind === 'call' && (!isJsonObject(fact.arguments) || Object.keys(fact.arguments).length === 0);

export const errorTypes: Check = {
  id: 'error-types',
  level: 'MUST',
  title: 'Only errors of the contract are thrown.',
  reason: 'An application can change providers without code for the errors of each SDK.',
  sources: [contractSource, { title: 'Errors of the contract' }],
  judge: ({ steps }) =>
    judgeErrors(steps, 'untyped', (error) =>
      error.typed ? undefined : `the adapter threw an error that is none of the contract, ${inFull(error)}`,
    ),
};

/** An error with its place, and with the one that it began with. */
const inFull = (error: ObservedError): string => {
  const first = error.causes?.at(-1);
  return `${withPlace(error, error.message)}${first ? ` (because of ${withPlace(first, quote(first.message))})` : ''}`;
};

const withPlace = ({ name, at = [] }: Pick<ObservedError, 'name' | 'at'>, words: string): string =>
  `${name}${at.length > 0 ? ` at ${at[0]}` : ''}: ${words}`;

export const errorThrown: Check = {
  id: 'error-thrown',
  level: 'MUST',
  title: 'An error without code or message still ends the call with an error.',
  reason:
    'A failed response without code, message or error object is still a failed one. As an empty or short response it is stored and shown as the model’s own.',
  sources: [contractSource, { title: 'Errors of the contract: ProviderError, WireError' }],
  of: ['scenario', 'fault'],
  judge: ({ steps }) => mergeOutcomes(steps.map(judgeThrown)),
};

function judgeThrown({ step, wire, path }: JudgedStep): CheckOutcome {
  const said = wire.facts.find(({ fact }) => fact.kind === 'error' && isBare(fact));
  if (!said) return notApplicable;
  // A library may say it in the place of an error.
  if (step.error || /error|fail/i.test(step.response?.finishReason ?? '')) return { compared: 1, findings: [] };
  const message = `the response has ${describeFact(said.fact)}, and the call ended as if it had none`;
  const where = { wirePath: `${path}.${said.path}`, adapterPath: `${path}.response`, adapter: step.response };
  return { compared: 1, findings: [{ message, group: 'no-error', ...where }] };
}

/** An error of the provider that says little. One that says all is compared as a whole. */
const isBare = ({ status, unreadable, code = '', message }: ErrorFact): boolean =>
  status === undefined && unreadable === undefined && (code === '' || message === '');

export const errorMessage: Check = {
  id: 'error-message',
  level: 'MUST',
  title: 'An error has a message that names the problem.',
  reason: 'A reader of a log has only the message, without a debugger or the response.',
  sources: [contractSource, { title: 'Errors of the contract' }],
  judge: ({ steps }) =>
    judgeErrors(
      steps,
      'without-words',
      ({ name, message }) =>
        isInWords(message)
          ? undefined
          : `the adapter threw ${name}, with the message ${JSON.stringify(message)}: name what arrived and what was expected`,
      'message',
    ),
};

/** At least one word, and no object that was put where one should be. */
const isInWords = (message: string): boolean => /\p{Letter}{2}/u.test(message) && !/\[object \w+\]/.test(message);

export const errorSecrets: Check = {
  id: 'error-secrets',
  level: 'MUST',
  title: 'An error repeats no credentials and no complete prompt.',
  reason:
    'Applications log errors, show them and send them to trackers. Some providers repeat the key or the request in their message, and an adapter that passes it on publishes both.',
  sources: [
    contractSource,
    {
      title: 'CWE-532: insertion of sensitive information into log file',
      url: 'https://cwe.mitre.org/data/definitions/532.html',
    },
  ],
  judge: ({ steps }) => judgeErrors(steps, 'too-much', faultOf),
};

/** Characters that say what is wrong, however much else the provider says. */
const most = 2_000;

function faultOf(error: ObservedError): string | undefined {
  const { name, message } = error;
  const told = JSON.stringify(error);
  if (told.includes(replaySecret)) {
    return `the adapter threw ${name}, which repeats the credentials: remove them from the provider’s message`;
  }
  return message.length > most
    ? `the adapter threw ${name}, whose message has ${message.length} characters: the repeated request ends up in every log, so shorten it`
    : undefined;
}

/**
 * Judges the errors that calls ended with.
 *
 * @param group the kind of what is found
 * @param faultOf what is wrong with one, as a finding says it
 * @param member the member of the error that it is about, where it is about one
 */
function judgeErrors(
  steps: readonly JudgedStep[],
  group: string,
  faultOf: (error: ObservedError) => string | undefined,
  member?: keyof ObservedError,
): CheckOutcome {
  const failed = steps.flatMap(({ step: { error }, path }) => (error ? [{ error, path }] : []));
  return {
    compared: failed.length,
    findings: failed.flatMap(({ error, path }) => {
      const message = faultOf(error);
      const adapterPath = [path, 'error', ...(member ? [member] : [])].join('.');
      return message === undefined ? [] : [{ message, group, adapterPath, adapter: error }];
    }),
  };
}

export const noFinishBeforeError: Check = {
  id: 'no-finish-before-error',
  level: 'MUST',
  title: 'A stream that fails has not reported a finish before.',
  reason:
    'At a finish reason the application stores the response, runs the calls and charges for it. An error after it comes too late.',
  sources: [contractSource, { title: 'ChatResponseUpdate of the contract: finishReason' }],
  of: ['scenario', 'fault', 'abort'],
  judge: ({ steps }) => mergeOutcomes(steps.map(judgeOutcome)),
};

function judgeOutcome({ step: { error, updates = [] }, path }: JudgedStep): CheckOutcome {
  if (!error || updates.length === 0) return notApplicable;
  const at = updates.findIndex(({ finishReason }) => finishReason !== undefined);
  if (at < 0) return { compared: 1, findings: [] };
  const message = `update ${at + 1} of ${updates.length} reports a finish (${updates[at]?.finishReason}), and then the adapter threw ${error.name}: ${error.message}`;
  return {
    compared: 1,
    findings: [{ message, group: 'finish-before-error', adapterPath: `${path}.updates[${at}]`, adapter: updates[at] }],
  };
}

export const returnsPartialOutput: Check = {
  id: 'returns-partial-output',
  level: 'MUST',
  title: 'Text that a stream delivered before an error reaches the caller.',
  reason:
    'An application shows partial text with the error. Text that the adapter holds back is lost, and text that it invents stays on the screen.',
  sources: [
    contractSource,
    { title: 'IAsyncEnumerable of IChatClient.GetStreamingResponseAsync: updates come as they are received' },
  ],
  of: ['scenario', 'fault'],
  judge: ({ steps }) => mergeOutcomes(steps.map(judgeKept)),
};

function judgeKept({ step, wire, path }: JudgedStep): CheckOutcome {
  if (!step.error || !step.updates) return notApplicable;
  const texts = wire.facts.flatMap(({ fact, path: at }) => (fact.kind === 'text' ? [{ text: fact.text, at }] : []));
  const said = texts.map(({ text }) => text).join('');
  const told = step.updates.map(textOf).join('');
  if (said === '' && told === '') return notApplicable;
  if (!isPlain(wire.facts) || step.exchanges.some(({ response }) => refuses.test(response.body.text))) {
    return notApplicable;
  }
  if (said === told) return { compared: 1, findings: [] };
  const wirePath = texts.at(-1)?.at;
  const where = { ...(wirePath === undefined ? {} : { wirePath }), adapterPath: `${path}.updates` };
  const message = `the response has the text ${quote(said)} before the error; the updates have ${quote(told)}`;
  return {
    compared: 1,
    findings: [
      { message, group: said.startsWith(told) ? 'text.missing' : 'text.changed', ...where, wire: said, adapter: told },
    ],
  };
}

/** Words beside other things may wait for these, to stand in their order, or to come with what they rest on. */
const isPlain = (facts: readonly LocatedFact[]): boolean => facts.every(({ fact }) => plain.has(fact.kind));

const plain: ReadonlySet<FactKind> = new Set([
  'text',
  'error',
  'finish',
  'usage',
  'response-id',
  'message-id',
  'model',
]);

/** Words of a refusal come whole, as an `ErrorContent`. Source: `refusal` of messages of `openai`. */
const refuses = /"refusal":\s*"[^"]|refusal\.delta/;

const textOf = ({ contents }: ChatResponseUpdate): string =>
  contents.map((content) => (content.type === 'text' ? content.text : '')).join('');

export const errorNetwork: Check = {
  id: 'error-network',
  level: 'MUST',
  title: 'A lost connection ends the call with an error that says if it is retryable.',
  reason:
    'A failed connection is retryable, and a timeout has its own limit. An application that cannot distinguish them from a rejection stops too early or never.',
  sources: [
    contractSource,
    { title: 'Errors of the contract: ProviderError without a status, TimeoutError, WireError' },
    { title: 'Node.js: errors of the system', url: 'https://nodejs.org/api/errors.html#common-system-errors' },
  ],
  of: ['scenario', 'declaration', 'fault'],
  judge: ({ steps }) => mergeOutcomes(steps.map(judgeLost)),
};

interface Wanted {
  readonly what: string;
  readonly isMet: (error: ObservedError | undefined) => boolean;
}

const timeOut: Wanted = { what: 'TimeoutError', isMet: (error) => error?.name === 'TimeoutError' };

const noConnection: Wanted = {
  what: 'ProviderError without a status, with retryable: true',
  isMet: (error) => error?.name === 'ProviderError' && error.status === undefined && error.retryable === true,
};

/** What each loss has to end with. Of an answer that had begun it may also be said that it is torn. */
const wanted: Readonly<Record<LostAnswer['how'], Wanted>> = {
  'the connection failed': noConnection,
  'no response arrived': timeOut,
  'its response stalled': timeOut,
  'its response was truncated': {
    what: `WireError, or ${noConnection.what}`,
    isMet: (error) => error?.name === 'WireError' || noConnection.isMet(error),
  },
};

function judgeLost({ step: { lost = [], error }, path }: JudgedStep): CheckOutcome {
  const last = lost.at(-1);
  if (!last) return notApplicable;
  const { request, how } = last;
  const { what, isMet } = wanted[how];
  if (isMet(error)) return { compared: 1, findings: [] };
  const told = error
    ? `${error.name} (status ${error.status ?? 'none'}, retryable: ${error.retryable ?? 'not set'})`
    : 'no error';
  const message = `${request.method} ${new URL(request.url).pathname} was sent, and ${how}; the adapter ended with ${told} instead of ${what}`;
  const group = error ? 'other-error' : 'no-error';
  return { compared: 1, findings: [{ message, group, adapterPath: `${path}.error`, adapter: error }] };
}

export const requestRetries: Check = {
  id: 'request-retries',
  level: 'MUST',
  title: 'Retries stay within the configured count and delay.',
  reason:
    'Endless retries overload the service and raise the bill, and early ones fail again. A retry after the first text repeats text and tool calls.',
  sources: [
    contractSource,
    { title: 'ClientSettings of the contract: retries' },
    { title: 'RFC 9110, section 10.2.3: Retry-After', url: 'https://www.rfc-editor.org/rfc/rfc9110#name-retry-after' },
  ],
  of: ['scenario', 'fault'],
  judge: ({ steps }) => mergeOutcomes(steps.map(judgeAttempts)),
};

function judgeAttempts({ step: { refused }, path }: JudgedStep): CheckOutcome {
  if (!refused) return notApplicable;
  const { what, again, allowed, waited, wait = 0 } = refused;
  const times = `the request was sent ${again} more ${again === 1 ? 'time' : 'times'}`;
  const tooOften =
    again > allowed ? [`${what}; ${times}, and ${allowed === 0 ? 'none was allowed' : `${allowed} were allowed`}`] : [];
  const tooEarly =
    again > 0 && again <= allowed && waited < wait
      ? [`${what}; ${times}, after ${waited} ms, and the response requires ${wait} ms`]
      : [];
  const group = again > allowed ? 'too-often' : 'too-early';
  const findings = [...tooOften, ...tooEarly].map((message) => ({ message, group, adapterPath: `${path}.exchanges` }));
  return { compared: 1, findings };
}

export const errorRetryable: Check = {
  id: 'error-retryable',
  level: 'MUST',
  title: 'An error states if a retry can succeed.',
  reason: 'The caller decides about a retry and has no other information.',
  sources: [
    contractSource,
    { title: 'ProviderError of the contract: retryable' },
    {
      title: 'RFC 9110, HTTP Semantics: status codes',
      url: 'https://www.rfc-editor.org/rfc/rfc9110#name-status-codes',
    },
  ],
  of: answeredKinds,
  judge: ({ steps }) => mergeOutcomes(steps.map(judgeTold)),
};

function judgeTold({ step: { error, exchanges }, path, wire }: JudgedStep): CheckOutcome {
  const place = exchanges.findLastIndex(({ response }) => response.status >= 400);
  const response = exchanges[place]?.response;
  if (error?.name !== 'ProviderError') return notApplicable;
  const where = { adapterPath: `${path}.error`, adapter: error };
  const { retryAfter = 0 } = error;
  if (!Number.isFinite(retryAfter) || retryAfter < 0) {
    const message = `the error has a delay of ${retryAfter} ms, which is not possible`;
    return { compared: 1, findings: [{ message, group: 'retry-after', ...where }] };
  }
  // An error's own name knows more than its status, and a header that says it in so many words more than both.
  const said = wire.facts.findLast(({ fact }) => fact.kind === 'error');
  const word = response && headerOf(response, 'x-should-retry');
  const byName = said?.fact.kind === 'error' ? said.fact.retryable : undefined;
  if (said && byName !== undefined && word === undefined) {
    return judgeWord(byName, error.retryable, `the error in the response is ${describeFact(said.fact)}`, {
      ...where,
      wirePath: `${path}.${said.path}`,
    });
  }
  if (!response) return notApplicable;
  const wanted = isWorthAnother(response.status, word);
  if (wanted === undefined) return notApplicable;
  const wirePath = `${path}.exchanges[${place}].response`;
  return judgeWord(wanted, error.retryable, `the status is ${response.status}`, { ...where, wirePath });
}

type Where = Omit<Found, 'message' | 'group'>;

function judgeWord(wanted: boolean, said: boolean | undefined, why: string, where: Where): CheckOutcome {
  if (said === wanted) return { compared: 1, findings: [] };
  const message = `${why}, so that a retry ${wanted ? 'can succeed' : 'cannot succeed'}; the error has retryable: ${said}`;
  return {
    compared: 1,
    findings: [{ message, group: said === undefined ? 'retryable.missing' : 'retryable.changed', ...where }],
  };
}

/** Nothing where the status leaves it open: a quota that is used up is 429 as well, and so is a moment’s rush. */
function isWorthAnother(status: number, word: string | undefined): boolean | undefined {
  if (word === 'true' || word === 'false') return word === 'true';
  if (status === 408 || status >= 500) return true;
  return status === 409 || status === 425 || status === 429 ? undefined : false;
}

export const abortEndsCall: Check = {
  id: 'abort-ends-call',
  level: 'MUST',
  title: 'An aborted call ends with AbortedError and sends nothing more; its run is canceled.',
  reason: 'Without it the application pays for an unwanted response, or treats a silent end as a complete one.',
  sources: [
    contractSource,
    {
      title: 'DOM: using AbortController and AbortSignal in APIs',
      url: 'https://dom.spec.whatwg.org/#abortcontroller-api-integration',
    },
  ],
  of: ['abort'],
  judge: ({ case: { scenario }, steps: [judged], cancels }) =>
    judged && scenario.abort ? judgeAborted(scenario.abort, judged.step, judged.path, cancels) : notApplicable,
};

function judgeAborted(
  when: NonNullable<Scenario['abort']>,
  step: Step,
  path: string,
  cancels: string | undefined,
): CheckOutcome {
  const findings: Found[] = [];
  const { error, exchanges, updates = [] } = step;
  const given = {
    'before-send': 'before its start',
    'after-send': 'after its request was sent',
    'mid-stream': 'after the first update with content',
    'stop-iterating': 'by leaving its loop at the first update with content',
  }[when];
  // Who left the loop hears of nothing any more, and has not told anybody to end.
  if (when === 'stop-iterating' ? error : error?.name !== 'AbortedError') {
    findings.push({
      group: error ? 'other-error' : 'no-error',
      message: error
        ? `the caller aborted the call ${given}, and it ended with ${error.name}: ${error.message}`
        : `the caller aborted the call ${given}, and it continued to its end`,
      adapterPath: error ? `${path}.error` : `${path}.response`,
      adapter: error ?? step.response,
    });
  }
  const allowed = when === 'before-send' ? 0 : when === 'after-send' ? 1 : exchanges.length;
  const [late] = exchanges.slice(allowed);
  if (late) {
    findings.push({
      group: 'request-after-abort',
      message: `the caller aborted the call ${given}, and ${late.request.method} ${late.request.url} was still sent`,
      wirePath: `${path}.exchanges[${allowed}].request`,
    });
  }
  if (
    (when === 'mid-stream' || when === 'stop-iterating') &&
    cancels &&
    !exchanges.some(({ operation }) => operation === cancels)
  ) {
    findings.push({
      group: 'run-left-active',
      message: `the caller aborted the call ${given}, and the adapter left its run active: it did not send ${cancels}`,
      wirePath: `${path}.exchanges[${exchanges.length - 1}].request`,
    });
  }
  const heard = updates.findIndex(({ contents }) => contents.length > 0);
  if (when === 'mid-stream' && updates.length > heard + 1) {
    findings.push({
      group: 'updates-after-abort',
      message: `the caller aborted the call ${given}, and ${updates.length - heard - 1} more updates arrived`,
      adapterPath: `${path}.updates[${heard + 1}]`,
      adapter: updates[heard + 1],
    });
  }
  // An answer that is on its way when the call is aborted need not come; one that is read must not be read on.
  const left = (when === 'after-send' ? step.answers?.begun : step.answers?.open) ?? 0;
  if (left > 0) {
    findings.push({
      group: 'request-runs-on',
      message: `the caller aborted the call ${given}, and its request ran on: ${when === 'after-send' ? 'the response arrived' : 'the response was neither canceled nor its connection closed'}`,
      wirePath: `${path}.exchanges`,
    });
  }
  return { compared: cancels ? 5 : 4, findings };
}

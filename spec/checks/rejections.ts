/** What a provider API cannot do or cannot be told is refused before anything is sent. */

import { mark } from '../client-setups/client-setups.ts';
import type { Tool } from '../contract/index.ts';
import type { Case } from '../engine/case.ts';
import type { ObservedError, Step } from '../engine/trace.ts';
import type { NotRejectedOutcome } from '../engine/verdict.ts';
import { type Check, type CheckOutcome, contractSource, type Found, type JudgedStep, notApplicable } from './check.ts';

export const rejectsBeforeSending: Check = {
  id: 'rejects-before-sending',
  level: 'MUST',
  title: 'A request that the API cannot express is rejected before sending.',
  reason:
    'If the adapter drops, forwards or replaces a tool, or omits a message, the caller gets a response to a different question.',
  sources: [
    contractSource,
    { title: 'Hosted tools dropped in silence', url: 'https://github.com/vercel/ai/issues/18871' },
    { title: 'Unsupported tools forwarded', url: 'https://github.com/microsoft/agent-framework/issues/4861' },
  ],
  of: ['rejection'],
  judge: ({ case: theCase, steps: [step] }) => {
    if (!step) return notApplicable;
    const { refusedBy } = theCase;
    return refusedBy?.error === 'ProviderError' ? judgeUnsaid(refusedBy.names, step) : judgeRefusal(theCase, step);
  },
};

/** It is the error that the provider would answer, of a request that it never got. */
function judgeUnsaid(names = '', { step, path }: JudgedStep): CheckOutcome {
  const [sent] = [...step.exchanges, ...step.unexpected];
  if (sent) {
    return found(
      `the API cannot express these messages: the adapter has to throw ProviderError before it sends anything, and sent a request`,
      { group: 'messages-sent', wirePath: `${path}.exchanges[0].request`, wire: sent.request },
    );
  }
  const { error } = step;
  const fault = error ? faultOf(error, names) : 'the adapter returned a response without a request';
  if (fault === undefined) return { compared: 1, findings: [] };
  return found(`messages that the API cannot express must be rejected with ProviderError; ${fault}`, {
    group: error ? 'other-error' : 'no-error',
    adapterPath: `${path}.${error ? 'error' : 'response'}`,
    adapter: error ?? step.response,
  });
}

function faultOf({ name, message, status, code, retryable }: ObservedError, names: string): string | undefined {
  if (name !== 'ProviderError') return `the adapter threw ${name}: ${message}`;
  if (status !== undefined) return `the error has the status ${status}, although no request was sent`;
  if (!code) return 'the error has no code';
  if (retryable !== false) return 'the error is marked as retryable';
  return message.includes(names) ? undefined : `the error does not name "${names}", which has to change`;
}

/** What became of the tool, named from what was on the wire. Only `reject` passes. */
type RefusalOutcome = 'reject' | NotRejectedOutcome;

const outcomeWords: Readonly<Record<NotRejectedOutcome, string>> = {
  'warn-drop': 'without the tool, with a warning',
  'silent-drop': 'without the tool and without a warning',
  forward: 'that still declares the tool',
  substitute: 'that declares another tool instead',
};

function judgeRefusal({ tool, adapter, scenario, refusedBy }: Case, judged: JudgedStep): CheckOutcome {
  const { error: wanted = 'UnsupportedToolError', names = '' } = refusedBy ?? {};
  const what = refusedBy ? `this setting of ${tool}` : tool;
  const { step, path } = judged;
  const outcome = outcomeOf(judged, scenario.options.tools?.[0]?.type);
  const sent = step.exchanges[0]?.request ?? step.unexpected[0]?.request;
  if (outcome !== 'reject') {
    return found(
      `${adapter.providerApi} does not offer ${what}: the adapter has to throw ${wanted} before it sends anything, and sent a request ${outcomeWords[outcome]} (${outcome})`,
      { group: outcome, wirePath: `${path}.exchanges[0].request`, wire: sent, outcome },
    );
  }
  const { error } = step;
  if (error?.name !== wanted) {
    const did = error ? `threw ${error.name}: ${error.message}` : 'returned a response without a request';
    return found(`${what} must be rejected with ${wanted}; the adapter ${did}`, {
      group: error ? 'other-error' : 'no-error',
      adapterPath: `${path}.${error ? 'error' : 'response'}`,
      adapter: error ?? step.response,
    });
  }
  const [declared] = scenario.options.tools ?? [];
  // A tool that has a name of its own may be told by it.
  const isNamed = error.tool === declared?.type || (declared && 'name' in declared && error.tool === declared.name);
  if (!isNamed) {
    return found(`the error names the tool "${error.tool}", the caller declared "${declared?.type}"`, {
      group: 'error.tool',
      adapterPath: `${path}.error`,
      adapter: error,
    });
  }
  if (!error.message.includes(names)) {
    return found(`the error does not name "${names}", which has to change`, {
      group: 'error.names',
      adapterPath: `${path}.error`,
      adapter: error,
    });
  }
  const lacks = error.name === 'UnsupportedToolError' ? lacking(error, adapter.id, declared) : undefined;
  return lacks === undefined
    ? { compared: 1, findings: [] }
    : found(lacks, { group: 'error.members', adapterPath: `${path}.error`, adapter: error });
}

/** What a refusal does not tell of whom it is by and of what would work; `undefined` where it tells both. */
function lacking(
  { tool, adapter, supported = [] }: ObservedError,
  id: string,
  declared: Tool | undefined,
): string | undefined {
  if (!adapter?.includes(id)) return `the error names the adapter "${adapter ?? ''}" instead of "${id}"`;
  const [first] = supported;
  // Of provider-specific tools one may be lacked and another supported: these are told by their names.
  const isRefused = (name: string) =>
    declared?.type === 'provider-specific' ? name.includes(`"${declared.name}"`) : name === tool;
  const odd = supported.find((name, i) => name === '' || isRefused(name) || supported.indexOf(name) !== i);
  if (first !== undefined && odd === undefined) return undefined;
  const list = `[${supported.map((name) => JSON.stringify(name)).join(', ')}]`;
  return `the error must list the type of each supported tool once, without the rejected one; it lists ${list}`;
}

const found = (message: string, rest: Omit<Found, 'message'>): CheckOutcome => ({
  compared: 1,
  findings: [{ message, ...rest }],
});

function outcomeOf({ step, requests: [request] }: JudgedStep, declared: string | undefined): RefusalOutcome {
  if (step.exchanges.length + step.unexpected.length === 0) return 'reject';
  const onWire = request?.options.tools ?? [];
  if (onWire.length > 0) return onWire.some((t) => t.type === declared || t.type === 'raw') ? 'forward' : 'substitute';
  return (step.response?.warnings.length ?? 0) > 0 ? 'warn-drop' : 'silent-drop';
}

export const rejectsInvalidSettings: Check = {
  id: 'rejects-invalid-settings',
  level: 'MUST',
  title: 'Unusable settings are rejected with a message that repeats no secret.',
  reason:
    'The caller needs the message to find a wrong key or a missing name. A request with such settings looks like a failure of the provider, and a key in the message ends up in every log.',
  sources: [contractSource, { title: 'Errors of the contract: createClient throws TypeError' }],
  of: ['client-setup'],
  judge: ({ case: { refusedBy }, steps: [first] }) => {
    if (!first) return notApplicable;
    const { step, path } = first;
    const message = settingFaultOf(step, refusedBy?.names);
    const group = step.error ? 'error' : 'no-error';
    const adapter = step.error;
    return { compared: 1, findings: message ? [{ message, group, adapterPath: `${path}.error`, adapter }] : [] };
  },
};

function settingFaultOf({ error, exchanges, unexpected }: Step, names = ''): string | undefined {
  const sent = exchanges.length + unexpected.length;
  if (sent > 0) return `${sent} requests were sent with unusable settings`;
  if (!error) return 'a client was created with unusable settings, and its call succeeded';
  const ended = `unusable settings ended with ${error.name}`;
  if (error.name !== 'TypeError' && !error.typed) return `${ended} instead of TypeError or an error of the contract`;
  if (error.message.trim() === '') return `${ended}, without a message`;
  if (error.message.includes(mark)) return `${ended}, whose message repeats the secret`;
  return error.message.includes(names)
    ? undefined
    : `${ended}, whose message does not name "${names}", which has to change: ${error.message}`;
}

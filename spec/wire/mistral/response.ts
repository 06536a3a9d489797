import type { JsonObject } from '../../../files/canonical-json.ts';
import { type Exchange, headerOf } from '../../../recordings/format/exchange.ts';
import type { LocatedFact, Reading, Unread } from '../../facts/fact.ts';
import { failureHeaders } from '../failure-headers.ts';
import { type Identity, identityFacts, identityIn } from '../identity.ts';
import { asArray, asObject, jsonOf, otherMembers } from '../json.ts';
import { mistralErrorFact } from '../mistral-error.ts';
import { tokenUsage } from '../token-usage.ts';
import { unreadableOf } from '../unreadable.ts';
import type { Answer } from './answer.ts';
import { leavesTheTurn, readEntries } from './entries.ts';
import { readStream } from './stream.ts';

/** What the answers of one client call say. See {@link import('../reader.ts').WireReader.readResponses}. */
export function readResponses(exchanges: readonly Exchange[]): Reading {
  const answers = exchanges.map((exchange, i) => readExchange(exchange, `exchanges[${i}].response`));
  const contents = answers.map(({ entries }) => readEntries(entries));
  const last = answers.at(-1);
  return {
    facts: [
      ...contents.flatMap(({ facts }) => facts),
      ...(last ? finishOf(last) : []),
      ...usageOf(answers),
      ...identityFacts(entriesOf(answers).map(({ entry, path }) => modelIn(entry, path))),
      ...answers.flatMap(({ errors }) => errors),
    ],
    unread: [...contents.flatMap(({ unread }) => unread), ...answers.flatMap(({ unread }) => unread)],
  };
}

const entriesOf = (answers: readonly Answer[]) => answers.flatMap(({ entries }) => entries);

/** Each entry names its model. The answer has no id of its own: that of the conversation is all of theirs. */
const modelIn = (entry: JsonObject, path: string): Identity => {
  const { model } = identityIn(entry, path);
  return model ? { model } : {};
};

/**
 * Why an answer ended. This wire does not say: it is `tool_calls` where the application must act, else `stop`, though a limit may
 * have cut it off.
 */
function finishOf({ entries, end }: Answer): LocatedFact[] {
  if (end === undefined) return [];
  const reason = entries.some(({ entry }) => leavesTheTurn(entry)) ? 'tool_calls' : 'stop';
  return [{ fact: { kind: 'finish', reason }, path: end }];
}

/** Tokens summed over the answers. Those of connectors are counted apart, in `connector_tokens`. */
const usageOf = (answers: readonly Answer[]): LocatedFact[] =>
  tokenUsage(
    answers.flatMap(({ usage }) => (usage ? [{ usage: usage.value, path: usage.path }] : [])),
    { input: 'prompt_tokens_details', output: 'completion_tokens_details' },
  );

function readExchange({ response, transport }: Exchange, path: string): Answer {
  const type = headerOf(response, 'content-type') ?? '';
  const isStream = type.includes('event-stream') || (transport === 'sse' && !type.includes('json'));
  if (response.status < 400 && isStream && response.body.encoding === undefined) {
    return readStream(response.body.text, path);
  }
  const at = `${path}.body`;
  const body = asObject(jsonOf(response.body));
  const unread: Unread[] = body ? [] : [{ path: at, what: 'body that is no JSON object' }];
  if (response.status >= 400) {
    const told = failureHeaders(response, 'mistral-correlation-id');
    return {
      entries: [],
      errors: [{ fact: { ...mistralErrorFact(body, response.status), ...told }, path: at }],
      unread,
    };
  }
  return body ? readBody(body, at) : { entries: [], errors: unreadableOf(response, at), unread };
}

const known = new Set(['object', 'conversation_id', 'outputs', 'usage']);

function readBody(body: JsonObject, path: string): Answer {
  const outputs = asArray(body.outputs);
  const usage = asObject(body.usage);
  return {
    entries: (outputs ?? []).map((entry, i) => ({ entry: asObject(entry) ?? {}, path: `${path}.outputs[${i}]` })),
    ...(outputs ? { end: `${path}.outputs` } : {}),
    ...(usage ? { usage: { value: usage, path: `${path}.usage` } } : {}),
    errors: [],
    unread: [
      ...(outputs ? [] : [{ path, what: 'response without outputs' }]),
      ...otherMembers(body, known).map((name) => ({ path: `${path}.${name}`, what: `response.${name}` })),
    ],
  };
}

import { type Json, jsonEquals } from '../../files/canonical-json.ts';
import type { ChatMessage, FunctionResultContent } from '../contract/index.ts';
import type { Finding } from '../engine/verdict.ts';
import { shown } from '../facts/describe.ts';
import { type Check, contractSource, notApplicable } from './check.ts';
import { newMessages } from './lib/new-messages.ts';

export const check: Check = {
  id: 'results-on-the-wire',
  level: 'MUST',
  title: 'Every result of the application’s functions goes out with its value, and a failure goes out as a failure.',
  reason: 'The model works with what it is told: a changed value or a failure taken for success is a wrong answer.',
  sources: [contractSource, { title: 'M.E.AI FunctionResultContent' }],
  judge: ({ steps, toolErrors }) => {
    let compared = 0;
    const findings: Finding[] = [];
    for (const { step, path, requests } of steps) {
      const [request] = requests;
      const given = request ? inOrderOfCalls(newMessages(step.messages, request.options), step.messages) : [];
      if (!request || given.length === 0) continue;
      const sent = resultsOf(request.messages);
      for (const result of given) {
        compared++;
        const found = counterpart(result, given, sent);
        if (found && sameOutcome(result, found, toolErrors)) continue;
        findings.push({
          message: found
            ? `the function ${result.name ?? result.callId} ${outcome(result)}, and the wire says that it ${outcome(found)}`
            : `the function ${result.name ?? result.callId} ${outcome(result)}, and that is not on the wire`,
          adapterPath: `${path}.messages`,
          adapter: result,
          ...(found ? { wirePath: `${path}.${request.paths.get(found)}`, wire: found } : {}),
        });
      }
    }
    return compared === 0 ? notApplicable : { compared, findings };
  },
};

const resultsOf = (messages: readonly ChatMessage[]): FunctionResultContent[] =>
  messages.flatMap((m) => m.contents).filter((c) => c.type === 'function-result');

/** Where a wire has no ids, results stand in the order of their calls, in whatever order they came. */
function inOrderOfCalls(given: readonly ChatMessage[], all: readonly ChatMessage[]): FunctionResultContent[] {
  const calls = all.flatMap(({ contents }) => contents.flatMap((c) => (c.type === 'function-call' ? c.callId : [])));
  return resultsOf(given).sort((a, b) => calls.lastIndexOf(a.callId) - calls.lastIndexOf(b.callId));
}

/**
 * The result on the wire that stands for one given: that of the same id or, where ids were changed on the way, which is the
 * linking check's business, that of the same place.
 */
function counterpart(
  result: FunctionResultContent,
  given: readonly FunctionResultContent[],
  sent: readonly FunctionResultContent[],
): FunctionResultContent | undefined {
  const byId = sent.find((s) => s.callId === result.callId);
  return byId ?? (sent.length === given.length ? sent[given.indexOf(result)] : undefined);
}

function sameOutcome(given: FunctionResultContent, sent: FunctionResultContent, toolErrors: 'flag' | 'text'): boolean {
  if (given.error !== undefined) {
    if (toolErrors === 'flag') return sent.error?.includes(given.error) ?? false;
    return JSON.stringify(sent.error ?? sent.result ?? '').includes(JSON.stringify(given.error).slice(1, -1));
  }
  if (sent.error !== undefined) return false;
  // What the contract has no member for, such as pages that can be cited, is the provider's own block.
  if (given.result === undefined && given.rawRepresentation !== undefined)
    return holds(given.rawRepresentation, sent.result ?? null);
  return sameValue(given.result, sent.result);
}

/** True where a value is, or has at any depth, one that is equal to the wanted. */
const holds = (value: Json, wanted: Json): boolean =>
  jsonEquals(value, wanted) ||
  (value !== null && typeof value === 'object' && Object.values(value).some((one) => holds(one ?? null, wanted)));

/** A string goes as it is; anything else as JSON, which the wire may hold as text. */
function sameValue(given: unknown, sent: unknown): boolean {
  if (jsonEquals(given ?? null, sent ?? null)) return true;
  if (typeof given === 'string' || typeof sent !== 'string') return false;
  try {
    return jsonEquals(given ?? null, JSON.parse(sent));
  } catch {
    return false;
  }
}

const outcome = ({ error, result }: FunctionResultContent): string =>
  error === undefined ? `gave ${shown(result ?? null)}` : `failed with ${shown(error)}`;

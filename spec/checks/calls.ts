/** Calls are returned as the wire has them, and are linked to what answers them. */
import { explainSchemaErrors } from '../../lib/explain-schema-errors.ts';
import { validatorFor } from '../../lib/validator.ts';
import type { Content } from '../contract/index.ts';
import type { ActionCallFact, CallFact, Fact } from '../facts/fact.ts';
import type { RequestReading } from '../wire/reader.ts';
import { type Check, type CheckOutcome, contractSource, type Found, type JudgedStep, mergeOutcomes } from './check.ts';
import { factsEqualWire } from './lib/fact-check.ts';

export const returnsFunctionCalls: Check = {
  id: 'returns-function-calls',
  level: 'MUST',
  title: 'Every function call is returned once, with name, arguments and id.',
  reason:
    'A lost call never gets a result, and a changed call does something else. Most providers then reject the next request.',
  sources: [contractSource, { title: 'M.E.AI FunctionCallContent' }],
  judge: factsEqualWire(['call']),
};

export const returnsHostedTools: Check = {
  id: 'returns-hosted-tools',
  level: 'MUST',
  title: 'Hosted tool calls and results are returned complete and in order, known or not.',
  reason: 'An application shows the provider’s work to the user and sends it back, for unknown tools as well.',
  sources: [contractSource, { title: 'dotnet/extensions proposal HostedToolResultContent' }],
  judge: factsEqualWire(['hosted-call', 'hosted-result']),
};

export const returnsActions: Check = {
  id: 'returns-actions',
  level: 'MUST',
  title: 'Every action is returned complete, in order, with its id and safety checks.',
  reason:
    'The application acts on a real screen, shell or file. A changed action, or one without its safety checks, can do damage there.',
  sources: [
    contractSource,
    {
      title: 'OpenAI: computer use, acknowledging safety checks',
      url: 'https://platform.openai.com/docs/guides/tools-computer-use',
    },
    {
      title: 'Anthropic: computer use tool',
      url: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/computer-use-tool',
    },
  ],
  judge: factsEqualWire(['action-call']),
};

export const returnsApprovalRequests: Check = {
  id: 'returns-approval-requests',
  level: 'MUST',
  title: 'Every approval request is returned with tool, arguments and id.',
  reason:
    'The user must see the tool and its arguments to decide. Without the request the user cannot decide, and the conversation stops.',
  sources: [contractSource, { title: 'M.E.AI ToolApprovalRequestContent' }],
  judge: factsEqualWire(['approval-request']),
};

export const argumentsFitSchema: Check = {
  id: 'arguments-fit-schema',
  level: 'MUST',
  title: "Arguments that fit the tool's schema still fit when returned.",
  reason:
    'An application validates arguments before it acts. An adapter that coerces or wraps them breaks the validation.',
  sources: [contractSource, { title: 'M.E.AI FunctionCallContent.Arguments' }],
  judge: ({ steps }) => {
    let compared = 0;
    const findings: Found[] = [];
    for (const { step, path, wire } of steps) {
      step.response?.messages.forEach((message, m) => {
        message.contents.forEach((content, c) => {
          if (content.type !== 'function-call') return;
          const tool = step.options.tools?.find((t) => t.type === 'function' && t.name === content.name);
          if (tool?.type !== 'function') return;
          const validate = validatorFor(tool.parameters);
          const told = wire.facts.some(
            ({ fact }) =>
              fact.kind === 'call' &&
              (fact.id ?? fact.name) === (fact.id ? content.callId : tool.name) &&
              validate(fact.arguments),
          );
          if (!told) return;
          compared++;
          const value = content.arguments ?? content.argumentsText;
          if (validate(value)) return;
          for (const problem of explainSchemaErrors(validate.errors ?? [], value)) {
            findings.push({
              group: 'arguments',
              message: `the arguments of ${content.name} do not fit its schema: ${problem.pointer || 'the root'} ${problem.message}`,
              adapterPath: `${path}.response.messages[${m}].contents[${c}]`,
              adapter: value,
            });
          }
        });
      });
    }
    return { compared, findings };
  },
};

export const callIdsMatch: Check = {
  id: 'call-ids-match',
  level: 'MUST',
  title: 'Every call has its own id, and results use it.',
  reason:
    'Providers reject a conversation with a call that has no result, a result under another id, or no id in the history.',
  sources: [
    contractSource,
    { title: 'M.E.AI FunctionCallContent.CallId, FunctionResultContent.CallId' },
    { title: 'A result for a call that the provider runs', url: 'https://github.com/vercel/ai/pull/17390' },
  ],
  judge: ({ steps }) =>
    mergeOutcomes([
      ...steps.map(ownIds),
      ...steps.map(hostedLinks),
      ...steps.flatMap((next, i) => {
        const [request] = next.requests;
        const earlier = steps.slice(0, i);
        if (!request || earlier.length === 0) return [];
        return [
          answers(earlier.at(-1) as JudgedStep, next, request),
          replayed(earlier, next, request),
          unasked(earlier, next, request),
        ];
      }),
    ]),
};

/** Where the provider gives no ids, an adapter makes them up: a result finds its call by nothing else. */
function ownIds({ step, path }: JudgedStep): CheckOutcome {
  const contents = (step.response?.messages ?? []).flatMap((message) => message.contents);
  const calls = contents.filter((c) => c.type === 'function-call' || c.type === 'action-call');
  const findings = calls.flatMap((call, i): Found[] => {
    const isTaken = calls.slice(0, i).some(({ callId }) => callId === call.callId);
    if (call.callId !== '' && !isTaken) return [];
    const message = isTaken
      ? `two calls are returned under the id "${call.callId}"`
      : 'a call is returned under an empty id';
    return [{ message, group: isTaken ? 'id.taken' : 'id.empty', adapterPath: `${path}.response`, adapter: call }];
  });
  return { compared: calls.length, findings };
}

/** A result of a hosted tool that names its call names that which the wire does; where the wire goes by order, it has to. */
function hostedLinks({ step, wire, path }: JudgedStep): CheckOutcome {
  const contents = (step.response?.messages ?? []).flatMap((message) => message.contents);
  const [calls, results] = [contents.filter(isHostedCall), contents.filter(isHostedResult)];
  const facts = wire.facts.map(({ fact }) => fact);
  const [callsOnWire, resultsOnWire] = [facts.filter(isHostedCallFact), facts.filter(isHostedResultFact)];
  // What is lost or invented is told elsewhere.
  if (calls.length !== callsOnWire.length || results.length !== resultsOnWire.length)
    return { compared: 0, findings: [] };
  const findings = resultsOnWire.flatMap((fact, i): Found[] => {
    const before = facts.slice(0, facts.indexOf(fact)).filter(isHostedCallFact);
    const called = callsOnWire.findLastIndex((call) =>
      fact.ofCallBefore ? before.includes(call) : call.id === fact.id,
    );
    const wanted = fact.ofCallBefore || fact.id !== undefined ? calls[called]?.callId : undefined;
    const told = results[i]?.callId;
    if (wanted === undefined || told === wanted || (told === undefined && !fact.ofCallBefore)) return [];
    const message = `a result of ${fact.tool} names the call "${told ?? ''}", and belongs to "${wanted}"`;
    return [{ message, group: 'hosted-result.call-id', adapterPath: `${path}.response`, adapter: { ...results[i] } }];
  });
  return { compared: results.length, findings };
}

const isCall = (fact: Fact): fact is WithId<CallFact> => fact.kind === 'call';
const isFunctionCall = (content: Content) => content.type === 'function-call';
const isHostedCall = (content: Content) => content.type === 'hosted-tool-call';
const isHostedResult = (content: Content) => content.type === 'hosted-tool-result';
const isHostedCallFact = (fact: Fact) => fact.kind === 'hosted-call';
const isHostedResultFact = (fact: Fact) => fact.kind === 'hosted-result';

/**
 * Whether contents that state no id stand for calls by name and order: there are as many of a name as there are calls of it.
 * Only readers of APIs whose ids are optional read a missing id, as an empty one. That each result stands where its call does is the
 * business of the check of results. Source: https://ai.google.dev/api/caching#FunctionCall, whose `id` is optional; 75 results without one in
 * public recordings were answered with 200.
 */
function isLinkedByName(
  { name }: CallFact,
  calls: readonly CallFact[],
  contents: readonly { readonly callId: string; readonly name?: string }[],
): boolean {
  const withoutId = contents.filter((c) => c.callId === '' && c.name === name);
  return withoutId.length > 0 && withoutId.length === calls.filter((other) => other.name === name).length;
}

/** Every call of the last response is answered once. */
function answers(previous: JudgedStep, next: JudgedStep, request: RequestReading): CheckOutcome {
  const asked = callsOf(previous);
  const answered = contentsOf(request).filter((c) => c.type === 'function-result');
  const findings = asked.flatMap((call): Found[] => {
    const times = answered.filter((r) => r.callId === call.id).length;
    if (times === 1) return [];
    const isByName = times === 0 && isLinkedByName(call, asked, answered);
    return [
      {
        group: isByName ? 'call.answered-by-name' : times === 0 ? 'call.unanswered' : 'call.answered-twice',
        message: `the call ${call.name} with id "${call.id}" has ${times === 0 ? 'no result' : `${times} results`} in the next request; ids of its results: ${answered.map((r) => r.callId).join(', ') || 'none'}`,
        wirePath: wirePathOf(next),
        wire: answered,
      },
    ];
  });
  return { compared: asked.length, findings };
}

/** Every call of the conversation goes back under its id, where the caller keeps the conversation. */
function replayed(earlier: readonly JudgedStep[], next: JudgedStep, request: RequestReading): CheckOutcome {
  if (request.options.conversationId !== undefined) return { compared: 0, findings: [] };
  const sent = contentsOf(request).filter((c) => c.type === 'function-call' || c.type === 'action-call');
  const made = earlier.flatMap((step) => [...callsOf(step), ...actionCallsOf(step)]);
  const lost = made.filter(({ id }) => !sent.some((c) => c.callId === id));
  return {
    compared: made.length,
    findings: lost.map((call) => ({
      group:
        call.kind === 'call' && isLinkedByName(call, made.filter(isCall), sent.filter(isFunctionCall))
          ? 'call.id-omitted'
          : 'call.id-not-replayed',
      message: `the call with id "${call.id}" does not go back under its id; calls in the next request: ${sent.map((c) => c.callId).join(', ') || 'none'}`,
      wirePath: wirePathOf(next),
      adapter: call,
    })),
  };
}

/** Nothing is answered that the application was not asked. Where the wire gives calls no ids, nobody can tell. */
function unasked(earlier: readonly JudgedStep[], next: JudgedStep, request: RequestReading): CheckOutcome {
  const facts = earlier.flatMap(({ wire }) => wire.facts.map(({ fact }) => fact));
  if (facts.some((f) => (f.kind === 'call' || f.kind === 'action-call') && !hasId(f))) {
    return { compared: 0, findings: [] };
  }
  const calls = [...next.step.messages.flatMap((m) => m.contents), ...contentsOf(request)];
  const asked = new Set([
    ...calls.filter((c) => c.type === 'function-call' || c.type === 'action-call').map((c) => c.callId),
    ...earlier.flatMap((step) => [...callsOf(step), ...actionCallsOf(step)].map(({ id }) => id)),
  ]);
  const made = earlier.flatMap(callsOf);
  const results = contentsOf(request).filter((c) => c.type === 'function-result' || c.type === 'action-result');
  const isByName = (c: Content) =>
    c.type === 'function-result' && c.callId === '' && made.some(({ name }) => name === c.name);
  return {
    compared: results.length,
    findings: results
      .filter((result) => !asked.has(result.callId) && !isByName(result))
      .map((result) => ({
        group: 'answer.unasked',
        message: `the request has a result for the call "${result.callId}", which the application never received`,
        wirePath: request.paths.has(result) ? `${next.path}.${request.paths.get(result)}` : wirePathOf(next),
        wire: result,
      })),
  };
}

type WithId<F> = F & { readonly id: string };

const hasId = <F extends { readonly id?: string }>(fact: F): fact is WithId<F> => fact.id !== undefined;

const callsOf = ({ wire }: JudgedStep): WithId<CallFact>[] =>
  wire.facts
    .map((f) => f.fact)
    .filter((f) => f.kind === 'call')
    .filter(hasId);

const actionCallsOf = ({ wire }: JudgedStep): WithId<ActionCallFact>[] =>
  wire.facts
    .map((f) => f.fact)
    .filter((f) => f.kind === 'action-call')
    .filter(hasId);

const contentsOf = ({ messages }: RequestReading) => messages.flatMap((m) => m.contents);

const wirePathOf = ({ path }: JudgedStep): string => `${path}.exchanges[0].request`;

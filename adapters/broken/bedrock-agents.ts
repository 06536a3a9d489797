import type { JsonObject } from '../../files/canonical-json.ts';
import type { HttpRequest } from '../../recordings/format/exchange.ts';
import type { Tampering } from '../../recordings/transport/tampering.ts';
import type { BrokenAdapter } from './break.ts';
import { itemsOf, membersOf } from './json-members.ts';
import { inReadBody, inReadFrames, inSentBody } from './on-the-wire.ts';

const over = 'bedrock-agents';

/** Defects of adapters for Amazon Bedrock Agents. */
export const brokenOnBedrockAgents: readonly BrokenAdapter[] = [
  {
    id: 'reads-only-what-an-agent-says',
    modelledOn: ['B068', 'B073'],
    caughtBy: 'calls-equal-wire',
    over,
    defect: 'Of an answer only its text is read; that control returns to the application is lost.',
    shows: ['flat-call/complete', 'existing-agent/stream'],
    onTheWire: inReadFrames((frames) =>
      frames.map((frame) => (frame.type === 'returnControl' ? { type: 'chunk', payload: { bytes: '' } } : frame)),
    ),
  },
  {
    id: 'answers-only-the-first-call',
    modelledOn: ['B070'],
    caughtBy: 'results-on-the-wire',
    over,
    defect: 'Of several results only the first goes back.',
    shows: ['flat-parallel-calls/complete', 'flat-parallel-calls/stream'],
    onTheWire: inResults((results) => results.slice(0, 1)),
  },
  {
    id: 'does-what-it-was-asked-leave-for',
    modelledOn: ['B071'],
    caughtBy: 'approvals-on-the-wire',
    over,
    defect: 'A question for leave is answered with a result, as if the function were the application’s to run.',
    shows: ['leave-for-an-agents-function/complete', 'leave-for-an-agents-function/stream'],
    onTheWire: inResults((results) =>
      results.map(({ functionResult, ...other }) => {
        if (functionResult === undefined) return other;
        const { confirmationState: _, ...result } = membersOf(functionResult);
        return { functionResult: { responseBody: { TEXT: { body: 'done' } }, ...result } };
      }),
    ),
  },
  {
    id: 'answers-another-invocation',
    modelledOn: ['B070'],
    caughtBy: 'requests-acceptable',
    over,
    defect: 'Results go back under an id of the adapter’s own.',
    shows: ['flat-call/complete', 'flat-parallel-calls/stream'],
    onTheWire: inState((state) => ('invocationId' in state ? { ...state, invocationId: 'invocation-1' } : state)),
  },
  {
    id: 'answers-for-another-agent',
    caughtBy: 'results-on-the-wire',
    over,
    defect: 'Results go back in the name of the agent that is invoked, whichever agent had called.',
    shows: ['flat-call/complete', 'flat-parallel-calls/stream'],
    onTheWire: inResults((results) =>
      results.map((result) => ({ functionResult: { ...membersOf(result.functionResult), agentId: 'SUPERVISOR' } })),
    ),
  },
  {
    id: 'names-no-version-of-a-tool',
    caughtBy: 'tools-on-the-wire',
    over,
    defect: 'A tool of the model’s maker is declared without its version.',
    shows: ['look-and-click/complete', 'shell-declared/stream'],
    onTheWire: inSentBody((body) => ({
      ...body,
      actionGroups: itemsOf(body.actionGroups).map((group) => {
        const { type: _, ...parameters } = membersOf(group.parentActionGroupSignatureParams);
        return 'parentActionGroupSignatureParams' in group
          ? { ...group, parentActionGroupSignatureParams: parameters }
          : group;
      }),
    })),
  },
  {
    id: 'streams-in-one-piece',
    caughtBy: 'requests-complete',
    over,
    defect: 'A stream is asked for without the switch by which an agent streams.',
    shows: ['flat-call/stream', 'existing-agent/stream'],
    onTheWire: inSentBody(({ streamingConfigurations: _, ...body }) => body),
  },
  {
    id: 'declares-types-that-parameters-cannot-have',
    caughtBy: 'requests-fit-schema',
    over,
    phase: 'schema',
    defect: 'Types of parameters go out as another API names them.',
    shows: ['flat-call/complete', 'flat-parallel-calls/stream'],
    onTheWire: inSentBody((body) => renamedTypes(body) as JsonObject),
  },
  {
    id: 'gives-a-result-and-no-leave',
    caughtBy: 'results-on-the-wire',
    over,
    phase: 'multi-turn',
    defect: 'Where leave and result are asked for, the result goes back alone.',
    shows: ['leave-and-result/complete', 'leave-and-result/stream'],
    onTheWire: inResults((results) =>
      results.map((result) => {
        const { confirmationState: _, ...functionResult } = membersOf(result.functionResult);
        return { ...result, functionResult };
      }),
    ),
  },
  {
    id: 'changes-an-agent-in-the-midst',
    caughtBy: 'requests-acceptable',
    over,
    phase: 'request',
    defect: 'What was declared is taken away while the agent is still being prepared.',
    shows: ['agent-out-of-sight/complete', 'agent-out-of-sight/stream'],
    onTheWire: inReadBody((body) =>
      body.agent === undefined ? body : { ...body, agent: { ...membersOf(body.agent), agentStatus: 'PREPARED' } },
    ),
  },
  {
    id: 'never-prepares',
    caughtBy: 'resources-deleted',
    over,
    phase: 'request',
    defect: 'The draft is looked at and never prepared: what was deleted is still there for whoever asks.',
    shows: ['declared-on-the-agent/complete', 'declared-on-the-agent/stream'],
    onTheWire: {
      request: (request) => (isPreparation(request) ? { ...request, method: 'GET' } : request),
      ...inReadBody((body) => ({ ...membersOf(body.agent ?? {}), ...body })),
    },
  },
  {
    id: 'keeps-what-it-failed-at',
    caughtBy: 'finish-reason-equals-wire',
    over,
    phase: 'response',
    defect: 'That the agent failed at something, and why, is lost where it answers all the same.',
    shows: ['knowledge-in-pieces/complete', 'knowledge-in-pieces/stream'],
    onTheWire: inReadFrames((frames) =>
      frames.filter(({ payload }) => !('failureTrace' in membersOf(payload.trace ?? {}))),
    ),
  },
];

const isPreparation = ({ method, url }: HttpRequest): boolean =>
  method === 'POST' && /\/agents\/[^/]+\/?$/.test(url) && new URL(url).host.startsWith('bedrock-agent.');

/** A defect in the state that a request gives its session. */
function inState(change: (state: JsonObject) => JsonObject): Tampering {
  return inSentBody((body) =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        name === 'inlineSessionState' || name === 'sessionState' ? change(membersOf(value)) : value,
      ]),
    ),
  );
}

/** A defect in the results that go back. */
function inResults(change: (results: JsonObject[]) => JsonObject[]): Tampering {
  return inState(({ returnControlInvocationResults: results, ...state }) =>
    results === undefined ? state : { ...state, returnControlInvocationResults: change(itemsOf(results)) },
  );
}

/** A type `integer` as `int64`, wherever it stands. */
function renamedTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamedTypes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'type' && member === 'integer' ? 'int64' : renamedTypes(member),
    ]),
  );
}

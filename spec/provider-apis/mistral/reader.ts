/** For what Mistral's conversations refuse a request. */
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { asArray, asObject } from '../../wire/json.ts';
import type { WireReader } from '../../wire/reader.ts';
import { credentialsIn } from '../../wire/request-requirements.ts';
import { type Known, knownMembersOnly } from '../../wire/rules/general-rules.ts';
import { type Asked, defineRule, type Rule } from '../../wire/rules/rule.ts';
import { callsAreAnswered, type Half, type Pairs, toolNames } from '../../wire/rules/tools.ts';
import { idInAnswer, idInPath, readRequests } from './request-reader.ts';
import { readResponses } from './response-reader.ts';

const rules: readonly Rule[] = [
  toolNames({
    form: /^[a-zA-Z0-9_-]{1,64}$/,
    inWords: '1 to 64 letters, digits, "_" and "-"',
    evidence: {
      grade: 'types',
      title: 'mistral-common: what requests are validated for',
      url: 'https://github.com/mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py',
    },
    namesIn: ({ body }) => [
      ...placesIn(body.tools, 'body.tools').flatMap(({ path, object }) => {
        const declared = asObject(object.function);
        return declared ? [{ path: `${path}.function.name`, value: declared.name }] : [];
      }),
      ...entriesIn(body, 'function.call').map(({ path, object }) => ({ path: `${path}.name`, value: object.name })),
    ],
  }),
  callsAreAnswered({
    evidence: {
      grade: 'documented',
      title: 'Mistral answers 400 (code 3230): Not the same number of function calls and responses',
      url: 'https://github.com/mistralai/client-python/issues/234',
    },
    pairsIn,
  }),
  defineRule({
    id: 'model-or-agent-required',
    what: 'The first request of a conversation names a model or an agent.',
    evidence: {
      grade: 'types',
      title: '@mistralai/mistralai: ConversationRequest, model and agentId',
      url: 'https://docs.mistral.ai/agents/agents',
    },
    placesOf: ({ exchange, body }) =>
      exchange.operation === 'conversations.start' ? [{ path: 'body.model', value: body }] : [],
    wrong: ({ model, agent_id: agent }) =>
      (model ?? agent ?? null) === null ? 'a conversation begins without a model and without an agent' : undefined,
  }),
  defineRule({
    id: 'result-text',
    what: 'A function result is text.',
    evidence: {
      grade: 'types',
      title: '@mistralai/mistralai: FunctionResultEntry.result',
      url: 'https://docs.mistral.ai/agents/function_calling',
    },
    placesOf: ({ body }) =>
      entriesIn(body, 'function.result').map(({ path, object }) => ({ path: `${path}.result`, value: object.result })),
    wrong: (result) => (typeof result === 'string' ? undefined : `${JSON.stringify(result ?? null)} is no text`),
  }),
  knownMembersOnly({
    evidence: {
      grade: 'documented',
      title: 'Mistral answers 422: Extra inputs are not permitted, of tools in what is appended',
      url: 'https://github.com/partITech/php-mistral/issues/76',
    },
    objectsIn: ({ exchange, body }): Known[] => {
      const members = bodies.get(exchange.operation);
      return members ? [{ path: 'body', object: body, members }] : [];
    },
  }),
];

/** Source: `ConversationRequest`, `ConversationAppendRequest` of `@mistralai/mistralai`. */
const bodies: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'conversations.start',
    new Set([
      ...['inputs', 'stream', 'store', 'handoff_execution', 'instructions', 'tools', 'completion_args', 'guardrails'],
      ...['name', 'description', 'metadata', 'agent_id', 'agent_version', 'model'],
    ]),
  ],
  [
    'conversations.append',
    new Set(['inputs', 'stream', 'store', 'handoff_execution', 'completion_args', 'tool_confirmations']),
  ],
]);

const placesIn = (list: unknown, path: string): { path: string; object: JsonObject }[] =>
  (asArray(list) ?? []).map((value, i) => ({ path: `${path}[${i}]`, object: asObject(value) ?? {} }));

const entriesIn = (body: JsonObject, type: string) =>
  placesIn(body.inputs, 'body.inputs').filter(({ object }) => object.type === type);

/** What the conversation last called, and the entries after it; those of one kind that stand together are one turn. */
function pairsIn(asked: Asked): Pairs {
  const calls: Half[] = waitingCalls(asked).map((id) => ({ id, path: 'body.inputs', turn: 0 }));
  const answers: Half[] = [];
  let turn = 0;
  let before: unknown;
  for (const { path, object } of placesIn(asked.body.inputs, 'body.inputs')) {
    const { type, tool_call_id: id = null } = object;
    if (type !== before) turn++;
    before = type;
    if (type === 'function.result') answers.push({ id, path: `${path}.tool_call_id`, turn });
    // One that waits for leave is no business of the application's.
    const isAsked = type === 'function.call' && (object.confirmation_status ?? null) === null;
    if (isAsked) calls.push({ id, path: `${path}.tool_call_id`, turn });
  }
  return { calls, answers, turns: turn + 1 };
}

/** Calls in the last answer of the conversation that a request appends to. */
function waitingCalls({ exchange, earlier }: Asked): string[] {
  const id = idInPath(exchange);
  const last = earlier.findLast((one) => id !== undefined && (idInPath(one) ?? idInAnswer(one)) === id);
  const facts = last && last.response.status < 400 ? readResponses([last]).facts : [];
  return facts.flatMap(({ fact }) => (fact.kind === 'call' && fact.id !== undefined ? [fact.id] : []));
}

/** Reads the Conversations API of Mistral. A function that failed says so in its result's text: the wire has no flag for it. */
export const reader: WireReader = {
  providerApi: 'mistral',
  demands: [credentialsIn('authorization')],
  rules,
  // A function cannot be demanded by its name, nor a budget for thinking; what a conversation began with is kept.
  lacks: ['allowMultipleToolCalls', 'toolMode', 'reasoning', 'instructions', 'modelId'],
  unsupportedToolMembers: {
    'file-search': ['maximumResultCount', 'scoreThreshold'],
    'web-search': ['maximumUses', 'userLocation'],
    'image-generation': ['size', 'outputMediaType', 'partialImageCount'],
  },
  readResponses,
  readRequests,
};

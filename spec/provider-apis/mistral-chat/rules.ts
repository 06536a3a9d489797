/** For what Mistral's chat completions refuse a request. */

import { asArray, asObject, asString } from '../../wire/json.ts';
import { type Known, knownMembersOnly } from '../../wire/rules/general-rules.ts';
import { type Asked, defineRule, type Rule, type RuleEvidence } from '../../wire/rules/rule.ts';
import { callsAreAnswered, choiceIsDeclared, toolNames } from '../../wire/rules/tools.ts';
import { callsIn, choicesIn, messagesIn, namesIn, type Place, pairsIn, toolsIn } from '../families/chat/rules.ts';

const validator: RuleEvidence = {
  grade: 'types',
  title: 'mistral-common: what requests are validated for',
  url: 'https://github.com/mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py',
};

export const rules: readonly Rule[] = [
  toolNames({
    form: /^[a-zA-Z0-9_-]{1,64}$/,
    inWords: '1 to 64 letters, digits, "_" and "-"',
    evidence: validator,
    namesIn,
  }),
  defineRule({
    id: 'call-id-format',
    what: 'A call id has 9 letters and digits.',
    evidence: {
      grade: 'documented',
      title: 'Mistral answers 400 (code 3280): tool call id must be a-z, A-Z, 0-9, with a length of 9',
      url: 'https://github.com/anomalyco/opencode/issues/1680',
    },
    placesOf: (asked) => {
      const { calls, answers } = pairsIn(asked);
      return [...calls, ...answers].map(({ id, path }) => ({ path, value: id }));
    },
    wrong: (id) =>
      typeof id === 'string' && /^[a-zA-Z0-9]{9}$/.test(id) ? undefined : `${JSON.stringify(id)} is no such id`,
  }),
  callsAreAnswered({ evidence: validator, pairsIn }),
  choiceIsDeclared({ evidence: validator, choicesIn }),
  defineRule({
    id: 'user-after-tool',
    // The other side: rig's capability_edges/a_forced_tool_choice_beside_a_response_format_is_accepted.yaml@b75850e8 has a user
    // message there, to mistral-small-latest, which is answered with 200.
    what: 'An assistant message follows tool results, not a user message. "mistral-small" models are known to accept one.',
    evidence: {
      grade: 'documented',
      title: 'Mistral answers 400 (code 3230): Unexpected role "user" after role "tool"',
      url: 'https://github.com/zed-industries/zed/pull/31736',
    },
    placesOf: (asked) => {
      const roles = messagesIn(asked).map(({ path, object }) => ({ path: `${path}.role`, value: object.role }));
      const isLenient = asString(asked.body.model)?.startsWith('mistral-small') ?? false;
      return isLenient ? [] : roles.filter((_, i) => roles[i - 1]?.value === 'tool');
    },
    wrong: (role) =>
      role === 'tool' || role === 'assistant' ? undefined : `the role ${JSON.stringify(role ?? null)} follows "tool"`,
  }),
  defineRule({
    id: 'last-message-role',
    what: 'The last message is from the user or a tool, or from the assistant with "prefix": true.',
    evidence: {
      grade: 'documented',
      title: 'Mistral answers 400: Expected last role User or Tool (or Assistant with prefix True)',
      url: 'https://github.com/0xPlaygrounds/rig/pull/1130',
    },
    placesOf: (asked) =>
      messagesIn(asked)
        .slice(-1)
        .map(({ path, object }) => ({ path: `${path}.role`, value: object })),
    wrong: ({ role, prefix }) =>
      role === 'assistant' && prefix !== true
        ? 'the last message is from the assistant, without "prefix": true'
        : undefined,
  }),
  defineRule({
    id: 'assistant-message-not-empty',
    what: 'An assistant message has content or calls.',
    evidence: {
      grade: 'documented',
      title: 'Mistral answers 400: Assistant message must have either content or tool_calls, but not none',
      url: 'https://github.com/solbrowse/extension/issues/16',
    },
    placesOf: (asked) =>
      messagesIn(asked)
        .filter(({ object }) => object.role === 'assistant')
        .map(placed),
    wrong: (message) =>
      saysSomething(message.content) || saysSomething(message.tool_calls)
        ? undefined
        : 'an assistant message has neither content nor calls',
  }),
  knownMembersOnly({
    evidence: {
      grade: 'documented',
      title: 'Mistral answers 422: Extra inputs are not permitted',
      url: 'https://github.com/olimorris/codecompanion.nvim/pull/2278',
    },
    objectsIn,
  }),
];

const placed = ({ path, object }: Place) => ({ path, value: object });

const saysSomething = (value: unknown): boolean =>
  typeof value === 'string' ? value !== '' : (asArray(value)?.length ?? 0) > 0;

/** Source: `ChatCompletionRequest`, `AssistantMessage` …, `ToolCall`, `FunctionCall`, `FunctionT` of `@mistralai/mistralai`. */
const members = {
  body: new Set([
    ...['model', 'messages', 'temperature', 'top_p', 'max_tokens', 'stream', 'stop', 'random_seed', 'metadata', 'n'],
    ...['response_format', 'tools', 'tool_choice', 'parallel_tool_calls', 'presence_penalty', 'frequency_penalty'],
    ...['prediction', 'reasoning_effort', 'prompt_mode', 'guardrails', 'prompt_cache_key', 'service_tier'],
    'safe_prompt',
  ]),
  roles: new Map([
    ['system', new Set(['role', 'content'])],
    ['user', new Set(['role', 'content'])],
    ['assistant', new Set(['role', 'content', 'tool_calls', 'prefix'])],
    ['tool', new Set(['role', 'content', 'tool_call_id', 'name'])],
  ]),
  call: new Set(['id', 'type', 'function', 'index']),
  called: new Set(['name', 'arguments']),
  declared: new Set(['name', 'description', 'strict', 'parameters']),
};

function objectsIn(asked: Asked): Known[] {
  const messages = messagesIn(asked);
  const calls = messages.flatMap(callsIn);
  const known = (places: readonly Place[], names: ReadonlySet<string>): Known[] =>
    places.map((place) => ({ ...place, members: names }));
  return [
    { path: 'body', object: asked.body, members: members.body },
    ...messages.flatMap((message) => {
      const names = members.roles.get(asString(message.object.role) ?? '');
      return names ? known([message], names) : [];
    }),
    ...known(calls, members.call),
    ...known(calls.flatMap(functionIn), members.called),
    ...known(toolsIn(asked).flatMap(functionIn), members.declared),
  ];
}

function functionIn({ path, object }: Place): Place[] {
  const found = asObject(object.function);
  return found ? [{ path: `${path}.function`, object: found }] : [];
}

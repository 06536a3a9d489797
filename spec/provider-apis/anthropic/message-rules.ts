/** Where the parts of a request stand that rules are about. */
import { isJsonObject, type Json, type JsonObject, toText } from '../../../lib/canonical-json.ts';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { serverSentEvents } from '../../wire/events.ts';
import { asArray, asObject, asString, parseJson } from '../../wire/json.ts';
import { areUnique, haveForm } from '../../wire/rules/general-rules.ts';
import { defineRule, type Rule, type RuleEvidence, type RuleViolation } from '../../wire/rules/rule.ts';
import { callsAreAnswered, type Half } from '../../wire/rules/tools.ts';
import { readStream } from './stream-reader.ts';

/** A block, and the place it stands at. */
export interface Found {
  readonly path: string;
  readonly role: 'user' | 'assistant';
  /** Counted from zero; neighbours of one role are one turn, as the service takes them. */
  readonly turn: number;
  readonly block: JsonObject;
}

/** Every block of the messages, in order. Text that is no list is a block of text; messages of the system stand aside. */
export function blocksIn(body: JsonObject): Found[] {
  const found: Found[] = [];
  let turn = -1;
  let before: string | undefined;
  for (const [i, value] of (asArray(body.messages) ?? []).entries()) {
    const { role, content } = asObject(value) ?? {};
    if (role !== 'user' && role !== 'assistant') continue;
    if (role !== before) turn++;
    before = role;
    const path = `body.messages[${i}].content`;
    if (typeof content === 'string') found.push({ path, role, turn, block: { type: 'text', text: content } });
    for (const [n, one] of (asArray(content) ?? []).entries()) {
      const block = asObject(one);
      if (block) found.push({ path: `${path}[${n}]`, role, turn, block });
    }
  }
  return found;
}

/** The number of turns. */
const turnsIn = (body: JsonObject): number => {
  const roles = (asArray(body.messages) ?? []).map((message) => asObject(message)?.role);
  return roles.filter((role) => role === 'user' || role === 'assistant').filter((role, i, all) => role !== all[i - 1])
    .length;
};

export const blocksOf = (body: JsonObject, ...types: readonly string[]): Found[] =>
  blocksIn(body).filter(({ block }) => types.includes(asString(block.type) ?? ''));

/** A member of each, with its place. */
export const membersOf = (
  found: readonly { readonly path: string; readonly block: JsonObject }[],
  member: string,
): { path: string; value: unknown }[] =>
  found.map(({ path, block }) => ({ path: `${path}.${member}`, value: block[member] }));

/** Every declaration of a tool, with its place. */
export const toolsIn = (body: JsonObject): { path: string; tool: JsonObject; type: string }[] =>
  (asArray(body.tools) ?? []).flatMap((declared, i) => {
    const tool = asObject(declared);
    return tool ? [{ path: `body.tools[${i}]`, tool, type: asString(tool.type) ?? 'custom' }] : [];
  });

/** Functions of the application among the tools: the others have names of the provider's. */
export const functionsIn = (body: JsonObject) => toolsIn(body).filter(({ type }) => type === 'custom');

const half = ({ path, turn, block }: Found, member: string): Half => ({
  path: `${path}.${member}`,
  turn,
  id: block[member],
});

const handling: RuleEvidence = {
  grade: 'documented',
  title: 'Claude docs, handle tool calls',
  url: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls',
};

/** Calls of the application's functions, and their results. */
export const callRules: readonly Rule[] = [
  callsAreAnswered({
    evidence: handling,
    pairsIn: ({ body }) => ({
      calls: blocksOf(body, 'tool_use').map((found) => half(found, 'id')),
      answers: blocksOf(body, 'tool_result').map((found) => half(found, 'tool_use_id')),
      turns: turnsIn(body),
    }),
  }),
  {
    id: 'result-position-first',
    what: 'A message after calls begins with the results of all of them.',
    evidence: handling,
    judge: ({ body }) => {
      const all = blocksIn(body);
      const results = all.filter(({ block }) => block.type === 'tool_result');
      const breaches = results.flatMap(({ path, turn, block }) => {
        const before = all.slice(
          0,
          all.findIndex((found) => found.path === path),
        );
        const other = before.find((found) => found.turn === turn && found.block.type !== 'tool_result');
        if (!other) return [];
        const message = `the result of ${JSON.stringify(block.tool_use_id)} stands behind "${toText(other.block.type)}" at ${other.path}`;
        return [{ path, value: block, message }];
      });
      return { compared: results.length, breaches };
    },
  },
  defineRule({
    id: 'result-toolset-required',
    what: 'A result of a toolset call names the toolset.',
    evidence: {
      grade: 'types',
      title: '@anthropic-ai/sdk, lib/internal/toolsets/run: toolset_name is required on a member result',
      url: 'https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/lib/internal/toolsets/run.ts',
    },
    placesOf: ({ body }) => {
      const toolsets = new Map(blocksOf(body, 'tool_use').map(({ block }) => [block.id, block.toolset_name ?? null]));
      return blocksOf(body, 'tool_result').map(({ path, block }) => ({
        path: `${path}.toolset_name`,
        value: { said: block.toolset_name ?? null, called: toolsets.get(block.tool_use_id) ?? null },
      }));
    },
    wrong: ({ said, called }) =>
      said === called ? undefined : `it says ${JSON.stringify(said)}, and the call ${JSON.stringify(called)}`,
  }),
  haveForm({
    id: 'call-id-format',
    noun: 'call id',
    form: /^[a-zA-Z0-9_-]+$/,
    inWords: 'letters, digits, "_" and "-"',
    evidence: {
      grade: 'documented',
      title: 'tool_use.id: String should match pattern',
      url: 'https://github.com/BlockRunAI/ClawRouter/issues/17',
    },
    textsIn: ({ body }) => [
      ...membersOf(blocksOf(body, 'tool_use', 'mcp_tool_use'), 'id'),
      ...membersOf(blocksOf(body, 'tool_result', 'mcp_tool_result'), 'tool_use_id'),
    ],
  }),
  areUnique({
    id: 'call-id-unique',
    noun: 'call id',
    evidence: {
      grade: 'documented',
      title: 'tool_use ids must be unique',
      url: 'https://github.com/BerriAI/litellm/issues/23510',
    },
    textsIn: ({ body }) => membersOf(blocksOf(body, 'tool_use', 'server_tool_use', 'mcp_tool_use'), 'id'),
  }),
  defineRule({
    id: 'error-result-text',
    what: 'The result of a failed call has text, and only text.',
    evidence: {
      grade: 'documented',
      title: 'tool_result: content cannot be empty if is_error is true',
      url: 'https://github.com/jlevy/markform/issues/153',
    },
    placesOf: ({ body }) =>
      blocksOf(body, 'tool_result')
        .filter(({ block }) => block.is_error === true)
        .map(({ path, block }) => ({ path: `${path}.content`, value: block.content ?? null })),
    wrong: (content) => {
      if (content === null || content === '' || asArray(content)?.length === 0) return 'a failure without text';
      const others = (asArray(content) ?? []).filter((block) => (block as { type?: unknown } | null)?.type !== 'text');
      return others.length > 0 ? 'a failure has other content than text' : undefined;
    },
  }),
];

/** What messages are made of. */
export const contentRules: readonly Rule[] = [
  defineRule({
    id: 'text-not-blank',
    what: 'A text block has more than white space, unless the model wrote it.',
    evidence: {
      grade: 'documented',
      title: 'text content blocks must contain non-whitespace text',
      url: 'https://github.com/anthropics/claude-code/issues/23440',
    },
    placesOf: ({ body }) => [
      ...(asArray(body.system) ?? []).map((block, i) => ({ path: `body.system[${i}]`, value: asObject(block) ?? {} })),
      ...blocksIn(body)
        .filter(({ block }) => block.type === 'text')
        .map(({ path, block }) => ({ path, value: block })),
    ],
    // What the model wrote itself goes back unchanged, and real traffic shows that the service takes it.
    wrong: ({ text }, { earlier }) =>
      typeof text === 'string' && text.trim() === '' && (text === '' || !earlier.some((each) => hasText(each, text)))
        ? 'an empty text'
        : undefined,
  }),
  defineRule({
    id: 'messages-not-empty',
    what: 'A request has messages, and none is empty except a last one of the assistant.',
    evidence: {
      grade: 'documented',
      title: 'all messages must have non-empty content',
      url: 'https://github.com/livekit/agents/pull/669',
    },
    placesOf: ({ body }) => {
      const messages = (asArray(body.messages) ?? []).map((message) => asObject(message) ?? {});
      if (messages.length === 0) return [{ path: 'body.messages', value: { role: 'nobody', content: '' } }];
      // What the last one of the assistant begins with may be nothing.
      const isPrefill = messages.at(-1)?.role === 'assistant';
      return (isPrefill ? messages.slice(0, -1) : messages).map((message, i) => ({
        path: `body.messages[${i}].content`,
        value: message,
      }));
    },
    wrong: ({ content }) => {
      const isEmpty = content === '' || (asArray(content) ?? [0]).length === 0;
      return isEmpty ? 'the message is empty' : undefined;
    },
  }),
  defineRule({
    id: 'prefill-no-trailing-space',
    what: 'Text for the assistant to continue does not end with white space.',
    evidence: {
      grade: 'documented',
      title: 'final assistant content cannot end with trailing whitespace',
      url: 'https://github.com/tailcallhq/forgecode/issues/1872',
    },
    placesOf: ({ body }) => {
      const last = blocksIn(body).at(-1);
      return last?.role === 'assistant' && last.block.type === 'text' ? [{ path: last.path, value: last.block }] : [];
    },
    wrong: ({ text }) => (/\s$/.test(asString(text) ?? '') ? 'the last text ends with white space' : undefined),
  }),
  defineRule({
    id: 'cache-marker-limit',
    what: 'At most 4 blocks have a cache mark.',
    evidence: {
      grade: 'documented',
      title: 'A maximum of 4 blocks with cache_control may be provided',
      url: 'https://github.com/tghamm/Anthropic.SDK/issues/50',
    },
    placesOf: ({ body }) => {
      const marks = marksIn([body.system ?? [], body.tools ?? [], body.messages ?? []]);
      return marks === 0 ? [] : [{ path: 'body', value: marks }];
    },
    wrong: (marks) => (marks > 4 ? `${marks} blocks have a mark` : undefined),
  }),
];

/** Objects at any depth with a mark; what a call was given and what stands in a schema is the application's own. */
function marksIn(value: Json): number {
  if (Array.isArray(value)) return value.reduce((total: number, one) => total + marksIn(one), 0);
  if (!isJsonObject(value)) return 0;
  const { cache_control: mark, input: _input, input_schema: _schema, ...members } = value as JsonObject;
  return (isJsonObject(mark) ? 1 : 0) + marksIn(Object.values(members));
}

// Calls that the provider made by itself, and what they gave, as a request tells them again.

export const serverCallRules: readonly Rule[] = [
  {
    id: 'server-call-result-required',
    what: 'A hosted call is before its result, and neither is sent without the other.',
    evidence: {
      grade: 'documented',
      title: 'Each advisor_tool_result block must have a corresponding server_tool_use block before it',
      url: 'https://github.com/anthropics/claude-code/issues/95406',
    },
    judge: ({ body }) => {
      const blocks = blocksIn(body);
      const calls = blocks.filter(isCall);
      const results = blocks.filter(isResult);
      const breaches: RuleViolation[] = [];
      for (const call of calls) {
        const { id } = call.block;
        if (results.some(({ block }) => block.tool_use_id === id) || isOpen(call, blocks, turnsIn(body))) continue;
        const message = `the provider's call ${JSON.stringify(id)} to ${JSON.stringify(call.block.name)} has no result`;
        breaches.push({ path: call.path, value: call.block, message });
      }
      for (const result of results) {
        const { type, tool_use_id: id } = result.block;
        const before = blocks.slice(0, blocks.indexOf(result));
        if (before.some((found) => isCall(found) && found.block.id === id && callOf(found) === callFor(result)))
          continue;
        const message = `the "${toText(type)}" for ${JSON.stringify(id)} has no "${callFor(result)}" before it`;
        breaches.push({ path: result.path, value: id, message });
      }
      return { compared: calls.length + results.length, breaches };
    },
  },
  defineRule({
    id: 'paused-turn-container',
    what: 'A paused turn continues in the container of its code.',
    evidence: {
      grade: 'documented',
      title: 'pause_turn: the id of the container has to be in the next request',
      url: 'https://github.com/enricoros/big-AGI/issues/1010',
    },
    placesOf: ({ earlier, body }) => {
      const { reason, container } = endOf(earlier.at(-1));
      return reason === 'pause_turn' && container !== undefined
        ? [{ path: 'body.container', value: { container, asked: body.container } }]
        : [];
    },
    wrong: ({ container, asked }) => {
      const id = asString(asked) ?? asObject(asked)?.id ?? null;
      return id === container
        ? undefined
        : `the turn paused in ${JSON.stringify(container)}, not in ${JSON.stringify(id)}`;
    },
  }),
  haveForm({
    id: 'server-call-id-format',
    noun: 'id of a hosted call',
    form: /^srvtoolu_[a-zA-Z0-9_]+$/,
    inWords: '"srvtoolu_" followed by letters, digits and "_"',
    evidence: {
      grade: 'documented',
      title: 'server_tool_use.id: String should match pattern',
      url: 'https://github.com/Wei-Shaw/sub2api/issues/1308',
    },
    textsIn: ({ body }) => membersOf(blocksOf(body, 'server_tool_use'), 'id'),
  }),
];

/** Whether an answer has a block of this very text. */
function hasText({ response }: Exchange, text: string): boolean {
  const whole = asArray(asObject(parseJson(response.body.text))?.content);
  const blocks =
    whole?.map(asObject) ??
    readStream(response.body.text, '')
      .messages.flatMap((message) => message.blocks)
      .map(({ block }) => block);
  return blocks.some((block) => block?.type === 'text' && block.text === text);
}

/** How an answer ended, and in which container its code ran. */
function endOf(exchange: Exchange | undefined): { reason?: string; container?: string } {
  if (!exchange) return {};
  const { body } = exchange.response;
  const events = serverSentEvents(body.text).map(({ json }) => asObject(json));
  const said = [
    asObject(parseJson(body.text)),
    ...events.flatMap((event) => [event?.message, event?.delta].map(asObject)),
  ];
  const last = <T>(values: readonly (T | undefined)[]) => values.findLast((value) => value !== undefined);
  const reason = last(said.map((one) => asString(one?.stop_reason)));
  const container = last(said.map((one) => asString(asObject(one?.container)?.id)));
  return { ...(reason === undefined ? {} : { reason }), ...(container === undefined ? {} : { container }) };
}

const callOf = ({ block }: Found): string => asString(block.type) ?? '';

const isCall = (found: Found): boolean => ['server_tool_use', 'mcp_tool_use'].includes(callOf(found));

const isResult = ({ block, role }: Found): boolean =>
  role === 'assistant' && block.tool_use_id !== undefined && (asString(block.type) ?? '').endsWith('_tool_result');

const callFor = ({ block }: Found): string => (block.type === 'mcp_tool_result' ? 'mcp_tool_use' : 'server_tool_use');

/**
 * Not yet answered, and rightly so: the turn was paused and goes on with this request, or waits for results of the
 * application, be it code that called a function or calls that stand side by side.
 */
function isOpen(call: Found, blocks: readonly Found[], turns: number): boolean {
  if (call.turn === turns - 1) return true;
  const next = blocks.filter(({ turn }) => turn === call.turn + 1);
  if (call.turn === turns - 2 && next.some(({ block }) => block.type === 'tool_result')) return true;
  const said = blocks.filter(({ role }) => role === 'assistant').at(-1)?.turn;
  return blocks.some(
    ({ block, turn }) =>
      turn === said && block.type === 'tool_use' && asObject(block.caller)?.tool_id === call.block.id,
  );
}

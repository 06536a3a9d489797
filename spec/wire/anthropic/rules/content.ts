import { isJsonObject, type Json, type JsonObject } from '../../../../files/canonical-json.ts';
import { asArray, asObject, asString } from '../../json.ts';
import { type Rule, ruleOver } from '../../rules/rule.ts';
import { blocksIn } from './parts.ts';

/** What messages are made of. */
export const contentRules: readonly Rule[] = [
  ruleOver({
    id: 'texts-not-empty',
    what: 'A block of text holds more than white space.',
    source: {
      title: 'text content blocks must contain non-whitespace text',
      url: 'https://github.com/anthropics/claude-code/issues/23440',
    },
    placesOf: ({ body }) => [
      ...(asArray(body.system) ?? []).map((block, i) => ({ path: `body.system[${i}]`, value: asObject(block) ?? {} })),
      ...blocksIn(body)
        .filter(({ block }) => block.type === 'text')
        .map(({ path, block }) => ({ path, value: block })),
    ],
    wrong: ({ text }) => (typeof text === 'string' && text.trim() === '' ? 'a text without a word' : undefined),
  }),
  ruleOver({
    id: 'messages-not-empty',
    what: 'There is a message, and each holds something; only a last one of the assistant may be empty.',
    source: {
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
      return isEmpty ? 'nothing is said' : undefined;
    },
  }),
  ruleOver({
    id: 'no-white-space-at-the-end',
    what: 'What the assistant is to go on with does not end with white space.',
    source: {
      title: 'final assistant content cannot end with trailing whitespace',
      url: 'https://github.com/tailcallhq/forgecode/issues/1872',
    },
    placesOf: ({ body }) => {
      const last = blocksIn(body).at(-1);
      return last?.role === 'assistant' && last.block.type === 'text' ? [{ path: last.path, value: last.block }] : [];
    },
    wrong: ({ text }) => (/\s$/.test(asString(text) ?? '') ? 'the last text ends with white space' : undefined),
  }),
  ruleOver({
    id: 'cache-marks',
    what: 'At most 4 blocks are marked to be cached.',
    source: {
      title: 'A maximum of 4 blocks with cache_control may be provided',
      url: 'https://github.com/tghamm/Anthropic.SDK/issues/50',
    },
    placesOf: ({ body }) => {
      const marks = marksIn([body.system ?? [], body.tools ?? [], body.messages ?? []]);
      return marks === 0 ? [] : [{ path: 'body', value: marks }];
    },
    wrong: (marks) => (marks > 4 ? `${marks} blocks are marked` : undefined),
  }),
];

/** Objects at any depth with a mark; what a call was given and what stands in a schema is the application's own. */
function marksIn(value: Json): number {
  if (Array.isArray(value)) return value.reduce((total: number, one) => total + marksIn(one), 0);
  if (!isJsonObject(value)) return 0;
  const { cache_control: mark, input: _input, input_schema: _schema, ...members } = value as JsonObject;
  return (isJsonObject(mark) ? 1 : 0) + marksIn(Object.values(members));
}

import { expect, test } from 'vitest';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { wireReaderFor } from '../readers.ts';
import { answerViolations } from './answers.ts';

const exchange = (operation: string, request: object, response: object): Exchange => ({
  operation,
  transport: 'json',
  request: { method: 'POST', url: 'https://a.example/', headers: [], body: { text: JSON.stringify(request) } },
  response: {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: { text: JSON.stringify(response) },
  },
});

const functions = ['f', 'g'].map((name) => ({ name, parameters: { type: 'object', properties: {} } }));

/** What Gemini answers with calls of these functions. */
const gemini = (config: object, ...calls: readonly string[]): Exchange =>
  exchange(
    'models.generateContent',
    {
      contents: [{ role: 'user', parts: [{ text: 'x' }] }],
      tools: [{ functionDeclarations: functions }],
      toolConfig: { functionCallingConfig: config },
    },
    {
      candidates: [
        {
          content: { role: 'model', parts: calls.map((name) => ({ functionCall: { name, args: {} } })) },
          finishReason: 'STOP',
        },
      ],
    },
  );

/** What Mistral answers with calls of these functions. */
const mistral = (choice: object, ...calls: readonly string[]): Exchange =>
  exchange(
    'chat.completions.create',
    {
      model: 'm',
      messages: [{ role: 'user', content: 'x' }],
      tools: functions.map((one) => ({ type: 'function', function: one })),
      ...choice,
    },
    {
      id: 'i',
      object: 'chat.completion',
      model: 'm',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: '',
            tool_calls: calls.map((name, i) => ({ id: `call0000${i}`, function: { name, arguments: '{}' } })),
          },
          finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
        },
      ],
    },
  );

test.each<[string, string, Exchange, readonly string[]]>([
  ['google', 'calls what is allowed', gemini({ mode: 'ANY', allowedFunctionNames: ['f'] }, 'f', 'f'), []],
  ['google', 'calls another', gemini({ mode: 'ANY', allowedFunctionNames: ['f'] }, 'g'), ['choice-among']],
  ['google', 'calls nothing', gemini({ mode: 'ANY' }), ['choice-required']],
  ['google', 'calls anyway', gemini({ mode: 'NONE' }, 'f'), ['choice-none']],
  ['mistral-chat', 'calls one', mistral({ tool_choice: 'any', parallel_tool_calls: false }, 'f'), []],
  [
    'mistral-chat',
    'calls two',
    mistral({ tool_choice: 'any', parallel_tool_calls: false }, 'f', 'g'),
    ['parallel-off'],
  ],
  ['mistral-chat', 'calls nothing', mistral({ tool_choice: 'any' }), ['choice-required']],
])('%s %s', async (api, _, answered, rules) => {
  expect(answerViolations(await wireReaderFor(api), answered).map(({ rule }) => rule.id)).toEqual(rules);
});

import { expect, test } from 'vitest';
import { nullMembers } from '../../faults/fault-kinds.ts';
import type { WireDocument } from './column.ts';
import { absentNullables } from './exchange.ts';
import { wireSchemasFor } from './index.ts';

const document: WireDocument = {
  $schema: '',
  title: 'A test',
  from: [],
  $defs: {
    Message: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        name: { type: ['string', 'null'] },
        parts: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/Text' }, { $ref: '#/$defs/Call' }] } },
      },
    },
    Text: {
      type: 'object',
      required: ['type'],
      properties: { type: { const: 'text' }, cited: { anyOf: [{ type: 'array' }, { type: 'null' }] } },
    },
    Call: {
      type: 'object',
      required: ['type'],
      properties: { type: { const: 'call' }, by: { $ref: '#/$defs/Caller' }, as: { enum: ['a', null] } },
    },
    Caller: { anyOf: [{ type: 'string' }, { type: 'null' }] },
  },
};

test('absent members that may be null are found where they would stand, by the branch that a value means', () => {
  const value = { id: 'm', parts: [{ type: 'text' }, { type: 'call', as: 'a' }, { type: 'text', cited: [] }] };
  expect(absentNullables(document, 'Message', value)).toEqual([['name'], ['parts', 0, 'cited'], ['parts', 1, 'by']]);
  expect(absentNullables(document, 'Message', { name: 'n' })).toEqual([]);
  expect(absentNullables(document, 'Message', { name: 'n', parts: [{ type: 'new' }] })).toEqual([]);
});

test('an answer with nulls is judged as it was recorded, and the one null that matters can be found', async () => {
  const schemas = await wireSchemasFor('anthropic');
  const body = {
    id: 'm',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }],
  };
  const response = {
    status: 200,
    headers: [['content-type', 'application/json']] as const,
    body: {
      text: JSON.stringify({
        ...body,
        model: 'x',
        stop_reason: 'tool_use',
        usage: { input_tokens: 1, output_tokens: 1 },
      }),
    },
  };
  const [fault] = nullMembers(response, 'messages.create', {}, schemas);
  const arrived = fault?.arrives();
  const told = arrived === 'nothing' ? {} : JSON.parse(arrived?.body.text ?? '{}');
  expect(fault?.asRecorded).toBe(true);
  expect(told).toMatchObject({ ...body, content: [{ ...body.content[0], toolset_name: null }], container: null });
  let [least] = fault?.smaller?.() ?? [];
  for (let next = least; next; [next] = next.smaller?.() ?? []) least = next;
  expect(least?.what).toMatch(/^of the answer to messages\.create \S+ is null$/);
  expect(nullMembers(response, 'messages.create', {})).toEqual([]);
});

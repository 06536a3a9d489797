import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../lib/canonical-json.ts';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { type Conditions, departures, rejectionBy, rulesOf } from './conditions.ts';

const source = { title: 'The documentation' };

const conditions: readonly Conditions[] = [
  {
    operations: ['create'],
    repeatedIn: ['response'],
    members: {
      conversation: { as: 'id' },
      effort: { default: { byModel: [[/^m-1/, 'none'] as const, [/^m-/, 'medium'] as const] } },
      format: { default: { type: 'text' } },
      instructions: { as: 'start' },
      limit: { default: null },
      model: { as: 'version' },
      tools: { default: [], as: 'tools' },
    },
    choices: { answer: 'choices', index: 'index', request: 'n' },
    presupposes: [
      {
        answer: ['output.*.type', 'item.type'],
        is: /^search_call$/,
        request: ['tools.*.type'],
        has: /^search$/,
        source,
      },
    ],
    rejects: [
      {
        id: 'temperature',
        what: 'A model that reasons takes no temperature.',
        when: { temperature: (value) => value !== 1, effort: (value) => value !== 'none' },
        status: 400,
        body: { error: { message: 'temperature {value} of {model}' } },
        source,
      },
    ],
    source,
  },
];

const exchange = (request: JsonObject, response: Json | string, status = 200): Exchange => ({
  operation: 'create',
  transport: 'json',
  request: { method: 'POST', url: 'https://api.example/create', headers: [], body: { text: JSON.stringify(request) } },
  response: {
    status,
    headers: [],
    body: { text: typeof response === 'string' ? response : JSON.stringify(response) },
  },
});

const found = (request: JsonObject, response: Json | string, status?: number) =>
  departures(conditions, exchange(request, response, status), []).map(({ path }) => path);

const answer = (members: JsonObject) => ({ object: 'response', ...members });

describe('an answer that repeats its request', () => {
  test.each<[string, JsonObject, JsonObject, string[]]>([
    ['the same', { limit: 3 }, { limit: 3 }, []],
    ['another value', { limit: 3 }, { limit: 4 }, ['limit']],
    ['nothing of it', { limit: 3 }, {}, []],
    ['the default', {}, { limit: null, format: { type: 'text' } }, []],
    ['something that nobody sent', {}, { limit: 3 }, ['limit']],
    ['what completes it', { format: { type: 'json', a: [1] } }, { format: { type: 'json', a: [1], strict: null } }, []],
    ['a part of it', { format: { type: 'json', a: [1] } }, { format: { type: 'json', a: [] } }, ['format']],
    ['the default of the model', { model: 'm-2' }, { effort: 'medium' }, []],
    ['the default of another model', { model: 'm-2' }, { effort: 'none' }, ['effort']],
    ['a model without a known default', { model: 'x' }, { effort: 'none' }, []],
    ['the model', { model: 'm-1' }, { model: 'm-1' }, []],
    ['a version of the model', { model: 'm-1' }, { model: 'm-1-2026-01-02' }, []],
    ['a version of an alias', { model: 'm-1-latest' }, { model: 'm-1-2026-01-02' }, []],
    ['another model', { model: 'm-1' }, { model: 'm-12' }, ['model']],
    ['an id as an object', { conversation: 'c' }, { conversation: { id: 'c' } }, []],
    ['another id', { conversation: { id: 'c' } }, { conversation: { id: 'd' } }, ['conversation']],
    ['more instructions', { instructions: 'Be brief.' }, { instructions: 'Be brief. And kind.' }, []],
    ['other instructions', { instructions: 'Be brief.' }, { instructions: 'Be kind.' }, ['instructions']],
  ])('%s', (_, request, response, paths) => {
    expect(found(request, answer(response))).toEqual(paths);
  });

  test('tools are told by their names, in any order', () => {
    const named = (...names: string[]) => names.map((name) => ({ type: 'function', name }));
    expect(found({ tools: named('a', 'b') }, answer({ tools: named('b', 'c', 'a') }))).toEqual([]);
    expect(found({ tools: named('a', 'b') }, answer({ tools: named('a') }))).toEqual(['tools']);
    expect(found({ tools: [{ type: 'function', name: 'a', defer_loading: true }] }, answer({ tools: [] }))).toEqual([]);
  });

  test('every object of a stream is looked at, and errors and other objects are not', () => {
    const event = (data: Json) => `data: ${JSON.stringify(data)}\n\n`;
    const wrong = { response: answer({ limit: 4 }) };
    expect(found({ limit: 3 }, event({ response: answer({ limit: 3 }) }) + event(wrong) + event(wrong))).toEqual([
      'limit',
    ]);
    expect(found({ limit: 3 }, { object: 'list', limit: 4 })).toEqual([]);
    expect(found({ limit: 3 }, answer({ limit: 4 }), 400)).toEqual([]);
  });

  test('where a request is silent, what an earlier one set holds', () => {
    const [all] = conditions as [Conditions];
    const under = [{ ...all, under: { agent: 'definition' } }];
    const agent = { ...exchange({ definition: { limit: 3 } }, {}), operation: 'agent' };
    const run = (limit: number) => exchange({}, answer({ limit }));
    expect(departures(under, run(3), [agent])).toEqual([]);
    expect(departures(under, run(4), [agent])).toMatchObject([
      { message: 'the answer says limit 4; what was sent is 3' },
    ]);
    expect(departures(under, run(4), [])).toEqual([]);
  });
});

test('an answer has no more choices than were asked for, and no call of a tool that nobody declared', () => {
  const choices = (...indexes: number[]) => ({ choices: indexes.map((index) => ({ index })) });
  expect(found({}, choices(0, 1))).toEqual(['choices']);
  expect(found({ n: 2 }, choices(0, 1))).toEqual([]);
  expect(found({ n: 2 }, choices(0))).toEqual([]);
  expect(found({}, { output: [{ type: 'search_call' }] })).toEqual(['output.*.type']);
  expect(found({ tools: [{ type: 'search' }] }, { item: { type: 'search_call' } })).toEqual([]);
});

describe('a request that the service rejects', () => {
  const asked = (request: JsonObject) => exchange(request, {});
  const rejection = (request: JsonObject) => rejectionBy(conditions, asked(request))?.body.text;

  test('is answered with its error', () => {
    expect(rejection({ model: 'm-2', temperature: 0 })).toBe('{"error":{"message":"temperature 0 of m-2"}}');
    expect(rejection({ model: 'm-2', temperature: 1 })).toBeUndefined();
    expect(rejection({ model: 'm-2', temperature: 0, effort: 'none' })).toBeUndefined();
    expect(rejection({ model: 'm-1', temperature: 0 })).toBeUndefined();
    expect(rejection({ model: 'x', temperature: 0 })).toBeUndefined();
    expect(rejectionBy(conditions, { ...asked({ model: 'm-2', temperature: 0 }), operation: 'other' })).toBeUndefined();
  });

  test('is never recorded as answered, and breaks a rule', () => {
    expect(found({ model: 'm-2', temperature: 0 }, {})).toEqual(['']);
    const [rule] = rulesOf(conditions);
    const judge = (body: JsonObject) => rule?.judge({ exchange: asked(body), body, earlier: [] });
    expect(judge({ model: 'm-2', temperature: 0 })).toMatchObject({
      compared: 1,
      breaches: [{ path: 'body.temperature' }],
    });
    expect(judge({ model: 'm-1', temperature: 0 })).toEqual({ compared: 1, breaches: [] });
    expect(judge({ model: 'm-2' })).toEqual({ compared: 0, breaches: [] });
  });
});

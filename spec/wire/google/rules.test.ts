import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../files/canonical-json.ts';
import { askedIn } from '../demands.ts';
import { asked, jsonExchange, response, streamExchange } from './example-exchange.ts';
import { googleReader } from './reader.ts';

const call = (name: string, more: object = {}) => ({ functionCall: { name, args: {}, ...more } });
const answer = (name: string, more: object = {}) => ({ functionResponse: { name, response: { output: 1 }, ...more } });
const said = (role: string, ...parts: object[]) => ({ role, parts });
const question = said('user', { text: 'Which?' });
const functions = (...declared: object[]) => ({ functionDeclarations: declared });
const f = { name: 'f', parameters: { type: 'OBJECT', properties: { a: { type: 'STRING' } }, required: ['a'] } };

const talk = [question, said('model', call('f')), said('user', answer('f'))];
const sound = { contents: talk, tools: [functions(f, { name: 'g', parametersJsonSchema: { type: ['object'] } })] };

const vertexUrl =
  'https://aiplatform.example/v1beta1/projects/p/locations/l/publishers/google/models/m:generateContent';

/** Ids of the rules that a request breaks. */
function broken(body: object, { vertex = false, earlier = [] as unknown[] } = {}): string[] {
  const made = asked(jsonExchange({}), body);
  const exchange = vertex ? { ...made, request: { ...made.request, url: vertexUrl } } : made;
  const before = earlier.map((one) => jsonExchange(one));
  const rules = googleReader.rules ?? [];
  return rules
    .filter((rule) => rule.judge({ exchange, body: askedIn(exchange), earlier: before }).breaches.length > 0)
    .map(({ id }) => id);
}

const withSchema = (parameters: JsonObject) => ({ ...sound, tools: [functions({ name: 'f', parameters })] });
const withConfig = (config: object, tools: object[] = sound.tools) => ({ ...sound, tools, toolConfig: config });
const calling = (functionCallingConfig: object) => withConfig({ functionCallingConfig });

describe('what the service takes', () => {
  it.each<[string, object, boolean?]>([
    ['calls that are answered', sound],
    [
      'answers in several contents',
      {
        contents: [question, said('model', call('f'), call('f')), said('user', answer('f')), said('user', answer('f'))],
      },
    ],
    ['the user’s words after answers, apart', { contents: [...talk, question] }],
    ['a call that nobody had time to answer', { contents: talk.slice(0, 2) }],
    [
      'calls by id in any order',
      {
        contents: [
          question,
          said('model', call('f', { id: '1' }), call('f', { id: '2' })),
          said('user', answer('f', { id: '2' }), answer('f', { id: '1' })),
        ],
      },
    ],
    [
      'names of members in snake case',
      {
        contents: [question],
        tools: [
          {
            function_declarations: [
              { name: 'f', parameters: { type: 'OBJECT', properties: {}, any_of: [{ max_items: '1' }] } },
            ],
          },
        ],
      },
    ],
    [
      'search beside functions, shown',
      withConfig({ includeServerSideToolInvocations: true }, [functions(f), { googleSearch: {} }]),
    ],
    ['code beside functions', { ...sound, tools: [functions(f), { codeExecution: {} }] }],
    ['search beside functions on Vertex AI', { ...sound, tools: [functions(f), { googleSearch: {} }] }, true],
    ['a function that must be called', calling({ mode: 'ANY', allowedFunctionNames: ['f'] })],
    ['a kind of part that is new', { contents: [said('user', { hologram: {} })] }],
  ])('%s', (_, body, vertex = false) => {
    expect(broken(body, { vertex })).toEqual([]);
  });
});

describe('what it refuses', () => {
  it.each<[string, object, boolean?]>([
    ['tool-names', { ...sound, tools: [functions({ name: '2nd' })] }],
    ['functions-declared-once', { ...sound, tools: [functions(f), functions(f)] }],
    ['allowed-names', calling({ mode: 'AUTO', allowedFunctionNames: ['f'] })],
    ['allowed-names', calling({ mode: 'ANY', allowedFunctionNames: ['h'] })],
    ['calling-config-of-something', withConfig({ functionCallingConfig: { mode: 'AUTO' } }, [{ googleSearch: {} }])],
    ['mixed-tools', { ...sound, tools: [functions(f), { urlContext: {} }] }],
    ['tools-of-the-surface', { ...sound, tools: [{ retrieval: {} }] }],
    ['tools-of-the-surface', { ...sound, tools: [{ fileSearch: {} }] }, true],
    ['one-schema', { ...sound, tools: [functions({ ...f, parametersJsonSchema: {} })] }],
    ['schema-members', withSchema({ properties: { a: { items: { additionalProperties: false } } } })],
    ['schema-types', withSchema({ properties: { a: { type: ['string', 'null'] } } })],
    ['schema-required', withSchema({ properties: { a: { type: 'STRING' } }, required: ['b'] })],
    ['schema-enums', withSchema({ properties: { a: { type: 'INTEGER', enum: [1] } } })],
    ['contents-hold-something', { contents: [] }],
    ['contents-hold-something', { contents: [question, said('model')] }],
    ['known-roles', { contents: [said('assistant', { text: 'a' })] }],
    ['calls-answered', { contents: [...talk.slice(0, 2), question] }],
    ['calls-answered', { contents: [question, said('user', answer('f'))] }],
    ['calls-answered', { contents: [question, said('model', call('f')), said('user', answer('f'), answer('f'))] }],
    [
      'calls-answered',
      { contents: [question, said('model', call('f', { id: '1' })), said('user', answer('f', { id: '2' }))] },
    ],
    ['answers-apart', { contents: [...talk.slice(0, 2), said('user', answer('f'), { text: '1' })] }],
    ['calls-follow-the-user', { contents: talk.slice(1) }],
    ['calls-follow-the-user', { contents: [question, said('model', { text: 'a' }), ...talk.slice(1)] }],
    ['answers-name-their-function', { contents: [...talk.slice(0, 2), said('user', answer(''))] }],
    [
      'answers-name-their-function',
      { contents: [question, said('model', call('f', { id: '1' })), said('user', answer('1', { id: '1' }))] },
    ],
    ['parts-are-one-thing', { contents: [said('user', { thought: true })] }],
    ['parts-are-one-thing', { contents: [question, said('model', { text: 'a', ...call('f') })] }],
    [
      'bytes-are-base64',
      { contents: [said('user', { inlineData: { mimeType: 'image/png', data: 'data:image/png;base64,AA==' } })] },
    ],
    [
      'arguments-and-answers-are-objects',
      { contents: [...talk.slice(0, 2), said('user', answer('f', { response: 'x' }))] },
    ],
    ['text-on-vertex', { contents: [said('user', { text: '' })] }, true],
  ])('%s: %j', (rule, body, vertex = false) => {
    expect(broken(body, { vertex })).toContain(rule);
  });
});

describe('signatures', () => {
  const signed = { ...call('f'), thoughtSignature: 'c2ln+/4=' };
  const came = response([{ text: 'a' }, signed, call('f', { args: { second: true } })]);
  const goesBack = (...parts: object[]) => ({
    contents: [question, said('model', ...parts), said('user', answer('f'))],
  });

  it.each<[string, object, number]>([
    ['as it came', goesBack(signed), 0],
    ['in the other alphabet, without padding', goesBack({ ...signed, thoughtSignature: 'c2ln-_4' }), 0],
    ['lost', goesBack(call('f')), 1],
    ['on the part before it', goesBack({ text: 'a', thoughtSignature: 'c2ln+/4=' }, call('f')), 1],
    ['another', goesBack({ ...signed, thoughtSignature: 'b3RoZXI=' }), 1],
    [
      'lost, and the turn is over',
      { contents: [...goesBack(call('f')).contents, said('model', { text: 'b' }), question] },
      0,
    ],
    ['a call that came without', goesBack(call('f', { args: { second: true } })), 0],
  ])('%s', (_, body, breaches) => {
    const found = broken(body, { earlier: [came] }).filter((id) => id === 'signed-calls');
    expect(found).toHaveLength(breaches);
  });

  it('are known from streams', () => {
    const exchange = asked(jsonExchange({}), goesBack(call('f')));
    const rule = googleReader.rules?.find(({ id }) => id === 'signed-calls');
    const outcome = rule?.judge({ exchange, body: askedIn(exchange), earlier: [streamExchange(response([signed]))] });
    expect(outcome?.breaches).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import type { Json } from '../../lib/canonical-json.ts';
import { compareFacts } from './compare-wire-and-adapter.ts';
import { dataFact } from './data-facts.ts';
import type { Fact, LocatedFact } from './fact.ts';

const at = (prefix: string, facts: readonly Fact[]): LocatedFact[] =>
  facts.map((fact, i) => ({ fact, path: `${prefix}[${i}]` }));
const compare = (wire: readonly Fact[], adapter: readonly Fact[]) =>
  compareFacts(at('wire', wire), at('adapter', adapter));
const kinds = (wire: readonly Fact[], adapter: readonly Fact[]) =>
  compare(wire, adapter).differences.map((d) => `${d.kind} ${d.factKind}`);
const messages = (wire: readonly Fact[], adapter: readonly Fact[]) =>
  compare(wire, adapter).differences.map((d) => d.message);

const levels = (wire: readonly Fact[], adapter: readonly Fact[]) =>
  compare(wire, adapter).differences.map(
    (d) => `${d.level} ${d.kind}${d.words?.startsWith('the ') ? `: ${d.words}` : ''}`,
  );

const call = (name: string, args: Json, id?: string): Fact => ({
  kind: 'call',
  name,
  arguments: args,
  ...(id === undefined ? {} : { id }),
});
const text = (words: string): Fact => ({ kind: 'text', text: words });
const oslo = call('get_weather', { city: 'Oslo' }, 'toolu_1');
const bergen = call('get_weather', { city: 'Bergen' }, 'toolu_2');

describe('calls', () => {
  it('are the same by name, arguments and id', () => {
    expect(compare([oslo, bergen], [oslo, bergen])).toEqual({ compared: 2, differences: [] });
  });

  it('names the one of two that was dropped', () => {
    expect(messages([oslo, bergen], [oslo])).toEqual([
      'the response has a call to get_weather({"city":"Bergen"}) with id "toolu_2"; the adapter returned no such call',
    ]);
    expect(messages([oslo, bergen], [bergen])).toEqual([
      'the response has a call to get_weather({"city":"Oslo"}) with id "toolu_1"; the adapter returned no such call',
    ]);
  });

  it('says it plainly where the adapter returned no call at all', () => {
    expect(messages([oslo], [])).toEqual([
      'the response has a call to get_weather({"city":"Oslo"}) with id "toolu_1"; the adapter returned none',
    ]);
  });

  it('names the dropped one where the wire has no ids', () => {
    const wire = [call('a', { n: 1 }), call('a', { n: 2 }), call('a', { n: 3 })];
    const adapter = [call('a', { n: 1 }, 'call_0'), call('a', { n: 3 }, 'call_1')];
    const { differences } = compare(wire, adapter);
    expect(differences.map(({ kind, wire: lost }) => [kind, lost?.path])).toEqual([['lost', 'wire[1]']]);
  });

  it('may come in another order where ids link them, and may not where order is all there is', () => {
    expect(kinds([oslo, bergen], [bergen, oslo])).toEqual([]);
    const differences = messages([call('a', {}), call('b', {})], [call('b', {}, 'x'), call('a', {}, 'y')]);
    expect(differences).toHaveLength(1);
    expect(differences[0]).toContain('its position in the order differs');
  });

  it('do not mind member order, nor how a number is written', () => {
    const wire = call('f', JSON.parse('{"a":1.0,"b":{"c":1e2,"d":[]}}'));
    expect(kinds([wire], [call('f', JSON.parse('{"b":{"d":[],"c":100},"a":1}'))])).toEqual([]);
  });

  it.each<[string, Json, Json]>([
    ['a missing member', { a: 1, b: null }, { a: 1 }],
    ['a number as text', { a: 1 }, { a: '1' }],
    ['array order', { a: [1, 2] }, { a: [2, 1] }],
    ['arguments dropped', { a: 1 }, {}],
  ])('mind %s', (_, wire, adapter) => {
    expect(messages([call('f', wire, 'x')], [call('f', adapter, 'x')])[0]).toMatch(/^the arguments differ /);
  });

  it('may carry arguments that are no object as the text they were written in', () => {
    expect(kinds([call('f', [1, 2])], [call('f', '[1, 2]')])).toEqual([]);
    expect(kinds([call('f', '{"a":')], [call('f', '{"a":')])).toEqual([]);
    expect(kinds([call('f', '{"a":')], [call('f', {})])).toEqual(['changed call']);
  });

  it.each<[string, Json, Json, string]>([
    ['encoded twice', { a: { b: 1 } }, '"{\\"a\\":{\\"b\\":1}}"', 'encoded twice, as a JSON string'],
    ['a member encoded twice', { a: [{ b: 1 }] }, { a: ['{"b":1}'] }, 'at /a/0: encoded twice, as a JSON string'],
    ['in another order', { a: ['x', 'y'] }, { a: ['y', 'x'] }, 'at /a: the same items in another order'],
    ['a long text', { a: `${'x'.repeat(300)}y` }, { a: 'x'.repeat(300) }, 'at /a: differs from character 300 on'],
    ['no JSON', '{"a":', {}, 'they are "{\\"a\\":", no JSON object, and the adapter returned {}'],
  ])('say first how they differ: %s', (_, wire, adapter, words) => {
    const [told = ''] = messages([call('f', wire, 'x')], [call('f', adapter, 'x')]);
    expect(told.slice(0, 'the arguments differ ('.length + words.length)).toBe(`the arguments differ (${words}`);
    expect(told.length).toBeLessThan(600);
  });

  it('keep the id of the wire, and may have one where the wire has none', () => {
    expect(messages([oslo], [call('get_weather', { city: 'Oslo' }, 'mine')])[0]).toMatch(/^the id differs/);
    expect(kinds([call('f', {})], [call('f', {}, 'mine')])).toEqual([]);
  });

  it('are changed under the same id, and lost and invented under another name', () => {
    expect(kinds([call('f', {}, 'x')], [call('g', {}, 'x')])).toEqual(['changed call']);
    expect(kinds([call('f', {}, 'x')], [call('g', {}, 'y')])).toEqual(['lost call', 'invented call']);
  });
});

describe('text', () => {
  it('is compared per message and to the letter', () => {
    expect(kinds([text('a'), text('b')], [text('a'), text('b')])).toEqual([]);
    expect(kinds([text('a'), text('b')], [text('ab')])).toEqual(['changed text', 'lost text']);
    expect(kinds([text('a')], [text('a ')])).toEqual(['changed text']);
  });

  it('says from where on it differs', () => {
    const page = 'x'.repeat(500);
    expect(messages([text(`${page}cold`)], [text(`${page}warm`)])[0]).toContain(
      'differs from character 500 on, where the response has "cold" and the adapter "warm"',
    );
    expect(messages([text('4 °C')], [text('4')])[0]).toContain('the response has " °C" and the adapter the end');
  });

  it('that no message of the wire has is invented', () => {
    expect(messages([], [text('made up')])).toEqual([
      'the adapter returned the text "made up"; the response has no such text',
    ]);
  });
});

describe('reasoning', () => {
  const thought = (words: string, protectedData?: string): Fact => ({
    kind: 'reasoning',
    text: words,
    ...(protectedData === undefined ? {} : { protectedData }),
  });

  it('is compared by text and opaque state, in order', () => {
    const [a, b] = [thought('a', 'sig-a'), thought('b', 'sig-b')];
    expect(kinds([a, b], [a, b])).toEqual([]);
    expect(kinds([a, b], [b])).toEqual(['lost reasoning']);
    expect(kinds([a, b], [b, a])).toEqual(['changed reasoning']);
    expect(messages([a], [thought('a')])[0]).toMatch(/^the protected data differs/);
    const sealedTwice: Fact = { kind: 'reasoning', text: 'a', protectedData: 'sig-a', sealedAgain: 'sig-b' };
    expect(kinds([sealedTwice], [thought('a', 'sig-a')])).toEqual([]);
    expect(kinds([sealedTwice], [thought('a', 'sig-b')])).toEqual([]);
    expect(kinds([sealedTwice], [thought('a')])).toEqual(['changed reasoning']);
    expect(messages([a], [thought('A', 'sig-a')])[0]).toContain('the text differs from character 0');
  });
});

describe('hosted tools', () => {
  const asked = (tool: string, args: Json, id: string): Fact => ({ kind: 'hosted-call', tool, arguments: args, id });
  const gave = (payload: Json, id = 'srvtoolu_1'): Fact => ({ kind: 'hosted-result', tool: 'web_search', payload, id });

  it('are called in order, with what was asked', () => {
    const [one, two] = [asked('web_search', { query: 'a' }, 'x'), asked('web_search', { query: 'b' }, 'y')];
    expect(kinds([one, two], [asked('web-search', { query: 'a' }, 'x'), two])).toEqual([]);
    expect(kinds([one, two], [two, one])).toEqual(['changed hosted-call']);
    expect(kinds([one, two], [one])).toEqual(['lost hosted-call']);
  });

  it('are told as the contract’s tool, where it has a word for them', () => {
    const wire = asked('web_search', {}, 'x');
    expect(kinds([wire], [{ ...wire, tool: 'anything', of: 'web-search' } as Fact])).toEqual([]);
    expect(kinds([wire], [{ ...wire, of: 'code-interpreter' } as Fact])).toEqual(['changed hosted-call']);
    const own = asked('knot_finder', {}, 'x');
    expect(kinds([own], [{ ...own, of: 'knot_finder' } as Fact])).toEqual([]);
  });

  it('should keep their ids, which link nothing', () => {
    const [one, two] = [asked('web_search', { query: 'a' }, 'x'), asked('web_search', { query: 'b' }, 'y')];
    expect(levels([two], [asked('web_search', { query: 'b' }, 'q')])).toEqual(['SHOULD changed: the id differs']);
    expect(levels([gave([])], [gave([], 'mine')])).toEqual(['SHOULD changed: the id differs']);
    expect(levels([gave([])], [{ kind: 'hosted-result', tool: 'x', payload: [] }])).toEqual([]);
    // Another id hides nothing else: the call that was dropped is still the one that is missing.
    const { differences } = compare([one, two], [asked('web_search', { query: 'b' }, 'q')]);
    expect(differences.map(({ level, kind, wire }) => [level, kind, wire?.path])).toEqual([
      ['MUST', 'lost', 'wire[0]'],
      ['SHOULD', 'changed', 'wire[1]'],
    ]);
  });

  it('give a payload that may stand within the provider’s block', () => {
    const payload = [{ type: 'web_search_result', url: 'https://example.org/', page_age: null }];
    const block = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: payload };
    expect(kinds([gave(payload)], [gave(block)])).toEqual([]);
    expect(kinds([gave(payload)], [gave(payload)])).toEqual([]);
    expect(messages([gave(payload)], [gave({ ...block, content: [] })])[0]).toMatch(
      /^the payload is missing from its outputs/,
    );
  });

  it('may give members more that are empty, and no others', () => {
    const payload = { outcome: 'OUTCOME_OK', part: { id: 'p' } };
    expect(kinds([gave(payload)], [gave({ ...payload, output: '', part: { id: 'p', response: {} } })])).toEqual([]);
    expect(kinds([gave(payload)], [gave({ ...payload, output: 'x' })])).toEqual(['changed hosted-result']);
    expect(kinds([gave({ ...payload, output: 'x' })], [gave({ ...payload, output: '' })])).toEqual([
      'changed hosted-result',
    ]);
  });

  it('give the same payload in another spelling of its members, and no other', () => {
    const payload = [
      { type: 'web_search_result', encrypted_content: 'abc=', page_age: null, url: 'https://a.example' },
    ];
    const result = { type: 'web_search_result', encryptedContent: 'abc=', url: 'https://a.example' };
    expect(kinds([gave(payload)], [gave({ output: [result] })])).toEqual([]);
    expect(kinds([gave(payload)], [gave([{ ...result, pageAge: null }])])).toEqual([]);
    for (const other of [
      { ...result, encryptedContent: 'abd=' },
      { ...result, pageAge: '1 day' },
      { ...result, encryptedContent: null },
      { ...result, type: 'webSearchResult' },
      { ...result, encrypted: 'abc=' },
    ]) {
      expect(kinds([gave(payload)], [gave([other])])).toEqual(['changed hosted-result']);
    }
  });
});

describe('citations', () => {
  const cited = (target: string, span?: string): Fact => ({
    kind: 'citation',
    target,
    ...(span === undefined ? {} : { span }),
  });
  const [a, b] = [cited('https://a.example/', 'It rains.'), cited('https://b.example/', 'It is cold.')];

  it('come in any order, as often as the wire has them', () => {
    expect(kinds([a, b, a], [a, a, b])).toEqual([]);
    expect(kinds([a, a], [a])).toEqual(['lost citation']);
    expect(kinds([a], [a, a])).toEqual(['invented citation']);
  });

  it('must keep their target', () => {
    expect(levels([a], [])).toEqual(['MUST lost']);
    expect(levels([a], [b])).toEqual(['MUST lost', 'MUST invented']);
    expect(messages([a], [])).toEqual([
      'the response has a citation of "https://a.example/" for "It rains."; the adapter returned none',
    ]);
  });

  it('should keep the words that rest on it, where both sides say which', () => {
    expect(levels([a], [cited('https://a.example/', 'rains.')])).toEqual([
      'SHOULD changed: the cited text differs from character 0 on, where the response has "It rains." and the adapter "rains."',
    ]);
    expect(levels([a], [cited('https://a.example/')])).toEqual([]);
    expect(levels([cited('file-1')], [cited('file-1', 'anything')])).toEqual([]);
  });

  it('are told apart by their words where they have one target', () => {
    const [one, two] = [cited('https://a.example/', 'one'), cited('https://a.example/', 'two')];
    expect(levels([one, two], [cited('https://a.example/'), one])).toEqual([]);
    const { differences } = compare([one, two], [two]);
    expect(differences.map(({ kind, wire }) => [kind, wire?.path])).toEqual([['lost', 'wire[0]']]);
  });
});

describe('files and data', () => {
  const file = (id: string, name?: string): Fact => ({ kind: 'file', id, ...(name === undefined ? {} : { name }) });
  const bytes = (mediaType: string, base64: string): Fact => dataFact(mediaType, base64);

  it('are files by the provider’s id, and by name where both have one', () => {
    expect(kinds([file('f1'), file('f2')], [file('f2', 'a.csv'), file('f1')])).toEqual([]);
    expect(levels([file('f1', 'a.csv')], [file('f1', 'b.csv')])).toEqual(['MUST changed: the name differs']);
    expect(kinds([file('f1')], [file('f2')])).toEqual(['lost file', 'invented file']);
  });

  it('are data by their bytes, however these were written', () => {
    expect(kinds([bytes('image/png', '+/8=')], [bytes('image/png', '-_8')])).toEqual([]);
    expect(levels([bytes('image/png', 'AAAA')], [bytes('image/png', 'AAAB')])).toEqual([
      'MUST changed: the bytes differ',
    ]);
    expect(levels([bytes('image/png', 'AAAA')], [bytes('image/webp', 'AAAA')])).toEqual([
      'MUST changed: the media type differs',
    ]);
    expect(messages([bytes('image/png', '')], [])[0]).toContain('data of type "image/png" with SHA-256 e3b0c44298fc…');
  });
});

describe('finish, usage and error', () => {
  const usage = (inputTokens: number, outputTokens: number): Fact => ({ kind: 'usage', inputTokens, outputTokens });

  it('compares finish reasons as words', () => {
    expect(kinds([{ kind: 'finish', reason: 'stop' }], [{ kind: 'finish', reason: 'stop' }])).toEqual([]);
    expect(kinds([{ kind: 'finish', reason: 'stop' }], [{ kind: 'finish', reason: 'length' }])).toEqual([
      'changed finish',
    ]);
    expect(kinds([{ kind: 'finish', reason: 'stop' }], [])).toEqual(['lost finish']);
  });

  it('compares both counts of tokens', () => {
    expect(kinds([usage(10, 2)], [usage(10, 2)])).toEqual([]);
    expect(messages([usage(10, 2)], [usage(7, 2)])[0]).toMatch(/^the input tokens differ/);
    expect(messages([usage(10, 2)], [usage(10, 3)])[0]).toMatch(/^the output tokens differ/);
  });

  it.each(['cachedInputTokens', 'reasoningTokens'])('compares %s where the wire tells them', (member) => {
    const told = { ...usage(10, 2), [member]: 1 } as Fact;
    expect(kinds([told], [told])).toEqual([]);
    expect(kinds([usage(10, 2)], [told])).toEqual([]);
    expect(kinds([told], [usage(10, 2)])).toEqual(['changed usage']);
  });

  it.each([
    ['retryAfter', 500, 1],
    ['requestId', 'r-1', 'r-2'],
  ])('compares %s of an error where the wire tells it', (member, told, other) => {
    const error = (value: unknown) => ({ kind: 'error', message: '', [member]: value }) as Fact;
    expect(kinds([error(told)], [error(told)])).toEqual([]);
    expect(kinds([error(undefined)], [error(told)])).toEqual([]);
    expect(kinds([error(told)], [error(other)])).toEqual(['changed error']);
  });

  it('compares errors by status, code and what the provider says, where the wire has them', () => {
    const wire: Fact = { kind: 'error', status: 529, code: 'overloaded_error', message: 'Overloaded' };
    expect(kinds([wire], [{ ...wire, message: 'The provider answered: Overloaded (529)' }])).toEqual([]);
    expect(messages([wire], [{ ...wire, message: 'try later' }])[0]).toMatch(/^it lacks the provider’s message/);
    expect(messages([wire], [{ ...wire, status: 500 }])[0]).toMatch(/^the status differs/);
    expect(messages([wire], [{ ...wire, code: 'api_error' }])[0]).toMatch(/^the code differs/);
    const { code: _, ...uncoded } = wire;
    expect(kinds([{ kind: 'error', message: '' }], [uncoded])).toEqual([]);
  });

  it('takes no code for the provider’s that it did not say', () => {
    expect(messages([{ kind: 'error', message: '' }], [{ kind: 'error', message: '', code: 'unknown' }])[0]).toMatch(
      /^it has a code \("unknown"\), and the provider sent none/,
    );
  });

  it('takes no status of success for one of an error', () => {
    const late: Fact = { kind: 'error', message: 'Overloaded' };
    expect(messages([late], [{ ...late, status: 200 }])[0]).toMatch(/^its status means success/);
  });
});

describe('groups', () => {
  const groups = (wire: readonly Fact[], adapter: readonly Fact[]) =>
    compare(wire, adapter).differences.map(({ group }) => group);
  const usage = (rest: object = {}): Fact => ({ kind: 'usage', inputTokens: 10, outputTokens: 2, ...rest });

  it('are kinds of differences, which say nothing of the conversation', () => {
    expect(groups([oslo], [])).toEqual(['call.missing']);
    expect(groups([], [oslo])).toEqual(['call.invented']);
    expect(groups([text('a')], [text('b')])).toEqual(['text.changed']);
    expect(groups([usage({ cachedInputTokens: 4 })], [usage()])).toEqual(['usage.cached-input-tokens.missing']);
    expect(groups([usage({ cachedInputTokens: 4 })], [usage({ cachedInputTokens: 3 })])).toEqual([
      'usage.cached-input-tokens.changed',
    ]);
    expect(groups([usage({ cachedInputTokens: 0 })], [usage()])).toEqual(['usage.cached-input-tokens.zero']);
    expect(groups([{ kind: 'error', message: '' }], [{ kind: 'error', message: '', code: 'x' }])).toEqual([
      'error.code.invented',
    ]);
  });

  it('are apart where several things of one fact differ', () => {
    expect(groups([usage()], [usage({ inputTokens: 1, outputTokens: 1 })])).toEqual([
      'usage.input-tokens.changed',
      'usage.output-tokens.changed',
    ]);
  });
});

it('never takes a fact of one kind for one of another', () => {
  expect(kinds([oslo], [text('get_weather')])).toEqual(['invented text', 'lost call']);
});

it('compared nothing where there is nothing', () => {
  expect(compare([], [])).toEqual({ compared: 0, differences: [] });
});

describe('names of an answer', () => {
  const response: Fact = { kind: 'response-id', id: 'resp_1', before: ['resp_0'] };
  const model: Fact = { kind: 'model', model: 'large' };
  const message = (id: string): Fact => ({ kind: 'message-id', id });

  it('should be told, and must not be others', () => {
    const told: Fact[] = [{ kind: 'response-id', id: 'resp_1' }, model, message('a'), message('b')];
    const wire = [response, model, message('a'), message('b')];
    expect(levels(wire, told)).toEqual([]);
    expect(levels(wire, [])).toEqual(['SHOULD lost', 'SHOULD lost', 'SHOULD lost', 'SHOULD lost']);
    expect(levels([response, model], [message('resp_1'), { kind: 'model', model: 'small' }])).toEqual([
      'SHOULD lost',
      'MUST changed: the model differs',
    ]);
    expect(levels([], told)).toEqual(['MUST invented', 'MUST invented', 'MUST invented', 'MUST invented']);
  });

  it('belong to messages in their order, and those of silent ones to nobody', () => {
    const wire = [response, message('a'), message('b')];
    expect(kinds(wire, [response, message('b'), message('a')])).toHaveLength(1);
    expect(kinds(wire, [response, message('a'), message('a')])).toEqual(['changed message-id']);
    expect(kinds(wire, [response, message('a'), message('b'), message('b')])).toEqual([]);
    expect(kinds([{ kind: 'message-id', id: 'a', silent: true }], [])).toEqual([]);
  });

  it('a message may be called what its answer is called, or was before', () => {
    expect(kinds([response], [response, message('resp_1'), message('resp_0')])).toEqual([]);
    expect(kinds([response], [response, message('resp_2')])).toEqual(['invented message-id']);
  });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { parseCassettes } from '../format/cassette-file.ts';
import { cassettesFolder, listCassettes, parseCassettePath, parseRecordingName } from '../format/cassette-path.ts';
import type { Change } from '../format/change.ts';
import { readCassettes } from '../format/store.ts';
import { changesOf } from './diff-cassettes.ts';

const { providers } = await loadMatrix();

const columnOf = (path: string) =>
  providers.find(({ id }) => id === parseCassettePath(path)?.providerApi) ?? expect.fail(path);

// biome-ignore lint/suspicious/noExplicitAny: a file of any shape is edited member by member
type Loose = any;

/** The changes of a committed recording whose file is edited. */
async function edited(name: string, edit: (exchanges: Loose, file: Loose) => void): Promise<Change[]> {
  const { file: fileName, transport } = parseRecordingName(name);
  const path = join(cassettesFolder, fileName);
  const text = await readFile(path, 'utf8');
  const file = JSON.parse(text) as Loose;
  const { exchanges, defaultHeaders = {} } = file[transport];
  // Each exchange says its own headers: an edit is of one.
  for (const each of exchanges) {
    for (const side of ['request', 'response']) each[side].headers ??= { ...defaultHeaders[side] };
  }
  edit(exchanges, file);
  const young = JSON.stringify(file);
  expect(young, 'the edit changes something').not.toEqual(JSON.stringify(JSON.parse(text)));
  const [before, after] = [text, young].map((each) => parseCassettes(each, path)[transport] ?? expect.fail(name));
  return changesOf(before ?? expect.fail(), after ?? expect.fail(), columnOf(path));
}

/** A change on one line. */
const told = ({ kind, severity, what, event, pointer, before, after, count }: Change): string =>
  [
    `${kind} ${severity} ${what}:`,
    ...(event ? [`${event.index} ${event.type}`] : []),
    ...(pointer ? [pointer] : []),
    ...(before === undefined && after === undefined ? [] : [`${before} → ${after}`]),
    ...(count > 1 ? [`×${count}`] : []),
  ].join(' ');

const stream = 'anthropic/web-search/search-basic.json#sse';
const whole = 'anthropic/web-search/search-basic.json#json';
const eventsOf = (entries: Loose): Loose[] => entries[0].response.events;
const bodyOf = (entries: Loose): Loose => entries[0].response.json;
const deltas = (events: Loose[]): number[] =>
  events.flatMap(({ data }, at) => (data.delta?.type === 'text_delta' ? [at] : []));

// By day one file of ten.
test('no recording differs from itself', async () => {
  for (const path of (await listCassettes()).filter((_, i) => isNightly || i % 10 === 0)) {
    for (const cassette of Object.values(readCassettes(path).cassettes)) {
      expect(changesOf(cassette, cassette, columnOf(path)), path).toEqual([]);
    }
  }
});

test('the same change in several places is one, with a count, the place of the first, and the weightiest come first', async () => {
  const found = await edited(stream, (entries) => {
    for (const { data } of eventsOf(entries)) if (data.index !== undefined) data.later = data.index;
    for (const { data } of eventsOf(entries)) if (data.delta?.citation) delete data.delta.citation.title;
  });
  expect(found.map(({ what, count }) => `${what} ×${count}`).slice(0, 2)).toEqual([
    'member removed ×2',
    'member added ×23',
  ]);
  expect(found[0]).toMatchObject({
    operation: 'messages.create',
    transport: 'sse',
    exchange: 0,
    pointer: '/delta/citation/title',
  });
  expect(found[0]?.event).toEqual({ index: 14, type: 'content_block_delta citations_delta' });
});

describe('of a body', () => {
  test.each<[string, (body: Loose) => void, string[]]>([
    ['a member more', (b) => (b.later = 1), ['contract notable member added: /later undefined → 1']],
    [
      'a member less',
      (b) => delete b.stop_sequence,
      ['contract breaking member removed: /stop_sequence null → undefined'],
    ],
    [
      'null that is something',
      (b) => (b.container = { id: 'c' }),
      ['contract notable null or not: /container null → {"id":"c"}'],
    ],
    ['another type', (b) => (b.stop_reason = 7), ['contract breaking member retyped: /stop_reason end_turn → 7']],
    [
      'another word',
      (b) => (b.stop_reason = 'ended'),
      ['contract breaking word changed: /stop_reason end_turn → ended'],
    ],
    [
      'another kind',
      (b) => (b.content[0].type = 'tool_call'),
      ['contract breaking word changed: /content/0/type server_tool_use → tool_call'],
    ],
    [
      'other words',
      (b) => (b.content[0].input.query = 'x'),
      ['value quiet text changed: /content/0/input/query Galdhøpiggen height first ascent → x'],
    ],
    [
      'a kind of item that there was not',
      (b) => b.content.unshift({ type: 'thinking', thinking: 'Hm.' }),
      ['contract notable item added: /content/0 undefined → {"type":"thinking","thinking":"Hm."}'],
    ],
    [
      'one more of the same',
      (b) => b.content.push({ type: 'text', text: 'So.' }),
      ['value quiet more of the same: /content/7 undefined → {"type":"text","text":"So."}'],
    ],
    [
      'a kind of item less',
      (b) => b.content.splice(1, 1),
      [expect.stringMatching(/^contract breaking item removed: \/content\/1 \{"type":"web_search_tool_result"/)],
    ],
    [
      'items in another order',
      (b) => b.content.splice(0, 2, b.content[1], b.content[0]),
      [expect.stringMatching(/^contract notable item moved: \/content\/[01] /)],
    ],
    ['counts of tokens', (b) => (b.usage.input_tokens = 7), ['noise quiet noise: /usage/input_tokens 2140 → 7']],
    [
      'another model',
      (b) => (b.model = 'claude-later'),
      ['value notable model changed: /model claude-sonnet-5-5 → claude-later'],
    ],
    [
      'sealed bytes',
      (b) => (b.content[1].content[0].encrypted_content = 'x'),
      [expect.stringMatching(/^noise quiet noise: \/content\/1\/content\/0\/encrypted_content /)],
    ],
    [
      'another order of members',
      (b) => {
        const { id } = b;
        delete b.id;
        b.id = id;
      },
      ['noise quiet noise:'],
    ],
    [
      'a name that is inherited by every object',
      (b) => Object.defineProperty(b, '__proto__', { value: { a: 1 }, enumerable: true }),
      ['contract notable member added: /__proto__ undefined → {"a":1}'],
    ],
  ])('%s', async (_, edit, lines) => {
    // Member order is no difference to `toEqual`: an id that changes as well makes one.
    const found = await edited(whole, (entries) => {
      edit(bodyOf(entries));
      entries[0].comment = 'edited';
    });
    expect(found.map(told)).toEqual(lines);
  });
});

describe('of a stream', () => {
  test('texts that come in other pieces are no news', async () => {
    const found = await edited(stream, (entries) => {
      const events = eventsOf(entries);
      const [at = 0] = deltas(events);
      const { text } = events[at].data.delta;
      const piece = (words: string) => ({
        ...events[at],
        data: { ...events[at].data, delta: { type: 'text_delta', text: words } },
      });
      events.splice(at, 1, piece(text.slice(0, 2)), piece(text.slice(2, 3)), piece(text.slice(3)));
    });
    expect(found).toMatchObject([{ kind: 'noise', reason: expect.stringContaining('other chunks') }]);
  });

  test('a text of other length, in more pieces, is one change of a value', async () => {
    const found = await edited(stream, (entries) => {
      const events = eventsOf(entries);
      const [at = 0] = deltas(events);
      for (const words of ['and', ' more', ' words']) {
        events.splice(at + 1, 0, {
          ...events[at],
          data: { ...events[at].data, delta: { type: 'text_delta', text: words } },
        });
      }
    });
    expect(found).toMatchObject([{ kind: 'value', what: 'text changed', count: 1, pointer: '/delta/text' }]);
  });

  test('one event more is one change, though all behind it are counted anew', async () => {
    const found = await edited('openai-responses/web-search/search-basic.json#sse', (entries) => {
      const events = eventsOf(entries);
      events.splice(5, 0, { event: 'response.later', data: { type: 'response.later', sequence_number: 5 } });
      for (const [at, { data }] of events.entries()) data.sequence_number = at;
    });
    expect(found.map(told)).toEqual([
      'contract notable event added: 5 response.later undefined → {"type":"response.later","sequence_number":5}',
      expect.stringMatching(/^noise quiet noise: 6 response\.web_search_call\.completed \/sequence_number 5 → 6 ×11$/),
    ]);
  });

  test('a block before all others is told by its events, and by the places that move', async () => {
    const found = await edited(stream, (entries) => {
      const events = eventsOf(entries);
      for (const { data } of events) if (data.index !== undefined) data.index += 1;
      events.splice(
        1,
        0,
        {
          event: 'content_block_start',
          data: { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
        },
        {
          event: 'content_block_delta',
          data: { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
        },
        { event: 'content_block_stop', data: { type: 'content_block_stop', index: 0 } },
      );
    });
    expect(found.filter(({ kind }) => kind === 'contract').map(({ what, event }) => `${what} ${event?.type}`)).toEqual([
      'event added content_block_start thinking',
      'event added content_block_delta thinking_delta',
      'event added content_block_stop',
    ]);
    expect(found.filter(({ kind }) => kind === 'value').every(({ what }) => what === 'place changed')).toBe(true);
  });

  test('an event under another name is not one more and one less', async () => {
    const found = await edited('openai-responses/web-search/search-basic.json#sse', (entries) => {
      const event = eventsOf(entries)[4];
      event.event = event.data.type = 'response.web_search_call.looking';
    });
    expect(found.map(told)).toEqual([
      'contract breaking word changed: 4 response.web_search_call.looking /type response.web_search_call.searching → response.web_search_call.looking',
      expect.stringContaining('/(beside)/event'),
    ]);
  });

  test('what keeps a connection open is no news', async () => {
    const found = await edited(stream, (entries) =>
      eventsOf(entries).splice(3, 0, { event: 'ping', data: { type: 'ping' } }, { comment: ' waiting' }),
    );
    expect(found).toMatchObject([{ kind: 'noise', reason: expect.stringContaining('keeps the connection open') }]);
  });

  test('frames of an AWS event stream are events as well', async () => {
    const found = await edited('bedrock-converse/function-calling/call-single.json#eventstream', (entries) => {
      const frames = entries[0].response.frames;
      const stop = frames.find(({ json }: Loose) => json?.stopReason);
      stop.json.stopCause = stop.json.stopReason;
      delete stop.json.stopReason;
      frames.splice(1, 0, {
        headers: [
          [':event-type', 'later'],
          [':message-type', 'event'],
        ],
        json: { a: 1 },
      });
    });
    expect(found.map(({ what, event }) => `${what} ${event?.type}`)).toEqual([
      'member renamed messageStop',
      'event added later',
    ]);
  });
});

describe('of an exchange', () => {
  test.each<[string, (entry: Loose) => void, string[]]>([
    ['status', (e) => (e.response.status = 201), ['contract breaking status changed: 200 → 201']],
    [
      'content type',
      (e) => {
        e.response.headers['content-type'] = 'application/problem+json';
      },
      ['contract breaking content type changed: /(headers)/content-type application/json → application/problem+json'],
    ],
    [
      'a header that clients look at',
      (e) => (e.response.headers['retry-after'] = '7'),
      ['contract notable header added: /(headers)/retry-after undefined → 7'],
    ],
    [
      'a header that none looks at',
      (e) => (e.response.headers['x-served-by'] = 'a'),
      ['noise quiet noise: /(headers)/x-served-by undefined → a'],
    ],
    [
      'order of headers',
      (e) => (e.response.headers = Object.entries(e.response.headers).reverse()),
      ['noise quiet noise: /(headers)'],
    ],
    [
      'form of the body',
      (e) => {
        delete e.response.json;
        e.response.text = '<html>';
      },
      ['contract breaking body changed its form: JSON → text'],
    ],
    [
      'query',
      (e) => (e.request.url += '?beta=true'),
      ['contract notable member added: /(url)/query/beta undefined → true'],
    ],
  ])('%s', async (_, edit, lines) => {
    const found = await edited(whole, ([entry]) => edit(entry));
    expect(found.map(told)).toEqual(lines);
  });

  test('one more is said by its operation; where it only asks whether something is done, it is no news', async () => {
    const more = await edited(whole, (entries) => entries.push(entries[1]));
    expect(more.map(told)).toEqual(['contract breaking exchange added: undefined → POST /v1/messages → 200']);
    const asked = await edited('openai-assistants/function-calling/call-single.json#json', (entries) => {
      const at = entries.findIndex(
        ({ request }: Loose) => request.method === 'GET' && /runs\/[^/]+$/.test(request.url),
      );
      entries.splice(at, 0, entries[at]);
    });
    expect(asked.map(({ what, severity }) => `${severity} ${what}`)).toEqual(['quiet asked more often']);
  });

  test('what it proves is told as well', async () => {
    const found = await edited(whole, (_, file) => {
      file.provenance.evidence = 'live';
      file.provenance.recordedAt = '2026-11-22';
    });
    expect(found.map(told)).toEqual([
      'value notable provenance changed: /evidence documented → live',
      'noise quiet noise: /recordedAt undefined → 2026-11-22',
    ]);
  });
});

test('a text is shown from shortly before where it differs, and cut', async () => {
  const [found] = await edited(whole, (entries) => {
    bodyOf(entries).content[0].input.query = `Galdhøpiggen height first ascent ${'and more '.repeat(100)}`;
  });
  expect(found?.after).toMatch(/^….{29,30} and more /);
  expect(found?.after?.length).toBeLessThan(150);
});

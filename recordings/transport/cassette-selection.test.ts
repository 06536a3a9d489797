import { expect, test } from 'vitest';
import { UserError } from '../../lib/user-error.ts';
import type { Operation } from '../../matrix/schema.ts';
import type { Cassette } from '../format/cassette.ts';
import type { WireTransport } from '../format/exchange.ts';
import { scrubRequest } from '../scrub/scrub.ts';
import { type CassetteCandidate, CassetteSelection } from './cassette-selection.ts';

/** Threads by JSON; runs by JSON or by events. */
const operations: Operation[] = [
  { id: 'threads.create', method: 'POST', urlTemplates: ['/threads'], transports: ['json'], description: 'x' },
  { id: 'files.list', method: 'GET', urlTemplates: ['/files'], transports: ['json'], description: 'x' },
  {
    id: 'runs.create',
    method: 'POST',
    urlTemplates: ['/runs'],
    transports: ['json', 'sse'],
    streamWhen: { body: 'stream' },
    description: 'x',
  },
];

type Asked = readonly [method: string, path: string, body?: object];
const thread: Asked = ['POST', '/threads', {}];
const files: Asked = ['GET', '/files'];
const run: Asked = ['POST', '/runs', {}];
const streamedRun: Asked = ['POST', '/runs', { stream: true }];

const requested = ([method, path, body]: Asked) =>
  scrubRequest({
    method,
    url: `https://api.example${path}`,
    headers: [],
    ...(body === undefined ? {} : { body: { text: JSON.stringify(body) } }),
  });

/** A recording whose answers say which recording they are from. */
const recording = (name: string, ...asked: Asked[]): Cassette => ({
  provenance: { evidence: 'documented', sources: [{ title: 'x' }], note: 'x' },
  entries: asked.map((one) => ({
    request: requested(one),
    response: {
      status: 200,
      headers: [['content-type', one === streamedRun ? 'text/event-stream' : 'application/json']],
      body: { text: `${name}: ${one[1]}` },
    },
  })),
});

const byJson = () => recording('json', thread, run);
const byEvents = () => recording('sse', thread, streamedRun);
const missing = () => {
  throw new UserError('no such recording');
};

const candidate = (transport: WireTransport, open: () => Cassette): CassetteCandidate => ({ transport, open });
const deckOf = (first: CassetteCandidate, ...rest: CassetteCandidate[]) =>
  new CassetteSelection([first, ...rest], operations);
/** What a caller is offered who asks for the whole answer. */
const complete = (json: () => Cassette = byJson, sse: () => Cassette = byEvents) =>
  deckOf(candidate('json', json), candidate('sse', sse));

const said = (deck: CassetteSelection, asked: Asked): string => {
  const answer = deck.take(requested(asked));
  return 'reason' in answer ? answer.reason : answer.response.body.text;
};

test('the mode asks for JSON and the client streams: what it was answered before is used up in the streamed recording', () => {
  const deck = complete();
  expect(said(deck, thread)).toBe('json: /threads');
  expect(said(deck, streamedRun)).toBe('sse: /runs');
  expect(deck.played.transport).toBe('sse');
  expect(deck.unconsumed()).toEqual([]);
  expect(said(deck, thread)).toBe('threads.create by json is used up: 1 recorded, 1 used');
});

test('the client does as the mode asks: the other recording is not even read', () => {
  const deck = complete(byJson, () => expect.fail('it was read'));
  expect([said(deck, thread), said(deck, run)]).toEqual(['json: /threads', 'json: /runs']);
  expect([deck.played.transport, deck.unconsumed(), deck.problem()]).toEqual(['json', [], undefined]);
});

test('only the recording that is played is missed', () => {
  const deck = complete(() => recording('json', thread, run, run));
  said(deck, streamedRun);
  expect(deck.unconsumed()).toEqual(['threads.create by json, entry 1']);
  const untouched = complete();
  expect(untouched.unconsumed()).toEqual(['threads.create by json, entry 1', 'runs.create by json, entry 2']);
});

test('once decided, the other transport is not served, whatever the other recording has', () => {
  const deck = complete();
  said(deck, streamedRun);
  expect(said(deck, run)).toMatch(/^runs\.create by json is not recorded; the cassette has runs\.create by sse/);
});

test('a missing recording is no problem where another is played', () => {
  const deck = complete(missing);
  expect(said(deck, thread)).toBe('sse: /threads');
  expect(said(deck, streamedRun)).toBe('sse: /runs');
  expect([deck.problem(), deck.unconsumed()]).toEqual([undefined, []]);
});

test.each([
  ['was decided for', complete(byJson, missing), [thread, streamedRun]],
  ['would be played as nothing was asked', complete(missing), []],
  ['would be played as nothing that was asked decides', complete(missing), [thread]],
  ['is the only one', deckOf(candidate('json', missing)), [run]],
] as const)('a missing recording is the problem where it %s', (_, deck, asked) => {
  const answers = asked.map((one) => said(deck, one));
  expect(deck.problem()?.message).toBe('no such recording');
  expect(deck.unconsumed()).toEqual([]);
  if (asked.at(-1) !== thread && asked.length > 0) expect(answers.at(-1)).toBe('no such recording');
});

test('who streams after something that the streamed recording does not have is told so', () => {
  const deck = complete(() => recording('json', files, run));
  expect(said(deck, files)).toBe('json: /files');
  expect(said(deck, streamedRun)).toMatch(
    /^the earlier requests are not in the same recording: files\.list by json is not/,
  );
});

test('what is no operation decides nothing', () => {
  const deck = complete();
  expect(said(deck, ['POST', '/thread', {}])).toContain('nearest: threads.create');
  expect(said(deck, streamedRun)).toBe('sse: /runs');
});

test('a deck of one answers every transport that its recording has', () => {
  const deck = CassetteSelection.of(recording('both', run, streamedRun), operations);
  expect([said(deck, streamedRun), said(deck, run)]).toEqual(['both: /runs', 'both: /runs']);
  expect(() => CassetteSelection.of(recording('x', ['POST', '/nowhere']), operations)).toThrow(/no operation/);
});

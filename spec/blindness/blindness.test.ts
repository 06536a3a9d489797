import { expect, test } from 'vitest';
import type { Finding } from '../engine/verdict.ts';
import { exampleExchanges } from '../wire/example-exchanges.ts';
import { asObject, jsonOf } from '../wire/json.ts';
import { requestBodyOf } from '../wire/request-requirements.ts';
import { Blindness, isSeen, type JudgedCase, type Played, Reasons } from './blindness.ts';

const { exampleRequest, jsonExchange } = exampleExchanges('ask', 'https://api.example/ask');

const asked = { model: 'm-1', stop: ['end'], schema: { depth: 1 } };
const answered = {
  id: 'answer-1',
  copy: 'answer-1',
  sources: [
    { type: 'page', url: 'https://a.example', title: 'A' },
    { type: 'file', title: 'B' },
  ],
  score: 3,
};
const exchange = { ...jsonExchange(answered), request: exampleRequest(asked) };
const played: Played = { steps: [{ exchanges: [exchange] }], closing: [] };

/** Notices another id, where no copy says it too, another page or title of a page, and another model. */
const judge: JudgedCase<Played>['judge'] = ({ steps }) => {
  const [{ request, response } = exchange] = steps.flatMap(({ exchanges }) => exchanges);
  const { id, copy, sources } = asObject(jsonOf(response.body)) as typeof answered;
  const { model, schema } = requestBodyOf({ ...exchange, request });
  const [page] = sources;
  const isOther = id === copy && id !== answered.id;
  const differs = isOther || page?.url !== 'https://a.example' || page.title !== 'A';
  const message = { message: 'differs' } as Finding;
  const found = (check: string, isFound: boolean) => ({ check, findings: isFound ? [message] : [] });
  return [found('returns', differs), found('sends', model !== 'm-1' || asObject(schema)?.depth !== 1)];
};

const lookedAt = (patterns: string[] = []) => {
  const reasons = patterns.length === 0 ? [] : [{ reason: 'none', patterns }];
  const blindness = new Blindness(new Reasons({ opaque: ['schema'], reasons, gaps: [] }, 'anthropic'));
  blindness.add({ id: 'case', trace: played, judge });
  return blindness.signatures();
};

test('what no check takes notice of is blind, by the kind of thing that it stands in', () => {
  const blind = lookedAt().filter((one) => !isSeen(one));
  expect(blind.map(({ id }) => id)).toEqual([
    'ask answered header content-type',
    'ask answered score',
    'ask answered sources[type=file].title',
    'ask answered sources[type=file].type',
    'ask answered sources[type=page].type',
    'ask asked stop[] (changed)',
    'ask asked stop[] (removed)',
  ]);
});

test('what is noticed names the check; what an answer says twice is noticed where both say another', () => {
  const seen = lookedAt().filter(isSeen);
  expect(seen.map(({ id, noticedBy, isRepeated }) => [id, noticedBy.join(), isRepeated ?? false])).toEqual([
    ['ask answered copy', '', true],
    ['ask answered id', '', true],
    ['ask answered sources[type=page].title', 'returns', false],
    ['ask answered sources[type=page].url', 'returns', false],
    ['ask asked model (changed)', 'sends', false],
    ['ask asked model (removed)', 'sends', false],
    ['ask asked schema.* (changed)', 'sends', false],
    ['ask asked schema.* (removed)', 'sends', false],
  ]);
});

test('a pattern covers a signature as a whole, with any text for a star', () => {
  const reasons = new Reasons(
    { opaque: [], reasons: [{ reason: 'x', patterns: ['* answered *.type'] }], gaps: [] },
    'google',
  );
  expect(reasons.covers('ask answered sources[type=file].type')).toBe(true);
  expect(reasons.covers('ask answered sources[type=file].types')).toBe(false);
  expect(reasons.of('ask asked model')).toEqual([]);
});

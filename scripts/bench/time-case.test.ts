import { expect, test } from 'vitest';
import { benchTable, type CaseTimes } from './time-case.ts';

const times: CaseTimes = {
  case: 'reference-anthropic/function-calling/call-single/stream',
  requests: 2,
  bareSdk: 0.5,
  wholeCase: 2,
  shares: { cassette: 0.1, opening: 0.1, catching: 0.05, matching: 0.2, adapter: 0.75, judge: 0.25 },
  servedBy: { 'a function': 0.25, nock: 6.25, 'our server': 1 },
};

test('a row per part, with its multiple of the bare SDK calls', () => {
  const rows = benchTable([times]).split('\n');
  const cells = rows.map((row) => row.trim().split(/ {2,}/));
  expect(cells).toEqual([
    ['reference-anthropic stream'],
    ['requests', '2'],
    ['bare SDK calls', '0.500', '× 1.00'],
    ['case', '2.000', '× 4.00'],
    ['cassette', '0.100', '× 0.20'],
    ['opening, closing', '0.100', '× 0.20'],
    ['catching', '0.050', '× 0.10'],
    ['matching', '0.200', '× 0.40'],
    ['adapter and driver', '0.750', '× 1.50'],
    ['judge', '0.250', '× 0.50'],
    ['harness: case − adapter', '1.250', '× 2.50'],
    ['harness’s own: matching, facts, judge', '0.450', '× 0.90'],
    ['bare SDK calls, served by'],
    ['a function', '0.250', '× 1.00'],
    ['nock', '6.250', '×25.00'],
    ['our server', '1.000', '× 4.00'],
  ]);
});

test('a column per case', () => {
  const [head = '', requests = ''] = benchTable([times, { ...times, requests: 3 }]).split('\n');
  expect(head.match(/reference-anthropic stream/g)).toHaveLength(2);
  expect(requests.trim().split(/ +/)).toEqual(['requests', '2', '3']);
});

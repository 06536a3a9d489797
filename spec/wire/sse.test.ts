import { expect, it } from 'vitest';
import { serverSentEvents } from './events.ts';

it('reads names and data, whatever the line ends', () => {
  expect(serverSentEvents('event: a\r\ndata: 1\r\n\r\n: comment\n\ndata: 2\ndata: 3\n\n')).toEqual([
    { name: 'a', data: '1', json: 1 },
    { data: '2\n3', json: undefined },
  ]);
});

it('takes an event that the end cuts off for none', () => {
  expect(serverSentEvents('data: 1\n\ndata: {"cut":')).toEqual([{ data: '1', json: 1 }]);
});

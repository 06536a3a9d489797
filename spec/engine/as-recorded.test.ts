import { expect, test } from 'vitest';
import { asRecorded } from './as-recorded.ts';
import type { Trace } from './trace.ts';

const response = (text: string) => ({ status: 200, headers: [], body: { text } });

test('the answer that had the member is as it was recorded, and what was returned lacks it at any depth', () => {
  const trace = {
    steps: [
      {
        exchanges: [{ response: response('a') }],
        response: {
          messages: [
            { added_later: 1, text: 'a' },
            { tool: 'added_later' },
            { addedLater: {} },
            { type: 'added_later' },
          ],
        },
      },
      {
        exchanges: [{ response: response('b') }, { response: response('c') }],
        updates: [{ raw: { added_later: { x: 1 }, b: [] } }],
      },
    ],
  } as unknown as Trace;
  expect(asRecorded(trace, 1, response('recorded')).steps).toEqual([
    { exchanges: [{ response: response('a') }], response: { messages: [{ text: 'a' }] } },
    {
      exchanges: [{ response: response('recorded'), arrived: response('b') }, { response: response('c') }],
      updates: [{ raw: { b: [] } }],
    },
  ]);
});

import { expect, test } from 'vitest';
import { echoedRequests } from './fault-kinds.ts';

const refusal = (body: object, status = 401) => ({
  status,
  headers: [['content-type', 'application/json']] as const,
  body: { text: JSON.stringify(body) },
});

test('what the provider says goes on with the credentials, or with the prompt; what else it says stays', () => {
  const faults = echoedRequests(refusal({ error: { type: 'auth', message: 'No.' } }), 'ask');
  const said = faults.map(({ arrives }) => {
    const arrived = arrives();
    return arrived === 'nothing' ? {} : JSON.parse(arrived.body.text).error;
  });
  expect(said).toEqual([
    { type: 'auth', message: expect.stringMatching(/^No\. .*replay-needs-no-key/) },
    { type: 'auth', message: expect.stringMatching(/^No\. Your input was: .{5000}/) },
  ]);
});

test('an answer, and a refusal without words, repeat nothing', () => {
  expect(echoedRequests(refusal({ message: 'Hello' }, 200), 'ask')).toEqual([]);
  expect(echoedRequests(refusal({ code: 1 }), 'ask')).toEqual([]);
});

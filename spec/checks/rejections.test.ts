import { expect, test } from 'vitest';
import { rejectsBeforeSending } from './rejections.ts';

/** A case of a tool that the provider API lacks, after a request that declares the tools given. */
const sent = (tools: readonly object[], warnings: readonly object[] = []) =>
  rejectsBeforeSending.judge({
    case: {
      tool: 'web-search',
      adapter: { id: 'library-api', providerApi: 'api' },
      scenario: { options: { tools: [{ type: 'web-search' }] } },
    },
    steps: [
      {
        path: 'steps[0]',
        step: { exchanges: [{ request: {} }], unexpected: [], response: { warnings } },
        requests: [{ options: { tools } }],
      },
    ],
  } as never);

test.for([
  ['forward', sent([{ type: 'web-search' }])],
  ['substitute', sent([{ type: 'function' }])],
  ['warn-drop', sent([], [{ message: 'left out' }])],
  ['silent-drop', sent([])],
] as const)('says as data that a tool that has to be refused came to %s', ([outcome, judged]) => {
  expect(judged).toMatchObject({ findings: [{ outcome, wirePath: 'steps[0].exchanges[0].request' }] });
});

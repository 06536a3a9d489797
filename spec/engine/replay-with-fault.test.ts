import { expect, test } from 'vitest';
import { adapter } from '../../adapters/reference/azure-foundry-agents/adapter.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { providerOf } from '../../matrix/model.ts';
import type { Fault } from '../../recordings/faults/fault.ts';
import { loadChecks } from '../checks/load.ts';
import { loadScenarios } from '../scenarios/load.ts';
import { wireReaderFor } from '../wire/index.ts';
import { cassettesOf, deckOf } from './case-cassettes.ts';
import { expand } from './expand.ts';
import { replayWithFault, withRecordedFacts } from './replay-with-fault.ts';
import { type CaseContext, observeCase } from './run.ts';
import { exchangesOf, type Trace } from './trace.ts';

const matrix = await loadMatrix();
const { id, implementation } = adapter;
const providerApi = 'azure-foundry-agents';
const bench: CaseContext = {
  column: providerOf(matrix, providerApi),
  reader: await wireReaderFor(providerApi),
  checks: await loadChecks(),
  adapter: async () => adapter,
};
const cases = expand(matrix, await loadScenarios(), [{ id, implementation, providerApi }]);
const base = cases.find((each) => each.id === `${id}/function-calling/call-single/complete`) ?? expect.fail('no case');

test('the time of a caller runs out where the answer is lost, however short it is', async () => {
  const exchanges = exchangesOf(await observeCase(base, deckOf(base, bench.column), bench));
  for (const nth of [2, 3, 4, 5]) {
    const exchange = exchanges[nth] ?? expect.fail('so long is the conversation');
    for (const timeout of [1, 8]) {
      const fault: Fault = { covers: [], what: 'nothing comes', arrives: () => 'nothing', timeout };
      const conversation = { base, candidates: cassettesOf(base, bench.column) };
      const { trace } = await replayWithFault(conversation, fault, { nth, exchange }, bench);
      const lost = trace.steps.flatMap((step) => step.lost ?? []);
      expect(lost.map(({ request }) => request.url)).toEqual([exchange.request.url]);
    }
  }
});

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
  expect(withRecordedFacts(trace, 1, response('recorded')).steps).toEqual([
    { exchanges: [{ response: response('a') }], response: { messages: [{ text: 'a' }] } },
    {
      exchanges: [{ response: response('recorded'), arrived: response('b') }, { response: response('c') }],
      updates: [{ raw: { b: [] } }],
    },
  ]);
});

import { expect, test } from 'vitest';
import type { Operation } from '../schema.ts';
import { column, committedContext, editedMatrix } from './edit-matrix.ts';
import { operations } from './operations.ts';

const context = await committedContext();
const good: Operation = {
  id: 'chat',
  method: 'POST',
  urlTemplates: ['/openai/deployments/{deployment}/chat/completions', '/v1/models/{model}:generate'],
  transports: ['json', 'sse'],
  streamWhen: { query: 'alt=sse' },
  description: 'Answers.',
};

async function problems(...list: object[]): Promise<string[]> {
  const matrix = await editedMatrix((m) => {
    Object.assign(column(m, 'google'), { operations: list });
  });
  return operations.check(matrix, context).map((p) => `${p.file}${p.pointer} ${p.message}`);
}

test('deployments, models with a verb behind them, and streams by query can be said', async () => {
  expect(await problems(good)).toEqual([]);
});

test.each([
  ['a name used before', [good, good], '/operations/1/id is a second "chat"; choose another id'],
  [
    'two transports and nothing to tell them apart',
    [{ ...good, streamWhen: undefined }],
    '/operations/0/transports are two; add "streamWhen", the condition for the second',
  ],
  [
    'one transport and something to tell it apart',
    [{ ...good, transports: ['sse'] }],
    '/operations/0/streamWhen needs two transports, and there is one; delete it or add the other',
  ],
  [
    'a template that cannot be read',
    [{ ...good, urlTemplates: ['/v1/{model'] }],
    '/operations/0/urlTemplates/0 is "/v1/{model"; write placeholders as {name}',
  ],
])('%s is a problem', async (_, list, message) => {
  expect(await problems(...list)).toEqual([`provider-apis/google.json${message}`]);
});

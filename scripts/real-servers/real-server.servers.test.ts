import { expect, test } from 'vitest';
import { llamaMissing, startAimock, startLlama } from './real-server.ts';

if (llamaMissing) console.warn(`!! skipped: ${llamaMissing}`);

test.for([
  ['aimock', startAimock, undefined],
  ['llama.cpp', startLlama, llamaMissing],
] as const)('%s listens until it is stopped', async ([_, start, missing], { skip }) => {
  if (missing) skip(missing);
  const server = await start();
  expect((await fetch(`${server.baseUrl}/health`)).status).toBe(200);
  await server.stop();
  await expect(fetch(`${server.baseUrl}/health`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

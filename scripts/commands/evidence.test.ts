import { expect, test } from 'vitest';
import { main } from '../cli.ts';
import { evidenceCommand } from './evidence.ts';

async function evidence(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  return { code: await main(['evidence', ...argv], io, [evidenceCommand]), stdout, stderr };
}

test('says of each cell what real traffic shows, and of which versions it is', async () => {
  const { code, stdout } = await evidence('cells', 'anthropic/web-search');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^web-search\/anthropic {2}\d+ of \d+ seen in real traffic; cassettes of [^;]+; traffic of 2023-06-01,[^\n]*\n$/,
  );
  expect((await evidence('cells', 'web-search', '--json')).stdout).toMatch(/^\[\n {2}\{\n {4}"cell": "web-search\//);
});

test('the queue names a command for each recording, ordinary conversations first', async () => {
  const { code, stdout } = await evidence('queue', 'anthropic/web-search');
  expect(code).toBe(0);
  const tiers = stdout
    .split('\n')
    .flatMap(
      (line) => /^(core|extended|edge) .* npm run atc -- record anthropic\/web-search\/[\w-]+$/.exec(line)?.[1] ?? [],
    );
  expect(tiers.length).toBeGreaterThan(0);
  expect(tiers).toEqual(tiers.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
  const [first] = JSON.parse((await evidence('queue', 'anthropic/web-search', '--json')).stdout);
  expect(first).toMatchObject({
    tier: 'core',
    unseen: expect.arrayContaining([expect.stringMatching(/^(member|value|event|order) /)]),
  });
});

const order = ['core', 'extended', 'edge'];

test.for([
  ['antropic', 'unknown provider API "antropic"'],
  ['anthropic/web-serch', 'unknown tool "web-serch"'],
])('exits with 2 where there is no %s', async ([what = '', message = '']) => {
  const { code, stderr } = await evidence('queue', what);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

import { afterEach, expect, test, vi } from 'vitest';
import { planOf } from './run.ts';

const selection = { cases: ['*/function-calling/call-single/complete'] };
const implementations = (plan: Awaited<ReturnType<typeof planOf>>) =>
  new Set(plan?.cases.map(({ adapter }) => adapter.implementation));

afterEach(() => vi.unstubAllEnvs());

test('what is left out is not planned, and the plan is partial', async () => {
  const plan = await planOf({ selection, without: ['langchain'], say: () => {} });
  expect(plan?.selection.without).toContain('langchain');
  expect(implementations(plan)).not.toContain('langchain');
  expect(implementations(plan)).toContain('langchain-chatgoogle');
});

test('who needs what this machine lacks is left out, and told of in a line with what to do', async () => {
  vi.stubEnv('PATH', '');
  const lines: string[] = [];
  const plan = await planOf({ selection, say: (line) => void lines.push(line) });
  expect(plan?.selection.without).toContain('python-example');
  expect(lines).toContain(
    'python-example is not judged: it is not set up on this machine. To judge it: install Python >=3.10',
  );
});

test('the same is an error where all are demanded, and where nothing else is chosen', async () => {
  vi.stubEnv('PATH', '');
  const say = () => expect.unreachable();
  await expect(planOf({ selection, requireAll: true, say })).rejects.toThrow(/not set up on this machine: .*python-/);
  await expect(planOf({ selection: { cases: ['python-example'] }, say })).rejects.toMatchObject({
    hint: 'install Python >=3.10',
  });
});

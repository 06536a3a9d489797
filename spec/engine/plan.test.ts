import { expect, test } from 'vitest';
import { planRun } from './plan.ts';

const plan = (cases: readonly string[], asOf = '2026-11-20') => planRun({ cases }, asOf);

test.for([
  ['reference-antropic', 'did you mean "reference-anthropic"?'],
  ['*/function-caling', 'did you mean "function-calling"?'],
  ['call-singl', 'did you mean "call-single"?'],
  ['*/*/*/streem', 'did you mean "stream"?'],
  ['*/*/*/xyzzy', 'known: complete, stream'],
] as const)('an id that does not exist is refused with what is near it: %s', async ([pattern, hint]) => {
  await expect(plan([pattern])).rejects.toMatchObject({ name: 'UserError', hint });
});

test('a tier that does not exist is refused', async () => {
  const planned = planRun({ cases: [], tiers: ['cor'] }, '2026-11-20');
  await expect(planned).rejects.toMatchObject({ message: 'unknown tier "cor"', hint: 'did you mean "core"?' });
});

test('a day that is none is refused', async () => {
  await expect(plan([], '2026-02-30')).rejects.toThrow('"2026-02-30": not a date');
  await expect(plan([], 'yesterday')).rejects.toThrow('not a date');
});

test('plan() rejects an unknown transport with a suggestion it', async () => {
  const planned = planRun({ cases: [] }, '2026-11-20', 'servr');
  await expect(planned).rejects.toMatchObject({
    message: 'unknown transport "servr"',
    hint: 'did you mean "server"?',
  });
});

test('a pattern that no case matches is refused: a run of nothing proves nothing', async () => {
  await expect(plan(['web-search', '*/shell/call-single'])).rejects.toThrow('no case matches "*/shell/call-single"');
  const none = planRun({ cases: ['*/*/reject-unsupported-tool'], tiers: ['core'] }, '2026-11-20');
  await expect(none).rejects.toThrow('no case matches this selection');
});

test('patterns choose their cases and no others', async () => {
  const idsOf = async (...cases: string[]) => (await plan(cases)).cases.map((c) => c.id);
  const anthropic = 'reference-anthropic/function-calling/call-single/stream';
  expect(await idsOf(anthropic)).toEqual([anthropic]);
  const all = await idsOf('*/function-calling/call-single/stream');
  expect(all).toContain(anthropic);
  expect(all.every((id) => id.endsWith('/function-calling/call-single/stream'))).toBe(true);
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(1);
  const google = 'reference-google/function-calling/call-single/complete';
  expect(await idsOf(google, anthropic)).toEqual([anthropic, google]);
});

test('a plan has the patterns that were meant, and the ids of its cases where they are part of an adapter', async () => {
  const ofApi = await plan(['langchain/web-fetch', 'reference-google']);
  expect(ofApi.selection.cases).toContain('langchain-anthropic/web-fetch');
  expect(ofApi.settings.cases).toEqual(ofApi.cases.map(({ id }) => id));
  expect((await plan(['reference-google'])).settings.cases).toBeUndefined();
  expect((await plan(['*', 'shell'])).selection.cases).toEqual([]);
});

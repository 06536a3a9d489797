import { expect, test } from 'vitest';
import { planRun, type Selection } from './plan.ts';

const everything: Selection = { adapters: [], tools: [], scenarios: [], modes: [] };
const plan = (over: Partial<Selection>, asOf = '2026-11-20') => planRun({ ...everything, ...over }, asOf);

test.for([
  [{ adapters: ['reference-antropic'] }, 'did you mean "reference-anthropic"?'],
  [{ tools: ['function-caling'] }, 'did you mean "function-calling"?'],
  [{ scenarios: ['call-singl'] }, 'did you mean "call-single"?'],
  [{ modes: ['streem'] }, 'did you mean "stream"?'],
  [{ modes: ['xyzzy'] }, 'known: complete, stream'],
] as const)('an id that does not exist is refused with what is near it: %j', async ([selection, hint]) => {
  await expect(plan(selection)).rejects.toMatchObject({ name: 'UserError', hint });
});

test('a day that is none is refused', async () => {
  await expect(plan({}, '2026-02-30')).rejects.toThrow('"2026-02-30": not a date');
  await expect(plan({}, 'yesterday')).rejects.toThrow('not a date');
});

test('plan() rejects an unknown transport with a suggestion it', async () => {
  const planned = planRun(everything, '2026-11-20', 'servr');
  await expect(planned).rejects.toMatchObject({
    message: 'unknown transport "servr"',
    hint: 'did you mean "server"?',
  });
});

test('a selection that no case matches is refused: a run of nothing proves nothing', async () => {
  await expect(plan({ tools: ['shell'], scenarios: ['call-single'] })).rejects.toThrow('no case matches');
});

test('a selection chooses its cases and no others', async () => {
  const chosen = { tools: ['function-calling'], scenarios: ['call-single'], modes: ['stream' as const] };
  const idsOf = async (adapters?: string[]) => {
    const { cases } = await plan({ ...chosen, ...(adapters ? { adapters } : {}) });
    return cases.map((c) => c.id);
  };
  const anthropic = 'reference-anthropic/function-calling/call-single/stream';
  expect(await idsOf(['reference-anthropic'])).toEqual([anthropic]);
  const all = await idsOf();
  expect(all).toContain(anthropic);
  expect(all.every((id) => id.endsWith('/function-calling/call-single/stream'))).toBe(true);
  expect(new Set(all).size).toBe(all.length);
  expect(all.length).toBeGreaterThan(1);
});

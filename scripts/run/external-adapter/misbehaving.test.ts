/** An adapter whose process misbehaves in some conversations, each time in another way. */
import { afterAll, expect, test } from 'vitest';
import { adapter as wellBehaved } from '../../../adapters/python-example/openai-chat/adapter.ts';
import { isNightly } from '../../../lib/nightly-tests.ts';
import { loadMatrix } from '../../../matrix/load.ts';
import { providerOf } from '../../../matrix/model.ts';
import { loadChecks } from '../../../spec/checks/load.ts';
import { repositoryFolder } from '../../../spec/engine/discover.ts';
import { expand } from '../../../spec/engine/expand.ts';
import { type CaseContext, runCase } from '../../../spec/engine/run.ts';
import { processAdapter } from '../../../spec/process/index.ts';
import { usualLimits } from '../../../spec/process/json-lines.ts';
import { loadScenarios } from '../../../spec/scenarios/load.ts';
import { wireReaderFor } from '../../../spec/wire/index.ts';

const matrix = await loadMatrix();
const identity = {
  id: wellBehaved.id,
  implementation: wellBehaved.implementation,
  providerApi: 'openai-chat',
} as const;
const cases = expand(matrix, await loadScenarios(), [identity]).filter(
  ({ tool, mode, kind }) => tool === 'function-calling' && mode === 'complete' && kind === 'scenario',
);
const bench: Omit<CaseContext, 'adapter'> = {
  column: providerOf(matrix, identity.providerApi),
  reader: await wireReaderFor(identity.providerApi),
  checks: await loadChecks(),
};

const ways: Readonly<Record<string, RegExp>> = {
  'endless line':
    /wrote what cannot be read on its stdout: a line is longer than 16 MiB: end each message with a line feed/,
  'flooded log':
    /ended with exit code 3 while it was asked for "getResponse"; the end of its log: x+the end of the log/,
  'not JSON': /no JSON \(a log belongs on stderr\): "Searching …"/,
  death: /ended with exit code 0, within a line while it was asked for "getResponse"/,
  'wrong id': /wrote a message about request 999999, which was never made/,
  'no end': /close threw AdapterProcessError: the adapter's process did not answer "close" within 1 ms/,
  'no answer': /^the adapter did not come to an end/,
};

/** Every third conversation: others come before, between and after those that are spoiled. */
const spoiled = new Map(Object.keys(ways).map((way, n) => [cases[3 * n + 1], way]));
/** By day those that are spoiled, the one before all, and the one after each; every night all. */
const played = isNightly ? cases : cases.slice(0, 3 * spoiled.size).filter((_, n) => n === 0 || n % 3 !== 0);

const limits = { ...usualLimits };
const misbehaving = processAdapter({
  ...{ ...identity, limits },
  program: 'python3',
  arguments: ['-B', `${import.meta.dirname}/misbehaving.py`],
  environment: { PYTHONPATH: `${repositoryFolder}/adapters/python-example:${repositoryFolder}/kits/python` },
  folder: import.meta.dirname,
  prerequisite: 'Install Python 3.10 or newer.',
});
afterAll(async () => {
  limits.grace = 1;
  await Promise.all([misbehaving.process?.stop(), wellBehaved.process?.stop()]);
});

test('a process that misbehaves fails the case in which it does, and no other', { timeout: 120_000 }, async () => {
  expect(cases.length).toBeGreaterThan(3 * spoiled.size + 1);
  const seen: Record<string, unknown> = {};
  for (const c of played) {
    const way = spoiled.get(c);
    // Limits of time are short where they have to pass, and nowhere else: a busy machine changes nothing.
    limits.grace = way === 'no end' || way === 'no answer' ? 1 : usualLimits.grace;
    const { conclusion } = await runCase(c, {
      ...bench,
      adapter: async () => misbehaving,
      settings: (usual) => ({ ...usual, parameters: { ...usual.parameters, ...(way ? { way } : {}) } }),
      ...(way === 'no answer' ? { timeLimit: 50 } : {}),
    });
    if (way === undefined) {
      const expected = await runCase(c, { ...bench, adapter: async () => wellBehaved });
      expect(conclusion, c.id).toEqual(expected.conclusion);
    } else seen[way] = conclusion;
    expect(conclusion.reason?.length ?? 0).toBeLessThan(4_000);
  }
  expect(misbehaving.process?.unreported?.()).toBeUndefined();
  const expected = Object.entries(ways).map(([way, reason]) => [
    way,
    { verdict: 'fail', reason: expect.stringMatching(reason) },
  ]);
  expect(seen).toEqual(Object.fromEntries(expected));
});

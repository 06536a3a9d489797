import { describe, expect, it, test } from 'vitest';
import { validatorFor } from '../../lib/validator.ts';
import type { Cell, Matrix } from '../../matrix/model.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import { sample } from '../html/fixtures/sample.ts';
import { listed } from '../html/fixtures/sample-issue.ts';
import type { Palette } from '../summary/palette.ts';
import { canIUse } from './answer.ts';
import { CanIUse } from './schema.ts';
import { standingOf } from './standing.ts';
import { canIUseText } from './text.ts';

const plain: Palette = { green: String, red: String, yellow: String, dim: String, bold: String };
const { results } = sample();
const column = (results.matrix as Matrix).providers.find(({ id }) => id === 'anthropic') ?? expect.fail('no column');
const cellWith = (members: Partial<Cell>): Cell => ({ ...column.cells['web-search'], ...members });
const cases = (...kindsAndVerdicts: string[]): CaseResult[] =>
  kindsAndVerdicts.map((text) => {
    const [kind, verdict] = text.split(' ');
    const tier = kind === 'scenario' ? 'core' : undefined;
    return { ...results.cases[0], kind, verdict, tier, checks: [] } as unknown as CaseResult;
  });
describe('the answer in one line', () => {
  test.each<[Partial<Cell>, string[], string, string]>([
    [{ support: 'yes', lifecycle: 'ga' }, ['scenario pass', 'rejection pass'], 'yes', 'works (core 1 of 1)'],
    [{ support: 'yes', lifecycle: 'preview' }, ['scenario pass'], 'yes', 'works (core 1 of 1); in preview'],
    [{ support: 'yes', lifecycle: 'deprecated' }, ['scenario pass'], 'yes', 'works (core 1 of 1); deprecated'],
    [{ support: 'yes', lifecycle: 'retired' }, ['scenario pass'], 'no', 'the API is no longer served'],
    [{ support: 'no', lifecycle: 'ga' }, ['rejection pass'], 'no', 'not offered'],
    [{ support: 'no', lifecycle: 'ga' }, ['rejection fail'], 'no', 'not offered, and not rejected'],
    [{ support: 'no', lifecycle: 'ga' }, [], 'no', 'not offered'],
    [{ support: 'yes', lifecycle: 'ga' }, ['scenario fail', 'scenario pass'], 'in-part', 'in part (core 1 of 2)'],
    [{ support: 'yes', lifecycle: 'ga' }, ['scenario known-failure'], 'no', 'does not work (core 0 of 1)'],
    [{ support: 'yes', lifecycle: 'ga' }, ['scenario not-expressible'], 'no', 'rejected by the library (core 0 of 1)'],
    [{ support: 'unknown', lifecycle: 'ga' }, ['declaration pass'], 'unknown', 'not judged'],
    [{ support: 'yes', lifecycle: 'ga' }, [], 'unknown', 'not judged'],
    [{ support: 'yes', lifecycle: 'ga' }, ['scenario not-testable'], 'unknown', 'not judged (core 0 of 1)'],
  ])('%j with %j: %s', (cell, played, answer, says) => {
    const found = standingOf(cellWith(cell), column, cases(...played));
    expect(found.answer).toBe(answer);
    expect(found.says.startsWith(says), found.says).toBe(true);
  });

  it('says until when a deprecated API is served', () => {
    const ending = { ...column, lifecycle: { ...column.lifecycle, until: '2027-03-31' } };
    const found = standingOf(cellWith({ support: 'yes', lifecycle: 'deprecated' }), ending, cases('scenario pass'));
    expect(found.says).toBe('works (core 1 of 1); deprecated, the API is served until 2027-03-31');
  });
});

const withKnown = { ...results, run: { ...results.run, knownIssues: [listed()] } };

describe('an answer as a whole', () => {
  const answer = canIUse({ tool: 'web-search', adapter: 'sample-anthropic' }, withKnown);

  it('fits its published schema, whoever is asked about', () => {
    const fits = validatorFor(CanIUse);
    for (const { id } of (results.matrix as Matrix).tools) {
      for (const adapter of ['anthropic', 'openai-responses', 'mistral']) {
        const of = canIUse({ tool: id, adapter, mode: 'stream' }, results);
        expect(fits(of), `${id} ${adapter} ${JSON.stringify(fits.errors)}`).toBe(true);
      }
    }
  });

  it('tells the known issues behind it', () => {
    const { id, title, impact, place } = listed();
    expect(answer.knownIssues).toEqual([{ id, title, impact, place, cases: 1 }]);
    expect(canIUseText(answer, plain)).toContain(`known    1 known failure (loses): ${title} (${place})`);
    expect(canIUse({ tool: 'web-search', adapter: 'sample-anthropic' }, results).knownIssues).toEqual([]);
  });

  it('names what keeps core and extended conversations from working, the worst first, at most three', () => {
    const { gaps } = answer;
    const { title, impact } = listed();
    expect(gaps).toEqual([{ title, impact, cases: 1 }]);
    expect(canIUseText(answer, plain).split('\n')[1]).toBe(`  gaps     ${title}`);
    const disputed = { ...withKnown, run: { ...withKnown.run, knownIssues: [listed({ state: 'disputed' })] } };
    const [own] = canIUse({ tool: 'web-search', adapter: 'sample-anthropic' }, disputed).gaps;
    expect(own?.title).not.toBe(title);
  });

  it('says how old live evidence is as of the run, and of documented that nothing was recorded', () => {
    const live = canIUse({ tool: 'function-calling', adapter: 'openai-responses' }, results);
    expect(live.proof).toMatchObject({ evidence: 'live', oldest: '2026-10-02' });
    expect(live.proof.ageInDays).toBe((Date.parse(results.run.asOf) - Date.parse('2026-10-02')) / 86_400_000);
    expect(canIUseText(live, plain)).toContain('recorded live), oldest 2026-10-02');
    expect(canIUseText(answer, plain)).toContain('evidence documented (not recorded live)');
  });

  it('begins with the answer and ends with the replay command', () => {
    const lines = canIUseText(answer, plain).trimEnd().split('\n');
    expect(lines[0]).toBe('works, with gaps (core 1 of 1); in preview  sample-anthropic, web-search');
    expect(lines.at(-1)).toBe('  replay   npm run atc -- run --adapter sample-anthropic --tool web-search');
  });

  it('plays a program again that is none of the adapters, as its cases say', () => {
    const ofProgram = structuredClone(results);
    const chosen = "run --command 'x --scenario y' --provider anthropic";
    for (const c of ofProgram.cases) c.replay = c.replay.replace(/run --adapter \S+/, chosen);
    const { commands } = canIUse({ tool: 'web-search', adapter: 'sample-anthropic' }, ofProgram);
    expect(commands.replay).toBe(`npm run atc -- ${chosen} --tool web-search`);
  });

  it('shows what a provider wrote, and lets it do nothing to the terminal', () => {
    const hostile = structuredClone(results);
    hostile.run.knownIssues = [listed({ title: 'red \u001b[31m' })];
    const text = canIUseText(canIUse({ tool: 'web-search', adapter: 'sample-anthropic' }, hostile), plain);
    expect(text).toContain('red \\u001b[31m');
  });
});

test.each([
  [{ tool: 'web-serch', adapter: 'anthropic' }, 'unknown tool "web-serch"', 'did you mean "web-search"?'],
  [{ tool: 'web-search' }, 'no adapter or provider API named', 'add --adapter'],
  [{ tool: 'web-search', adapter: 'sample-anthropc' }, 'unknown adapter', 'did you mean "sample-anthropic"?'],
  [
    { tool: 'web-search', adapter: 'sample-anthropic', provider: 'mistral' },
    'has another provider API',
    'leave out --provider',
  ],
  [{ tool: 'web-search', adapter: 'anthropic', mode: 'steam' }, 'unknown mode', 'did you mean "stream"?'],
])('%j is refused with what to type', (question, message, hint) => {
  expect(() => canIUse(question, results)).toThrow(
    expect.objectContaining({ message: expect.stringContaining(message), hint: expect.stringContaining(hint) }),
  );
});

test('an implementation with a provider API names its adapter; a provider API alone, the first that there is', () => {
  const named = canIUse({ tool: 'web-search', adapter: 'sample', provider: 'anthropic' }, results);
  expect(named.adapter).toBe('sample-anthropic');
  expect(canIUse({ tool: 'web-search', provider: 'anthropic' }, results).adapter).toBe('sample-anthropic');
  expect(canIUse({ tool: 'web-search', provider: 'mistral' }, results)).not.toHaveProperty('adapter');
});

test('the word with the newest releases is told where it is another one', () => {
  const packages = [{ name: 'library', version: '9.9.9' }];
  const newestWith = (state: 'works' | 'works-with-gaps') => ({
    version: 1 as const,
    asOf: '2026-11-20',
    adapters: [{ id: 'sample-anthropic', packages, states: { 'web-search': state }, fixed: [], failing: [] }],
  });
  const asked = { tool: 'web-search', adapter: 'sample-anthropic' };
  const moved = canIUse(asked, withKnown, newestWith('works'));
  expect(moved.newest).toEqual({ state: 'works', packages });
  expect(canIUseText(moved, plain)).toContain('newest   works, with library 9.9.9');
  expect(canIUse(asked, withKnown, newestWith('works-with-gaps'))).not.toHaveProperty('newest');
});

import { describe, expect, it, test } from 'vitest';
import { validatorFor } from '../../lib/validator.ts';
import type { Cell, Matrix } from '../../matrix/model.ts';
import type { CaseResult, ListedException } from '../../spec/results/schema.ts';
import { sample } from '../html/fixtures/sample.ts';
import type { Palette } from '../summary/palette.ts';
import { canIUse } from './answer.ts';
import { CanIUse, type KnownException } from './schema.ts';
import { standingOf } from './standing.ts';
import { canIUseText } from './text.ts';

const plain: Palette = { green: String, red: String, yellow: String, dim: String, bold: String };
const { results } = sample();
const column = (results.matrix as Matrix).providers.find(({ id }) => id === 'anthropic') ?? expect.fail('no column');
const cellWith = (members: Partial<Cell>): Cell => ({ ...column.cells['web-search'], ...members });
const cases = (...kindsAndVerdicts: string[]): CaseResult[] =>
  kindsAndVerdicts.map((text) => {
    const [kind, verdict] = text.split(' ');
    return { ...results.cases[0], kind, verdict } as CaseResult;
  });
const listed: KnownException = { place: 'x', verdict: '', cases: 1, reason: '', until: '2027-05-20' };

describe('the answer in one line', () => {
  test.each<[Partial<Cell>, string[], string, string]>([
    [{ support: 'yes', lifecycle: 'ga' }, ['scenario pass', 'rejection pass'], 'yes', 'yes'],
    [{ support: 'yes', lifecycle: 'preview' }, ['scenario pass'], 'yes', 'yes; in preview'],
    [{ support: 'yes', lifecycle: 'deprecated' }, ['scenario pass'], 'yes', 'yes; deprecated'],
    [{ support: 'partial', lifecycle: 'ga' }, ['scenario pass'], 'in-part', 'in part: every case passes; the provider'],
    [{ support: 'yes', lifecycle: 'retired' }, ['scenario pass'], 'no', 'no: the API is no longer served'],
    [{ support: 'no', lifecycle: 'ga' }, ['rejection pass'], 'no', 'no: the provider lacks it; the adapter refuses'],
    [
      { support: 'no', lifecycle: 'ga' },
      ['rejection fail'],
      'no',
      'no: the provider lacks it; the adapter does not refuse as it must',
    ],
    [
      { support: 'no', lifecycle: 'ga' },
      ['rejection error'],
      'no',
      'no: the provider lacks it; whether the adapter refuses could not be tested',
    ],
    [
      { support: 'no', lifecycle: 'ga' },
      [],
      'no',
      'no: the provider lacks it; whether the adapter refuses was not tried',
    ],
    [{ support: 'yes', lifecycle: 'ga' }, ['scenario fail', 'scenario pass'], 'no', 'no: fails, 1 of 2 cases'],
    [{ support: 'yes', lifecycle: 'ga' }, ['scenario known-failure'], 'no', 'no: fails (known, until 2027-05-20)'],
    [
      { support: 'yes', lifecycle: 'ga' },
      ['scenario not-expressible'],
      'no',
      'no: the library has no public way to say it (known, until 2027-05-20)',
    ],
    [
      { support: 'yes', lifecycle: 'ga' },
      ['scenario known-failure', 'scenario pass'],
      'in-part',
      'in part: 1 of 2 conversations work; the rest fails (known, until 2027-05-20)',
    ],
    [
      { support: 'yes', lifecycle: 'ga' },
      ['fault known-failure', 'scenario pass'],
      'in-part',
      'in part: every conversation works; of the 1 other cases 1 fails (known, until 2027-05-20)',
    ],
    [
      { support: 'unknown', lifecycle: 'ga' },
      ['declaration pass'],
      'unknown',
      'unknown: declared only; no public source says what comes of it',
    ],
    [{ support: 'unknown', lifecycle: 'ga' }, [], 'unknown', 'unknown: no public source says whether it works'],
    [{ support: 'yes', lifecycle: 'ga' }, [], 'unknown', 'unknown: claimed, never tested in this run'],
    [{ support: 'partial', lifecycle: 'preview' }, [], 'unknown', 'unknown: claimed in part, never tested in this run'],
    [
      { support: 'yes', lifecycle: 'ga' },
      ['scenario not-testable'],
      'unknown',
      'unknown: it could not be tested: not testable',
    ],
  ])('%j with %j: %s', (cell, played, answer, says) => {
    const found = standingOf(cellWith(cell), column, cases(...played), [listed]);
    expect(found.answer).toBe(answer);
    expect(found.says.startsWith(says), found.says).toBe(true);
  });

  it('says until when a deprecated API is served', () => {
    const ending = { ...column, lifecycle: { ...column.lifecycle, until: '2027-03-31' } };
    const found = standingOf(cellWith({ support: 'yes', lifecycle: 'deprecated' }), ending, cases('scenario pass'), []);
    expect(found.says).toBe('yes; deprecated, the API is served until 2027-03-31');
  });
});

const known: ListedException = {
  implementation: 'sample',
  place: 'adapters/sample/exceptions.yaml#/exceptions/0',
  untilPlace: 'adapters/sample/exceptions.yaml:9',
  reason: 'The library drops citations.',
  source: 'https://example.com/issue',
  since: '2026-01-01',
  verdict: 'known-failure',
  cases: 'sample-anthropic/web-search/**',
  until: '2027-05-20',
};
const withKnown = { ...results, run: { ...results.run, exceptions: [known] } };

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

  it('tells the exceptions, with their last day where the results have it', () => {
    expect(answer.exceptions).toEqual([
      expect.objectContaining({ place: known.place, reason: known.reason, until: '2027-05-20', cases: 1 }),
    ]);
    const [older] = canIUse({ tool: 'web-search', adapter: 'sample-anthropic' }, results).exceptions;
    expect(older).toMatchObject({ place: known.place });
    expect(older).not.toHaveProperty('until');
  });

  it('says how old live evidence is as of the run, and of documented that nothing was recorded', () => {
    const live = canIUse({ tool: 'function-calling', adapter: 'openai-responses' }, results);
    expect(live.proof).toMatchObject({ evidence: 'live', oldest: '2026-10-02' });
    expect(live.proof.ageInDays).toBe((Date.parse(results.run.asOf) - Date.parse('2026-10-02')) / 86_400_000);
    expect(canIUseText(live, plain)).toContain('recorded live, the oldest of 2026-10-02');
    expect(canIUseText(answer, plain)).toContain('evidence documented: written from public documents, not recorded');
  });

  it('begins with the answer, and ends with the command that plays it again', () => {
    const lines = canIUseText(answer, plain).trimEnd().split('\n');
    expect(lines[0]).toBe('no: fails (known, until 2027-05-20)  sample-anthropic, web-search');
    expect(lines.at(-1)).toBe('  replay  npm run atc -- run --adapter sample-anthropic --tool web-search');
  });

  it('plays a program again that is none of the adapters, as its cases say', () => {
    const ofProgram = structuredClone(results);
    const chosen = "run --command 'x --scenario y' --provider-api anthropic";
    for (const c of ofProgram.cases) c.replay = c.replay.replace(/run --adapter \S+/, chosen);
    const { commands } = canIUse({ tool: 'web-search', adapter: 'sample-anthropic' }, ofProgram);
    expect(commands.replay).toBe(`npm run atc -- ${chosen} --tool web-search`);
  });

  it('shows what a provider wrote, and lets it do nothing to the terminal', () => {
    const hostile = structuredClone(results);
    for (const c of hostile.cases) c.reason = 'red \u001b[31m';
    const text = canIUseText(canIUse({ tool: 'web-search', adapter: 'sample-anthropic' }, hostile), plain);
    expect(text).toContain('red \\u001b[31m');
  });
});

test.each([
  [{ tool: 'web-serch', adapter: 'anthropic' }, 'there is no tool "web-serch"', 'did you mean "web-search"?'],
  [{ tool: 'web-search' }, 'nobody is named', 'add --adapter'],
  [{ tool: 'web-search', adapter: 'sample-anthropc' }, 'there is no adapter', 'did you mean "sample-anthropic"?'],
  [{ tool: 'web-search', adapter: 'sample-anthropic', provider: 'mistral' }, 'is not of', 'leave out --provider'],
  [{ tool: 'web-search', adapter: 'anthropic', mode: 'steam' }, 'there is no mode', 'did you mean "stream"?'],
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

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { familyOf, type Limit, limitsIn, limitsOf, loadLimits } from '../limits.ts';
import { matrixFolder } from '../load.ts';
import { committedContext, editedMatrix } from './edit-matrix.ts';
import { limitsAgree, limitsAreDated, limitsAreTried, limitsRefer } from './limits.ts';
import { schemaProblems } from './lint.ts';

const context = await committedContext();
const limits = await loadLimits(matrixFolder);

/** The messages of all rules about limits where a column has other pairs and the sources are these. */
async function problems(
  pairs: unknown[],
  sources: Record<string, unknown> = { s: { title: 'S', date: '2026-08-01' } },
) {
  const matrix = await editedMatrix((draft) => {
    Object.assign(draft, { limits: { ...draft.limits, sources, limits: { google: pairs } } });
  });
  return [limitsRefer, limitsAreDated, limitsAgree].flatMap((rule) =>
    rule.check(matrix, context).map(({ file, pointer, message }) => `${file}${pointer} ${message}`),
  );
}
const of = ['function-calling', 'code-interpreter'];
const works = { effect: 'works', source: 's' };
const at = 'limits.yaml/limits/google/0';

test('the committed limits are in order', async () => {
  const matrix = await editedMatrix(() => {});
  for (const rule of [limitsRefer, limitsAgree, limitsAreTried]) expect(rule.check(matrix, context)).toEqual([]);
  expect(limitsAreDated.check(matrix, { ...context, asOf: '2026-11-27' })).toEqual([]);
});

test('what is known is tried, or says why not', async () => {
  const problemsOf = async (limit: object) => {
    const matrix = await editedMatrix((draft) => {
      Object.assign(draft, {
        limits: { ...draft.limits, limits: { google: [{ of, limits: [{ ...works, ...limit }] }] } },
      });
    });
    return limitsAreTried.check(matrix, context).map(({ message }) => message);
  };
  expect(await problemsOf({ unplayed: 'no-option' })).toEqual([]);
  expect(await problemsOf({ effect: 'unknown' })).toEqual([]);
  expect(await problemsOf({})).toEqual([
    'is not tried; name scenarios in "played", or say in "unplayed" why: by-the-service, no-member, no-option, open',
  ]);
  expect(await problemsOf({ unplayed: 'open', played: ['function-calling/call-single'] })).toEqual([
    'is played; delete "unplayed" or "played"',
  ]);
});

test.each([
  [
    { of, limits: [{ ...works, models: ['gemini-33'] }] },
    `${at}/limits/0/models there is no family of models "gemini-33"; did you mean "gemini-3"?`,
  ],
  [
    { of, limits: [{ ...works, surfaces: ['vertx'] }] },
    `${at}/limits/0/surfaces there is no surface "vertx"; did you mean "vertex"?`,
  ],
  [{ of: ['shel'], limits: [works] }, `${at}/of there is no tool or modifier "shel"; did you mean "shell"?`],
  [
    { of, limits: [{ ...works, since: '2026-02-30' }] },
    `${at}/limits/0/since is "2026-02-30", not a date; write YYYY-MM-DD`,
  ],
  [
    { of, limits: [{ ...works, since: '2026-03-01', until: '2026-03-01' }] },
    `${at}/limits/0/until is 2026-03-01, not after "since"; write a later day`,
  ],
  [
    { of, limits: [{ effect: 'unknown', source: 's' }] },
    `${at}/limits/0 is unknown; add "notes" that say what would settle it`,
  ],
  [{ of: ['shell'], limits: [works] }, `${at}/limits/0 works, and google has no shell; correct the cell or the effect`],
])('%j is located', async (pair, message) => {
  expect(await problems([pair])).toEqual([message]);
});

test('a source that is not there, that nobody cites or of a day to come is told', async () => {
  const sources = { t: { title: 'T', date: '2027-01-01' } };
  expect(await problems([{ of, limits: [works] }], sources)).toEqual([
    `${at}/limits/0/source there is no source "s"; did you mean "t"?`,
    'limits.yaml/sources/t is cited by no limit; cite it or delete it',
    `limits.yaml/sources/t/date is 2027-01-01, after ${context.asOf}; write the date of the source`,
  ]);
});

test('a source without a date does not fit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'limits-'));
  await cp(matrixFolder, folder, { recursive: true });
  const text = await readFile(join(folder, 'limits.yaml'), 'utf8');
  await writeFile(join(folder, 'limits.yaml'), text.replace(/\n {4}date: .*/, ''));
  expect(await schemaProblems(folder)).toMatchObject([
    {
      where: expect.stringMatching(/limits\.yaml:\d+:\d+$/),
      message: expect.stringContaining('lacks the member "date"'),
    },
  ]);
  await rm(folder, { recursive: true });
});

describe('of two limits', () => {
  const both = (one: object, other: object) =>
    problems([
      {
        of,
        limits: [
          { ...works, ...one },
          { ...works, ...other },
        ],
      },
    ]);
  const rejected = { effect: 'rejected' };

  test.each([
    [{ models: ['gemini-3'] }, { models: ['gemini-2'], ...rejected }],
    [{}, { models: ['gemini-2'], ...rejected }],
    [{ when: 'with it' }, { when: 'without it', ...rejected }],
    [{ until: '2026-09-01' }, { since: '2026-09-01', ...rejected }],
    [{ surfaces: ['vertex'] }, { surfaces: ['gemini-api'], ...rejected }],
  ])('%j and %j stand beside each other', async (one, other) => {
    expect(await both(one, other)).toEqual([]);
  });

  test.each([
    [{ models: ['gemini-3'] }, { models: ['gemini-2', 'gemini-3'], ...rejected }],
    [{ models: ['gemini-3'] }, { surfaces: ['vertex'], ...rejected }],
    [{ until: '2026-09-02' }, { since: '2026-09-01', ...rejected }],
  ])('%j and %j contradict each other', async (one, other) => {
    expect(await both(one, other)).toEqual([
      `${at}/limits/1 says "rejected", and "works" is said by limits/0 of models, surfaces and days that both name; delete one, or name other "models", "surfaces" or "when"`,
    ]);
  });

  test('one is enough where they say the same', async () => {
    expect(await both({}, {})).toEqual([expect.stringContaining('says the same as limits/0')]);
  });
});

test('a pair is declared once, in either order', async () => {
  expect(
    await problems([
      { of, limits: [works] },
      { of: of.toReversed(), limits: [works] },
    ]),
  ).toEqual(['limits.yaml/limits/google/1/of is declared at /limits/google/0 too; move its limits there']);
});

test.each([
  ['gemini-3.8-flash', 'gemini-3'],
  ['models/gemini-3-flash-preview', 'gemini-3'],
  ['gemini-2.5-flash', 'gemini-2'],
  ['claude-sonnet-4-5-20250929', 'claude-4-5'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-4-5'],
  ['claude-opus-4-20250514', 'claude-4'],
  ['claude-opus-5-5', 'claude-opus-5-5'],
  ['claude-opus-5', 'claude-5'],
  ['claude-fable-5-1', 'claude-fable-5-1'],
  ['gpt-5-mini-2025-08-07', 'gpt-5'],
  ['gpt-5-search-api-2025-10-14', 'gpt-5-search'],
  ['gpt-5.4-2026-03-05', 'gpt-5.4'],
  ['us.amazon.nova-2-lite-v1:0', 'nova-2'],
  ['claude-opus-5-9', undefined],
  ['gpt-5.9', undefined],
  ['gemini-33', undefined],
])('the model %s is of the family %s', (model, family) => {
  expect(familyOf(model, limits)?.id).toBe(family);
});

test('the limit that says more of what is asked holds alone', () => {
  const wide: Limit = { effect: 'works', source: 's' };
  const narrow: Limit = { effect: 'rejected', source: 's', models: ['gemini-2'], until: '2026-09-01' };
  const both = [wide, narrow];
  expect(limitsIn(both, {})).toEqual(both);
  expect(limitsIn(both, { family: 'gemini-2' })).toEqual([narrow]);
  expect(limitsIn(both, { family: 'gemini-3' })).toEqual([wide]);
  expect(limitsIn(both, { family: 'gemini-2', day: '2026-09-01' })).toEqual([wide]);
});

test('code execution beside functions depends on the model, the surface and the flag', () => {
  const pair = limitsOf(limits, 'google', 'code-interpreter', 'function-calling');
  const effects = (family: string, surface: string) => limitsIn(pair, { family, surface }).map(({ effect }) => effect);
  expect(effects('gemini-3', 'gemini-api')).toEqual(['works', 'rejected']);
  expect(effects('gemini-2', 'vertex')).toEqual(['rejected', 'rejected']);
  expect(limitsOf(limits, 'nobody', 'shell')).toEqual([]);
});

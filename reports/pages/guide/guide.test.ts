import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { evidenceGrades, impacts } from '../../../spec/verdicts/impact.ts';
import { cellStates } from '../../cells/cell-state.ts';
import { hostileSample } from '../../fixtures/hostile.ts';
import { sampleKillMatrix } from '../../fixtures/kill-matrix.ts';
import { sample } from '../../fixtures/sample.ts';
import { documentAt, harmIn, readText, sampleModel } from '../fixtures/sample-model.ts';
import { checkAnchor, paths } from '../paths.ts';
import { onlyCaughtBy } from './checks.ts';
import { guidePlans } from './plans.ts';

const model = sampleModel(sample().results, { killMatrix: sampleKillMatrix() });
const pageAt = (path: string) => documentAt(path, guidePlans(model), model);

test('every word, impact, grade and tier of the documentation is told', () => {
  const text = readText(pageAt(paths.howToRead));
  const told = readFileSync(new URL('../../../docs/verdicts.md', import.meta.url), 'utf8');
  const rows = [...told.matchAll(/^\| (?:\*\*|`)([a-z, ]+)(?:\*\*|`) +\|/gm)].map(([, first]) => first);
  for (const { word, meaning } of Object.values(cellStates)) {
    expect(rows).toContain(word);
    expect(text).toContain(`${word}${word.endsWith('not rejected') ? ':' : ''} ${meaning}`);
  }
  for (const each of [...impacts, ...evidenceGrades, 'core', 'extended', 'edge', 'robustness']) {
    expect(rows).toContain(each);
    expect(text).toContain({ traffic: 'seen in traffic', types: 'types only' }[each as string] ?? each);
  }
});

test('each check has its place, and its numbers add up to its cases', () => {
  const page = pageAt(paths.checks);
  const text = readText(page);
  for (const { id, reason } of model.results.checks) {
    expect(page).toContain(`id="${checkAnchor(id)}"`);
    expect(text).toContain(reason);
  }
  const rows = [...text.matchAll(/(?:MUST|SHOULD) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)/g)].map((row) =>
    row.slice(1).map(Number),
  );
  expect(rows).toHaveLength(4);
  for (const [cases, ...each] of rows) expect(each.slice(0, 4).reduce((sum, n) => sum + n, 0)).toBe(cases);
  expect(rows[0]?.slice(5)).toEqual([1, 1]);
});

test('a broken adapter that another check fails as well is not caught by one alone', () => {
  const matrix = sampleKillMatrix();
  expect(onlyCaughtBy(matrix)).toEqual(new Map([['returns-function-calls', 1]]));
  const [first] = matrix.matrix;
  first?.cases.push({ case: 'another', failed: [], warned: ['returns-usage'] });
  expect(onlyCaughtBy(matrix)).toEqual(new Map());
});

test('the sentence on what checks are worth names what they miss, and says where nothing was measured', () => {
  expect(readText(pageAt(paths.checks))).toMatch(
    /1 of 2 broken adapters are caught .*1 of 2 checks catch at least one.*Missed: says-nothing, meant for returns-function-calls/,
  );
  const unmeasured = sampleModel();
  expect(readText(documentAt(paths.checks, guidePlans(unmeasured), unmeasured))).toContain(
    'Not measured for this page.',
  );
});

test('an address that leads nowhere leads on', () => {
  expect(pageAt(paths.notFound)).toContain('href="provider-apis.html"');
});

test('hostile text stays text', () => {
  const hostile = sampleModel(hostileSample(sample()).results, { killMatrix: sampleKillMatrix() });
  expect(harmIn(documentAt(paths.checks, guidePlans(hostile), hostile))).toEqual([]);
});

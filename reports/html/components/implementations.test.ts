import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { sample } from '../fixtures/sample.ts';
import { severalSample } from '../fixtures/sample-two-implementations.ts';
import { gridDataOf } from '../grid/grid-data.ts';
import { withinPage } from '../links.ts';
import { viewOf } from '../view.ts';
import { implementationCells, implementations } from './implementations.ts';

const { results, evidence } = severalSample();
const data = gridDataOf(viewOf(results, evidence));

it('counts the cells of each implementation by how they stand, and its cases', () => {
  const [own, other] = implementationCells(results, data);
  expect(own).toMatchObject({ id: 'sample', providerApis: 2, passed: 4, cases: 8 });
  expect(other).toMatchObject({ id: 'other', providerApis: 1, passed: 2, cases: 5 });
  expect(Object.fromEntries(other?.states ?? [])).toMatchObject({
    'works-with-gaps': 1,
    rejected: 1,
    'not-offered': 1,
  });
});

it('shows implementations where there are several to compare', () => {
  const text = renderToString(implementations(results, data, withinPage) as never);
  expect(text).toContain('2 implementations were tried.');
  expect(text).toContain('<th scope="row">other</th>');
  expect(implementations(sample().results, data, withinPage)).toBe(null);
});

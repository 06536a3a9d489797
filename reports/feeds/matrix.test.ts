import { expect, it } from 'vitest';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { validatorFor } from '../../lib/validator.ts';
import { loadMatrix } from '../../matrix/load.ts';
import type { Matrix } from '../../matrix/model.ts';
import { sample } from '../fixtures/sample.ts';
import { matrixFeed } from './matrix.ts';
import { MatrixFeed } from './schema.ts';

const matrix = await loadMatrix();
const feed = matrixFeed(matrix);
const cell = (tool: string, providerApi: string) =>
  feed.cells.find((c) => c.tool === tool && c.providerApi === providerApi) ?? expect.fail(`no ${tool}`);

it('fits its schema, and has every tool on every provider API, in the order of their ids', () => {
  const fits = validatorFor(MatrixFeed);
  expect(fits(feed), JSON.stringify(fits.errors)).toBe(true);
  const keys = feed.cells.map(({ tool, providerApi }) => `${providerApi} ${tool}`);
  expect(keys).toHaveLength(matrix.tools.length * matrix.providers.length);
  expect(keys).toEqual([...new Set(keys)].sort());
  expect(feed.providerApis.map(({ id }) => id)).toEqual(matrix.providers.map(({ id }) => id).sort());
});

it('says the support of each surface in full, whether the matrix says it of the surface or of the cell', () => {
  const [google] = matrix.providers.filter(({ id }) => id === 'google');
  const differing = Object.entries(google?.cells ?? {}).flatMap(([tool, { surfaces }]) =>
    Object.entries(surfaces ?? {}).map(([id, own]) => ({ tool, id, own })),
  );
  expect(differing.length).toBeGreaterThan(0);
  for (const { tool, id, own } of differing) {
    expect(cell(tool, 'google').surfaces.find((surface) => surface.id === id)).toMatchObject(own);
  }
  const { support, lifecycle, surfaces } = cell('function-calling', 'anthropic');
  expect(surfaces.slice(0, 2)).toMatchObject([
    { id: 'ga', support, lifecycle },
    { id: 'beta', support, lifecycle },
  ]);
});

it('names the source and the day of each claim', () => {
  for (const { claims } of feed.cells) {
    for (const { date, source } of claims) {
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(source.title).not.toBe('');
    }
  }
  expect(cell('web-search', 'anthropic').claims).toContainEqual(
    expect.objectContaining({
      by: 'vendor-docs',
      date: '2026-11-20',
      source: expect.objectContaining({ url: expect.stringMatching(/^https:/) }),
    }),
  );
});

it('has no path of a machine and nothing about how to record, and is the same from the results of a run', () => {
  const text = canonicalJson(feed);
  expect(text).not.toMatch(/file:|\/home\/|\/Users\/|node_modules|_API_KEY/);
  const { results } = sample();
  const stored = JSON.parse(canonicalJson(matrix)) as Matrix;
  expect(canonicalJson(matrixFeed({ ...stored, tools: stored.tools.toReversed() }))).toBe(text);
  expect(() => matrixFeed(results.matrix as Matrix)).not.toThrow();
});

it('has each limit with its source, models and surfaces that are there', () => {
  const { limits, models, modifiers, tools, providerApis } = feed;
  expect(limits.length).toBeGreaterThan(100);
  const parts = [...tools, ...modifiers].map(({ id }) => id);
  for (const limit of limits) {
    expect(parts).toEqual(expect.arrayContaining(limit.of));
    expect(models.map(({ id }) => id)).toEqual(expect.arrayContaining(limit.models ?? []));
    expect(providerApis.some(({ id }) => id === limit.providerApi)).toBe(true);
    expect(limit.source.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
  expect(limits).toContainEqual(
    expect.objectContaining({
      of: ['function-calling', 'code-interpreter'],
      providerApi: 'google',
      effect: 'rejected',
    }),
  );
});

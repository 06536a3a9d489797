import { expect, test } from 'vitest';
import type { DiscoveredAdapter } from '../../spec/engine/discover.ts';
import { importsNamed, reachOf, specifiersIn } from './import-graph.ts';

const suite = 'adapters/mine/google/conformance.test.ts';
const adapter: DiscoveredAdapter = {
  id: 'mine-google',
  implementation: 'mine',
  providerApi: 'google',
  suite,
  packages: [],
};

/** A project of files that import others; what is marked imports by a name that it makes besides. */
function reach(imports: Readonly<Record<string, readonly string[]>>, ...opaque: string[]) {
  return reachOf(adapter, Object.keys(imports), (path) => {
    const files = imports[path];
    return files && { files, isOpaque: opaque.includes(path) };
  });
}

test('what a suite loads, it loads through others too, and round in a circle', () => {
  const { files } = reach({ [suite]: ['a.ts'], 'a.ts': ['b.ts', 'gone.ts'], 'b.ts': ['a.ts'], 'other.ts': ['b.ts'] });
  expect([...files]).toEqual(expect.arrayContaining([suite, 'a.ts', 'b.ts', 'gone.ts', 'vitest.config.ts']));
  expect(files).not.toContain('other.ts');
});

test('of the readers a case loads the one of its column, and what that needs', () => {
  const all = {
    [suite]: ['spec/wire/readers.ts'],
    'spec/wire/readers.ts': ['spec/wire/schemas/index.ts'],
    'spec/provider-apis/google/reader.ts': ['spec/wire/shared.ts'],
    'spec/provider-apis/mistral/reader.ts': ['spec/wire/french.ts'],
  };
  const { files, blind } = reach(all, 'spec/wire/readers.ts');
  expect(blind).toEqual([]);
  const wire = [...files].filter((path) => /^spec\/(wire|provider-apis)\//.test(path)).sort();
  expect(wire).toEqual([
    'spec/provider-apis/google/reader.ts',
    'spec/wire/readers.ts',
    'spec/wire/schemas/index.ts',
    'spec/wire/shared.ts',
  ]);
});

test('checks are found in their folder; whoever else loads what it does not name is told', () => {
  const all = {
    [suite]: ['spec/checks/load.ts', 'x.ts'],
    'spec/checks/load.ts': [],
    'x.ts': [],
    'spec/checks/new.ts': [],
  };
  const { files, blind } = reach(all, 'spec/checks/load.ts', 'x.ts');
  expect(files).toContain('spec/checks/new.ts');
  expect(blind).toEqual(['x.ts']);
});

test('what runs is listed, at the start and later; types and packages are not', () => {
  const text = `
    import { a } from './a.ts';
    import b, { type B } from '../b.ts';
    import { type OnlyTypesButLoaded } from './c.ts';
    import './d.ts';
    import data from './e.json' with { type: 'json' };
    export * from './f.ts';
    export { type G } from './g.ts';
    import type { T } from './t.ts';
    export type { U } from './u.ts';
    export type * from './v.ts';
    import Type from 'typebox';
    import { join } from 'node:path';
    const later = () => import('../later/index.ts');
    await import("./a.ts");
  `;
  expect(importsNamed('spec/wire/x.ts', specifiersIn('spec/wire/x.ts', text))).toEqual({
    files: ['a', 'c', 'd', 'f', 'g']
      .map((name) => `spec/wire/${name}.ts`)
      .toSpliced(1, 0, 'spec/b.ts')
      .toSpliced(4, 0, 'spec/wire/e.json')
      .concat('spec/later/index.ts'),
    isOpaque: false,
  });
});

test('what a file loads by a name that it makes is not known', () => {
  expect(specifiersIn('a.ts', 'await import(`./x.ts`);').isOpaque).toBe(true);
  expect(specifiersIn('a.ts', "await import('./x/' + name);").isOpaque).toBe(true);
  expect(specifiersIn('a.ts', 'await import(name);').isOpaque).toBe(true);
});

import { expect, test } from 'vitest';
import { importsNamed, specifiersIn } from './imports.ts';

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

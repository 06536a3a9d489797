import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type CruiseResult, cruiseTree, importRules, judgeCruise } from './dependencies.ts';

const module = { source: 'lib/a.ts', coreModule: false, couldNotResolve: false, matchesDoNotFollow: false };
const cruised = (...modules: CruiseResult['modules']): CruiseResult => ({ modules, summary: { violations: [] } });

describe('judgeCruise', () => {
  it('finds nothing where every tracked file was read and no rule is broken', () => {
    expect(judgeCruise(cruised(module), ['lib/a.ts', 'README.md'])).toEqual([]);
  });

  it('lets the cruise read more than is tracked', () => {
    expect(judgeCruise(cruised(module, { ...module, source: 'lib/new.ts' }), ['lib/a.ts'])).toEqual([]);
  });

  it('names every file that a blind cruise did not read', () => {
    const findings = judgeCruise(cruised(), ['lib/a.ts', 'lib/b.ts']);
    expect(findings.map((f) => [f.rule, f.where])).toEqual([
      ['every-file-is-cruised', 'lib/a.ts'],
      ['every-file-is-cruised', 'lib/b.ts'],
    ]);
    expect(findings[0]?.advice).toContain('2 of the tracked .ts files');
  });

  it('does not take a module that was mentioned for one that was read', () => {
    const findings = judgeCruise(cruised({ ...module, matchesDoNotFollow: true }), ['lib/a.ts']);
    expect(findings.map((f) => f.rule)).toEqual(['every-file-is-cruised']);
  });

  it('shows both ends of a violation, the whole round of a cycle, and the advice of the rule', () => {
    const name = (path: string) => ({ name: path, dependencyTypes: [] });
    const findings = judgeCruise(
      {
        modules: [],
        summary: {
          violations: [
            { rule: { name: 'leaf', severity: 'error' }, from: 'a.ts', to: 'b.ts' },
            {
              rule: { name: 'round', severity: 'error' },
              from: 'a.ts',
              to: 'b.ts',
              cycle: [name('b.ts'), name('a.ts')],
            },
          ],
          ruleSetUsed: { forbidden: [{ name: 'leaf', comment: 'Do this.', from: {}, to: {} }] },
        },
      },
      [],
    );
    expect(findings).toEqual([
      { rule: 'leaf', where: 'a.ts → b.ts', advice: 'Do this.' },
      { rule: 'round', where: 'a.ts → b.ts → a.ts', advice: 'See scripts/lint-source/dependencies.ts.' },
    ]);
  });
});

/** A small tree that keeps all rules, with at least one file per room. */
const cleanTree = {
  'package.json':
    '{ "type": "module", "dependencies": { "yaml": "1", "nock": "1", "@pollyjs/core": "1" }, "devDependencies": { "vitest": "1", "knip": "1" } }',
  'lib/canonical-json.ts': 'export type Json = unknown;',
  'lib/data-file.ts':
    "import { parse } from 'yaml';\nimport { readFile } from 'node:fs/promises';\nexport { parse, readFile };",
  'matrix/load.ts': "export { parse } from '../lib/data-file.ts';",
  'spec/contract/index.ts': "export type { Json } from '../../lib/canonical-json.ts';",
  'spec/process/child.ts': "export type { Json } from '../contract/index.ts';",
  'spec/process/index.ts': "export * from './child.ts';",
  'recordings/format/exchange.ts':
    "import type { Json } from '../../spec/contract/index.ts';\nexport type Exchange = Json;",
  'recordings/faults/fault.ts': "export const fault = () => import('nock');",
  'spec/wire/reader.ts':
    "import type { Exchange } from '../../recordings/format/exchange.ts';\nexport type Reader = Exchange;",
  'spec/wire/aggregate.sdk.ts': "import '@anthropic-ai/sdk';",
  'spec/wire/aggregate.sdk.test.ts': "import './aggregate.sdk.ts';\nimport '@anthropic-ai/sdk';",
  'recordings/transport/replayed.sdk.test.ts': "import '@anthropic-ai/sdk';",
  'spec/checks/check.ts': "export type { Reader } from '../wire/reader.ts';",
  'spec/checks/check.test.ts': "import '../../adapters/broken/all.ts';\nimport 'vitest';\nimport './check.ts';",
  'spec/engine/run.ts': "export type { Reader } from '../checks/check.ts';",
  'spec/conformance.ts': "export { test } from 'vitest';\nexport type { Reader } from './engine/run.ts';",
  'adapters/reference/package.json': '{ "type": "module", "dependencies": { "@anthropic-ai/sdk": "1" } }',
  'adapters/reference/anthropic/adapter.ts':
    "import type { Json } from '../../../spec/contract/index.ts';\nimport '@anthropic-ai/sdk';\nexport type Adapter = Json;",
  'adapters/reference/anthropic/conformance.test.ts': "import './adapter.ts';\nimport '../../../spec/conformance.ts';",
  'adapters/broken/package.json': '{ "type": "module" }',
  'adapters/broken/all.ts': "export type { Adapter } from '../reference/anthropic/adapter.ts';",
  'adapters/other/package.json': '{ "type": "module" }',
  'adapters/other/anthropic/adapter.ts':
    "export type { Json } from '../../../lib/canonical-json.ts';\nexport * from '../../../spec/process/index.ts';",
  'reports/page.ts':
    "export type { Reader } from '../spec/engine/run.ts';\nexport type { Reporter } from 'vitest/node';",
  'kits/vitest.ts': "export { test } from '../spec/conformance.ts';",
  'scripts/commands/run.ts':
    "export const run = async () => [await import('../../reports/page.ts'), await import('vitest/node')];",
  'scripts/bench/time-case.ts': "export const all = () => [import('nock'), import('@pollyjs/core'), import('knip')];",
  'node_modules/yaml/index.js': '',
  'node_modules/knip/index.js': '',
  'node_modules/nock/index.js': '',
  'node_modules/@pollyjs/core/index.js': '',
  'node_modules/@anthropic-ai/sdk/index.js': '',
  'node_modules/vitest/package.json': '{ "exports": { ".": "./dist/index.js", "./node": "./dist/node.js" } }',
  'node_modules/vitest/dist/index.js': '',
  'node_modules/vitest/dist/node.js': '',
};

/** Per rule: a file, and the import that breaks the rule there. */
const planted: readonly [rule: string, file: string, specifier: string][] = [
  ['no-unresolvable', 'lib/x.ts', './nowhere.ts'],
  ['no-undeclared-packages', 'adapters/other/anthropic/x.ts', '@anthropic-ai/sdk'],
  ['no-dev-packages-in-product', 'spec/engine/x.ts', 'knip'],
  ['vitest-only-schedules', 'spec/engine/x.ts', 'vitest'],
  ['vitest-node-for-runner-and-reporter', 'reports/x.ts', 'vitest'],
  ['nobody-needs-kits', 'reports/x.ts', '../kits/vitest.ts'],
  ['lib-is-a-leaf', 'lib/x.ts', '../matrix/load.ts'],
  ['matrix-knows-only-lib', 'matrix/x.ts', '../spec/contract/index.ts'],
  ['contract-knows-only-lib', 'spec/contract/x.ts', '../../matrix/load.ts'],
  ['contract-knows-only-lib', 'spec/contract/x.ts', '../wire/reader.ts'],
  ['process-knows-only-the-contract', 'spec/process/x.ts', '../wire/reader.ts'],
  ['recordings-know-only-the-contract', 'recordings/format/x.ts', '../../spec/wire/reader.ts'],
  ['wire-and-facts-stand-alone', 'spec/wire/x.ts', '../../adapters/reference/anthropic/adapter.ts'],
  ['wire-and-facts-stand-alone', 'spec/facts/x.ts', '../engine/run.ts'],
  ['wire-and-facts-stand-alone', 'spec/wire/x.test.ts', '../checks/check.ts'],
  ['spec-is-given-its-adapters', 'spec/engine/x.ts', '../../adapters/reference/anthropic/adapter.ts'],
  ['spec-knows-no-consumer', 'spec/engine/x.ts', '../../reports/page.ts'],
  ['reports-read-results', 'reports/x.ts', '../recordings/faults/fault.ts'],
  ['reports-read-results', 'reports/x.ts', '../adapters/reference/anthropic/adapter.ts'],
  ['adapters-know-only-the-contract', 'adapters/other/anthropic/x.ts', '../../../spec/wire/reader.ts'],
  ['adapters-know-only-the-contract', 'adapters/other/anthropic/x.test.ts', '../../../spec/engine/run.ts'],
  ['adapters-know-only-the-contract', 'adapters/other/anthropic/x.ts', '../../../lib/data-file.ts'],
  ['adapters-know-only-the-contract', 'adapters/other/anthropic/x.ts', '../../../spec/process/child.ts'],
  ['adapter-suites-call-the-suite', 'adapters/other/anthropic/conformance.test.ts', '../../../spec/engine/run.ts'],
  ['adapters-keep-to-their-workspace', 'adapters/other/anthropic/x.ts', '../../reference/anthropic/adapter.ts'],
  ['chatgoogle-shares-langchain', 'adapters/langchain-chatgoogle/google/x.ts', '../../reference/anthropic/adapter.ts'],
  ['broken-adapters-wrap-the-reference', 'adapters/broken/x.ts', '../other/anthropic/adapter.ts'],
  ['broken-adapters-know-the-wire', 'adapters/reference/anthropic/broken-x.ts', '../../../spec/wire/reader.ts'],
  ['sdks-stay-in-adapters', 'spec/wire/x.ts', '@anthropic-ai/sdk'],
  ['sdks-stay-in-adapters', 'recordings/transport/x.test.ts', 'openai'],
  ['sdks-stay-in-adapters', 'recordings/transport/x.sdk.ts', '@anthropic-ai/sdk'],
  ['sdks-stay-in-adapters', 'spec/engine/x.sdk.test.ts', '@anthropic-ai/sdk'],
  ['sdk-aggregates-only-for-tests', 'spec/wire/x.ts', './aggregate.sdk.ts'],
  ['nock-only-for-faults', 'recordings/transport/x.ts', 'nock'],
  ['polly-only-in-recordings', 'spec/engine/x.ts', '@pollyjs/core'],
  ['commands-start-fast', 'scripts/commands/x.ts', '../../lib/data-file.ts'],
];

describe('the rules of the house, on a planted tree', () => {
  const folders: string[] = [];
  afterEach(async () => {
    await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })));
  });

  async function lint(extra: Record<string, string> = {}) {
    const root = await mkdtemp(join(tmpdir(), 'rules-of-the-house-'));
    folders.push(root);
    const tree: Record<string, string> = { ...cleanTree, ...extra };
    for (const [path, text] of Object.entries(tree)) {
      await mkdir(join(root, dirname(path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    const tracked = Object.keys(tree).filter((path) => !path.startsWith('node_modules/'));
    return judgeCruise(await cruiseTree(root), tracked);
  }

  it('passes a tree that keeps them', async () => {
    expect(await lint()).toEqual([]);
  });

  it('reports an adapter that imports the wire reader, and a cycle, both by name', async () => {
    const findings = await lint({
      'adapters/other/anthropic/peek.ts':
        "import { read } from '../../../spec/wire/hen.ts';\nexport const peek = read;",
      'spec/wire/hen.ts': "import { lay } from './egg.ts';\nexport const read = () => lay();",
      'spec/wire/egg.ts': "import { read } from './hen.ts';\nexport const lay = () => read();",
    });
    expect(findings.map((f) => [f.rule, f.where])).toEqual([
      ['adapters-know-only-the-contract', 'adapters/other/anthropic/peek.ts → spec/wire/hen.ts'],
      ['no-cycles', 'spec/wire/egg.ts → spec/wire/hen.ts → spec/wire/egg.ts'],
    ]);
    expect(findings[0]?.advice).toContain('must not share its reading with the judge');
  });

  describe('all planted at once, each in a file of its own', () => {
    const files = planted.map(([, file], n) => file.replace(/\/x\./, `/x${n}.`));
    let findings: Awaited<ReturnType<typeof lint>>;
    beforeAll(async () => {
      expect(new Set(files).size).toBe(planted.length);
      findings = await lint(Object.fromEntries(planted.map(([, , to], n) => [files[n], `import '${to}';`])));
    });

    it.each(planted.map((each, n) => [...each, n] as const))('%s: %s may not import %s', (rule, _, __, n) => {
      const own = findings.filter(({ where }) => where.startsWith(`${files[n]} → `));
      expect(own.map((f) => f.rule).filter((name) => name === rule)).toEqual([rule]);
    });
  });

  it.each([
    "import type { Reader } from '../../../spec/wire/reader.ts';",
    "export type { Reader } from '../../../spec/wire/reader.ts';",
    "export class Lazy { load = async () => (await import('../../../spec/wire/reader.ts')).x; }",
    "export function read() { return [1].map(async () => { await import('../../../spec/wire/reader.ts'); }); }",
  ])('sees through another form of import: %s', async (text) => {
    const findings = await lint({ 'adapters/other/anthropic/x.ts': text });
    expect(findings.map((f) => f.rule)).toEqual(['adapters-know-only-the-contract']);
  });

  it('reports a file that nothing uses and that uses nothing', async () => {
    const findings = await lint({ 'spec/engine/left-over.ts': 'export const x = 1;' });
    expect(findings.map((f) => [f.rule, f.where])).toEqual([['no-orphans', 'spec/engine/left-over.ts']]);
  });

  it('names the file that it cannot parse', async () => {
    await expect(lint({ 'lib/x.ts': 'const = ;' })).rejects.toThrow(
      /failed[^\0]*lib\/x\.ts:1[^\0]*\.\.\. in lib\/x\.ts$/,
    );
  });

  it('has a planted import for every rule', () => {
    const tried = new Set([...planted.map(([rule]) => rule), 'no-cycles', 'no-orphans']);
    expect(importRules.forbidden.map((rule) => rule.name ?? '').filter((name) => !tried.has(name))).toEqual([]);
  });
});

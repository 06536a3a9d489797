import { describe, expect, it, test } from 'vitest';
import {
  indexOnlyReExports,
  judgeFile,
  linkTargets,
  maximumLines,
  noDeadLinks,
  noImportTypes,
  noMachinePaths,
  noRealTime,
  noRegistryHosts,
  notTooLong,
} from './repository-rules.ts';

const at = (findings: readonly { where: string; message?: string }[]) => findings.map((f) => `${f.where} ${f.message}`);

describe('index-only-re-exports', () => {
  it('passes a table of contents, with comments', () => {
    const text = `/** What is in here. */
export * from './a.ts';
export * as b from './b.ts'; // namespaced
export type { C } from './c.ts';
export {
  d,
  type E,
} from "./d.ts";
`;
    expect(indexOnlyReExports({ path: 'spec/index.ts', text })).toEqual([]);
  });

  it.each(['export const a = 1;', "import './a.ts';", 'export { a };', 'export default 1;'])(
    'names the place of %s',
    (line) => {
      const findings = indexOnlyReExports({
        path: 'spec/index.ts',
        text: `export * from './a.ts';\n/*\n*/\n${line}\n`,
      });
      expect(at(findings)).toEqual([`spec/index.ts:4 "${line}" is not a re-export`]);
    },
  );

  it('minds only files of that name', () => {
    expect(indexOnlyReExports({ path: 'spec/my-index.ts', text: 'export const a = 1;' })).toEqual([]);
  });
});

describe('not-too-long', () => {
  it.each([
    ['a.ts', maximumLines.source],
    ['a.test.ts', maximumLines.test],
  ])('%s may have %i lines and no more', (path, limit) => {
    const lines = (count: number) => ({ path, text: 'x\n'.repeat(count) });
    expect(notTooLong(lines(limit))).toEqual([]);
    expect(at(notTooLong(lines(limit + 1)))).toEqual([`${path} ${limit + 1} lines; at most ${limit}`]);
  });

  it('does not measure data', () => {
    expect(notTooLong({ path: 'matrix/a.json', text: '\n'.repeat(9_999) })).toEqual([]);
  });
});

describe('no-import-types', () => {
  it.each([
    'let x: Map<string, IMPORT("./a.ts").X>;',
    "type X = IMPORT('./a.ts').X;",
    "type X = typeof IMPORT('./a.ts');",
  ])('finds %s', (written) => {
    const text = `\n${written.replace('IMPORT', 'import')}`; // Not written out: this file keeps the rule, too.
    expect(at(noImportTypes({ path: 'a.ts', text }))).toEqual([expect.stringContaining('a.ts:2 ')]);
  });

  it.each([
    "const a = await import('./a.ts');",
    "const a = (await import('./a.ts')).a;",
    "const a = import('./a.ts').then((m) => m.a);",
    "import type { A } from './a.ts';",
    "/** See {@link import('./a.ts').A}. */",
  ])('passes %s', (text) => {
    expect(noImportTypes({ path: 'a.ts', text })).toEqual([]);
  });
});

describe('no-machine-paths', () => {
  it.each(['home', 'Users', 'work', 'tmp'])('finds /%s/', (folder) => {
    const text = `\nconst path = '/${folder}/me/file';`;
    expect(at(noMachinePaths({ path: 'lib/a.ts', text }))).toEqual([`lib/a.ts:2 /${folder}/me/file`]);
  });

  it.each(['https://example.com/home/x', './work/x', '../tmp/x', 'spec/work/x', 'join(folder)/tmp/x'])(
    'passes %s',
    (text) => {
      expect(noMachinePaths({ path: 'lib/a.ts', text })).toEqual([]);
    },
  );

  it('lets recordings, scenarios, fixtures and tests speak of the machines of others', () => {
    const text = 'cat /home/user/file';
    for (const path of [
      'recordings/cassettes/a.json',
      'spec/scenarios/shell.yaml',
      'a.test.ts',
      'matrix/fixtures/a.md',
    ]) {
      expect(noMachinePaths({ path, text })).toEqual([]);
    }
  });
});

describe('no-registry-hosts', () => {
  it.each([
    ['registry', 'npmjs.org'],
    ['//packages.example/artifactory', '/npm/'],
    ['team.jfrog', 'io/npm'],
  ])('finds %s + %s', (a, b) => {
    const host = b.startsWith('/') ? `${a}${b}` : `${a}.${b}`;
    expect(at(noRegistryHosts({ path: '.npmrc', text: `registry=https:${host}` }))).toHaveLength(1);
  });

  it('finds any address in the lockfile that a package is taken from, and no other', () => {
    const text =
      '{\n"resolved": "https://packages.example/a.tgz",\n"funding": "https://example.com",\n"resolved": "adapters/a"\n}';
    expect(at(noRegistryHosts({ path: 'package-lock.json', text }))).toEqual([
      'package-lock.json:2 "resolved": "https://packages.example/a.tgz"',
    ]);
  });

  it('finds any address in requirements of Python', () => {
    const text =
      '-i https:a.example\n--index-url x\n--find-links y\na==1 --hash=sha256:0 \nb @ https://b.example/b.whl\n';
    expect(
      at(noRegistryHosts({ path: 'adapters/a/requirements.txt', text })).map((each) => each.split(' ')[0]),
    ).toEqual([1, 2, 3, 5].map((line) => `adapters/a/requirements.txt:${line}`));
  });

  it('passes a registry of something else', () => {
    expect(noRegistryHosts({ path: 'docs/a.md', text: 'https://registry.modelcontextprotocol.io' })).toEqual([]);
  });
});

it('judges a file by all rules, each with advice', () => {
  const text = `const a = '/home/me';\ntype A = typeof ${'import'}('./a.ts');\n${'\n'.repeat(maximumLines.source)}`;
  const findings = judgeFile({ path: 'spec/index.ts', text: text.replace('/me', '/me/x') });
  expect(findings.map((f) => f.rule)).toEqual([
    'index-only-re-exports',
    'not-too-long',
    'no-import-types',
    'no-machine-paths',
  ]);
  for (const finding of findings) expect(finding.advice).toMatch(/^[A-Z].+\.$/);
});

describe('no-real-time', () => {
  const judged = (text: string, path = 'spec/engine/a.ts') => at(noRealTime({ path, text }));

  it.each([
    ['setTimeout(act, 10);', 'setTimeout('],
    ['const timer = setInterval(act, 10);', 'setInterval('],
    ['const signal = AbortSignal.timeout(10);', 'AbortSignal.timeout('],
    [
      "import { setTimeout as sleep } from 'node:timers/promises';",
      "import { setTimeout as sleep } from 'node:timers/promises'",
    ],
    ["import timers from 'node:timers';", "import timers from 'node:timers'"],
    ["import {\n  setTimeout,\n} from 'node:timers';", "import { setTimeout, } from 'node:timers'"],
  ])('names the place of %s', (text, found) => {
    expect(judged(`\n${text}\n`)).toEqual([`spec/engine/a.ts:2 ${found}`]);
    expect(judged(text, 'spec/engine/a.test.ts')).toHaveLength(1);
  });

  it('passes turns of the event loop, what keeps a process alive, and real time by its name', () => {
    const text = `import { setImmediate } from 'node:timers/promises';
import { after, pause } from '../../lib/real-time.ts';
const program = 'setInterval(() => {}, 1000)';
clearTimeout(timer);
`;
    expect(judged(text)).toEqual([]);
  });

  it('passes timers that run on the virtual clock, and the file that has the real ones', () => {
    for (const path of ['lib/real-time.ts', 'adapters/reference/shared/a.ts', 'spec/contract/call-deadline.ts']) {
      expect(judged('setTimeout(act, 10);', path)).toEqual([]);
    }
  });

  it('lets tests not even wait by real time’s own name, unless they end other processes', () => {
    const text = "import { pause } from '../../lib/real-time.ts';";
    expect(judged(text, 'spec/engine/a.test.ts')).toHaveLength(1);
    expect(judged(text, 'scripts/crash-safety/crash.test.ts')).toEqual([]);
  });
});

const targets = linkTargets(['README.md', 'docs/decisions/tools.md', 'spec/contract/tools.ts']);

test('a link leads to a file or a folder of the project, from where it stands', () => {
  const text =
    'See [tools](../../spec/contract/tools.ts#L3), [spec](../../spec/), [web](https://x.example), [here](#top).';
  expect(noDeadLinks({ path: 'docs/decisions/tools.md', text }, targets)).toEqual([]);
});

test('a link that leads nowhere is found with its line', () => {
  const found = noDeadLinks({ path: 'README.md', text: 'a\n[b](spec/contract/tool.ts)' }, targets);
  expect(found).toMatchObject([{ rule: 'no-dead-links', where: 'README.md:2' }]);
});

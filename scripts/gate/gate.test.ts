/**
 * The gate as a user calls it: a copy of the project as a repository of its own, real processes, one small change each. Every night: by day
 * continuous integration calls the gate itself, with the last commit as its base.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { cellStates } from '../../reports/cells/cell-state.ts';
import { rules } from '../../reports/gate/rules.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { lendPackages } from './base-revision.ts';

/** One conversation in one mode is enough to be right or wrong. */
const theCase = 'reference-anthropic/web-search/search-basic/complete';
const timeout = 300_000;

/** The copy has one tool of one adapter: each process would have to read the rest. */
const left = new RegExp(
  `^(${[
    '\\.git|\\.python|\\.cache|\\.github|\\.ci|node_modules|reports/out|docs',
    'adapters/(?!reference)[^/]+|adapters/reference/(?!anthropic|shared)[^/.]+',
    'recordings/cassettes/(?!anthropic)[^/]+|recordings/cassettes/anthropic/(?!web-search|refused)[^/]+',
    'spec/(provider-apis/[^/]+/)?scenarios/(?!web-search)[^/]+\\.yaml',
    '.*(?<!conformance)\\.test\\.ts',
  ].join('|')})$`,
);

let folder: string;
let root: string;
const git = (...command: string[]) =>
  execFileSync('git', ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', ...command], {
    cwd: root,
    stdio: 'pipe',
  })
    .toString()
    .trim();

/** Commits everything, and tags it. */
const commit = (name: string) => {
  git('add', '-A');
  git('commit', '-qm', name);
  git('tag', name);
};

const change = async (name: string, edit: (text: string) => string) => {
  const path = join(root, name);
  const text = await readFile(path, 'utf8');
  const edited = edit(text);
  if (edited === text) throw new Error(`nothing to change in ${name}`);
  await writeFile(path, edited);
};

const replaceIn = (name: string, before: string | RegExp, after: string) =>
  change(name, (text) => text.replace(before, after));

/** Where the adapter reads citations: there the night loses the first of every text. */
const sound = 'nonEmpty(list(citations))';

/** What a revision is asked by. */
const commandOfRevisions = "new Command('__revision')";

/** The one file of a folder that holds a text, whatever its name is today. */
async function fileWith(text: string, folder: string): Promise<string> {
  const paths = (await readdir(join(repositoryFolder, folder))).filter((name) => !/\.test\.|^broken/.test(name));
  const texts = await Promise.all(paths.map((name) => readFile(join(repositoryFolder, folder, name), 'utf8')));
  const found = paths.filter((_, i) => texts[i]?.includes(text));
  expect(found, `the files of ${folder} that hold ${text}: adapt this test to the code`).toHaveLength(1);
  return `${folder}/${found[0]}`;
}

/** A rule by its id, which a reader of findings goes by. */
const ruleOf = (id: string): string => {
  expect(
    rules.map((rule) => rule.id),
    'the rules of the gate: adapt this test to their ids',
  ).toContain(id);
  return id;
};

const scenarios = 'spec/scenarios/web-search.yaml';
const issues = 'adapters/reference/anthropic/known-issues.yaml';
const listedAtBase = 'reference-anthropic/web-search/pause-turn-once/stream';
const issue = (id: string, caseId: string, impact: 'loses' | 'breaks', more = '') => `${id}:
  title: The first citation of an answer is lost.
  impact: ${impact}
  evidence: { grade: documented, source: https://example.org/issue/1 }
  cause: It reads them from the second on.
  upstream: not told yet
${more}  covers:
    ${caseId.replace('reference-anthropic/', '')}:
      - returns-citations:citation.missing
${impact === 'breaks' ? '      - sends-hosted-history:citation.state\n' : ''}`;

/**
 * Makes the revisions: `old` lacks the gate's format, `later` has another version of it, `base` is what runs are compared with. The head
 * has other forms than the base: one more required member in scenarios and in known issues, and another version of results.
 */
beforeAll(async () => {
  if (!isNightly) return;
  folder = await realpath(await mkdtemp(join(tmpdir(), 'gate-')));
  root = join(folder, 'project');
  const isNeeded = (path: string) => !left.test(relative(repositoryFolder, path).replaceAll('\\', '/'));
  await cp(repositoryFolder, root, { recursive: true, filter: isNeeded });
  await lendPackages(repositoryFolder, root);
  await writeFile(join(root, 'recordings/faults/regressions.yaml'), 'regressions: []\n');
  await writeFile(join(root, issues), issue('first-citation', listedAtBase, 'loses'));
  git('init', '-q', '-b', 'main');
  const version = 'scripts/gate/revision/version.ts';
  const [command, other] = [commandOfRevisions, commandOfRevisions.replace('__', '__no-')];
  const commands = await fileWith(command, 'scripts/commands');
  await replaceIn(commands, command, other);
  commit('old');
  await replaceIn(commands, other, command);
  await replaceIn(version, '= 1', '= 2');
  commit('later');
  await replaceIn(version, '= 2', '= 1');
  commit('base');
  await replaceIn('spec/scenarios/schema.ts', '  purpose: ', "  flavor: Type.Enum(['mild', 'hot']),\n  purpose: ");
  for (const file of git('ls-files', 'spec/scenarios/*.yaml', 'spec/provider-apis/*/scenarios/*.yaml')
    .trim()
    .split('\n')) {
    await change(file, (text) => {
      const [before, after = ''] = text.split(/(?<=^scenarios:\n)/m);
      return `${before}${after.replaceAll(/^ {2}- id: .*$/gm, '$&\n    flavor: mild')}`;
    });
  }
  await replaceIn(
    'spec/engine/known-issues.ts',
    '    impact: Impact,',
    '    impact: Impact,\n    owner: Type.String(),',
  );
  const listedNow = issue('first-citation', listedAtBase, 'loses', '  owner: me\n');
  await writeFile(join(root, issues), listedNow);
  await replaceIn('spec/results/schema.ts', /(?<=resultsVersion = )\d+/, '999');
  commit('head');
}, timeout);
afterAll(() => (isNightly ? rm(folder, { recursive: true, force: true }) : undefined));

/** Variables of a runner, or of this one, have nothing to do with it. */
const { FORCE_COLOR: _, ...inherited } = process.env;
const env = { ...inherited, VITEST: '', GITHUB_ACTIONS: '', NO_COLOR: '1' };

/** Calls the gate; temporary files lie where the test sees them. */
const gate = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const options = { cwd: root, env: { ...env, TMPDIR: folder } };
    execFile(process.execPath, ['scripts/atc.js', 'gate', ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });

const outOf = (name: string) => join(root, 'reports/out', name);

/** Results as they would be, had something been otherwise. */
const writeResults = async (name: string, edit: (text: string) => string) => {
  await mkdir(outOf(name), { recursive: true });
  await writeFile(join(outOf(name), 'results.json'), edit(await readFile(join(outOf('good'), 'results.json'), 'utf8')));
};

const night = test.runIf(isNightly);

test('what the night changes and expects is there', async () => {
  await fileWith(sound, 'adapters/reference/anthropic');
  await fileWith(commandOfRevisions, 'scripts/commands');
  for (const id of ['known-issue-added', 'case-removed']) ruleOf(id);
});

night('a revision responds with its state', { timeout }, async () => {
  const [asked, answered] = [join(folder, 'request.json'), join(folder, 'response.json')];
  await writeFile(asked, JSON.stringify({ version: 1, thorough: true }));
  execFileSync(process.execPath, ['scripts/atc.js', '__revision', asked, answered], { cwd: root });
  const { version, adapters, matrix, knownIssues: listed, cases } = JSON.parse(await readFile(answered, 'utf8'));
  expect(version).toBe(1);
  expect(adapters).toEqual([{ id: 'reference-anthropic', implementation: 'reference', providerApi: 'anthropic' }]);
  const column = matrix.providers.find(({ id }: { id: string }) => id === 'anthropic');
  expect(column.cells['web-search']).toEqual({ support: 'yes', lifecycle: 'ga' });
  const place = `${issues}:1`;
  expect(listed).toMatchObject([{ adapter: 'reference-anthropic', id: 'first-citation', place }]);
  expect(listed[0]).not.toHaveProperty('owner');
  const caseOf = (id: string) => cases.find((c: { id: string }) => c.id === id);
  const evidence = { json: 'documented', sse: 'documented' };
  expect(caseOf(theCase)).toEqual({ id: theCase, kind: 'scenario', tier: 'core', evidence });
  expect(caseOf(listedAtBase)).toMatchObject({ known: { verdict: 'known-failure', knownIssues: ['first-citation'] } });
  const long = cases.filter(({ thorough }: { thorough?: true }) => thorough).map(({ kind }: { kind: string }) => kind);
  expect(new Set(long)).toEqual(new Set(['fault']));
});

night(
  'the gate passes where scenarios, known issues and results have other forms at the base',
  { timeout },
  async () => {
    const { code, stdout, stderr } = await gate('--base', 'base', '--all', theCase, '--out', outOf('good'));
    expect(stdout, stderr).toMatch(/^gate: passed; 1 case, 1 compared with base/);
    expect(code).toBe(0);
    expect(JSON.parse(await readFile(join(outOf('good'), 'results.json'), 'utf8')).version).toBe(999);
  },
);

night('the gate reports a broken line in both outputs, and leaves out fault cases', { timeout }, async () => {
  await replaceIn(await fileWith(sound, 'adapters/reference/anthropic'), sound, 'nonEmpty(list(citations)?.slice(1))');
  const faults = 'reference-anthropic/web-search/fault-retries/complete';
  const { code, stdout, stderr } = await gate(theCase, faults, '--base', 'base', '--out', outOf('bad'));
  expect(code, stderr).toBe(1);
  const { works, 'does-not-work': not } = cellStates;
  expect(stdout).toContain(`web-search × anthropic, reference: ${works.word} → ${not.word}`);
  expect(stdout).toContain(`${theCase}: pass → fail`);
  expect(stdout).toMatch(
    /returns-citations {2}MUST\n +the response has a citation of .*; the adapter returned none\n +kind .*\n +wire +steps\[0\]\.exchanges\[0\]/,
  );
  expect(stdout).toMatch(/replay +npm run atc -- run reference-anthropic\/web-search\/search-basic\/complete$/m);
  expect(stdout).toContain('adapters/reference/anthropic/adapter.ts:1');
  // The base was run, and its results have another version.
  expect(stdout).toMatch(/1 case that .* was run at/);
  expect(stdout).toContain('--all');
  expect(await readFile(join(outOf('bad'), 'gate.md'), 'utf8')).toContain('## Gate: failed');
  const { run, cases } = JSON.parse(await readFile(join(outOf('bad'), 'results.json'), 'utf8'));
  expect(run.selection.kinds).not.toContain('fault');
  expect(cases).toHaveLength(1);
  await expectNothingLeft();
});

night('the gate shows an added known issue first, and passes only if the rule is accepted', { timeout }, async () => {
  await change(issues, (text) => `${issue('lost', theCase, 'breaks', '  owner: me\n')}${text}`);
  git('commit', '-qm', 'list it', issues);
  const chosen = [theCase, '--out', outOf('listed')];
  const { code, stdout, stderr } = await gate('--base', outOf('good'), ...chosen);
  expect(code, stderr).toBe(1);
  expect(stdout).toMatch(
    /^known issues\n {2}added reference-anthropic\/lost: breaks, 1 case, listed by Somebody\n {4}The first citation of an answer is lost\.\n {4}adapters\/reference\/anthropic\/known-issues\.yaml:1\n/,
  );
  expect(stdout).toContain('fails known-issue-added');
  const both = ['--base', outOf('good'), '--head', outOf('listed')];
  const accepted = await gate(...both, '--rule', 'known-issue-added=allow', '--json');
  expect(JSON.parse(accepted.stdout)).toMatchObject({
    passes: true,
    findings: [{ rule: 'known-issue-added', accepted: true }],
  });
  expect(accepted.code).toBe(0);
});

night(
  'the gate compares a renamed scenario by spec/aliases.yaml; without an alias it is gone',
  {
    timeout,
  },
  async () => {
    git('checkout', '-q', '--', '.');
    await replaceIn(scenarios, '- id: search-basic\n', '- id: search-citation\n');
    const cassettes = join(root, 'recordings/cassettes/anthropic/web-search');
    await rename(join(cassettes, 'search-basic.json'), join(cassettes, 'search-citation.json'));
    // Of a part that its selection does not name, such as the affected cases, the gate reports what is gone and nothing else.
    await writeResults('renamed', (text) => {
      const { run, ...results } = JSON.parse(text.replaceAll('search-basic', 'search-citation'));
      return JSON.stringify({ ...results, run: { ...run, selection: { since: ['abc'] } } });
    });
    const judged = () => gate('--base', 'base', '--head', outOf('renamed'), '--json');
    const without = await judged();
    const { findings, cells } = JSON.parse(without.stdout);
    const found: string[] = findings.map((f: { rule: string; case: string }) => `${f.rule} ${f.case}`);
    const gone = ['complete', 'stream'].map(
      (mode) => `case-removed reference-anthropic/web-search/search-basic/${mode}`,
    );
    expect(found.sort(), without.stderr).toEqual(gone);
    expect(cells).toEqual([]);
    expect(without.code).toBe(1);
    const renames = [{ until: '2027-05-31', scenarios: { 'web-search/search-basic': 'web-search/search-citation' } }];
    await change('spec/aliases.yaml', () => JSON.stringify({ version: 1, renames }));
    const renamed = await judged();
    expect(JSON.parse(renamed.stdout), renamed.stderr).toMatchObject({
      passes: true,
      findings: [],
      notes: ['1 case of the base compared by a new id (spec/aliases.yaml)'],
      counts: { cases: 1, compared: 1 },
    });
    expect(renamed.code).toBe(0);
  },
);

night.for([
  ['old', "its code is older than the gate's format (version 1)"],
  ['later', "its code uses version 2 of the gate's format, and this gate reads version 1"],
] as const)('the gate rejects the base "%s" in one line', { timeout }, async ([base, why]) => {
  const { code, stdout, stderr } = await gate('--base', base, '--head', outOf('good'));
  expect(stderr).toMatch(/^error: cannot compare with the base: .*\n {2}→ .*results\.json.*\n$/);
  expect(stderr).toContain(why);
  expect(stdout).toBe('');
  expect(code).toBe(2);
  await expectNothingLeft();
});

night('the gate passes without a run where the change affects no case', { timeout }, async () => {
  git('checkout', '-q', '--', '.');
  git('clean', '-qfd', 'recordings');
  await replaceIn('README.md', '# Agent', '# The Agent');
  const { code, stdout, stderr } = await gate('--base', 'HEAD');
  expect(stdout, stderr).toContain('the change affects no case, so none was run');
  expect(stdout).toContain('gate: passed; 0 cases');
  expect(code).toBe(0);
});

night.for([
  ['playing this run', theCase],
  ['running 1 case as at', '--head', 'reports/out/bad'],
])(
  'the gate leaves no worktree, folder or process when a signal ends it at "%s"',
  { timeout },
  async ([said = '', ...args]) => {
    const child = spawn(process.execPath, ['scripts/atc.js', 'gate', '--base', 'base', ...args], {
      cwd: root,
      env: { ...env, TMPDIR: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const { promise, resolve } = Promise.withResolvers<number | null>();
    child.once('exit', resolve);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      if (text.includes(said)) child.kill('SIGINT');
    });
    expect(await promise, stderr).toBe(130);
    await expectNothingLeft();
  },
);

async function expectNothingLeft(): Promise<void> {
  expect((await readdir(folder)).filter((name) => name.startsWith('atc-base'))).toEqual([]);
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
}

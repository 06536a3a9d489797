import { existsSync, globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoize } from '../../lib/memoize.ts';
import { isNightly } from '../../lib/nightly-tests.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { loadScenarioFile } from '../../spec/scenarios/load.ts';
import { lintData } from './lint-data.ts';

const asOf = '2026-11-25';
const scenarios = 'spec/scenarios/shell.yaml';
const shell = 'recordings/cassettes/anthropic/shell';
const recording = `${shell}/command-exit-code.json`;
const issues = 'adapters/ai-sdk/anthropic/known-issues.yaml';

/** Of recordings and known issues the copy has some: the command looks at all in every run of continuous integration. */
const left = new RegExp(
  `^(${[
    'recordings/cassettes/(?!anthropic)[^/]+/(?!shell|function-calling|web-search|shared)[^/]+',
    // By night all of it; by day that there is a recording is enough.
    ...(isNightly ? [] : ['recordings/cassettes/[^/]+/(?!shell|web-search|shared)[^/]+/[^/]+']),
    'adapters/(?!ai-sdk|reference)[^/]+',
    'adapters/[^/]+/(?!anthropic)[^/.]+',
    '.*/node_modules',
    '.*(?<!index)\\.(ts|tsx|py|md)',
  ].join('|')})$`,
);

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'data-lint-'));
  const data = ['matrix', 'spec', 'recordings', 'adapters'];
  await Promise.all(
    data.map((folder) =>
      cp(join(repositoryFolder, folder), join(root, folder), {
        recursive: true,
        filter: (path) => !left.test(relative(repositoryFolder, path)) || path.includes('matrix/fixtures'),
      }),
    ),
  );
  if (isNightly) return;
  // What no test changes, as JSON: it is read in a hundredth of the time.
  const untouched = globSync('spec/{scenarios,provider-apis/*/scenarios}/!(shell|openapi).yaml', {
    cwd: repositoryFolder,
  });
  for (const path of untouched) {
    await writeFile(join(root, path), JSON.stringify(await loadScenarioFile(join(repositoryFolder, path))));
  }
  const recordings = globSync('recordings/cassettes/{anthropic/*,*/function-calling}/*.json', {
    cwd: repositoryFolder,
  });
  const named = recordings.filter((path) => !existsSync(join(root, path)));
  await Promise.all(named.map((path) => writeFile(join(root, path), '{}')));
});
afterAll(() => rm(root, { recursive: true }));

const lint = (paths: readonly string[], day = asOf) =>
  lintData({ paths: paths.map((path) => join(root, path)), asOf: day, root });

/** What is found when files are changed; they are put back. */
async function found(
  changes: Readonly<Record<string, (text: string) => string>>,
  paths: readonly string[],
  day = asOf,
) {
  const before = new Map<string, string>();
  try {
    for (const [path, change] of Object.entries(changes)) {
      const text = await readFile(join(root, path), 'utf8');
      before.set(path, text);
      expect(change(text), `${path} is changed`).not.toBe(text);
      await writeFile(join(root, path), change(text));
    }
    return await lint(paths, day);
  } finally {
    for (const [path, text] of before) await writeFile(join(root, path), text);
  }
}
const replaced = (what: string, by: string) => (text: string) => text.replace(what, by);
/** The scenario of a command that fails, with a provider API that it names. */
const naming = (api: string) =>
  replaced('- id: command-exit-code\n', `- id: command-exit-code\n    providerApis: [${api}]\n`);

const aliases = 'spec/aliases.yaml';
/** Another entry before those that are there. */
const renamed = (checks: string) => replaced('renames:\n', `renames:\n  - until: 2027-05-31\n    checks: ${checks}\n`);

// By day `npm run atc -- lint` says so.
test.runIf(isNightly)('finds nothing in the committed files', async () => {
  expect(await lint(['matrix', scenarios, shell, issues, aliases])).toEqual({ problems: [], notLookedAt: [] });
});

type Spoiled = [
  title: string,
  changes: Record<string, (text: string) => string>,
  path: string,
  rule: string,
  where: RegExp,
  says: RegExp,
];
const spoiled: readonly Spoiled[] = [
  [
    'a limit that a scenario tries which is not there',
    { 'matrix/limits.yaml': replaced('function-calling/tools-with-hosted', 'function-calling/tools-with-hostd') },
    'matrix/limits.yaml',
    'limits-are-played',
    /limits\.yaml:\d+:\d+$/,
    /no scenario or rule of google "function-calling\/tools-with-hostd.*did you mean/s,
  ],
  [
    'a scenario for an API that lacks the tool',
    { [scenarios]: naming('google') },
    scenarios,
    'scenario-is-played',
    /shell\.yaml:\d+$/,
    /never runs on google.*remove google/s,
  ],
  [
    'a scenario that names an API which has a recording of it',
    { [scenarios]: naming('anthropic') },
    scenarios,
    'scenario-names-the-unrecorded',
    /shell\.yaml:\d+$/,
    /names anthropic, which has a recording.*take anthropic out/s,
  ],
  [
    'a scenario that nobody has recorded',
    { [scenarios]: replaced('- id: command-exit-code', '- id: command-succeeds') },
    scenarios,
    'scenario-is-played',
    /shell\.yaml:\d+$/,
    /no provider API has a recording of it.*providerApis/s,
  ],
  [
    'a scenario that is yet to be recorded',
    { [scenarios]: (text) => naming('anthropic')(text).replace('- id: command-exit-code', '- id: command-succeeds') },
    scenarios,
    'scenario-has-recordings',
    /shell\.yaml:\d+$/,
    /no recording at .*record it: npm run atc -- record [\w-]+\//s,
  ],
  [
    'an alias to an id that does not exist',
    { [aliases]: renamed('{ old-check: contract-shap }') },
    aliases,
    'aliases',
    /aliases\.yaml:\d+$/,
    /"contract-shap" is not a known id of checks.*did you mean "contract-shape"/s,
  ],
  [
    'an alias from an id that still exists',
    { [aliases]: renamed('{ contract-shape: returns-function-calls }') },
    aliases,
    'aliases',
    /aliases\.yaml:\d+$/,
    /"contract-shape" still exists/,
  ],
  [
    'an alias whose last day is over',
    {
      [aliases]: (text) =>
        renamed('{ old-check: returns-function-calls }')(text).replace('until: 2027-05-31', 'until: 2026-10-31'),
    },
    aliases,
    'aliases',
    /aliases\.yaml:\d+$/,
    /"old-check" was accepted until 2026-10-31.*remove this line/s,
  ],
  [
    'a chain of aliases',
    { [aliases]: renamed('{ first: second, second: returns-function-calls }') },
    aliases,
    'aliases',
    /aliases\.yaml:\d+$/,
    /"first" has the new id "second", which is an old id/,
  ],
  [
    'a recording without a scenario',
    { [scenarios]: replaced('- id: command-exit-code', '- id: command-succeeds') },
    recording,
    'recording-is-played',
    /command-exit-code\.json$/,
    /no case uses/,
  ],
  [
    'a recording that does not hold what is expected',
    { [recording]: (text) => text.replaceAll('tool_use"', 'tool_uses"') },
    recording,
    'recording-fulfils-its-scenario',
    /command-exit-code\.json$/,
    /^json: expected .*record it again, or correct "expect" of "command-exit-code"/s,
  ],
  [
    'a kind of items that no conversation sends back',
    {
      'recordings/cassettes/openai-responses/shell/command-exit-code.json': (text) =>
        text.replaceAll('"type": "message"', '"type": "note"'),
      [scenarios]: (text) => text.replaceAll('reason: stop', 'reason: length'),
    },
    'recordings/cassettes',
    'item-goes-back',
    /command-exit-code\.json$/,
    /no conversation of openai-responses sends an item of type "note" back.*let a scenario with it go on/s,
  ],
  [
    'an answer of another model than was sent',
    { [recording]: (text) => text.replace(/("role": "assistant",\s+"model": ")[^"]+/, '$1claude-1') },
    recording,
    'answer-belongs-to-its-request',
    /command-exit-code\.json$/,
    /entry 1: the answer says model "claude-1"; what was sent is "claude-.*correct the response/s,
  ],
  [
    'an answer that breaks a rule of its provider API',
    { [recording]: (text) => text.replace('"stop_sequence": null', '"stop_sequence": "END"') },
    recording,
    'answer-keeps-its-rules',
    /command-exit-code\.json$/,
    /entry 1: response\.body\.stop_reason: the stop reason is "tool_use" beside a stop sequence.*correct the response/s,
  ],
  [
    'a recording that was cut off',
    { [recording]: (text) => text.slice(0, -40) },
    recording,
    'recording-is-whole',
    /command-exit-code\.json:\d+:\d+$/,
    /JSON/,
  ],
  [
    'a recording with a secret',
    { [recording]: replaced('"accept": "application/json"', `"accept": "Bearer ${'k3Y'.repeat(9)}"`) },
    recording,
    'recording-is-scrubbed',
    /command-exit-code\.json$/,
    /secret.*never commit it/s,
  ],
  [
    'a known issue of a case that there is not',
    { [issues]: replaced('remote-mcp/call-', 'remote-mcp/clal-') },
    issues,
    'known-issues',
    /known-issues\.yaml:\d+$/,
    /covers remote-mcp\/clal-\S+, which is not a case.*name the case/s,
  ],
  [
    'a known issue that names no reproduction',
    { [issues]: replaced('  reproduction: mcp-arguments-in-streams\n', '') },
    issues,
    'reproductions',
    /known-issues\.yaml:\d+$/,
    /nothing shows "mcp-arguments-in-streams" with the library alone.*docs\/known-issues\.md/s,
  ],
  [
    'a reproduction that is not there, and so one that nobody names',
    { [issues]: replaced('reproduction: mcp-arguments-in-streams', 'reproduction: nothing-of-that-name') },
    issues,
    'reproductions',
    /known-issues\.yaml:\d+$|#mcpArgumentsInStreams$/,
    /no adapters\/ai-sdk\/anthropic\/reproductions\.mjs#nothingOfThatName|no known issue names/,
  ],
  [
    'a known issues file that is malformed',
    { [issues]: replaced('impact: rejects', 'impact: refuses') },
    issues,
    'known-issues',
    /known-issues\.yaml:\d+:\d+$/,
    /rejects/,
  ],
  [
    'a day in the future',
    { 'recordings/freshness.json': (text) => text.replace(/("sourcesRead": ")[^"]+/, '$12026-12-24') },
    'recordings/freshness.json',
    'list',
    /freshness\.json/,
    /after 2026-11-25.*write the date/s,
  ],
  [
    'a resource that nobody needs',
    { 'recordings/resources.yaml': replaced('name: vs_lodge', 'name: vs_lodger') },
    'recordings/resources.yaml',
    'resource-is-needed',
    /resources\.yaml$/,
    /no scenario names the resource "vs_lodger"/,
  ],
  [
    'a regression of a conversation that is gone',
    { 'recordings/faults/regressions.yaml': replaced('scenario: call-single', 'scenario: singel-call') },
    'recordings/faults/regressions.yaml',
    'list',
    /regressions\.yaml$/,
    /unknown conversation .*singel-call/,
  ],
  [
    'a claim of tomorrow',
    { 'matrix/provider-apis/anthropic.json': replaced('"date": "2026-11-20"', '"date": "2026-12-20"') },
    'matrix',
    'claims-are-dated',
    /anthropic\.json:\d+:\d+$/,
    /after 2026-11-25; write the date/,
  ],
];

/** What changes other files is looked at in one go: to read all of the others takes as long as all of the rest. */
const rounds: Spoiled[][] = [];
/** A recording is read with its scenario. */
const touched = ([, changes]: Spoiled) =>
  new Set(Object.keys(changes).flatMap((path) => (path === recording ? [path, scenarios] : path)));
for (const each of spoiled) {
  const round = rounds.find((of) =>
    of.every((one) => one[3] !== each[3] && [...touched(one)].every((path) => !touched(each).has(path))),
  );
  if (round) round.push(each);
  else rounds.push([each]);
}
const outcomeOf = memoize((round: readonly Spoiled[]) =>
  found(
    Object.assign({}, ...round.map(([, changes]) => changes)),
    round.map(([, , path]) => path),
  ),
);

test.for(spoiled)('%s: says where, what, and what to type', async (each) => {
  const [, , , rule, where, says] = each;
  const { problems, notLookedAt } = await outcomeOf(rounds.find((of) => of.includes(each)) ?? []);
  expect(notLookedAt).toEqual([]);
  const problem = problems.find((one) => one.rule === rule) ?? expect.fail(JSON.stringify(problems));
  expect(problem.where).toMatch(where);
  expect(`${problem.message} ${problem.hint}`).toMatch(says);
});

test('a file of another name is no recording', async () => {
  await rename(join(root, recording), join(root, `${shell}/command exit code.json`));
  try {
    const { problems } = await lint([shell]);
    expect(problems.map(({ rule }) => rule)).toContain('recording-has-a-name');
  } finally {
    await rename(join(root, `${shell}/command exit code.json`), join(root, recording));
  }
});

test('of broken scenario files every one is told, and what is read by them is named as not looked at', async () => {
  const broken = replaced('scenarios:', 'scenarioes:');
  const { problems, notLookedAt } = await found({ [scenarios]: broken, 'spec/scenarios/openapi.yaml': broken }, []);
  expect(problems.map(({ rule, where }) => `${rule} ${/[a-z]+\.yaml/.exec(where)}`)).toEqual(
    expect.arrayContaining(['scenario-file shell.yaml', 'scenario-file openapi.yaml']),
  );
  expect(notLookedAt).toEqual(['scenarios', 'known issues', 'library options', 'recordings', 'lists', 'aliases']);
});

test('only what was asked about is told, and what is not checked here is refused', async () => {
  const { problems } = await found({ [issues]: replaced('remote-mcp/call-', 'remote-mcp/clal-') }, [
    'matrix',
    scenarios,
  ]);
  expect(problems).toEqual([]);
  await expect(lint(['recordings/cassetes'])).rejects.toThrow('no file or folder');
  await expect(lint(['schemas'].map(() => 'matrix/../spec/checks'))).rejects.toThrow(
    'has no files that this command checks',
  );
});

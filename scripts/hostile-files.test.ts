/** Every file that the program reads, with everything in its place that could be there: hostile-files.ts is the table. */
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type HostileFile, hostileFiles, secretText } from '../lib/fixtures/hostile-files.ts';
import { isNightly } from '../lib/nightly-tests.ts';
import { UserError } from '../lib/user-error.ts';
import { lintFolder } from '../matrix/lint/lint.ts';
import { loadMatrix, matrixFolder } from '../matrix/load.ts';
import { cassettesFolder } from '../recordings/format/cassette-path.ts';
import { toHar } from '../recordings/format/har.ts';
import { readCassette } from '../recordings/format/store.ts';
import { loadFreshness } from '../recordings/freshness.ts';
import { readForeign } from '../recordings/import/detect-format.ts';
import { sampleKillMatrix } from '../reports/fixtures/kill-matrix.ts';
import { sample } from '../reports/fixtures/sample.ts';
import { layRun } from '../reports/fixtures/write-run.ts';
import { killMatrixText } from '../reports/kill-matrix/store.ts';
import { evidenceFiles } from '../reports/results/evidence-files.ts';
import { discoverAdapters, repositoryFolder } from '../spec/engine/discover.ts';
import { loadKnownIssues } from '../spec/engine/known-issues.ts';
import { loadScenarios } from '../spec/scenarios/load.ts';
import { main } from './cli.ts';
import { canIUseCommand, reportCommand } from './commands/index.ts';
import { loadResources } from './record/resources.ts';

/** A file that the program reads: how to have it read in a folder of its own, and where it lies there. */
interface Door {
  readonly what: string;
  readonly format: 'json' | 'yaml';
  /** Fills a folder with what is good. */
  readonly fill: (folder: string) => void | Promise<void>;
  readonly file: (folder: string) => string;
  /** Reads it; what a command line says of it, where one reads it alone. */
  readonly open: (folder: string) => Promise<unknown>;
  /** Kinds that mean something else here; `read`: nothing is wrong with them. */
  readonly says?: Readonly<Record<string, RegExp | 'read'>>;
}

const { results: partial, evidence } = sample();
const whole = { ...partial.run, selection: { adapters: [], tools: [], scenarios: [] } };
const results = { ...partial, run: whole };
const shown = results.cases.find((c) => c.verdict === 'fail') ?? expect.fail('the sample has a failure');
/** The file that has the evidence of a case that the page shows. */
const shownEvidence = evidenceFiles(results.cases)
  .map(({ name }) => name)
  .find((name) => name.startsWith(shown.adapter));

/** A command as a user starts it: code 2 and a message, or it is no error of the user's. */
async function command(...argv: string[]): Promise<void> {
  let said = '';
  const io = {
    stdout: () => {},
    stderr: (text: string) => {
      said += text;
    },
  };
  const code = await main(argv, io, [reportCommand, canIUseCommand]);
  if (code === 2) throw new UserError(said.trimEnd().replace(/^error: /, ''), { hint: 'as it was printed' });
  expect([code, said]).toEqual([0, '']);
}

async function fillResults(folder: string): Promise<void> {
  await layRun(folder, { results, evidence });
  writeFileSync(join(folder, 'kill-matrix.json'), killMatrixText(sampleKillMatrix()));
}

const oneCassette = join(cassettesFolder, 'anthropic/function-calling/call-single.json');
/** What of the matrix is read, or all that its lint reads. */
const copyMatrix = (folder: string, besides: readonly string[] = []) => {
  for (const name of ['provider-apis', 'tools.json', 'errata.json', 'dialects.json', 'limits.yaml', ...besides])
    cpSync(join(matrixFolder, name), join(folder, name), { recursive: true });
};
const changed = /its bytes were changed/;

const doors: readonly Door[] = [
  {
    what: 'a cassette',
    format: 'json',
    fill: (folder) => cpSync(oneCassette, join(folder, 'call-single.json')),
    file: (folder) => join(folder, 'call-single.json'),
    open: (folder) => readCassette(join(folder, 'call-single.json'), 'json', folder),
  },
  ...['tools.json', 'errata.json', 'dialects.json', 'limits.yaml', 'provider-apis/anthropic.json'].map(
    (name): Door => ({
      what: `the matrix, ${name}`,
      format: name.endsWith('.json') ? 'json' : 'yaml',
      fill: (folder) => copyMatrix(folder),
      file: (folder) => join(folder, name),
      open: (folder) => loadMatrix(folder),
    }),
  ),
  {
    what: 'a scenario file',
    format: 'yaml',
    fill: (folder) => cpSync(join(repositoryFolder, 'spec/scenarios/web-fetch.yaml'), join(folder, 'web-fetch.yaml')),
    file: (folder) => join(folder, 'web-fetch.yaml'),
    open: (folder) => loadScenarios(folder),
  },
  {
    what: 'a known issues file',
    format: 'yaml',
    fill: (folder) => writeFileSync(join(folder, 'known-issues.yaml'), '{}\n'),
    file: (folder) => join(folder, 'known-issues.yaml'),
    open: (folder) => loadKnownIssues(join(folder, 'known-issues.yaml')),
    // Behind the empty map that the file has, no other member can stand.
    says: { '__proto__, YAML': /is not YAML/ },
  },
  ...(
    [
      ['resources.yaml', loadResources],
      ['freshness.json', loadFreshness],
    ] satisfies [string, (path: string) => Promise<unknown>][]
  ).map(
    ([name, load]): Door => ({
      what: `what recording reads, ${name}`,
      format: name.endsWith('.json') ? 'json' : 'yaml',
      fill: (folder) => cpSync(join(repositoryFolder, 'recordings', name), join(folder, name)),
      file: (folder) => join(folder, name),
      open: (folder) => load(join(folder, name)),
    }),
  ),
  ...(
    [
      ['results, read by report', (folder) => command('report', '--out', folder)],
      ['results, read by explain', (folder) => command('can-i-use', shown.id, '--results', folder)],
      [
        'results, read by can-i-use',
        (folder) => command('can-i-use', 'function-calling/openai-responses', '--results', folder),
      ],
    ] satisfies [string, Door['open']][]
  ).map(
    ([what, open]): Door => ({
      what,
      format: 'json',
      fill: fillResults,
      file: (folder) => join(folder, 'results.json'),
      open,
      // Results of tens of thousands of cases are as large, and read.
      says: { '100 MB': /is not text: it has a NUL/ },
    }),
  ),
  {
    what: 'a kill matrix, read for a site',
    format: 'json',
    fill: fillResults,
    file: (folder) => join(folder, 'kill-matrix.json'),
    open: (folder) => command('report', '--out', folder, '--site', join(folder, 'site')),
  },
  {
    what: 'evidence, read by report',
    format: 'json',
    fill: fillResults,
    file: (folder) => join(folder, 'evidence', shownEvidence ?? expect.fail('it has none')),
    open: (folder) => command('report', '--out', folder),
    // Results name the hash of each line: whatever is changed is found before it is read.
    says: {
      ...Object.fromEntries(
        hostileFiles
          .filter(({ kind, says }) => !says || !/MiB|folder|regular|link/.test(`${says} ${kind}`))
          .map(({ kind }) => [kind, changed]),
      ),
      // An adapter has hundreds of cases, so that its file may be larger than others.
      '100 MB': changed,
    },
  },
];

/** Recordings of other programs may hold members that nobody knows: they are not read. */
const tolerated = {
  'a member that nobody knows': 'read',
  '__proto__, JSON': 'read',
  '__proto__, YAML': 'read',
  'a tag that would make something': 'read',
  '5 MB of YAML': /has 4\.\d MiB; the limit for YAML is 4 MiB/,
} as const;

const tide = { method: 'POST', uri: 'https://a.example/x', headers: {}, body: '{}' };
const answered = { status: { code: 200, message: 'OK' }, headers: {}, body: { string: '{}', encoding: 'UTF-8' } };
const foreignFiles: readonly (readonly [id: string, good: object])[] = [
  ['har', toHar(await readCassette(oneCassette, 'json'), 'x')],
  ['nock', [{ scope: 'https://a.example', method: 'POST', path: '/x', body: {}, status: 200, response: {} }]],
  ['test-proxy', { Entries: [{ RequestUri: tide.uri, RequestMethod: 'POST', StatusCode: 200, ResponseBody: {} }] }],
  ['vcrpy', { interactions: [{ request: tide, response: answered }] }],
  ['ruby-vcr', { http_interactions: [{ request: tide, response: answered }] }],
  ['go-vcr', { interactions: [{ request: { ...tide, url: tide.uri }, response: { code: 200, body: '{}' } }] }],
];
const yamlFormats = ['vcrpy', 'ruby-vcr', 'go-vcr', 'httpmock'];
const importDoor = (id: string, format: Door['format'], good: string): Door => {
  const file = (folder: string) => join(folder, `recording.${format}`);
  return {
    what: `a recording to import, ${id} as ${format}`,
    format,
    fill: (folder) => writeFileSync(file(folder), good),
    file,
    open: async (folder) => readForeign(file(folder), id),
    says: {
      ...tolerated,
      ...(good.startsWith('[') ? listKinds : {}),
    },
  };
};
/** Where the outermost is a list, so is what is told of anything else. */
const listKinds = {
  'another kind of document': /expected object/,
  'a bare text': /expected array/,
  null: /expected array/,
} as const;
const importDoors: readonly Door[] = [
  ...foreignFiles.map(([id, good]) => importDoor(id, 'json', `${JSON.stringify(good, null, 1)}\n`)),
  ...foreignFiles
    .filter(([id]) => yamlFormats.includes(id))
    .map(([id, good]) => importDoor(id, 'yaml', stringify(good))),
  importDoor('httpmock', 'yaml', "when: {method: POST, path: /x, body: '{}'}\nthen: {status: 200, body: '{}'}\n"),
];

/** Everything below a folder: kind, length and, of plain files of a sensible size, content. */
function snapshot(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const stat = lstatSync(join(folder, name));
      const content = stat.isFile() && stat.size < 10_000_000 ? readFileSync(join(folder, name), 'base64') : '';
      return `${name} ${stat.mode} ${stat.size} ${content}`;
    });
}

let above: string;
let folder: string;
beforeEach(() => {
  above = mkdtempSync(join(tmpdir(), 'hostile-'));
  folder = join(above, 'folder');
  mkdirSync(folder);
});
afterEach(() => rmSync(above, { recursive: true, force: true }));

const isOf = (door: Door, { only }: HostileFile) => only === undefined || only === door.format;

const allDoors = [...doors, ...importDoors];

/** By day a sixth of the kinds, at each door others, so that every kind comes to some doors; every night all. */
function kindsOf(door: Door): readonly HostileFile[] {
  const nth = allDoors.indexOf(door);
  return hostileFiles.filter((hostile, i) => isOf(door, hostile) && (isNightly || (nth + i) % 6 === 0));
}

test('every kind comes to some door', () => {
  const coming = new Set(allDoors.flatMap(kindsOf));
  expect(hostileFiles.filter((hostile) => !coming.has(hostile))).toEqual([]);
});

describe.each(allDoors)('$what', (door) => {
  test.each(kindsOf(door))(
    '$kind',
    async (hostile) => {
      await door.fill(folder);
      const path = door.file(folder);
      hostile.put(path, readFileSync(path, 'utf8'));
      const before = snapshot(above);
      const grown = process.memoryUsage().rss;
      const outcome = await door.open(folder).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(process.memoryUsage().rss - grown).toBeLessThan(400e6);
      const says = door.says?.[hostile.kind] ?? hostile.says ?? 'read';
      if (says === 'read') {
        expect(outcome).toBeUndefined();
        return;
      }
      expect(outcome).toBeInstanceOf(UserError);
      const said = String(outcome);
      expect(said).toMatch(says);
      expect(said).toContain(
        path
          .slice(folder.length + 1)
          .split('/')
          .at(-1),
      );
      expect(said).toMatch(/\n {2}→ ./);
      expect(said.length).toBeLessThan(2_000);
      expect(said).not.toContain(secretText.slice(0, 8));
      expect(Object.prototype).not.toHaveProperty('polluted');
      expect(snapshot(above)).toEqual(before);
    },
    5_000,
  );
});

test('an implementation whose name is no id is refused, and one whose package file is malformed', async () => {
  const put = (name: string, text: string) => {
    mkdirSync(join(above, 'adapters', name, 'anthropic'), { recursive: true });
    writeFileSync(join(above, 'adapters', name, 'package.json'), text);
  };
  for (const name of ['<b>bold<b>', 'a\u001b[31m', '..x', 'Upper']) {
    put(name, '{}');
    await expect(discoverAdapters(above)).rejects.toMatchObject({
      message: expect.stringContaining('is not a valid id'),
    });
    rmSync(join(above, 'adapters', name), { recursive: true });
  }
  put('good', '{"dependencies": {"x": 1}}');
  await expect(discoverAdapters(above)).rejects.toMatchObject({ message: expect.stringContaining('expected string') });
});

test('a folder of the matrix that is a link out is refused, and so is one of the evidence', async () => {
  copyMatrix(folder, ['fixtures']);
  cpSync(join(folder, 'provider-apis'), join(above, 'elsewhere'), { recursive: true });
  rmSync(join(folder, 'provider-apis'), { recursive: true });
  symlinkSync(join(above, 'elsewhere'), join(folder, 'provider-apis'));
  await expect(loadMatrix(folder)).rejects.toThrow('is a symbolic link');
  // The lint tells of every file that it cannot read, and stops at none.
  expect((await lintFolder('2026-11-20', folder)).every(({ message }) => message.includes('symbolic link'))).toBe(true);
  await fillResults(folder);
  cpSync(join(folder, 'evidence'), join(above, 'evidence'), { recursive: true });
  rmSync(join(folder, 'evidence'), { recursive: true });
  symlinkSync(join(above, 'evidence'), join(folder, 'evidence'));
  await expect(command('report', '--out', folder)).rejects.toThrow('is a symbolic link');
});

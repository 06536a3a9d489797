import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { isNightly } from '../../files/nightly.ts';
import { cassettesFolder } from '../../recordings/format/location.ts';
import { discoverAdapters } from '../../spec/engine/discover.ts';
import { main } from '../program.ts';
import { reuseCompiled } from '../review/fixtures/compiled.ts';
import { diffCommand } from './diff.ts';

afterAll(reuseCompiled());

/** By day of a column that one adapter plays; every night of one that five do, which take seconds to load. */
const { providerApi, member, renamed, count, otherCount, others, noise } = isNightly
  ? ({
      ...{ providerApi: 'anthropic', member: 'cited_text', renamed: 'quoted_text', others: [{}] },
      ...{ count: '2140', otherCount: '2141', noise: 'noise in 2 places' },
    } as const)
  : ({
      ...{ providerApi: 'mistral', member: 'favicon', renamed: 'icon', others: [] },
      ...{ count: '2210', otherCount: '2211', noise: 'noise in 1 place' },
    } as const);
const name = `${providerApi}/web-search/cited-answer.sse.har`;

let exitCode: typeof process.exitCode;
let elsewhere: string;
beforeEach(async () => {
  exitCode = process.exitCode;
  process.exitCode = undefined;
  elsewhere = await mkdtemp(join(tmpdir(), 'diff-'));
});
afterEach(async () => {
  process.exitCode = exitCode;
  await rm(elsewhere, { recursive: true });
});

/** Puts a committed cassette elsewhere, with something changed. */
async function changed(from: string, to: string): Promise<void> {
  const text = await readFile(join(cassettesFolder, name), 'utf8');
  expect(text).toContain(from);
  await mkdir(dirname(join(elsewhere, name)), { recursive: true });
  await writeFile(join(elsewhere, name), text.replaceAll(from, to));
}

async function diff(...argv: string[]) {
  let stdout = '';
  let stderr = '';
  const io = { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) };
  const code = await main(['diff', ...argv], io, [diffCommand]);
  return { code: code || process.exitCode, stdout, stderr };
}

test('a recording that makes a cell worse gives exit code 1, and JSON says all of it', async () => {
  await changed(`"${member}"`, `"${renamed}"`);
  const { code, stdout, stderr } = await diff(elsewhere, '--json');
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
  const { cassettes, flips, played } = JSON.parse(stdout);
  expect(cassettes).toMatchObject([{ name, status: 'changed', changes: [{ what: 'member renamed' }, ...others] }]);
  const ofTheColumn = (await discoverAdapters()).filter(({ providerApi: of }) => of === providerApi);
  expect(played).toBe(2 * ofTheColumn.length);
  expect(flips).toContainEqual(
    expect.objectContaining({ case: `reference-${providerApi}/web-search/cited-answer/stream`, direction: 'worse' }),
  );
});

test('one that says it in other words does not', async () => {
  await changed(count, otherCount);
  const { code, stdout } = await diff(join(elsewhere, name), '--markdown');
  expect(code).toBeUndefined();
  expect(stdout).toContain('## Recordings: no case comes out worse');
  expect(stdout).toContain(`- \`${noise}: how many tokens a text takes hangs on the text\``);
});

test('without a play no cell flips, and no adapter is loaded', async () => {
  await changed(`"${member}"`, `"${renamed}"`);
  const { code, stdout } = await diff(elsewhere, '--no-play');
  expect(code).toBeUndefined();
  expect(stdout).toContain(`breaking  member renamed (2 times)  ${member} → ${renamed}`);
  expect(stdout).toContain('no case was played');
});

test.each([
  [['--base=--output=x'], '"--output=x" is no name of a revision'],
  [['--base', 'no-such-revision'], 'there is no revision "no-such-revision"'],
  [['--against', 'no-such-folder'], 'there is no such folder'],
  [['--json', '--markdown'], 'cannot be used with'],
])('%j is wrong input', async (argv, message) => {
  const { code, stdout, stderr } = await diff(...argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

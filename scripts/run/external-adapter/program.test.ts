/** `atc run --command`, as a user types it: tiny programs, real processes, real files. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isNightly } from '../../../lib/nightly-tests.ts';
import { readResults } from '../../../reports/results/store.ts';
import { repositoryFolder } from '../../../spec/engine/discover.ts';
import type { Results } from '../../../spec/results/schema.ts';

/** Refuses every tool, as the contract wants it of what the API lacks; but does otherwise of some. */
const program = `
  import { createInterface } from 'node:readline';
  let id;
  const write = (line) => process.stdout.write(line + '\\n');
  const say = (message) => write(JSON.stringify({ jsonrpc: '2.0', ...message }));
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id: request, method, params } = JSON.parse(line);
    const result = (value) => say({ id: request, result: value });
    if (method === 'initialize') id = params.adapter.id;
    if (method === 'initialize') return result({ contractVersion: params.contractVersion });
    if (!method.startsWith('get')) return request && result(null);
    const [tool] = params.options.tools.map(({ type }) => type);
    switch (process.argv[2] === 'tame' ? '' : tool) {
      case 'shell':
        console.error('out of memory');
        return process.exit(3);
      case 'web-fetch':
        return write('\\u0000\\u001b[2J{');
      case 'image-generation':
        write('Refusing a tool …');
        break;
    }
    const data = { name: 'UnsupportedToolError', tool, adapter: id, supported: ['function'] };
    say({ id: request, error: { code: -32000, message: 'no ' + tool, data } });
  });`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'program-'));
  await writeFile(join(folder, 'my program.mjs'), program);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const env = { ...process.env, VITEST: '', MY_KEY: 'secret-of-the-shell' };

/** What the command prints and exits with, and what it left. */
async function atc(out: string, ...options: readonly string[]) {
  const target = join(folder, out);
  const argv = ['scripts/atc.js', 'run', '--out', target, '--cwd', folder, ...options];
  const ended = await promisify(execFile)(process.execPath, argv, { cwd: repositoryFolder, env }).then(
    (streams) => ({ code: 0, ...streams }),
    (failure) => failure as { code: number; stdout: string; stderr: string },
  );
  const results = (): Promise<Results> => readResults(target);
  return { ...ended, results };
}

test('a program is judged on every column that it is said to call, and what it says is shown', {
  timeout: 60_000,
}, async () => {
  const command = `"${process.execPath}" 'my program.mjs' tame secret-of-the-shell`;
  // By day one: `refusals.test.ts` and the tests of patterns say what is called.
  const columns = isNightly ? ['mistral-chat', 'openai-chat'] : ['openai-chat'];
  const chosen = columns.map((id) => `${id}/shell/*/complete`);
  const { code, stdout, stderr, results } = await atc(
    'tame',
    ...[...chosen, '--command', command, '--log-messages', '--json'],
  );
  expect({ code, verdicts: JSON.parse(stdout).verdicts }).toEqual({ code: 0, verdicts: { pass: columns.length } });
  const { run, cases } = await results();
  expect(cases.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(
    columns.map((id) => `command-${id}/shell/reject-unsupported-tool/complete pass`),
  );
  expect(run.knownIssues).toEqual([]);
  expect(run.adapters[0]?.packages).toEqual([
    { name: 'command', version: `"${process.execPath}" 'my program.mjs' tame REDACTED` },
  ]);
  expect(cases.at(-1)?.replay).toMatch(
    / run command-openai-chat\/shell\/reject-unsupported-tool\/complete --command '.*' --cwd \S+$/,
  );
  expect(stderr).toMatch(/^— command-openai-chat\/shell\/reject-unsupported-tool\/complete$/m);
  expect(stderr).toMatch(/^→ .*"createClient".*"apiKey":"•••"/m);
  expect(stderr).toMatch(/^← .*"UnsupportedToolError"/m);
  expect(stderr).not.toMatch(/^✗/m);
});

/** By day `misbehaving.test.ts` says so without the command. */
test.runIf(isNightly)(
  'a crash, garbage and chatter fail their case, and the next case runs in a new process',
  {
    timeout: 60_000,
  },
  async () => {
    const command = `${process.execPath} "my program.mjs"`;
    const tools = ['shell', 'web-fetch', 'image-generation', 'openapi'];
    const known = join(folder, 'openai-chat/known-issues.yaml');
    await mkdir(dirname(known));
    const entry = {
      title: 'It chats on stdout.',
      impact: 'rejects',
      evidence: { grade: 'contract', source: 'https://example.com' },
      cause: 'It prints what it thinks.',
      upstream: 'not told yet',
      covers: {
        'image-generation/reject-unsupported-tool/complete': [
          'error-types:untyped',
          'rejects-before-sending:other-error',
        ],
      },
    };
    await writeFile(known, JSON.stringify({ chats: entry }));
    const { code, results } = await atc(
      'wild',
      ...tools.map((id) => `wild-openai-chat/${id}/*/complete`),
      ...['--command', command, '--as-of', '2026-11-20'],
    );
    const { cases, problems, run } = await results();
    const said = Object.fromEntries(cases.map(({ tool, verdict, reason }) => [tool, `${verdict}: ${reason}`]));
    expect(said).toEqual({
      shell: expect.stringMatching(/^fail: .*ended with exit code 3 .*its log: out of memory/s),
      'web-fetch': expect.stringMatching(/^fail: .*no JSON.*u001b\[2J\{/s),
      'image-generation': 'not-expressible: It chats on stdout.',
      openapi: 'pass: undefined',
    });
    expect({ code, problems, listed: run.knownIssues?.map(({ id }) => id) }).toEqual({
      code: 1,
      problems: [],
      listed: ['chats'],
    });
  },
);

/** By day `refusals.test.ts` says so in this process. */
test.runIf(isNightly)(
  'a program that is not there ends the run before it begins, and nothing is written',
  {
    timeout: 60_000,
  },
  async () => {
    const { code, stdout, stderr } = await atc('none', 'anthropic', '--command', 'no-such-program x');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('error: --command: program "no-such-program" not found\n');
    expect(await readdir(folder)).not.toContain('none');
  },
);

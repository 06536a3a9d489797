import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { main } from '../../cli.ts';
import { ask, IncomparableError } from './ask.ts';
import { respond } from './respond.ts';
import { RevisionOutcomes } from './schema.ts';
import { revisionFormatVersion } from './version.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'revision-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const responseTo = async (request: unknown): Promise<unknown> => {
  const [asked, answered] = [join(folder, 'request.json'), join(folder, 'response.json')];
  await writeFile(asked, typeof request === 'string' ? request : JSON.stringify(request));
  await respond(asked, answered);
  return JSON.parse(await readFile(answered, 'utf8'));
};

test('respond() gives its version alone to a request of another version', async () => {
  expect(await responseTo({ version: 999, anything: 'else' })).toEqual({ version: revisionFormatVersion });
});

test('respond() rejects a malformed request, with its place', async () => {
  await expect(responseTo({ version: revisionFormatVersion })).rejects.toThrow('thorough');
  await expect(responseTo('{')).rejects.toMatchObject({ where: expect.stringContaining('request.json') });
});

/** Asks a revision whose command line is this script; `respond` writes the response. */
const askScript = async (script: string, signal?: AbortSignal) => {
  await mkdir(join(folder, 'scripts'), { recursive: true });
  const writing = "const respond = (it) => require('node:fs').writeFileSync(process.argv[4], JSON.stringify(it));";
  await writeFile(join(folder, 'scripts/atc.js'), `${writing}\n${script}`);
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }');
  return ask(folder, { thorough: false }, RevisionOutcomes, signal);
};

test('ask() returns the response, with unknown members', async () => {
  const response = { version: revisionFormatVersion, cases: [], problems: [], later: true };
  expect(await askScript(`respond(${JSON.stringify(response)})`)).toEqual(response);
});

test('ask() cannot compare with a command line that lacks the command', async () => {
  let stderr = '';
  const io = { stdout: () => {}, stderr: (text: string) => (stderr += text) };
  await main(['__revision', 'request.json', 'response.json'], io, [new Command('run')]);
  const asked = askScript(`process.stderr.write(${JSON.stringify(stderr)}); process.exitCode = 2`);
  await expect(asked).rejects.toThrow(IncomparableError);
  await expect(asked).rejects.toThrow("its code is older than the gate's format");
});

test.for([
  ['respond({ version: 999 })', 'uses version 999'],
  ["process.stderr.write('error: it is broken\\n  → mend it\\n')", 'cannot read the base: it is broken'],
  ['', 'cannot read the base: its process ended without a response'],
  [`respond({ version: ${revisionFormatVersion}, cases: [{}] })`, 'this response of the base does not fit its schema'],
] as const)('ask() of a revision that runs %j rejects: %s', async ([script, message]) => {
  await expect(askScript(script)).rejects.toSatisfy((error) => String(error).includes(message));
});

test('ask() asks nothing once its signal is aborted', async () => {
  await expect(askScript('respond({ version: 999 })', AbortSignal.abort())).rejects.toThrow('stopped before');
});

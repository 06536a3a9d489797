import { expect, test } from 'vitest';
import type { Program } from '../../../spec/external-adapter/external-adapter.ts';
import { handshake } from './handshake.ts';

const program: Program = {
  implementation: 'command',
  providerApis: ['anthropic', 'google'],
  words: [process.execPath],
  folder: import.meta.dirname,
  told: '',
  startedBy: '',
};

/** A program that does this with the first line that it reads. */
const reading = (act: string): Program => ({
  ...program,
  words: [process.execPath, '-e', `process.stdin.once('data', (line) => { ${act} });`],
});

const answering = (version: string) =>
  reading(`console.log(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { contractVersion: '${version}' } }))`);

test('a program that says its version of the contract is asked once for each column', async () => {
  const lines: string[] = [];
  await handshake({ ...answering('1.0.0'), showsMessages: true }, (line) => lines.push(line));
  expect(lines.map((line) => /"providerApi":"(\w+)"/.exec(line)?.[1])).toEqual([
    'anthropic',
    undefined,
    'google',
    undefined,
  ]);
});

test.for([
  ['is not there', { ...program, words: ['no-such-program'] }, /program "no-such-program" not found/],
  ['may not be started', { ...program, words: [import.meta.filename] }, /cannot be started \(EACCES\)/],
  [
    'ends',
    reading('process.exit(4)'),
    /did not answer "initialize": .*exit code 4 while it was asked for "initialize"/,
  ],
  ['chats', reading('console.log("Ready.")'), /no JSON \(a log belongs on stderr\): "Ready\."/],
  ['speaks another version', answering('0.1.0'), /speaks version "0\.1\.0" of the contract/],
] as const)('a program that %s is refused', async ([, asked, message]) => {
  const words = asked.words as Program['words'];
  await expect(handshake({ ...asked, words }, () => {})).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(message),
  });
});

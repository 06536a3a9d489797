import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, expect, test } from 'vitest';
import { repositoryCassettes } from '../../recordings/format/cassette-path.ts';
import type { CaseResult } from '../../spec/results/schema.ts';
import { reuseCompiled } from './fixtures/reuse-compile-cache.ts';
import { playedCase } from './replay-both.ts';
import { environmentFor, Player } from './replay-client.ts';

afterAll(reuseCompiled());

const player = new Player();
afterAll(() => player.close());

const started: ChildProcess[] = [];
const note = (message: unknown) => started.push((message as { readonly process: ChildProcess }).process);
subscribe('child_process', note);
afterAll(() => unsubscribe('child_process', note));

const request = {
  before: repositoryCassettes,
  after: repositoryCassettes,
  changed: ['openai-assistants/function-calling/call-no-arguments.json#json'],
};

test('no credential is in the environment of the process', () => {
  const own = { PATH: '/bin', HOME: '/h', OPENAI_API_KEY: 'sk-1', AWS_SESSION_TOKEN: 't', NODE_OPTIONS: '--require x' };
  expect(environmentFor(own)).toEqual({ PATH: '/bin', HOME: '/h' });
});

test('the same recordings on both sides make no case come out otherwise, each case is told of, and Ctrl-C keeps none from its end', async () => {
  const heard: string[] = [];
  const found = await player.play(request, (done, all) => {
    heard.push(`${done}/${all}`);
    // It reaches the processes of a terminal all at once.
    started[0]?.kill('SIGINT');
  });
  expect(found.map(({ after }) => `${after.id} ${after.verdict}`)).toEqual([
    'reference-openai-assistants/function-calling/call-no-arguments/complete pass',
    'reference-openai-assistants/function-calling/call-no-arguments/stream pass',
  ]);
  for (const { before, after } of found) expect(before).toEqual(after);
  expect(heard).toEqual(['1/2', '2/2']);
});

test('what known issues cover and passes fails a run, and so does the case', () => {
  const result = { id: 'a', verdict: 'known-failure', checks: [] } as unknown as CaseResult;
  const issueProblems = [{ place: 'known-issues.yaml:1', message: 'passes', hint: 'remove the entry' }];
  expect(playedCase({ result, issueProblems })).toMatchObject({
    verdict: 'fail',
    reason: 'passes; remove the entry',
  });
  expect(playedCase({ result, issueProblems: [] })).toEqual(result);
});

test('what goes wrong there is thrown here, and what comes next is played', async () => {
  await expect(player.play({ ...request, changed: null as never })).rejects.toThrow('TypeError');
  const [one, other] = await Promise.all([player.play(request), player.play(request)]);
  expect(one).toEqual(other);
});

test('closed, its process is gone; asked again, there is another', async () => {
  await player.close();
  await player.close();
  expect(started.map(({ exitCode }) => exitCode)).toEqual([0]);
  expect(await player.play({ ...request, changed: [] })).toEqual([]);
  expect(started).toHaveLength(2);
});

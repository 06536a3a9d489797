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

const request = {
  before: repositoryCassettes,
  after: repositoryCassettes,
  changed: ['openai-assistants/function-calling/call-no-arguments.json#json'],
};

test('no credential is in the environment of the process', () => {
  const own = { PATH: '/bin', HOME: '/h', OPENAI_API_KEY: 'sk-1', AWS_SESSION_TOKEN: 't', NODE_OPTIONS: '--require x' };
  expect(environmentFor(own)).toEqual({ PATH: '/bin', HOME: '/h' });
});

test('the same recordings on both sides make no case come out otherwise, and each case is told of', async () => {
  const heard: string[] = [];
  const found = await player.play(request, (done, all) => heard.push(`${done}/${all}`));
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

test('closed, its process is gone; asked again, there is another, which Ctrl-C does not keep from bringing to an end what it plays', async () => {
  await player.close();
  await player.close();
  const started: ChildProcess[] = [];
  const note = (message: unknown) => started.push((message as { readonly process: ChildProcess }).process);
  subscribe('child_process', note);
  // It reaches the processes of a terminal all at once.
  const played = player.play(request, () => started[0]?.kill('SIGINT'));
  const found = await played.finally(() => unsubscribe('child_process', note));
  expect(started).toHaveLength(1);
  expect(found).toMatchObject([{ after: { verdict: 'pass' } }, { after: { verdict: 'pass' } }]);
});

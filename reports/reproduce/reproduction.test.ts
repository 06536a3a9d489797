import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Exchange, HttpResponse } from '../../recordings/format/exchange.ts';
import { reproductionText } from './reproduction.ts';

const server = readFileSync(join(import.meta.dirname, 'serve-responses.js'), 'utf8');
const pythonServer = readFileSync(join(import.meta.dirname, 'serve_responses.py'), 'utf8');

const answered = (over: Partial<HttpResponse> = {}): Exchange => ({
  operation: 'messages.create',
  transport: 'json',
  request: { method: 'POST', url: 'https://api.example.com/v1/messages', headers: [], body: { text: '{"a":1}' } },
  response: {
    status: 200,
    headers: [
      ['content-type', 'application/json'],
      ['content-encoding', 'br'],
    ],
    body: { text: '{"said":"it is \u202egood"}' },
    ...over,
  },
});

const claiming = (claim: string) => ({
  name: 'works',
  language: 'javascript' as const,
  says: 'It works.',
  text: `import assert from 'node:assert/strict';
import 'node:url';
async function works({ baseUrl, mode, requests }) {
  const ask = () => fetch(baseUrl + '/v1/messages', { method: 'POST', body: '{"a":1}' });
  ${claim}
}
`,
});

const packages = [
  { name: 'node:url', version: '1.0.0' },
  { name: 'other', version: '2.0.0' },
];

function run(claim: string, ...exchanges: Exchange[]) {
  const known = {
    id: 'sample-anthropic/lost',
    reason: 'The library loses it.',
    source: 'https://example.com/issues/1',
  };
  const text = reproductionText(
    { id: 'sample-anthropic/a/b/complete', mode: 'complete', known, claim: claiming(claim), packages, exchanges },
    server,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-'], {
    input: text,
    encoding: 'utf8',
  });
  return { text, status, stdout, stderr };
}

test('a claim that holds is printed, and ends with 0: the answers came in their order, and what was asked was seen', () => {
  const { status, stdout, stderr } = run(
    `assert.equal((await (await ask()).json()).said, 'it is \\u202egood');
     assert.equal((await ask()).status, 429);
     assert.equal((await ask()).status, 500);
     assert.deepEqual(requests, [{ a: 1 }, { a: 1 }, { a: 1 }]);
     assert.equal(mode, 'complete');`,
    answered(),
    answered({ status: 429 }),
  );
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'HOLDS: It works.\n', stderr: '' });
});

test('a claim that does not hold is printed, and why', () => {
  const { status, stdout, stderr } = run(`assert.equal((await ask()).status, 201);`, answered());
  expect({ status, stdout }).toEqual({ status: 1, stdout: 'DOES NOT HOLD: It works.\n' });
  expect(stderr).toMatch(/^AssertionError/m);
});

test('what breaks before the claim prints no claim', () => {
  const { status, stdout } = run(`throw new TypeError('no such thing');`, answered());
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
});

test('bytes, pieces and broken connections come as they did; what a fault made of an answer, not what was recorded', () => {
  const bytes = answered({ body: { text: '/wA=', encoding: 'base64' }, cuts: [1] });
  const broken = answered({ ends: 'reset' });
  const { status, stderr } = run(
    `assert.deepEqual([...new Uint8Array(await (await ask()).arrayBuffer())], [255, 0]);
     await assert.rejects(ask().then((response) => response.text()));
     assert.equal((await ask()).status, 503);`,
    bytes,
    broken,
    { ...answered(), arrived: answered({ status: 503 }).response },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('it says what it is of, why, and with what it runs, and shows nothing that a provider hid in its words', () => {
  const { text } = run('', answered());
  expect(text).toMatch(
    /^\/\/ sample-anthropic\/a\/b\/complete\n\/\/\n\/\/ sample-anthropic\/lost: The library loses it\.\n\/\/ https:\/\/example\.com\/issues\/1\n/,
  );
  expect(text).toContain('installed: node:url@1.0.0.');
  expect(text).not.toContain('\u202e');
  expect(text).not.toContain('content-encoding');
});

test('without a claim the answers are served for whoever calls the library', () => {
  const reproducible = { id: 'a/b/c/complete', mode: 'complete', packages: [], exchanges: [answered()] };
  expect(reproductionText(reproducible, server)).toContain('Call the library with the base URL');
});

test('a case without a claim that asked nothing is refused', () => {
  const reproducible = { id: 'a/b/c/complete', mode: 'complete', packages: [], exchanges: [answered()] };
  expect(() => reproductionText({ ...reproducible, exchanges: [] }, server)).toThrow('sent no request');
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test.runIf(hasPython)('a claim in Python is played by Python, with the same answers', () => {
  const works = (body: string) => ({
    name: 'works',
    language: 'python' as const,
    says: 'It works.',
    text: `import urllib.request

async def works(base_url, mode, requests):
    """It works."""
    said = urllib.request.urlopen(base_url + "/v1/messages", b'{"a":1}').read().decode()
    assert requests == [{"a": 1}] and mode == "stream", requests
    ${body}`,
  });
  const play = (body: string, exchange: Exchange) => {
    const packages = [{ name: 'library', version: '1.0.0' }];
    const reproducible = { id: 'p-x/a/b/stream', mode: 'stream', packages, claim: works(body), exchanges: [exchange] };
    const input = reproductionText(reproducible, pythonServer);
    expect(input).toContain(
      '# Save as reproduction.py and run it with python3 where these are installed: library==1.0.0.',
    );
    const { status, stdout } = spawnSync('python3', ['-'], { input, encoding: 'utf8' });
    return { status, stdout };
  };
  const said = answered({ body: { text: '🌊 \u202e' }, cuts: [1] });
  expect(play(`assert said == "🌊 \\u202e", said`, said)).toEqual({ status: 0, stdout: 'HOLDS: It works.\n' });
  expect(play('assert said == ""', said)).toEqual({ status: 1, stdout: 'DOES NOT HOLD: It works.\n' });
  expect(play('', answered({ ends: 'reset', cuts: [1] }))).toEqual({ status: 1, stdout: '' });
});

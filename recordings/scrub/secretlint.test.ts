import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Cassette } from '../format/cassette.ts';
import { writeCassette } from '../format/store.ts';
import { refuseSecrets, secretsIn } from './secretlint.ts';

const letters = 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC';
/** Of pieces, so that this file holds none. */
const secrets = {
  'github: GITHUB_TOKEN': `${'ghp'}_${letters}1a2B`,
  'groq: GROQ_API_KEY': `${'gsk'}_${letters}${letters.slice(0, 20)}`,
  'basicauth: BasicAuth': `${'https'}://harbour:${letters}@db.example.net/`,
  'a key of Google': `${'AIza'}${letters}a-_`,
  'a JSON web token, signed or encrypted': `${'eyJ'}${letters}.${'eyJ'}${letters}.${letters}`,
};

test.each(Object.entries(secrets))('%s, by what it is and where', async (kind, secret) => {
  const text = `{\n  "n": 1,\n  "said": "it is ${secret}"\n}\n`;
  expect(await secretsIn(text, 'a.har')).toContainEqual(expect.objectContaining({ kind, line: 3, column: 18 }));
});

test('what is taken out already is none', async () => {
  const text =
    'sk-REDACTED, Bearer REDACTED, https://files.example/?sig=REDACTED&a=1, eyJhbGciOiJub25lIn0.e30.REDACTED';
  expect(await secretsIn(text, 'a.har')).toEqual([]);
});

test('a text cannot say that it must not be looked at', async () => {
  const text = `${'secretlint'}-disable\n${secrets['github: GITHUB_TOKEN']}`;
  expect(await secretsIn(text, 'a.har')).toHaveLength(2);
});

test('the error says what kind and where, never what', async () => {
  const secret = secrets['github: GITHUB_TOKEN'];
  const refused = refuseSecrets(`\n${secret}`, 'cassettes/a.har');
  await expect(refused).rejects.toMatchObject({
    where: 'cassettes/a.har:2:1',
    message: expect.stringContaining('line 2: github: GITHUB_TOKEN'),
  });
  await expect(refused).rejects.not.toThrow(secret);
});

test('a cassette that still holds one is not written, wherever it stands in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'net-'));
  const cassette = (note: string, text: string): Cassette => ({
    provenance: { evidence: 'documented', sources: [{ title: 'a' }], note },
    entries: [
      {
        request: { method: 'GET', url: 'https://api.example/', headers: [] },
        response: { status: 200, headers: [['content-type', 'text/plain']], body: { text } },
      },
    ],
  });
  const path = join(folder, 'anthropic/function-calling/one.json');
  for (const secret of Object.values(secrets)) {
    await expect(writeCassette(path, 'json', cassette(`by ${secret}`, ''), folder)).rejects.toThrow(
      'seems to contain a secret',
    );
    await expect(writeCassette(path, 'json', cassette('', secret), folder)).rejects.toThrow(
      'seems to contain a secret',
    );
  }
  expect(await readdir(folder)).toEqual([]);
  await writeCassette(path, 'json', cassette('none', 'none'), folder);
  await rm(folder, { recursive: true });
});

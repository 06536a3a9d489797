/** One conversation in the formats of other programs: each becomes the same cassette, and files of other programs none. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adapter } from '../../adapters/reference/openai-chat/adapter.ts';
import { isNightly } from '../../lib/nightly-tests.ts';
import { loadMatrix } from '../../matrix/load.ts';
import type { Cassette } from '../../recordings/format/cassette.ts';
import { cassettePath, cassettesFolder } from '../../recordings/format/cassette-path.ts';
import { readCassette } from '../../recordings/format/store.ts';
import { stabilize } from '../../recordings/scrub/stabilize.ts';
import { ownCases } from '../../spec/engine/own-cases.ts';
import { prepareSuite } from '../../spec/engine/suite.ts';
import { loadScenarios } from '../../spec/scenarios/load.ts';
import { playSides } from '../diff/replay-both.ts';
import { importCases } from './cases.ts';
import { exportCassettes } from './export-cassettes.ts';
import { importRecordings } from './recordings.ts';

const location = { providerApi: 'openai-chat', tool: 'function-calling', scenario: 'call-single' } as const;
const committed = cassettePath(location);
const player = { play: (request: object) => playSides({ ...request, adapters: ['reference-openai-chat'] } as never) };

let above: string;
let cassette: Cassette;
let har: string;
beforeAll(async () => {
  above = await mkdtemp(join(tmpdir(), 'formats-'));
  cassette = await readCassette(committed, 'json');
  await exportCassettes({ chosen: [`${committed}#json`], out: join(above, 'session.har') });
  har = await readFile(join(above, 'session.har'), 'utf8');
});
afterAll(() => rm(above, { recursive: true, force: true }));

const entries = () =>
  cassette.entries.map(({ request, response }) => ({
    method: request.method,
    url: request.url,
    sent: request.body?.text ?? '',
    status: response.status,
    said: response.body.text,
    headers: Object.fromEntries([...request.headers].map(([name, value]) => [name, [value]])),
    answered: Object.fromEntries([...response.headers].map(([name, value]) => [name, [value]])),
  }));

/** Files by their names; those of one conversation in their order, what lies beside them behind. */
type Files = readonly (readonly [name: string, content: string | Buffer, isBeside?: true])[];

const yaml = (value: unknown) => `---\n${JSON.stringify(value)}\n`;

const vcr = (status: (code: number) => unknown) =>
  entries().map(({ method, url, sent, said, headers, answered, ...each }) => ({
    request: { method: method.toLowerCase(), uri: url, headers, body: { encoding: 'UTF-8', string: sent } },
    response: { status: status(each.status), headers: answered, body: { encoding: 'UTF-8', string: said } },
  }));

const formats: Readonly<Record<string, () => Files>> = {
  'a HAR of a browser': () => [['session.har', har]],
  'a HAR of Playwright, with bodies beside it': () => {
    const whole = JSON.parse(har);
    const beside: [string, string, true][] = [];
    for (const [i, { response }] of whole.log.entries.entries()) {
      beside.push([`${i}.json`, response.content.text, true]);
      response.content = { mimeType: 'application/json', size: 1, _file: `${i}.json` };
    }
    return [['session.har', JSON.stringify(whole)], ...beside];
  },
  'VCR.py': () => [['a.yaml', yaml({ version: 1, interactions: vcr((code) => ({ code, message: 'OK' })) })]],
  'VCR.py, compressed as a whole': () => [
    ['a.yaml.gz', gzipSync(yaml({ version: 1, interactions: vcr((code) => ({ code })) }))],
  ],
  'VCR for Ruby': () => [['a.yml', yaml({ http_interactions: vcr((code) => ({ code, message: 'OK' })) })]],
  'vcr for R, whose status is a number': () => [['a.yml', yaml({ http_interactions: vcr((code) => code) })]],
  'go-vcr': () => [
    [
      'a.yaml',
      yaml({
        version: 2,
        interactions: entries().map(({ method, url, sent, said, status, headers, answered }, id) => ({
          id,
          request: { method, url, body: sent, headers },
          response: { code: status, status: `${status} OK`, body: said, headers: answered },
        })),
      }),
    ],
  ],
  nock: () => [
    [
      'nock.json',
      JSON.stringify(
        entries().map(({ method, url, sent, said, status, answered }) => ({
          scope: new URL(url).origin,
          method,
          path: new URL(url).pathname,
          body: JSON.parse(sent),
          status,
          response: JSON.parse(said),
          rawHeaders: Object.entries(answered).flatMap(([name, [value]]) => [name, value]),
        })),
      ),
    ],
  ],
  'curl -i': () =>
    entries().map(({ status, said, answered }, i) => [
      `${i}.txt`,
      `HTTP/2 ${status} \r\n${Object.entries(answered)
        .map(([name, [value]]) => `${name}: ${value}\r\n`)
        .join('')}\r\n${said}`,
    ]),
  'bodies alone': () => entries().map(({ said }, i) => [`${i}.json`, said]),
};

async function imported(files: Files, name: string, pattern = 'openai-chat/*/call-single/complete') {
  const folder = join(above, name);
  for (const [file, content] of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
  const into = join(folder, 'cassettes');
  let said = '';
  const code = await importRecordings({
    files: files.flatMap(([file, , isBeside]) => (isBeside ? [] : [join(folder, file)])),
    pattern,
    into,
    player: player as never,
    dryRun: false,
    print: (text) => {
      said += text;
    },
  });
  return { code, said, into };
}

/** By day each of them becomes the one or the other; every night both. */
const all = Object.entries(formats);

test.each(isNightly ? all : all.filter((_, n) => n % 3 !== 0))(
  '%s becomes the recording of its case',
  async (name, files) => {
    const { code, said, into } = await imported(files(), name.replaceAll(/\W/g, '-'));
    expect([code, said]).toEqual([0, expect.stringContaining('call-single')]);
    const { entries: own } = await readCassette(cassettePath(location, into), 'json', into);
    const bodies = (of: Cassette['entries']) => of.map(({ response }) => JSON.parse(response.body.text));
    expect(bodies(own)).toEqual(bodies(stabilize(cassette).entries));
  },
);

/** Plays the cases of a folder with the reference adapter: verdicts by ids. */
async function played(into: string) {
  const [matrix, all] = [await loadMatrix(), await loadScenarios()];
  const { scenarios, instead } = await ownCases(into, 'openai-chat', all);
  const subject = { implementation: 'reference', providerApi: 'openai-chat', load: async () => adapter };
  const ids = scenarios.flatMap((file) => file.scenarios.flatMap(({ id }) => (id.startsWith('recorded-') ? id : [])));
  const cassettes = { folder: cassettesFolder, instead };
  const suite = await prepareSuite(subject, { asOf: '2026-11-27', scenarios: ids, cassettes }, { matrix, scenarios });
  const verdicts: Record<string, string> = {};
  for (const theCase of suite.cases) {
    const { verdict, reason = '' } = await suite.run(theCase);
    verdicts[`${theCase.scenario.id}/${theCase.mode}`] = `${verdict}${reason && `: ${reason}`}`;
  }
  await suite.close();
  return verdicts;
}

/** Files in a folder of their own, made into cases. */
async function made(files: Files, name: string, write = true) {
  const folder = join(above, `case-${name}`);
  await mkdir(folder, { recursive: true });
  for (const [file, content] of files) await writeFile(join(folder, file), content);
  const paths = files.flatMap(([file, , isBeside]) => (isBeside ? [] : [join(folder, file)]));
  const into = join(folder, 'own');
  let said = '';
  const print = (text: string) => {
    said += text;
  };
  const ids = await importCases({ providerApi: 'openai-chat', files: paths, into, name: 'recorded-a', write, print });
  return { ids, said, into };
}

test.each(isNightly ? all : all.filter((_, n) => n % 3 === 0))(
  '%s becomes a case of its own, which plays',
  async (name, files) => {
    const { ids, said, into } = await made(files(), name.replaceAll(/\W/g, '-'));
    expect(said).toMatch(
      /^Your recording, judged: 1 conversation\n1\. .*: calls get_weather, then responds\n {3}nothing is wrong/m,
    );
    expect(said.indexOf('judged')).toBeLessThan(said.indexOf('written:'));
    expect(ids).toEqual(['openai-chat/function-calling/recorded-a']);
    expect(await played(into)).toEqual({ 'recorded-a/complete': 'pass' });
  },
);

test('a file of several conversations becomes several cases; what is wrong is said, and nothing is written unasked', async () => {
  const session = JSON.parse(har);
  const other = structuredClone(session.log.entries[0]);
  const body = JSON.parse(other.request.postData.text);
  body.messages.at(-1).content = 'And in Oslo?';
  body.messages.push({ role: 'tool', tool_call_id: 'call_unknown', content: 'rain' });
  other.request.postData.text = JSON.stringify(body);
  session.log.entries.splice(1, 0, other);
  const file = ['two.har', JSON.stringify(session)] as const;
  const { ids, said, into } = await made([file], 'two', false);
  expect(ids).toEqual([]);
  expect(said).toMatch(
    /2 conversations\n1\. .*then responds\n {3}nothing is wrong with it\n2\. .*calls get_weather\n {3}✗ exchange 1: /,
  );
  expect(said).toContain('Nothing was written');
  await expect(readdir(into)).rejects.toThrow('ENOENT');
});

test('events that a program logged, one a line, become a stream that ends', async () => {
  const { entries: streamed } = await readCassette(committed, 'sse');
  const files = streamed.map(({ response }, i): Files[number] => {
    const events = [...response.body.text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => data);
    return [`${i}.jsonl`, `${events.join('\n')}\n`];
  });
  const { code, said } = await imported(files, 'lines', 'openai-chat/*/call-single/stream');
  expect([code, said]).toEqual([0, expect.stringContaining('JSON lines')]);
});

test.each(
  Object.entries({
    'package.json': '{"name":"a","version":"1.0.0"}',
    'settings.json': '{"compilerOptions":{}}',
    'list.json': '[1,2,3]',
    'messages.json': '[{"role":"user","content":"Hello"}]',
    'wiremock.json': '{"mappings":[{"request":{"method":"GET"},"response":{"status":200}}]}',
    'postman.json': '{"info":{"name":"a"},"item":[]}',
    'insomnia.yaml': '_type: export\nresources: []\n',
    'mitmproxy.flow': '9:websocket;0:~',
    'trace.log': '12:00:01 POST /v1/chat/completions 200',
    'damaged.yaml.gz': Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]),
  }),
)('%s is refused with what to do, and nothing is written', async (file, content) => {
  const folder = `stranger-${file.replaceAll('.', '-')}`;
  const refused = await imported([[file, content]], folder).catch((error: unknown) => String(error));
  expect(refused).toMatch(/save it as HAR|unpack it yourself|is not JSON|→/);
  expect(await readdir(join(above, folder))).toEqual([file]);
});

/**
 * The command, asked to record from a provider that quotes the caller's key wherever it can: nothing that it leaves or says holds it, and
 * nothing that a run of what it recorded does. Every night: by day `canaries.test.ts` of `recordings/scrub` tries each place and spelling, and
 * `record.test.ts` looks for the key.
 */
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import picocolors from 'picocolors';
import { expect, test } from 'vitest';
import { isNightly } from '../../lib/nightly-tests.ts';
import { seededRandom } from '../../lib/sample.ts';
import type { ProviderApiId } from '../../matrix/ids.ts';
import { loadMatrix } from '../../matrix/load.ts';
import { cassettePath } from '../../recordings/format/cassette-path.ts';
import { readCassette } from '../../recordings/format/store.ts';
import { secretsFrom, spellings } from '../../recordings/scrub/canary-secrets.ts';
import { canariesIn } from '../../recordings/scrub/find-canaries.ts';
import { explain } from '../../reports/explain/explain.ts';
import { writeRun } from '../../reports/pages/render.ts';
import { assemble } from '../../reports/results/assemble.ts';
import { readEvidence } from '../../reports/results/fixtures/read-evidence.ts';
import { readResults } from '../../reports/results/store.ts';
import { summarize } from '../../reports/summary/summary.ts';
import { loadChecks } from '../../spec/checks/load.ts';
import type { Adapter } from '../../spec/contract/index.ts';
import { repositoryFolder } from '../../spec/engine/discover.ts';
import { prepareSuite, type SuiteReport } from '../../spec/engine/suite.ts';
import { recordFromCommandLine } from './command.ts';
import { dayPlayer } from './day-player.ts';

const seed = Number(process.env.CANARY_SEED ?? Math.floor(Math.random() * 2 ** 31));
const secrets = secretsFrom(seededRandom(seed));

const providers = [
  { providerApi: 'anthropic' as const, variable: 'ANTHROPIC_API_KEY', key: secrets['a key of Anthropic'] ?? '' },
  { providerApi: 'openai-responses' as const, variable: 'OPENAI_API_KEY', key: secrets['a key of OpenAI'] ?? '' },
  { providerApi: 'mistral-chat' as const, variable: 'MISTRAL_API_KEY', key: secrets['a key of Mistral'] ?? '' },
];

/** The key as the server itself was given it. */
const keyOf = ({ headers }: IncomingMessage): string =>
  String(headers['x-api-key'] ?? headers.authorization ?? '').replace(/^Bearer /, '');

type Behaviour = (request: IncomingMessage, body: string, response: ServerResponse) => void | Promise<void>;

/** Headers, and what stands behind the body, that quote the key in every spelling that a header may have. */
function quoteInHeaders(response: ServerResponse, key: string): void {
  for (const [i, spell] of Object.values(spellings).entries()) {
    const spelled = spell(key).replaceAll(/[\r\n]/g, '');
    response.setHeader(`x-echo-${i}`, spelled);
    response.appendHeader('set-cookie', `c${i}=${encodeURIComponent(spelled)}`);
  }
  response.setHeader(`x-${key}`, '1');
  response.setHeader('trailer', 'x-echo');
  response.addTrailers({ 'x-echo': key });
}

/** Refuses, and quotes the key in every spelling. */
const refuse: Behaviour = (request, _, response) => {
  const key = keyOf(request);
  quoteInHeaders(response, key);
  response.writeHead(401, `No such key ${key}`, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
  const message = Object.entries(spellings).map(([how, spell]) => `${how}: ${spell(key)}`);
  response.end(gzipSync(JSON.stringify({ error: { type: 'authentication_error', message: message.join(', ') } })));
};

/** Hangs up after it has quoted the key. */
const hangUp: Behaviour = (request, _, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`data: ${JSON.stringify({ text: keyOf(request) })}\n\n`, () => response.destroy());
};

/** Answers no JSON, but the key. */
const babble: Behaviour = (request, _, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(`{"key": "${keyOf(request)}`);
};

/** What a model says, with the key behind it in some spelling. Of Anthropic, whose streams say each text once. */
function quoteInTexts(body: string, key: string): string {
  const spells = Object.values(spellings);
  let told = 0;
  const quoting = (json: string) =>
    JSON.stringify(JSON.parse(json), (name, value: unknown) =>
      name === 'text' && value !== '' ? `${value} ${spells[told++ % spells.length]?.(key)}` : value,
    );
  return body.startsWith('{') ? quoting(body) : body.replaceAll(/(?<=^data: )\{.*$/gm, quoting);
}

/** Answers as it was recorded, and quotes the key in headers, and in what the model says. */
const answersOf = async (providerApi: string): Promise<Behaviour> => {
  const location = { providerApi, tool: 'function-calling', scenario: 'call-single' } as const;
  const left = {
    json: (await readCassette(cassettePath(location), 'json')).entries,
    sse: (await readCassette(cassettePath(location), 'sse')).entries,
  };
  const used = { json: 0, sse: 0 };
  return (request, body, response) => {
    const transport = body.includes('"stream":true') ? 'sse' : 'json';
    const answer = left[transport][used[transport]++]?.response;
    quoteInHeaders(response, keyOf(request));
    response.writeHead(answer?.status ?? 500, {
      'content-type': transport === 'sse' ? 'text/event-stream' : 'application/json',
    });
    const said = answer?.body.text ?? '';
    response.end(providerApi === 'anthropic' ? quoteInTexts(said, keyOf(request)) : said);
  };
};

/** Everything that a run of what was recorded writes: results, evidence, page, Markdown; and what is printed of it. */
async function runOn(folder: string, providerApi: ProviderApiId): Promise<string[]> {
  const implementations = join(repositoryFolder, 'adapters/reference');
  const load = async () =>
    ((await import(`${implementations}/${providerApi}/adapter.ts`)) as { adapter: Adapter }).adapter;
  const subject = {
    implementation: 'reference',
    providerApi,
    load,
  };
  const asOf = '2026-11-20';
  const cassettes = { folder };
  const suite = await prepareSuite(subject, {
    asOf,
    cassettes,
    tools: ['function-calling'],
    scenarios: ['call-single'],
  });
  const reports: SuiteReport[] = [];
  for (const theCase of suite.cases) reports.push(await suite.run(theCase));
  await suite.close();
  const adapters = [{ id: `reference-${providerApi}`, implementation: 'reference', providerApi, packages: [] }];
  const [matrix, checks] = await Promise.all([loadMatrix(), loadChecks()]);
  const out = join(folder, 'out');
  const facts = {
    asOf,
    selection: {},
    adapters,
    knownIssues: [],
    matrix,
    checks,
    problems: [],
    generated: suite.cases.length,
  };
  await writeRun(out, assemble(facts, reports));
  expect(reports.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
  const results = await readResults(out);
  const evidence = readEvidence(out, results);
  const colour = picocolors.createColors(false);
  return [summarize(results, colour), ...results.cases.map(({ id }) => explain(id, results, evidence, colour))];
}

/** All that the command leaves and says, with the server behaving so. */
async function all(
  { providerApi, variable, key }: (typeof providers)[number],
  behaviour: Behaviour,
): Promise<{ readonly code: number | string; readonly texts: readonly string[]; readonly asked: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'canaries-'));
  let asked = 0;
  const server = createServer(async (request, response) => {
    asked += 1;
    await behaviour(request, await text(request), response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const texts: string[] = [];
  try {
    const code = await recordFromCommandLine({
      cases: [`${providerApi}/function-calling/call-single`],
      baseUrls: [`http://127.0.0.1:${(server.address() as AddressInfo).port}`],
      resources: [],
      makesResources: false,
      environment: { [variable]: key },
      dryRun: false,
      folder,
      player: dayPlayer,
      yes: true,
      isTerminal: false,
      out: (line) => texts.push(line),
      signal: new AbortController().signal,
    }).catch((error: unknown) => {
      texts.push(inspect(error, { depth: 9, showHidden: true }), String(error), JSON.stringify(error));
      return 'thrown';
    });
    if (code === 0) texts.push(...(await runOn(folder, providerApi)));
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) texts.push(await readFile(join(entry.parentPath, entry.name), 'utf8'));
    }
    return { code, texts, asked };
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
}

test.runIf(isNightly).for(providers)('$providerApi', { timeout: 600_000 }, async (provider) => {
  const behaviours = { refuse, hangUp, babble, answers: await answersOf(provider.providerApi) };
  let searched = 0;
  for (const [how, behaviour] of Object.entries(behaviours)) {
    const { code, texts, asked } = await all(provider, behaviour);
    expect(asked, how).toBeGreaterThan(0);
    expect(code, texts.join('')).toBe(how === 'answers' ? 0 : 1);
    // That it was recorded, and by a server that quoted, not by one that said nothing.
    if (how === 'answers') expect(texts.join('')).toContain('x-echo-0');
    if (how === 'answers') expect(texts.join('')).toMatch(/<!doctype html/i);
    if (how === 'answers' && provider.providerApi === 'anthropic') {
      expect(texts.filter((each) => each.includes('REDACTED')).length).toBeGreaterThan(3);
    }
    searched += texts.length;
    expect(
      texts.filter((each) => canariesIn(each, [provider.key]).length > 0),
      how,
    ).toEqual([]);
  }
  console.info(`CANARY_SEED=${seed}: ${provider.providerApi}: ${searched} texts and files searched, 0 survivors`);
});

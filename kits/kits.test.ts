/** Kits with providers of the libraries: what the library does, its kit shows, and what a provider does wrong. */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ChatOpenAI } from '@langchain/openai';
import { expect, test, vi } from 'vitest';
import type { Adapter, Capabilities } from '../spec/contract/index.ts';
import { declaredInVain } from '../spec/engine/capabilities.ts';
import { prepareSuite } from '../spec/engine/suite.ts';
import { adapterOf as aiSdk, type ModelSettings } from './ai-sdk.ts';
import { type Conformance, tell } from './conformance.ts';
import { adapterOf as gateway } from './gateway.ts';
import { type ChatModelSettings, adapterOf as langchain } from './langchain.ts';
import { accessFrom } from './settings.ts';
import { describeConformance } from './vitest.ts';

const compatible = ({ baseUrl, apiKey, modelId, fetch }: ModelSettings) =>
  createOpenAICompatible({ name: 'mine', baseURL: `${baseUrl}/v1`, apiKey, fetch, includeUsage: true })(modelId);

const chatOpenAI = ({ baseUrl, fields, fetch }: ChatModelSettings) =>
  new ChatOpenAI({ ...fields, configuration: { baseURL: `${baseUrl}/v1`, fetch } });

/** Never hears of calls. */
const forgetful = ({ baseUrl, fields, fetch }: ChatModelSettings) => {
  const withoutCalls: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    return new Response((await response.text()).replaceAll('"tool_calls":', '"forgotten":'), response);
  };
  return new ChatOpenAI({ ...fields, configuration: { baseURL: `${baseUrl}/v1`, fetch: withoutCalls } });
};

const mine = { name: 'mine', wire: 'openai-chat' } as const;

async function verdictsOf(adapter: Adapter) {
  const { implementation, providerApi } = adapter;
  const scenarios = ['call-single', 'call-parallel', 'setup-credentials'];
  const subject = { implementation, providerApi, load: async () => adapter };
  const suite = await prepareSuite(subject, { asOf: '2026-11-27', tools: ['function-calling'], scenarios });
  const results = [];
  for (const theCase of suite.cases) results.push((await suite.run(theCase)).result);
  await suite.close();
  return results;
}

test.each([
  ['a provider of the AI SDK', aiSdk({ ...mine, model: compatible })],
  ['a chat model of LangChain', langchain({ ...mine, model: chatOpenAI })],
])('%s calls functions, whole and streamed, with a key and with a token that it asks for', async (_, adapter) => {
  const results = await verdictsOf(adapter);
  expect(results.map(({ id, verdict }) => `${id}: ${verdict}`)).toEqual([
    'mine-openai-chat/function-calling/call-single/complete: pass',
    'mine-openai-chat/function-calling/call-single/stream: pass',
    'mine-openai-chat/function-calling/call-parallel/complete: pass',
    'mine-openai-chat/function-calling/call-parallel/stream: pass',
    'mine-openai-chat/function-calling/setup-credentials/complete: pass',
    'mine-openai-chat/function-calling/setup-credentials/stream: pass',
  ]);
});

test('a provider that loses calls fails, and the causes are told with what plays them again', async () => {
  const adapter = langchain({ ...mine, model: forgetful });
  const results = await verdictsOf(adapter);
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  tell(adapter, results, []);
  const said = written.mock.calls.join('');
  written.mockRestore();
  expect(said).toContain('returns-function-calls:call.missing');
  expect(said).toContain('replay   npm run atc -- run mine-openai-chat/function-calling/call-single/complete');
});

/** Passes requests on, and changes them as it is told. */
const passing = (ports: readonly number[], change: string) => `
  require('node:http').createServer(async (asked, answer) => {
    let body = ''; for await (const chunk of asked) body += chunk;
    const { authorization = '' } = asked.headers;
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch('http://127.0.0.1:${ports[1]}' + asked.url, { method: 'POST', headers, body: body${change} });
    answer.writeHead(response.status, { 'content-type': response.headers.get('content-type') });
    answer.end(Buffer.from(await response.arrayBuffer()));
  }).listen(${ports[0]}, '127.0.0.1');`;

test.each([
  ['passes everything on', [47_311, 47_312], '', []],
  ['loses the choice of a function', [47_313, 47_314], `.replace('"tool_choice":', '"choice":')`, ['sends-options']],
])('a gateway that %s is judged by what arrives behind it', async (_, ports, change, failing) => {
  const adapter = gateway({
    name: 'mine',
    baseUrl: `http://127.0.0.1:${ports[0]}`,
    upstreamPort: ports[1] ?? 0,
    command: [process.execPath, '-e', passing(ports, change)],
  });
  const subject = { implementation: 'mine', providerApi: 'openai-chat', load: async () => adapter };
  const suite = await prepareSuite(subject, { asOf: '2026-11-27', scenarios: ['tool-choice-function'] });
  const found = [];
  for (const theCase of suite.cases) found.push(...(await suite.run(theCase)).result.checks);
  await suite.close();
  expect(found.length).toBeGreaterThan(10);
  const ids = found.flatMap(({ check, findings }) => (findings.length > 0 ? [check] : []));
  expect([...new Set(ids)]).toEqual(expect.arrayContaining(failing));
  if (failing.length === 0) expect(ids).toEqual([]);
});

const declares = (capabilities: Capabilities) =>
  prepareSuite(
    { implementation: 'mine', providerApi: 'openai-chat', load: async () => expect.unreachable() },
    { asOf: '2026-11-27', capabilities },
  );

test('what is not declared is not run, and what is declared in vain is said in a line', async () => {
  const { cases } = await declares({ tools: ['function-calling'], features: ['reasoning'] });
  expect(new Set(cases.map(({ tool, mode }) => `${tool} ${mode}`))).toEqual(new Set(['function-calling complete']));
  const failing = new Map(cases.map(({ id }) => [id, 'fail' as const]));
  const [line, ...rest] = declaredInVain({ tools: ['function-calling'] }, cases, failing);
  expect([line, rest]).toEqual([
    expect.stringMatching(/^declares function-calling, and passes none of its \d+ core/),
    [],
  ]);
  const [first = ''] = failing.keys();
  expect(declaredInVain({ tools: ['function-calling'] }, cases, new Map([...failing, [first, 'pass']]))).toEqual([]);
  // Some core cases were not run: nobody knows.
  expect(declaredInVain({ tools: ['function-calling'] }, cases, new Map([[first, 'fail']]))).toEqual([]);
  await expect(declares({ tools: ['web-serach'] })).rejects.toThrow('unknown tool in capabilities "web-serach"');
  await expect(declares({ tools: ['function-calling'], features: ['streams' as never] })).rejects.toThrow(
    'unknown feature in capabilities "streams"',
  );
});

test.for<[Partial<Record<keyof Conformance | 'exceptions', unknown>>, string]>([
  [{ adapter: { providerApi: 'antropic' } }, 'did you mean "anthropic"?'],
  [{ knownIssues: { a: {} } }, 'lacks the member "title"'],
  [{ knownIssues: 'none.yaml' }, 'none.yaml'],
  [{ exceptions: 'old.yaml' }, 'known-issues accept old.yaml'],
  [{ asOf: 'today' }, '"today": not a date'],
])('what cannot be meant is refused before a case runs: %j', async ([{ adapter, ...given }, message]) => {
  const own = { ...langchain({ ...mine, model: chatOpenAI }), ...(adapter as object) };
  await expect(describeConformance({ adapter: own, ...given } as never)).rejects.toThrow(message);
});

test('credentials that no kit can pass on are refused without a word of them', () => {
  const keys = { type: 'awsKeys', accessKeyId: 'secret-id', secretAccessKey: 'secret-key' } as const;
  expect(() => accessFrom(keys, 'mine')).toThrow('mine takes credentials of type "apiKey"');
  expect(() => accessFrom({ type: 'apiKey', apiKey: '' }, 'mine')).toThrow('The credentials are empty.');
});

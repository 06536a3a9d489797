import fs from 'node:fs';
import net from 'node:net';
import { GoogleGenAI } from '@google/genai';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ClientSettings } from '../../../spec/contract/index.ts';
import { fakeFetch, json } from '../shared/fake-fetch.ts';
import { adapter } from './index.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const gemini: ClientSettings = {
  baseUrl: 'https://gemini.example',
  model: 'gemini-example',
  credentials: { type: 'apiKey', apiKey: 'key-of-the-caller' },
  maxOutputTokens: 100,
  timeout: 5000,
  wait: async () => {},
};
const vertex: ClientSettings = {
  ...gemini,
  baseUrl: 'https://vertex.example',
  surface: 'vertex',
  parameters: { project: 'project-of-the-caller', location: 'europe-north1' },
  credentials: { type: 'bearerToken', token: 'token-of-the-caller' },
};
const answer = () => json({ candidates: [{ content: { parts: [{ text: 'Yes.' }] }, finishReason: 'STOP' }] });
const ask = (settings: ClientSettings) =>
  adapter.createClient(settings).getResponse([{ role: 'user', contents: [{ type: 'text', text: 'Well?' }] }]);

/** Everything that the SDK or Google's authentication library would follow. */
function strangeEnvironment() {
  for (const name of ['GOOGLE_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION'])
    vi.stubEnv(name, 'of-someone-else');
  for (const name of ['GCLOUD_PROJECT', 'GOOGLE_CLOUD_QUOTA_PROJECT']) vi.stubEnv(name, 'of-someone-else');
  for (const name of ['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL'])
    vi.stubEnv(name, 'https://elsewhere.example');
  vi.stubEnv('GOOGLE_GENAI_API_VERSION', 'beta');
  vi.stubEnv('GOOGLE_GENAI_USE_VERTEXAI', 'true');
  vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '/credentials/of-someone-else.json');
  vi.stubEnv('METADATA_SERVER_DETECTION', 'assume-present');
}

describe.each([
  [
    'gemini-api',
    gemini,
    'https://gemini.example/v1/models/gemini-example:generateContent',
    'x-goog-api-key',
    'key-of-the-caller',
  ],
  [
    'vertex',
    vertex,
    'https://vertex.example/v1beta1/projects/project-of-the-caller/locations/europe-north1/publishers/google/models/gemini-example:generateContent',
    'authorization',
    'Bearer token-of-the-caller',
  ],
] as const)('%s', (_, settings, url, header, secret) => {
  test('takes address and credentials from the settings; no variable, file or metadata server is asked', async () => {
    strangeEnvironment();
    const { fetch, requests } = fakeFetch(answer());
    vi.stubGlobal('fetch', fetch);
    const opened = vi.spyOn(net.Socket.prototype, 'connect');
    const files = (['readFile', 'readFileSync', 'createReadStream', 'existsSync', 'stat'] as const).map((name) =>
      vi.spyOn(fs, name),
    );
    const said = (['warn', 'debug', 'log'] as const).map((name) => vi.spyOn(console, name));
    await ask(settings);
    expect(requests.map((request) => [request.url, request.headers.get(header)])).toEqual([[url, secret]]);
    expect(requests[0]?.headers.get('x-goog-user-project')).toBeNull();
    expect(opened).not.toHaveBeenCalled();
    for (const spy of [...files, ...said]) expect(spy).not.toHaveBeenCalled();
  });
});

test('a token is asked for before every request, and one that is none is told without showing it', async () => {
  const { fetch, requests } = fakeFetch(answer());
  vi.stubGlobal('fetch', fetch);
  let asked = 0;
  const getToken = async () => `token\n${++asked}`;
  const failing = ask({ ...vertex, credentials: { type: 'tokenProvider', getToken } });
  await expect(failing).rejects.toThrow('The token provider gave no usable token.');
  await ask({ ...vertex, credentials: { type: 'tokenProvider', getToken: async () => 'fresh' } });
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer fresh']);
});

test.each<[string, Partial<ClientSettings>]>([
  ['a surface that there is not', { surface: 'studio' }],
  ['a token for the Gemini API', { credentials: { type: 'bearerToken', token: 'token' } }],
  ['Vertex AI without a project', { surface: 'vertex', credentials: { type: 'bearerToken', token: 'token' } }],
  ['a key for Vertex AI', { ...vertex, credentials: { type: 'apiKey', apiKey: 'key' } }],
  ['a base URL that is none', { baseUrl: 'nowhere' }],
])('%s is refused at once', (_, settings) => {
  expect(() => adapter.createClient({ ...gemini, ...settings })).toThrow(TypeError);
});

/** The SDK's guards say which surface takes what; the table of this adapter must not say otherwise. */
test.each([
  ['gemini-api', { retrieval: { vertexAiSearch: { datastore: 'd' } } }],
  ['gemini-api', { enterpriseWebSearch: {} }],
  ['gemini-api', { exaAiSearch: {} }],
  ['gemini-api', { parallelAiSearch: {} }],
  ['gemini-api', { googleSearch: { excludeDomains: ['a.example'] } }],
  ['vertex', { fileSearch: { fileSearchStoreNames: ['fileSearchStores/a'] } }],
  ['vertex', { mcpServers: [{ name: 'docs', streamableHttpTransport: { url: 'https://mcp.example' } }] }],
])('the SDK itself refuses on %s: %j', async (surface, tool) => {
  const auth = { getRequestHeaders: async () => new Headers() };
  const sdk =
    surface === 'vertex'
      ? new GoogleGenAI({
          vertexai: true,
          project: 'p',
          location: 'l',
          googleAuthOptions: { authClient: auth as never },
        })
      : new GoogleGenAI({ vertexai: false, apiKey: 'key' });
  const call = sdk.models.generateContent({ model: 'm', contents: 'Well?', config: { tools: [tool as never] } });
  await expect(call).rejects.toThrow(/only supported in/);
});

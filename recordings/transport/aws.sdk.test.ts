import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { BedrockRuntimeClient, ConverseCommand, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Operation } from '../../matrix/schema.ts';
import type { ClientSettings } from '../../spec/contract/client.ts';
import { bodyOf } from '../format/body.ts';
import type { Cassette } from '../format/cassette.ts';
import { parseCassettes, serializeCassettes } from '../format/cassette-file.ts';
import { type Frame, joinFrames } from '../format/event-stream.ts';
import { guardReport } from '../network-guard/socket-guard.ts';
import { CassetteSelection } from './cassette-selection.ts';
import { type TransportKind, transportKinds } from './transport-kinds.ts';
import { withTransport } from './with-transport.ts';

/** The official SDK of AWS, played to from a cassette: what the columns of Bedrock stand on. */

const operations: Operation[] = [
  {
    id: 'converse',
    method: 'POST',
    urlTemplates: ['/model/{modelId}/converse', '/model/{modelId}/converse-stream'],
    transports: ['json', 'eventstream'],
    streamWhen: { pathSuffix: '-stream' },
    description: 'asks a model',
  },
];

const settings: ClientSettings = {
  baseUrl: 'https://bedrock-runtime.us-east-1.amazonaws.com',
  model: 'amazon.nova-lite-v1:0',
  credentials: {
    type: 'awsKeys',
    accessKeyId: 'REPLAYNEEDSNOKEY',
    secretAccessKey: 'replay-needs-no-key',
    sessionToken: 'replay-needs-no-token',
  },
  maxOutputTokens: 10,
  timeout: 1000,
  wait: async () => {},
};

const frame = (kind: 'event' | 'exception', name: string, payload: object): Frame => ({
  headers: [
    [`:${kind}-type`, name],
    [':content-type', 'application/json'],
    [':message-type', kind],
  ],
  payload: Buffer.from(JSON.stringify(payload)),
});
const begin = frame('event', 'messageStart', { role: 'assistant' });
const text = frame('event', 'contentBlockDelta', { contentBlockIndex: 0, delta: { text: '4 °C' } });
const end = frame('event', 'messageStop', { stopReason: 'end_turn' });
const throttled = frame('exception', 'throttlingException', { message: 'slow down' });
const message = { role: 'assistant', content: [{ text: '4 °C' }] };

/** Through a file, as every cassette. */
const recorded = (...frames: Frame[]): Cassette => {
  const answer = (path: string, type: string, bytes: Buffer) => ({
    request: { method: 'POST', url: `${settings.baseUrl}/model/m/${path}`, headers: [] },
    response: { status: 200, headers: [['content-type', type]] as const, body: bodyOf(bytes) },
  });
  const made: Cassette = {
    provenance: { evidence: 'documented', sources: [{ title: 'x' }], note: 'x' },
    entries: [
      answer(
        'converse',
        'application/json',
        Buffer.from(JSON.stringify({ output: { message }, stopReason: 'end_turn' })),
      ),
      answer('converse-stream', 'application/vnd.amazon.eventstream', joinFrames(frames)),
    ],
  };
  return parseCassettes(serializeCassettes({ eventstream: made }), 'aws.json').eventstream ?? expect.fail();
};

/**
 * What a client needs so that it asks nobody but the base URL: each of these it would otherwise look up in the environment, in
 * `~/.aws` or, last, at the metadata service of a machine of AWS.
 */
function clientFor({ baseUrl, credentials, timeout }: ClientSettings): BedrockRuntimeClient {
  if (credentials.type !== 'awsKeys') throw new Error('AWS signs with keys');
  return new BedrockRuntimeClient({
    endpoint: baseUrl,
    credentials,
    // The region is part of the signature, and of no address once there is an endpoint.
    region: 'us-east-1',
    // The handler by default speaks HTTP/2, which nothing intercepts and our server does not speak.
    requestHandler: new NodeHttpHandler({ requestTimeout: timeout }),
    maxAttempts: 1,
    retryMode: 'standard',
    // Without it, a variable AWS_BEARER_TOKEN_BEDROCK is sent in place of the signature.
    authSchemePreference: ['aws.auth#sigv4'],
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: '',
    disableClockSkewCorrection: true,
  });
}

const question = { modelId: settings.model, messages: [{ role: 'user' as const, content: [{ text: 'Oslo?' }] }] };

const play = (kind: TransportKind, cassette = recorded(begin, text, end)) =>
  withTransport(
    { deck: CassetteSelection.of(cassette, operations, settings.baseUrl), settings, kind },
    async (transport) => {
      const client = clientFor(transport.settings());
      const streamed: object[] = [];
      const { stream = [] } = await client.send(new ConverseStreamCommand(question));
      for await (const event of stream) streamed.push(event);
      const { output } = await client.send(new ConverseCommand(question));
      // Not destroyed: the sockets that its agent keeps alive are the transport's to close.
      return { streamed, output };
    },
  );

const openSockets = () => process.getActiveResourcesInfo().filter((name) => /^(TCP|TLS)/.test(name)).length;

/** The SDK's own list of files whose content is known counts who looks one up: nobody may, nor read the environment. */
const file = join(tmpdir(), 'aws-config-that-nobody-reads');
let lookups = 0;
// As the SDK loads it: vitest would resolve an import to another copy of the same.
const { externalDataInterceptor }: { readonly externalDataInterceptor: { getFileRecord(): object } } = createRequire(
  import.meta.url,
)('@smithy/core/config');
Object.defineProperty(externalDataInterceptor.getFileRecord(), file, {
  get: () => {
    lookups += 1;
    return Promise.resolve('');
  },
});
beforeEach(() => {
  lookups = 0;
  vi.stubEnv('AWS_CONFIG_FILE', file);
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', file);
  vi.stubEnv('AWS_BEARER_TOKEN_BEDROCK', 'not-to-be-sent');
});
afterEach(() => {
  vi.unstubAllEnvs();
  expect(lookups).toBe(0);
});

describe.each(transportKinds)('over %s, the SDK', (kind) => {
  test('gets frames byte for byte, is signed, and asks nobody else', async () => {
    const [before, sockets] = [guardReport(), openSockets()];
    const { value, exchanges, unexpected, unconsumed, late } = await play(kind);
    expect(value).toEqual({
      streamed: [
        { messageStart: { role: 'assistant' } },
        { contentBlockDelta: { contentBlockIndex: 0, delta: { text: '4 °C' } } },
        { messageStop: { stopReason: 'end_turn' } },
      ],
      output: { message },
    });
    expect([unexpected, unconsumed, late]).toEqual([[], [], []]);
    expect(guardReport()).toEqual(before);
    await setImmediate();
    expect(openSockets()).toBeLessThanOrEqual(sockets);
    // What a signature holds of host, date and body is another one every time, and so in no exchange.
    const model = encodeURIComponent(settings.model);
    const headers = [
      ['amz-sdk-invocation-id', 'req_scrubbed'],
      ['authorization', 'REDACTED'],
      ['content-type', 'application/json'],
      ['x-amz-security-token', 'REDACTED'],
    ];
    expect(exchanges.map(({ transport, request: { url, headers: sent } }) => [transport, url, sent])).toEqual([
      ['eventstream', `${settings.baseUrl}/model/${model}/converse-stream`, headers],
      ['json', `${settings.baseUrl}/model/${model}/converse`, headers],
    ]);
  });

  test('throws what an exception frame says', async () => {
    await expect(play(kind, recorded(begin, throttled))).rejects.toMatchObject({
      name: 'ThrottlingException',
      message: 'slow down',
    });
  });
});

/** Event streams through the SDK's decoder: what its version does not know is not lost, and what fails is named. */
import { Readable } from 'node:stream';
import { BedrockRuntimeClient, ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime';
import { expect, test } from 'vitest';
import { giveEventsAsWritten } from './aws-as-written.ts';
import { awsErrors } from './aws-errors.ts';
import { fakeEvent, fakeException, fakeFrame } from './fake-frames.ts';

/** What a client gives for bytes that come in chunks of a size, and what it throws in the end. */
async function read(bytes: Uint8Array, size = 7): Promise<{ events: unknown[]; error?: unknown }> {
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.slice(i * size, (i + 1) * size),
  );
  const headers = { 'content-type': 'application/vnd.amazon.eventstream' };
  const response = { statusCode: 200, headers, body: Readable.from(chunks) };
  const client = new BedrockRuntimeClient({
    region: 'eu-north-1',
    credentials: { accessKeyId: 'a', secretAccessKey: 's' },
    requestHandler: { handle: async () => ({ response }) },
    maxAttempts: 1,
  });
  giveEventsAsWritten(client);
  const events: unknown[] = [];
  try {
    const { stream = [] } = await client.send(new ConverseStreamCommand({ modelId: 'm' }));
    for await (const piece of stream) events.push(piece);
  } catch (thrown) {
    return { events, error: awsErrors('Bedrock').contractError(thrown, 'reading') };
  }
  return { events };
}

const start = fakeEvent('messageStart', { role: 'assistant', p: 'abc' });

test.each([1, 7, 1000])(
  'events and members that the SDK does not know are given, in chunks of %s bytes',
  async (size) => {
    const bytes = Buffer.concat([start, fakeEvent('messageNew', { n: 1e22, text: '❄' })]);
    expect(await read(bytes, size)).toEqual({
      events: [{ messageStart: { role: 'assistant', p: 'abc' } }, { messageNew: { n: 1e22, text: '❄' } }],
    });
  },
);

test.each<[string, Uint8Array, object]>([
  [
    'an exception of the model',
    fakeException('throttlingException', 'slow'),
    {
      name: 'ProviderError',
      code: 'ThrottlingException',
      status: undefined,
      retryable: true,
      message: expect.stringMatching(/: slow$/),
    },
  ],
  [
    'an exception that the SDK does not know',
    fakeException('newException', 'odd'),
    { name: 'ProviderError', code: 'NewException', retryable: false, message: expect.stringMatching(/: odd$/) },
  ],
  [
    'an error beside the model',
    fakeFrame({ ':message-type': 'error', ':error-code': 'InternalFailure', ':error-message': 'gone' }, ''),
    { name: 'ProviderError', code: 'InternalFailure', message: expect.stringMatching(/: gone$/) },
  ],
  [
    'a payload that is no JSON',
    fakeFrame({ ':message-type': 'event', ':event-type': 'messageStop' }, '{"stop'),
    { name: 'WireError' },
  ],
  ['a frame that is cut off', start.slice(0, -3), { name: 'WireError' }],
  [
    'a checksum that does not hold',
    Uint8Array.from(start, (byte, i) => (i === start.length - 6 ? byte ^ 1 : byte)),
    { name: 'WireError' },
  ],
])('%s ends the stream with an error of the contract', async (_, last, expected) => {
  const { events, error } = await read(Buffer.concat([start, last]));
  expect(events).toHaveLength(1);
  expect(error).toMatchObject(expected);
});

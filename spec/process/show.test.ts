/** What is told to who looks on, and that each message is then held to the whole of its shape. */
import { afterEach, expect, test } from 'vitest';
import type { Adapter, ChatMessage, ClientSettings } from '../contract/index.ts';
import { processAdapter } from './adapter.ts';

const settings: ClientSettings = {
  baseUrl: 'http://127.0.0.1:1',
  model: 'm',
  credentials: { type: 'apiKey', apiKey: 'very-secret' },
  maxOutputTokens: 10,
  timeout: 1000,
  wait: async () => {},
};
const messages: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hello\u202e' }] }];

const started: Adapter[] = [];
afterEach(async () => {
  for (const adapter of started.splice(0)) await adapter.process?.stop();
});

/** A program that answers with what stands for a method here, or with null; before it, with this update. */
function adapterOf(results: object, show?: (line: string) => void, update: object = { contents: [] }): Adapter {
  const answers = JSON.stringify({ initialize: { contractVersion: '1.4.0' }, ...results });
  const source = `
    const answers = ${answers};
    const say = (m) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...m }) + '\\n');
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (method === 'getStreamingResponse') say({ method: 'update', params: { request: id, update: ${JSON.stringify(update)} } });
      say({ id, result: answers[method] ?? null });
    });`;
  const adapter = processAdapter({
    id: 'test-anthropic',
    implementation: 'test',
    providerApi: 'anthropic',
    program: process.execPath,
    arguments: ['-e', source],
    folder: import.meta.dirname,
    prerequisite: 'Install Node.js.',
    show,
  });
  started.push(adapter);
  return adapter;
}

/** What a stream ends with, all of it read. */
async function streamed(adapter: Adapter): Promise<unknown> {
  try {
    for await (const _ of adapter.createClient(settings).getStreamingResponse(messages));
    return undefined;
  } catch (error) {
    return error;
  }
}

test('every message is told in its order, in both directions, without the key', async () => {
  const lines: string[] = [];
  const adapter = adapterOf({ getResponse: { messages: [], warnings: [] } }, (line) => lines.push(line));
  const client = adapter.createClient(settings);
  await client.getResponse(messages);
  expect(await streamed(adapter)).toBeUndefined();
  await client.close();
  await adapter.process?.stop();
  const told = lines.map((line) => `${line[0]} ${/"method":"(\w+)"/.exec(line)?.[1] ?? 'result'}`);
  expect(told).toEqual([
    ...['→ initialize', '← result', '→ createClient', '← result', '→ getResponse', '← result'],
    ...['→ createClient', '← result', '→ getStreamingResponse', '← update', '← result', '→ close', '← result'],
  ]);
  expect(lines.join()).not.toContain('very-secret');
  expect(lines[2]).toContain('"apiKey":"•••"');
  expect(lines[4]).toContain('Hello\\u202e');
});

const schemaViolations = [
  ['an update', {}, { contents: [{ type: 'text', txt: 'x' }] }, /not an update, for its \/params\/update\/contents\/0/],
  [
    'a result that should be none',
    { createClient: true },
    {},
    /not a result of "createClient", for its \/result is true/,
  ],
  [
    'an answer',
    { getResponse: { messages: 7 } },
    {},
    /not a result of "getResponse", for its \/result lacks the member/,
  ],
] as const;

test.for(schemaViolations)(
  '%s of another shape: the member is named, told and thrown',
  async ([, results, update, why]) => {
    const lines: string[] = [];
    const adapter = adapterOf(results, (line) => lines.push(line), update);
    const asked = 'getResponse' in results ? adapter.createClient(settings).getResponse(messages) : streamed(adapter);
    const error = await asked.catch((thrown) => thrown);
    expect(error).toMatchObject({ name: 'AdapterProcessError', message: expect.stringMatching(why) });
    expect(lines.at(-1)).toMatch(why);
    expect(lines.at(-1)).toMatch(/^✗ /);
  },
);

test('what the program logs is told among its messages', async () => {
  const lines: string[] = [];
  const adapter = processAdapter({
    ...{ id: 'test-anthropic', implementation: 'test', providerApi: 'anthropic' },
    program: process.execPath,
    arguments: ['-e', `console.error('importing \u001b[1mmuch'); process.stdin.on('data', () => process.exit(1));`],
    folder: import.meta.dirname,
    prerequisite: 'Install Node.js.',
    show: (line) => lines.push(line),
  });
  started.push(adapter);
  await expect(adapter.process?.start()).rejects.toThrow('exit code 1');
  expect(lines).toContain('· importing \\u001b[1mmuch');
});

test('where nobody looks on, such an answer is handed on: the checks of the contract judge it', async () => {
  const adapter = adapterOf({ getResponse: { messages: 7 } });
  expect(await adapter.createClient(settings).getResponse(messages)).toEqual({ messages: 7 });
});

test('a message of the suite that does not fit is a defect of the suite, and is not sent', async () => {
  const lines: string[] = [];
  const adapter = adapterOf({}, (line) => lines.push(line));
  const odd = [{ role: 'nobody', contents: [] }] as unknown as ChatMessage[];
  const error = await adapter
    .createClient(settings)
    .getResponse(odd)
    .catch((thrown) => thrown);
  expect(error).toMatchObject({ name: 'AdapterProcessError', message: expect.stringMatching(/a defect of the suite/) });
  expect(error.message).toContain('/params/messages/0/role is "nobody"');
});

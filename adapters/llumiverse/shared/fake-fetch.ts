/** What the tests of every column prepare: answers without a network. */
import type {
  Adapter,
  ChatClient,
  ChatMessage,
  ChatResponseUpdate,
  ClientSettings,
} from '../../../spec/contract/index.ts';

/** A `fetch` that answers every request with what `answer` makes, and what was asked of it. */
export function fakeFetch(answer: () => Response) {
  const asked: Request[] = [];
  const fetch = async (input: string | URL | Request, init: RequestInit = {}) => {
    const { method, headers, body } = init;
    const said = Object.entries({ method, headers, body }).filter(([, value]) => value !== undefined && value !== null);
    asked.push(new Request(input, Object.fromEntries(said)));
    return answer();
  };
  return { asked, fetch };
}

export const settingsOf = (baseUrl: string): ClientSettings => ({
  baseUrl,
  model: 'm',
  credentials: { type: 'apiKey', apiKey: 'secret' },
  maxOutputTokens: 100,
  timeout: 1000,
  wait: async () => {},
});

export const hello: ChatMessage[] = [{ role: 'user', contents: [{ type: 'text', text: 'Hello.' }] }];

export const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), { ...init, headers: { 'content-type': 'application/json', ...init.headers } });

/** Server-sent events; those with a type are named by it. */
export const events = (...all: readonly unknown[]): Response =>
  new Response(all.map((event) => `${nameOf(event)}data: ${JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });

const nameOf = (event: unknown): string =>
  typeof event === 'object' && event !== null && 'type' in event ? `event: ${event.type}\n` : '';

export async function updatesOf(stream: AsyncIterable<ChatResponseUpdate>): Promise<ChatResponseUpdate[]> {
  const updates: ChatResponseUpdate[] = [];
  for await (const update of stream) updates.push(update);
  return updates;
}

/** A client that asked twice, and gets one of the tokens for each request, then none. */
export async function askedTwiceWithTokens(
  adapter: Adapter,
  settings: ClientSettings,
  tokens: readonly string[],
): Promise<ChatClient> {
  const left = [...tokens];
  const credentials = { type: 'tokenProvider', getToken: async () => left.shift() ?? '' } as const;
  const client = adapter.createClient({ ...settings, credentials });
  await client.getResponse(hello);
  await client.getResponse(hello);
  return client;
}

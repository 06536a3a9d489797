import {
  type ChatClient,
  type ChatResponse,
  type ChatResponseUpdate,
  foldUpdates,
} from '../../../spec/contract/index.ts';

export type Mode = 'complete' | 'stream';

/** For tests: one call of a client in either mode; of a stream, what its updates make. */
export async function callInMode(
  mode: Mode,
  client: ChatClient,
  ...asked: Parameters<ChatClient['getResponse']>
): Promise<ChatResponse> {
  if (mode === 'complete') return client.getResponse(...asked);
  const updates: ChatResponseUpdate[] = [];
  for await (const update of client.getStreamingResponse(...asked)) updates.push(update);
  return foldUpdates(updates);
}

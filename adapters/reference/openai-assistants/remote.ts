import type OpenAI from 'openai';
import type { AssistantCreateParams } from 'openai/resources/beta/assistants';
import type { RemoteRequests } from '../shared/runs/remote.ts';
import type { Send } from './exchanges.ts';

/** How assistants and threads are made and deleted at OpenAI, within one call. */
export function remoteRequests(sdk: OpenAI, send: Send): RemoteRequests {
  const { assistants, threads } = sdk.beta;
  return {
    makeAgent: (body) => send((options) => assistants.create(body as unknown as AssistantCreateParams, options)),
    makeThread: () => send((options) => threads.create({}, options)),
    deleteAgent: (id) => send((options) => assistants.delete(id, options)),
    deleteThread: (id) => send((options) => threads.delete(id, options)),
  };
}

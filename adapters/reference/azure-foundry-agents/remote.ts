import type { RemoteRequests } from '../shared/runs/remote.ts';
import type { Wire } from './wire.ts';

/** How agents and threads are made and deleted at Azure AI Foundry, within one call. */
export function remoteRequests(wire: Wire): RemoteRequests {
  return {
    makeAgent: (body) => wire.json('POST', '/assistants', body),
    makeThread: () => wire.json('POST', '/threads', {}),
    deleteAgent: (id) => wire.json('DELETE', `/assistants/${encodeURIComponent(id)}`),
    deleteThread: (id) => wire.json('DELETE', `/threads/${encodeURIComponent(id)}`),
  };
}

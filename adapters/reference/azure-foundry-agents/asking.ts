/** The requests of one call, in order: what leads to the question, the question, and what is looked at afterwards. */
import { isJsonObject, type JsonObject } from '../../../files/canonical-json.ts';
import { WireError } from '../../../spec/contract/index.ts';
import { list, text } from '../shared/json.ts';
import type { Remote } from '../shared/runs/remote.ts';
import type { Listed } from '../shared/runs/response.ts';
import { remoteRequests } from './remote.ts';
import type { Plan } from './request.ts';
import type { Wire } from './wire.ts';

/** The request that makes the model answer; whole or as a stream by its member `stream`. */
export interface Question {
  readonly threadId: string;
  readonly path: string;
  readonly body: JsonObject;
}

/** What file search found, besides where. Source: `RunAdditionalFieldList`. */
const textFound = ['include[]', 'step_details.tool_calls[*].file_search.results[*].content'] as const;

/** Makes what the question needs: an agent, a thread, its messages. A run that waits has all of that. */
export async function prepare(remote: Remote, plan: Plan, wire: Wire): Promise<Question> {
  const { ask, threadId: known } = plan;
  if ('runId' in ask) {
    const threadId = known ?? '';
    return { threadId, path: `${runPath(threadId, ask.runId)}/submit_tool_outputs`, body: ask.outputs };
  }
  const requests = remoteRequests(wire);
  const agentId = await remote.agent(plan.agent, requests);
  const threadId = known ?? (await remote.thread(requests));
  const thread = `/threads/${encodeURIComponent(threadId)}`;
  for (const message of plan.messages) await wire.json('POST', `${thread}/messages`, message);
  const query = plan.includesFound ? `?${new URLSearchParams([[...textFound]])}` : '';
  return { threadId, path: `${thread}/runs${query}`, body: { assistant_id: agentId, ...ask.run } };
}

export const runPath = (threadId: string, runId: string): string =>
  `/threads/${encodeURIComponent(threadId)}/runs/${encodeURIComponent(runId)}`;

/** All that a run did and wrote, oldest first. */
export async function listOf(threadId: string, runId: string, plan: Plan, wire: Wire): Promise<Listed> {
  const found: [string, string][] = plan.includesFound ? [[...textFound]] : [];
  const messages = `/threads/${encodeURIComponent(threadId)}/messages`;
  return {
    steps: await pages(`${runPath(threadId, runId)}/steps`, found, wire),
    messages: await pages(messages, [['run_id', runId]], wire),
  };
}

/** Page by page, each an exchange of its own. Source: `_AgentsPagedResult…`. */
async function pages(path: string, members: readonly [string, string][], wire: Wire): Promise<JsonObject[]> {
  const items: JsonObject[] = [];
  for (let after: [string, string][] = []; ; ) {
    const query = new URLSearchParams([['order', 'asc'], ...members, ...after]);
    const page = await wire.json('GET', `${path}?${query}`);
    const data = list(page.data);
    if (!data) throw new WireError('A list of Azure AI Foundry has no "data".');
    items.push(...data.filter(isJsonObject));
    const last = text(page.last_id);
    if (page.has_more !== true || last === undefined) return items;
    after = [['after', last]];
  }
}

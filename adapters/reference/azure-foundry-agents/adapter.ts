import { createDefaultHttpClient } from '@azure/core-rest-pipeline';
import { isJsonObject, type JsonObject } from '../../../lib/canonical-json.ts';
import { type Adapter, WireError } from '../../../spec/contract/index.ts';
import { referenceAdapter, warned } from '../shared/client.ts';
import { list, text } from '../shared/json.ts';
import { type Page, type Question, type RunsRequests, runsApi, textFound } from '../shared/runs/client.ts';
import { planCall } from './request.ts';
import { createSdk, errors, type Sender, type Wire, wireWithin } from './sdk.ts';

/**
 * Azure AI Foundry Agent Service, classic (agents, threads, runs), API versions `v1` and `2025-05-15-preview`, on the official
 * SDK. The API is deprecated and retires on 2027-03-31.
 */
export const adapter: Adapter = referenceAdapter('azure-foundry-agents', (settings, inUse, adapterId) => {
  const httpClient = createDefaultHttpClient();
  const sender: Sender = { sdk: createSdk(settings, inUse, httpClient), httpClient, settings, inUse };
  return runsApi({
    errors,
    wait: settings.wait,
    within: (call) => requestsOf(wireWithin(call, sender)),
    plan: (messages, options) => planCall(messages, options, { settings, adapterId }),
    begins: warned,
  });
});

/** Source: `RunAdditionalFieldList`. */
const found = ({ includesFound }: Question): [string, string][] => (includesFound ? [['include[]', textFound]] : []);

function requestsOf(wire: Wire): RunsRequests {
  const page = async (path: string, members: [string, string][], after: string | undefined) => {
    const from: [string, string][] = after === undefined ? [] : [['after', after]];
    return pageOf(await wire.json('GET', `${path}?${new URLSearchParams([['order', 'asc'], ...members, ...from])}`));
  };
  return {
    makeAgent: (body) => wire.json('POST', '/assistants', body),
    makeThread: () => wire.json('POST', '/threads', {}),
    deleteAgent: (id) => wire.json('DELETE', `/assistants/${encodeURIComponent(id)}`),
    deleteThread: (id) => wire.json('DELETE', threadPath(id)),
    say: (threadId, message) => wire.json('POST', `${threadPath(threadId)}/messages`, message),
    ask: (question) => wire.json('POST', ...asked(question, false)),
    askStreamed: (question) => wire.events(...asked(question, true)),
    look: (threadId, runId) => wire.json('GET', runPath(threadId, runId)),
    cancel: (threadId, runId) => wire.json('POST', `${runPath(threadId, runId)}/cancel`),
    steps: (question, runId, after) => page(`${runPath(question.threadId, runId)}/steps`, found(question), after),
    messages: ({ threadId }, runId, after) => page(`${threadPath(threadId)}/messages`, [['run_id', runId]], after),
  };
}

/** Path and body. */
function asked(question: Question, stream: boolean): [string, JsonObject] {
  const { threadId } = question;
  if ('runId' in question) {
    return [`${runPath(threadId, question.runId)}/submit_tool_outputs`, { ...question.outputs, stream }];
  }
  const query = question.includesFound ? `?${new URLSearchParams(found(question))}` : '';
  return [`${threadPath(threadId)}/runs${query}`, { assistant_id: question.agentId, ...question.run, stream }];
}

const threadPath = (threadId: string): string => `/threads/${encodeURIComponent(threadId)}`;

const runPath = (threadId: string, runId: string): string =>
  `${threadPath(threadId)}/runs/${encodeURIComponent(runId)}`;

/** Source: `_AgentsPagedResult…`. */
function pageOf(page: JsonObject): Page {
  const data = list(page.data);
  if (!data) throw new WireError('A list of Azure AI Foundry has no "data".');
  return { items: data.filter(isJsonObject), next: page.has_more === true ? text(page.last_id) : undefined };
}

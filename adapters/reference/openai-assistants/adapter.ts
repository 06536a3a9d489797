import type OpenAI from 'openai';
import type { AssistantCreateParams } from 'openai/resources/beta/assistants';
import type { MessageCreateParams } from 'openai/resources/beta/threads/messages';
import type { RunCreateParamsBase, RunSubmitToolOutputsParamsBase } from 'openai/resources/beta/threads/runs/runs';
import type { RunStepInclude } from 'openai/resources/beta/threads/runs/steps';
import type { Adapter } from '../../../spec/contract/index.ts';
import { type Call, referenceAdapter } from '../shared/client.ts';
import { createSdk, errors } from '../shared/openai.ts';
import { type Page, type Question, type RunsRequests, runsApi, textFound } from '../shared/runs/client.ts';
import { exchange } from '../shared/stainless.ts';
import { planCall } from './request.ts';

/** OpenAI Assistants (assistants, threads, runs) on the official SDK. The API is retired: it answers no more. */
export const adapter: Adapter = referenceAdapter('openai-assistants', (settings, inUse, adapterId) => {
  const sdk = createSdk(settings, inUse);
  return runsApi({
    errors,
    wait: settings.wait,
    within: (call) => requestsOf(sdk, call),
    plan: (messages, options) => planCall(messages, options, { settings, adapterId }),
    begins: ({ warnings }) => [{ contents: [], warnings: [...warnings] }],
  });
});

/** Source: `OpenAI.Beta` of the SDK. */
function requestsOf(sdk: OpenAI, call: Call): RunsRequests {
  const { assistants, threads } = sdk.beta;
  const { runs, messages } = threads;
  const send = <T>(request: Parameters<typeof exchange<T>>[3]) => exchange(call, errors.provider, 'json', request);
  const include = ({ includesFound }: Question): { include?: RunStepInclude[] } =>
    includesFound ? { include: [textFound] } : {};
  const order = 'asc' as const;
  const from = (after: string | undefined) => (after === undefined ? {} : { after });

  return {
    makeAgent: (body) => send((options) => assistants.create(body as unknown as AssistantCreateParams, options)),
    makeThread: () => send((options) => threads.create({}, options)),
    deleteAgent: (id) => send((options) => assistants.delete(id, options)),
    deleteThread: (id) => send((options) => threads.delete(id, options)),
    say: (threadId, message) =>
      send((options) => messages.create(threadId, message as unknown as MessageCreateParams, options)),
    ask: (question) =>
      send((options) =>
        'runId' in question
          ? runs.submitToolOutputs(question.runId, { ...submission(question), stream: false }, options)
          : runs.create(question.threadId, { ...creation(question), stream: false }, options),
      ),
    askStreamed: (question) =>
      exchange(call, errors.provider, 'event-stream', (options) =>
        'runId' in question
          ? runs.submitToolOutputs(question.runId, { ...submission(question), stream: true }, options)
          : runs.create(question.threadId, { ...creation(question), ...include(question), stream: true }, options),
      ),
    look: (threadId, id) => send((options) => runs.retrieve(id, { thread_id: threadId }, options)),
    cancel: (threadId, id) => send((options) => runs.cancel(id, { thread_id: threadId }, options)),
    steps: async (question, id, after) => {
      const where = { thread_id: question.threadId, order, ...include(question), ...from(after) };
      return pageOf(await send((options) => runs.steps.list(id, where, options)));
    },
    messages: async ({ threadId }, id, after) =>
      pageOf(await send((options) => messages.list(threadId, { order, run_id: id, ...from(after) }, options))),
  };
}

const submission = (question: Extract<Question, { runId: string }>) =>
  ({ ...question.outputs, thread_id: question.threadId }) as unknown as RunSubmitToolOutputsParamsBase;

const creation = ({ agentId, run }: Extract<Question, { agentId: string }>) =>
  ({ assistant_id: agentId, ...run }) as unknown as RunCreateParamsBase;

function pageOf(page: { readonly data: readonly { readonly id: string }[]; readonly has_more: boolean }): Page {
  return { items: page.data, next: page.has_more ? page.data.at(-1)?.id : undefined };
}

/** The requests of one call, in order: what leads to the question, the question, and what is looked at afterwards. */
import type OpenAI from 'openai';
import type { APIPromise } from 'openai';
import type { Stream } from 'openai/core/streaming';
import type { AssistantStreamEvent } from 'openai/resources/beta/assistants';
import type { MessageCreateParams } from 'openai/resources/beta/threads/messages';
import type { Run, RunCreateParamsBase, RunSubmitToolOutputsParamsBase } from 'openai/resources/beta/threads/runs/runs';
import type { RunStepInclude } from 'openai/resources/beta/threads/runs/steps';
import type { JsonObject } from '../../../files/canonical-json.ts';
import type { Remote } from '../shared/runs/remote.ts';
import type { Listed } from '../shared/runs/response.ts';
import type { Send } from './exchanges.ts';
import { remoteRequests } from './remote.ts';
import type { Plan } from './request.ts';

interface Options {
  readonly signal: AbortSignal;
}

/** A question that is ready to be asked, either way. */
export interface Question {
  readonly threadId: string;
  readonly whole: (options: Options) => APIPromise<Run>;
  readonly streamed: (options: Options) => APIPromise<Stream<AssistantStreamEvent>>;
}

/** What file search found, besides where. */
const textFound: RunStepInclude = 'step_details.tool_calls[*].file_search.results[*].content';

/** Makes what the question needs: an assistant, a thread, its messages. A run that waits has all of that. */
export async function prepare(sdk: OpenAI, remote: Remote, plan: Plan, send: Send): Promise<Question> {
  const { ask, threadId: known } = plan;
  const { runs, messages } = sdk.beta.threads;
  if ('runId' in ask) {
    const params = { ...ask.outputs, thread_id: known ?? '' } as unknown as RunSubmitToolOutputsParamsBase;
    return {
      threadId: params.thread_id,
      whole: (options) => runs.submitToolOutputs(ask.runId, { ...params, stream: false }, options),
      streamed: (options) => runs.submitToolOutputs(ask.runId, { ...params, stream: true }, options),
    };
  }
  const requests = remoteRequests(sdk, send);
  const assistantId = await remote.agent(plan.assistant, requests);
  const threadId = known ?? (await remote.thread(requests));
  for (const message of plan.messages) {
    const said = message as unknown as MessageCreateParams;
    await send((options) => messages.create(threadId, said, options));
  }
  const params = { assistant_id: assistantId, ...ask.run } as unknown as RunCreateParamsBase;
  const include = plan.includesFound ? { include: [textFound] } : {};
  return {
    threadId,
    whole: (options) => runs.create(threadId, { ...params, stream: false }, options),
    streamed: (options) => runs.create(threadId, { ...params, ...include, stream: true }, options),
  };
}

/** All that a run did and wrote, oldest first. */
export async function listOf(sdk: OpenAI, threadId: string, runId: string, plan: Plan, send: Send): Promise<Listed> {
  const { runs, messages } = sdk.beta.threads;
  const include = plan.includesFound ? { include: [textFound] } : {};
  const order = 'asc';
  return {
    steps: await pages(send, (options, after) =>
      runs.steps.list(runId, { thread_id: threadId, order, ...include, ...after }, options),
    ),
    messages: await pages(send, (options, after) =>
      messages.list(threadId, { order, run_id: runId, ...after }, options),
    ),
  };
}

type Page = { readonly data: readonly { readonly id: string }[]; readonly has_more: boolean };

/** Page by page, each an exchange of its own. */
async function pages(
  send: Send,
  page: (options: Options, after: { readonly after?: string }) => APIPromise<Page>,
): Promise<unknown[]> {
  const items: JsonObject[] = [];
  for (let after: { readonly after?: string } = {}; ; ) {
    const { data, has_more: hasMore } = await send((options) => page(options, after));
    items.push(...(data as unknown as JsonObject[]));
    const last = data.at(-1)?.id;
    if (!hasMore || last === undefined) return items;
    after = { after: last };
  }
}

/** Assistants (or agents), threads and runs, whoever offers them: the requests of one call, in order. */
import { canonicalJson, isJsonObject, type JsonObject } from '../../../../lib/canonical-json.ts';
import {
  AbortedError,
  type ChatMessage,
  type ChatOptions,
  type ChatResponseUpdate,
  type ClientSettings,
  mergePatch,
  ProviderError,
  type Warning,
  WireError,
} from '../../../../spec/contract/index.ts';
import type { Api, Call, Prepared } from '../client.ts';
import { nestedChoice, nestedFormat, parallelCallsOf, toolChoiceOf } from '../declare-tools.ts';
import type { Errors } from '../errors.ts';
import { addressable, defined, jsonCopy, nonEmpty, text } from '../json.ts';
import { type Submission, talkOf, toldIn } from './messages.ts';
import { demandSuccess, isPending, responseOf, runOf } from './response.ts';
import { updatesFromEvents } from './stream.ts';

/** All that one call sends, in bodies. */
export interface Plan extends Prepared {
  /** Who shall answer: model, instructions, tools. */
  readonly agent: JsonObject;
  /** The thread to go on with; a new one where absent. */
  readonly threadId: string | undefined;
  readonly messages: readonly JsonObject[];
  /** The run to be made, without its agent; or what a run that waits is given. */
  readonly ask: { readonly run: JsonObject } | { readonly runId: string; readonly outputs: JsonObject };
  /** Whether the text of what file search finds is asked for. */
  readonly includesFound: boolean;
  /** Ids of what earlier calls told. */
  readonly told: ReadonlySet<string | undefined>;
}

/** What one provider makes of a call's options. */
interface Declared {
  readonly tools: readonly JsonObject[];
  /** What they work with; absent where that is nothing. */
  readonly resources: JsonObject | undefined;
  /** Members of a run beside those that every provider has. */
  readonly run: Readonly<Record<string, JsonObject | string | undefined>>;
  /** What a run that waits is given. */
  readonly submitted: (submission: Submission) => JsonObject;
  readonly warnings: (submission: Submission | undefined) => readonly Warning[];
}

/**
 * What belongs to the model and its tools is said of the agent, how it shall answer of the run. `rawRepresentation` patches
 * the request that makes the model answer: that of the run, or the submission.
 *
 * @throws errors of the contract: a message has no words in this API
 */
export function planOf(
  messages: readonly ChatMessage[],
  options: ChatOptions,
  { model }: Pick<ClientSettings, 'model'>,
  declared: Declared,
  errors: Errors,
): Plan {
  const looking = declared.tools.flatMap(({ type }) =>
    type === 'code_interpreter' || type === 'file_search' ? [type] : [],
  );
  const { submission, instructions, ...talk } = talkOf(messages, options.conversationId !== undefined, looking, errors);
  const patched = (body: JsonObject) =>
    jsonCopy(options.rawRepresentation ? mergePatch(body, options.rawRepresentation) : body);
  const run = (): JsonObject =>
    defined({
      additional_instructions: instructions,
      tool_choice: toolChoiceOf(options, nestedChoice),
      parallel_tool_calls: parallelCallsOf(options),
      max_completion_tokens: options.maxOutputTokens,
      temperature: options.temperature,
      response_format: nestedFormat(options),
      ...declared.run,
    });
  return {
    agent: jsonCopy(
      defined({
        model: options.modelId ?? model,
        instructions: options.instructions || undefined,
        tools: nonEmpty(declared.tools),
        tool_resources: declared.resources,
      }),
    ),
    threadId: options.conversationId,
    messages: jsonCopy([...talk.messages]),
    ask: submission
      ? { runId: submission.runId, outputs: patched(declared.submitted(submission)) }
      : { run: patched(run()) },
    includesFound: looking.includes('file_search'),
    told: toldIn(messages),
    warnings: declared.warnings(submission),
  };
}

/** What file search found, besides where. */
export const textFound = 'step_details.tool_calls[*].file_search.results[*].content';

/** The request that makes the model answer. */
export type Question = Pick<Plan, 'includesFound'> & { readonly threadId: string } & (
    | { readonly agentId: string; readonly run: JsonObject }
    | { readonly runId: string; readonly outputs: JsonObject }
  );

/** A part of a list, oldest first. */
export interface Page {
  readonly items: readonly unknown[];
  /** The id after which there is more; `undefined` where this is the end. */
  readonly next: string | undefined;
}

/** The exchanges of one call. Each throws errors of the contract. */
export interface RunsRequests {
  makeAgent(body: JsonObject): Promise<unknown>;
  makeThread(): Promise<unknown>;
  deleteAgent(id: string): Promise<unknown>;
  deleteThread(id: string): Promise<unknown>;
  say(threadId: string, message: JsonObject): Promise<unknown>;
  ask(question: Question): Promise<unknown>;
  /** The events of the run's stream. */
  askStreamed(question: Question): Promise<AsyncIterable<unknown>>;
  look(threadId: string, runId: string): Promise<unknown>;
  cancel(threadId: string, runId: string): Promise<unknown>;
  /** @param after the id of the last item before the page */
  steps(question: Question, runId: string, after: string | undefined): Promise<Page>;
  messages(question: Question, runId: string, after: string | undefined): Promise<Page>;
}

/** Milliseconds between two looks at a run, as the SDK of Azure has it; that of OpenAI waits five times as long. */
const pollInterval = 1000;

/** Who offers assistants (or agents), threads and runs. */
interface RunsProvider {
  readonly errors: Errors;
  readonly wait: ClientSettings['wait'];
  /** The exchanges of a call. */
  within(call: Call): RunsRequests;
  plan(messages: readonly ChatMessage[], options: ChatOptions): Plan;
  /** A stream's first update. */
  begins(plan: Plan): Iterable<ChatResponseUpdate>;
}

export function runsApi({ errors, wait, within, plan: prepare, begins }: RunsProvider): Api<Plan> {
  const remote = new Remote(errors.provider);

  async function cancelIfAborted(call: Call, threadId: string, runId: string): Promise<void> {
    if (call.limit.reached() instanceof AbortedError) await cancel(call, threadId, runId);
  }

  /** Ends a run that nobody waits for: until then its thread takes no message. Where that fails, the run ends or expires without it. */
  async function cancel(call: Call, threadId: string, runId: string): Promise<void> {
    const other = call.apart();
    await within(other)
      .cancel(threadId, runId)
      .catch(() => {})
      .finally(() => other.limit.release());
  }

  return {
    errors,
    sendsAll: () => false,
    prepare,

    async whole(plan, call) {
      const requests = within(call);
      const question = await questionOf(plan, remote, requests);
      const { threadId } = question;
      let run = runOf(await requests.ask(question), errors);
      try {
        while (isPending(run)) {
          await call.limit.pause(wait, pollInterval);
          run = runOf(await requests.look(threadId, String(run.id)), errors);
        }
      } finally {
        if (isPending(run)) await cancelIfAborted(call, threadId, String(run.id));
      }
      demandSuccess(run, errors);
      const id = String(run.id);
      const steps = await allOf((after) => requests.steps(question, id, after));
      const messages = await allOf((after) => requests.messages(question, id, after));
      return responseOf(run, { steps, messages }, plan.told);
    },

    async *streamed(plan, call) {
      const requests = within(call);
      const question = await questionOf(plan, remote, requests);
      const events = await requests.askStreamed(question);
      yield* begins(plan);
      let run: string | undefined;
      let isOver = false;
      let isLeft = true;
      try {
        for await (const update of updatesFromEvents(events, plan.told, errors)) {
          run ??= update.responseId;
          isOver ||= update.finishReason !== undefined;
          yield update;
        }
        isLeft = false;
      } catch (error) {
        isLeft = call.limit.reached() instanceof AbortedError;
        throw error;
      } finally {
        // Whoever leaves the loop of the stream gives no signal.
        if (run !== undefined && !isOver && isLeft) await cancel(call, question.threadId, run);
      }
    },

    /** Deletes the threads and agents that this client made: a thread ends with the client that began it. */
    close: (call) => remote.deleteAll(within(call)),
  };
}

/** Makes what the question needs: an agent, a thread, its messages. A run that waits has all of that. */
async function questionOf(plan: Plan, remote: Remote, requests: RunsRequests): Promise<Question> {
  const { ask, threadId: known, includesFound } = plan;
  if ('runId' in ask) return { ...ask, threadId: known ?? '', includesFound };
  const agentId = await remote.agent(plan.agent, requests);
  const threadId = known ?? (await remote.thread(requests));
  for (const message of plan.messages) await requests.say(threadId, message);
  return { ...ask, agentId, threadId, includesFound };
}

/** Page by page, each an exchange of its own. */
async function allOf(page: (after: string | undefined) => Promise<Page>): Promise<unknown[]> {
  const all: unknown[] = [];
  let after: string | undefined;
  do {
    const { items, next } = await page(after);
    all.push(...items);
    after = next;
  } while (after !== undefined);
  return all;
}

/**
 * What a client makes at the provider, to be used again and deleted in the end: one agent serves all calls that declare the same,
 * every new conversation is a thread.
 */
class Remote {
  readonly #provider: string;
  readonly #agents = new Map<string, string>();
  readonly #threads: string[] = [];

  /** @param provider named in errors */
  constructor(provider: string) {
    this.#provider = provider;
  }

  async agent(body: JsonObject, requests: RunsRequests): Promise<string> {
    const key = canonicalJson(body);
    const known = this.#agents.get(key);
    if (known !== undefined) return known;
    const id = this.#idOf(await requests.makeAgent(body));
    // Two calls at once may make one each; both are remembered, so that both are deleted.
    this.#agents.set(this.#agents.has(key) ? `${key} ${id}` : key, id);
    return id;
  }

  async thread(requests: RunsRequests): Promise<string> {
    const id = this.#idOf(await requests.makeThread());
    this.#threads.push(id);
    return id;
  }

  /**
   * Tries all of it, whatever fails.
   *
   * @throws what the first failure was; what is gone already is none
   */
  async deleteAll(requests: RunsRequests): Promise<void> {
    const threads = this.#threads.splice(0);
    const agents = [...this.#agents.values()];
    this.#agents.clear();
    const failures: unknown[] = [];
    const attempt = async (deleting: Promise<unknown>) => {
      await deleting.catch((error: unknown) => {
        if (!(error instanceof ProviderError && error.status === 404)) failures.push(error);
      });
    };
    for (const id of threads) await attempt(requests.deleteThread(id));
    for (const id of agents) await attempt(requests.deleteAgent(id));
    if (failures.length > 0) throw failures[0];
  }

  #idOf(made: unknown): string {
    const id = isJsonObject(made) ? text(made.id) : undefined;
    if (id !== undefined) return addressable(id);
    throw new WireError(`${this.#provider} made something and did not say its id.`);
  }
}

/** For what APIs with threads refuse a message. */

import { isJsonObject, type JsonObject } from '../../../../lib/canonical-json.ts';
import type { Exchange } from '../../../../recordings/format/exchange.ts';
import { serverSentEvents } from '../../../wire/events.ts';
import { asArray, asObject, asString, jsonOf } from '../../../wire/json.ts';
import { answerHolds, type RequestRequirement, requestBodyOf } from '../../../wire/request-requirements.ts';
import { type Asked, defineRule, type Rule, type RuleEvidence } from '../../../wire/rules/rule.ts';
import type { Choice, StrictFunction } from '../../../wire/rules/tools.ts';
import { idIn, madeBy } from '../../../wire/runs/server-state.ts';

/** Messages of a request: one by itself, those of a thread that is begun, or those that a run adds. */
const messagesIn = ({ body }: Asked): { path: string; message: unknown }[] => [
  { path: 'body', message: body },
  ...Object.entries({ ...body, ...asObject(body.thread) })
    .filter(([name]) => /^(additional_)?messages$/.test(name))
    .flatMap(([name, messages]) =>
      (asArray(messages) ?? []).map((message, i) => ({ path: `body.${name}[${i}]`, message })),
    ),
];

const looking = new Set(['code_interpreter', 'file_search']);

export const rulesOfMessages: readonly Rule[] = [
  defineRule({
    id: 'attachment-tool-required',
    what: 'An attached file names only tools that read files: code interpreter, file search.',
    evidence: {
      grade: 'types',
      title: 'openai: MessageCreateParams.Attachment.tools',
      url: 'https://github.com/openai/openai-node/blob/master/src/resources/beta/threads/messages.ts',
    },
    placesOf: (asked) =>
      messagesIn(asked).flatMap(({ path, message }) =>
        (asArray(asObject(message)?.attachments) ?? []).flatMap((attachment, i) =>
          (asArray(asObject(attachment)?.tools) ?? []).map((tool, t) => ({
            path: `${path}.attachments[${i}].tools[${t}].type`,
            value: asString(asObject(tool)?.type) ?? '',
          })),
        ),
      ),
    wrong: (type) => (looking.has(type) ? undefined : `${JSON.stringify(type)} does not read files`),
  }),
];

// For what APIs with assistants (or agents), threads and runs refuse a request.

const runs: RuleEvidence = {
  grade: 'documented',
  title: 'OpenAI Assistants: runs, their states, and when a thread is locked',
  url: 'https://platform.openai.com/docs/assistants/deep-dive#runs-and-run-steps',
};

/** What every such API demands of threads, runs and submissions. */
export const rulesOfRuns: readonly Rule[] = [
  defineRule({
    id: 'thread-idle',
    what: 'A thread with an active run accepts no message and no other run.',
    evidence: {
      grade: 'documented',
      title: 'OpenAI answers 400: Can’t add messages to a thread while a run is active',
      url: 'https://github.com/openai/openai-python/issues/1023',
    },
    placesOf: (asked) => {
      const { exchange, earlier } = asked;
      if (exchange.operation !== 'messages.create' && exchange.operation !== 'runs.create') return [];
      const thread = idIn(exchange, 'threads');
      return [{ path: 'url', value: runsIn(earlier).filter((run) => run.thread_id === thread) }];
    },
    wrong: (ofThread) => {
      const active = ofThread.find(({ status }) => unfinished.has(asString(status) ?? ''));
      return active && `the run ${JSON.stringify(active.id)} of the thread is ${JSON.stringify(active.status)}`;
    },
  }),
  defineRule({
    id: 'tool-outputs-run-waiting',
    what: 'Outputs go to a waiting run, for exactly all of its calls at once.',
    evidence: runs,
    placesOf: ({ exchange, earlier, body }) => {
      if (exchange.operation !== 'runs.submitToolOutputs') return [];
      const run = runsIn(earlier).find(({ id }) => id === idIn(exchange, 'runs'));
      return run
        ? [{ path: 'body', value: { run, given: [...idsOf(body.tool_outputs), ...idsOf(body.tool_approvals)] } }]
        : [];
    },
    wrong: ({ run, given }) => {
      if (run.status !== 'requires_action') return `the run is ${JSON.stringify(run.status ?? null)} and does not wait`;
      const asked = waitingIn(run);
      const missing = asked.filter((id) => !given.includes(id));
      const invented = given.filter((id) => !asked.includes(id));
      if (missing.length > 0) return `the run also waits for ${missing.join(', ')}`;
      return invented.length > 0 ? `the run does not wait for ${invented.join(', ')}` : undefined;
    },
  }),
  defineRule({
    id: 'tool-output-text',
    what: 'A function result is text.',
    evidence: {
      grade: 'documented',
      title: 'openai: RunSubmitToolOutputsParams.ToolOutput.output',
      url: 'https://platform.openai.com/docs/api-reference/runs/submitToolOutputs',
    },
    placesOf: ({ exchange, body }) =>
      exchange.operation === 'runs.submitToolOutputs'
        ? (asArray(body.tool_outputs) ?? []).map((output, i) => ({
            path: `body.tool_outputs[${i}].output`,
            value: asObject(output)?.output,
          }))
        : [],
    wrong: (output) => (typeof output === 'string' ? undefined : `${JSON.stringify(output ?? null)} is no text`),
  }),
];

/** Functions that a request declares, with the places of the objects that name them. */
const functionsIn = ({ body }: Asked): { path: string; object: JsonObject }[] =>
  (asArray(body.tools) ?? []).flatMap((tool, i) => {
    const object = asObject(asObject(tool)?.function);
    return object ? [{ path: `body.tools[${i}].function`, object }] : [];
  });

/** The names of functions, wherever they are declared. */
export const namesIn = (asked: Asked) =>
  functionsIn(asked).map(({ path, object }) => ({ path: `${path}.name`, value: object.name }));

/** Functions that are declared strict. */
export const strictIn = (asked: Asked): StrictFunction[] =>
  functionsIn(asked)
    .filter(({ object }) => object.strict === true)
    .map(({ path, object }) => ({ path: `${path}.parameters`, parameters: object.parameters }));

/** The function that a run must call, among the tools of the run or, where it names none, of its assistant. */
export function choicesIn({ body, earlier }: Asked): Choice[] {
  const name = asString(asObject(asObject(body.tool_choice)?.function)?.name);
  if (name === undefined) return [];
  const assistant = earlier.findLast(
    (one) => one.operation === 'assistants.create' && madeBy(one).id === body.assistant_id,
  );
  const tools = asArray(body.tools) ?? (assistant && (asArray(requestBodyOf(assistant).tools) ?? []));
  if (!tools) return [];
  const declared = tools.map((tool) => asString(asObject(asObject(tool)?.function)?.name) ?? '');
  return [{ path: 'body.tool_choice.function.name', name, declared }];
}

const unfinished = new Set(['queued', 'in_progress', 'requires_action', 'cancelling']);

/** Every run that was told of, as it was told last. */
function runsIn(exchanges: readonly Exchange[]): JsonObject[] {
  const told = new Map<unknown, JsonObject>();
  for (const exchange of exchanges) {
    for (const value of answersIn(exchange)) {
      if (value.object === 'thread.run') told.set(value.id, value);
    }
  }
  return [...told.values()];
}

function answersIn({ response }: Exchange): JsonObject[] {
  const whole = jsonOf(response.body);
  const values = isJsonObject(whole)
    ? [whole, ...(asArray(whole.data) ?? [])]
    : serverSentEvents(response.body.text).map(({ json }) => json);
  return values.map(asObject).filter((value) => value !== undefined);
}

/** The calls that a run waits for: of functions, or for leave. */
function waitingIn({ required_action: action }: JsonObject): string[] {
  const required = asObject(action) ?? {};
  return idsOf(asObject(required[asString(required.type) ?? ''])?.tool_calls, 'id');
}

const idsOf = (list: unknown, member = 'tool_call_id'): string[] =>
  (asArray(list) ?? []).flatMap((value) => asString(asObject(value)?.[member]) ?? []);

const asking = ['steps.list', 'steps.retrieve', 'runs.create'];

/** What a search of files found is told in words only where the query asks. Source: openai `RunStepInclude`. */
const foundWordsAskedFor: RequestRequirement = {
  what: '"include[]" for result contents in the query, without which a step lacks its search results',
  of: (exchange) =>
    asking.includes(exchange.operation) &&
    answerHolds(exchange, ({ file_search: search }) =>
      (asArray(asObject(search)?.results) ?? []).some((result) => asArray(asObject(result)?.content) !== undefined),
    ),
  isMet: ({ request }) =>
    new URL(request.url).searchParams
      .getAll('include[]')
      .includes('step_details.tool_calls[*].file_search.results[*].content'),
};

const listing = ['steps.list', 'messages.list'];

/** The page of the same list that came right before, where it said that there is more. Source: openai `CursorPageResponse`. */
function pageBefore({ operation, request }: Exchange, earlier: readonly Exchange[]) {
  const last = earlier.at(-1);
  if (!listing.includes(operation) || last?.operation !== operation) return undefined;
  const page = asObject(jsonOf(last.response.body));
  const isSame = new URL(last.request.url).pathname === new URL(request.url).pathname;
  return isSame && page?.has_more === true ? page : undefined;
}

/** A list goes on where its page before ended. Source: openai `CursorPageParams.after`. */
const nextPageAskedFor: RequestRequirement = {
  what: '"after" in the query with the last id of the previous page, without which the same page arrives again',
  of: (exchange, earlier) => pageBefore(exchange, earlier) !== undefined,
  isMet: (exchange, earlier) => {
    const page = pageBefore(exchange, earlier);
    const last = asString(page?.last_id) ?? asString(asObject(asArray(page?.data)?.at(-1))?.id);
    return new URL(exchange.request.url).searchParams.get('after') === last;
  },
};

/**
 * Of a thread in which others have spoken, an answer holds the messages of one run where the query names it. Source: openai
 * `MessageListParams.run_id`.
 */
const messagesOfRunAskedFor: RequestRequirement = {
  what: '"run_id" in the query, without which the response has all messages of the thread',
  of: (exchange, earlier) =>
    exchange.operation === 'messages.list' &&
    runsOf(exchange).length === 1 &&
    earlier.some((one) => one.operation === 'messages.create' && idIn(one, 'threads') === idIn(exchange, 'threads')),
  isMet: (exchange) => new URL(exchange.request.url).searchParams.get('run_id') === runsOf(exchange)[0],
};

/** The runs that the messages of a page are of; one that a caller wrote is of none. */
const runsOf = ({ response }: Exchange) => [
  ...new Set((asArray(asObject(jsonOf(response.body))?.data) ?? []).map((one) => asString(asObject(one)?.run_id))),
];

/** What each request to such an API must carry besides what the caller said. */
export const demandsOfRuns: readonly RequestRequirement[] = [
  foundWordsAskedFor,
  nextPageAskedFor,
  messagesOfRunAskedFor,
];

/** Tools of an assistant in the words of the contract. Source: `AssistantTool` of `openai`, `resources/beta/assistants.d.ts`. */
import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import type { Exchange, HttpResponse } from '../../../recordings/format/exchange.ts';
import type { Tool } from '../../contract/index.ts';
import type { Unread } from '../../facts/fact.ts';
import { asCount, asObject, asString, jsonOf, otherMembers } from '../../wire/json.ts';
import type { RequestReading, WireReader } from '../../wire/reader.ts';
import { credentialsIn, header } from '../../wire/request-requirements.ts';
import { functionToolOf, textsOf, unreadOfTool } from '../../wire/requests.ts';
import type { Rule, Source } from '../../wire/rules/rule.ts';
import { choiceIsDeclared, strictSchemas, toolNames } from '../../wire/rules/tools.ts';
import { readResponses } from '../../wire/runs/responses.ts';
import { asking, callsOf, createdResources, idIn, madeBy, requestsIn } from '../../wire/runs/server-state.ts';
import { choicesIn, demandsOfRuns, namesIn, rulesOfMessages, rulesOfRuns, strictIn } from '../families/runs/rules.ts';
import { type Told, tellingOf } from '../families/runs/stream.ts';

interface ToolReading {
  readonly tool: Tool;
  readonly unread: Unread[];
}

/** What the contract cannot say of a declaration makes it raw; what it works with then has no place. */
function toolOf(declaration: JsonObject, resources: Json | undefined, path: string): ToolReading {
  switch (declaration.type) {
    case 'function':
      return functionOf(declaration, path);
    case 'code_interpreter': {
      const fileIds = textsOf(asObject(asObject(resources)?.code_interpreter)?.file_ids);
      const tool: Tool = { type: 'code-interpreter', ...(fileIds ? { fileIds } : {}) };
      return { tool, unread: unreadOfTool(declaration, new Set(['type']), path) };
    }
    case 'file_search':
      return fileSearchOf(declaration, asObject(asObject(resources)?.file_search) ?? {}, path);
    default:
      return raw(declaration);
  }
}

const raw = (declaration: JsonObject, unread: Unread[] = []): ToolReading => ({
  tool: { type: 'raw', providerApi: 'openai-assistants', declaration },
  unread,
});

function functionOf(declaration: JsonObject, path: string): ToolReading {
  const { name, description, parameters, strict, ...others } = asObject(declaration.function) ?? {};
  const tool = functionToolOf({ name, description, parameters, strict });
  if (!tool || Object.keys(others).length > 0) return raw(declaration);
  return { tool, unread: unreadOfTool(declaration, new Set(['type', 'function']), path) };
}

function fileSearchOf(declaration: JsonObject, stores: JsonObject, path: string): ToolReading {
  const unread = otherMembers(stores, new Set(['vector_store_ids'])).map((name) => ({
    path,
    what: `tool_resources.file_search.${name}`,
  }));
  const settings = asObject(declaration.file_search) ?? {};
  const ranking = asObject(settings.ranking_options) ?? {};
  const unsayable = [
    ...otherMembers(declaration, new Set(['type', 'file_search'])),
    ...otherMembers(settings, new Set(['max_num_results', 'ranking_options'])),
    ...otherMembers(ranking, new Set(['score_threshold'])),
  ];
  const vectorStoreIds = textsOf(stores.vector_store_ids) ?? [];
  if (unsayable.length > 0) {
    return raw(declaration, vectorStoreIds.length > 0 ? [...unread, { path, what: 'stores of a raw tool' }] : unread);
  }
  const most = asCount(settings.max_num_results);
  const tool: Tool = {
    type: 'file-search',
    vectorStoreIds,
    ...(most ? { maximumResultCount: most } : {}),
    ...(typeof ranking.score_threshold === 'number' ? { scoreThreshold: ranking.score_threshold } : {}),
  };
  return { tool, unread };
}

// What a recorded call tells, told to a client that asks for it in its own way: one that creates assistant, thread and
// messages each by itself, polls until a run is settled, and lists a run's steps and messages, oldest first.

/** Statuses at which a client stops polling. */
const pending = new Set(['queued', 'in_progress', 'cancelling']);

/** @param question what the call asks; a call that asks nothing, for it failed before, is told as it was */
function normalizeCall(call: readonly Exchange[], question: RequestReading | undefined): readonly Exchange[] {
  const asked = call.find(({ operation }) => asking.has(operation));
  if (!asked || !question) return call;
  const telling = tellingOf(call);
  const run = [...telling.runs.values()].at(-1)?.value ?? {};
  const ids = {
    assistant: asString(run.assistant_id) ?? 'asst_untold',
    thread: idIn(asked, 'threads') ?? madeBy(asked).thread ?? asString(run.thread_id) ?? 'thread_untold',
    run: madeBy(asked).id ?? idIn(asked, 'runs') ?? 'run_untold',
  };
  if (asked.operation === 'threads.createAndRun') ids.thread = madeBy(asked).thread ?? ids.thread;
  const url = (path: string) => asked.request.url.replace(/\/(assistants|threads)\b.*$/, path);
  const thread = url(`/threads/${ids.thread}`);
  const recorded = (operation: string) => call.find((each) => each.operation === operation)?.response;
  const said = question.messages.filter(({ role }) => role === 'user' || role === 'assistant');
  const isOfRun = ({ value }: Told) => value.run_id === ids.run;
  const list = (told: Iterable<Told>) => {
    const data: Json[] = [...told].filter(isOfRun).map(({ value }) => value);
    return { object: 'list', data, has_more: false };
  };
  return [
    made(
      'assistants.create',
      url('/assistants'),
      recorded('assistants.create') ?? json({ id: ids.assistant, object: 'assistant' }),
    ),
    made('threads.create', url('/threads'), recorded('threads.create') ?? json({ id: ids.thread, object: 'thread' })),
    ...said.map(({ role }, i) =>
      made('messages.create', `${thread}/messages`, json({ id: `msg_untold_${i}`, object: 'thread.message', role })),
    ),
    asked.operation === 'threads.createAndRun'
      ? { ...asked, operation: 'runs.create', request: { ...asked.request, url: `${thread}/runs` } }
      : asked,
    ...polls(asked, call),
    looked('steps.list', `${thread}/runs/${ids.run}/steps`, json(list(telling.steps.values()))),
    looked('messages.list', `${thread}/messages`, json(list(telling.messages.values()))),
    deleted('threads.delete', thread, ids.thread),
    deleted('assistants.delete', url(`/assistants/${ids.assistant}`), ids.assistant),
  ];
}

/** Until the run is settled: what a recorder polled beyond that, no client asks for. */
function polls(asked: Exchange, call: readonly Exchange[]): Exchange[] {
  const isPending = ({ response }: Exchange) => pending.has(asString(asObject(jsonOf(response.body))?.status) ?? '');
  if (asked.transport !== 'json' || !isPending(asked)) return [];
  const all = call.filter(({ operation }) => operation === 'runs.retrieve');
  const end = all.findIndex((poll) => !isPending(poll));
  return end < 0 ? all : all.slice(0, end + 1);
}

const json = (body: JsonObject): HttpResponse => ({
  status: 200,
  headers: [['content-type', 'application/json']],
  body: { text: JSON.stringify(body) },
});

function exchange(operation: string, method: string, url: string, response: HttpResponse): Exchange {
  return { operation, transport: 'json', request: { method, url, headers: [] }, response };
}

const made = (operation: string, url: string, response: HttpResponse) => exchange(operation, 'POST', url, response);
const looked = (operation: string, url: string, response: HttpResponse) => exchange(operation, 'GET', url, response);
const deleted = (operation: string, url: string, id: string) =>
  exchange(operation, 'DELETE', url, json({ id, deleted: true }));

// For what the Assistants API refuses a request.

const reference: Source = {
  title: 'OpenAI API reference: assistants',
  url: 'https://platform.openai.com/docs/api-reference/assistants',
};

const rules: readonly Rule[] = [
  ...rulesOfRuns,
  ...rulesOfMessages,
  toolNames({
    form: /^[a-zA-Z0-9_-]{1,64}$/,
    inWords: '1 to 64 of letters, digits, "_" and "-"',
    source: reference,
    namesIn,
  }),
  strictSchemas({
    source: {
      title: 'OpenAI: supported schemas of strict mode',
      url: 'https://platform.openai.com/docs/guides/structured-outputs#supported-schemas',
    },
    strictIn,
  }),
  choiceIsDeclared({ source: reference, choicesIn }),
];

const readRequests = requestsIn({ toolOf });

/** Reads the OpenAI Assistants API. A function that failed says so in its output's text: the wire has no flag for it. */
export const openAiAssistantsReader: WireReader = {
  providerApi: 'openai-assistants',
  toolErrors: 'text',
  demands: [credentialsIn('authorization'), header('openai-beta'), ...demandsOfRuns],
  rules,
  lacks: ['stopSequences', 'store', 'reasoning.budgetTokens'],
  readResponses,
  readRequests,
  made: createdResources,
  callsOf,
  retold: (call, earlier) => normalizeCall(call, readRequests(call, earlier)[0]),
};

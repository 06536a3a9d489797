/**
 * What a recorded call tells, told to a client that asks for it in its own way: one that creates assistant, thread and
 * messages each by itself, polls until a run is settled, lists a run's steps and messages, oldest first, and deletes what it made.
 */
import type { Json, JsonObject } from '../../../../lib/canonical-json.ts';
import type { Exchange, HttpResponse } from '../../../../recordings/format/exchange.ts';
import { asObject, asString, jsonOf } from '../../../wire/json.ts';
import type { RequestReading } from '../../../wire/reader.ts';
import { asking, idIn, madeBy } from '../../../wire/runs/server-state.ts';
import { type LatestObject, readRunState } from './stream-reader.ts';

/** Statuses at which a client stops polling. */
const pending = new Set(['queued', 'in_progress', 'cancelling']);

/** @param question what the call asks; a call that asks nothing, for it failed before, is told as it was */
export function normalizeCall(call: readonly Exchange[], question: RequestReading | undefined): readonly Exchange[] {
  const asked = call.find(({ operation }) => asking.has(operation));
  if (!asked || !question) return call;
  const telling = readRunState(call);
  const run = [...telling.runs.values()].at(-1)?.value ?? {};
  const ids = {
    assistant: asString(run.assistant_id) ?? 'asst_untold',
    thread: idIn(asked, 'threads') ?? madeBy(asked).thread ?? asString(run.thread_id) ?? 'thread_untold',
    run: madeBy(asked).id ?? idIn(asked, 'runs') ?? 'run_untold',
  };
  if (asked.operation === 'threads.createAndRun') ids.thread = madeBy(asked).thread ?? ids.thread;
  const url = (path: string) => asked.request.url.replace(/\/(assistants|threads)\b[^?]*/, path);
  const thread = (path = '') => url(`/threads/${ids.thread}${path}`);
  const recorded = (operation: string) => call.find((each) => each.operation === operation)?.response;
  const said = question.messages.filter(({ role }) => role === 'user' || role === 'assistant');
  const isOfRun = ({ value }: LatestObject) => value.run_id === ids.run;
  const list = (told: Iterable<LatestObject>) => {
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
      made('messages.create', thread('/messages'), json({ id: `msg_untold_${i}`, object: 'thread.message', role })),
    ),
    asked.operation === 'threads.createAndRun'
      ? { ...asked, operation: 'runs.create', request: { ...asked.request, url: thread('/runs') } }
      : asked,
    ...polls(asked, call),
    looked('steps.list', thread(`/runs/${ids.run}/steps`), json(list(telling.steps.values()))),
    looked('messages.list', thread('/messages'), json(list(telling.messages.values()))),
    deleted('threads.delete', thread(), ids.thread),
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

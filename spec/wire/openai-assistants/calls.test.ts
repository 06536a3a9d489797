import { expect, it } from 'vitest';
import {
  answered,
  asks,
  begun,
  called,
  lists,
  message,
  polls,
  run,
  says,
  step,
  submits,
  waiting,
  wrote,
} from './example-exchange.ts';
import { openAiAssistantsReader as reader } from './reader.ts';

const operations = (exchanges: readonly { readonly operation: string }[] | undefined) =>
  exchanges?.map(({ operation }) => operation);

it('a call is all that is said, the question, and all that is looked at until something is said again', () => {
  const made = begun({ model: 'm' }, 'A');
  const sequence = [
    ...made,
    asks(),
    polls(waiting),
    submits('4'),
    polls(run('completed')),
    lists('messages', 'asc'),
    says('B'),
    asks(),
  ];
  expect(reader.callsOf?.(sequence).map(operations)).toEqual([
    ['assistants.create', 'threads.create', 'messages.create', 'runs.create', 'runs.retrieve'],
    ['runs.submitToolOutputs', 'runs.retrieve', 'messages.list'],
    ['messages.create', 'runs.create'],
  ]);
});

it('what was recorded is told to a client that asks in its own way', () => {
  const body = { assistant_id: 'asst_1', thread: { messages: [{ role: 'user', content: 'A' }] } };
  const call = [
    answered('threads.createAndRun', { path: '/threads/runs', body }, run('queued')),
    polls(run('in_progress')),
    polls(run('completed')),
    polls(run('completed')),
    lists('steps', 'desc', step('s2', wrote('m1')), step('s1', called())),
    lists('messages', 'desc', message('m1', 'Yes.'), message('m0', 'A', { role: 'user', run_id: null })),
  ];
  const told = reader.retold?.(call, []) ?? [];
  expect(operations(told)).toEqual([
    ...['assistants.create', 'threads.create', 'messages.create', 'runs.create', 'runs.retrieve', 'runs.retrieve'],
    ...['steps.list', 'messages.list', 'threads.delete', 'assistants.delete'],
  ]);
  const listed = (operation: string) =>
    JSON.parse(told.find((each) => each.operation === operation)?.response.body.text ?? '').data.map(
      ({ id }: { id: string }) => id,
    );
  expect([listed('steps.list'), listed('messages.list')]).toEqual([['s1', 's2'], ['m1']]);
  expect(told.map(({ request }) => request.url)).toContain('https://api.openai.com/v1/threads/thread_1/runs');
  // Told again, it says the same.
  const factsOf = (exchanges: typeof told) => reader.readResponses(exchanges).facts.map(({ fact }) => fact);
  expect(factsOf(told)).toEqual(factsOf(call));
});

it('what was made is told from what was deleted', () => {
  const deleted = (operation: string, path: string, status = 200) => answered(operation, { path, status }, {});
  const made = begun({ model: 'm' }, 'A');
  const isDeleted = (...more: ReturnType<typeof deleted>[]) =>
    reader.made?.([...made, asks(), ...more]).map((each) => [each.what, each.path, each.isDeleted]);
  expect(isDeleted(deleted('threads.delete', '/threads/thread_1'))).toEqual([
    ['assistant "asst_1"', 'exchanges[0]', false],
    ['thread "thread_1"', 'exchanges[1]', true],
  ]);
  expect(isDeleted(deleted('assistants.delete', '/assistants/asst_1', 404))?.[0]?.[2]).toBe(true);
  expect(isDeleted(deleted('assistants.delete', '/assistants/asst_1', 500))?.[0]?.[2]).toBe(false);
});

it('a call that failed before it asked is told as it was', () => {
  const call = [answered('assistants.create', { path: '/assistants', body: {}, status: 404 }, '')];
  expect(reader.retold?.(call, [])).toBe(call);
});

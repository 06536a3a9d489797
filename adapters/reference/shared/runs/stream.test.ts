import { expect, test } from 'vitest';
import { foldUpdates } from '../../../../spec/contract/index.ts';
import { errors } from '../openai.ts';
import { responseOf } from './response.ts';
import { updatesFromEvents } from './stream.ts';

const run = (status: string, more: object = {}) => ({
  id: 'run_1',
  object: 'thread.run',
  thread_id: 'thread_1',
  status,
  usage: { prompt_tokens: 3, completion_tokens: 2 },
  ...more,
});
const call = (id: string, outputs: object[]) => ({
  id,
  type: 'code_interpreter',
  code_interpreter: { input: '1', outputs },
});
const step = (id: string, details: object, status = 'completed', more: object = {}) => ({
  id,
  object: 'thread.run.step',
  run_id: 'run_1',
  status,
  step_details: details,
  ...more,
});
const textPart = (value: string, ...annotations: object[]) => ({ type: 'text', text: { value, annotations } });
const message = (content: object[], more: object = {}) => ({
  id: 'msg_1',
  role: 'assistant',
  run_id: 'run_1',
  content,
  ...more,
});
const delta = (index: number, part: object) => ({
  event: 'thread.message.delta',
  data: { id: 'msg_1', delta: { content: [{ index, ...part }] } },
});
const event = (name: string, data: object) => ({ event: `thread.${name}`, data });

async function* arriving(events: object[]) {
  yield* events;
}

async function folded(events: object[], told: ReadonlySet<string | undefined> = new Set()) {
  const updates = [];
  for await (const update of updatesFromEvents(arriving(events), told, errors)) updates.push(update);
  return foldUpdates(updates);
}

/** Types, words, files and the words that citations point at, without the provider's own objects. */
const gist = ({ messages }: Awaited<ReturnType<typeof folded>>) =>
  messages.flatMap(({ contents }) =>
    contents.flatMap((content) => {
      if (content.type !== 'text') return [content.type === 'hosted-file' ? `file ${content.fileId}` : content.type];
      const marks = (content.annotations ?? []).map(
        ({ fileId, startIndex, endIndex }) => `${fileId}=${content.text.slice(startIndex, endIndex)}`,
      );
      return content.text === '' ? [] : [[content.text, ...marks].join(' | ')];
    }),
  );

const first = {
  type: 'file_citation',
  text: '【1】',
  start_index: 3,
  end_index: 6,
  file_citation: { file_id: 'file_1' },
};
const second = {
  type: 'file_path',
  text: 'sandbox:/b',
  start_index: 1,
  end_index: 11,
  file_path: { file_id: 'file_2' },
};
const parts = [
  textPart('🌊 A【1】', first),
  { type: 'image_file', image_file: { file_id: 'file_3' } },
  textPart('(sandbox:/b)', second),
];
const whole = message(parts, { attachments: [{ file_id: 'file_4' }] });
const facts = ['🌊 A【1】 | file_1=【1】', 'file file_3', '(sandbox:/b) | file_2=sandbox:/b', 'file file_4'];

test('parts of a message come in their order, each with its own citations, in both modes', async () => {
  const streamed = await folded([
    delta(0, { type: 'text', text: { value: '🌊 ', annotations: [] } }),
    delta(0, { type: 'text', text: { value: 'A' } }),
    delta(0, { type: 'text', text: { value: '【1】', annotations: [{ index: 0, ...first }] } }),
    delta(1, { type: 'image_file', image_file: { file_id: 'file_3' } }),
    delta(2, { type: 'text', text: { value: '(sandbox:/b', annotations: [] } }),
    delta(2, { type: 'text', text: { value: ')' } }),
    event('message.completed', whole),
    event('run.completed', run('completed')),
  ]);
  expect(gist(streamed)).toEqual(facts);
  expect(gist(responseOf(run('completed'), { steps: [], messages: [whole] }, new Set()))).toEqual(facts);
  expect(streamed.messages[0]?.contents.at(-1)).toEqual({ type: 'text', text: '', rawRepresentation: whole });
});

test('a message of which no piece came is told in the end', async () => {
  expect(gist(await folded([event('message.completed', whole), event('run.completed', run('completed'))]))).toEqual(
    facts,
  );
});

test('texts next to each other are one, and their citations count from its beginning', async () => {
  const texts = message([textPart('🌊 A【1】', first), textPart('(sandbox:/b)', second)]);
  const streamed = await folded([
    delta(0, { type: 'text', text: { value: '🌊 A【1】', annotations: [first] } }),
    delta(1, { type: 'text', text: { value: '(sandbox:/b)' } }),
    event('message.completed', texts),
    event('run.completed', run('completed')),
  ]);
  expect(gist(streamed)).toEqual(['🌊 A【1】(sandbox:/b) | file_1=【1】 | file_2=sandbox:/b']);
});

test('a citation that comes only with the whole message keeps its source', async () => {
  const streamed = await folded([
    delta(0, { type: 'text', text: { value: '🌊 A【1】' } }),
    delta(1, { type: 'image_file', image_file: { file_id: 'file_3' } }),
    event('message.completed', message(parts.slice(0, 2))),
    event('run.completed', run('completed')),
  ]);
  const annotations = streamed.messages[0]?.contents.flatMap((content) =>
    content.type === 'text' ? (content.annotations ?? []) : [],
  );
  expect(annotations).toEqual([{ fileId: 'file_1', rawRepresentation: first }]);
});

test('hosted tools are told when their step is over, once', async () => {
  const details = {
    type: 'tool_calls',
    tool_calls: [call('call_1', [{ type: 'image', image: { file_id: 'file_5' } }]), call('call_0', [])],
  };
  const events = [
    event('run.step.created', step('step_1', details, 'in_progress')),
    event('run.step.completed', step('step_1', details)),
    event('run.completed', run('completed')),
  ];
  const { messages } = await folded(events, new Set(['call_0']));
  expect(messages[0]?.contents).toMatchObject([
    { type: 'hosted-tool-call', callId: 'call_1', tool: 'code-interpreter', arguments: { input: '1' } },
    { type: 'hosted-tool-result', callId: 'call_1', outputs: [{ type: 'hosted-file', fileId: 'file_5' }] },
  ]);
});

test('a tool that failed gave an error, and one that nobody knows keeps its name', () => {
  const unknown = { id: 'call_2', type: 'telescope', telescope: { target: 'M31', output: 'blurred' } };
  const steps = [
    step('step_1', { tool_calls: [{ id: 'call_1', type: 'file_search', file_search: {} }] }, 'failed', {
      last_error: { code: 'server_error', message: 'why' },
    }),
    step('step_2', { tool_calls: [unknown] }),
  ];
  const { messages } = responseOf(run('completed'), { steps, messages: [] }, new Set());
  expect(messages[0]?.contents).toMatchObject([
    { type: 'hosted-tool-call', callId: 'call_1', tool: 'file-search' },
    { type: 'hosted-tool-result', outputs: [{ type: 'error', message: 'why', errorCode: 'server_error' }] },
    { type: 'hosted-tool-call', callId: 'call_2', tool: 'telescope', arguments: { target: 'M31' } },
    { type: 'hosted-tool-result', outputs: [{ type: 'text', text: 'blurred' }], rawRepresentation: unknown },
  ]);
});

test('a run may wait for the application to act with its computer', () => {
  const acting = { action: { type: 'type', text: 'x' }, pending_safety_checks: [{ id: 'sc_1', code: 'c' }] };
  const call = { id: 'call_1', type: 'computer_use_preview', computer_use_preview: acting };
  const waiting = run('requires_action', {
    required_action: { type: 'submit_tool_outputs', submit_tool_outputs: { tool_calls: [call] } },
  });
  const { messages } = responseOf(waiting, { steps: [], messages: [] }, new Set());
  expect(messages[0]?.contents).toMatchObject([
    {
      type: 'action-call',
      callId: 'call_1',
      tool: 'computer-use',
      actions: [acting.action],
      pendingSafetyChecks: [{ id: 'sc_1', code: 'c' }],
    },
  ]);
});

test.each([
  ['an event without a name', [{ data: {} }]],
  ['a run without a status', [event('run.created', { id: 'run_1' })]],
  ['an action that nobody knows', [event('run.requires_action', run('requires_action'))]],
  [
    'a call that nobody could answer',
    [
      event(
        'run.requires_action',
        run('requires_action', { required_action: { submit_tool_outputs: { tool_calls: [{}] } } }),
      ),
    ],
  ],
])('%s breaks the promise of the API', async (_, events) => {
  await expect(folded(events)).rejects.toMatchObject({ name: 'WireError' });
});

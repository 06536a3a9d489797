import { expect, it } from 'vitest';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { saidIn } from '../../facts/names.ts';
import {
  answered,
  asks,
  called,
  lists,
  message,
  polls,
  run,
  step,
  streamed,
  submits,
  usage,
  waiting,
  wrote,
} from './example-exchange.ts';
import { openAiAssistantsReader as reader } from './reader.ts';

const readResponses = (...asked: Parameters<typeof reader.readResponses>) => saidIn(reader.readResponses(...asked));
const factsOf = (exchanges: Exchange[], earlier: Exchange[] = []) =>
  readResponses(exchanges, earlier).facts.map(({ fact }) => fact);
const code = (id: string, outputs: object[] = []) => ({
  id,
  type: 'code_interpreter',
  code_interpreter: { input: '1', outputs },
});
const completed = run('completed', { usage });
const end = [
  { kind: 'finish', reason: 'stop' },
  { kind: 'usage', inputTokens: 10, outputTokens: 5 },
];

it('polls count once; steps and messages are told in their order, whichever way they are listed', () => {
  const steps = [step('s1', wrote('m1')), step('s2', called(code('c1'))), step('s3', wrote('m2'))];
  const messages = [message('m1', 'I compute.'), message('m2', 'It is 1.')];
  const facts = [
    { kind: 'text', text: 'I compute.' },
    { kind: 'hosted-call', tool: 'code_interpreter', id: 'c1', arguments: { input: '1' } },
    { kind: 'hosted-result', tool: 'code_interpreter', id: 'c1', payload: [] },
    { kind: 'text', text: 'It is 1.' },
    ...end,
  ];
  const before = [asks(), polls(run('in_progress')), polls(completed)];
  expect(factsOf([...before, lists('steps', 'asc', ...steps), lists('messages', 'asc', ...messages)])).toEqual(facts);
  const newestFirst = [
    lists('steps', 'desc', ...steps.toReversed()),
    lists('messages', 'desc', ...messages.toReversed()),
  ];
  expect(factsOf([...before, ...newestFirst])).toEqual(facts);
  const pages = [lists('steps', 'desc', ...steps.slice(1).toReversed()), lists('steps', 'desc', ...steps.slice(0, 1))];
  expect(factsOf([...before, ...pages, lists('messages', 'asc', ...messages)])).toEqual(facts);
});

it('what earlier calls told of the same run, other runs and users said, is not told again', () => {
  const earlier = [
    asks({}, waiting),
    lists('steps', 'asc', step('s1', called(code('c1'))), step('s2', wrote('m1'))),
    lists('messages', 'asc', message('m1', 'I look it up.')),
  ];
  expect(factsOf(earlier).map(({ kind }) => kind)).toEqual(['hosted-call', 'hosted-result', 'text', 'call', 'finish']);
  const call = [
    submits('4'),
    polls(completed),
    lists('steps', 'asc', step('s1', called(code('c1'))), step('s2', wrote('m1')), step('s3', wrote('m2'))),
    lists(
      'messages',
      'asc',
      message('m0', 'Of another run.', { run_id: 'run_0' }),
      message('mu', 'Of a user.', { role: 'user' }),
      message('m1', 'I look it up.'),
      message('m2', 'Four.'),
    ),
  ];
  expect(factsOf(call, earlier)).toEqual([{ kind: 'text', text: 'Four.' }, ...end]);
});

it('a step that goes on when the run does is told when it is over', () => {
  const open = step('s1', called(code('c1')), { status: 'in_progress' });
  const earlier = [asks({}, waiting), lists('steps', 'asc', open)];
  expect(factsOf(earlier).map(({ kind }) => kind)).toEqual(['call', 'finish']);
  const call = [submits('4'), polls(completed), lists('steps', 'asc', step('s1', called(code('c1'))))];
  expect(factsOf(call, earlier).map(({ kind }) => kind)).toEqual(['hosted-call', 'hosted-result', 'finish', 'usage']);
});

it('functions that a run waits for are calls', () => {
  expect(factsOf([asks({}, waiting)])).toEqual([
    { kind: 'call', name: 'get_weather', arguments: { city: 'Oslo' }, id: 'call_1' },
    { kind: 'finish', reason: 'tool_calls' },
  ]);
});

it('marks in a text are citations of their files, whatever their indexes count', () => {
  const annotations = [
    {
      type: 'file_citation',
      text: '【4:0†a.txt】',
      start_index: 99,
      end_index: 3,
      file_citation: { file_id: 'file_1' },
    },
    { type: 'file_path', text: 'sandbox:/b', start_index: 0, end_index: 1, file_path: { file_id: 'file_2' } },
    { type: 'unheard_of' },
  ];
  const value = 'So it is 🌊【4:0†a.txt】.';
  const content = [
    { type: 'image_file', image_file: { file_id: 'file_3' } },
    { type: 'text', text: { value, annotations } },
  ];
  const exchange = lists('messages', 'asc', message('m1', '', { content, attachments: [{ file_id: 'file_4' }] }));
  const { facts, unread } = readResponses([asks({}, completed), exchange]);
  expect(facts.map(({ fact }) => fact).slice(0, -2)).toEqual([
    { kind: 'text', text: value },
    { kind: 'file', id: 'file_3', mediaType: 'image/*' },
    { kind: 'citation', target: 'file_1', span: '【4:0†a.txt】' },
    { kind: 'citation', target: 'file_2' },
    { kind: 'file', id: 'file_4' },
  ]);
  expect(unread.map(({ what }) => what)).toEqual(['annotation unheard_of']);
});

it.each([
  [
    'failed',
    { last_error: { code: 'server_error', message: 'why' } },
    [{ kind: 'error', code: 'server_error', message: 'why', retryable: true }],
  ],
  ['expired', {}, [{ kind: 'error', code: 'expired', message: '' }]],
  ['incomplete', { incomplete_details: { reason: 'max_completion_tokens' } }, [{ kind: 'finish', reason: 'length' }]],
  [
    'incomplete',
    { incomplete_details: { reason: 'max_prompt_tokens' } },
    [{ kind: 'finish', reason: 'max_prompt_tokens' }],
  ],
  ['cancelled', {}, [{ kind: 'finish', reason: 'cancelled' }]],
  ['in_progress', {}, []],
])('a run that is %s %j', (status, more, facts) => {
  expect(factsOf([asks(), polls(run(status, more))])).toEqual(facts);
});

it('a tool whose step failed gave why', () => {
  const failed = step('s1', called({ id: 'c1', type: 'file_search', file_search: {} }), {
    status: 'failed',
    last_error: { code: 'server_error', message: 'why' },
  });
  expect(factsOf([asks({}, completed), lists('steps', 'asc', failed)])[1]).toEqual({
    kind: 'hosted-result',
    tool: 'file_search',
    id: 'c1',
    payload: { code: 'server_error', message: 'why' },
    failed: true,
  });
});

it('an error of HTTP has its status, and a code only where there is one', () => {
  const gone = answered('assistants.create', { path: '/assistants', body: {}, status: 404 }, '');
  expect(factsOf([gone])).toEqual([{ kind: 'error', status: 404, message: '' }]);
});

const stream = (...events: (readonly [string, unknown])[]) =>
  streamed('runs.create', { path: '/threads/thread_1/runs', body: { stream: true } }, ...events);
const delta = (value: string) =>
  ['thread.message.delta', { id: 'm1', delta: { content: [{ index: 0, type: 'text', text: { value } }] } }] as const;

it('a stream tells a message whole in the end, which its pieces must not contradict', () => {
  const over = [
    ['thread.run.completed', completed],
    ['done', '[DONE]'],
  ] as const;
  const begun = ['thread.message.created', message('m1', '', { content: [] })] as const;
  const whole = (text: string) => ['thread.message.completed', message('m1', text)] as const;
  const good = stream(['thread.run.created', run('queued')], begun, delta('Fo'), delta('ur.'), whole('Four.'), ...over);
  expect(readResponses([good])).toMatchObject({ facts: [{ fact: { text: 'Four.' } }, {}, {}], unread: [] });
  const two = stream(['thread.run.created', run('queued')], begun, delta('Fi'), delta('ve.'), whole('Four.'), ...over);
  expect(readResponses([two]).unread).toMatchObject([{ contradicts: true }]);
});

it('a stream that breaks off says what it said, and that it broke off', () => {
  const torn = stream(
    ['thread.run.created', run('queued')],
    ['thread.message.created', message('m1', '')],
    delta('Fo'),
  );
  const { facts } = readResponses([torn]);
  expect(facts.map(({ fact }) => fact)).toEqual([
    { kind: 'text', text: 'Fo' },
    { kind: 'error', message: '', unreadable: '' },
  ]);
});

it('code and its output may come in pieces alone', () => {
  const piece = (more: object) => ({
    id: 's1',
    delta: { step_details: called({ index: 0, type: 'code_interpreter', ...more }) },
  });
  const told = stream(
    ['thread.run.created', run('queued')],
    ['thread.run.step.created', step('s1', called(), { status: 'in_progress' })],
    ['thread.run.step.delta', piece({ id: 'c1', code_interpreter: { input: 'pri', outputs: [] } })],
    ['thread.run.step.delta', piece({ code_interpreter: { input: 'nt(1)' } })],
    ['thread.run.step.delta', piece({ code_interpreter: { outputs: [{ index: 0, type: 'logs', logs: '1' }] } })],
    ['thread.run.completed', completed],
  );
  expect(factsOf([told]).slice(0, 2)).toEqual([
    { kind: 'hosted-call', tool: 'code_interpreter', id: 'c1', arguments: { input: 'print(1)' } },
    { kind: 'hosted-result', tool: 'code_interpreter', id: 'c1', payload: [{ index: 0, type: 'logs', logs: '1' }] },
  ]);
});

it('an event of an unknown kind, and an error, are said', () => {
  const odd = stream(
    ['thread.run.created', run('queued')],
    ['unheard.of', {}],
    ['error', { code: 'server_error', message: 'why' }],
  );
  const { facts, unread } = readResponses([odd]);
  expect(facts.map(({ fact }) => fact)).toEqual([
    { kind: 'error', code: 'server_error', message: 'why', retryable: true },
  ]);
  expect(unread.map(({ what }) => what)).toEqual(['unheard.of']);
});

import { describe, expect, it } from 'vitest';
import type { Exchange, WireTransport } from '../../../recordings/format/exchange.ts';
import { saidIn } from '../../facts/describe.ts';
import { reader } from './reader.ts';

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

interface Asked {
  readonly path: string;
  readonly body?: unknown;
  readonly status?: number;
}

const exchange = (
  operation: string,
  transport: WireTransport,
  { path, body, status = 200 }: Asked,
  answer: string,
): Exchange => ({
  operation,
  transport,
  request: {
    method: body === undefined ? 'GET' : 'POST',
    url: `https://api.openai.com/v1${path}`,
    headers: [],
    ...(body === undefined ? {} : { body: { text: textOf(body) } }),
  },
  response: {
    status,
    headers: [['content-type', transport === 'json' ? 'application/json' : 'text/event-stream; charset=utf-8']],
    body: { text: answer },
  },
});

/** An operation answered as JSON. */
const answered = (operation: string, asked: Asked, answer: unknown): Exchange =>
  exchange(operation, 'json', asked, textOf(answer));

/** One that is answered as server-sent events, each with its name. */
const streamed = (operation: string, asked: Asked, ...events: (readonly [name: string, data: unknown])[]): Exchange =>
  exchange(operation, 'sse', asked, events.map(([name, data]) => `event: ${name}\ndata: ${textOf(data)}\n\n`).join(''));

const run = (status: string, more: object = {}) => ({
  id: 'run_1',
  object: 'thread.run',
  thread_id: 'thread_1',
  assistant_id: 'asst_1',
  status,
  ...more,
});

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

/** A message of the assistant with one text. */
const message = (id: string, value: string, more: object = {}) => ({
  id,
  object: 'thread.message',
  role: 'assistant',
  run_id: 'run_1',
  content: [{ type: 'text', text: { value, annotations: [] } }],
  ...more,
});

const step = (id: string, details: object, more: object = {}) => ({
  id,
  object: 'thread.run.step',
  run_id: 'run_1',
  status: 'completed',
  step_details: details,
  ...more,
});

const wrote = (id: string) => ({ type: 'message_creation', message_creation: { message_id: id } });

const called = (...calls: object[]) => ({ type: 'tool_calls', tool_calls: calls });

const thread = '/threads/thread_1';

/** What leads to a question: an assistant, a thread and what a user says in it. */
const begun = (assistant: object, said: string): Exchange[] => [
  answered('assistants.create', { path: '/assistants', body: assistant }, { id: 'asst_1', object: 'assistant' }),
  answered('threads.create', { path: '/threads', body: {} }, { id: 'thread_1', object: 'thread' }),
  says(said),
];

const says = (content: string): Exchange =>
  answered(
    'messages.create',
    { path: `${thread}/messages`, body: { role: 'user', content } },
    { id: 'msg_0', object: 'thread.message' },
  );

const asks = (body: object = {}, answer: object = run('queued')): Exchange =>
  answered('runs.create', { path: `${thread}/runs`, body: { assistant_id: 'asst_1', ...body } }, answer);

const polls = (answer: object): Exchange => answered('runs.retrieve', { path: `${thread}/runs/run_1` }, answer);

const submits = (output: string, answer: object = run('queued')): Exchange => {
  const path = `${thread}/runs/run_1/submit_tool_outputs`;
  return answered(
    'runs.submitToolOutputs',
    { path, body: { tool_outputs: [{ tool_call_id: 'call_1', output }] } },
    answer,
  );
};

const lists = (kind: 'steps' | 'messages', order: 'asc' | 'desc', ...data: object[]): Exchange => {
  const path = kind === 'steps' ? `${thread}/runs/run_1/steps` : `${thread}/messages`;
  return answered(`${kind}.list`, { path: `${path}?order=${order}` }, { object: 'list', data, has_more: false });
};

/** A run that waits for one function. */
const waiting = run('requires_action', {
  required_action: {
    type: 'submit_tool_outputs',
    submit_tool_outputs: {
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }],
    },
  },
});

describe('an answer', () => {
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
    const pages = [
      lists('steps', 'desc', ...steps.slice(1).toReversed()),
      lists('steps', 'desc', ...steps.slice(0, 1)),
    ];
    expect(factsOf([...before, ...pages, lists('messages', 'asc', ...messages)])).toEqual(facts);
  });

  it('what earlier calls told of the same run, other runs and users said, is not told again', () => {
    const earlier = [
      asks({}, waiting),
      lists('steps', 'asc', step('s1', called(code('c1'))), step('s2', wrote('m1'))),
      lists('messages', 'asc', message('m1', 'I look it up.')),
    ];
    expect(factsOf(earlier).map(({ kind }) => kind)).toEqual([
      'hosted-call',
      'hosted-result',
      'text',
      'call',
      'finish',
    ]);
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
    const good = stream(
      ['thread.run.created', run('queued')],
      begun,
      delta('Fo'),
      delta('ur.'),
      whole('Four.'),
      ...over,
    );
    expect(readResponses([good])).toMatchObject({ facts: [{ fact: { text: 'Four.' } }, {}, {}], unread: [] });
    const two = stream(
      ['thread.run.created', run('queued')],
      begun,
      delta('Fi'),
      delta('ve.'),
      whole('Four.'),
      ...over,
    );
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
});

describe('a request', () => {
  const weather = { type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } };
  const tool = { type: 'function', name: 'get_weather', parameters: { type: 'object' } };
  const first = [
    ...begun({ model: 'm', instructions: 'Be short.', tools: [weather] }, 'Weather?'),
    asks({ temperature: 0 }),
  ];

  it('assistant, thread, message and run are one question, and polls are none', () => {
    const [question, ...others] = reader.readRequests([...first, polls(waiting)]);
    expect(others).toEqual([]);
    expect(question).toMatchObject({
      exchange: 3,
      messages: [{ role: 'user', contents: [{ type: 'text', text: 'Weather?' }] }],
      options: { modelId: 'm', instructions: 'Be short.', tools: [tool], temperature: 0 },
      unread: [],
    });
    expect(question?.options.conversationId).toBeUndefined();
    expect([...(question?.paths.values() ?? [])]).toEqual([
      'exchanges[0].request.body.tools[0]',
      'exchanges[2].request.body',
      'exchanges[2].request.body.content',
    ]);
  });

  it('in a thread of an earlier call only the news is said, with everything else that is kept', () => {
    const [question] = reader.readRequests(
      [says('And now?'), asks({ temperature: 1 })],
      [...first, polls(run('completed'))],
    );
    expect(question).toMatchObject({
      exchange: 1,
      messages: [{ role: 'user', contents: [{ type: 'text', text: 'And now?' }] }],
      options: { conversationId: 'thread_1', instructions: 'Be short.', tools: [tool], temperature: 1 },
    });
    expect([...(question?.paths.values() ?? [])].every((path) => path.startsWith('exchanges[0]'))).toBe(true);
    expect([...(question?.kept ?? [])]).toEqual([[tool, weather]]);
  });

  it('outputs are asked with what the run was asked with', () => {
    const [question] = reader.readRequests([submits('4 degrees')], [...first, polls(waiting)]);
    expect(question).toMatchObject({
      exchange: 0,
      messages: [{ role: 'tool', contents: [{ type: 'function-result', callId: 'call_1', result: '4 degrees' }] }],
      options: { conversationId: 'thread_1', tools: [tool], temperature: 0 },
    });
  });

  it('the run says over what its assistant says; additional instructions are a message of the system, said once', () => {
    const own = {
      tools: [],
      instructions: 'Be long.',
      additional_instructions: 'Rhyme.',
      additional_messages: [{ role: 'user', content: 'B' }],
    };
    const call = [...begun({ model: 'm', tools: [weather], instructions: 'Be short.' }, 'A'), asks(own)];
    const [question] = reader.readRequests(call);
    expect(question?.options).toEqual({ modelId: 'm', tools: [], instructions: 'Be long.' });
    expect(question?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'user']);
    const [next] = reader.readRequests([says('C'), asks({ additional_instructions: 'Rhyme.' })], call);
    expect(next?.messages.map(({ role }) => role)).toEqual(['user']);
  });

  it('a thread made with its run is read from the answer', () => {
    const body = {
      assistant_id: 'asst_1',
      thread: { messages: [{ role: 'user', content: [{ type: 'text', text: 'A' }] }] },
    };
    const created = answered('threads.createAndRun', { path: '/threads/runs', body }, run('queued'));
    expect(reader.readRequests([created])[0]?.messages[0]?.contents).toEqual([{ type: 'text', text: 'A' }]);
    expect(reader.readRequests([says('B'), asks()], [created])[0]).toMatchObject({
      messages: [{ contents: [{ text: 'B' }] }],
      options: { conversationId: 'thread_1' },
    });
  });

  it('files and stores of assistant and thread are what tools work with', () => {
    const tools = [{ type: 'code_interpreter' }, { type: 'file_search', file_search: { max_num_results: 2 } }];
    const resources = { code_interpreter: { file_ids: ['file_1'] }, file_search: { vector_store_ids: ['vs_1'] } };
    const [assistant, , message] = begun({ model: 'm', tools, tool_resources: resources }, 'A');
    const thread = answered(
      'threads.create',
      { path: '/threads', body: { tool_resources: { code_interpreter: { file_ids: ['file_2'] } } } },
      { id: 'thread_1', object: 'thread' },
    );
    const [question] = reader.readRequests([assistant, thread, message, asks()].flatMap((each) => each ?? []));
    expect(question?.options.tools).toEqual([
      { type: 'code-interpreter', fileIds: ['file_1', 'file_2'] },
      { type: 'file-search', vectorStoreIds: ['vs_1'], maximumResultCount: 2 },
    ]);
  });

  it.each([
    [{ type: 'file_search', file_search: { ranking_options: { ranker: 'auto', score_threshold: 0 } } }],
    [{ type: 'function', function: { name: 'f' } }],
    [{ type: 'unheard_of' }],
  ])('what the contract cannot say is raw: %j', (declaration) => {
    const [question] = reader.readRequests([...begun({ model: 'm', tools: [declaration] }, 'A'), asks()]);
    expect(question?.options.tools).toEqual([{ type: 'raw', providerApi: 'openai-assistants', declaration }]);
  });

  it('members that the options cannot say are named, or would say them again', () => {
    const [question] = reader.readRequests([
      ...begun({ model: 'm', name: 'n', top_p: 0.5 }, 'A'),
      asks({ metadata: { a: 'b' } }),
    ]);
    expect(question?.options.rawRepresentation).toEqual({ top_p: 0.5, metadata: { a: 'b' } });
    expect(question?.unread).toEqual([{ path: 'exchanges[0].request.body.name', what: 'assistant.name' }]);
  });

  it('nothing is asked where making the assistant failed', () => {
    const gone = answered('assistants.create', { path: '/assistants', body: {}, status: 404 }, '');
    expect(reader.readRequests([gone])).toEqual([]);
  });
});

describe('calls', () => {
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
});

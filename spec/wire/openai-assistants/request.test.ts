import { expect, it } from 'vitest';
import { answered, asks, begun, polls, run, says, submits, waiting } from './example-exchange.ts';
import { openAiAssistantsReader as reader } from './reader.ts';

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

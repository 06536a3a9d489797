import { expect, it } from 'vitest';
import { asking, bytesOf, frameExchange, jsonExchange, step } from './example-exchange.ts';
import { bedrockAgentsReader } from './reader.ts';

const read = (...exchanges: Parameters<typeof bedrockAgentsReader.readResponses>[0]) => {
  const { facts, unread } = bedrockAgentsReader.readResponses(exchanges);
  return { facts: facts.map(({ fact }) => fact), unread: unread.map(({ what }) => what) };
};

/** The answer is over when words, or control, have come. */
const over: Parameters<typeof frameExchange>[0] = ['chunk', { bytes: '' }];

it('text is whole though a character is cut, and what it rests on is quoted', () => {
  const snow = Buffer.from('❄ 4 °C');
  const citation = {
    generatedResponsePart: { textResponsePart: { text: '4 °C', span: { start: 2, end: 5 } } },
    retrievedReferences: [
      { location: { type: 'S3', s3Location: { uri: 's3://a/b' } } },
      { location: { type: 'CUSTOM', customDocumentLocation: { id: 'doc' } } },
    ],
  };
  expect(
    read(
      frameExchange(
        ['chunk', { bytes: bytesOf(snow.subarray(0, 2)) }],
        ['chunk', { bytes: bytesOf(snow.subarray(2)), attribution: { citations: [citation] } }],
      ),
    ),
  ).toEqual({
    facts: [
      { kind: 'text', text: '❄ 4 °C' },
      { kind: 'citation', target: 's3://a/b', span: '4 °C' },
      { kind: 'citation', target: 'doc', span: '4 °C' },
      { kind: 'finish', reason: 'stop' },
    ],
    unread: [],
  });
});

it('control that returns is calls, whose values are of the types that they name', () => {
  const parameters = [
    ['city', 'string', '7'],
    ['days', 'integer', '7'],
    ['half', 'integer', '7.5'],
    ['wet', 'boolean', 'true'],
    ['list', 'array', '[1, "a"]'],
    ['broken', 'array', '[a]'],
  ].map(([name = '', type = '', value = '']) => ({ name, type, value }));
  const properties = [{ name: 'n', type: 'number', value: '1.5' }];
  const invocationInputs = [
    { functionInvocationInput: { actionGroup: 'g', function: 'f', parameters } },
    {
      apiInvocationInput: {
        actionGroup: 'h',
        httpMethod: 'post',
        apiPath: '/p',
        requestBody: { content: { 'application/json': { properties } } },
      },
    },
    { newInvocationInput: {} },
  ];
  expect(read(frameExchange(['returnControl', { invocationId: 'i', invocationInputs }]))).toEqual({
    facts: [
      {
        kind: 'call',
        name: 'f',
        arguments: { city: '7', days: 7, half: '7.5', wet: true, list: [1, 'a'], broken: '[a]' },
      },
      { kind: 'call', name: 'POST /p', arguments: { body: { n: 1.5 } } },
      { kind: 'finish', reason: 'tool_calls' },
    ],
    unread: ['invocation newInvocationInput'],
  });
});

it('what the application gave is no result of the provider; what a Lambda function gave is', () => {
  const call = (traceId: string, executionType: string) =>
    step({ invocationInput: { traceId, actionGroupInvocationInput: { function: 'f', executionType } } });
  const result = (traceId: string) =>
    step({ observation: { traceId, type: 'ACTION_GROUP', actionGroupInvocationOutput: { text: traceId } } });
  const { facts } = read(
    frameExchange(call('a', 'LAMBDA'), result('a'), call('b', 'RETURN_CONTROL'), result('b'), result('c'), over),
  );
  expect(facts).toEqual([
    { kind: 'hosted-call', tool: 'f', arguments: {}, id: 'a' },
    { kind: 'hosted-result', tool: 'actionGroupInvocation', payload: { text: 'a' }, id: 'a' },
    { kind: 'finish', reason: 'stop' },
  ]);
});

it('tokens of all questions to models are summed, and thoughts between two deeds are one block', () => {
  const usage = (inputTokens: number) =>
    step({ modelInvocationOutput: { metadata: { usage: { inputTokens, outputTokens: 1 } } } });
  const { facts } = read(
    frameExchange(usage(10), step({ rationale: { text: 'a' } }), usage(20), step({ rationale: { text: 'b' } }), over),
  );
  expect(facts).toEqual([
    { kind: 'reasoning', text: 'ab' },
    { kind: 'finish', reason: 'stop' },
    { kind: 'usage', inputTokens: 30, outputTokens: 2 },
  ]);
});

it('an action is one on the screen only where the request declares its group as that', () => {
  const parameters = [
    { name: 'action', type: 'string', value: 'left_click' },
    { name: 'coordinate', type: 'array', value: '[1,2]' },
  ];
  const answer = frameExchange([
    'returnControl',
    {
      invocationId: 'i',
      invocationInputs: [{ functionInvocationInput: { actionGroup: 'c', function: 'computer', parameters } }],
    },
  ]);
  const declared = { actionGroups: [{ actionGroupName: 'c', parentActionGroupSignature: 'ANTHROPIC.Computer' }] };
  expect(read(asking(declared, answer)).facts[0]).toEqual({
    kind: 'action-call',
    tool: 'computer-use',
    actions: [{ type: 'left_click', coordinate: [1, 2] }],
  });
  expect(read(asking({}, answer)).facts[0]).toMatchObject({ kind: 'call', name: 'computer' });
});

it('what the agent failed at and answered all the same is why it ended so', () => {
  const failed = ['trace', { trace: { failureTrace: { failureReason: 'throttled', failureCode: 429 } } }] as const;
  const { facts, unread } = read(frameExchange([...failed], ['chunk', { bytes: 'SGku' }]));
  expect(facts).toContainEqual({ kind: 'finish', reason: 'stop', why: 'throttled' });
  expect(unread).toEqual([]);
});

it('what is not known is named, and a refusal is an error with its status', () => {
  const failed = step({ newStep: {} });
  expect(read(frameExchange(failed, ['newEvent', {}], ['trace', { trace: { failureTrace: {} } }])).unread).toEqual([
    'step newStep',
    'event newEvent',
    'trace failureTrace',
  ]);
  expect(read(jsonExchange({ __type: 'a#ValidationException', message: 'no' }, 400)).facts).toEqual([
    { kind: 'error', status: 400, code: 'ValidationException', message: 'no', retryable: false },
  ]);
});

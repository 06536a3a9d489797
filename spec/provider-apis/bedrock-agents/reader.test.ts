import { describe, expect, it, test } from 'vitest';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { brokenRules, exampleExchanges } from '../../wire/example-exchanges.ts';
import { reader } from './reader.ts';
import { rules } from './rules.ts';

const inline = 'https://bedrock-agent-runtime.us-east-1.amazonaws.com/agents/s-1';

const { exampleRequest, ...exchanges } = exampleExchanges('invokeInlineAgent', inline);

const { jsonExchange, frameExchange } = exchanges;

/** Text as chunks carry it. */
const bytesOf = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');

/** The answer to a request that says this. */
const asking = (body: unknown, answer: Exchange = frameExchange(), url = inline): Exchange => ({
  ...answer,
  request: { ...exampleRequest(body), url },
});

/** A step of an agent, in the event that tells it. */
const step = (steps: object): readonly ['trace', never] => [
  'trace',
  { sessionId: 's-1', trace: { orchestrationTrace: steps } } as never,
];

const control = 'https://bedrock-agent.us-east-1.amazonaws.com/agents/A';

/** An exchange with the control plane, about the agent `A` and its group `G`. */
const controlled = (operation: string, asked: unknown = {}, answer: unknown = {}, status = 200): Exchange => ({
  ...asking(asked, jsonExchange(answer as never, status), `${control}/agentversions/DRAFT/actiongroups/G/`),
  operation,
});

/** The agent `A` is asked, by the alias of its draft unless told. */
const askingDraft = (answer: Exchange = frameExchange(), alias = 'TSTALIASID'): Exchange => ({
  ...asking(
    { inputText: 'Oslo?' },
    answer,
    `https://bedrock-agent-runtime.us-east-1.amazonaws.com/agents/A/agentAliases/${alias}/sessions/s-1/text`,
  ),
  operation: 'invokeAgent',
});

describe('an answer', () => {
  const read = (...exchanges: Parameters<typeof reader.readResponses>[0]) => {
    const { facts, unread } = reader.readResponses(exchanges);
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
});

describe('a request', () => {
  const read = (exchange: Exchange, earlier: Exchange[] = []) => {
    const [reading] = reader.readRequests([exchange], earlier);
    return reading as NonNullable<typeof reading>;
  };

  const returned = asking(
    { inputText: 'Oslo?' },
    frameExchange([
      'returnControl',
      {
        invocationId: 'i-1',
        invocationInputs: ['Oslo', 'Bergen'].map(() => ({
          functionInvocationInput: { actionGroup: 'g', function: 'f' },
        })),
      },
    ]),
  );

  const result = (more: object, body = '4 C') => ({
    functionResult: { actionGroup: 'g', function: 'f', responseBody: { TEXT: { body } }, ...more },
  });

  const answering = (invocationId: string, ...results: object[]) =>
    asking({ inlineSessionState: { invocationId, returnControlInvocationResults: results } });

  it('a session goes on only where an earlier exchange was of it', () => {
    expect(read(returned).options.conversationId).toBeUndefined();
    expect(read(asking({}), [returned]).options.conversationId).toBe('s-1');
    const other = asking({}, frameExchange(), 'https://bedrock-agent-runtime.us-east-1.amazonaws.com/agents/s-2');
    expect(read(other, [returned]).options.conversationId).toBeUndefined();
  });

  it('results are read as what they were', () => {
    const { messages, unread } = read(answering('i-1', result({}), result({ responseState: 'REPROMPT' }, 'gone')), [
      returned,
    ]);
    expect(unread).toEqual([]);
    expect(messages).toMatchObject([{ role: 'tool', contents: [{ result: '4 C', name: 'f' }, { error: 'gone' }] }]);
  });

  it('a result that names no invocation which waits for one is nobody’s', () => {
    for (const strange of [
      answering('i-2', result({})),
      answering('i-1', result({ function: 'other' })),
      answering('i-1', result({ actionGroup: 'other' })),
      answering('i-1', result({}), result({}), result({})),
    ]) {
      expect(read(strange, [returned]).unread.map(({ what }) => what)).toEqual([
        'result of no invocation that returned control',
      ]);
    }
  });

  it('tools are read back from groups and knowledge bases; what the contract cannot say is raw', () => {
    const returnControl = { customControl: 'RETURN_CONTROL' };
    const parameters = { city: { type: 'string', description: 'where', required: true }, days: { type: 'integer' } };
    const functions = [{ name: 'f', description: 'does', parameters }];
    const arn = 'arn:aws:lambda:us-east-1:000000000000:function:f';
    const actionGroups = [
      { actionGroupName: 'a', actionGroupExecutor: returnControl, functionSchema: { functions } },
      { actionGroupName: 'b', actionGroupExecutor: { lambda: arn }, functionSchema: { functions } },
      { actionGroupName: 'c', actionGroupExecutor: returnControl, apiSchema: { payload: '{"openapi":"3.1.0"}' } },
      { actionGroupName: 'd', actionGroupExecutor: { lambda: arn }, apiSchema: { payload: '{"openapi":"3.1.0"}' } },
      { actionGroupName: 'e', parentActionGroupSignature: 'AMAZON.UserInput' },
    ];
    const knowledgeBases = [
      {
        knowledgeBaseId: 'K',
        description: 'rules',
        retrievalConfiguration: { vectorSearchConfiguration: { numberOfResults: 3 } },
      },
      { knowledgeBaseId: 'K', newMember: 1 },
    ];
    const { options, paths } = read(asking({ actionGroups, knowledgeBases }));
    const schema = {
      type: 'object',
      properties: { city: { type: 'string', description: 'where' }, days: { type: 'integer' } },
      required: ['city'],
      additionalProperties: false,
    };
    const said = { name: 'f', description: 'does', parameters: schema };
    expect(options.tools).toEqual([
      { type: 'function', ...said },
      { type: 'stateful-function', ...said, target: { type: 'aws-lambda-basic', functionArn: arn } },
      { type: 'openapi', name: 'c', specification: { openapi: '3.1.0' }, auth: { type: 'anonymous' } },
      { type: 'raw', providerApi: 'bedrock-agents', declaration: actionGroups[3] },
      { type: 'raw', providerApi: 'bedrock-agents', declaration: actionGroups[4] },
      {
        type: 'provider-specific',
        name: 'knowledge-bases',
        settings: { knowledgeBaseId: 'K', description: 'rules', numberOfResults: 3 },
      },
      { type: 'raw', providerApi: 'bedrock-agents', declaration: knowledgeBases[1] },
    ]);
    expect(options.tools?.map((tool) => paths.get(tool))).toEqual([
      'exchanges[0].request.body.actionGroups[0].functionSchema.functions[0]',
      'exchanges[0].request.body.actionGroups[1].functionSchema.functions[0]',
      ...[2, 3, 4].map((i) => `exchanges[0].request.body.actionGroups[${i}]`),
      ...[0, 1].map((i) => `exchanges[0].request.body.knowledgeBases[${i}]`),
    ]);
  });

  it('members without a word stand in the merge patch that says them again', () => {
    const { options } = read(
      asking({
        foundationModel: 'm',
        instruction: 'Be kind.',
        enableTrace: true,
        streamingConfigurations: { streamFinalResponse: true },
        inlineSessionState: { invocationId: 'i', promptSessionAttributes: { a: 'b' } },
      }),
    );
    expect(options).toEqual({
      modelId: 'm',
      instructions: 'Be kind.',
      rawRepresentation: { enableTrace: true, inlineSessionState: { promptSessionAttributes: { a: 'b' } } },
    });
  });
});

describe('the draft of an agent', () => {
  const group = (name: string, more: object = {}) => ({
    actionGroupName: name,
    actionGroupExecutor: { customControl: 'RETURN_CONTROL' },
    functionSchema: { functions: [{ name, parameters: {} }] },
    actionGroupState: 'ENABLED',
    ...more,
  });
  const declares = (body: object, id = 'G', status?: number) =>
    controlled('createAgentActionGroup', body, { agentActionGroup: { actionGroupId: id } }, status);
  const prepares = controlled('prepareAgent', {}, { agentStatus: 'PREPARING' });
  const deletes = (status = 204) => controlled('deleteAgentActionGroup', {}, {}, status);

  const reading = (exchanges: Exchange[], earlier: Exchange[] = []) => {
    const readings = reader.readRequests(exchanges, earlier);
    expect(readings).toHaveLength(1);
    return readings[0] as NonNullable<(typeof readings)[0]>;
  };
  const namesIn = (...exchanges: Exchange[]) =>
    (reading([...exchanges, askingDraft()]).options.tools ?? []).map((tool) =>
      'name' in tool ? tool.name : tool.type,
    );

  it('the draft has what was declared when it was prepared last', () => {
    expect(namesIn(declares(group('f')), prepares)).toEqual(['f']);
    expect(namesIn(declares(group('f')))).toEqual([]);
    expect(namesIn(declares(group('f')), prepares, declares(group('g'), 'H'))).toEqual(['f']);
    expect(namesIn(declares(group('f')), prepares, deletes())).toEqual(['f']);
    expect(namesIn(declares(group('f')), deletes(), declares(group('g'), 'H'), prepares)).toEqual(['g']);
    expect(namesIn(declares(group('f'), 'G', 400), prepares)).toEqual([]);
    expect(namesIn(declares(group('f', { actionGroupState: 'DISABLED' })), prepares)).toEqual([]);
  });

  it('another alias is not the draft', () => {
    const exchanges = [declares(group('f')), prepares, askingDraft(frameExchange(), 'ALIAS00001')];
    expect(reading(exchanges).options.tools).toBeUndefined();
  });

  it('a tool has its place in the call that declared it, and is kept for later ones as it was declared', () => {
    const raw = { actionGroupName: 'ask', parentActionGroupSignature: 'AMAZON.UserInput', actionGroupState: 'ENABLED' };
    const call = [declares(group('f', { newMember: 1 })), declares(raw, 'H'), prepares, askingDraft()];
    const first = reading(call);
    expect(first.exchange).toBe(3);
    expect(first.options.tools?.map((tool) => first.paths.get(tool))).toEqual([
      'exchanges[0].request.body.functionSchema.functions[0]',
      'exchanges[1].request.body',
    ]);
    expect(first.unread).toEqual([{ path: 'exchanges[0].request.body.newMember', what: 'tool.newMember' }]);
    const later = reading([askingDraft()], call);
    expect(later.options.tools).toEqual(first.options.tools);
    expect(later.options.tools?.map((tool) => later.paths.has(tool))).toEqual([false, false]);
    expect(later.kept?.get(later.options.tools?.[1] ?? {})).toEqual(raw);
    expect(later.unread).toEqual([]);
  });

  it('actions on a screen are known by the group that the draft was given', () => {
    const parameters = { display_width_px: '800', display_height_px: '600' };
    const screen = {
      actionGroupName: 'eyes',
      parentActionGroupSignature: 'ANTHROPIC.Computer',
      parentActionGroupSignatureParams: parameters,
    };
    const called = { actionGroup: 'eyes', function: 'computer', parameters: [{ name: 'action', value: 'screenshot' }] };
    const answer = askingDraft(
      frameExchange(['returnControl', { invocationId: 'i', invocationInputs: [{ functionInvocationInput: called }] }]),
    );
    const kindsOf = (exchanges: Exchange[], earlier: Exchange[] = []) =>
      reader.readResponses(exchanges, earlier).facts.map(({ fact }) => fact.kind);
    const before = [declares(screen), prepares];
    expect(kindsOf([...before, answer])).toEqual(['action-call', 'finish']);
    expect(kindsOf([answer], before)).toEqual(['action-call', 'finish']);
    expect(kindsOf([answer])).toEqual(['call', 'finish']);
  });

  it('the control plane says what went wrong, and nothing else', () => {
    const agent = { agentStatus: 'FAILED', failureReasons: ['no', 'role'] };
    const exchanges = [
      declares(group('f')),
      prepares,
      controlled('getAgent', {}, { agent: { agentStatus: 'PREPARED' } }),
      deletes(404),
      controlled('getAgent', {}, { agent }),
      declares(group('f'), 'G', 400),
    ];
    const { facts, unread } = reader.readResponses(exchanges);
    expect(unread).toEqual([]);
    expect(facts).toEqual([
      { fact: { kind: 'error', code: 'FAILED', message: 'no role' }, path: 'exchanges[4].response.body' },
      { fact: expect.objectContaining({ kind: 'error', status: 400 }), path: 'exchanges[5].response.body' },
    ]);
  });

  it('a group is made until it is deleted, or gone, and the draft is prepared without it', () => {
    const isDeleted = (...exchanges: Exchange[]) => reader.made?.(exchanges).map((made) => made.isDeleted);
    expect(isDeleted(declares(group('f')))).toEqual([false]);
    expect(isDeleted(declares(group('f')), deletes())).toEqual([false]);
    expect(isDeleted(declares(group('f')), prepares, deletes())).toEqual([false]);
    expect(isDeleted(declares(group('f')), deletes(), prepares)).toEqual([true]);
    expect(isDeleted(declares(group('f')), deletes(404), prepares)).toEqual([true]);
    expect(isDeleted(declares(group('f')), deletes(409), prepares)).toEqual([false]);
    expect(isDeleted(declares(group('f'), 'G', 400))).toEqual([]);
  });
});

describe('rules', () => {
  const instruction = 'You are a friendly assistant who answers in one sentence.';
  const inline = (body: object, url?: string) => asking({ instruction, ...body }, frameExchange(), url);
  const group = (more: object) => inline({ actionGroups: [{ actionGroupName: 'weather', ...more }] });
  const returned = asking(
    { instruction, inputText: 'Oslo?' },
    frameExchange(['returnControl', { invocationId: 'i-1', invocationInputs: [] } as never]),
  );
  const preparing = controlled('prepareAgent', {}, { agentStatus: 'PREPARING' });
  const prepared = controlled('getAgent', {}, { agent: { agentStatus: 'PREPARED' } });
  const answered = (invocationId: string) =>
    inline({
      inlineSessionState: {
        invocationId,
        returnControlInvocationResults: [{ functionResult: { actionGroup: 'weather' } }],
      },
    });

  test.each<[string, Exchange, Exchange[], string[]]>([
    ['a question', inline({ inputText: 'Oslo?' }), [], []],
    ['no instruction', asking({ inputText: 'Oslo?' }), [], ['instruction-length']],
    ['a short instruction', inline({ instruction: 'Be kind.' }), [], ['instruction-length']],
    [
      'a session with a blank',
      inline({}, 'https://bedrock-agent-runtime.us-east-1.amazonaws.com/agents/a%20b'),
      [],
      ['session-id-format'],
    ],
    ['a function', group({ functionSchema: { functions: [{ name: 'get_weather' }] } }), [], []],
    [
      'a name with two underscores',
      group({ functionSchema: { functions: [{ name: 'get__weather' }] } }),
      [],
      ['function-name-format'],
    ],
    [
      'a name with a dot, on the agent',
      controlled('createAgentActionGroup', { actionGroupName: 'a.b' }),
      [],
      ['function-name-format'],
    ],
    ['a group of the provider', group({ parentActionGroupSignature: 'AMAZON.UserInput' }), [], []],
    [
      'one with a description',
      group({ parentActionGroupSignature: 'AMAZON.UserInput', description: 'asks' }),
      [],
      ['builtin-action-group-members'],
    ],
    ['results of what returned', answered('i-1'), [returned], []],
    ['results of something else', answered('i-2'), [returned], ['result-invocation-current']],
    ['results that nobody waits for', answered('i-1'), [inline({ inputText: 'Oslo?' })], ['result-invocation-current']],
    ['results in a session of which nothing is known', answered('i-1'), [], []],
    ['an agent that is being prepared', controlled('deleteAgentActionGroup', {}), [preparing], ['agent-draft-idle']],
    ['an agent that is prepared', controlled('deleteAgentActionGroup', {}), [preparing, prepared], []],
  ])('Bedrock Agents and %s', (_, exchange, earlier, breached) => {
    expect(brokenRules(rules, exchange, earlier)).toEqual(breached);
  });
});

import { expect, it } from 'vitest';
import type { Exchange } from '../../../recordings/format/exchange.ts';
import { asking, frameExchange } from './example-exchange.ts';
import { bedrockAgentsReader } from './reader.ts';

const read = (exchange: Exchange, earlier: Exchange[] = []) => {
  const [reading] = bedrockAgentsReader.readRequests([exchange], earlier);
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
    { type: 'stateful-function', ...said, target: { type: 'aws-lambda', functionArn: arn } },
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

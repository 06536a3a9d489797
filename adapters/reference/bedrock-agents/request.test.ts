import { expect, test } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { ChatMessage, ChatOptions, Content } from '../../../spec/contract/index.ts';
import { buildRequest, type Surface } from './request.ts';
import { contentsOfReturnControl } from './stream.ts';

const build = (messages: ChatMessage[], options: ChatOptions = {}, surface: Surface = 'invoke-inline-agent') =>
  buildRequest(messages, options, { settings: { model: 'm' }, adapterId: 'a', surface, stream: false });

const said = (role: ChatMessage['role'], ...contents: (Content | string)[]): ChatMessage => ({
  role,
  contents: contents.map((c) => (typeof c === 'string' ? { type: 'text', text: c } : c)),
});

const calls = (...invocationInputs: JsonObject[]) =>
  said('assistant', ...contentsOfReturnControl({ invocationId: 'i', invocationInputs }, true));

const call = (name: string, more: JsonObject = {}) => ({
  functionInvocationInput: { actionGroup: 'g', agentId: 'A', function: name, parameters: [], ...more },
});

const kept = { conversationId: 's' };

test('in a session only what is new is said', () => {
  const messages = [said('user', 'One?'), said('assistant', 'One.'), said('user', 'Two', '?')];
  expect(build(messages, kept).body).toEqual({ foundationModel: 'm', inputText: 'Two?' });
});

test('a new session is told what was said before it', () => {
  const messages = [
    said('system', 'Be kind.'),
    said('user', 'One?'),
    said('assistant', { type: 'reasoning', text: 'hm' }, 'One.'),
    said('user', 'Two?'),
  ];
  expect(build(messages, { instructions: 'Be brief.' }).body).toEqual({
    foundationModel: 'm',
    instruction: 'Be brief.\n\nBe kind.',
    inputText: 'Two?',
    inlineSessionState: {
      conversationHistory: {
        messages: [
          { role: 'user', content: [{ text: 'One?' }] },
          { role: 'assistant', content: [{ text: 'One.' }] },
        ],
      },
    },
  });
});

test('results go back in the order of their calls, and a failure as one that the model hears of', () => {
  const answers = said(
    'tool',
    { type: 'function-result', callId: 'i#2', error: 'gone' },
    { type: 'function-result', callId: 'i#1', result: { a: 1 } },
  );
  const { body } = build([said('user', 'x'), calls(call('f'), call('f')), answers], kept);
  const link = { actionGroup: 'g', agentId: 'A', function: 'f' };
  expect(body).toEqual({
    foundationModel: 'm',
    inlineSessionState: {
      invocationId: 'i',
      returnControlInvocationResults: [
        { functionResult: { ...link, responseBody: { TEXT: { body: '{"a":1}' } } } },
        { functionResult: { ...link, responseState: 'REPROMPT', responseBody: { TEXT: { body: 'gone' } } } },
      ],
    },
  });
  expect(
    build([calls(call('f')), said('tool', { type: 'function-result', callId: 'i', result: 1 })], kept),
  ).toBeDefined();
});

test('leave that was asked for is given or refused, and a call that needs it is confirmed by its result', () => {
  const asked = calls(call('f', { actionInvocationType: 'USER_CONFIRMATION' }));
  expect(asked.contents).toMatchObject([{ type: 'approval-request', requestId: 'i', name: 'f' }]);
  const answer = said('user', { type: 'approval-response', requestId: 'i', approved: false });
  expect(build([asked, answer], kept).body).toMatchObject({
    inlineSessionState: { returnControlInvocationResults: [{ functionResult: { confirmationState: 'DENY' } }] },
  });
  const both = calls(call('f', { actionInvocationType: 'USER_CONFIRMATION_AND_RESULT' }));
  const result = said('tool', { type: 'function-result', callId: 'i', result: 'ok' });
  expect(build([both, result], kept).body).toMatchObject({
    inlineSessionState: { returnControlInvocationResults: [{ functionResult: { confirmationState: 'CONFIRM' } }] },
  });
});

test('of an action one image goes back, alone', () => {
  const parameters = [{ name: 'action', type: 'string', value: 'screenshot' }];
  const asked = calls(call('computer', { actionGroup: 'computer', parameters }));
  const image = { type: 'data', data: 'AA==', mediaType: 'image/png' } as const;
  const answer = said('tool', {
    type: 'action-result',
    callId: 'i',
    tool: 'computer-use',
    outputs: [image],
  });
  const { body } = build([asked, answer], kept);
  expect(body).toMatchObject({
    inlineSessionState: {
      returnControlInvocationResults: [
        {
          functionResult: {
            function: 'computer',
            responseBody: { IMAGES: { images: [{ format: 'png', source: { bytes: 'AA==' } }] } },
          },
        },
      ],
    },
  });
  const more = { ...image, data: 'AQ==' };
  for (const outputs of [
    [image, more],
    [image, { type: 'text', text: 'here' } as const],
  ]) {
    const several = said('tool', { type: 'action-result', callId: 'i', tool: 'computer-use', outputs });
    expect(() => build([asked, several], kept)).toThrow(/one picture/);
  }
});

test('words of an action go back whole, as a failure where one of them is', () => {
  const parameters = [{ name: 'action', type: 'string', value: 'screenshot' }];
  const asked = calls(call('computer', { actionGroup: 'computer', parameters }));
  const answer = said('tool', {
    type: 'action-result',
    callId: 'i',
    tool: 'computer-use',
    outputs: [
      { type: 'text', text: 'moved' },
      { type: 'error', message: 'locked' },
    ],
  });
  expect(build([asked, answer], kept).body).toMatchObject({
    inlineSessionState: {
      returnControlInvocationResults: [
        { functionResult: { responseState: 'REPROMPT', responseBody: { TEXT: { body: 'moved\nlocked' } } } },
      ],
    },
  });
});

test('files are for the code interpreter where there is one', () => {
  const messages = [
    said('user', 'Sum it.', { type: 'data', data: 'AA==', mediaType: 'text/csv', name: 'a.csv' }),
    said('user', { type: 'uri', uri: 's3://b/c.csv' }),
  ];
  const { body } = build(messages, { tools: [{ type: 'code-interpreter' }] });
  expect(body).toMatchObject({
    inputText: 'Sum it.',
    enableTrace: true,
    inlineSessionState: {
      files: [
        {
          name: 'a.csv',
          source: { sourceType: 'BYTE_CONTENT', byteContent: { mediaType: 'text/csv', data: 'AA==' } },
          useCase: 'CODE_INTERPRETER',
        },
        {
          name: 'c.csv',
          source: { sourceType: 'S3', s3Location: { uri: 's3://b/c.csv' } },
          useCase: 'CODE_INTERPRETER',
        },
      ],
    },
  });
});

test.each<[string, ChatMessage[], ChatOptions]>([
  ['a result without its call', [said('tool', { type: 'function-result', callId: 'x', result: 1 })], kept],
  [
    'results outside the session',
    [calls(call('f')), said('tool', { type: 'function-result', callId: 'i', result: 1 })],
    {},
  ],
  ['calls in the history of a new session', [calls(call('f')), said('assistant', 'Done.'), said('user', 'x')], {}],
  ['a URL', [said('user', { type: 'uri', uri: 'https://a.example/b.png' })], {}],
  ['a hosted file', [said('user', { type: 'hosted-file', fileId: 'f' })], {}],
])('%s cannot be said, and nothing is sent', (_, messages, options) => {
  expect(() => build(messages, options)).toThrow(
    expect.objectContaining({ name: 'ProviderError', code: 'ValidationException', status: undefined }),
  );
});

test('an agent that exists is told nothing that it has already', () => {
  const search: ChatOptions = {
    instructions: 'Be kind.',
    modelId: 'other',
    tools: [
      {
        type: 'provider-specific',
        name: 'knowledge-bases',
        settings: { knowledgeBaseId: 'K', description: 'rules', numberOfResults: 2 },
      },
    ],
  };
  const { body, warnings } = build([said('user', 'Hello')], search, 'invoke-agent');
  const vectorSearchConfiguration = { numberOfResults: 2 };
  expect(body).toEqual({
    inputText: 'Hello',
    enableTrace: true,
    sessionState: {
      knowledgeBaseConfigurations: [{ knowledgeBaseId: 'K', retrievalConfiguration: { vectorSearchConfiguration } }],
    },
  });
  expect(warnings.map(({ message }) => message.split(' ')[0])).toEqual(['modelId', 'instructions']);
  expect(() => build([], { tools: [{ type: 'shell' }] }, 'invoke-agent')).toThrow(/"shell" cannot be declared/);
});

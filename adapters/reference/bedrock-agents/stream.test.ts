import { expect, test } from 'vitest';
import { foldUpdates } from '../../../spec/contract/index.ts';
import { StreamReader } from './stream.ts';

function read(...events: object[]) {
  const reader = new StreamReader({ screen: false });
  return foldUpdates([...events.flatMap((event) => reader.read(event)), reader.end()]);
}

const chunk = (text: string | Uint8Array, attribution?: object) => ({
  chunk: { bytes: Buffer.from(text).toString('base64'), ...(attribution ? { attribution } : {}) },
});

const trace = (step: object, kind = 'orchestrationTrace') => ({ trace: { sessionId: 's', trace: { [kind]: step } } });

test('citations point into the whole text, to the last of the quoted words, wherever it was cut', () => {
  const words = Buffer.from('Rest 🛖 is rest: rest.');
  const cited = (text: string, start: number) => ({
    generatedResponsePart: { textResponsePart: { text, span: { start, end: start + text.length - 1 } } },
    retrievedReferences: [{ location: { type: 'WEB', webLocation: { url: `https://a.example/${start}` } } }],
  });
  const attribution = { citations: [cited('rest', 10), cited('rest', 16), cited('never said', 0)] };
  const { messages, finishReason } = read(chunk(words.subarray(0, 7)), chunk(words.subarray(7), attribution));
  const [content] = messages[0]?.contents ?? [];
  expect(content?.type === 'text' && content.text).toBe('Rest 🛖 is rest: rest.');
  const spans = content?.type === 'text' ? content.annotations : [];
  expect(spans?.map(({ url, startIndex, endIndex }) => [url, startIndex, endIndex])).toEqual([
    ['https://a.example/10', 11, 15],
    ['https://a.example/16', 17, 21],
    ['https://a.example/0', undefined, undefined],
  ]);
  expect(finishReason).toBe('stop');
});

test('what no version of the contract knows arrives as a hosted tool, whole', () => {
  const input = { traceId: 't', invocationType: 'NEW', newThingInput: { a: 1 } };
  const observation = { traceId: 't', type: 'NEW', newThingOutput: { b: 2, files: ['c'] } };
  const { messages } = read(
    trace({ invocationInput: input }, 'newTrace'),
    trace({ observation }, 'newTrace'),
    { newEvent: {} },
    chunk('Done.'),
  );
  expect(messages[0]?.contents).toEqual([
    { type: 'hosted-tool-call', callId: 't', tool: 'newThing', arguments: { a: 1 }, rawRepresentation: input },
    { type: 'hosted-tool-result', callId: 't', tool: 'newThing', outputs: [], rawRepresentation: observation },
    { type: 'text', text: 'Done.' },
  ]);
});

test('what a tool gave is plain to see', () => {
  const outputs = (output: object) => {
    const { messages } = read(trace({ observation: { traceId: 't', xOutput: output } }), chunk('x'));
    const [content] = messages[0]?.contents ?? [];
    return content?.type === 'hosted-tool-result' ? content.outputs : [];
  };
  expect(outputs({ executionOutput: '1\n', executionError: 'boom', executionTimeout: true })).toEqual([
    { type: 'text', text: '1\n' },
    { type: 'error', message: 'boom' },
    { type: 'error', message: 'The code ran too long.' },
  ]);
  const reference = { content: { text: 'found' }, location: { type: 'S3', s3Location: { uri: 's3://a/b' } } };
  expect(outputs({ retrievedReferences: [reference] })).toEqual([
    {
      type: 'text',
      text: 'found',
      annotations: [{ url: 's3://a/b', snippet: 'found' }],
      rawRepresentation: reference,
    },
  ]);
});

test('failures of an agent are told, and tokens of all its models are added up', () => {
  const asked = trace({ modelInvocationOutput: { metadata: { usage: { inputTokens: 2, outputTokens: 1 } } } });
  const failed = trace({ traceId: 't', failureReason: 'too long', failureCode: 408 }, 'failureTrace');
  const { messages, usage } = read(asked, failed, asked, chunk('Sorry.'));
  expect(usage).toEqual({ inputTokens: 4, outputTokens: 2 });
  expect(messages[0]?.contents[0]).toMatchObject({ type: 'error', message: 'too long', errorCode: '408' });
});

test.each([
  [[]],
  [[trace({ rationale: { text: 'hm' } })]],
  [[{ returnControl: { invocationId: 'i' } }]],
  [[{ returnControl: { invocationId: 'i', invocationInputs: [{}] } }]],
  [[{ files: { files: [{ name: 'x' }] } }]],
  [[{ chunk: 'x' }]],
])('%j is no answer', (events) => {
  expect(() => read(...events)).toThrow(expect.objectContaining({ name: 'WireError' }));
});

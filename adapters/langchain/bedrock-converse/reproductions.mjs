import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { ChatBedrockConverse } from '@langchain/aws';
import { HumanMessage } from '@langchain/core/messages';
import { called, result, streamed } from '../shared/reproductions.mjs';

const nova = { model: 'us.amazon.nova-2-lite-v1:0', region: 'us-east-1' };

/** A model that is answered with some blocks, or with some events, and the inputs of what it sends. */
function answered({ content = [{ text: 'Sunny.' }], events = [], ...settings }) {
  const sent = [];
  const output = { message: { role: 'assistant', content } };
  const client = {
    send: async ({ input }) => {
      sent.push(input);
      return { output, stream: ReadableStream.from(events), stopReason: 'end_turn' };
    },
  };
  return { sent, model: new ChatBedrockConverse({ ...nova, ...settings, client }) };
}

const start = (contentBlockIndex, start) => ({ contentBlockStart: { contentBlockIndex, start } });
const delta = (contentBlockIndex, delta) => ({ contentBlockDelta: { contentBlockIndex, delta } });
const streamOf = (...blocks) => [
  { messageStart: { role: 'assistant' } },
  ...blocks.flatMap((events, contentBlockIndex) => [...events, { contentBlockStop: { contentBlockIndex } }]),
  { messageStop: { stopReason: 'end_turn' } },
];

/** A file goes out under a name that Converse accepts: letters, digits, single spaces, hyphens and brackets. */
export async function documentNamesUnchecked() {
  const { model, sent } = answered({});
  const file = { type: 'file', source_type: 'base64', mime_type: 'application/pdf', data: 'JVBERi0=' };
  await model.invoke([new HumanMessage({ content: [{ ...file, metadata: { filename: 'tides.pdf' } }] })]);
  assert.match(sent[0].messages[0].content[0].document.name, /^[A-Za-z0-9 ()[\]-]+$/);
}

/** The result of a failed tool has the status "error". */
export async function failuresNotSent() {
  const { model, sent } = answered({});
  await model.invoke(called('tooluse_1', [result('tooluse_1', 'station offline', 'error')]));
  assert.equal(sent[0].messages[2].content[0].toolResult.status, 'error');
}

/** A call whose input is a text is returned as an invalid one, and goes back with its message. */
export async function nonObjectArgumentsDropped({ mode }) {
  const call = { toolUseId: 'tooluse_1', name: 'get_weather' };
  const { model, sent } = answered({
    content: [{ toolUse: { ...call, input: 'Alta' } }],
    events: streamOf([start(0, { toolUse: call }), delta(0, { toolUse: { input: '"Alta"' } })]),
  });
  const question = 'How is the weather in Alta?';
  if (mode === 'complete') {
    const { tool_calls, invalid_tool_calls } = await model.invoke(question);
    assert.equal([...tool_calls, ...invalid_tool_calls].length, 1);
  } else {
    await model.invoke([question, await streamed(model.stream(question))]);
    assert.equal(sent[1].messages[1].content[0]?.toolUse.toolUseId, 'tooluse_1');
  }
}

/** An image of a response goes back with its message. */
export async function ownBlocksRejected() {
  const picture = { image: { format: 'png', source: { bytes: Buffer.from('iVBORw0KGgo=', 'base64') } } };
  const { model } = answered({ content: [{ text: 'Here it is.' }, picture] });
  const question = new HumanMessage('Draw the wind.');
  const drawn = await model.invoke([question]);
  await assert.doesNotReject(() => model.invoke([question, drawn, new HumanMessage('Larger.')]));
}

/** A result goes out right after its call, whatever the user wrote before. */
export async function resultsAfterUserText() {
  const { model, sent } = answered({});
  await model.invoke(called('tooluse_1', [new HumanMessage('And be quick.'), result('tooluse_1', 'sunny')]));
  assert.equal(sent[0].messages[2].content[0].toolResult?.toolUseId, 'tooluse_1');
}

/** A conversation with calls and results goes out with a toolConfig, also if no function is bound. */
export async function toolConfigMissing() {
  const { model, sent } = answered({
    model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    additionalModelRequestFields: { tools: [{ type: 'bash_20250124', name: 'bash' }] },
  });
  await model.invoke(called('tooluse_1', [result('tooluse_1', '12')]));
  assert.ok(sent[0].toolConfig);
}

/** Chunks of one block of redacted reasoning make one block, as those of readable reasoning do. */
export async function redactedReasoningSplit() {
  const piece = (text) => delta(0, { reasoningContent: { redactedContent: Buffer.from(text) } });
  const { model } = answered({ events: streamOf([piece('one-'), piece('block')]) });
  const { content } = await streamed(model.stream('Think.'));
  assert.equal(content.length, 1);
}

/** A request that is answered with status 429 and "retry-after: 7" is sent again after 7 seconds, not before. */
export async function retryAfterCapped() {
  const output = { message: { role: 'assistant', content: [{ text: 'Hi' }] } };
  const answers = [
    { statusCode: 429, headers: { 'retry-after': '7', 'x-amzn-errortype': 'ThrottlingException' }, body: {} },
    { statusCode: 200, headers: { 'content-type': 'application/json' }, body: { output, stopReason: 'end_turn' } },
  ];
  const requestHandler = {
    handle: async () => {
      const { body, ...answer } = answers.shift();
      return { response: { ...answer, body: Readable.from([Buffer.from(JSON.stringify(body))]) } };
    },
  };
  const credentials = { accessKeyId: 'id', secretAccessKey: 'key' };
  const retries = { maxAttempts: 3, retryMode: 'standard' };
  const client = new BedrockRuntimeClient({ region: 'us-east-1', credentials, requestHandler, ...retries });
  const model = new ChatBedrockConverse({ ...nova, client });
  // What is waited is noted, and takes no time.
  const waits = [];
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (act, milliseconds) => {
    waits.push(milliseconds);
    return setTimeout(act);
  };
  await model.invoke('Hi').finally(() => {
    globalThis.setTimeout = setTimeout;
  });
  const waited = waits.reduce((sum, each) => sum + each, 0);
  assert.ok(waited >= 7000, `the request was sent again after ${Math.floor(waited)} ms`);
}

/** A text and some events of a block after it. */
const textBefore = (...events) => streamOf([delta(0, { text: 'It is sunny.' })], events);

/** A stream with an image returns the other blocks. */
export async function streamBlocksRejected() {
  const source = { bytes: Buffer.from('iVBORw0KGgo=', 'base64') };
  const { model } = answered({
    events: textBefore(start(1, { image: { format: 'png' } }), delta(1, { image: { source } })),
  });
  await assert.doesNotReject(streamed(model.stream('How is the weather?')));
}

/** A stream with a block of a kind that is unknown to the AWS SDK returns the other blocks. */
export async function streamUnknownBlocksRejected() {
  const { model } = answered({ events: textBefore(delta(1, { $unknown: ['gauge', { level: 3 }] })) });
  await assert.doesNotReject(streamed(model.stream('How is the weather?')));
}

/** A function with a name that Amazon Bedrock rejects is rejected before anything is sent. */
export async function functionsUnchecked() {
  const { model, sent } = answered({});
  const toolSpec = { name: 'get weather!', inputSchema: { json: { type: 'string' } } };
  const call = async () => model.bindTools([{ toolSpec }]).invoke('How is the weather?');
  await call().catch(() => {});
  assert.deepEqual(sent, []);
}

/** User text after the results of functions is part of their message, so that roles alternate. */
export async function userMessagesNotMerged() {
  const { model, sent } = answered({});
  await model.invoke(called('tooluse_1', [result('tooluse_1', 'sunny'), new HumanMessage('And be quick.')]));
  assert.deepEqual(
    sent[0].messages.map(({ role }) => role),
    ['user', 'assistant', 'user'],
  );
}

/** A stream that ends without a messageStop throws. */
export async function truncatedStreams() {
  const [begin, text] = streamOf([delta(0, { text: 'Half' })]);
  const { model } = answered({ events: [begin, text] });
  await assert.rejects(streamed(model.stream('Hello.')));
}

/** A stream whose loop the caller leaves ends its request. */
export async function streamsLeftOpen() {
  const signals = [];
  const client = {
    async send(_, { abortSignal }) {
      signals.push(abortSignal);
      return { stream: ReadableStream.from(streamOf([delta(0, { text: 'Hello' })])) };
    },
  };
  const model = new ChatBedrockConverse({ ...nova, client });
  for await (const _ of await model.stream('Hello.')) break;
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true],
  );
}

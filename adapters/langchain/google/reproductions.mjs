import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';
import { arrived, ask, result, serve, streamed, unhandled } from '../shared/reproductions.mjs';

const answerOf = (...parts) => ({
  candidates: [{ content: { parts, role: 'model' }, finishReason: 'STOP', index: 0 }],
});
const pieceOf = (text) => ({ candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0 }] });

const modelAt = (baseUrl) =>
  new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });

/** A call that is aborted while it waits for its response ends, and its request with it. */
export async function abortIgnored() {
  const caller = new AbortController();
  let isGivenUp = false;
  const server = createServer((_, response) => {
    response.on('close', () => {
      isGivenUp = !response.writableFinished;
    });
    caller.abort();
    setTimeout(() => response.end('{"candidates":[{"content":{"parts":[{"text":"Hi"}]},"finishReason":"STOP"}]}'), 100);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const model = modelAt(`http://127.0.0.1:${server.address().port}`);
  const ended = await model.invoke('Hello.', { signal: caller.signal }).then(
    () => 'with an answer',
    () => 'with an error',
  );
  assert.deepEqual([ended, isGivenUp], ['with an error', true]);
}

/** A call that was aborted before it began sends nothing. */
export async function abortedBeforeSend({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  await streamed(model.stream('Hello.', { signal: AbortSignal.abort() })).catch(() => {});
  assert.deepEqual(await arrived(requests), []);
}

/** A stream whose prompt was blocked returns or throws the reason. */
export async function blockedPromptsInStreams() {
  const promptFeedback = { blockReason: 'SAFETY' };
  const model = modelAt(await serve([{ promptFeedback, usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 } }]));
  const outcome = await streamed(model.stream('Hello.')).catch((error) => ({ ...error, message: error.message }));
  assert.match(`${JSON.stringify(outcome)}`, /SAFETY/);
}

/** The error for a response without content has Google’s explanation and usage. */
export async function emptyContentError() {
  const finishMessage = 'Unexpected tool call: get_weather';
  const candidates = [{ finishReason: 'UNEXPECTED_TOOL_CALL', finishMessage, index: 0 }];
  const model = modelAt(await serve({ candidates, usageMetadata: { promptTokenCount: 10, totalTokenCount: 10 } }));
  const told = await model.invoke('Hello.').catch((error) => error);
  const said = JSON.stringify({ ...told, message: told.message });
  assert.deepEqual([said.includes(finishMessage), 'usage_metadata' in told], [true, true]);
}

/** After an empty message of the model in the history, every content of the request has a part. */
export async function emptyMessagesSent({ baseUrl, requests }) {
  const history = [new HumanMessage('Draw the harbour.'), new AIMessage(''), new HumanMessage('Then write of it.')];
  await modelAt(baseUrl)
    .invoke(history)
    .catch(() => {});
  assert.deepEqual(
    requests[0].contents.filter(({ parts }) => parts.length === 0),
    [],
  );
}

/** The code of an error, such as RESOURCE_EXHAUSTED, is a member of what is thrown, or in its message. */
export async function errorCodesDropped({ baseUrl, mode }) {
  const model = modelAt(baseUrl);
  const error = await ask(model, mode).catch((thrown) => thrown);
  const said = [error.message, ...Object.values(error)].map((value) => JSON.stringify(value)).join();
  assert.match(said, /RESOURCE_EXHAUSTED|INVALID_ARGUMENT/);
}

const overloaded = { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' };

/** An error in a stream is thrown with Google’s message. */
export async function errorsInStreams() {
  const model = modelAt(await serve([pieceOf('It '), { error: overloaded }]));
  await assert.rejects(streamed(model.stream('Hello.')), /overloaded/);
}

/** An error of Google behind the events of a stream is thrown with its own message. */
export async function errorsBehindEvents({ baseUrl }) {
  const error = await streamed(modelAt(baseUrl).stream('Hello.')).catch((thrown) => thrown);
  if (!(error instanceof Error)) throw new Error('nothing is thrown');
  assert.doesNotMatch(error.message, /Failed to parse stream/);
}

/** An error in the body of a whole response with status 200 is thrown with Google’s message. */
export async function errorsWithStatus200() {
  const model = modelAt(await serve({ error: overloaded }));
  await assert.rejects(() => model.invoke('Hello.'), /overloaded/);
}

/** A function with an invalid name, or with parameters that are not an object, is rejected before anything is sent. */
export async function functionsUnchecked({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const parameters = { type: 'object', properties: {} };
  const functionDeclarations = [
    { name: 'get weather!', parameters },
    { name: 'look', parameters: { type: 'string' } },
  ];
  await model
    .bindTools([{ functionDeclarations }])
    .invoke('Hello.')
    .catch(() => {});
  assert.deepEqual(requests, []);
}

/** The error shows that the response is a page of HTML. */
export async function htmlErrorsUnclear({ baseUrl }) {
  const model = modelAt(baseUrl);
  await assert.rejects(() => model.invoke('Hello.'), /text\/html/);
}

/** The error for a result without a call names the id of the call. */
export async function orphanedResultUnnamed({ baseUrl }) {
  const model = modelAt(baseUrl);
  const messages = [new HumanMessage('Hello.'), new ToolMessage({ tool_call_id: 'call_lost', content: 'rain' })];
  await assert.rejects(() => model.invoke(messages), /call_lost/);
}

/** A message that the library returned can be sent back, whatever it holds. */
export async function ownPartsRejected() {
  const picture = { inlineData: { mimeType: 'image/png', data: 'aGk=' } };
  const model = modelAt(await serve(answerOf({ text: 'Look.' }, picture)));
  const asked = new HumanMessage('Hello.');
  const answer = await model.invoke([asked]);
  await assert.doesNotReject(() => model.invoke([asked, answer, asked]));
}

/** The member partMetadata of a call goes back with it. */
export async function partMetadataDropped() {
  const requests = [];
  const call = { functionCall: { name: 'get_weather', args: {} }, partMetadata: { stream: 'west' } };
  const model = modelAt(await serve(answerOf(call), { requests }));
  const asked = new HumanMessage('Hello.');
  const answer = await model.invoke([asked]);
  await model.invoke([asked, answer, result(answer.tool_calls[0].id, 'rain')]);
  assert.match(requests[1], /west/);
}

/** A member of the request without a field of its own, such as seed, can be set. */
export async function rawMembers({ baseUrl, requests }) {
  const members = { seed: 7, generationConfig: { seed: 7 } };
  const model = new ChatGoogleGenerativeAI({
    model: 'gemini-3.8-flash',
    apiKey: 'key',
    baseUrl,
    maxRetries: 0,
    ...members,
  });
  await model.invoke('Hello.', members).catch(() => {});
  assert.equal(requests[0].generationConfig.seed, 7);
}

/** Results of two calls of one function have the ids of their calls, or their order. */
export async function resultsLinkedByOrder({ baseUrl, requests }) {
  const callOf = (id, city) => ({ type: 'tool_call', id, name: 'get_weather', args: { city } });
  const calls = new AIMessage({ content: '', tool_calls: [callOf('call-1', 'Utrecht'), callOf('call-2', 'Oslo')] });
  await modelAt(baseUrl)
    .invoke([new HumanMessage('Where is it warmer?'), calls, result('call-2', 'snow'), result('call-1', 'rain')])
    .catch(() => {});
  const parts = requests[0].contents.flatMap((content) => content.parts);
  const results = parts.flatMap(({ functionResponse }) => functionResponse ?? []);
  const rain = results.findIndex(({ response }) => JSON.stringify(response).includes('rain'));
  assert.ok(results[rain].id === 'call-1' || rain === 0);
}

/** Results of two calls of one turn are parts of one content. */
export async function parallelResultsApart({ baseUrl, requests }) {
  const callOf = (id, city) => ({ type: 'tool_call', id, name: 'get_weather', args: { city } });
  const calls = new AIMessage({ content: '', tool_calls: [callOf('call-1', 'Utrecht'), callOf('call-2', 'Oslo')] });
  await modelAt(baseUrl)
    .invoke([new HumanMessage('Where is it warmer?'), calls, result('call-1', 'rain'), result('call-2', 'snow')])
    .catch(() => {});
  const withResults = requests[0].contents.filter(({ parts }) => parts.some((part) => part.functionResponse));
  assert.equal(withResults.length, 1);
}

/** The header retry-after of an error can be read. */
export async function retryAfterDropped() {
  const model = modelAt(await serve('Later.', { status: 503, 'retry-after': '7' }));
  const error = await model.invoke('Hello.').catch((thrown) => thrown);
  assert.notEqual(error.headers?.get('retry-after') ?? error.retryAfterMs, undefined);
}

/** Functions and tools of Google are declared together as Google demands it. */
export async function serverToolFlag({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const parameters = { type: 'object', properties: { city: { type: 'string' } } };
  const tools = [{ functionDeclarations: [{ name: 'get_weather', parameters }] }, { googleSearch: {} }];
  await model
    .bindTools(tools)
    .invoke('Hello.')
    .catch(() => {});
  assert.equal(requests[0].toolConfig?.includeServerSideToolInvocations, true);
}

/** The signature of a text part goes back with it. */
export async function signaturesDropped() {
  const requests = [];
  const said = answerOf({ text: 'Let me look.', thoughtSignature: 'c3RhdGU=' }, { text: ' Rain.' });
  const model = modelAt(await serve(said, { requests }));
  const asked = new HumanMessage('Hello.');
  const answer = await model.invoke([asked]);
  await model.invoke([asked, answer, asked]);
  assert.match(requests[1], /c3RhdGU=/);
}

/** A comment in a stream is ignored, and the events around it are read. */
export async function sseParserStrict() {
  const text = `: nothing new\n\ndata: ${JSON.stringify(answerOf({ text: 'Hello.' }))}\n\n`;
  const model = modelAt(await serve(text, { 'content-type': 'text/event-stream' }));
  // The error comes twice, and nobody can catch the second one: see unhandledRejection.
  let failed;
  await unhandled(() =>
    streamed(model.stream('Hello.')).catch((error) => {
      failed = error;
    }),
  );
  assert.ifError(failed);
}

/** The finish reason of a stream is returned, although its last event has no content. */
export async function streamEndsSkipped() {
  const model = modelAt(await serve([pieceOf('A storm '), { candidates: [{ finishReason: 'SAFETY', index: 0 }] }]));
  const { response_metadata } = await streamed(model.stream('Hello.'));
  assert.equal(response_metadata.finishReason, 'SAFETY');
}

/** A stream that ends without a finish reason throws. */
export async function truncatedStreams() {
  const model = modelAt(await serve([pieceOf('Half')]));
  await assert.rejects(streamed(model.stream('Hello.')));
}

/** After the error of a truncated stream is caught, no unhandled rejection is left. */
export async function unhandledRejection() {
  const half = 'data: {"candidates":[{"content":{"parts":[{"text":"Half an ans';
  const model = modelAt(await serve(half, { 'content-type': 'text/event-stream' }));
  assert.deepEqual(await unhandled(() => streamed(model.stream('Hello.'))), []);
}

/** An event without usage adds no tokens. */
export async function usageCountedTwice() {
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 };
  const model = modelAt(await serve([{ ...pieceOf('Hel'), usageMetadata }, pieceOf('lo.')]));
  const { usage_metadata } = await streamed(model.stream('Hello.'));
  assert.equal(usage_metadata.input_tokens, 10);
}

/** Output tokens include those of reasoning, and input tokens those of tool results. */
export async function usageIncomplete() {
  const input = { promptTokenCount: 10, toolUsePromptTokenCount: 5 };
  const usageMetadata = { ...input, candidatesTokenCount: 3, thoughtsTokenCount: 7, totalTokenCount: 25 };
  const model = modelAt(await serve({ ...answerOf({ text: 'Hi.' }), usageMetadata }));
  const { usage_metadata: counted } = await model.invoke('Hello.');
  assert.deepEqual([counted.input_tokens, counted.output_tokens], [15, 10]);
}

/** The schema of a response keeps "additionalProperties", which "responseJsonSchema" of the API takes. */
export async function responseSchemaReduced({ baseUrl, requests }) {
  const schema = {
    type: 'object',
    properties: { sky: { type: 'string' } },
    required: ['sky'],
    additionalProperties: false,
  };
  await modelAt(baseUrl)
    .withStructuredOutput(schema)
    .invoke('How is the sky?')
    .catch(() => {});
  const [{ generationConfig }] = await arrived(requests);
  const { responseSchema, responseJsonSchema = responseSchema } = generationConfig;
  assert.equal(responseJsonSchema.additionalProperties, false);
}

/** An image in a tool message is a part of its function response. */
export async function mediaResultsAsText({ baseUrl, requests }) {
  const tool_calls = [{ id: 'call-01', name: 'get_chart', args: {} }];
  const content = [{ type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' }];
  const messages = [new HumanMessage('Where?'), new AIMessage({ content: '', tool_calls })];
  await modelAt(baseUrl)
    .invoke([...messages, new ToolMessage({ tool_call_id: 'call-01', name: 'get_chart', content })])
    .catch(() => {});
  assert.ok(requests[0].contents.at(-1).parts[0].functionResponse.parts, 'the function response has no parts');
}

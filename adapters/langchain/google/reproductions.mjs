import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatGoogleGenerativeAI } from '@langchain/google-genai';
import { arrived, ask, called, result, serve, streamed, unhandled } from '../shared/reproductions.mjs';

const answerOf = (...parts) => ({
  candidates: [{ content: { parts, role: 'model' }, finishReason: 'STOP', index: 0 }],
});
const pieceOf = (text) => ({ candidates: [{ content: { parts: [{ text }], role: 'model' }, index: 0 }] });

const modelAt = (baseUrl) =>
  new ChatGoogleGenerativeAI({ model: 'gemini-3.8-flash', apiKey: 'key', baseUrl, maxRetries: 0 });

/** How a stream ended is told, also where its last event holds no word. */
export async function endsOfStreamsSkipped() {
  const model = modelAt(await serve([pieceOf('A storm '), { candidates: [{ finishReason: 'SAFETY', index: 0 }] }]));
  const { response_metadata } = await streamed(model.stream('Hello.'));
  assert.equal(response_metadata.finishReason, 'SAFETY');
}

/** Of an answer without a word, the provider's words for why and the tokens that it cost are told. */
export async function endsUntold() {
  const finishMessage = 'Unexpected tool call: get_weather';
  const candidates = [{ finishReason: 'UNEXPECTED_TOOL_CALL', finishMessage, index: 0 }];
  const model = modelAt(await serve({ candidates, usageMetadata: { promptTokenCount: 10, totalTokenCount: 10 } }));
  const told = await model.invoke('Hello.').catch((error) => error);
  const said = JSON.stringify({ ...told, message: told.message });
  assert.deepEqual([said.includes(finishMessage), 'usage_metadata' in told], [true, true]);
}

/** The code of an error ("RESOURCE_EXHAUSTED"), by which Google tells one from the other, is told. */
export async function errorCodesDropped({ baseUrl, mode }) {
  const model = modelAt(baseUrl);
  const error = await ask(model, mode).catch((thrown) => thrown);
  const said = [error.message, ...Object.values(error)].map((value) => JSON.stringify(value)).join();
  assert.match(said, /RESOURCE_EXHAUSTED|INVALID_ARGUMENT/);
}

/** An error that comes with a good status is told in Google's words. */
export async function errorForAnAnswer({ baseUrl, mode }) {
  const model = modelAt(baseUrl);
  await assert.rejects(ask(model, mode), /not offered where you are/);
}

/** An error that comes in a list, as Google sends it where a stream was asked for, is told in Google's words. */
export async function errorsInAList({ baseUrl }) {
  const model = modelAt(baseUrl);
  const error = await model.stream('Hello.').catch((thrown) => thrown);
  assert.match(error.message, /\[\d{3} [^\]]*\] \w/);
}

/** An error in the midst of a stream ends it with an error, in Google's words. */
export async function errorsInAnswers() {
  const error = { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' };
  const model = modelAt(await serve([pieceOf('It '), { error }]));
  await assert.rejects(streamed(model.stream('Hello.')), /overloaded/);
}

/** A call that was given up before it began sends nothing. */
export async function givenUpBefore({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  await streamed(model.stream('Hello.', { signal: AbortSignal.abort() })).catch(() => {});
  assert.deepEqual(await arrived(requests), []);
}

/** When another try makes sense is told where the answer says it. */
export async function headersOfErrorsDropped() {
  const model = modelAt(await serve('Later.', { status: 503, 'retry-after': '7' }));
  const error = await model.invoke('Hello.').catch((thrown) => thrown);
  assert.notEqual(error.headers?.get('retry-after') ?? error.retryAfterMs, undefined);
}

/** A call goes back under the id that Google gave it, and its result under the same. */
export async function idsNotSent({ baseUrl, requests }) {
  await modelAt(baseUrl)
    .invoke(called('call-1', [result('call-1', 'rain')]))
    .catch(() => {});
  const [, { parts: calls }, { parts: results }] = requests[0].contents;
  assert.deepEqual([calls[0].functionCall.id, results[0].functionResponse.id], ['call-1', 'call-1']);
}

/** What the library made of an answer can be sent back to it, whatever stood in the answer. */
export async function ownPartsRefused() {
  const picture = { inlineData: { mimeType: 'image/png', data: 'aGk=' } };
  const model = modelAt(await serve(answerOf({ text: 'Look.' }, picture)));
  const asked = new HumanMessage('Hello.');
  const answer = await model.invoke([asked]);
  await assert.doesNotReject(() => model.invoke([asked, answer, asked]));
}

/** That the answer is a page of HTML and not Google's can be seen from the error. */
export async function pagesUnnamed({ baseUrl }) {
  const model = modelAt(baseUrl);
  await assert.rejects(() => model.invoke('Hello.'), /text\/html/);
}

/** Who catches what a torn stream throws has caught all: no rejection is left that nobody can handle, and that ends the process. */
export async function rejectionUnhandled() {
  const half = 'data: {"candidates":[{"content":{"parts":[{"text":"Half an ans';
  const model = modelAt(await serve(half, { 'content-type': 'text/event-stream' }));
  assert.deepEqual(await unhandled(() => streamed(model.stream('Hello.'))), []);
}

/** The error of a result that answers no call names the call. */
export async function resultWithoutACall({ baseUrl }) {
  const model = modelAt(baseUrl);
  const messages = [new HumanMessage('Hello.'), new ToolMessage({ tool_call_id: 'call_lost', content: 'rain' })];
  await assert.rejects(() => model.invoke(messages), /call_lost/);
}

/** A call that is given up while it waits for its answer ends, and its request with it. */
export async function signalIgnored() {
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

/** A signature that Google puts on words, or on code, goes back with them. */
export async function signaturesDropped() {
  const requests = [];
  const said = answerOf({ text: 'Let me look.', thoughtSignature: 'c3RhdGU=' }, { text: ' Rain.' });
  const model = modelAt(await serve(said, { requests }));
  const asked = new HumanMessage('Hello.');
  const answer = await model.invoke([asked]);
  await model.invoke([asked, answer, asked]);
  assert.match(requests[1], /c3RhdGU=/);
}

/** A comment in a stream of server-sent events means nothing, and the events around it are read. */
export async function streamFraming() {
  const text = `: nothing new\n\ndata: ${JSON.stringify(answerOf({ text: 'Hello.' }))}\n\n`;
  const model = modelAt(await serve(text, { 'content-type': 'text/event-stream' }));
  // The error comes twice, and nobody can catch the second one: see rejectionUnhandled.
  let failed;
  await unhandled(() =>
    streamed(model.stream('Hello.')).catch((error) => {
      failed = error;
    }),
  );
  assert.ifError(failed);
}

/** Functions and tools of Google are declared together the way Google takes them. */
export async function toolsBesideFunctions({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const parameters = { type: 'object', properties: { city: { type: 'string' } } };
  const tools = [{ functionDeclarations: [{ name: 'get_weather', parameters }] }, { googleSearch: {} }];
  await model
    .bindTools(tools)
    .invoke('Hello.')
    .catch(() => {});
  assert.equal(requests[0].toolConfig?.includeServerSideToolInvocations, true);
}

/** A function whose name is none, or whose parameters are no object, is refused before anything is sent. */
export async function uncheckedFunctions({ baseUrl, requests }) {
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

/** A piece that says nothing of tokens adds none. */
export async function usageCountedTwice() {
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 };
  const model = modelAt(await serve([{ ...pieceOf('Hel'), usageMetadata }, pieceOf('lo.')]));
  const { usage_metadata } = await streamed(model.stream('Hello.'));
  assert.equal(usage_metadata.input_tokens, 10);
}

/** Thoughts are counted among what came out, and what tools gave the model among what went in. */
export async function usage() {
  const input = { promptTokenCount: 10, toolUsePromptTokenCount: 5 };
  const usageMetadata = { ...input, candidatesTokenCount: 3, thoughtsTokenCount: 7, totalTokenCount: 25 };
  const model = modelAt(await serve({ ...answerOf({ text: 'Hi.' }), usageMetadata }));
  const { usage_metadata: counted } = await model.invoke('Hello.');
  assert.deepEqual([counted.input_tokens, counted.output_tokens], [15, 10]);
}

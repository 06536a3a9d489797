import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
import { jsonSchema, tool } from 'ai';
import { ask, errorsOf, partsOf, send, unusableTools } from '../shared/reproductions.mjs';

const at = (baseUrl) => {
  const google = createGoogle({ baseURL: `${baseUrl}/v1beta`, apiKey: 'key' });
  return { google, model: google('gemini-3.8-flash') };
};

/** Options that keep the bodies of what comes, and what gives those of an answer. */
function keepingBodies(mode) {
  const include = { responseBody: true, rawChunks: true };
  if (mode === 'complete') return { options: { include }, bodiesOf: ({ response }) => [response.body] };
  const raw = [];
  return { options: { include, onChunk: ({ chunk }) => raw.push(chunk.rawValue ?? {}) }, bodiesOf: () => [...raw] };
}

/** A signature of a part without words is kept apart from those of other parts. */
export async function emptySignedParts({ baseUrl, mode, requests }) {
  const { options, bodiesOf } = keepingBodies(mode);
  const call = { model: at(baseUrl).model, ...options };
  const messages = [{ role: 'user', content: 'Hi' }];
  const first = await ask({ ...call, messages }, mode);
  const came = bodiesOf(first).flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? []);
  const output = { type: 'text', value: 'It is done.' };
  const results = first.toolCalls.map(({ toolCallId, toolName }) => ({
    type: 'tool-result',
    toolCallId,
    toolName,
    output,
  }));
  const next = results.length > 0 ? [{ role: 'tool', content: results }] : messages;
  await send({ ...call, messages: [...messages, ...first.response.messages, ...next] }, mode);
  if (requests.length < 2) throw new Error('nothing was sent back');
  const sent = requests[1].contents.flatMap(({ parts }) => parts);
  const isSigned = ({ text, thoughtSignature }) => text === '' && thoughtSignature;
  assert.equal(sent.filter(isSigned).length, came.filter(isSigned).length);
}

/** An error that comes with a good status is told as one. */
export async function errorWithStatus200({ baseUrl }) {
  await assert.rejects(ask({ model: at(baseUrl).model }));
}

/** An error that Google writes into a stream, outside of its events, is told. */
export async function errorsInStreams({ baseUrl }) {
  assert.equal((await errorsOf({ model: at(baseUrl).model })).length, 1);
}

/** What an answer is grounded in is handed on as it came. */
export async function groundingMembers({ baseUrl, mode }) {
  const { options, bodiesOf } = keepingBodies(mode);
  const answer = await ask({ model: at(baseUrl).model, ...options }, mode);
  const came = bodiesOf(answer).flatMap(({ candidates }) => candidates?.[0]?.groundingMetadata ?? []);
  assert.deepEqual(answer.providerMetadata.google.groundingMetadata, came.at(-1));
}

/** Code keeps the id that Google gave it. */
export async function codeIds({ baseUrl, mode }) {
  const { google, model } = at(baseUrl);
  const tools = { code_execution: google.tools.codeExecution({}) };
  assert.match(JSON.stringify((await ask({ model, tools }, mode)).content), /exec-1|code-2/);
}

/** A stream whose lines end with CR is read to its end. */
export async function crLineEndings({ baseUrl }) {
  const parts = await partsOf({ model: at(baseUrl).model });
  assert.notEqual(parts.at(-1).finishReason, 'interrupted');
}

/** An answer of which the wire says little is read as far as it goes. */
export async function sparseAnswers({ baseUrl, mode }) {
  assert.deepEqual(await errorsOf({ model: at(baseUrl).model }, mode), []);
}

/** The signature of a part with code is kept. */
export async function codeSignatures({ baseUrl, mode }) {
  const { google, model } = at(baseUrl);
  const tools = { code_execution: google.tools.codeExecution({}) };
  const calls = (await ask({ model, tools }, mode)).content.filter(({ type }) => type === 'tool-call');
  assert.match(JSON.stringify(calls), /thoughtSignature/);
}

/** Functions beside code execution are sent to Gemini 2.5. */
export async function functionsBesideCode({ baseUrl, requests }) {
  const { google } = at(baseUrl);
  const get_weather = tool({ inputSchema: jsonSchema({ type: 'object', properties: {} }) });
  const tools = { get_weather, code_execution: google.tools.codeExecution({}) };
  await send({ model: google('gemini-2.5-flash'), tools });
  assert.match(JSON.stringify(requests[0].tools), /functionDeclarations/);
}

/** A function that has no name, or a schema of no object, is refused before anything is sent. */
export async function uncheckedTools({ baseUrl, requests }) {
  await send({ model: at(baseUrl).model, tools: unusableTools });
  assert.deepEqual(requests, []);
}

/** The model that answered is reported. */
export async function modelVersion({ baseUrl, mode }) {
  const { options, bodiesOf } = keepingBodies(mode);
  const answer = await ask({ model: at(baseUrl).model, ...options }, mode);
  const [named] = bodiesOf(answer).flatMap((body) => body.modelVersion ?? []);
  assert.equal(answer.response.modelId, named);
}

/** The metadata of a part is handed on. */
export async function partMetadata({ baseUrl, mode }) {
  const { content } = await ask({ model: at(baseUrl).model }, mode);
  assert.match(JSON.stringify(content), /west/);
}

/** A transcription of audio is handed on. */
export async function audioTranscription({ baseUrl, mode }) {
  const { content } = await ask({ model: at(baseUrl).model }, mode);
  assert.match(JSON.stringify(content), /read aloud/);
}

/** The message of a blocked prompt is handed on. */
export async function blockMessage({ baseUrl, mode }) {
  const told = [];
  for (let i = 0; i < 5; i++) {
    const { providerMetadata } = await ask({ model: at(baseUrl).model }, mode).catch(() => ({}));
    told.push(providerMetadata);
  }
  assert.match(JSON.stringify(told), /Nobody may ask/);
}

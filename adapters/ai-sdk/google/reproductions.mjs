import assert from 'node:assert/strict';
import { createGoogle } from '@ai-sdk/google';
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
  await send({ ...call, messages: [...messages, ...first.response.messages, ...messages] }, mode);
  const sent = (requests[1]?.contents ?? []).flatMap(({ parts }) => parts);
  const isSigned = ({ text, thoughtSignature }) => text === '' && thoughtSignature;
  assert.equal(sent.filter(isSigned).length, came.filter(isSigned).length);
}

/** An error that comes with a good status is told as one. */
export async function errorToldAsAnAnswer({ baseUrl }) {
  await assert.rejects(ask({ model: at(baseUrl).model }));
}

/** What an answer is grounded in is handed on as it came. */
export async function groundingMembers({ baseUrl, mode }) {
  const { options, bodiesOf } = keepingBodies(mode);
  const answer = await ask({ model: at(baseUrl).model, ...options }, mode);
  const came = bodiesOf(answer).flatMap(({ candidates }) => candidates?.[0]?.groundingMetadata ?? []);
  assert.deepEqual(answer.providerMetadata.google.groundingMetadata, came.at(-1));
}

/** Code keeps the id that Google gave it. */
export async function idsOfCode({ baseUrl, mode }) {
  const { google, model } = at(baseUrl);
  const tools = { code_execution: google.tools.codeExecution({}) };
  assert.match(JSON.stringify((await ask({ model, tools }, mode)).content), /exec-1|code-2/);
}

/** A stream whose lines end with CR is read to its end. */
export async function lastEvent({ baseUrl }) {
  const parts = await partsOf({ model: at(baseUrl).model });
  assert.notEqual(parts.at(-1).finishReason, 'interrupted');
}

/** An answer of which the wire says little is read as far as it goes. */
export async function littleInParts({ baseUrl, mode }) {
  assert.deepEqual(await errorsOf({ model: at(baseUrl).model }, mode), []);
}

/** A result without output is told without output. */
export async function outputMadeUp({ baseUrl, mode }) {
  const { google, model } = at(baseUrl);
  const tools = { code_execution: google.tools.codeExecution({}) };
  const results = (await ask({ model, tools }, mode)).content.filter(({ type }) => type === 'tool-result');
  assert.ok(results.every(({ output }) => output.output !== ''));
}

/** A page of HTML in the place of a stream is told as an error. */
export async function pageForAStream({ baseUrl }) {
  assert.notDeepEqual(await errorsOf({ model: at(baseUrl).model }), []);
}

/** The result of a call that nobody made is refused before anything is sent. */
export async function resultWithoutAName({ baseUrl, requests }) {
  const output = { type: 'text', value: '06:12' };
  const result = { type: 'tool-result', toolCallId: 'call_lost', toolName: '', output };
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'tool', content: [result] },
  ];
  await send({ model: at(baseUrl).model, messages });
  assert.deepEqual(requests, []);
}

/** The signature of a part with code is kept. */
export async function signatureOfCode({ baseUrl, mode }) {
  const { google, model } = at(baseUrl);
  const tools = { code_execution: google.tools.codeExecution({}) };
  const calls = (await ask({ model, tools }, mode)).content.filter(({ type }) => type === 'tool-call');
  assert.match(JSON.stringify(calls), /thoughtSignature/);
}

/** A function that has no name, or a schema of no object, is refused before anything is sent. */
export async function uncheckedTools({ baseUrl, requests }) {
  await send({ model: at(baseUrl).model, tools: unusableTools });
  assert.deepEqual(requests, []);
}

/** Answers that were withheld end with the finish reason "content-filter". */
export async function withheldPictures({ baseUrl, mode }) {
  const reasons = [];
  for (let i = 0; i < 4; i++) {
    const { finishReason } = await ask({ model: at(baseUrl).model }, mode).catch(() => ({}));
    if (finishReason !== undefined) reasons.push(finishReason);
  }
  assert.ok(!reasons.includes('other'), reasons.join(', '));
}

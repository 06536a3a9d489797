import assert from 'node:assert/strict';
import { createAzure } from '@ai-sdk/azure';
import { createOpenAI } from '@ai-sdk/openai';
import {
  ask,
  called,
  endsOf,
  errorsOf,
  functions,
  send,
  textOf,
  unusableTools,
  withFiles,
  withThought,
} from '../shared/reproductions.mjs';

const modelAt = (baseUrl) => createOpenAI({ baseURL: `${baseUrl}/v1`, apiKey: 'key' }).chat('gpt-5.5');

/** Arguments that are no JSON go back as the model wrote them. */
export async function argumentsReplaced({ baseUrl, mode, requests }) {
  const input = '{"city": Tromsø}';
  const call = { toolCallId: 'call_1', toolName: 'get_weather' };
  const messages = called(call, { type: 'error-text', value: 'No JSON.' }, input);
  await ask({ model: modelAt(baseUrl), messages }, mode);
  assert.equal(requests[0].messages[1].tool_calls[0].function.arguments, input);
}

/** Of several choices the text is that of one. */
export async function choicesMixed({ baseUrl }) {
  const text = await textOf({ model: modelAt(baseUrl) });
  // The first choice is "Hammerfest.", the others begin with other words.
  assert.ok('Hammerfest.'.startsWith(text), `the text is ${JSON.stringify(text)}`);
}

/** An error that comes with a good status is told in the provider's words. */
export async function errorForAnAnswer({ baseUrl }) {
  const model = modelAt(baseUrl);
  await assert.rejects(ask({ model }), /The model is busy/);
}

/** A call in the older form, function_call, arrives as a call. */
export async function functionCallDropped({ baseUrl, mode }) {
  const { toolCalls } = await ask({ model: modelAt(baseUrl) }, mode);
  assert.equal(toolCalls.length, 1);
}

/** A sound of the type audio/x-wav is one of the type audio/wav. */
export async function namesOfSounds({ baseUrl, mode }) {
  const file = { data: 'UklGRiQAAABXQVZF', mediaType: 'audio/x-wav' };
  assert.deepEqual(await errorsOf({ model: modelAt(baseUrl), messages: withFiles(file) }, mode), []);
}

/** Calls arrive whole, whatever servers leave out of their pieces. */
export async function piecesOfCalls({ baseUrl }) {
  assert.deepEqual(await errorsOf({ model: modelAt(baseUrl), tools: functions(['get_weather']) }), []);
}

/** That a thought of another model is not sent is said in a warning. */
export async function thoughtsDropped({ baseUrl, mode, requests }) {
  const text = 'The user is in Norway.';
  const { warnings } = await ask({ model: modelAt(baseUrl), messages: withThought(text) }, mode);
  assert.ok(warnings.length > 0 || JSON.stringify(requests).includes(text), 'no thought, and no warning');
}

/** A stream that is cut before it says why it ends is not taken for a whole one. */
export async function tornOnAzure({ baseUrl }) {
  const azure = createAzure({ baseURL: `${baseUrl}/openai/v1`, apiKey: 'key' });
  const model = azure.chat('gpt-5.5');
  // One of the answers is cut: each is asked for.
  const ends = [await endsOf({ model }), await endsOf({ model }), await endsOf({ model })];
  assert.ok(!ends.flat().includes('other'), JSON.stringify(ends));
}

/** A function that has no name, or a schema of no object, is refused before anything is sent. */
export async function uncheckedTools({ baseUrl, requests }) {
  await send({ model: modelAt(baseUrl), tools: unusableTools });
  assert.deepEqual(requests, []);
}

/** An answer with a part of an unknown kind is read as far as it is known. */
export async function unknownParts({ baseUrl, mode }) {
  const tools = functions(['get_weather']);
  assert.deepEqual(await errorsOf({ model: modelAt(baseUrl), tools }, mode), []);
}

/** An image in the result of a function is rejected, or at least not sent as text. */
export async function mediaResultsAsText({ baseUrl, mode, requests }) {
  const data = 'iVBORw0KGgo=';
  const file = { type: 'file', data: { type: 'data', data }, mediaType: 'image/png' };
  const messages = called({ toolCallId: 'call_1', toolName: 'get_chart' }, { type: 'content', value: [file] });
  await ask({ model: modelAt(baseUrl), messages }, mode).catch(() => {});
  assert.ok(!JSON.stringify(requests[0]?.messages[2].content ?? '').includes(data), 'its bytes are in the text');
}

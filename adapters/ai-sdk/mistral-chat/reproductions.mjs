import assert from 'node:assert/strict';
import { createMistral } from '@ai-sdk/mistral';
import { ask, called, errorsOf, functions, partsOf, send, textOf, unusableTools } from '../shared/reproductions.mjs';

const modelAt = (baseUrl) => createMistral({ baseURL: `${baseUrl}/v1`, apiKey: 'key' }).chat('mistral-medium-latest');

/** Arguments that come as an object, as Mistral's own types allow it, are read. */
export async function argumentsAsObject({ baseUrl, mode }) {
  const options = { model: modelAt(baseUrl), tools: functions(['get_weather']) };
  // In one of the cases the second answer has them.
  assert.deepEqual([...(await errorsOf(options, mode)), ...(await errorsOf(options, mode))], []);
}

/** Of several choices the text is that of one. */
export async function choicesMixed({ baseUrl }) {
  const text = await textOf({ model: modelAt(baseUrl) });
  assert.equal(text, 'Hammerfest.');
}

/** A chunk without choices is passed over. */
export async function chunkWithoutChoices({ baseUrl }) {
  assert.deepEqual(await errorsOf({ model: modelAt(baseUrl) }), []);
}

/** What of a request does not fit is told in Mistral's words. */
export async function detailOfErrors({ baseUrl }) {
  await assert.rejects(ask({ model: modelAt(baseUrl) }), /Input should be less than or equal to/);
}

/** An error within a stream is told in the provider's words. */
export async function errorInAStream({ baseUrl }) {
  const parts = await partsOf({ model: modelAt(baseUrl) });
  const errors = parts.filter(({ type }) => type === 'error').map(({ error }) => `${error.name} ${error.code}`);
  assert.doesNotMatch(errors.join(), /TypeValidation/);
}

/** Ids of calls go out as Mistral takes them: nine letters and digits. */
export async function idsOfOthers({ baseUrl, mode, requests }) {
  const call = { toolCallId: 'toolu_01AbZk7Qw-Bergen', toolName: 'get_weather' };
  const messages = called(call, { type: 'text', value: 'rain' });
  await ask({ model: modelAt(baseUrl), messages }, mode);
  assert.match(requests[0].messages[1].tool_calls[0].id, /^[a-zA-Z0-9]{9}$/);
}

/** A delta whose role is null is read. */
export async function nullRole({ baseUrl }) {
  assert.deepEqual(await errorsOf({ model: modelAt(baseUrl) }), []);
}

/** Sources that the model refers to are told. */
export async function referencesDropped({ baseUrl }) {
  const parts = await partsOf({ model: modelAt(baseUrl) });
  const told = parts.filter(({ type, citations }) => type === 'source' || citations !== undefined);
  assert.ok(told.length > 0);
}

/** The signature of a thought is kept, so that it can go back. */
export async function signatureDropped({ baseUrl, mode }) {
  const { content } = await ask({ model: modelAt(baseUrl) }, mode);
  assert.match(JSON.stringify(content), /c2VhbGVkLWJ5LW1pc3RyYWw=/);
}

/** A function that has no name, or a schema of no object, is refused before anything is sent. */
export async function uncheckedTools({ baseUrl, requests }) {
  await send({ model: modelAt(baseUrl), tools: unusableTools });
  assert.deepEqual(requests, []);
}

/** An answer with a part of an unknown type is read as far as it is known. */
export async function unknownParts({ baseUrl, mode }) {
  assert.deepEqual(await errorsOf({ model: modelAt(baseUrl) }, mode), []);
}

/** No message of the user goes out right behind one of a tool, which Mistral refuses. */
export async function userBehindATool({ baseUrl, mode, requests }) {
  const call = { toolCallId: 'abcdefghi', toolName: 'get_weather' };
  const messages = called(call, { type: 'text', value: 'rain' });
  messages.push({ role: 'user', content: 'Never mind.' });
  await ask({ model: modelAt(baseUrl), messages }, mode);
  const roles = requests[0].messages.map(({ role }) => role);
  assert.doesNotMatch(roles.join(), /tool,user/);
}

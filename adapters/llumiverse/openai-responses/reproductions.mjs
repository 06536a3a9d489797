import assert from 'node:assert/strict';
import { OpenAIResponsesDriver } from '@llumiverse/drivers/openai';
import { askWithUnusableFunctions, completionOf, headersSent, hello } from '../shared/reproductions.mjs';

const at = (baseUrl) => new OpenAIResponsesDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
const options = { model: 'gpt-5.5' };

/** Where a stream ends with an error, the caller is told of it in the words of the provider. */
export async function errorEvent({ baseUrl }) {
  await assert.rejects(completionOf(at(baseUrl), 'stream', options), /Something went wrong|It broke off/);
}

/** A thought and its summary are told as two, and not run together. */
export async function openThoughtsStreamed({ baseUrl }) {
  const driver = at(baseUrl);
  await completionOf(driver, 'stream', options);
  const { result } = await completionOf(driver, 'stream', options);
  const said = result.map(({ value }) => value);
  assert.ok(said.includes('Comparing two towns by what is known.'), said.join('\n'));
}

/** Thoughts that a model has in the open, as the content of a reasoning item, are told. */
export async function openThoughts({ baseUrl }) {
  const { result } = await at(baseUrl).execute(hello, options);
  assert.match(JSON.stringify(result), /I have a station in Ushuaia/);
}

/** Where a page comes in the place of an answer, the error says so. */
export async function pageOfHtml({ baseUrl }) {
  await assert.rejects(at(baseUrl).execute(hello, options), /text\/html|content type|not JSON/i);
}

/** Where a model refuses in the midst of an answer, what it said before is not lost. */
export async function refusalStreamed({ baseUrl }) {
  await assert.doesNotReject(completionOf(at(baseUrl), 'stream', options));
}

/** Where a model refuses in the midst of an answer, the caller is told of it. */
export async function refusal({ baseUrl }) {
  const { result, finish_reason } = await at(baseUrl).execute(hello, options);
  assert.match(JSON.stringify([result, finish_reason]), /I cannot help you|refus|content_filter/);
}

/** Where a response has failed, its stream does not end as if all were well. */
export async function responseFailedStreamed({ baseUrl }) {
  await assert.rejects(completionOf(at(baseUrl), 'stream', options), /could not finish/);
}

/** Where a response has failed, the caller is told of it in the words of the provider. */
export async function responseFailed({ baseUrl }) {
  await assert.rejects(at(baseUrl).execute(hello, options), /could not finish/);
}

/** What the environment holds of somebody else is not sent where the caller gave a key and an endpoint. */
export async function surroundings() {
  const sent = await headersSent(at, options);
  assert.deepEqual([sent['x-somebody'], sent['openai-organization']], [undefined, undefined]);
}

/** Words that the end of an item tells, and no piece before it, are told. */
export async function toldLate({ baseUrl }) {
  const completion = await completionOf(at(baseUrl), 'stream', options);
  assert.match(JSON.stringify(completion.result), /As of noon, I hope/);
}

/** What a tool gave that the library does not know is told, and not dropped. */
export async function unknownItemsStreamed({ baseUrl }) {
  const completion = await completionOf(at(baseUrl), 'stream', options);
  const { result, tool_use } = completion;
  assert.match(JSON.stringify([result, tool_use]), /what was not known|added_later/);
}

/** What a tool gave that the library does not know is told, and not dropped. */
export async function unknownItems({ baseUrl }) {
  const { result, tool_use } = await at(baseUrl).execute(hello, options);
  assert.match(JSON.stringify([result, tool_use]), /what was not known|added_later/);
}

/** A function that cannot be one, for its name or its parameters, is refused before anything is sent. */
export async function unusableFunctions({ baseUrl, requests }) {
  await askWithUnusableFunctions(at(baseUrl), options);
  assert.deepEqual(requests, []);
}

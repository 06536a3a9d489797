import assert from 'node:assert/strict';
import { URLDataSource } from '@llumiverse/core';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';
import { chunksOf, completionOf, fileOf, hello, namesIn, sendUnusableFunctions } from '../shared/reproductions.mjs';

const at = (baseUrl) => new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
const options = { model: 'gpt-5.5' };

/** Arguments that are invalid JSON do not become an empty object. */
export async function argumentsEmptied({ baseUrl }) {
  const { tool_use } = await at(baseUrl).execute(hello, options);
  assert.notDeepEqual(tool_use[0].tool_input, {});
}

/** A PDF that the API takes is sent. */
export async function attachmentsLeftOut({ baseUrl, requests }) {
  const file = fileOf('paper.pdf', 'application/pdf', '%PDF-1.7');
  await at(baseUrl)
    .execute([{ role: 'user', content: 'Read it.', files: [file] }], options)
    .catch(() => {});
  assert.match(JSON.stringify(requests), /application\/pdf/);
}

/** The usage has the number of cached tokens. */
export async function cachedTokensMissing({ baseUrl, mode }) {
  const driver = at(baseUrl);
  const { token_usage } = await completionOf(driver, mode, options);
  assert.notEqual(token_usage.prompt_cached, undefined);
}

/** Two streamed calls with ids and without an index are two. */
export async function callsWithoutIndex({ baseUrl }) {
  const driver = at(baseUrl);
  await completionOf(driver, 'stream', options);
  await assert.doesNotReject(completionOf(driver, 'stream', options));
}

/** A streamed choice without a delta does no harm. */
export async function chunkWithoutDelta({ baseUrl }) {
  await assert.doesNotReject(completionOf(at(baseUrl), 'stream', options));
}

/** A completion has the citations of its text. */
export async function citationsMissing({ baseUrl, mode }) {
  const search = { _option_id: 'openai-text', extra_body: { web_search_options: {} } };
  const { conversation, ...completion } = await completionOf(at(baseUrl), mode, { ...options, model_options: search });
  assert.match(namesIn(completion).join(' '), /annotation|citation/);
}

/** A PDF by URL is sent, or the call is rejected. */
export async function documentUrlsSkipped({ baseUrl, requests }) {
  const file = new URLDataSource('tides.pdf', 'application/pdf', 'https://example.com/tides.pdf');
  const call = at(baseUrl).execute([{ role: 'user', content: 'Read it.', files: [file] }], options);
  const isRejected = await call.then(
    () => false,
    () => requests.length === 0,
  );
  assert.ok(isRejected || /application\/pdf/.test(JSON.stringify(requests)));
}

/** An empty delta between others of a call takes nothing away. */
export async function emptyDeltaResetsArguments({ baseUrl }) {
  await assert.doesNotReject(completionOf(at(baseUrl), 'stream', options));
}

/** The finish reason is that of the service, beside a call too. */
export async function finishReasonReplaced({ baseUrl }) {
  const { finish_reason } = await at(baseUrl).execute(hello, options);
  assert.notEqual(finish_reason, 'tool_use');
}

/** A call in the older form, function_call, is in the completion. */
export async function functionCallDropped({ baseUrl, mode }) {
  const call = async () => JSON.stringify((await completionOf(at(baseUrl), mode, options)).tool_use);
  assert.match(String(await call().catch(String)), /get_time/);
}

/** A streamed call with invalid arguments is in the completion. */
export async function malformedCallsRefused({ baseUrl }) {
  await assert.doesNotReject(async () => {
    const { tool_use } = await completionOf(at(baseUrl), 'stream', options);
    assert.equal(tool_use?.length, 1);
  });
}

/** A member of extra_body is sent, whatever the driver sends by default. */
export async function rawMembersOverridden({ baseUrl, requests, mode }) {
  const members = { _option_id: 'openai-text', extra_body: { n: 2 } };
  await completionOf(at(baseUrl), mode, { ...options, model_options: members });
  assert.equal(requests[0].n, 2);
}

/** A stream tells with each chunk whether it is reasoning or text. */
export async function reasoningNotStreamed({ baseUrl }) {
  const chunks = await chunksOf(at(baseUrl), options);
  assert.notEqual(typeof chunks[0], 'string');
}

/** The usage of a stream has the number of reasoning tokens. */
export async function reasoningTokensMissing({ baseUrl }) {
  const { token_usage } = await completionOf(at(baseUrl), 'stream', options);
  assert.match(namesIn(token_usage).join(' '), /reason|think|thought/);
}

/** The caller gets the words with which the model refuses. */
export async function refusalDropped({ baseUrl, mode }) {
  const call = async () => JSON.stringify((await completionOf(at(baseUrl), mode, options)).result);
  assert.match(await call().catch(String), /sorry/);
}

/** The finish reason of a streamed refusal tells it from an answer. */
export async function refusalFinishReason({ baseUrl }) {
  const { finish_reason } = await completionOf(at(baseUrl), 'stream', options);
  assert.notEqual(finish_reason, 'stop');
}

/** A property that may be of any type, and the default of a property, are sent as the function declares them. */
export async function schemasRewritten({ baseUrl, requests, mode }) {
  const properties = { note: { description: 'Any value.' }, nights: { type: 'integer', default: 1 } };
  const tools = [{ name: 'book', description: 'Books.', input_schema: { type: 'object', properties } }];
  await completionOf(at(baseUrl), mode, { ...options, tools });
  assert.deepEqual(requests[0].tools[0].function.parameters.properties, properties);
}

/** A streamed completion has the id of the response, as the original response of execute() has. */
export async function streamsWithoutId({ baseUrl }) {
  const completion = await completionOf(at(baseUrl), 'stream', { ...options, include_original_response: true });
  assert.notEqual(completion.original_response?.id, undefined);
}

/** A function is sent as strict if the caller says so. */
export async function strictNotSelectable({ baseUrl, requests, mode }) {
  const schema = { type: 'object', properties: {}, additionalProperties: false };
  const tools = [{ name: 'list_open_tickets', input_schema: schema, strict: true }];
  await completionOf(at(baseUrl), mode, { ...options, tools });
  assert.equal(requests[0].tools[0].function.strict, true);
}

/** A stream that breaks off is not a complete answer. */
export async function truncatedStreamsAccepted({ baseUrl }) {
  await assert.rejects(completionOf(at(baseUrl), 'stream', options));
}

/** If a body is no completion, the error is not one of JavaScript. */
export async function unexpectedBodiesUnread({ baseUrl }) {
  const error = await at(baseUrl)
    .execute(hello, options)
    .catch((reason) => reason);
  assert.doesNotMatch(String(error), /Cannot read properties/);
}

/** A function with an invalid name or invalid parameters is rejected before anything is sent. */
export async function unusableFunctionsSent({ baseUrl, requests }) {
  await sendUnusableFunctions(at(baseUrl), options);
  assert.deepEqual(requests, []);
}

/** JSON of any form can be requested. */
export async function responseFormatNotSent({ baseUrl, requests, mode }) {
  await completionOf(at(baseUrl), mode, { ...options, result_schema: {} }).catch(() => {});
  assert.equal(requests[0].response_format?.type, 'json_object');
}

/** A call goes back with the members that it came with, such as the signature that Gemini requires. */
export async function callExtrasDropped({ baseUrl, requests }) {
  const { conversation, tool_use } = await completionOf(at(baseUrl), 'stream', options);
  const result = { role: 'tool', tool_use_id: tool_use[0].id, content: 'calm' };
  await completionOf(at(baseUrl), 'stream', { ...options, conversation }, [result]);
  assert.match(JSON.stringify(requests[1]), /thought_signature/);
}

/** The error of a stream has the message of the service, whatever its code. */
export async function numericErrorCodes({ baseUrl }) {
  await assert.rejects(completionOf(at(baseUrl), 'stream', options), /does not fit/);
}

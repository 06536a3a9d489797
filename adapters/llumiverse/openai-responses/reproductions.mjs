import assert from 'node:assert/strict';
import { OpenAIResponsesDriver } from '@llumiverse/drivers/openai';
import {
  chunksOf,
  completionOf,
  hello,
  namesIn,
  reasoningIn,
  sendUnusableFunctions,
} from '../shared/reproductions.mjs';

const at = (baseUrl) => new OpenAIResponsesDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
const options = { model: 'gpt-5.5' };

/** A completion has the citations of its text. */
export async function citationsMissing({ baseUrl, mode }) {
  const { conversation, ...completion } = await completionOf(at(baseUrl), mode, options);
  assert.match(namesIn(completion).join(' '), /annotation|citation/);
}

/** If a stream ends with an error event, the error has the message of the service. */
export async function errorEventUnread({ baseUrl }) {
  await assert.rejects(completionOf(at(baseUrl), 'stream', options), /Something went wrong|It broke off/);
}

/** If a response has failed, the caller gets an error with the message of the service. */
export async function failedResponseUnread({ baseUrl, mode }) {
  await assert.rejects(completionOf(at(baseUrl), mode, options), /could not finish/);
}

/** If an HTML page comes instead of a response, the error says so. */
export async function htmlResponseUnnamed({ baseUrl }) {
  await assert.rejects(at(baseUrl).execute(hello, options), /text\/html|content type|not JSON/i);
}

/** A streamed call goes back with its result, though the last event repeats no items. */
export async function lastEventWithoutItems({ baseUrl, requests }) {
  const driver = at(baseUrl);
  const tools = [{ name: 'get_weather', input_schema: { type: 'object', properties: {} } }];
  let completion = {};
  while (!completion.tool_use?.length) {
    completion = await completionOf(driver, 'stream', { ...options, tools }).catch((error) =>
      assert.fail(error.message),
    );
  }
  const { conversation, tool_use } = completion;
  const result = { role: 'tool', tool_use_id: tool_use[0].id, content: 'fog' };
  await completionOf(driver, 'stream', { ...options, tools, conversation }, [result]);
  assert.match(JSON.stringify(requests.at(-1).input), /function_call_output/);
}

/** What a stream sends only at the end of its item is in the completion. */
export async function lateItemsLost({ baseUrl }) {
  const { result, tool_use } = await completionOf(at(baseUrl), 'stream', options).catch(() => ({}));
  assert.match(JSON.stringify([result, tool_use]), /As of noon, I hope|Tromsø/);
}

/** The result of a call that OpenAI stores is sent. */
export async function loneResultsRemoved({ baseUrl, requests, mode }) {
  const members = { _option_id: 'openai-text', extra_body: { conversation: 'conv_harbour' } };
  const tools = [{ name: 'get_weather', input_schema: { type: 'object', properties: {} } }];
  const result = { role: 'tool', tool_use_id: 'call_conv_1', content: 'fog' };
  await completionOf(at(baseUrl), mode, { ...options, tools, model_options: members }, [result]);
  assert.match(JSON.stringify(requests[0].input), /function_call_output/);
}

/** Calls of a stream whose events have the ids of items and no indexes are kept apart. */
export async function missingIndexes({ baseUrl }) {
  const { tool_use } = await completionOf(at(baseUrl), 'stream', options).catch(() => ({}));
  assert.equal(tool_use?.length, 2);
}

/** A member of extra_body is sent if the driver has no value for it. */
export async function rawMembersOverridden({ baseUrl, requests, mode }) {
  const members = { _option_id: 'openai-text', extra_body: { prompt_cache_retention: '24h' } };
  await completionOf(at(baseUrl), mode, { ...options, model_options: members });
  assert.equal(requests[0].prompt_cache_retention, '24h');
}

/** A stream tells with each chunk whether it is reasoning or text. */
export async function reasoningNotStreamed({ baseUrl }) {
  const chunks = await chunksOf(at(baseUrl), options);
  assert.notEqual(typeof chunks[0], 'string');
}

/** Separate reasoning parts of a stream are separate in the completion. */
export async function reasoningPartsJoined({ baseUrl }) {
  const driver = at(baseUrl);
  await completionOf(driver, 'stream', options);
  const texts = reasoningIn(await completionOf(driver, 'stream', options)).map(({ text }) => text);
  assert.ok(texts.includes('Comparing two towns by what is known.'), texts.join('\n'));
}

/** The completion has encrypted reasoning. */
export async function reasoningStateMissing({ baseUrl, mode }) {
  const { result, tool_use } = await completionOf(at(baseUrl), mode, options);
  assert.match(JSON.stringify([result, tool_use]), /gAAAA/);
}

/** The text of a reasoning item that has no summary is in the completion. */
export async function reasoningTextUnread({ baseUrl }) {
  const { result } = await at(baseUrl).execute(hello, options);
  assert.match(JSON.stringify(result), /I have a station in Ushuaia/);
}

/** The usage of a stream has the number of reasoning tokens. */
export async function reasoningTokensMissing({ baseUrl }) {
  const { token_usage } = await completionOf(at(baseUrl), 'stream', options);
  assert.match(namesIn(token_usage).join(' '), /reason|think|thought/);
}

/** The completion says that the model refused. */
export async function refusalDropped({ baseUrl }) {
  const { result, finish_reason } = await at(baseUrl).execute(hello, options);
  assert.match(JSON.stringify([result, finish_reason]), /I cannot help you|refus|content_filter/);
}

/** The finish reason of a refusal tells it from an answer. */
export async function refusalFinishReason({ baseUrl }) {
  const { finish_reason } = await at(baseUrl).execute(hello, options);
  assert.notEqual(finish_reason, 'stop');
}

/** If the model refuses in the middle of an answer, the stream has a completion. */
export async function refusalThrows({ baseUrl }) {
  await assert.doesNotReject(completionOf(at(baseUrl), 'stream', options));
}

/** A property that may be of any type, and the default of a property, are sent as the function declares them. */
export async function schemasRewritten({ baseUrl, requests, mode }) {
  const properties = { note: { description: 'Any value.' }, nights: { type: 'integer', default: 1 } };
  const tools = [{ name: 'book', description: 'Books.', input_schema: { type: 'object', properties } }];
  await completionOf(at(baseUrl), mode, { ...options, tools });
  assert.deepEqual(requests[0].tools[0].parameters.properties, properties);
}

/** A streamed completion has the id of the response, as the original response of execute() has. */
export async function streamsWithoutId({ baseUrl }) {
  const completion = await completionOf(at(baseUrl), 'stream', { ...options, include_original_response: true });
  assert.notEqual(completion.original_response?.id, undefined);
}

/** A function with an invalid name or invalid parameters is rejected before anything is sent. */
export async function unusableFunctionsSent({ baseUrl, requests }) {
  await sendUnusableFunctions(at(baseUrl), options);
  assert.deepEqual(requests, []);
}

/** JSON of any form can be requested. */
export async function responseFormatNotSent({ baseUrl, requests, mode }) {
  await completionOf(at(baseUrl), mode, { ...options, result_schema: {} }).catch(() => {});
  assert.equal(requests[0].text?.format?.type, 'json_object');
}

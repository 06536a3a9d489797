import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';
import {
  chunksOf,
  completionOf,
  fileOf,
  hello,
  namesIn,
  reasoningIn,
  resultSchema,
  sendUnusableFunctions,
} from '../shared/reproductions.mjs';

const at = (endpoint_url) => new MistralAIDriver({ apiKey: 'key', endpoint_url });
const options = { model: 'mistral-medium-latest' };
const withOptions = (members) => ({ ...options, model_options: { _option_id: 'mistral-text', ...members } });

/** Arguments that are invalid JSON do not become an empty object. */
export async function argumentsEmptied({ baseUrl }) {
  const { tool_use } = await at(baseUrl).execute(hello, options);
  assert.notDeepEqual(tool_use[0].tool_input, {});
}

/** A PDF that the API takes is sent or rejected, and not left out. */
export async function attachmentsLeftOut({ baseUrl, requests }) {
  const file = fileOf('paper.pdf', 'application/pdf', '%PDF-1.7');
  await at(baseUrl)
    .execute([{ role: 'user', content: 'Read it.', files: [file] }], options)
    .catch(() => {});
  assert.ok(requests.length === 0 || JSON.stringify(requests[0]).includes('application/pdf'));
}

/** The usage has the number of cached tokens. */
export async function cachedTokensMissing({ baseUrl, mode }) {
  const { token_usage } = await completionOf(at(baseUrl), mode, options);
  assert.notEqual(token_usage.prompt_cached, undefined);
}

/** A streamed call has the id that its first piece has. */
export async function callIdsOverwritten({ baseUrl }) {
  const { tool_use } = await completionOf(at(baseUrl), 'stream', options);
  assert.ok(tool_use.every(({ id }) => id !== 'null'));
}

/** Two streamed calls with ids and without an index are two. */
export async function callsWithoutIndex({ baseUrl }) {
  await assert.doesNotReject(completionOf(at(baseUrl), 'stream', options));
}

/** A streamed completion has the references of its text, as the original response of execute() has. */
export async function citationsMissing({ baseUrl }) {
  const streamed = await completionOf(at(baseUrl), 'stream', { ...options, include_original_response: true });
  const { conversation, ...completion } = streamed;
  assert.match(namesIn(completion).join(' '), /reference|citation/);
}

/** A completion has the documents of its answer. */
export async function documentsMissing({ baseUrl, mode }) {
  const { conversation, original_response, ...completion } = await completionOf(at(baseUrl), mode, options);
  assert.match(JSON.stringify(completion), /route\.pdf/);
}

/** An error has the code that the service gave, and not within its message alone. */
export async function errorDetailsUnread({ baseUrl, mode }) {
  const error = await completionOf(at(baseUrl), mode, options).catch((reason) => reason);
  if (!(error instanceof Error)) throw new Error('the call did not fail');
  assert.notEqual(error.originalError.code ?? error.originalError.type, undefined);
}

/** The finish reason is that of the service, beside a call too; what is truncated at the token limit does not throw. */
export async function finishReasonReplaced({ baseUrl, mode }) {
  await assert.doesNotReject(async () => {
    const { finish_reason } = await completionOf(at(baseUrl), mode, options);
    assert.notEqual(finish_reason, 'tool_use');
  });
}

/** A streamed call with invalid arguments is in the completion. */
export async function malformedCallsRefused({ baseUrl }) {
  await assert.doesNotReject(completionOf(at(baseUrl), 'stream', options));
}

/** A further member of the request is sent. */
export async function rawMembersUnsupported({ baseUrl, requests, mode }) {
  const metadata = { user_id: 'user-7' };
  await completionOf(at(baseUrl), mode, withOptions({ metadata, extra_body: { metadata } }));
  assert.deepEqual(requests[0].metadata, metadata);
}

/** A stream tells with each chunk whether it is reasoning or text. */
export async function reasoningNotStreamed({ baseUrl }) {
  const chunks = await chunksOf(at(baseUrl), options);
  assert.notEqual(typeof chunks[0], 'string');
}

/** Separate reasoning parts of a stream are separate in the completion. */
export async function reasoningPartsJoined({ baseUrl }) {
  const texts = reasoningIn(await completionOf(at(baseUrl), 'stream', options)).map(({ text }) => text);
  assert.ok(texts.includes('Then the sea.'), texts.join('\n'));
}

/** Reasoning with a reference in it is one, as in stream(). */
export async function reasoningSplit({ baseUrl }) {
  const texts = reasoningIn(await at(baseUrl).execute(hello, options)).map(({ text }) => text);
  assert.ok(texts.includes('The table of ferries says that it runs.'), texts.join('\n'));
}

/** Reasoning has its signature. */
export async function reasoningStateMissing({ baseUrl, mode }) {
  const [reasoning] = reasoningIn(await completionOf(at(baseUrl), mode, options));
  assert.notDeepEqual(reasoning.others, {});
}

/** If an error comes within a stream, the error has the message of the service. */
export async function streamErrorsUnread({ baseUrl }) {
  await assert.rejects(completionOf(at(baseUrl), 'stream', options), /The model stopped working|Internal server error/);
}

/** A streamed completion has the id of the response, as the original response of execute() has. */
export async function streamsWithoutId({ baseUrl }) {
  const completion = await completionOf(at(baseUrl), 'stream', { ...options, include_original_response: true });
  assert.notEqual(completion.original_response?.id, undefined);
}

/** A stream that breaks off is not a complete answer. */
export async function truncatedStreamsAccepted({ baseUrl }) {
  await assert.rejects(completionOf(at(baseUrl), 'stream', options));
}

/** A response with a part of an unknown type is read, and goes back with the next request. */
export async function unknownPartsRejected({ baseUrl }) {
  const driver = at(baseUrl);
  await assert.doesNotReject(async () => {
    const { conversation } = await driver.execute(hello, options);
    await driver.execute(hello, { ...options, conversation });
  });
}

/** A function with an invalid name or invalid parameters is rejected before anything is sent. */
export async function unusableFunctionsSent({ baseUrl, requests }) {
  await sendUnusableFunctions(at(baseUrl), options);
  assert.deepEqual(requests, []);
}

/** Usage in a last chunk that has no choices is in the completion. */
export async function usageChunkSkipped({ baseUrl }) {
  const { token_usage } = await completionOf(at(baseUrl), 'stream', options);
  assert.equal(token_usage?.prompt, 60);
}

/** The schema of the result is sent as the format of the response. */
export async function responseFormatNotSent({ baseUrl, requests, mode }) {
  await completionOf(at(baseUrl), mode, { ...options, result_schema: resultSchema }).catch(() => {});
  assert.equal(requests[0].response_format?.type, 'json_schema');
}

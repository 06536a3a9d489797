import assert from 'node:assert/strict';
import { MistralAIDriver } from '@llumiverse/drivers/mistral';
import { askWithUnusableFunctions, completionOf, fileOf, hello } from '../shared/reproductions.mjs';

const at = (endpoint_url) => new MistralAIDriver({ apiKey: 'key', endpoint_url });
const options = { model: 'mistral-medium-latest' };

/** A call whose arguments are no JSON reaches the caller, who can tell the model so. */
export async function argumentsBrokenOff({ baseUrl }) {
  await assert.doesNotReject(completionOf(at(baseUrl), 'stream', options));
}

/** How much of the input was read from a cache is told. */
export async function cachedTokens({ baseUrl, mode }) {
  const { token_usage } = await completionOf(at(baseUrl), mode, options);
  assert.notEqual(token_usage.prompt_cached, undefined);
}

/** The words of two choices are not run together. */
export async function choicesMixed({ baseUrl }) {
  const { result } = await completionOf(at(baseUrl), 'stream', options);
  assert.equal(result[0].value, 'Hammerfest.');
}

/** The code that the provider gives an error is a member of what is thrown, and not a part of its message alone. */
export async function codeOfErrors({ baseUrl, mode }) {
  const error = await completionOf(at(baseUrl), mode, options).catch((reason) => reason);
  assert.ok(error.message.includes('1300'), error.message);
  assert.equal(error.originalError.code, '1300');
}

/** Where an error comes in the place of a piece, the caller is told of it in the words of the provider. */
export async function errorInAStream({ baseUrl }) {
  await assert.rejects(completionOf(at(baseUrl), 'stream', options), /The model stopped working|Internal server error/);
}

/** Why an answer ended is told, where it calls a function too. */
export async function finishReplaced({ baseUrl, mode }) {
  const { finish_reason } = await completionOf(at(baseUrl), mode, options);
  assert.notEqual(finish_reason, 'tool_use');
}

/** A call is streamed under its id. */
export async function idsOfCalls({ baseUrl }) {
  const { tool_use } = await completionOf(at(baseUrl), 'stream', options);
  assert.ok(tool_use.every(({ id }) => id !== 'null'));
}

/** What the provider says of a request that it refuses is told in words, and not as JSON within JSON. */
export async function invalidRequest({ baseUrl, mode }) {
  const message = await completionOf(at(baseUrl), mode, options).catch(String);
  assert.doesNotMatch(message, /body\$/);
}

/** Arguments that are no JSON are not taken for an empty object, with which the function would be called. */
export async function inventedArguments({ baseUrl }) {
  const { tool_use } = await at(baseUrl).execute(hello, options);
  assert.notDeepEqual(tool_use[0].tool_input, {});
}

/** A document that the API takes is sent, and not left out. */
export async function papersLeftOut({ baseUrl, requests }) {
  const file = fileOf('paper.pdf', 'application/pdf', '%PDF-1.7');
  await at(baseUrl)
    .execute([{ role: 'user', content: 'Read it.', files: [file] }], options)
    .catch(() => {});
  assert.ok(requests.length === 0 || JSON.stringify(requests[0]).includes('application/pdf'));
}

/** Two calls that are streamed without an index are two. */
export async function parallelCalls({ baseUrl }) {
  const driver = at(baseUrl);
  await assert.doesNotReject(async () => {
    await completionOf(driver, 'stream', options);
    await completionOf(driver, 'stream', options);
  });
}

/** What the environment says of telemetry does not keep a request from being sent. */
export async function surroundings({ baseUrl, mode }) {
  process.env.MISTRAL_SDK_TELEMETRY = 'hush-hush';
  await assert.doesNotReject(completionOf(at(baseUrl), mode, options));
}

/** A stream that breaks off is not taken for an answer. */
export async function torn({ baseUrl }) {
  await assert.rejects(completionOf(at(baseUrl), 'stream', options));
}

/** An answer with a part of an unknown kind is read, and goes back with the next request. */
export async function unknownParts({ baseUrl }) {
  const driver = at(baseUrl);
  await assert.doesNotReject(async () => {
    const { conversation } = await driver.execute(hello, options);
    await driver.execute(hello, { ...options, conversation });
  });
}

/** A function that cannot be one, for its name or its parameters, is refused before anything is sent. */
export async function unusableFunctions({ baseUrl, requests }) {
  await askWithUnusableFunctions(at(baseUrl), options);
  assert.deepEqual(requests, []);
}

/** What an answer has cost is told, where the last piece of its stream says that alone. */
export async function usageWithoutChoices({ baseUrl }) {
  const { token_usage } = await completionOf(at(baseUrl), 'stream', options);
  assert.equal(token_usage?.prompt, 60);
}

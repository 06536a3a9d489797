import assert from 'node:assert/strict';
import { OpenAIChatCompletionsDriver } from '@llumiverse/drivers/openai';
import { askWithUnusableFunctions, completionOf, fileOf, headersSent, hello } from '../shared/reproductions.mjs';

const at = (baseUrl) => new OpenAIChatCompletionsDriver({ apiKey: 'key', endpoint: `${baseUrl}/v1` });
const options = { model: 'gpt-5.5' };

/** A call whose arguments are no JSON reaches the caller, who can tell the model so. */
export async function argumentsBrokenOff({ baseUrl }) {
  await assert.doesNotReject(async () => {
    const { tool_use } = await completionOf(at(baseUrl), 'stream', options);
    assert.equal(tool_use?.length, 1);
  });
}

/** How much of the input was read from a cache is told. */
export async function cachedTokens({ baseUrl, mode }) {
  const { token_usage } = await completionOf(at(baseUrl), mode, options);
  assert.notEqual(token_usage.prompt_cached, undefined);
}

/** Two calls whose pieces have ids and no index are two. */
export async function callsWithoutIndex({ baseUrl }) {
  const driver = at(baseUrl);
  await completionOf(driver, 'stream', options);
  await assert.doesNotReject(completionOf(driver, 'stream', options));
}

/** A choice that says nothing ends no stream. */
export async function choiceWithoutDelta({ baseUrl }) {
  await assert.doesNotReject(completionOf(at(baseUrl), 'stream', options));
}

/** The words of two choices are not run together. */
export async function choicesMixed({ baseUrl }) {
  const { result } = await completionOf(at(baseUrl), 'stream', options);
  assert.equal(result[0].value, 'Hammerfest.');
}

/** Arguments that are empty go back as JSON, which the API demands. */
export async function emptyArguments({ baseUrl, requests, mode }) {
  const driver = at(baseUrl);
  const tools = [{ name: 'list_open_tickets', input_schema: { type: 'object', properties: {} } }];
  const { conversation, tool_use } = await completionOf(driver, mode, { ...options, tools });
  const result = { role: 'tool', tool_use_id: tool_use[0].id, content: 'none' };
  await completionOf(driver, mode, { ...options, tools, conversation }, [result]);
  const called = requests[1].messages.find(({ tool_calls }) => tool_calls);
  assert.doesNotThrow(() => JSON.parse(called.tool_calls[0].function.arguments));
}

/** A piece without arguments, between others of a call, takes nothing away. */
export async function emptyPieceOfArguments({ baseUrl }) {
  await assert.doesNotReject(completionOf(at(baseUrl), 'stream', options));
}

/** Where an error comes in the place of an answer, the caller is told of it in the words of the provider. */
export async function errorForAnAnswer({ baseUrl }) {
  await assert.rejects(at(baseUrl).execute(hello, options), /The model is busy/);
}

/** An answer that calls a function ends with that, whole or streamed. */
export async function finishOfACall({ baseUrl }) {
  const { finish_reason, tool_use } = await completionOf(at(baseUrl), 'stream', options);
  assert.deepEqual([finish_reason, tool_use.length], ['tool_use', 1]);
}

/** Why an answer ended is told, where it calls a function too. */
export async function finishReplaced({ baseUrl }) {
  const { finish_reason } = await at(baseUrl).execute(hello, options);
  assert.notEqual(finish_reason, 'tool_use');
}

/** A call in the form of before, function_call, is told. */
export async function functionCallDropped({ baseUrl, mode }) {
  const call = async () => JSON.stringify((await completionOf(at(baseUrl), mode, options)).tool_use);
  assert.match(String(await call().catch(String)), /get_time/);
}

/** Arguments that are no JSON are not taken for an empty object, with which the function would be called. */
export async function inventedArguments({ baseUrl }) {
  const { tool_use } = await at(baseUrl).execute(hello, options);
  assert.notDeepEqual(tool_use[0].tool_input, {});
}

/** Where a page comes in the place of an answer, the error says so. */
export async function pageOfHtml({ baseUrl, mode }) {
  await assert.rejects(completionOf(at(baseUrl), mode, options), /text\/html|content type|not JSON/i);
}

/** A document that the API takes is sent, and not left out. */
export async function papersLeftOut({ baseUrl, requests }) {
  const driver = at(baseUrl);
  const file = fileOf('paper.pdf', 'application/pdf', '%PDF-1.7');
  const prompt = [
    ...hello,
    { role: 'user', content: '', files: [file] },
    { role: 'user', content: '?', files: [file] },
  ];
  await driver.execute(prompt, options).catch(() => {});
  await driver.execute([prompt[2]], options).catch(() => {});
  assert.match(JSON.stringify(requests), /application\/pdf/);
}

/** Where a model refuses, the caller is told what it says. */
export async function refusal({ baseUrl, mode }) {
  const call = async () => JSON.stringify((await completionOf(at(baseUrl), mode, options)).result);
  assert.match(await call().catch(String), /sorry/);
}

/** What the environment holds of somebody else is not sent where the caller gave a key and an endpoint. */
export async function surroundings() {
  const sent = await headersSent(at, options);
  assert.deepEqual([sent['x-somebody'], sent['openai-organization']], [undefined, undefined]);
}

/** A stream that breaks off is not taken for an answer. */
export async function torn({ baseUrl }) {
  await assert.rejects(completionOf(at(baseUrl), 'stream', options));
}

/** A function that cannot be one, for its name or its parameters, is refused before anything is sent. */
export async function unusableFunctions({ baseUrl, requests }) {
  await askWithUnusableFunctions(at(baseUrl), options);
  assert.deepEqual(requests, []);
}

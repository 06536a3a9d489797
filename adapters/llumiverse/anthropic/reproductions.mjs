import assert from 'node:assert/strict';
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';
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

const at = (baseURL) => new AnthropicDriver({ apiKey: 'key', baseURL });
const options = { model: 'claude-sonnet-5-5' };
const withOptions = (members) => ({ ...options, model_options: { _option_id: 'anthropic-claude', ...members } });

/** A file of a type that the API does not take is rejected, and not left out. */
export async function attachmentsLeftOut({ baseUrl, requests }) {
  const sound = fileOf('sound', 'audio/wav', 'RIFF');
  const prompt = [{ role: 'user', content: 'What is this?', files: [sound] }];
  await at(baseUrl)
    .execute(prompt, options)
    .catch(() => {});
  assert.deepEqual(requests, []);
}

/** A streamed call without arguments is returned, as by execute(). */
export async function emptyArgumentsThrow({ baseUrl }) {
  await assert.doesNotReject(completionOf(at(baseUrl), 'stream', options));
}

/** The result of a function that failed is sent as an error. */
export async function failureNotFlagged({ baseUrl, requests, mode }) {
  const driver = at(baseUrl);
  const tools = [{ name: 'get_weather', input_schema: { type: 'object', properties: {} } }];
  const { conversation, tool_use } = await completionOf(driver, mode, { ...options, tools });
  const failed = { role: 'tool', tool_use_id: tool_use[0].id, content: 'no such city', is_error: true };
  await completionOf(driver, mode, { ...options, tools, conversation }, [failed]);
  const [result] = requests[1].messages.at(-1).content;
  assert.equal(result.is_error, true);
}

/** The finish reason is that of the service, beside a call too, as in stream(). */
export async function finishReasonReplaced({ baseUrl }) {
  const { finish_reason } = await at(baseUrl).execute(hello, options);
  assert.equal(finish_reason, 'added_later');
}

/** If an HTML page comes instead of a response, the error says so. */
export async function htmlResponseUnnamed({ baseUrl, mode }) {
  await assert.rejects(completionOf(at(baseUrl), mode, options), /html/i);
}

/** A streamed call with invalid arguments is in the completion. */
export async function malformedCallsRefused({ baseUrl }) {
  await assert.doesNotReject(completionOf(at(baseUrl), 'stream', options));
}

/** A request can ask for one call at a time. */
export async function oneCallAtATimeUnsupported({ baseUrl, requests, mode }) {
  const tools = [{ name: 'get_time', input_schema: { type: 'object', properties: {} } }];
  const tool_choice = { type: 'auto', disable_parallel_tool_use: true };
  await completionOf(at(baseUrl), mode, { ...withOptions({ tool_choice }), tools, tool_choice }).catch(() => {});
  assert.deepEqual(requests[0].tool_choice, tool_choice);
}

/** A further member of the request is sent. */
export async function rawMembersUnsupported({ baseUrl, requests, mode }) {
  const metadata = { user_id: 'user-7' };
  await completionOf(at(baseUrl), mode, withOptions({ metadata, extra_body: { metadata } }));
  assert.deepEqual(requests[0].metadata, metadata);
}

/** A stream tells with each chunk whether it is reasoning or text. */
export async function reasoningNotStreamed({ baseUrl }) {
  const chunks = await chunksOf(at(baseUrl), withOptions({ include_thoughts: true }));
  assert.notEqual(typeof chunks[0], 'string');
}

/** Reasoning has its signature. */
export async function reasoningStateMissing({ baseUrl, mode }) {
  const [reasoning] = reasoningIn(await completionOf(at(baseUrl), mode, withOptions({ include_thoughts: true })));
  assert.notDeepEqual(reasoning.others, {});
}

/** The usage has the number of reasoning tokens. */
export async function reasoningTokensMissing({ baseUrl, mode }) {
  const { token_usage } = await completionOf(at(baseUrl), mode, options);
  assert.match(namesIn(token_usage).join(' '), /reason|think|thought/);
}

/** The completion has the explanation of a refusal, which is the third response. */
export async function refusalExplanationMissing({ baseUrl, mode }) {
  const driver = at(baseUrl);
  const completions = [];
  for (let n = 0; n < 3; n++) completions.push(await completionOf(driver, mode, options));
  if (completions[2].finish_reason !== 'refusal') throw new Error('the third response is no refusal');
  const { conversation, ...refused } = completions[2];
  assert.match(JSON.stringify(refused), /asks for help to do harm/);
}

/** An error within a stream whose type is worth another try is said to be retryable. */
export async function streamErrorsNotRetryable({ baseUrl }) {
  await assert.rejects(completionOf(at(baseUrl), 'stream', options), { retryable: true });
}

/** A function with an invalid name is rejected before anything is sent. */
export async function unusableFunctionsSent({ baseUrl, requests }) {
  await sendUnusableFunctions(at(baseUrl), options);
  assert.deepEqual(requests, []);
}

/** The schema of the result is sent as the format of the response. */
export async function responseFormatNotSent({ baseUrl, requests, mode }) {
  await completionOf(at(baseUrl), mode, { ...options, result_schema: resultSchema }).catch(() => {});
  assert.equal(requests[0].output_config?.format?.type, 'json_schema');
}

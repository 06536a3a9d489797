import assert from 'node:assert/strict';
import { AnthropicDriver } from '@llumiverse/drivers/anthropic';
import { completionOf, fileOf, hello } from '../shared/reproductions.mjs';

const at = (baseURL) => new AnthropicDriver({ apiKey: 'key', baseURL });
const options = { model: 'claude-sonnet-5-5' };

/** Arguments that are no JSON do not take the whole answer with them: the model can be told. */
export async function argumentsBrokenOff({ baseUrl }) {
  await assert.doesNotReject(completionOf(at(baseUrl), 'stream', options));
}

/** A call whose arguments are streamed as no piece of text, or as an empty one, is read, as execute() reads it. */
export async function argumentsWithoutAPiece({ baseUrl }) {
  await assert.doesNotReject(completionOf(at(baseUrl), 'stream', options));
}

/** A function whose name Anthropic does not allow is refused before anything is sent. */
export async function badName({ baseUrl, requests }) {
  const tools = [{ name: '!tides', input_schema: { type: 'object' } }];
  await at(baseUrl)
    .execute(hello, { ...options, tools })
    .catch(() => {});
  assert.deepEqual(requests, []);
}

/** An error within a stream that is worth another try, by its type, is told as such. */
export async function errorInAStream({ baseUrl }) {
  await assert.rejects(completionOf(at(baseUrl), 'stream', options), { retryable: true });
}

/** A file of a type that Anthropic does not take is refused; it is not left out without a word. */
export async function fileLeftOut({ baseUrl, requests }) {
  const sound = fileOf('sound', 'audio/wav', 'RIFF');
  const said = [{ role: 'user', content: 'What is this?', files: [sound] }];
  await at(baseUrl)
    .execute(said, options)
    .catch(() => {});
  assert.deepEqual(requests, []);
}

/** The reason for which an answer ended is the provider's, though it holds a call of a function; stream() gives it. */
export async function finishReasonOfACall({ baseUrl }) {
  const { finish_reason: reason } = await at(baseUrl).execute(hello, options);
  assert.equal(reason, 'added_later');
}

/** The key that is sent is the one that the caller gave, whatever headers somebody put into the environment. */
export async function headersOfTheEnvironment({ baseUrl }) {
  process.env.ANTHROPIC_CUSTOM_HEADERS = 'x-api-key: of-somebody-else';
  const { fetch } = globalThis;
  const sent = [];
  globalThis.fetch = (url, init) => {
    sent.push(new Headers(init.headers).get('x-api-key'));
    return fetch(url, init);
  };
  await at(baseUrl).execute(hello, options);
  assert.deepEqual(sent, ['key']);
}

/** Where a page of HTML comes in the place of an answer, the error says so. */
export async function htmlForAStream({ baseUrl, mode }) {
  await assert.rejects(completionOf(at(baseUrl), mode, options), /html/i);
}

/** A temperature is sent, or refused; it is not left out without a word. */
export async function temperatureLeftOut({ baseUrl, requests }) {
  const cold = { ...options, model_options: { _option_id: 'anthropic-claude', temperature: 0 } };
  await at(baseUrl)
    .execute(hello, cold)
    .catch(() => {});
  for (const { temperature } of requests) assert.equal(temperature, 0);
}

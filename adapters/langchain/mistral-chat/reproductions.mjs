import assert from 'node:assert/strict';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { ChatMistralAI } from '@langchain/mistralai';
import { arrived, ask, called, result, serve, streamed, unhandled } from '../shared/reproductions.mjs';

const modelAt = (serverURL) =>
  new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL, maxRetries: 0 });

/** A stream that was aborted before it began sends nothing. */
export async function abortedBeforeSend({ baseUrl, requests }) {
  await assert.rejects(streamed(modelAt(baseUrl).stream('Hello.', { signal: AbortSignal.abort() })));
  assert.deepEqual(await arrived(requests), []);
}

/** A call whose arguments arrive as an object is valid. */
export async function argumentsAsObjects({ baseUrl }) {
  const model = modelAt(baseUrl);
  // Which of the answers has them is the recording's matter.
  for (let asked = 0; asked < 2; asked++) {
    const { invalid_tool_calls } = await model.invoke('How is the weather?');
    for (const { args } of invalid_tool_calls) assert.equal(typeof args, 'string', 'an object is called invalid');
  }
}

/** usage_metadata has the number of cached tokens. */
export async function cachedTokensMissing({ baseUrl, mode }) {
  const { usage_metadata } = await ask(modelAt(baseUrl), mode);
  assert.notEqual(usage_metadata.input_token_details?.cache_read, undefined);
}

/** The code of an error is a member of what is thrown. */
export async function errorCodesDropped({ baseUrl, mode }) {
  const error = await ask(modelAt(baseUrl), mode).catch((reason) => reason);
  assert.ok(error instanceof Error);
  assert.notEqual(error.code, undefined, error.message);
}

/** The finish reason of a stream is returned. */
export async function finishReasonDropped({ baseUrl }) {
  const model = modelAt(baseUrl);
  const whole = await streamed(model.stream('Hello.'));
  assert.ok(whole.response_metadata.finishReason, 'there is no finish reason');
}

/** A call with invalid arguments goes back, so that its result has a call. */
export async function invalidCallsDropped({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const call = { type: 'invalid_tool_call', id: 'abcdefgh1', name: 'get_weather', args: '{"city": }' };
  const messages = [
    new HumanMessage('How is the weather?'),
    new AIMessage({ content: 'Let me look.', invalid_tool_calls: [call] }),
    result('abcdefgh1', 'no JSON', 'error'),
  ];
  await model.invoke(messages).catch(() => {});
  assert.equal(requests[0].messages[1].tool_calls?.[0].id, 'abcdefgh1');
}

/** The metadata of a streamed message has the model name once. */
export async function modelRepeated({ baseUrl }) {
  const model = modelAt(baseUrl);
  // The first answer may be one call, in one piece.
  for (let asked = 0; asked < 2; asked++) {
    const whole = await streamed(model.stream('Hello.'));
    assert.equal(whole.response_metadata.model, 'mistral-medium-latest');
  }
}

/** A message with reasoning can be sent back. */
export async function reasoningRejected({ baseUrl, mode }) {
  const model = modelAt(baseUrl);
  const question = new HumanMessage('Think.');
  const answer = await ask(model, mode, [question]);
  await assert.doesNotReject(() => ask(model, mode, [question, answer, new HumanMessage('Go on.')]));
}

/** An error in a stream is thrown with its message. */
export async function streamErrorsUnclear({ baseUrl }) {
  const model = modelAt(baseUrl);
  await assert.rejects(streamed(model.stream('Hello.')), /stopped working|Internal server error/);
}

/** A call that arrives in several chunks has its arguments. */
export async function streamedArgumentsLost({ baseUrl }) {
  const model = modelAt(baseUrl);
  const whole = await streamed(model.stream('Hello.'));
  for (const { name, args } of whole.tool_calls) assert.notDeepEqual(args, {}, `${name} is called with nothing`);
}

/** The text beside a call goes back with the call. */
export async function textBesideCallsDropped({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const messages = called('abcdefgh1', [result('abcdefgh1', 'sunny')], 'Let me look.');
  await model.invoke(messages).catch(() => {});
  assert.equal(requests[0].messages[1].content, 'Let me look.');
}

const eventOf = (delta, finish_reason = null, usage = undefined) => ({
  ...{ id: 'cmpl_1', object: 'chat.completion.chunk', created: 0, model: 'mistral-medium-latest' },
  choices: [{ index: 0, delta, finish_reason }],
  ...(usage && { usage }),
});

/** A call whose arguments end before they are complete is invalid. */
export async function truncatedArgumentsRepaired() {
  const usage = { prompt_tokens: 125, completion_tokens: 4, total_tokens: 129 };
  for (const args of ['', '{"path": "/srv/20']) {
    const call = { id: 'abcdefgh1', type: 'function', index: 0, function: { name: 'remove', arguments: args } };
    const model = modelAt(
      await serve([eventOf({ role: 'assistant', content: '' }), eventOf({ tool_calls: [call] }, 'length', usage)]),
    );
    const { tool_calls } = await streamed(model.stream('Remove it.'));
    assert.deepEqual(tool_calls, []);
  }
}

/** A stream that ends without a finish reason throws. */
export async function truncatedStreams() {
  const model = modelAt(await serve([eventOf({ role: 'assistant', content: 'Half' })]));
  await assert.rejects(streamed(model.stream('Hello.')));
}

/** After the error for a response that is not JSON is caught, no unhandled rejection is left. */
export async function unhandledRejection() {
  const model = modelAt(await serve('{"id": "cmpl_1", "choices": [', { 'content-type': 'application/json' }));
  assert.deepEqual(await unhandled(() => model.invoke('Hello.')), []);
}

/** A response is read, although one of its choices has an unknown form. */
export async function unknownChoices() {
  const message = { role: 'assistant', content: 'Hello.' };
  const choices = [{ index: 0, message, finish_reason: 'stop' }, { type: 'added_later' }];
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const about = { id: 'cmpl_1', object: 'chat.completion', created: 0, model: 'mistral-medium-latest' };
  const model = modelAt(await serve({ ...about, choices, usage }));
  await assert.doesNotReject(() => model.invoke('Hello.'));
}

/** A function with an invalid name or schema is rejected before anything is sent. */
export async function unusableFunctions({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const tools = [{ type: 'function', function: { name: 'get weather!', parameters: { type: 'string' } } }];
  await model.invoke('How is the weather?', { tools }).catch(() => {});
  assert.equal(requests.length, 0);
}

/** No user message is sent right after a result, which Mistral rejects. */
export async function userAfterTool({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const messages = called('abcdefgh1', [result('abcdefgh1', 'sunny'), new HumanMessage('And be quick.')]);
  await model.invoke(messages).catch(() => {});
  const roles = (requests[0]?.messages ?? []).map(({ role }) => role).join(' ');
  assert.doesNotMatch(roles, /tool user/);
}

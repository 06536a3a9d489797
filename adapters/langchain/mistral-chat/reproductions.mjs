import assert from 'node:assert/strict';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { ChatMistralAI } from '@langchain/mistralai';
import { arrived, ask, called, result, serve, streamed, unhandled } from '../shared/reproductions.mjs';

const modelAt = (serverURL) =>
  new ChatMistralAI({ model: 'mistral-medium-latest', apiKey: 'key', serverURL, maxRetries: 0 });

/** A stream that was given up before it was asked for is not asked for. */
export async function abortedBefore({ baseUrl, requests }) {
  await assert.rejects(streamed(modelAt(baseUrl).stream('Hello.', { signal: AbortSignal.abort() })));
  assert.deepEqual(await arrived(requests), []);
}

/** A call whose arguments come as an object is a call. */
export async function argumentsAsObjects({ baseUrl }) {
  const model = modelAt(baseUrl);
  // Which of the answers has them is the recording's matter.
  for (let asked = 0; asked < 2; asked++) {
    const { invalid_tool_calls } = await model.invoke('How is the weather?');
    for (const { args } of invalid_tool_calls) assert.equal(typeof args, 'string', 'an object is called invalid');
  }
}

/** How many tokens came from a cache is in usage_metadata. */
export async function cachedTokens({ baseUrl }) {
  const model = modelAt(baseUrl);
  const { usage_metadata } = await model.invoke('Hello.');
  assert.notEqual(usage_metadata.input_token_details?.cache_read, undefined);
}

/** A call that comes in pieces has its arguments. */
export async function callsInPieces({ baseUrl }) {
  const model = modelAt(baseUrl);
  const whole = await streamed(model.stream('Hello.'));
  for (const { name, args } of whole.tool_calls) assert.notDeepEqual(args, {}, `${name} is called with nothing`);
}

/** The code that the provider gives an error is a member of what is thrown, and not a part of its message alone. */
export async function codeOfErrors({ baseUrl, mode }) {
  const error = await ask(modelAt(baseUrl), mode).catch((reason) => reason);
  assert.ok(error instanceof Error);
  assert.notEqual(error.code, undefined, error.message);
}

/** What the choices of a stream say, and why they ended, does not run together. */
export async function choicesRunTogether({ baseUrl }) {
  const model = modelAt(baseUrl);
  const whole = await streamed(model.stream('Hello.'));
  assert.ok(['stop', 'length'].includes(whole.response_metadata.finishReason), whole.response_metadata.finishReason);
}

/** A stream says why it ended. */
export async function endsDropped({ baseUrl }) {
  const model = modelAt(baseUrl);
  const whole = await streamed(model.stream('Hello.'));
  assert.ok(whole.response_metadata.finishReason, 'there is no finish reason');
}

/** An error within a stream is told in the provider's words. */
export async function errorsInAStream({ baseUrl }) {
  const model = modelAt(baseUrl);
  await assert.rejects(streamed(model.stream('Hello.')), /stopped working|Internal server error/);
}

/** A call whose arguments are no JSON goes back, so that its result answers something. */
export async function invalidCalls({ baseUrl, requests }) {
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

/** The model that answered is named once. */
export async function modelRepeated({ baseUrl }) {
  const model = modelAt(baseUrl);
  // The first answer may be one call, in one piece.
  for (let asked = 0; asked < 2; asked++) {
    const whole = await streamed(model.stream('Hello.'));
    assert.equal(whole.response_metadata.model, 'mistral-medium-latest');
  }
}

/** An answer that is no JSON ends the call, and leaves no rejection behind that nobody handles. */
export async function rejectionsLeft() {
  const model = modelAt(await serve('{"id": "cmpl_1", "choices": [', { 'content-type': 'application/json' }));
  assert.deepEqual(await unhandled(() => model.invoke('Hello.')), []);
}

/** An answer of the model can go back to it, with the thought that it holds. */
export async function thoughtsSentBack({ baseUrl, mode }) {
  const model = modelAt(baseUrl);
  const question = new HumanMessage('Think.');
  const answer = await ask(model, mode, [question]);
  await assert.doesNotReject(() => ask(model, mode, [question, answer, new HumanMessage('Go on.')]));
}

/** An answer is read, though something in it is new. */
export async function unknownChoices() {
  const message = { role: 'assistant', content: 'Hello.' };
  const choices = [{ index: 0, message, finish_reason: 'stop' }, { type: 'added_later' }];
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const about = { id: 'cmpl_1', object: 'chat.completion', created: 0, model: 'mistral-medium-latest' };
  const model = modelAt(await serve({ ...about, choices, usage }));
  await assert.doesNotReject(() => model.invoke('Hello.'));
}

/** A function that Mistral takes under no circumstances is refused before anything is sent. */
export async function unusableFunctions({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const tools = [{ type: 'function', function: { name: 'get weather!', parameters: { type: 'string' } } }];
  await model.invoke('How is the weather?', { tools }).catch(() => {});
  assert.equal(requests.length, 0);
}

/** No word of the user stands right behind a result, which Mistral refuses. */
export async function userBehindTool({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const messages = called('abcdefgh1', [result('abcdefgh1', 'sunny'), new HumanMessage('And be quick.')]);
  await model.invoke(messages).catch(() => {});
  const roles = (requests[0]?.messages ?? []).map(({ role }) => role).join(' ');
  assert.doesNotMatch(roles, /tool user/);
}

/** What the model said beside a call goes back with the call. */
export async function wordsBeforeACall({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const messages = called('abcdefgh1', [result('abcdefgh1', 'sunny')], 'Let me look.');
  await model.invoke(messages).catch(() => {});
  assert.equal(requests[0].messages[1].content, 'Let me look.');
}

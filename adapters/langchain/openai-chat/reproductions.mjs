import assert from 'node:assert/strict';
import { AIMessage, AIMessageChunk, HumanMessage, ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { fetching, streamed } from '../shared/reproductions.mjs';

const modelWith = (configuration, settings) =>
  new ChatOpenAI({ model: 'gpt-5.5', apiKey: 'key', maxRetries: 0, configuration, ...settings });

const completion = (message, finish_reason = 'stop') => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason }],
});

const chunk = (choice) => ({ id: 'chatcmpl-1', model: 'gpt-5.5', choices: [choice] });

/** A model that always gets the same answer: a message, or a list of chunks. */
const modelGiven = (answer, settings) => modelWith({ fetch: fetching(answer) }, settings);

const modelAt = (baseUrl) => modelWith({ baseURL: `${baseUrl}/v1` });

/** A call goes back with the members that it came with, such as the signature that Gemini requires. */
export async function callExtrasDropped({ baseUrl, requests }) {
  const extra_content = { google: { thought_signature: 'c2lnbmVk' } };
  const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'sea', arguments: '{}' }, extra_content };
  const chunks = [chunk({ index: 0, delta: { role: 'assistant', tool_calls: [call] }, finish_reason: null })];
  const answer = await streamed(modelGiven(chunks).stream('How is the sea?'));
  const result = new ToolMessage({ tool_call_id: 'call_1', content: 'calm' });
  await modelAt(baseUrl)
    .invoke([new HumanMessage('How is the sea?'), answer, result])
    .catch(() => {});
  assert.deepEqual(requests[0].messages[1].tool_calls[0].extra_content, extra_content);
}

/** The message has the source that its text cites. */
export async function annotationsDropped() {
  const url_citation = { url: 'https://sea.example/alta', title: 'Alta', start_index: 0, end_index: 5 };
  const model = modelGiven(completion({ content: 'Calm.', annotations: [{ type: 'url_citation', url_citation }] }));
  const answer = await model.invoke('How is the sea at Alta?');
  assert.ok(JSON.stringify(answer).includes(url_citation.url), 'nothing of the message names the source');
}

/** A file at a URL is sent or rejected, and not dropped. */
export async function blocksDropped({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const file = { type: 'file', url: 'https://papers.example/one.pdf', mimeType: 'application/pdf' };
  const contentBlocks = [{ type: 'text', text: 'What is this?' }, file];
  await model.invoke([new HumanMessage({ contentBlocks })]).catch(() => {});
  assert.ok(
    requests.length === 0 || requests[0].messages[0].content.length === 2,
    'the file is neither sent nor refused',
  );
}

/** A chunk of two choices loses the text of neither. */
export async function choicesOfOneChunk() {
  const choices = ['Vardø.', 'Hammerfest.'].map((content, index) => ({
    index: 1 - index,
    delta: { role: 'assistant', content },
    finish_reason: 'stop',
  }));
  const { content } = await streamed(modelGiven([{ ...chunk(choices[0]), choices }], { n: 2 }).stream('Which town?'));
  assert.match(content, /Hammerfest/);
}

/** Arguments in a chunk without an index belong to the call before it. */
export async function chunksWithoutIndex() {
  const events = [
    { id: 'call_1', type: 'function', function: { name: 'get_time', arguments: '{"city"' } },
    { function: { arguments: ': "Bergen"}' } },
  ].map((call) => chunk({ index: 0, delta: { role: 'assistant', tool_calls: [call] } }));
  const { tool_calls } = await streamed(modelGiven(events).stream('How late is it?'));
  assert.deepEqual(
    tool_calls.map(({ args }) => args),
    [{ city: 'Bergen' }],
  );
}

/** A call whose arguments are an empty text is valid. */
export async function emptyArgumentsInvalid() {
  const tool_calls = [{ id: 'call_1', type: 'function', function: { name: 'list_open_tickets', arguments: '' } }];
  const answer = await modelGiven(completion({ tool_calls }, 'tool_calls')).invoke('Which tickets are open?');
  assert.deepEqual(answer.invalid_tool_calls, []);
}

/** An error in a response with status 200 is thrown with its message. */
export async function errorsWithStatus200({ baseUrl }) {
  const model = modelAt(baseUrl);
  await assert.rejects(() => model.invoke('Hello.'), /The model is busy/);
}

/** The error shows that the response is a web page. */
export async function htmlErrorsUnclear({ mode }) {
  const model = modelGiven('<html>Please sign in.</html>');
  const call = () => (mode === 'stream' ? streamed(model.stream('Hello.')) : model.invoke('Hello.'));
  await assert.rejects(call, /html|JSON|content type/i);
}

/** Audio of type audio/mpeg is sent as MP3. */
export async function mp3SentAsWav({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const contentBlocks = [{ type: 'audio', mimeType: 'audio/mpeg', data: '//uQxAAAAA==' }];
  await model.invoke([new HumanMessage({ contentBlocks })]).catch(() => {});
  assert.equal(requests[0].messages[0].content[0].input_audio.format, 'mp3');
}

/** A message with a call that is not a function call can be read. */
export async function otherCallsBreakMessages() {
  const tool_calls = [{ id: 'call_1', type: 'added_later', added_later: {} }];
  const answer = await modelGiven(completion({ tool_calls })).invoke('Hello.');
  assert.doesNotThrow(() => answer.contentBlocks);
}

/** A call with truncated arguments is invalid. */
export async function partialArguments() {
  const args = '{"command": "rm -r /srv/20';
  const chunk = new AIMessageChunk({ content: '', tool_call_chunks: [{ index: 0, id: 'call_1', name: 'bash', args }] });
  assert.deepEqual(chunk.tool_calls, []);
  assert.equal(chunk.invalid_tool_calls[0].args, args);
}

/** The refusal of a message is a block of it. */
export async function refusalsDropped() {
  const refusal = 'I cannot help with that.';
  const { contentBlocks } = await modelGiven(completion({ refusal })).invoke('Help me.');
  assert.deepEqual(contentBlocks, [{ type: 'refusal', refusal }]);
}

/** A stream that ends without a finish reason throws. */
export async function streamsThatBreakOff() {
  const delta = { role: 'assistant', content: 'Half' };
  const fetch = fetching([{ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta }] }]);
  const model = new ChatOpenAI({ model: 'gpt-5.5', apiKey: 'key', maxRetries: 0, configuration: { fetch } });
  await assert.rejects(streamed(model.stream('Hello.')));
}

/** A function with an invalid name or schema is rejected before anything is sent. */
export async function unusableFunctions({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const tools = [{ type: 'function', function: { name: 'get weather!', parameters: { type: 'string' } } }];
  await model.invoke('How is the weather?', { tools }).catch(() => {});
  assert.equal(requests.length, 0);
}

/** A function stays as it was declared, not strict, beside a response format. */
export async function strictBesideFormat({ baseUrl, requests }) {
  const parameters = { type: 'object', properties: { city: { type: 'string' } } };
  const schema = {
    type: 'object',
    properties: { sky: { type: 'string' } },
    required: ['sky'],
    additionalProperties: false,
  };
  const response_format = { type: 'json_schema', json_schema: { name: 'report', schema } };
  await modelAt(baseUrl)
    .bindTools([{ type: 'function', function: { name: 'get_weather', parameters } }], { response_format })
    .invoke('How is the sky?')
    .catch(() => {});
  assert.notEqual(requests[0].tools[0].function.strict, true);
}

/** A finish reason that a second chunk repeats is still the same. */
export async function secondFinishJoined() {
  const chunks = [0, 1].map(() =>
    chunk({ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: 'stop' }),
  );
  const { response_metadata } = await streamed(modelGiven(chunks).stream('How is the sea?'));
  assert.equal(response_metadata.finish_reason, 'stop');
}

/** An image in a tool message is rejected, or at least not sent in a block that OpenAI does not know. */
export async function mediaResultsSent({ baseUrl, requests }) {
  const tool_calls = [{ id: 'call_1', name: 'get_chart', args: {} }];
  const content = [{ type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' }];
  await modelAt(baseUrl)
    .invoke([new AIMessage({ content: '', tool_calls }), new ToolMessage({ tool_call_id: 'call_1', content })])
    .catch(() => {});
  assert.ok(requests.length === 0 || requests[0].messages[1].content[0].type !== 'image', 'the block is sent as it is');
}

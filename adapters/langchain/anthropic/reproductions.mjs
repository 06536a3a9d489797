import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { called, fetching, listener, result, serve, streamed } from '../shared/reproductions.mjs';

const modelAt = (anthropicApiUrl, settings = {}) =>
  new ChatAnthropic({ model: 'claude-sonnet-5-5', apiKey: 'key', anthropicApiUrl, maxRetries: 0, ...settings });

/** Audio in a message is sent, or an error is thrown. */
export async function audioDropped({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const audio = { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' };
  await model.invoke([new HumanMessage({ content: [{ type: 'text', text: 'What is this?' }, audio] })]).catch(() => {});
  assert.ok(requests.length === 0 || requests[0].messages[0].content.length === 2, 'the audio is dropped');
}

/** A citation goes back without "file_id", which a request has no member for. */
export async function citationFileIds({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const location = { type: 'char_location', cited_text: 'a', document_index: 0, document_title: null, file_id: null };
  const citations = [{ ...location, start_char_index: 0, end_char_index: 1 }];
  const said = new AIMessage({ content: [{ type: 'text', text: 'A.', citations }] });
  await model.invoke([new HumanMessage('Read it.'), said, new HumanMessage('Go on.')]).catch(() => {});
  assert.ok(!('file_id' in requests[0].messages[1].content[0].citations[0]));
}

/** The usage counts what it took to compact the conversation, as Anthropic says to. */
export async function compactionTokensDropped({ baseUrl, mode }) {
  const { came, listening } = listener();
  const contextManagement = { edits: [{ type: 'compact_20260112' }] };
  const model = modelAt(baseUrl, { contextManagement, clientOptions: { fetch: listening } });
  const { usage_metadata } = await (mode === 'stream' ? streamed(model.stream('Hello.')) : model.invoke('Hello.'));
  const spent = [...(await came[0]).matchAll(/"type": ?"compaction", ?"input_tokens": ?(\d+)/g)].map(([, n]) =>
    Number(n),
  );
  if (spent.length === 0) throw new Error('the response has no compaction');
  assert.ok(usage_metadata.input_tokens >= Math.max(...spent));
}

/** No message without content is sent. */
export async function emptyMessagesSent({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const refused = new AIMessage({ content: [], response_metadata: { stop_reason: 'refusal' } });
  await model.invoke([new HumanMessage('Sink it.'), refused, new HumanMessage('Go on.')]).catch(() => {});
  for (const { content } of requests[0].messages) assert.notEqual(content.length, 0);
}

/** A text of white space before a call is left out. */
export async function blankTextSent({ baseUrl, requests }) {
  const messages = called('toolu_1', [result('toolu_1', 'Fog.')]);
  messages.find((message) => AIMessage.isInstance(message)).content = ' \n';
  await modelAt(baseUrl)
    .invoke(messages)
    .catch(() => {});
  const blocks = requests[0].messages.flatMap(({ content }) =>
    typeof content === 'string' ? [{ text: content }] : content,
  );
  for (const { text = 'x' } of blocks) assert.notEqual(text.trim(), '');
}

/** The result of a failed tool has "is_error": true. */
export async function failuresNotSent({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const messages = called('toolu_1', [result('toolu_1', 'station offline', 'error')]);
  await model.invoke(messages).catch(() => {});
  assert.equal(requests[0].messages[2].content[0].is_error, true);
}

/** A function with a name that Anthropic rejects is rejected before anything is sent. */
export async function functionsUnchecked({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const tools = [{ name: 'get weather!', input_schema: { type: 'string' } }];
  await model.invoke('How is the weather?', { tools }).catch(() => {});
  assert.equal(requests.length, 0);
}

/** Arguments that are not JSON do not go back as an empty object. */
export async function invalidArgumentsEmptied({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const call = { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: '{"city": Troms' };
  const messages = [new HumanMessage('How is it?'), new AIMessage({ content: [call] }), result('toolu_1', 'no JSON')];
  await model.invoke(messages).catch(() => {});
  assert.notDeepEqual(requests[0].messages[1].content[0].input, {});
}

/** A response of one text has its citations. */
export async function loneTextCitations({ baseUrl }) {
  const { came, listening } = listener();
  const model = modelAt(baseUrl, { clientOptions: { fetch: listening } });
  // The first response calls a tool, the second one is the text.
  await model.invoke('Is it open?');
  const message = await model.invoke('Go on.');
  const { content } = JSON.parse(await came[1]);
  const returned = [message.content].flat().flatMap(({ citations = [] }) => citations);
  assert.equal(returned.length, content.flatMap(({ citations }) => citations ?? []).length);
}

/** The output tokens of a stream are those of its last message_delta, which are cumulative. */
export async function outputTokensInStreams({ baseUrl }) {
  const { came, listening } = listener();
  const model = modelAt(baseUrl, { clientOptions: { fetch: listening } });
  const whole = await streamed(model.stream('Hello.'));
  const [, last] = [...(await came[0]).matchAll(/^data: ?(.*"message_delta".*)$/gm)].at(-1);
  assert.equal(whole.usage_metadata.output_tokens, JSON.parse(last).usage.output_tokens);
}

/** A turn that ends with "pause_turn" is continued. */
export async function pausedTurns({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  await model.invoke('Search.', { tools: [{ type: 'web_search_20260318', name: 'web_search' }] });
  assert.ok(requests.length > 1);
}

/** A streamed call whose input came with its block has it. */
export async function prefilledArguments({ baseUrl }) {
  const model = modelAt(baseUrl);
  const tools = [{ name: 'get_time', input_schema: { type: 'object' } }];
  const whole = await streamed(model.stream('What time is it?', { tools }));
  for (const { name, args } of whole.tool_calls) assert.notDeepEqual(args, {}, `${name} is called with nothing`);
}

/** The number of reasoning tokens of a stream is in usage_metadata. */
export async function reasoningTokensDropped({ baseUrl }) {
  const { came, listening } = listener();
  const model = modelAt(baseUrl, { clientOptions: { fetch: listening } });
  const { usage_metadata } = await streamed(model.stream('Hello.'));
  const [, spent] = [...(await came[0]).matchAll(/"thinking_tokens": ?(\d+)/g)].at(-1);
  assert.equal(usage_metadata.output_token_details?.reasoning, Number(spent));
}

/** A web page in place of a response is reported as one. */
export async function responsesUnchecked({ mode }) {
  const model = modelAt(await serve('<html><body>Please sign in.</body></html>'));
  const call = () => (mode === 'stream' ? streamed(model.stream('Hello.')) : model.invoke('Hello.'));
  await assert.rejects(call, /html|JSON|content type/i);
}

/** A result goes out first after its call, whatever the user wrote before. */
export async function resultsAfterUserText({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const messages = called('toolu_1', [new HumanMessage('And be quick.'), result('toolu_1', 'sunny')]);
  await model.invoke(messages).catch(() => {});
  assert.equal(requests[0].messages[2].content[0]?.type, 'tool_result');
}

/** A declared tool is sent, or an error is thrown. */
export async function schemasFiltered({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const shapes = [{ required: ['city'] }, { required: ['station'] }];
  const input_schema = { type: 'object', properties: { city: {}, station: {} }, anyOf: shapes };
  const call = async () => model.bindTools([{ name: 'get_weather', input_schema }]).invoke('How is the weather?');
  await call().catch(() => {});
  assert.ok(requests.length === 0 || requests[0].tools?.length === 1, 'the tool is left out');
}

/** A streamed call of a server tool has its input. */
export async function serverToolInputInStreams({ baseUrl }) {
  const model = modelAt(baseUrl);
  const tools = [{ type: 'code_execution_20260521', name: 'code_execution' }];
  const { content } = await streamed(model.stream('Use your tools.', { tools }));
  const calls = content.filter(({ type }) => type === 'server_tool_use');
  if (calls.length === 0) throw new Error('the stream has no call');
  for (const { input } of calls) assert.notEqual(input, '');
}

/** All blocks of a stream are in its message. */
export async function serverToolResultsInStreams({ baseUrl }) {
  const { came, listening } = listener();
  const model = modelAt(baseUrl, { clientOptions: { fetch: listening } });
  const tools = [{ type: 'code_execution_20260521', name: 'code_execution' }];
  const ask = () => streamed(model.stream('Use your tools.', { tools }));
  // Where the code calls a function, the result comes with the second response; elsewhere there is none.
  const content = [await ask(), await ask().catch(() => ({ content: [] }))].flatMap((answer) => answer.content);
  const texts = await Promise.all(came.map((text) => text.catch(() => '')));
  const started = texts.join('\n').matchAll(/^data: ?(.*"content_block_start".*)$/gm);
  const sent = new Set([...started].map(([, data]) => JSON.parse(data).content_block.type));
  const returned = new Set(content.map(({ type }) => type));
  assert.deepEqual(
    [...sent].filter((type) => !returned.has(type)),
    [],
  );
}

/** All blocks of a message go back with it. */
export async function serverToolResultsNotSent({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const tools = [{ type: 'web_fetch_20260318', name: 'web_fetch' }];
  const messages = [new HumanMessage('Read the page.')];
  const answer = await model.invoke(messages, { tools });
  await model.invoke([...messages, answer, new HumanMessage('Go on.')], { tools });
  const kept = requests[1].messages[1].content.map(({ type }) => type);
  assert.deepEqual(
    kept,
    answer.content.map(({ type }) => type),
  );
}

/** A stream that ends without a message_stop throws. */
export async function truncatedStreams() {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-5-5', content: [] };
  const events = [
    { type: 'message_start', message: { ...message, usage: { input_tokens: 3, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half' } },
  ];
  const model = modelAt('https://api.example', { clientOptions: { fetch: fetching(events) } });
  await assert.rejects(streamed(model.stream('Hello.')));
}

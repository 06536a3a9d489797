import assert from 'node:assert/strict';
import { ChatAnthropic } from '@langchain/anthropic';
import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { ask, called, listener, result, serve, streamed } from '../shared/reproductions.mjs';

const modelAt = (anthropicApiUrl, settings = {}) =>
  new ChatAnthropic({ model: 'claude-sonnet-5-5', apiKey: 'key', anthropicApiUrl, maxRetries: 0, ...settings });

/** Where a page comes in the place of an answer, the error says so. */
export async function answersThatAreNone() {
  const model = modelAt(await serve('<html><body>Please sign in.</body></html>'));
  await assert.rejects(() => model.invoke('Hello.'), /html|JSON|content type/i);
}

/** What the user shows is sent, or refused: it is not left out. */
export async function blocksDropped({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const sound = { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' };
  await model.invoke([new HumanMessage({ content: [{ type: 'text', text: 'What is this?' }, sound] })]).catch(() => {});
  assert.ok(
    requests.length === 0 || requests[0].messages[0].content.length === 2,
    'the sound is neither sent nor refused',
  );
}

/** A citation goes back with the members alone that a request has: "file_id" is none of them. */
export async function citationsSentBack({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const location = { type: 'char_location', cited_text: 'a', document_index: 0, document_title: null, file_id: null };
  const citations = [{ ...location, start_char_index: 0, end_char_index: 1 }];
  const said = new AIMessage({ content: [{ type: 'text', text: 'A.', citations }] });
  await model.invoke([new HumanMessage('Read it.'), said, new HumanMessage('Go on.')]).catch(() => {});
  assert.ok(!('file_id' in requests[0].messages[1].content[0].citations[0]));
}

/** The standard blocks of an answer name the files that code has made. */
export async function containerUpload({ baseUrl }) {
  const model = modelAt(baseUrl);
  const tools = [{ type: 'code_execution_20260521', name: 'code_execution' }];
  const seen = [];
  // Which of the answers has the file is the recording's matter.
  for (let asked = 0; asked < 2; asked++) seen.push(await model.invoke('Run it.', { tools }));
  const files = seen.flatMap(({ content }) => content).filter(({ type }) => type === 'container_upload');
  if (files.length === 0) throw new Error('no answer has a file');
  const told = JSON.stringify(seen.flatMap(({ contentBlocks }) => contentBlocks));
  for (const { file_id } of files) assert.ok(told.includes(file_id), `no standard block names ${file_id}`);
}

/** An error that comes with a good status is told in the provider's words. */
export async function errorsInPlace({ baseUrl }) {
  const model = modelAt(baseUrl);
  await assert.rejects(() => model.invoke('Hello.'), /unexpected error/);
}

/** A tool that failed is told as one that failed. */
export async function failuresNotTold({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const messages = called('toolu_1', [result('toolu_1', 'station offline', 'error')]);
  await model.invoke(messages).catch(() => {});
  assert.equal(requests[0].messages[2].content[0].is_error, true);
}

/** A call whose input came with the beginning of its block has it. */
export async function inputAtTheStart({ baseUrl }) {
  const model = modelAt(baseUrl);
  const tools = [{ name: 'get_time', input_schema: { type: 'object' } }];
  const whole = await streamed(model.stream('How late is it?', { tools }));
  for (const { name, args } of whole.tool_calls) assert.notDeepEqual(args, {}, `${name} is called with nothing`);
}

/** An answer that is one text has its citations. */
export async function loneTextCited({ baseUrl }) {
  const { came, listening } = listener();
  const model = modelAt(baseUrl, { clientOptions: { fetch: listening } });
  // The first answer calls a tool, the second is the text.
  await model.invoke('Is it open?');
  const message = await model.invoke('Go on.');
  const { content } = JSON.parse(await came[1]);
  const told = message.contentBlocks.flatMap(({ annotations = [] }) => annotations);
  assert.equal(told.length, content.flatMap(({ citations }) => citations ?? []).length);
}

/** The standard block of a call to an MCP server says which of its tools is called. */
export async function mcpCalls({ baseUrl }) {
  const model = modelAt(baseUrl);
  const message = await model.invoke('Ask the server.', {
    tools: [{ type: 'mcp_toolset', mcp_server_name: 'docs' }],
    mcp_servers: [{ type: 'url', name: 'docs', url: 'https://mcp.example' }],
  });
  const told = message.contentBlocks.filter(({ type }) => type === 'server_tool_call').map(({ name }) => name);
  const called = message.content.filter(({ type }) => type === 'mcp_tool_use').map(({ name }) => name);
  assert.deepEqual(told, called);
}

/** The result of a call stands first behind it, as Anthropic demands, whatever the user said in between. */
export async function resultsBehindWords({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const messages = called('toolu_1', [new HumanMessage('And be quick.'), result('toolu_1', 'sunny')]);
  await model.invoke(messages).catch(() => {});
  assert.equal(requests[0].messages[2].content[0]?.type, 'tool_result');
}

/** What a tool of the provider gave goes back with the message that it came in. */
export async function resultsNotSentBack({ baseUrl, requests }) {
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

/** All blocks of a stream are in its message, and calls of the provider's tools have what they were asked. */
export async function streamedServerTools({ baseUrl }) {
  const { came, listening } = listener();
  const model = modelAt(baseUrl, { clientOptions: { fetch: listening } });
  const tools = [{ type: 'code_execution_20260521', name: 'code_execution' }];
  const whole = await streamed(model.stream('Use your tools.', { tools }));
  const started = (await came[0]).matchAll(/^data: ?(.*"content_block_start".*)$/gm);
  const types = [...started].map(([, data]) => JSON.parse(data).content_block.type);
  const kept = whole.content.filter(({ type }) => type !== 'input_json_delta');
  assert.deepEqual([...new Set(kept.map(({ type }) => type))].sort(), [...new Set(types)].sort());
  for (const { input } of kept.filter(({ type }) => type === 'server_tool_use')) assert.notEqual(input, '');
}

/** The output tokens of a stream are those that its last message_delta says: it says the sum. */
export async function streamedUsage({ baseUrl }) {
  const { came, listening } = listener();
  const model = modelAt(baseUrl, { clientOptions: { fetch: listening } });
  const whole = await streamed(model.stream('Hello.'));
  const [, last] = [...(await came[0]).matchAll(/^data: ?(.*"message_delta".*)$/gm)].at(-1);
  assert.equal(whole.usage_metadata.output_tokens, JSON.parse(last).usage.output_tokens);
}

/** How many tokens were spent on thinking is in usage_metadata. */
export async function thinkingTokens({ baseUrl, mode }) {
  const { came, listening } = listener();
  const model = modelAt(baseUrl, { clientOptions: { fetch: listening } });
  const { usage_metadata } = await ask(model, mode);
  const [, spent] = [...(await came[0]).matchAll(/"thinking_tokens": ?(\d+)/g)].at(-1);
  assert.equal(usage_metadata.output_token_details?.reasoning, Number(spent));
}

/** A tool that is declared is sent, or refused: it is not left out. */
export async function toolsDropped({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const shapes = [{ required: ['city'] }, { required: ['station'] }];
  const input_schema = { type: 'object', properties: { city: {}, station: {} }, anyOf: shapes };
  const call = async () => model.bindTools([{ name: 'get_weather', input_schema }]).invoke('How is the weather?');
  await call().catch(() => {});
  assert.ok(requests.length === 0 || requests[0].tools?.length === 1, 'the tool is neither sent nor refused');
}

/** A stream that ends without its message_stop ends with an error. */
export async function tornStreams() {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-sonnet-5-5', content: [], usage };
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half an ans' } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
  ];
  const model = modelAt(await serve(events));
  await assert.rejects(streamed(model.stream('Hello.')));
}

/** A citation is told, whether its source has a title or not. */
export async function untitledCitations({ baseUrl, mode }) {
  const model = modelAt(baseUrl);
  const messages = [await ask(model, mode), await ask(model, mode)];
  const cited = messages.flatMap(({ content }) => [content].flat()).flatMap(({ citations }) => citations ?? []);
  const told = messages.flatMap(({ contentBlocks }) => contentBlocks).flatMap(({ annotations }) => annotations ?? []);
  assert.equal(told.length, cited.length);
}

/** A function that Anthropic takes under no circumstances is refused before anything is sent. */
export async function unusableFunctions({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const tools = [{ name: 'get weather!', input_schema: { type: 'string' } }];
  await model.invoke('How is the weather?', { tools }).catch(() => {});
  assert.equal(requests.length, 0);
}

import assert from 'node:assert/strict';
import { AIMessageChunk, HumanMessage } from '@langchain/core/messages';
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

/** Where an answer was found is in the message. */
export async function annotationsDropped() {
  const url_citation = { url: 'https://sea.example/alta', title: 'Alta', start_index: 0, end_index: 5 };
  const model = modelGiven(completion({ content: 'Calm.', annotations: [{ type: 'url_citation', url_citation }] }));
  const answer = await model.invoke('How is the sea at Alta?');
  assert.ok(JSON.stringify(answer).includes(url_citation.url), 'nothing of the message names the source');
}

/** Where a page comes in the place of an answer, the error says so. */
export async function answersThatAreNone() {
  const model = modelGiven('<html>Please sign in.</html>');
  await assert.rejects(() => model.invoke('Hello.'), /html|JSON|content type/i);
}

/** What the user shows is sent, or refused: it is not left out. */
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

/** What two choices of a stream say does not run together. */
export async function choicesRunTogether() {
  const said = ['Vardø.', 'Hammerfest.'];
  const events = [
    ...said.map((content, index) => chunk({ index, delta: { role: 'assistant', content }, finish_reason: null })),
    ...said.map((_, index) => chunk({ index, delta: {}, finish_reason: 'stop' })),
  ];
  const { content } = await streamed(modelGiven(events, { n: 2 }).stream('Which town?'));
  assert.ok(said.includes(content), `the message says "${content}"`);
}

/** A call whose arguments are an empty text has none. */
export async function emptyArguments() {
  const tool_calls = [{ id: 'call_1', type: 'function', function: { name: 'list_open_tickets', arguments: '' } }];
  const answer = await modelGiven(completion({ tool_calls }, 'tool_calls')).invoke('Which tickets are open?');
  assert.deepEqual(answer.invalid_tool_calls, []);
}

/** An error that comes with a good status is told in the provider's words. */
export async function errorsInPlace({ baseUrl }) {
  const model = modelAt(baseUrl);
  await assert.rejects(() => model.invoke('Hello.'), /The model is busy/);
}

/** Arguments that come in pieces without an index belong to the call that came before. */
export async function piecesWithoutIndex() {
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

/** What the model says to refuse is a block of its message. */
export async function refusalsDropped() {
  const refusal = 'I cannot help with that.';
  const { contentBlocks } = await modelGiven(completion({ refusal })).invoke('Help me.');
  assert.deepEqual(contentBlocks, [{ type: 'refusal', refusal }]);
}

/** Sound goes out as what it is: audio/mpeg is the type of MP3. */
export async function soundsMistyped({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const contentBlocks = [{ type: 'audio', mimeType: 'audio/mpeg', data: '//uQxAAAAA==' }];
  await model.invoke([new HumanMessage({ contentBlocks })]).catch(() => {});
  assert.equal(requests[0].messages[0].content[0].input_audio.format, 'mp3');
}

/** A message that has a call of an unknown kind can be read. */
export async function unknownCalls() {
  const tool_calls = [{ id: 'call_1', type: 'added_later', added_later: {} }];
  const answer = await modelGiven(completion({ tool_calls })).invoke('Hello.');
  assert.doesNotThrow(() => answer.contentBlocks);
}

/** A function that OpenAI takes under no circumstances is refused before anything is sent. */
export async function unusableFunctions({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const tools = [{ type: 'function', function: { name: 'get weather!', parameters: { type: 'string' } } }];
  await model.invoke('How is the weather?', { tools }).catch(() => {});
  assert.equal(requests.length, 0);
}

/** Arguments that broke off are no arguments: the call is invalid. */
export async function partialArguments() {
  const args = '{"command": "rm -r /srv/20';
  const chunk = new AIMessageChunk({ content: '', tool_call_chunks: [{ index: 0, id: 'call_1', name: 'bash', args }] });
  assert.deepEqual(chunk.tool_calls, []);
  assert.equal(chunk.invalid_tool_calls[0].args, args);
}

/** A stream that breaks off is told from one that is over. */
export async function streamsThatBreakOff() {
  const delta = { role: 'assistant', content: 'Half' };
  const fetch = fetching([{ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta }] }]);
  const model = new ChatOpenAI({ model: 'gpt-5.5', apiKey: 'key', maxRetries: 0, configuration: { fetch } });
  await assert.rejects(streamed(model.stream('Hello.')));
}

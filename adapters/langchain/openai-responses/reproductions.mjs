import assert from 'node:assert/strict';
import { HumanMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { fetching, streamed } from '../shared/reproductions.mjs';

const modelWith = (configuration, settings) =>
  new ChatOpenAI({ model: 'gpt-5.5', apiKey: 'key', maxRetries: 0, useResponsesApi: true, configuration, ...settings });

const response = (...output) => ({ id: 'resp_1', model: 'gpt-5.5', status: 'completed', output });

const streamedResponse = (output, ...events) => [
  { type: 'response.created', response: response() },
  ...events,
  { type: 'response.completed', response: response(...output) },
];

/** A model that always gets the same answer: a response, or a list of events. */
const modelGiven = (answer, settings) => modelWith({ fetch: fetching(answer) }, settings);

const modelAt = (baseUrl) => modelWith({ baseURL: `${baseUrl}/v1` });

/** A stream that ends with response.failed throws. */
export async function failedStreams({ baseUrl }) {
  await assert.rejects(streamed(modelAt(baseUrl).stream('Hello.')));
}

/** A call that only response.output_item.done holds is returned. */
export async function finalEventsIgnored() {
  const item = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'get_time', arguments: '{"city":"Lima"}' };
  const model = modelGiven(streamedResponse([item], { type: 'response.output_item.done', output_index: 0, item }));
  const { tool_calls } = await streamed(model.stream('Hello.'));
  assert.equal(tool_calls.length, 1);
}

/** A function with an invalid name or schema is rejected before anything is sent. */
export async function functionsUnchecked({ baseUrl, requests }) {
  const tools = [{ type: 'function', function: { name: 'get weather!', parameters: { type: 'string' } } }];
  await modelAt(baseUrl)
    .invoke('How is the weather?', { tools })
    .catch(() => {});
  assert.equal(requests.length, 0);
}

/** A web page in place of a response is an error, and no TypeError. */
export async function htmlErrorsUnclear({ mode }) {
  const model = modelGiven('<html>Please sign in.</html>');
  const call = () => (mode === 'stream' ? streamed(model.stream('Hello.')) : model.invoke('Hello.'));
  await assert.rejects(call, (error) => !(error instanceof TypeError));
}

/** An item of a hosted tool is returned in a stream, whatever its type. */
export async function itemsDroppedInStreams() {
  const item = { type: 'shell_call_output', id: 'sho_1', call_id: 'call_1', output: [{ stdout: 'Linux' }] };
  const model = modelGiven(streamedResponse([item], { type: 'response.output_item.done', output_index: 0, item }));
  const { contentBlocks } = await streamed(model.stream('Hello.'));
  assert.ok(JSON.stringify(contentBlocks).includes('Linux'), 'no block has what the shell printed');
}

/** Text that comes before a tool call is returned before it, although more text follows. */
export async function messagesMerged() {
  const say = (id, text) => {
    const content = [{ type: 'output_text', text, annotations: [] }];
    return { type: 'message', id, role: 'assistant', content };
  };
  const action = { type: 'search', query: 'height' };
  const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action };
  const model = modelGiven(response(say('msg_1', 'One moment.'), search, say('msg_2', 'It is 2469 m high.')));
  const { contentBlocks } = await model.invoke('How high is it?');
  assert.equal(contentBlocks[0].text, 'One moment.');
}

/** The arguments of a call are returned, though the events of the stream have no indexes: they name its item by id. */
export async function missingIndexes({ baseUrl }) {
  const { tool_calls } = await streamed(modelAt(baseUrl).stream('Hello.'));
  if (tool_calls.length === 0) throw new Error('the response has no call');
  for (const { args } of tool_calls) assert.notDeepEqual(args, {});
}

/** Two reasoning items whose chunks arrive in turns are two blocks. */
export async function reasoningItemsMerged() {
  const begin = (output_index, id) => ({
    type: 'response.output_item.added',
    output_index,
    item: { type: 'reasoning', id, summary: [] },
  });
  const piece = (output_index, delta) => ({
    type: 'response.reasoning_summary_text.delta',
    output_index,
    summary_index: 0,
    delta,
  });
  const pieces = [piece(0, 'First '), piece(1, 'Other '), piece(0, 'thought.'), piece(1, 'words.')];
  const model = modelGiven(streamedResponse([], begin(0, 'rs_1'), begin(1, 'rs_2'), ...pieces));
  const { contentBlocks } = await streamed(model.stream('Hello.'));
  const thoughts = contentBlocks.filter(({ type }) => type === 'reasoning').map(({ reasoning }) => reasoning);
  assert.deepEqual(thoughts, ['First thought.', 'Other words.']);
}

/** Streamed reasoning that comes as reasoning_text is in the message, as after invoke(). */
export async function reasoningTextDropped() {
  const reasoning = 'Both lie far in the south.';
  const item = { type: 'reasoning', id: 'rs_1', summary: [], content: [{ type: 'reasoning_text', text: reasoning }] };
  const model = modelGiven(
    streamedResponse(
      [item],
      { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
      { type: 'response.reasoning_text.delta', output_index: 0, content_index: 0, item_id: 'rs_1', delta: reasoning },
      { type: 'response.output_item.done', output_index: 0, item },
    ),
  );
  const { contentBlocks, additional_kwargs: more } = await streamed(model.stream('Think.'));
  assert.ok(JSON.stringify([contentBlocks, more]).includes(reasoning), 'the message has no such reasoning');
}

/** response_metadata says that the provider did not store the response. */
export async function storeNotReturned({ baseUrl }) {
  const model = modelAt(baseUrl);
  const { response_metadata } = await model.invoke('Hello.');
  assert.equal(response_metadata.store, false);
}

/** A tool choice given as text is sent. */
export async function toolChoiceDropped({ baseUrl, requests }) {
  const model = modelAt(baseUrl);
  const tools = [{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } }];
  await model.invoke('Hello.', { tools, tool_choice: 'required' }).catch(() => {});
  assert.equal(requests[0].tool_choice, 'required');
}

/** A stream that ends without response.completed, response.incomplete or response.failed throws. */
export async function truncatedStreams() {
  const begun = { type: 'message', id: 'msg_1', role: 'assistant', content: [] };
  const model = modelGiven([
    { type: 'response.created', response: response() },
    { type: 'response.output_item.added', output_index: 0, item: begun },
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, item_id: 'msg_1', delta: 'Half' },
  ]);
  await assert.rejects(streamed(model.stream('Hello.')));
}

/** An item of a type that the library does not know is returned in a stream, as in a complete response. */
export async function unknownItemsDroppedInStreams() {
  const item = { type: 'added_later_call', id: 'al_1', status: 'completed', output: 'Linux' };
  const model = modelGiven(streamedResponse([item], { type: 'response.output_item.done', output_index: 0, item }));
  const { additional_kwargs } = await streamed(model.stream('Hello.'));
  assert.ok(JSON.stringify(additional_kwargs).includes('Linux'), 'tool_outputs lacks the item');
}

/** A conversation continues after a response with an item of an unknown type. */
export async function unknownItemsRejected() {
  const model = modelGiven(response({ type: 'added_later', id: 'al_1' }), { zdrEnabled: true });
  const question = new HumanMessage('Hello.');
  const answer = await model.invoke([question]);
  await assert.doesNotReject(() => model.invoke([question, answer, new HumanMessage('Go on.')]));
}

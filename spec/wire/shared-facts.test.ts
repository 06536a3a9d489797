import { expect, it } from 'vitest';
import type { Exchange } from '../../recordings/format/exchange.ts';
import { nameKinds } from '../facts/describe.ts';
import { exampleExchanges } from './example-exchanges.ts';
import { wireReaderFor } from './readers.ts';
import { identityFacts } from './shared-facts.ts';

const { jsonExchange, streamExchange, streamText } = exampleExchanges('any', 'https://service.example/v1/any');
const chunks = (...bodies: object[]) => streamText(bodies.map((body) => `data: ${JSON.stringify(body)}\n\n`).join(''));

/** The names in an answer, with their places behind `exchanges[…].response.`. */
async function namesOf(column: string, ...exchanges: Exchange[]) {
  const { facts } = (await wireReaderFor(column)).readResponses(exchanges);
  return facts
    .filter(({ fact }) => nameKinds.includes(fact.kind))
    .map(({ fact: { kind, ...fact }, path }) => [kind, ...Object.values(fact), path.replace('.response.', ' ')]);
}

const answered = (id: string, stop: string) => ({
  ...{ id, type: 'message', role: 'assistant', model: 'claude-example', stop_reason: stop },
  content: [{ type: 'text', text: 'a' }],
});

it('a message of Anthropic is its answer; a turn that was paused keeps the id that it began with', async () => {
  expect(await namesOf('anthropic', jsonExchange(answered('msg_1', 'end_turn')))).toEqual([
    ['message-id', 'msg_1', 'exchanges[0] body.id'],
    ['response-id', 'msg_1', 'exchanges[0] body.id'],
    ['model', 'claude-example', 'exchanges[0] body.model'],
  ]);
  const paused = [answered('msg_1', 'pause_turn'), answered('msg_2', 'end_turn')].map((body) => jsonExchange(body));
  expect(await namesOf('anthropic', ...paused)).toEqual([
    ['message-id', 'msg_1', 'exchanges[0] body.id'],
    ['response-id', 'msg_2', ['msg_1'], 'exchanges[1] body.id'],
    ['model', 'claude-example', 'exchanges[1] body.model'],
  ]);
  const silent = { ...answered('msg_1', 'end_turn'), content: [] };
  expect((await namesOf('anthropic', jsonExchange(silent)))[0]).toEqual([
    ...['message-id', 'msg_1'],
    true,
    'exchanges[0] body.id',
  ]);
});

it('a stream of Anthropic says it where it begins', async () => {
  const { content: _, ...message } = answered('msg_1', 'end_turn');
  const events = [{ type: 'message_start', message: { ...message, content: [] } }, { type: 'message_stop' }];
  expect((await namesOf('anthropic', streamExchange(...events))).slice(1)).toEqual([
    ['response-id', 'msg_1', 'exchanges[0] events[0].message.id'],
    ['model', 'claude-example', 'exchanges[0] events[0].message.model'],
  ]);
});

it('a completion has an id and its message none; an empty one in a first chunk is none', async () => {
  for (const column of ['openai-chat', 'mistral-chat']) {
    const first = { id: '', model: '', choices: [] };
    const choice = { index: 0, delta: { content: 'a' }, finish_reason: 'stop' };
    expect(await namesOf(column, chunks(first, { id: 'c_1', model: 'm', choices: [choice] }))).toEqual([
      ['response-id', 'c_1', 'exchanges[0] events[1].id'],
      ['model', 'm', 'exchanges[0] events[1].model'],
    ]);
  }
});

it('Google calls them responseId and modelVersion', async () => {
  const body = { responseId: 'r_1', modelVersion: 'g', candidates: [{ finishReason: 'STOP' }] };
  expect(await namesOf('google', jsonExchange(body))).toEqual([
    ['response-id', 'r_1', 'exchanges[0] body.responseId'],
    ['model', 'g', 'exchanges[0] body.modelVersion'],
  ]);
});

it('messages of a response and of a run have ids of their own', async () => {
  const content = [{ type: 'output_text', text: 'a', annotations: [] }];
  const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
  const body = { id: 'resp_1', object: 'response', status: 'completed', model: 'm', output: [item] };
  for (const column of ['openai-responses', 'azure-foundry-v2']) {
    expect(await namesOf(column, { ...jsonExchange(body), operation: 'responses.create' })).toEqual([
      ['message-id', 'msg_1', 'exchanges[0] body.output[0].id'],
      ['response-id', 'resp_1', 'exchanges[0] body.id'],
      ['model', 'm', 'exchanges[0] body.model'],
    ]);
  }
  const run = { id: 'run_1', object: 'thread.run', status: 'completed', model: 'm' };
  const said = { id: 'msg_1', object: 'thread.message', run_id: 'run_1', role: 'assistant' };
  const message = { ...said, content: [{ type: 'text', text: { value: 'a', annotations: [] } }] };
  for (const column of ['openai-assistants', 'azure-foundry-agents']) {
    expect(await namesOf(column, jsonExchange(run), jsonExchange(message))).toEqual([
      ['message-id', 'msg_1', 'exchanges[1] body.id'],
      ['response-id', 'run_1', 'exchanges[0] body.id'],
      ['model', 'm', 'exchanges[0] body.model'],
    ]);
  }
});

it('entries of a conversation name their models, and the conversation is no answer', async () => {
  const entry = (id: string, model: string) => ({ type: 'message.output', id, model, role: 'assistant', content: 'a' });
  const body = { conversation_id: 'conv_1', outputs: [entry('msg_1', 'small'), entry('msg_2', 'large')] };
  expect(await namesOf('mistral', jsonExchange(body))).toEqual([
    ['message-id', 'msg_1', 'exchanges[0] body.outputs[0].id'],
    ['message-id', 'msg_2', 'exchanges[0] body.outputs[1].id'],
    ['model', 'large', ['small'], 'exchanges[0] body.outputs[1].model'],
  ]);
});

it('of names that follow one another the last counts, and is not among those before it', () => {
  const id = (text: string) => ({ id: { text, path: text } });
  expect(identityFacts(['a', 'b', 'a'].map(id))).toEqual([
    { fact: { kind: 'response-id', id: 'a', before: ['b'] }, path: 'a' },
  ]);
  expect(identityFacts([])).toEqual([]);
});

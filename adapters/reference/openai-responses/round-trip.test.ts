/** What OpenAI said goes back to it unchanged, whole or streamed, after the application stored it as JSON. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../files/canonical-json.ts';
import { type ChatMessage, type Content, foldUpdates } from '../../../spec/contract/index.ts';
import { conversation } from '../shared/responses/messages.ts';
import { responseFromBody } from '../shared/responses/response.ts';
import { updatesFromEvents } from '../shared/responses/stream.ts';

const message = (id: string, ...content: JsonObject[]) => ({
  type: 'message',
  id,
  role: 'assistant',
  phase: 'final_answer',
  content,
});
const part = (text: string, annotations: JsonObject[] = []) => ({
  type: 'output_text',
  text,
  annotations,
  logprobs: [],
});
const call = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'f',
  arguments: '{ "a" : 1.0 }',
  namespace: 'n',
};
const output: JsonObject[] = [
  { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'hm' }], encrypted_content: 'E1' },
  { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'E2' },
  {
    type: 'web_search_call',
    id: 'ws_1',
    status: 'completed',
    action: { type: 'search', sources: [{ type: 'url', url: 'https://a.example' }] },
  },
  message(
    'msg_1',
    part('one '),
    part('two', [{ type: 'url_citation', url: 'https://a.example', start_index: 0, end_index: 3 }]),
  ),
  { type: 'web_search_call', id: 'ws_2', status: 'failed', action: { type: 'search' } },
  { type: 'code_interpreter_call', id: 'ci_1', code: 'x', outputs: [{ type: 'logs', logs: '1' }] },
  { type: 'shell_call_output', id: 'sho_1', call_id: 'call_s', output: [] },
  { type: 'item_of_tomorrow', id: 'x_1' },
  { type: 'mcp_approval_request', id: 'mcpr_1', server_label: 's', name: 'n', arguments: '{}' },
  message('msg_2', { type: 'refusal', refusal: 'No.' }),
  call,
];
const body = { id: 'resp_1', status: 'completed', output };

async function* events() {
  for (const [output_index, item] of output.entries()) {
    const place = { output_index, item_id: item.id ?? null };
    yield { type: 'response.output_item.added', output_index, item: { ...item, content: [], summary: [] } };
    if (item.id === 'msg_1') {
      for (const delta of ['one', ' t', 'wo']) yield { type: 'response.output_text.delta', ...place, delta };
    }
    if (item.id === 'rs_1') yield { type: 'response.reasoning_summary_text.delta', ...place, delta: 'hm' };
    yield { type: 'response.output_item.done', output_index, item };
  }
  yield { type: 'response.completed', response: body };
}

async function answers(): Promise<[string, readonly ChatMessage[]][]> {
  const updates = [];
  for await (const update of updatesFromEvents(events(), true)) updates.push(update);
  const stored = (messages: readonly ChatMessage[]): ChatMessage[] => JSON.parse(JSON.stringify(messages));
  return [
    ['complete', stored(responseFromBody(body, true).messages)],
    ['stream', stored(foldUpdates(updates).messages)],
  ];
}

test.each(await answers())('%s: every item goes back as it came, once and in order', (_mode, messages) => {
  const { input, warnings } = conversation(messages, false);
  expect(input).toEqual(output);
  expect(warnings).toEqual([]);
});

/** The assistant's contents, one of them changed by the application. */
const changed = (messages: readonly ChatMessage[], change: (content: Content) => Content | undefined) =>
  conversation(
    messages.map((m) => ({ ...m, contents: m.contents.flatMap((content) => change(content) ?? []) })),
    false,
  ).input;

test.each(await answers())('%s: words that the application changed stand over the item', (_mode, messages) => {
  const items = changed(messages, (content) =>
    content.type === 'text' && content.text !== '' ? { ...content, text: content.text.replace('one', 'ONE') } : content,
  );
  expect(items).toContainEqual({ type: 'message', role: 'assistant', content: 'ONE two' });
  expect(items.some(({ id }) => id === 'msg_1')).toBe(false);
});

test.each(await answers())(
  '%s: words of the application before an item are a message of their own',
  (_mode, messages) => {
    const [first, ...others] = messages;
    const words: Content = { type: 'text', text: 'Note: ' };
    const at = first?.contents.findIndex(({ type }) => type === 'text') ?? 0;
    const contents = [...(first?.contents.slice(0, at) ?? []), words, ...(first?.contents.slice(at) ?? [])];
    const { input } = conversation([{ role: 'assistant', contents }, ...others], false);
    expect(input.slice(3, 5)).toEqual([{ type: 'message', role: 'assistant', content: 'Note: ' }, output[3]]);
  },
);

test.each<[JsonObject, string]>([
  [{ a: 1 }, '{ "a" : 1.0 }'],
  [{ a: 2 }, '{"a":2}'],
])('a call whose arguments are %j goes back as %s', (args, written) => {
  const { messages } = responseFromBody({ ...body, output: [call] }, true);
  expect(
    changed(messages, (content) => (content.type === 'function-call' ? { ...content, arguments: args } : content)),
  ).toEqual([{ ...call, arguments: written }]);
});

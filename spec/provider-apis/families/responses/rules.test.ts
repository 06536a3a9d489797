import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../lib/canonical-json.ts';
import type { Exchange } from '../../../../recordings/format/exchange.ts';
import { callItem, jsonExchange, messageItem, responseOf } from './example-exchange.ts';
import { rules } from './rules.ts';

const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' };
const call = callItem('{}') as unknown as JsonObject;
const result = { type: 'function_call_output', call_id: 'call_of_fc_1', output: 'sun' };
const question = { type: 'message', role: 'user', content: 'How is the weather?' };

/** An exchange that gave these items. */
const gave = (output: unknown[], asked: JsonObject = {}, id = 'resp_1'): Exchange => ({
  ...jsonExchange(responseOf(output, { id })),
  request: {
    method: 'POST',
    url: 'https://api.openai.com/v1/responses',
    headers: [],
    body: { text: JSON.stringify(asked) },
  },
});

/** Ids of the rules that a request breaks. */
const broken = (body: object, ...earlier: Exchange[]): string[] =>
  rules.flatMap((rule) => {
    const { breaches } = rule.judge({ exchange: gave([]), body: body as JsonObject, earlier });
    return breaches.length > 0 ? [rule.id] : [];
  });

test.for([
  [
    'the whole conversation',
    { store: false, input: [question, reasoning, call, result] },
    [],
    gave([reasoning, call], { store: false }),
  ],
  ['what is new, after a response', { previous_response_id: 'resp_1', input: [result] }, [], gave([reasoning, call])],
  ['a result for a conversation begun elsewhere', { conversation: 'conv_1', input: [result] }, []],
  ['a result that nobody asked for', { input: [question, result] }, ['calls-answered']],
  [
    'a result under the id of the item',
    { previous_response_id: 'resp_1', input: [{ ...result, call_id: 'fc_1' }] },
    ['calls-answered'],
    gave([call]),
  ],
  [
    'a question instead of a result',
    { previous_response_id: 'resp_1', input: [question] },
    ['calls-answered'],
    gave([call]),
  ],
  [
    'reasoning behind its call',
    { store: false, input: [question, call, reasoning, result] },
    ['reasoning-item-successor'],
    gave([reasoning, call], { store: false }),
  ],
  [
    'words between reasoning and its call',
    { input: [question, reasoning, messageItem(''), call, result] },
    ['reasoning-item-successor', 'reasoning-item-required'],
    gave([reasoning, call]),
  ],
  [
    'reasoning under another id',
    { store: false, input: [{ ...reasoning, id: 'rs_2' }, call, result] },
    ['reasoning-id-unchanged'],
    gave([reasoning, call], { store: false }),
  ],
  [
    'a kept call without its reasoning',
    { input: [question, call, result] },
    ['reasoning-item-required'],
    gave([reasoning, call]),
  ],
  ['an id of the caller’s own', { input: [{ ...call, id: 'item_1' }, result] }, ['item-id-format']],
  [
    'all of it, and the response it came of',
    { previous_response_id: 'resp_1', input: [question, call, result] },
    ['item-unique'],
    gave([call]),
  ],
  [
    'a response and a conversation',
    { previous_response_id: 'resp_1', conversation: { id: 'conv_1' }, input: [question] },
    ['conversation-link-single'],
  ],
  [
    'a response that was not kept',
    { previous_response_id: 'resp_1', input: [question] },
    ['conversation-link-single'],
    gave([messageItem('Sun.')], { store: false }),
  ],
  [
    'a reference to what was not kept',
    { store: false, input: [{ type: 'item_reference', id: 'msg_1' }, question] },
    ['item-reference-stored'],
    gave([messageItem('Sun.')], { store: false }),
  ],
  [
    'leave without a request',
    { input: [{ type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true }] },
    ['approval-request-known'],
  ],
  [
    'a choice of what is not declared',
    { input: 'Hello', tool_choice: { type: 'function', name: 'a' }, tools: [{ type: 'function', name: 'b' }] },
    ['tool-choice-declared'],
  ],
  [
    'a sandbox without a container',
    { input: 'Hello', tools: [{ type: 'code_interpreter' }] },
    ['code-interpreter-container-required'],
  ],
] as [string, object, string[], ...Exchange[]][])('%s', ([, body, expected, ...earlier]) => {
  expect(broken(body, ...earlier)).toEqual(expected);
});

test('a screenshot acknowledges what its call waits for, and nothing else', () => {
  const pending = { type: 'computer_call', id: 'cu_1', call_id: 'call_1', pending_safety_checks: [{ id: 'cu_sc_1' }] };
  const shot = { type: 'computer_call_output', call_id: 'call_1', output: { type: 'computer_screenshot' } };
  const asked = (...ids: string[]) => ({
    previous_response_id: 'resp_1',
    input: [{ ...shot, acknowledged_safety_checks: ids.map((id) => ({ id })) }],
  });
  expect(broken(asked('cu_sc_1'), gave([pending]))).toEqual([]);
  expect(broken(asked(), gave([pending]))).toEqual(['safety-checks-acknowledged']);
  expect(broken(asked('cu_sc_1', 'cu_sc_2'), gave([pending]))).toEqual(['safety-checks-acknowledged']);
});

import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../lib/canonical-json.ts';
import type { ActionCallContent, ActionResultContent, ChatMessage } from '../../../../spec/contract/index.ts';
import { conversation } from './input.ts';
import { contentsOfItem } from './response.ts';

const png = 'iVBORw0KGgo=';

/** What goes out for the outcome of a call, where the provider keeps the conversation. */
function sent(item: JsonObject, outcome: Partial<ActionResultContent>, raw?: JsonObject): JsonObject[] {
  const call = contentsOfItem({ id: 'it_1', call_id: 'call_1', ...item })[0] as ActionCallContent;
  const result = {
    type: 'action-result' as const,
    callId: call.callId,
    tool: call.tool,
    outputs: [],
    ...outcome,
    ...(raw ? { rawRepresentation: raw } : {}),
  };
  const messages: ChatMessage[] = [
    { role: 'assistant', contents: [call] },
    { role: 'tool', contents: [result] },
  ];
  return conversation(messages, true).input;
}

const shot = { type: 'data' as const, data: png, mediaType: 'image/png' };
const text = (words: string) => ({ type: 'text' as const, text: words });
const error = (message: string, errorCode?: string) => ({
  type: 'error' as const,
  message,
  ...(errorCode === undefined ? {} : { errorCode }),
});

test('a screenshot, with the safety checks as they came', () => {
  const check = { id: 'sc_1', code: 'malicious_instructions', message: 'Look twice.' };
  const call = { type: 'computer_call', actions: [{ type: 'wait' }], pending_safety_checks: [check] };
  const output = { type: 'computer_screenshot', image_url: `data:image/png;base64,${png}` };
  const item = { type: 'computer_call_output', call_id: 'call_1', output };
  expect(sent(call, { outputs: [shot] })).toEqual([item]);
  expect(sent(call, { outputs: [shot], acknowledgedSafetyCheckIds: ['sc_1', 'sc_2'] })).toEqual([
    { ...item, acknowledged_safety_checks: [check, { id: 'sc_2' }] },
  ]);
});

test.each([[[]], [[error('locked')]], [[shot, text('and words')]]])('no screenshot alone: %j', (outputs) => {
  expect(() => sent({ type: 'computer_call', actions: [] }, { outputs })).toThrow(
    expect.objectContaining({ name: 'ProviderError', code: 'invalid_request_error' }),
  );
});

test.each<[ActionResultContent['outputs'], number | undefined, object]>([
  [[text('a'), text('b')], 0, { stdout: 'ab', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
  [[text('a')], undefined, { stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
  [[text('a'), error('b')], 2, { stdout: 'a', stderr: 'b', outcome: { type: 'exit', exit_code: 2 } }],
  [[error('b')], undefined, { stdout: '', stderr: 'b', outcome: { type: 'exit', exit_code: 1 } }],
  [[error('b', 'timeout')], undefined, { stdout: '', stderr: 'b', outcome: { type: 'timeout' } }],
])('what a shell printed: %j with code %s', (outputs, exitCode, chunk) => {
  const code = exitCode === undefined ? {} : { exitCode };
  const call = { type: 'shell_call', action: { commands: ['x'], max_output_length: 99, timeout_ms: null } };
  expect(sent(call, { outputs, ...code })).toEqual([
    { type: 'shell_call_output', call_id: 'call_1', max_output_length: 99, output: [chunk] },
  ]);
});

test('the older local shell has its output as JSON text, under the id of its call', () => {
  const call = { type: 'local_shell_call', action: { type: 'exec', command: ['x'], env: {} } };
  const [item] = sent(call, { outputs: [text('a')], exitCode: 3 });
  expect(item).toMatchObject({ type: 'local_shell_call_output', id: 'call_1', call_id: 'call_1' });
  expect(JSON.parse(String(item?.output))).toEqual({ stdout: 'a', stderr: '', exit_code: 3 });
});

test('a patch was applied, or was not', () => {
  const call = { type: 'apply_patch_call', operation: { type: 'delete_file', path: 'a' } };
  const item = { type: 'apply_patch_call_output', call_id: 'call_1' };
  expect(sent(call, {})).toEqual([{ ...item, status: 'completed' }]);
  expect(sent(call, { outputs: [error('no such file')] })).toEqual([
    { ...item, status: 'failed', output: 'no such file' },
  ]);
});

test('what the item of the caller says beyond the contract goes along', () => {
  const raw = { type: 'shell_call_output', status: 'incomplete', call_id: 'another', output: [] };
  const call = { type: 'shell_call', action: { commands: ['x'] } };
  expect(sent(call, { outputs: [text('a')] }, raw)).toMatchObject([
    { type: 'shell_call_output', status: 'incomplete', call_id: 'call_1', output: [{ stdout: 'a' }] },
  ]);
  expect(sent(call, {}, { type: 'computer_call_output', status: 'incomplete' })[0]).not.toHaveProperty('status');
});

test('what a custom tool gave goes out as such, and the call as it came', () => {
  const item = { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_1', name: 'sql', input: '{"a":1}' };
  const messages: ChatMessage[] = [
    { role: 'assistant', contents: contentsOfItem(item) },
    { role: 'tool', contents: [{ type: 'function-result', callId: 'call_1', result: [1] }] },
  ];
  expect(conversation(messages, false).input).toEqual([
    item,
    { type: 'custom_tool_call_output', call_id: 'call_1', output: '[1]' },
  ]);
});

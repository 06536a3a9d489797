import { expect, test } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { ActionCallContent, ActionResultContent, ChatMessage } from '../../../spec/contract/index.ts';
import { actionToolsOf } from './actions.ts';
import { conversation } from './request.ts';
import { contentFromBlock } from './response.ts';

const tools = actionToolsOf({
  tools: [
    { type: 'bash_20250124', name: 'bash' },
    { type: 'text_editor_20250124', name: 'str_replace_editor' },
    { type: 'computer_20251124', name: 'computer' },
    { name: 'terminal', input_schema: { type: 'object' } },
  ],
});
const use = (name: string, input: JsonObject, more = {}) => ({ type: 'tool_use', id: 'toolu_1', name, input, ...more });
const toolset = { toolset_name: 'computer' };

const blocks: readonly [ActionCallContent['tool'], JsonObject, JsonObject][] = [
  [
    'computer-use',
    use('left_click', { coordinate: [1, 2], text: null }, toolset),
    { type: 'left_click', coordinate: [1, 2], text: null },
  ],
  ['computer-use', use('screenshot', {}, toolset), { type: 'screenshot' }],
  ['computer-use', use('computer', { action: 'key', text: 'a' }), { type: 'key', text: 'a' }],
  ['shell', use('bash', { command: 'ls' }), { type: 'exec', command: 'ls' }],
  ['shell', use('bash', { restart: true }), { type: 'restart' }],
  ['text-editor', use('str_replace_editor', { command: 'undo_edit', path: 'a' }), { type: 'undo_edit', path: 'a' }],
];

test.each(blocks)('%s: %j asks for %j, and goes back as it came', (tool, block, action) => {
  const content = contentFromBlock(block, tools);
  expect(content).toEqual({
    type: 'action-call',
    callId: 'toolu_1',
    tool,
    actions: [action],
    rawRepresentation: block,
  });
  expect(conversation([{ role: 'assistant', contents: [content] }]).messages[0]?.content).toEqual([block]);
});

test.each([
  ['a function', use('terminal', { command: 'ls' })],
  [
    'a function of the same name as a tool that is not declared',
    use('str_replace_based_edit_tool', { command: 'view' }),
  ],
  ['a member of another toolset', use('bash', { command: 'ls' }, { toolset_name: 'browser' })],
  ['an action without a name', use('computer', { coordinate: [1, 2] })],
  ['input that was cut short', { ...use('bash', {}), input: '{"command":"l' }],
])('%s is a call like any other', (_, block) => {
  expect(contentFromBlock(block, tools)).toMatchObject({ type: 'function-call', name: block.name });
});

/** What goes out for the outcome of an action. */
function sent(outcome: Partial<ActionResultContent>, block: JsonObject = use('bash', { command: 'ls' })) {
  const call = contentFromBlock(block, tools) as ActionCallContent;
  const messages: ChatMessage[] = [
    { role: 'assistant', contents: [call] },
    {
      role: 'tool',
      contents: [{ type: 'action-result', callId: call.callId, tool: call.tool, outputs: [], ...outcome }],
    },
  ];
  return conversation(messages).messages[1]?.content[0];
}

const text = (words: string) => ({ type: 'text' as const, text: words });
const failure = (message: string) => ({ type: 'error' as const, message });
const shot = { type: 'data' as const, data: 'iVBORw0KGgo=', mediaType: 'image/png' };
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } };

test.each<[Partial<ActionResultContent>, object]>([
  [{ outputs: [text('12\n')], exitCode: 0 }, { content: [text('12\n')] }],
  [{ outputs: [] }, { content: [] }],
  [{ outputs: [text('no'), failure('such file')] }, { content: [text('no'), text('such file')], is_error: true }],
  [
    { outputs: [text('a')], exitCode: 2 },
    { content: [text('a'), text('exit code: 2')], is_error: true },
  ],
  [
    { outputs: [text('')], exitCode: 1 },
    { content: [text('exit code: 1')], is_error: true },
  ],
  [{ outputs: [failure('')] }, { content: [text('The action failed without a message.')], is_error: true }],
  [{ outputs: [shot, text('and words')] }, { content: [image, text('and words')] }],
])('%j is told as %j', (outcome, told) => {
  expect(sent(outcome)).toEqual({ type: 'tool_result', tool_use_id: 'toolu_1', ...told });
});

test('the outcome of a toolset’s action names the toolset', () => {
  expect(sent({ outputs: [shot] }, use('screenshot', {}, toolset))).toMatchObject({ ...toolset, content: [image] });
  expect(sent({ outputs: [shot] }, use('computer', { action: 'screenshot' }))).not.toHaveProperty('toolset_name');
});

test('a call that the application made up is said as today’s tools say it; several actions at once cannot be', () => {
  const call = { type: 'action-call' as const, callId: 'c' };
  const blocksOf = (content: ActionCallContent) =>
    conversation([{ role: 'assistant', contents: [content] }]).messages[0]?.content;
  const wait = { type: 'wait', duration: 1 };
  expect(blocksOf({ ...call, tool: 'computer-use', actions: [wait] })).toEqual([
    { type: 'tool_use', id: 'c', toolset_name: 'computer', name: 'wait', input: { duration: 1 } },
  ]);
  expect(blocksOf({ ...call, tool: 'text-editor', actions: [{ type: 'view', path: 'a' }] })).toEqual([
    { type: 'tool_use', id: 'c', name: 'str_replace_based_edit_tool', input: { command: 'view', path: 'a' } },
  ]);
  expect(() => blocksOf({ ...call, tool: 'computer-use', actions: [wait, wait] })).toThrow(
    expect.objectContaining({ name: 'ProviderError', code: 'invalid_request_error' }),
  );
});

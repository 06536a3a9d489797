import { expect, test } from 'vitest';
import { sendsOptions, sendsTools } from './options.ts';

/** What is found where a caller asks for a choice of tools, and the wire says nothing of it. */
const groups = (toolMode: object): string[] => {
  const options = { tools: [{ type: 'function', name: 'f', parameters: {} }], toolMode };
  const step = { step: { messages: [], options, exchanges: [] }, path: 'steps[0]' };
  const request = { messages: [], options: {}, exchange: 0, paths: new Map() };
  const judged = sendsOptions.judge({
    trace: { steps: [], settings: { model: 'm' } },
    steps: [{ ...step, requests: [request] }],
    lacks: [],
    unsupportedToolMembers: {},
    case: {},
  } as never);
  return judged.findings.map(({ group }) => group);
};

test('an option that says what holds anyway is told apart from one that is lost', () => {
  expect(groups({ type: 'auto' })).toEqual(['option.toolMode.default']);
  expect(groups({ type: 'required' })).toEqual(['option.toolMode.missing']);
});

test('a tool that the application runs is told apart from one that is lost, where it is declared as a function', () => {
  const declared = [{ type: 'shell' }, { type: 'text-editor' }];
  const step = { step: { messages: [], options: { tools: declared }, exchanges: [] }, path: 'steps[0]' };
  const tools = [{ type: 'function', name: 'bash', parameters: {} }];
  const request = { messages: [], options: { tools }, exchange: 0, paths: new Map() };
  const { findings } = sendsTools.judge({
    steps: [{ ...step, requests: [request] }],
    unsupportedToolMembers: {},
    case: {},
  } as never);
  expect(findings.map(({ group }) => group)).toEqual(['shell.as-function', 'text-editor.missing']);
});

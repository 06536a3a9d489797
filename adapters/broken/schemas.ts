import { isJsonObject, type Json } from '../../files/canonical-json.ts';
import type { BrokenAdapter } from './break.ts';
import { inSentBody } from './on-the-wire.ts';

/** Defects that make a request none that the provider's own types allow. */
export const brokenInSchemas: readonly BrokenAdapter[] = [
  {
    id: 'sends-the-tools-name-as-its-type',
    modelledOn: ['B022'],
    caughtBy: 'requests-fit-schema',
    defect: 'A server tool is declared under its name, where its dated type belongs.',
    shows: ['cited-answer/complete', 'cited-answer/stream'],
    onTheWire: inSentBody((body) => ({
      ...body,
      tools: eachOf(body.tools, (tool) => (tool.type === undefined ? tool : { ...tool, type: tool.name ?? null })),
    })),
  },
  {
    id: 'sends-back-what-it-parsed',
    over: 'openai-responses',
    phase: 'multi-turn',
    caughtBy: 'requests-fit-schema',
    defect: 'A call goes back with the arguments that a helper of the SDK had parsed beside it.',
    shows: ['nothing-kept/complete', 'nothing-kept/stream'],
    onTheWire: inSentBody((body) => ({
      ...body,
      input: eachOf(body.input, (item) =>
        item.type === 'function_call' ? { ...item, parsed_arguments: JSON.parse(String(item.arguments)) } : item,
      ),
    })),
  },
  {
    id: 'sends-a-container-as-its-own-tool',
    modelledOn: ['B091'],
    over: 'openai-responses',
    phase: 'request',
    caughtBy: 'requests-fit-schema',
    defect: 'A container that is used again is declared as a tool of its own type.',
    shows: ['code-fails/complete', 'code-fails/stream'],
    onTheWire: inSentBody((body) => ({
      ...body,
      tools: eachOf(body.tools, (tool) =>
        tool.type === 'code_interpreter'
          ? { type: 'code_interpreter_container', container: tool.container ?? null }
          : tool,
      ),
    })),
  },
  {
    id: 'leaks-its-own-options',
    over: 'openai-chat',
    phase: 'request',
    caughtBy: 'requests-fit-schema',
    defect: 'An option of the library goes out as a member of the request.',
    shows: ['single-call/complete', 'single-call/stream'],
    onTheWire: inSentBody((body) => ({ ...body, max_steps: 8 })),
  },
  {
    id: 'leaks-flags-of-its-functions',
    over: 'openai-chat',
    phase: 'request',
    caughtBy: 'requests-hold-known-members',
    defect: 'What the library notes of a function for itself goes out with its declaration.',
    shows: ['single-call/complete', 'parallel-calls/stream'],
    onTheWire: inSentBody((body) => ({
      ...body,
      tools: eachOf(body.tools, (tool) =>
        isJsonObject(tool.function) ? { ...tool, function: { ...tool.function, requires_confirmation: false } } : tool,
      ),
    })),
  },
  {
    id: 'submits-results-as-objects',
    over: 'openai-assistants',
    phase: 'multi-turn',
    caughtBy: 'requests-fit-schema',
    defect: 'The result of a function goes out as an object, where the API takes a text.',
    shows: ['single-call/complete', 'single-call/stream'],
    onTheWire: inSentBody((body) =>
      body.tool_outputs === undefined
        ? body
        : {
            ...body,
            tool_outputs: eachOf(body.tool_outputs, (given) => ({ ...given, output: { value: given.output ?? null } })),
          },
    ),
  },
  {
    id: 'leaks-notes-on-messages',
    modelledOn: ['B194'],
    over: 'mistral-chat',
    phase: 'multi-turn',
    caughtBy: 'requests-fit-schema',
    defect: 'What the library keeps of a message for itself goes out with it.',
    shows: ['single-call/complete', 'single-call/stream'],
    onTheWire: inSentBody((body) => ({
      ...body,
      messages: eachOf(body.messages, (message) => ({ ...message, metadata: { seen: true } })),
    })),
  },
  {
    id: 'leaks-notes-on-entries',
    modelledOn: ['B194'],
    over: 'mistral',
    phase: 'multi-turn',
    caughtBy: 'requests-fit-schema',
    defect: 'What the library keeps of a result for itself goes out with it.',
    shows: ['single-call/complete', 'single-call/stream'],
    onTheWire: inSentBody((body) => ({
      ...body,
      inputs: Array.isArray(body.inputs)
        ? eachOf(body.inputs, (entry) => ({ ...entry, is_error: false }))
        : (body.inputs ?? null),
    })),
  },
  {
    id: 'nests-the-functions-of-an-agent',
    over: 'azure-foundry-v2',
    phase: 'request',
    caughtBy: 'requests-fit-schema',
    defect: 'The functions of an agent are declared as Chat Completions has them, in a member of their own.',
    shows: ['single-call/complete', 'single-call/stream'],
    onTheWire: inSentBody((body) =>
      isJsonObject(body.definition)
        ? {
            ...body,
            definition: {
              ...body.definition,
              tools: eachOf(body.definition.tools, ({ type, ...rest }) =>
                type === 'function' ? { type, function: rest } : { ...rest, type: type ?? null },
              ),
            },
          }
        : body,
    ),
  },
  {
    id: 'declares-leave-with-the-tool',
    over: 'azure-foundry-agents',
    phase: 'request',
    caughtBy: 'requests-fit-schema',
    defect: 'Whether a remote server may be called stands in its declaration, where the API takes it with the run.',
    shows: ['approval-granted/complete', 'approval-granted/stream'],
    onTheWire: inSentBody((body) =>
      body.model === undefined
        ? body
        : {
            ...body,
            tools: eachOf(body.tools, (tool) => (tool.type === 'mcp' ? { ...tool, require_approval: 'always' } : tool)),
          },
    ),
  },
];

type Members = { readonly [name: string]: Json };

/** Each object of a list, changed. */
const eachOf = (list: Json | undefined, change: (item: Members) => Members): Json =>
  Array.isArray(list) ? list.map((item) => (isJsonObject(item) ? change(item) : item)) : [];

import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../lib/canonical-json.ts';
import { rules } from './rules.ts';

const call = { type: 'tool_use', id: 'toolu_1', name: 'get_tide', input: { city: 'Brest' } };
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'high' };
const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'tides' } };
const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };
const remote = { type: 'mcp_tool_use', id: 'mcptoolu_1', server_name: 'docs', name: 'find', input: {} };
const thought = { type: 'thinking', thinking: 'Tides.', signature: 'c2lnbmVk' };
const tide = { name: 'get_tide', input_schema: { type: 'object', properties: { city: { type: 'string' } } } };
const question = { role: 'user', content: 'Is the tide high?' };
const said = (...content: JsonObject[]) => ({ role: 'assistant', content });
const told = (...content: JsonObject[]) => ({ role: 'user', content });

/** A request that keeps every rule, and what changes in it. */
const asked = (change: JsonObject = {}): JsonObject => ({
  model: 'claude-sonnet-5-5',
  max_tokens: 4096,
  system: [{ type: 'text', text: 'Be brief.' }],
  thinking: { type: 'enabled', budget_tokens: 2048 },
  tool_choice: { type: 'auto' },
  tools: [
    tide,
    { type: 'web_search_20260318', name: 'web_search', allowed_domains: ['tides.example'] },
    { type: 'mcp_toolset', mcp_server_name: 'docs' },
  ],
  mcp_servers: [{ type: 'url', name: 'docs', url: 'https://docs.example/mcp' }],
  messages: [question, said(thought, search, found, call), told(result, { type: 'text', text: 'Well?' })],
  ...change,
});

const usual = { 'anthropic-version': '2026-10-21', 'anthropic-beta': 'mcp-client-2025-11-20' };

function broken(body: JsonObject, headers: Record<string, string> = {}, earlier: never[] = []): string[] {
  const request = {
    method: 'POST',
    url: 'https://api.anthropic.com/v1/messages',
    headers: Object.entries({ ...usual, ...headers }) as [string, string][],
    body: { text: JSON.stringify(body) },
  };
  const exchange = { request, response: { status: 200, headers: [], body: { text: '' } } } as never;
  return rules.filter((rule) => rule.judge({ exchange, body, earlier }).breaches.length > 0).map(({ id }) => id);
}

describe('rules of the Messages API', () => {
  test.for<[why: string, body: JsonObject]>([
    ['with everything in it', asked()],
    ['that goes on with a paused turn', asked({ messages: [question, said(thought, search)] })],
    [
      'in which a call of the provider stands beside one of the application, and both wait',
      asked({ messages: [question, said(thought, search, call), told(result)] }),
    ],
    [
      'in which code of the provider waits for a result',
      asked({
        messages: [
          question,
          said(
            thought,
            { type: 'server_tool_use', id: 'srvtoolu_2', name: 'code_execution', input: { code: 'go()' } },
            { ...call, caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_2' } },
          ),
          told(result),
          said({ ...call, id: 'toolu_2', caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_2' } }),
          told({ ...result, tool_use_id: 'toolu_2' }),
        ],
      }),
    ],
    [
      'in which results come in several messages of the user',
      asked({
        messages: [
          question,
          said(thought, call, { ...call, id: 'toolu_2' }),
          told({ ...result, tool_use_id: 'toolu_2' }),
          told(result),
        ],
      }),
    ],
    [
      'in whose second round nothing was thought',
      asked({
        messages: [
          question,
          said(thought, call),
          told(result),
          said({ ...call, id: 'toolu_2' }),
          told({ ...result, tool_use_id: 'toolu_2' }),
        ],
      }),
    ],
    ['of strange shape', { messages: [null, 'x', { role: 'user', content: [1] }], tools: 'none', system: 7 }],
  ])('a request %s keeps them', ([, body]) => {
    expect(broken(body)).toEqual([]);
  });

  test.for<[id: string, change: JsonObject, headers?: Record<string, string>]>([
    ['calls-answered', { messages: [question, said(thought, call), told({ type: 'text', text: 'Stop.' })] }],
    ['calls-answered', { messages: [question, told(result)] }],
    [
      'result-position-first',
      { messages: [question, said(thought, call), told({ type: 'text', text: 'So:' }, result)] },
    ],
    [
      'call-id-format',
      { messages: [question, said(thought, { ...call, id: 'a|b' }), told({ ...result, tool_use_id: 'a|b' })] },
    ],
    ['call-id-unique', { messages: [question, said(thought, call, call), told(result)] }],
    [
      'error-result-text',
      { messages: [question, said(thought, call), told({ ...result, content: [], is_error: true })] },
    ],
    [
      'result-toolset-required',
      { messages: [question, said(thought, { ...call, toolset_name: 'browser' }), told(result)] },
    ],
    ['server-call-result-required', { messages: [question, said(search), told({ type: 'text', text: 'And now?' })] }],
    ['server-call-result-required', { messages: [question, said(found), told({ type: 'text', text: 'And now?' })] }],
    [
      'server-call-result-required',
      { messages: [question, said(found, search), told({ type: 'text', text: 'And now?' })] },
    ],
    ['server-call-id-format', { messages: [question, said({ ...search, id: 'call_1' })] }],
    ['text-not-blank', { system: [{ type: 'text', text: '' }] }],
    ['text-not-blank', { messages: [told({ type: 'text', text: ' \n' })] }],
    ['messages-not-empty', { messages: [] }],
    ['messages-not-empty', { messages: [question, said(), question] }],
    ['prefill-no-trailing-space', { messages: [question, said({ type: 'text', text: 'It is ' })] }],
    [
      'cache-marker-limit',
      { tools: [1, 2, 3, 4, 5].map((n) => ({ ...tide, name: `f${n}`, cache_control: { type: 'ephemeral' } })) },
    ],
    ['function-name-format', { tools: [{ ...tide, name: 'Tide Tables.get' }] }],
    ['tool-name-unique', { tools: [tide, tide] }],
    ['tool-type-format', { tools: [{ type: 'str_replace_based_edit_tool', name: 'str_replace_based_edit_tool' }] }],
    ['tool-type-format', { tools: [{ type: 'text_editor_20250728', name: 'str_replace_editor' }] }],
    ['function-schema-form', { tools: [{ name: 'f', input_schema: { properties: {} } }] }],
    ['function-schema-form', { tools: [{ name: 'f', input_schema: { type: 'object', anyOf: [{}] } }] }],
    ['function-schema-form', { tools: [{ name: 'f', input_schema: { type: 'object', properties: { 'a b': {} } } }] }],
    [
      'domain-filter-exclusive',
      { tools: [{ type: 'web_fetch_20260318', name: 'web_fetch', allowed_domains: ['a'], blocked_domains: ['b'] }] },
    ],
    ['mcp-toolset-single', { tools: [tide] }],
    ['mcp-toolset-single', { mcp_servers: [] }],
    ['mcp-server-declared', { messages: [question, said({ ...remote, server_name: 'find' })] }],
    ['tool-choice-declared', { tool_choice: { type: 'required' } }],
    ['tool-choice-declared', { tool_choice: { type: 'tool', name: 'get_time' }, tools: [tide], mcp_servers: [] }],
    ['tool-choice-while-thinking', { tool_choice: { type: 'any' } }],
    ['tool-choice-model', { model: 'claude-opus-5-5', thinking: { type: 'disabled' }, tool_choice: { type: 'any' } }],
    ['thinking-budget-range', { thinking: { type: 'enabled', budget_tokens: 512 } }],
    ['thinking-budget-range', { max_tokens: 2048 }],
    ['reasoning-position', { messages: [question, said(call), told(result)] }],
    ['reasoning-signature-required', { messages: [question, said({ type: 'thinking', thinking: 'Tides.' })] }],
    ['version-date', {}, { 'anthropic-version': 'latest' }],
    ['version-members', { temperature: 0.5 }],
    ['version-members', { messages: [question, said({ type: 'document', source: {} })] }],
    ['beta-header-format', {}, { 'anthropic-beta': 'mcp-client-2025-11-20,mcp' }],
    ['beta-header-format', {}, { 'anthropic-beta': 'mcp-client-2025-11-20, skills-2025-10-02' }],
  ])('%s %#', ([id, change, headers]) => {
    expect(broken(asked(change), headers)).toContain(id);
  });

  const blank = { type: 'text', text: '\n\n' };
  const blankEvents = [
    { type: 'message_start', message: { content: [] } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: blank.text } },
  ];
  test.for<[how: string, text: string]>([
    ['whole', JSON.stringify({ content: [blank] })],
    ['streamed', blankEvents.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')],
  ])('a blank that the model wrote, %s, may go back', ([, text]) => {
    const earlier = [{ request: {}, response: { status: 200, headers: [], body: { text } } }] as never[];
    const goesBack = asked({ messages: [question, said({ type: 'text', text: 'Wait.' }, blank), question] });
    expect(broken(goesBack, {}, earlier)).toEqual([]);
    expect(broken(goesBack)).toEqual(['text-not-blank']);
  });

  const paused = { stop_reason: 'pause_turn', container: { id: 'container_1' } };
  const events = [
    { type: 'message_start', message: { container: null } },
    { type: 'message_delta', delta: paused },
  ];
  test.for<[how: string, text: string]>([
    ['whole', JSON.stringify(paused)],
    ['streamed', events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')],
  ])('a turn that was paused, %s, goes on in its container', ([, text]) => {
    const earlier = [{ request: {}, response: { status: 200, headers: [], body: { text } } }] as never[];
    expect(broken(asked(), {}, earlier)).toEqual(['paused-turn-container']);
    expect(broken(asked({ container: 'container_1' }), {}, earlier)).toEqual([]);
    expect(broken(asked({ container: { id: 'container_1', skills: [] } }), {}, earlier)).toEqual([]);
  });
});

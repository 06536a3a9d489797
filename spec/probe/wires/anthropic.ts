import type { Json, JsonObject } from '../../../lib/canonical-json.ts';
import { answerFormat, functions, type ProbeScenario } from '../scenarios.ts';
import { eventResponse, jsonResponse, type ProbeWire, tokensOf } from '../wire.ts';

function choiceOf({ choice, other, single }: ProbeScenario): JsonObject {
  if (other) return { tool_choice: { type: 'tool', name: 'web_search' } };
  if (choice === undefined) return {};
  const parallel = single ? { disable_parallel_tool_use: true } : {};
  if (typeof choice === 'object')
    return 'name' in choice ? { tool_choice: { type: 'tool', ...choice, ...parallel } } : {};
  return { tool_choice: { type: choice === 'required' ? 'any' : choice, ...parallel } };
}

function messagesOf({ user, history, invalid }: ProbeScenario): JsonObject[] {
  const asked = { role: 'user', content: user };
  if (!history) return [asked];
  const { name, arguments: text } = history.call;
  const call = { type: 'tool_use', id: 'toolu_0', name, input: JSON.parse(text) as Json };
  const result = { type: 'tool_result', tool_use_id: 'toolu_0', content: history.result };
  const called = invalid ? 'One moment.' : [call];
  return [asked, { role: 'assistant', content: called }, { role: 'user', content: [result] }];
}

const refusals = {
  'no-messages': 'messages: Field required',
  'result-without-call':
    'messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_0. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
};

/** The blocks of the documented answer; `cut` is JSON that the limit cuts. */
function blocksOf({ answer }: ProbeScenario): readonly { readonly block: JsonObject; readonly cut?: string }[] {
  const query = { query: 'weather in Oslo' };
  const found = {
    type: 'web_search_result',
    url: 'https://weather.example/oslo',
    title: 'Weather',
    encrypted_content: 'c2VhbGVk',
    page_age: null,
  };
  const caller = { type: 'direct' };
  const hosted: JsonObject[] = [
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: query, caller },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [found], caller },
  ];
  return [
    ...(answer.other ? hosted.map((block) => ({ block })) : []),
    ...(answer.text === undefined ? [] : [{ block: { type: 'text', text: answer.text, citations: null } }]),
    ...(answer.calls ?? []).map(({ name, arguments: text }, i) => {
      const isCut = answer.ended === 'length';
      const input = isCut ? {} : (JSON.parse(text) as JsonObject);
      const block = { type: 'tool_use', id: `toolu_${i + 1}`, name, input, caller };
      return isCut ? { block, cut: text } : { block };
    }),
  ];
}

function eventsOf({ block, cut }: ReturnType<typeof blocksOf>[number], index: number): JsonObject[] {
  const isText = block.type === 'text';
  const delta = isText
    ? { type: 'text_delta', text: block.text ?? '' }
    : { type: 'input_json_delta', partial_json: cut ?? JSON.stringify(block.input) };
  return [
    { type: 'content_block_start', index, content_block: isText ? { ...block, text: '' } : { ...block, input: {} } },
    { type: 'content_block_delta', index, delta },
    { type: 'content_block_stop', index },
  ];
}

/** Source: `MessageCreateParams`, `Message` and `RawMessageStreamEvent` of `@anthropic-ai/sdk`. */
export const wire: ProbeWire = {
  providerApi: 'anthropic',
  operation: 'messages.create',
  path: '/v1/messages',
  source: { title: 'Claude API reference: messages', url: 'https://platform.claude.com/docs/en/api/messages' },
  // It takes every form of tool choice.
  model: 'claude-sonnet-4-6',
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key === undefined ? {} : { 'x-api-key': key }) }),
  request: (scenario, model, isStream) => {
    const { functions: names = [], other, stop, format, limit, invalid } = scenario;
    const tools: JsonObject[] = [
      ...names.map((name) => ({ name, input_schema: functions[name], strict: true })),
      ...(other ? [{ type: 'web_search_20250305', name: 'web_search', max_uses: 1 }] : []),
    ];
    return {
      model,
      max_tokens: limit,
      ...(invalid === 'no-messages' ? {} : { messages: messagesOf(scenario) }),
      ...(tools.length > 0 ? { tools } : {}),
      ...choiceOf(scenario),
      ...(stop === undefined ? {} : { stop_sequences: [stop] }),
      ...(format ? { output_config: { format: { type: 'json_schema', schema: answerFormat } } } : {}),
      ...(isStream ? { stream: true } : {}),
    };
  },
  answer: (scenario, request, isStream) => {
    const { answer, invalid, stop } = scenario;
    if (answer.status !== undefined && invalid) {
      const error = { type: 'invalid_request_error', message: refusals[invalid] };
      return jsonResponse({ type: 'error', error, request_id: 'req_1' }, answer.status);
    }
    const blocks = blocksOf(scenario);
    const called = answer.calls ? 'tool_use' : 'end_turn';
    const reason = { length: 'max_tokens', 'stop-sequence': 'stop_sequence', none: called }[answer.ended ?? 'none'];
    const end = { stop_reason: reason, stop_sequence: answer.ended === 'stop-sequence' ? (stop ?? null) : null };
    const counts = { input_tokens: 20, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    const details = { output_tokens_details: null, server_tool_use: null };
    const usageOf = (output_tokens: number): JsonObject => ({
      ...counts,
      cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
      output_tokens,
      ...details,
      service_tier: 'standard',
      inference_geo: null,
      speed: null,
    });
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: request.model ?? null,
      container: null,
      diagnostics: null,
      stop_details: null,
    };
    if (!isStream) {
      const content = blocks.map(({ block }) => block);
      return jsonResponse({ ...message, content, ...end, usage: usageOf(tokensOf(scenario)) });
    }
    return eventResponse([
      {
        type: 'message_start',
        message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage: usageOf(1) },
      },
      ...blocks.flatMap(eventsOf),
      {
        type: 'message_delta',
        delta: { container: null, stop_details: null, ...end },
        usage: { ...counts, output_tokens: tokensOf(scenario), ...details },
      },
      { type: 'message_stop' },
    ]);
  },
};

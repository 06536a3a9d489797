import type { JsonObject } from '../../../lib/canonical-json.ts';
import { answerFormat, functions, type ProbeScenario } from '../scenarios.ts';
import { eventResponse, jsonResponse, type ProbeWire, tokensOf } from '../wire.ts';

const functionCall = ({ name, arguments: text }: { name: string; arguments: string }, id: string): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: text },
});

const named = (name: string): JsonObject => ({ type: 'function', function: { name } });

function choiceOf({ choice, other }: ProbeScenario): JsonObject {
  if (other) return { tool_choice: { type: 'custom', custom: { name: 'note' } } };
  if (choice === undefined) return {};
  if (typeof choice === 'string') return { tool_choice: choice };
  if ('name' in choice) return { tool_choice: named(choice.name) };
  const allowed_tools = { mode: 'required', tools: choice.among.map(named) };
  return { tool_choice: { type: 'allowed_tools', allowed_tools } };
}

function messagesOf({ user, history, invalid }: ProbeScenario): JsonObject[] {
  const asked = { role: 'user', content: user };
  if (!history) return [asked];
  const call = { role: 'assistant', content: null, tool_calls: [functionCall(history.call, 'call_0')] };
  const result = { role: 'tool', tool_call_id: 'call_0', content: history.result };
  return invalid ? [asked, result] : [asked, call, result];
}

const refusals = {
  'no-messages': {
    message: "Missing required parameter: 'messages'.",
    type: 'invalid_request_error',
    param: 'messages',
    code: 'missing_required_parameter',
  },
  'result-without-call': {
    message:
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    type: 'invalid_request_error',
    param: 'messages.[1].role',
    code: null,
  },
};

/** Source: `ChatCompletionCreateParams`, `ChatCompletion` and `ChatCompletionChunk` of `openai`. */
export const wire: ProbeWire = {
  providerApi: 'openai-chat',
  operation: 'chat.completions.create',
  path: '/chat/completions',
  source: {
    title: 'OpenAI API reference: chat completions',
    url: 'https://platform.openai.com/docs/api-reference/chat',
  },
  model: 'gpt-4.1',
  headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  request: (scenario, model, isStream) => {
    const { functions: names = [], other, single, stop, format, limit, invalid } = scenario;
    const tools = [
      ...names.map((name) => ({ type: 'function', function: { name, parameters: functions[name], strict: true } })),
      ...(other ? [{ type: 'custom', custom: { name: 'note' } }] : []),
    ];
    return {
      model,
      ...(invalid === 'no-messages' ? {} : { messages: messagesOf(scenario) }),
      max_completion_tokens: limit,
      ...(tools.length > 0 ? { tools } : {}),
      ...choiceOf(scenario),
      ...(single ? { parallel_tool_calls: false } : {}),
      ...(stop === undefined ? {} : { stop: [stop] }),
      ...(format
        ? {
            response_format: { type: 'json_schema', json_schema: { name: 'city', schema: answerFormat, strict: true } },
          }
        : {}),
      ...(isStream ? { stream: true, stream_options: { include_usage: true } } : {}),
    };
  },
  answer: (scenario, request, isStream) => {
    const { answer, invalid } = scenario;
    if (answer.status !== undefined && invalid) return jsonResponse({ error: refusals[invalid] }, answer.status);
    const calls: JsonObject[] = answer.other
      ? [{ id: 'call_1', type: 'custom', custom: { name: 'note', input: 'It rains.' } }]
      : (answer.calls ?? []).map((call, i) => functionCall(call, `call_${i + 1}`));
    const isForced = typeof scenario.choice === 'object' && 'name' in scenario.choice;
    const called = calls.length > 0 && !isForced ? 'tool_calls' : 'stop';
    const end = answer.ended === 'length' ? 'length' : called;
    const output = tokensOf(scenario);
    const usage = { prompt_tokens: 20, completion_tokens: output, total_tokens: 20 + output };
    const whole = { id: 'chatcmpl-1', created: 0, model: request.model ?? null };
    if (!isStream) {
      const message = {
        role: 'assistant',
        content: answer.text ?? null,
        refusal: null,
        annotations: [],
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
      };
      const choice = { index: 0, message, logprobs: null, finish_reason: end };
      return jsonResponse({ ...whole, object: 'chat.completion', choices: [choice], usage });
    }
    const chunk = (delta: JsonObject, reason: string | null = null): JsonObject => ({
      ...whole,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
      usage: null,
    });
    return eventResponse(
      [
        chunk({ role: 'assistant', content: answer.text === undefined ? null : '', refusal: null }),
        ...(answer.text === undefined ? [] : [chunk({ content: answer.text })]),
        ...calls.map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
        chunk({}, end),
        { ...chunk({}), choices: [], usage },
      ],
      'data: [DONE]\n\n',
    );
  },
};

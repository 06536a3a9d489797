import { type JsonObject, toText } from '../../../lib/canonical-json.ts';
import { answerFormat, functions, type ProbeScenario } from '../scenarios.ts';
import { eventResponse, jsonResponse, type ProbeWire, tokensOf } from '../wire.ts';

const named = (name: string): JsonObject => ({ type: 'function', name });

function choiceOf({ choice, other }: ProbeScenario): JsonObject {
  if (other)
    return { tool_choice: other === 'custom' ? { type: 'custom', name: 'note' } : { type: 'web_search_preview' } };
  if (choice === undefined) return {};
  if (typeof choice === 'string') return { tool_choice: choice };
  if ('name' in choice) return { tool_choice: named(choice.name) };
  return { tool_choice: { type: 'allowed_tools', mode: 'required', tools: choice.among.map(named) } };
}

function inputOf({ user, history, invalid }: ProbeScenario): JsonObject[] {
  const asked = { role: 'user', content: user };
  if (!history) return [asked];
  const call = { type: 'function_call', call_id: 'call_0', ...history.call };
  const result = { type: 'function_call_output', call_id: 'call_0', output: history.result };
  return invalid ? [asked, result] : [asked, call, result];
}

const refusals = {
  'no-messages': {
    message: "Missing required parameter: 'input'.",
    type: 'invalid_request_error',
    param: 'input',
    code: 'missing_required_parameter',
  },
  'result-without-call': {
    message: 'No tool call found for function call output with call_id call_0.',
    type: 'invalid_request_error',
    param: 'input',
    code: null,
  },
};

/** The items of the documented answer, each as it ends. */
function itemsOf({ answer }: ProbeScenario): JsonObject[] {
  const status = answer.ended === 'length' ? 'incomplete' : 'completed';
  const other: JsonObject[] =
    answer.other === 'custom'
      ? [{ id: 'ctc_1', type: 'custom_tool_call', status, call_id: 'call_1', name: 'note', input: 'It rains.' }]
      : [
          {
            id: 'ws_1',
            type: 'web_search_call',
            status,
            action: { type: 'search', query: 'weather', queries: ['weather'] },
          },
        ];
  return [
    ...(answer.other ? other : []),
    ...(answer.text === undefined
      ? []
      : [{ id: 'msg_1', type: 'message', status, role: 'assistant', content: [textPart(answer.text)] }]),
    ...(answer.calls ?? []).map((call, i) => ({
      id: `fc_${i + 1}`,
      type: 'function_call',
      status,
      call_id: `call_${i + 1}`,
      ...call,
    })),
  ];
}

const textPart = (text: string): JsonObject => ({ type: 'output_text', annotations: [], logprobs: [], text });

/** The events that tell one item. */
function eventsOf(item: JsonObject, output_index: number): JsonObject[] {
  const [stem, place, member] =
    item.type === 'message'
      ? (['output_text', { item_id: item.id ?? null, output_index, content_index: 0 }, 'text'] as const)
      : (['function_call_arguments', { item_id: item.id ?? null, output_index }, 'arguments'] as const);
  const [part] = Array.isArray(item.content) ? (item.content as JsonObject[]) : [];
  const text = part?.text ?? item.arguments ?? '';
  const begun = part ? { ...item, content: [] } : { ...item, arguments: '' };
  const logprobs = part ? { logprobs: [] } : {};
  const around = (phase: string, shown: JsonObject): JsonObject[] =>
    part ? [{ type: `response.content_part.${phase}`, ...place, part: shown }] : [];
  return [
    { type: 'response.output_item.added', output_index, item: { ...begun, status: 'in_progress' } },
    ...around('added', textPart('')),
    { type: `response.${stem}.delta`, ...place, delta: text, ...logprobs },
    { type: `response.${stem}.done`, ...place, [member]: text, ...logprobs },
    ...around('done', textPart(toText(text))),
    { type: 'response.output_item.done', output_index, item },
  ];
}

/** Source: `ResponseCreateParams`, `Response` and `ResponseStreamEvent` of `openai`. */
export const wire: ProbeWire = {
  providerApi: 'openai-responses',
  operation: 'responses.create',
  path: '/responses',
  source: {
    title: 'OpenAI API reference: responses',
    url: 'https://platform.openai.com/docs/api-reference/responses',
  },
  model: 'gpt-4.1',
  headers: (key) => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
  request: (scenario, model, isStream) => {
    const { functions: names = [], other, single, format, limit, invalid } = scenario;
    const tools = [
      ...names.map((name) => ({ type: 'function', name, parameters: functions[name], strict: true })),
      ...(other ? [other === 'custom' ? { type: 'custom', name: 'note' } : { type: 'web_search_preview' }] : []),
    ];
    return {
      model,
      ...(invalid === 'no-messages' ? {} : { input: inputOf(scenario) }),
      max_output_tokens: limit,
      store: false,
      ...(tools.length > 0 ? { tools } : {}),
      ...choiceOf(scenario),
      ...(single ? { parallel_tool_calls: false } : {}),
      ...(format
        ? { text: { format: { type: 'json_schema', name: 'city', schema: answerFormat, strict: true } } }
        : {}),
      ...(isStream ? { stream: true } : {}),
    };
  },
  answer: (scenario, request, isStream) => {
    const { answer, invalid } = scenario;
    if (answer.status !== undefined && invalid) return jsonResponse({ error: refusals[invalid] }, answer.status);
    const output = itemsOf(scenario);
    const tokens = tokensOf(scenario);
    const isCut = answer.ended === 'length';
    const { model = null, max_output_tokens = null, store = true, tools = [], text } = request;
    const begun: JsonObject = {
      id: 'resp_1',
      object: 'response',
      created_at: 0,
      status: 'in_progress',
      background: false,
      error: null,
      incomplete_details: null,
      access_programs: null,
      instructions: null,
      max_output_tokens,
      metadata: {},
      model,
      output: [],
      parallel_tool_calls: request.parallel_tool_calls ?? true,
      previous_response_id: null,
      reasoning: { context: 'current_turn', effort: null, mode: 'standard', summary: null },
      service_tier: 'default',
      store,
      temperature: 1,
      text: text ?? { format: { type: 'text' } },
      tool_choice: request.tool_choice ?? 'auto',
      tools,
      top_p: 1,
      truncation: 'disabled',
      usage: null,
    };
    const ended: JsonObject = {
      ...begun,
      status: isCut ? 'incomplete' : 'completed',
      incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
      output,
      usage: {
        input_tokens: 20,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: tokens,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 20 + tokens,
      },
    };
    if (!isStream) return jsonResponse(ended);
    const events = [
      { type: 'response.created', response: begun },
      { type: 'response.in_progress', response: begun },
      ...output.flatMap(eventsOf),
      { type: `response.${toText(ended.status)}`, response: ended },
    ];
    return eventResponse(events.map((event, sequence_number) => ({ ...event, sequence_number })));
  },
};

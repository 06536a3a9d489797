import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tries } from '../../../files/nightly.ts';
import { exampleRequest, jsonExchange, responseOf, streamExchange, streamText } from '../responses/example-exchange.ts';
import { openAiResponsesReader as reader } from './reader.ts';

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>;
/** Objects with the members a reader looks for, holding anything. */
const likely = (members: readonly string[], types: readonly string[]) =>
  fc
    .dictionary(fc.constantFrom(...members, '__proto__', 'constructor'), json)
    .chain((object) => fc.constantFrom(...types, 'constructor', '__proto__').map((type) => ({ ...object, type })));
const part = fc.oneof(
  json,
  fc.record({
    type: fc.constantFrom('output_text', 'input_text', 'refusal'),
    text: fc.oneof(json, fc.string({ unit: 'binary' })),
    annotations: fc.oneof(
      json,
      fc.array(
        fc.record({
          type: fc.constantFrom('url_citation', 'file_citation', 'container_file_citation', 'x'),
          url: json,
          file_id: json,
          start_index: fc.oneof(json, fc.integer()),
          end_index: fc.oneof(json, fc.integer()),
        }),
      ),
    ),
  }),
  likely(['image_url', 'file_id', 'file_data', 'file_url', 'filename'], ['input_image', 'input_file']),
);
const types = [
  'function_call',
  'function_call_output',
  'reasoning',
  'web_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
  'shell_call',
  'shell_call_output',
  'local_shell_call',
  'local_shell_call_output',
  'computer_call',
  'computer_call_output',
  'apply_patch_call',
  'apply_patch_call_output',
  'custom_tool_call',
  '_call',
  '_output',
  'item_reference',
  '',
];
const members = [
  ...['id', 'call_id', 'name', 'arguments', 'action', 'operation', 'input', 'code', 'output', 'outputs', 'result'],
  ...['tools', 'error', 'summary', 'content', 'encrypted_content', 'caller', 'environment', 'server_label'],
  ...['actions', 'pending_safety_checks', 'acknowledged_safety_checks', 'status'],
];
const item = fc.oneof(
  likely(members, types),
  fc.record({ type: fc.constant('message'), id: fc.constantFrom('a', 'b'), content: fc.oneof(json, fc.array(part)) }),
);
const index = fc.oneof(json, fc.nat(2), fc.integer());
const event = fc.oneof(
  fc.record({
    type: fc.constantFrom('response.output_item.added', 'response.output_item.done'),
    output_index: index,
    item,
  }),
  fc.record({
    type: fc
      .constantFrom(
        ...['output_text.delta', 'output_text.done', 'content_part.added', 'content_part.done', 'refusal.delta'],
        ...['reasoning_summary_text.delta', 'reasoning_summary_part.added', 'output_text.annotation.added'],
        ...['function_call_arguments.delta', 'function_call_arguments.done', 'constructor.delta', '__proto__.done'],
      )
      .map((name) => `response.${name}`),
    output_index: index,
    content_index: index,
    summary_index: index,
    delta: json,
    text: json,
    arguments: json,
    part,
    annotation: json,
  }),
  fc.record({
    type: fc.constantFrom('response.completed', 'response.failed', 'response.created', 'error'),
    response: fc.oneof(
      json,
      fc.array(item).map((output) => responseOf(output)),
    ),
  }),
);

it('reads any body without throwing', () => {
  const body = fc.oneof(
    json,
    fc.string(),
    fc.array(fc.oneof(item, json)).map((output) => responseOf(output)),
    likely(['output', 'status', 'usage', 'error', 'incomplete_details'], ['response']),
  );
  fc.assert(
    fc.property(body, fc.constantFrom(200, 400, 502), (value, status) => {
      const { facts, unread } = reader.readResponses([jsonExchange(value, status)]);
      expect(facts.every(({ path }) => path.startsWith('exchanges[0].response.body'))).toBe(true);
      expect(unread.every(({ path, what }) => path !== '' && typeof what === 'string')).toBe(true);
    }),
    { numRuns: tries(500) },
  );
});

it('reads any stream without throwing', () => {
  const start = { type: 'response.created', response: responseOf([]) };
  fc.assert(
    fc.property(fc.array(event), fc.string(), (list, tail) => {
      reader.readResponses([streamExchange(start, ...list)]);
      reader.readResponses([streamText(`data: ${tail}\n\n${tail}`)]);
    }),
    { numRuns: tries(500) },
  );
});

it('reads any request without throwing', () => {
  const message = fc.record({
    role: fc.constantFrom('user', 'assistant', 'system', 'developer', 'x', 'constructor'),
    content: fc.oneof(fc.string(), json, fc.array(part)),
  });
  const body = fc.record({
    input: fc.oneof(json, fc.string(), fc.array(fc.oneof(item, message, json))),
    tools: fc.oneof(
      json,
      fc.array(
        likely(
          [
            ...['name', 'parameters', 'filters', 'user_location', 'container', 'vector_store_ids', 'ranking_options'],
            ...[
              'server_label',
              'server_url',
              'allowed_tools',
              'require_approval',
              'display_width',
              'size',
              'environment',
            ],
          ],
          [
            ...['function', 'web_search', 'code_interpreter', 'file_search', 'mcp', 'computer', 'computer_use_preview'],
            ...['image_generation', 'shell'],
          ],
        ),
      ),
    ),
    tool_choice: fc.oneof(json, likely(['name'], ['function'])),
    reasoning: fc.oneof(json, fc.record({ effort: fc.constantFrom('low', 'x') })),
    conversation: json,
    max_output_tokens: json,
    unknown: json,
  });
  fc.assert(
    fc.property(fc.oneof(body, json, fc.string()), (value) => {
      reader.readRequests([{ ...jsonExchange({}), request: exampleRequest(value) }]);
    }),
    { numRuns: tries(500) },
  );
});

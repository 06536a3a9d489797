import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tries } from '../../../files/nightly.ts';
import { exampleRequest, jsonExchange, responseOf, streamExchange, streamText } from './example-exchange.ts';
import { mistralReader as reader } from './reader.ts';

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>;
/** Objects with the members a reader looks for, holding anything. */
const likely = (members: readonly string[], types: readonly string[]) =>
  fc
    .dictionary(fc.constantFrom(...members, '__proto__', 'constructor'), json)
    .chain((object) => fc.constantFrom(...types, 'constructor', '__proto__').map((type) => ({ ...object, type })));
const chunk = fc.oneof(
  json,
  likely(
    ['text', 'thinking', 'signature', 'url', 'title', 'file_id', 'file_name', 'image_url', 'document_url'],
    ['text', 'thinking', 'tool_reference', 'tool_file', 'image_url', 'document_url', ''],
  ),
);
const entry = fc.oneof(
  json,
  likely(
    ['id', 'tool_call_id', 'name', 'arguments', 'confirmation_status', 'info', 'role', 'result'],
    ['function.call', 'function.result', 'tool.execution', 'agent.handoff', 'message.input', 'message.output', ''],
  ),
  fc.record({
    type: fc.constantFrom('message.output', 'message.input'),
    content: fc.oneof(json, fc.array(chunk)),
  }),
);
const event = fc.oneof(
  fc.record({
    type: fc.constantFrom(
      ...['message.output.delta', 'function.call.delta', 'tool.execution.started', 'tool.execution.done'],
      ...['agent.handoff.started', 'agent.handoff.done', 'constructor', '__proto__'],
    ),
    output_index: fc.oneof(json, fc.nat(2), fc.integer()),
    created_at: json,
    content: fc.oneof(fc.string(), chunk),
    arguments: json,
    info: json,
  }),
  fc.record({
    type: fc.constantFrom(
      'conversation.response.started',
      'conversation.response.done',
      'conversation.response.error',
      'x',
    ),
    conversation_id: json,
    usage: json,
    code: json,
    message: json,
  }),
);

it('reads any body without throwing', () => {
  const body = fc.oneof(
    json,
    fc.string(),
    fc.array(entry).map((outputs) => responseOf(outputs)),
    likely(['outputs', 'usage', 'message', 'detail', 'code'], ['error']),
  );
  fc.assert(
    fc.property(body, fc.constantFrom(200, 422, 502), (value, status) => {
      const { facts, unread } = reader.readResponses([jsonExchange(value, status)]);
      expect(facts.every(({ path }) => path.startsWith('exchanges[0].response.body'))).toBe(true);
      expect(unread.every(({ path, what }) => path !== '' && typeof what === 'string')).toBe(true);
    }),
    { numRuns: tries(500) },
  );
});

it('reads any stream without throwing', () => {
  fc.assert(
    fc.property(fc.array(event), fc.string(), (list, tail) => {
      reader.readResponses([streamExchange(...list)]);
      reader.readResponses([streamText(`data: ${tail}\n\n${tail}`)]);
    }),
    { numRuns: tries(500) },
  );
});

it('reads any request without throwing, whatever was asked and answered before', () => {
  const body = fc.record(
    {
      inputs: fc.oneof(json, fc.string(), fc.array(entry)),
      tools: fc.oneof(
        json,
        fc.array(
          likely(
            ['function', 'library_ids', 'connector_id', 'authorization', 'tool_configuration'],
            ['function', 'web_search', 'web_search_premium', 'document_library', 'connector', 'code_interpreter'],
          ),
        ),
      ),
      tool_confirmations: fc.oneof(json, fc.array(fc.record({ tool_call_id: json, confirmation: json }))),
      completion_args: fc.oneof(json, likely(['stop', 'max_tokens', 'tool_choice', 'reasoning_effort'], ['x'])),
      store: json,
      unknown: json,
    },
    { requiredKeys: [] },
  );
  const url = fc.constantFrom('/v1/conversations', '/v1/conversations/conv_1', '/v1/conversations/%E0%A4%A');
  const asked = fc.tuple(fc.oneof(body, json, fc.string()), url).map(([value, path]) => ({
    ...jsonExchange(responseOf([])),
    request: { ...exampleRequest(value), url: `https://api.mistral.ai${path}` },
  }));
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 2 }), fc.array(asked, { minLength: 1, maxLength: 2 }), (earlier, now) => {
      expect(reader.readRequests(now, earlier)).toHaveLength(now.length);
    }),
    { numRuns: tries(500) },
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tries } from '../../../files/nightly.ts';
import { exampleRequest, jsonExchange, message, streamExchange, streamText } from './example-exchange.ts';
import { anthropicReader } from './reader.ts';

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>;
/** Objects with the members a reader looks for, holding anything. */
const likely = (members: readonly string[], types: readonly string[]) =>
  fc
    .dictionary(fc.constantFrom(...members, '__proto__', 'constructor'), json)
    .chain((object) => fc.constantFrom(...types, 'constructor', '__proto__').map((type) => ({ ...object, type })));
const blockTypes = [
  'text',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'server_tool_use',
  'mcp_tool_use',
  'web_search_tool_result',
  'tool_result',
  'image',
  'document',
  'container_upload',
  'mcp_tool_listing',
];
const block = likely(
  [
    'id',
    'name',
    'input',
    'text',
    'thinking',
    'signature',
    'data',
    'content',
    'tool_use_id',
    'caller',
    'citations',
    'source',
    'toolset_name',
    'is_error',
    'file_id',
  ],
  blockTypes,
);
const events = [
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'error',
  'ping',
];
const event = fc.oneof(
  likely(['message', 'index', 'content_block', 'delta', 'usage', 'error'], events),
  fc.record({ type: fc.constant('content_block_start'), index: fc.nat(2), content_block: block }),
  fc.record({
    type: fc.constant('content_block_delta'),
    index: fc.nat(2),
    delta: likely(
      ['text', 'partial_json', 'thinking', 'signature'],
      ['text_delta', 'input_json_delta', 'signature_delta'],
    ),
  }),
);

const tool = likely(
  ['name', 'input_schema', 'strict', 'description', 'max_uses', 'mcp_server_name', 'default_config', 'configs'],
  [
    'custom',
    'bash_20250124',
    'computer_20251124',
    'computer_toolset_20260801',
    'code_execution_20260521',
    'mcp_toolset',
  ],
);

it('reads any body without throwing', () => {
  const body = fc.oneof(
    json,
    fc.string(),
    fc.array(fc.oneof(block, json)).map((content) => message(content)),
    likely(['content', 'stop_reason', 'usage', 'error'], ['message', 'error']),
  );
  fc.assert(
    fc.property(body, fc.constantFrom(200, 400, 502), (value, status) => {
      const { facts, unread } = anthropicReader.readResponses([jsonExchange(value, status)]);
      expect(facts.every(({ path }) => path.startsWith('exchanges[0].response.body'))).toBe(true);
      expect(unread.every(({ path, what }) => path !== '' && what !== '')).toBe(true);
    }),
    { numRuns: tries(500) },
  );
});

it('reads any stream without throwing', () => {
  const start = { type: 'message_start', message: message([]) };
  fc.assert(
    fc.property(fc.array(event), fc.string(), (list, tail) => {
      anthropicReader.readResponses([streamExchange(start, ...list)]);
      anthropicReader.readResponses([streamText(`data: ${tail}\n\n${tail}`)]);
    }),
    { numRuns: tries(500) },
  );
});

it('reads any request without throwing', () => {
  const content = fc.oneof(fc.string(), json, fc.array(fc.oneof(block, json)));
  const body = fc.record({
    messages: fc.oneof(
      json,
      fc.array(fc.record({ role: fc.constantFrom('user', 'assistant', 'system', 'x'), content })),
    ),
    system: fc.oneof(json, fc.array(block)),
    tools: fc.oneof(json, fc.array(tool)),
    mcp_servers: fc.oneof(json, fc.array(likely(['name', 'url', 'tool_configuration'], ['url']))),
    container: json,
    tool_choice: likely(['name', 'disable_parallel_tool_use'], ['auto', 'any', 'tool', 'none']),
    thinking: likely(['budget_tokens'], ['enabled', 'adaptive']),
    output_config: json,
    max_tokens: json,
    stop_sequences: json,
    unknown: json,
  });
  fc.assert(
    fc.property(fc.oneof(body, json, fc.string()), (value) => {
      anthropicReader.readRequests([{ ...jsonExchange({}), request: exampleRequest(value) }]);
    }),
    { numRuns: tries(500) },
  );
});

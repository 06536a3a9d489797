import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../../files/canonical-json.ts';
import { tries } from '../../../files/nightly.ts';
import { bodyOf, bytesOf } from '../../../recordings/format/body.ts';
import { answer, exampleRequest, frameExchange, jsonExchange } from './example-exchange.ts';
import { converseReader } from './reader.ts';

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
/** Objects with the members a reader looks for, holding anything. */
const likely = (...members: string[]) =>
  fc.dictionary(fc.constantFrom(...members, '__proto__', 'constructor'), json) as fc.Arbitrary<Json>;
const union = (arms: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<Json> =>
  fc.oneof(
    json,
    likely(...Object.keys(arms)),
    ...Object.entries(arms).map(([name, value]) => value.map((v) => ({ [name]: v }))),
  );
const block = union({
  text: json,
  toolUse: fc.oneof(
    likely('toolUseId', 'name', 'input', 'type'),
    fc.record({
      name: fc.constantFrom('computer', 'bash', 'x'),
      input: likely('action', 'command', 'restart'),
    }) as fc.Arbitrary<Json>,
  ),
  toolResult: likely('toolUseId', 'content', 'status', 'type'),
  reasoningContent: union({ reasoningText: likely('text', 'signature'), redactedContent: json }),
  citationsContent: likely('content', 'citations'),
  image: likely('format', 'source'),
  document: likely('format', 'source', 'name'),
  __proto__: json,
});
const event = fc.tuple(
  fc.constantFrom(
    'messageStart',
    'contentBlockStart',
    'contentBlockDelta',
    'contentBlockStop',
    'messageStop',
    'metadata',
    'x',
    '__proto__',
  ),
  fc.oneof(
    json,
    likely('contentBlockIndex', 'start', 'delta', 'stopReason', 'usage'),
    fc.record({
      contentBlockIndex: fc.nat(2),
      start: union({ toolUse: likely('toolUseId', 'name'), toolResult: likely('toolUseId'), image: json }),
      delta: union({
        text: json,
        toolUse: likely('input'),
        toolResult: fc.array(block) as fc.Arbitrary<Json>,
        citation: likely('location', 'title'),
        reasoningContent: likely('text', 'signature', 'redactedContent'),
        image: likely('source'),
      }),
    }) as fc.Arbitrary<Json>,
  ),
);
const builtIns = exampleRequest({
  additionalModelRequestFields: {
    tools: [
      { type: 'computer_1', name: 'computer' },
      { type: 'bash_1', name: 'bash' },
    ],
  },
});

it('reads any body without throwing', () => {
  const body = fc.oneof(
    json,
    fc.string(),
    fc.array(block).map((content) => answer(content)),
    likely('output', 'stopReason', 'usage', 'message'),
  );
  fc.assert(
    fc.property(body, fc.constantFrom(200, 400, 502), (value, status) => {
      const { facts, unread } = converseReader.readResponses([{ ...jsonExchange(value, status), request: builtIns }]);
      expect(facts.every(({ path }) => path.startsWith('exchanges[0].response.body'))).toBe(true);
      expect(unread.every(({ path, what }) => path !== '' && what !== '')).toBe(true);
    }),
    { numRuns: tries(200) },
  );
});

it('reads any stream without throwing', () => {
  fc.assert(
    fc.property(fc.array(event), fc.nat(40), (events, missing) => {
      const exchange = { ...frameExchange(...events), request: builtIns };
      converseReader.readResponses([exchange]);
      const bytes = bytesOf(exchange.response.body);
      const body = bodyOf(bytes.subarray(0, Math.max(0, bytes.length - missing)));
      converseReader.readResponses([{ ...exchange, response: { ...exchange.response, body } }]);
    }),
    { numRuns: tries(200) },
  );
});

it('reads any request without throwing', () => {
  const body = fc.record({
    messages: fc.oneof(
      json,
      fc.array(
        fc.record({
          role: fc.constantFrom('user', 'assistant', 'system', 'x'),
          content: fc.oneof(json, fc.array(block)),
        }),
      ),
    ),
    system: fc.oneof(json, fc.array(block)),
    toolConfig: fc.oneof(
      json,
      fc.record({
        tools: fc.oneof(
          json,
          fc.array(union({ toolSpec: likely('name', 'inputSchema', 'strict'), systemTool: likely('name') })),
        ),
        toolChoice: union({ auto: json, any: json, tool: likely('name') }),
      }),
    ),
    inferenceConfig: likely('maxTokens', 'temperature', 'stopSequences', 'topP'),
    additionalModelRequestFields: fc.oneof(
      json,
      fc.record({
        thinking: likely('type', 'budget_tokens'),
        tools: fc.oneof(
          json,
          fc.array(fc.record({ type: fc.constantFrom('computer_1', 'bash_1', 'text_editor_1', 'x'), name: json })),
        ),
        anthropic_beta: json,
      }),
    ),
    outputConfig: likely('effort', 'textFormat'),
    unknown: json,
  });
  fc.assert(
    fc.property(fc.oneof(body, json, fc.string()), fc.constantFrom('a', '%', '%3A'), (value, model) => {
      const url = `https://h.example/model/${model}/converse-stream`;
      converseReader.readRequests([{ ...jsonExchange({}), request: { ...exampleRequest(value), url } }]);
    }),
    { numRuns: tries(200) },
  );
});

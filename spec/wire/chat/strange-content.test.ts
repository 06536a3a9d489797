import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mistralChatReader } from '../mistral-chat/reader.ts';
import { chunkExchange, exampleRequest, jsonExchange, streamText } from '../openai-chat/example-exchange.ts';
import { openAiChatReader } from '../openai-chat/reader.ts';

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>;
const or = (likely: fc.Arbitrary<unknown>) => fc.oneof(json, likely);
/** Objects with the members a reader looks for, holding what it looks for or anything. */
const likely = (members: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(Object.fromEntries(Object.entries(members).map(([name, value]) => [name, or(value)])), {
    requiredKeys: [],
  });
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('{"a":1}', '__proto__', 'constructor'));
const call = likely({
  id: text,
  index: fc.nat(2),
  type: fc.constantFrom('function', 'custom'),
  function: likely({ name: text, arguments: text }),
  custom: likely({ name: text, input: text }),
});
const part = likely({
  type: fc.constantFrom('text', 'image_url', 'input_audio', 'file', 'refusal', 'thinking', 'reference', 'document_url'),
  text,
  thinking: fc.array(json),
  signature: text,
  reference_ids: fc.array(json),
  document_url: text,
  image_url: likely({ url: text }),
  input_audio: likely({ data: text, format: text }),
  file: likely({ file_id: text, file_data: text, filename: text }),
});
const message = likely({
  role: fc.constantFrom('system', 'user', 'assistant', 'tool', 'function'),
  content: fc.oneof(text, fc.array(part)),
  refusal: text,
  tool_calls: fc.array(or(call)),
  function_call: likely({ name: text, arguments: text }),
  tool_call_id: text,
  name: text,
  annotations: fc.array(
    or(
      likely({
        type: fc.constant('url_citation'),
        url_citation: likely({ url: text, start_index: fc.integer(), end_index: fc.integer() }),
      }),
    ),
  ),
});
const choice = likely({ index: fc.integer({ min: -1, max: 2 }), message, delta: message, finish_reason: text });
const completion = or(
  likely({
    choices: fc.array(or(choice)),
    usage: likely({ prompt_tokens: fc.integer(), completion_tokens: fc.integer() }),
    error: json,
  }),
);

describe.each([openAiChatReader, mistralChatReader])('the reader of $providerApi', (reader) => {
  it('no answer makes it throw, whole or as a stream, and what it says is JSON', () => {
    fc.assert(
      fc.property(fc.array(completion), fc.constantFrom(200, 400, 500), text, (bodies, status, raw) => {
        const whole = bodies.map((body) => jsonExchange(JSON.stringify(body), status));
        const stream = chunkExchange(...(bodies as object[]));
        const reading = reader.readResponses([...whole, stream, streamText(raw), jsonExchange(raw, status)]);
        expect(JSON.parse(JSON.stringify(reading))).toEqual(reading);
      }),
    );
  });

  it('no request makes it throw, and what it says is JSON', () => {
    const tool = or(
      likely({
        type: fc.constantFrom('function', 'custom', 'connector', 'document_library', 'web_search'),
        tool_configuration: json,
        function: likely({ name: text, parameters: json }),
      }),
    );
    const body = or(
      likely({
        messages: fc.array(or(message)),
        tools: fc.array(tool),
        tool_choice: or(likely({ type: text, function: likely({ name: text }) })),
        web_search_options: likely({ user_location: likely({ type: fc.constant('approximate'), approximate: json }) }),
        stream_options: json,
        stop: json,
      }),
    );
    fc.assert(
      fc.property(body, (anything) => {
        const request = exampleRequest(JSON.stringify(anything));
        for (const { paths: _, ...reading } of reader.readRequests([{ ...jsonExchange({}), request }])) {
          expect(JSON.parse(JSON.stringify(reading))).toEqual(reading);
        }
      }),
    );
  });
});

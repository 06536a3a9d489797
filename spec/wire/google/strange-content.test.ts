import fc from 'fast-check';
import { expect, it } from 'vitest';
import { askedIn } from '../demands.ts';
import { asked, exampleRequest, jsonExchange, streamExchange, streamText } from './example-exchange.ts';
import { googleReader } from './reader.ts';

const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>;
/** Objects with the members a reader looks for, holding anything. */
const likely = (members: readonly string[], value: fc.Arbitrary<unknown> = json) =>
  fc.dictionary(fc.constantFrom(...members, '__proto__', 'constructor'), value, { maxKeys: 4 });

const data = likely([
  ...['id', 'name', 'args', 'partialArgs', 'willContinue', 'response', 'parts', 'toolType', 'code'],
  ...['output', 'outcome', 'mimeType', 'data', 'fileUri', 'jsonPath', 'stringValue'],
]);
const part = likely(
  [
    ...['text', 'thought', 'thoughtSignature', 'functionCall', 'functionResponse', 'executableCode'],
    ...['codeExecutionResult', 'toolCall', 'toolResponse', 'inlineData', 'fileData'],
  ],
  fc.oneof(json, data, fc.constant(true)),
);
const content = fc.oneof(
  json,
  fc.record({ role: fc.oneof(json, fc.constantFrom('user', 'model')), parts: fc.array(part, { maxLength: 3 }) }),
);
const grounding = likely([
  ...['webSearchQueries', 'retrievalQueries', 'groundingChunks', 'groundingSupports', 'urlMetadata'],
  ...['segment', 'groundingChunkIndices'],
]);
const candidate = likely(
  ['content', 'finishReason', 'groundingMetadata', 'urlContextMetadata', 'index'],
  fc.oneof(json, content, grounding),
);
const answer = likely(
  ['candidates', 'usageMetadata', 'promptFeedback', 'error'],
  fc.oneof(json, fc.array(candidate, { maxLength: 3 })),
);
const tool = likely(
  ['functionDeclarations', 'mcpServers', 'computerUse', 'fileSearch', 'retrieval', 'googleSearch', 'codeExecution'],
  fc.oneof(json, data, fc.array(data, { maxLength: 3 })),
);
const body = likely(
  ['contents', 'tools', 'toolConfig', 'generationConfig', 'systemInstruction'],
  fc.oneof(json, fc.array(content, { maxLength: 3 }), fc.array(tool, { maxLength: 3 })),
);

it('never throws, whatever an answer or a request holds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(json, answer), { maxLength: 3 }),
      fc.oneof(json, body),
      fc.string(),
      (answers, request, text) => {
        const exchanges = [
          asked(streamExchange(...answers), request),
          asked(jsonExchange(answers), request),
          ...answers.map((each) => asked(jsonExchange(each), request)),
          ...answers.map((each) => jsonExchange(each, 500)),
          streamText(text),
          jsonExchange(text),
        ];
        expect(googleReader.readResponses(exchanges).facts).toBeInstanceOf(Array);
        for (const reading of googleReader.readRequests([
          ...exchanges,
          { ...jsonExchange({}), request: exampleRequest(text) },
        ])) {
          expect(reading.messages).toBeInstanceOf(Array);
        }
        for (const [i, exchange] of exchanges.entries()) {
          const one = { exchange, body: askedIn(exchange), earlier: exchanges.slice(0, i) };
          for (const rule of googleReader.rules ?? []) expect(rule.judge(one).breaches).toBeInstanceOf(Array);
        }
      },
    ),
  );
});

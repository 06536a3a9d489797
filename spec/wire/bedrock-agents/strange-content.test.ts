import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../../files/canonical-json.ts';
import { tries } from '../../../files/nightly.ts';
import { asking, askingDraft, controlled, frameExchange, jsonExchange } from './example-exchange.ts';
import { bedrockAgentsReader } from './reader.ts';

const json = fc.jsonValue({ maxDepth: 1 }) as fc.Arbitrary<Json>;
/** Objects with the members a reader looks for, holding anything. */
const likely = (...members: string[]) =>
  fc.dictionary(fc.constantFrom(...members, '__proto__', 'constructor'), json) as fc.Arbitrary<Json>;

const parameter = likely('name', 'type', 'value');
const invocation = fc.record({
  actionGroup: json,
  function: json,
  apiPath: json,
  httpMethod: json,
  actionInvocationType: fc.constantFrom('RESULT', 'USER_CONFIRMATION', null),
  parameters: fc.oneof(json, fc.array(fc.oneof(parameter, json), { maxLength: 3 })),
  requestBody: fc.oneof(json, fc.record({ content: fc.dictionary(fc.string(), likely('properties')) })),
}) as fc.Arbitrary<Json>;
const citation = fc.record({
  generatedResponsePart: fc.oneof(json, fc.record({ textResponsePart: likely('text', 'span') })),
  retrievedReferences: fc.oneof(json, fc.array(likely('location', 'metadata', 'content'))),
});
const steps = fc.record(
  {
    rationale: likely('text', 'traceId'),
    modelInvocationOutput: fc.record({ metadata: likely('usage'), reasoningContent: likely('reasoningText') }),
    invocationInput: fc.dictionary(
      fc.constantFrom('traceId', 'actionGroupInvocationInput', 'codeInterpreterInvocationInput', '__proto__'),
      fc.oneof(json, invocation),
    ),
    observation: likely('traceId', 'type', 'actionGroupInvocationOutput', 'knowledgeBaseLookupOutput'),
  },
  { requiredKeys: [] },
);
const event = fc.oneof(
  fc.tuple(
    fc.constant('chunk'),
    fc.record({ bytes: json, attribution: fc.record({ citations: fc.array(citation, { maxLength: 2 }) }) }),
  ),
  fc.tuple(
    fc.constant('trace'),
    fc.record({ trace: fc.dictionary(fc.constantFrom('orchestrationTrace', 'x'), steps) }),
  ),
  fc.tuple(
    fc.constant('returnControl'),
    fc.record({
      invocationId: json,
      invocationInputs: fc.array(fc.oneof(json, fc.record({ functionInvocationInput: invocation }))),
    }),
  ),
  fc.tuple(fc.constant('files'), fc.record({ files: fc.oneof(json, fc.array(likely('name', 'type', 'bytes'))) })),
  fc.tuple(fc.constantFrom('chunk', 'trace', 'returnControl', 'files', 'other'), json),
) as fc.Arbitrary<[string, Json]>;

it('reads any answer without throwing', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 4 }), json, fc.constantFrom(200, 400), (events, body, status) => {
      const answer = frameExchange(...events);
      const { facts, unread } = bedrockAgentsReader.readResponses([answer, jsonExchange(body, status)]);
      expect(facts.every(({ path }) => /^exchanges\[[01]\]\.response\.body/.test(path))).toBe(true);
      expect(unread.every(({ path, what }) => path !== '' && what !== '')).toBe(true);
      // What came is asked about when results go back.
      const state = { invocationId: 'i', returnControlInvocationResults: [{ functionResult: {} }] };
      bedrockAgentsReader.readRequests([asking({ inlineSessionState: state })], [answer]);
    }),
    { numRuns: tries(100) },
  );
});

it('reads any history of a draft without throwing', () => {
  const group = likely('actionGroupName', 'actionGroupState', 'functionSchema', 'parentActionGroupSignature');
  const answers = fc.oneof(
    json,
    fc.record({ agentActionGroup: likely('actionGroupId') }),
    likely('agentStatus', 'failureReasons'),
    fc.record({ agent: likely('agentStatus', 'failureReasons') }),
  );
  const operations = fc.constantFrom(
    'createAgentActionGroup',
    'prepareAgent',
    'getAgent',
    'deleteAgentActionGroup',
    'invokeAgent',
  );
  const exchange = fc
    .tuple(operations, fc.oneof(group, json), answers, fc.constantFrom(200, 204, 404))
    .map(([operation, asked, answer, status]) => controlled(operation, asked, answer, status));
  fc.assert(
    fc.property(fc.array(exchange, { maxLength: 5 }), fc.array(exchange, { maxLength: 3 }), (call, earlier) => {
      bedrockAgentsReader.readResponses([...call, askingDraft()], earlier);
      bedrockAgentsReader.readRequests([...call, askingDraft()], earlier);
      bedrockAgentsReader.made?.(call);
    }),
    { numRuns: tries(100) },
  );
});

it('reads any request without throwing', () => {
  const state = fc.record({
    invocationId: json,
    returnControlInvocationResults: fc.oneof(
      json,
      fc.array(fc.record({ functionResult: likely('actionGroup', 'function', 'responseBody', 'responseState') })),
    ),
    files: fc.oneof(json, fc.array(likely('name', 'source', 'useCase'))),
    conversationHistory: fc.oneof(json, fc.record({ messages: fc.array(likely('role', 'content')) })),
  });
  const group = likely(
    'actionGroupName',
    'actionGroupExecutor',
    'functionSchema',
    'apiSchema',
    'parentActionGroupSignature',
    'parentActionGroupSignatureParams',
  );
  const body = fc.record({
    inputText: json,
    foundationModel: json,
    instruction: json,
    actionGroups: fc.oneof(json, fc.array(fc.oneof(group, json))),
    knowledgeBases: fc.oneof(json, fc.array(likely('knowledgeBaseId', 'retrievalConfiguration'))),
    inlineSessionState: fc.oneof(json, state),
    sessionState: fc.oneof(json, state, likely('knowledgeBaseConfigurations')),
    unknown: json,
  });
  fc.assert(
    fc.property(fc.oneof(body, json, fc.string()), (value) => {
      bedrockAgentsReader.readRequests([asking(value)]);
    }),
    { numRuns: tries(100) },
  );
});

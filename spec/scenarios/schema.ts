/** A scenario: a conversation as data, and what must come of it. One file per subject, `spec/scenarios/<subject>.yaml`. */
import Type from 'typebox';
import { providerApiIds, toolIds } from '../../matrix/ids.ts';
import { ChatMessage, ChatOptions, FunctionOutputs, Tool } from '../contract/index.ts';
import { closedObject, discriminatedUnion, json, jsonObject } from '../contract/schema-helpers.ts';
import { Impact } from '../verdicts/impact.ts';

/**
 * What a scenario is about: a tool of the matrix, or the break-glass by which a caller says what the contract has no word for.
 */
export const scenarioSubjects = [...toolIds, 'break-glass'] as const;

export type ScenarioSubject = (typeof scenarioSubjects)[number];

const id = Type.String({ pattern: '^[a-z0-9][a-z0-9-]*$' });

/** What makes an application rule apply: never a call id and never a position, for those are the provider's to choose. */
const When = closedObject('When', {
  kind: Type.Enum(['function-call', 'approval-request', 'action-call']),
  tool: Type.Optional(Type.String({ description: 'Name of the function, or type of the hosted tool.' })),
  argumentsMatch: Type.Optional(jsonObject('Members that the arguments must have, with these values.')),
});

/** What the application does about it: `result` and `error` answer functions, `approve` requests for leave, the rest actions. */
const Answer = Type.Union([
  closedObject('Result', { result: json('What the function gives.') }),
  closedObject('Outputs', { outputs: FunctionOutputs }),
  closedObject('Error', {
    error: Type.String({ description: 'The function or the action fails, with this message.' }),
  }),
  closedObject('Approve', { approve: Type.Boolean(), reason: Type.Optional(Type.String()) }),
  closedObject('Screenshot', {
    screenshot: Type.String({ contentEncoding: 'base64', description: 'The screen after the action, as a PNG.' }),
    acknowledge: Type.Optional(
      Type.Union([Type.Literal(true), Type.Literal('all-but-last')], {
        description: 'The application acknowledges all safety checks of the call, or leaves the last one open.',
      }),
    ),
  }),
  closedObject('Output', {
    output: Type.String({ description: 'The output of the command or the editor.' }),
    exitCode: Type.Optional(Type.Integer()),
  }),
]);

/** How the application answers; the first rule that applies counts. */
export const ApplicationRule = closedObject('ApplicationRule', { when: When, answer: Answer });

const ExpectedText = closedObject('ExpectedText', {
  kind: Type.Literal('text'),
  includes: Type.Optional(
    Type.Array(Type.String(), { description: 'Text parts that must occur; recordings may differ in the rest.' }),
  ),
});
const ExpectedReasoning = closedObject('ExpectedReasoning', {
  kind: Type.Literal('reasoning'),
  protected: Type.Optional(Type.Boolean({ description: 'It must carry opaque state.' })),
});
const ExpectedCall = closedObject('ExpectedCall', {
  kind: Type.Literal('call'),
  name: Type.String(),
  arguments: Type.Optional(jsonObject('Members that the arguments must have, with these values.')),
});
const ExpectedHostedCall = closedObject('ExpectedHostedCall', {
  kind: Type.Literal('hosted-call'),
  arguments: Type.Optional(jsonObject('Members that the arguments must have, where recordings cannot differ in them.')),
});
const ExpectedHostedResult = closedObject('ExpectedHostedResult', {
  kind: Type.Literal('hosted-result'),
  includes: Type.Optional(Type.Array(Type.String(), { description: 'Text parts that the payload must have.' })),
});
const ExpectedApprovalRequest = closedObject('ExpectedApprovalRequest', {
  kind: Type.Literal('approval-request'),
  tool: Type.String({ description: '`<server>/<tool>`' }),
});
const ExpectedActionCall = closedObject('ExpectedActionCall', {
  kind: Type.Literal('action-call'),
  tool: Type.Enum(['computer-use', 'shell', 'text-editor']),
  safetyChecks: Type.Optional(Type.Integer({ minimum: 0, description: 'Number of its safety checks.' })),
  many: Type.Optional(Type.Literal(true, { description: 'One or more; recordings may differ in the number.' })),
});
const ExpectedData = closedObject('ExpectedData', {
  kind: Type.Literal('data'),
  mediaType: Type.Optional(Type.String()),
});
const ExpectedCitation = closedObject('ExpectedCitation', {
  kind: Type.Literal('citation'),
  target: Type.Optional(Type.String({ description: 'The source, if all recordings have the same.' })),
});
const ExpectedFile = closedObject('ExpectedFile', { kind: Type.Literal('file') });
const ExpectedFinish = closedObject('ExpectedFinish', { kind: Type.Literal('finish'), reason: Type.String() });
const ExpectedUsage = closedObject('ExpectedUsage', {
  kind: Type.Literal('usage'),
  notOf: Type.Optional(
    Type.Array(Type.Enum([...providerApiIds]), {
      minItems: 1,
      uniqueItems: true,
      description: 'Provider APIs whose response to this call lacks it: some report usage only at the end of a run.',
    }),
  ),
});
const ExpectedError = closedObject('ExpectedError', {
  kind: Type.Literal('error'),
  status: Type.Optional(Type.Integer({ description: 'The HTTP status; absent if the error arrived mid-stream.' })),
  code: Type.Optional(Type.String({ description: 'The provider’s own code.' })),
});

/** A fact stated by hand, which every recording of the scenario must hold. */
export const ExpectedFact = discriminatedUnion(
  'ExpectedFact',
  [
    ExpectedText,
    ExpectedReasoning,
    ExpectedCall,
    ExpectedHostedCall,
    ExpectedHostedResult,
    ExpectedApprovalRequest,
    ExpectedActionCall,
    ExpectedData,
    ExpectedCitation,
    ExpectedFile,
    ExpectedFinish,
    ExpectedUsage,
    ExpectedError,
  ],
  'kind',
);

/** What the user says, and how the call is made from then on. */
const Turn = Type.Union([
  closedObject('UserTurn', { user: Type.String(), options: Type.Optional(ChatOptions) }),
  closedObject('MessagesTurn', {
    messages: Type.Array(ChatMessage, { minItems: 1 }),
    options: Type.Optional(ChatOptions),
  }),
]);

/** The variant of single columns, where they need another one than their first. */
const surfaces = Type.Optional(
  Type.Object(Object.fromEntries(providerApiIds.map((api) => [api, Type.Optional(Type.String())])), {
    additionalProperties: false,
  }),
);

/** The model of a column that it is played with, where the column's usual one refuses what is asked. */
const models = Type.Optional(
  Type.Object(Object.fromEntries(providerApiIds.map((api) => [api, Type.Optional(Type.String())])), {
    additionalProperties: false,
  }),
);

/** How ordinary a conversation is. It says nothing of how strict its checks are. */
export const tiers = ['core', 'extended', 'edge', 'robustness'] as const;

export const Tier = Type.Enum([...tiers], {
  title: 'Tier',
  description:
    'core: the application declares the tool, the model uses it, the result goes back, and the response arrives. extended: documented options and outputs. edge: real but unusual. robustness: aborts, faults, provider errors, unusual client settings.',
});

export const Scenario = closedObject('Scenario', {
  id,
  title: Type.String({ minLength: 1 }),
  /** Every scenario of a file has one. Rejections and declarations have none: they decide whether a cell is offered at all. */
  tier: Type.Optional(Tier),
  /** Where it was seen that an edge scenario happens. */
  source: Type.Optional(
    Type.String({
      pattern: '^(none|https://.+|[\\w.-]+/[\\w.-]+ .+@[0-9a-f]{7,40})$',
      description: 'The public report, as a URL; or the real exchange, as "owner/repository path@commit"; or "none".',
    }),
  ),
  /** Why this conversation is worth playing. */
  purpose: Type.String({ minLength: 1 }),
  modes: Type.Optional(Type.Array(Type.Enum(['complete', 'stream']), { minItems: 1 })),
  providerApis: Type.Optional(
    Type.Array(Type.Enum([...providerApiIds]), {
      uniqueItems: true,
      description: 'Provider APIs without a recording so far. Those with a recording run it and are not listed.',
    }),
  ),
  /** The variant of the column that it is played on; the column's first one, where absent. */
  surface: Type.Optional(Type.String()),
  /** The variant of single columns, where they need another one than `surface` says. */
  surfaces,
  models,
  /** When the caller gives the call up; nothing but that is judged then, over a plain answer that every column has. */
  abort: Type.Optional(Type.Enum(['before-send', 'after-send', 'mid-stream', 'stop-iterating'])),
  /** What findings do to a user in this conversation, where it is another thing than elsewhere; the first that means one counts. */
  impacts: Type.Optional(
    Type.Array(
      closedObject('ImpactHere', {
        check: id,
        group: Type.String({ minLength: 1, description: 'Kind of finding; `*` matches the rest of a name.' }),
        impact: Impact,
        reason: Type.String({ minLength: 1 }),
      }),
      { minItems: 1 },
    ),
  ),
  /** Provider APIs whose recording shows more than the service is known to do. Findings of libraries are unconfirmed there. */
  evidence: Type.Optional(
    Type.Object(
      Object.fromEntries(providerApiIds.map((api) => [api, Type.Optional(Type.Enum(['types', 'inferred'] as const))])),
      { additionalProperties: false, minProperties: 1 },
    ),
  ),
  options: ChatOptions,
  turns: Type.Array(Turn, { minItems: 1 }),
  application: Type.Optional(Type.Array(ApplicationRule)),
  /** The application runs what it is asked side by side, and what was asked last is done first. */
  respondInReverseOrder: Type.Optional(Type.Literal(true)),
  /**
   * Facts per client call, in order. There are as many calls as entries: a conversation may end with a call unanswered. Empty
   * where the call is aborted, and only there; a call has none where its response is not complete.
   */
  expect: Type.Array(Type.Array(ExpectedFact)),
});

/** Provider APIs that cannot be told; all, where absent. */
const refusing = Type.Optional(Type.Array(Type.Enum([...providerApiIds]), { minItems: 1, uniqueItems: true }));

/**
 * A setting that a provider API has no member for, and that cannot be left out without letting the tool do more, or something
 * else, than its caller allows: the adapter has to refuse it before anything is sent.
 */
const RejectedSetting = closedObject('RejectedSetting', {
  id,
  title: Type.String({ minLength: 1 }),
  providerApis: refusing,
  surface: Type.Optional(Type.String()),
  models,
  error: Type.Enum(['InvalidToolError', 'UnsupportedToolError']),
  names: Type.Optional(
    Type.String({ description: 'A text that the message must contain, so that the reader knows what to change.' }),
  ),
  tools: Type.Array(Tool, { minItems: 1 }),
});

/**
 * Something said that a provider API has no words for, and that is another conversation when it is left out: the adapter has to
 * refuse it before anything is sent, with the `ProviderError` that the provider would answer.
 */
const RejectedMessages = closedObject('RejectedMessages', {
  id,
  title: Type.String({ minLength: 1 }),
  providerApis: refusing,
  surface: Type.Optional(Type.String()),
  names: Type.String({
    minLength: 1,
    description: 'A text that the message must contain, so that the reader knows what to change.',
  }),
  options: Type.Optional(ChatOptions),
  messages: Type.Array(ChatMessage, { minItems: 1 }),
});

/** Declarations of one kind. Each is sent alone, and the model responds without the tool: what was declared is on the wire. */
const DeclarationSet = closedObject('DeclarationSet', {
  id,
  title: Type.String({ minLength: 1 }),
  purpose: Type.String({ minLength: 1 }),
  tier: Type.Enum([...tiers]),
  providerApis: refusing,
  models,
  surfaces,
  mayReject: Type.Optional(
    Type.Object(Object.fromEntries(providerApiIds.map((api) => [api, Type.Optional(Type.String({ format: 'uri' }))])), {
      additionalProperties: false,
      description: 'Provider APIs that express only a part, each with its source: there, InvalidToolError is correct.',
    }),
  ),
  declarations: Type.Array(
    closedObject('Declaration', {
      what: Type.String({ minLength: 1, description: 'Ends the name of a finding: what is declared.' }),
      providerApis: refusing,
      tools: Type.Array(Tool, { minItems: 1 }),
      options: Type.Optional(ChatOptions),
      valid: Type.Optional(
        Type.Array(jsonObject('Arguments that the schema of the first tool accepts.'), {
          minItems: 1,
          description: 'Then the schema is compared by what it accepts, not by its text.',
        }),
      ),
      invalid: Type.Optional(Type.Array(jsonObject('Arguments that it does not accept.'))),
    }),
    { minItems: 1 },
  ),
});

export const ScenarioFile = Type.Object(
  {
    tool: Type.Enum([...scenarioSubjects]),
    /** What a caller declares to find out that a provider API lacks the tool. */
    rejection: Type.Optional(
      closedObject('Rejection', {
        tools: Type.Array(Tool, { minItems: 1 }),
        /** The tool as single provider APIs declare it: what their own scenario files have as "rejection". */
        declaredAs: Type.Optional(
          Type.Object(
            Object.fromEntries(providerApiIds.map((api) => [api, Type.Optional(Type.Array(Tool, { minItems: 1 }))])),
            { additionalProperties: false },
          ),
        ),
      }),
    ),
    /** What a provider API that has the tool cannot be told of it. */
    rejectedSettings: Type.Optional(Type.Array(RejectedSetting)),
    /** What a provider API cannot be told of a conversation. */
    rejectedMessages: Type.Optional(Type.Array(RejectedMessages)),
    /** Tools as people declare them, besides those of the scenarios. */
    declarations: Type.Optional(Type.Array(DeclarationSet)),
    scenarios: Type.Array(Scenario),
  },
  { $id: 'scenarios.schema.json', title: 'Scenarios of one subject', additionalProperties: false },
);

export type ApplicationRule = Type.Static<typeof ApplicationRule>;
export type ExpectedFact = Type.Static<typeof ExpectedFact>;
export type RejectedSetting = Type.Static<typeof RejectedSetting>;
export type RejectedMessages = Type.Static<typeof RejectedMessages>;
export type DeclarationSet = Type.Static<typeof DeclarationSet>;
export type Scenario = Type.Static<typeof Scenario>;
export type Tier = (typeof tiers)[number];
export type ScenarioFile = Type.Static<typeof ScenarioFile>;

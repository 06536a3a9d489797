import type { JsonObject } from '../../../lib/canonical-json.ts';
import type { Definitions, WireSchemaSource } from '../definitions.ts';
import { definitionsFromTypes, withoutMembers } from '../definitions.ts';

const sdk = 'openai';

const source = ({
  id,
  title,
  types,
  edit = (definitions) => definitions,
  made = [],
}: {
  readonly id: string;
  readonly title: string;
  /** By file below the package. */
  readonly types: Readonly<Record<string, readonly string[]>>;
  /** What of the types is not the wire. */
  readonly edit?: (definitions: Definitions) => Definitions;
  /** Roots that the edit adds. */
  readonly made?: readonly string[];
}): WireSchemaSource => ({
  id,
  title,
  packages: [sdk],
  roots: [...Object.values(types).flat(), ...made, 'ErrorResponse'],
  read: async () => {
    const all = { ...types, 'resources/shared': ['ErrorObject'] };
    return {
      ...edit(await definitionsFromTypes({ package: sdk, types: all })),
      ErrorResponse: closed({ error: 'ErrorObject' }),
    };
  },
});

/** An object of definitions. */
const closed = (members: Readonly<Record<string, string>>): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(members).map(([name, of]) => [name, { $ref: `#/$defs/${of}` }])),
  required: Object.keys(members),
  additionalProperties: false,
});

/** What a request for a list is answered with; the SDK has a class of its own for it. */
const pageOf = (name: string): JsonObject => ({
  type: 'object',
  properties: {
    object: { type: 'string', const: 'list' },
    data: { type: 'array', items: { $ref: `#/$defs/${name}` } },
    first_id: { type: ['string', 'null'] },
    last_id: { type: ['string', 'null'] },
    has_more: { type: 'boolean' },
  },
  required: ['object', 'data', 'first_id', 'last_id', 'has_more'],
  additionalProperties: false,
});

export const openAiResponses: WireSchemaSource = source({
  id: 'openai-responses',
  title: 'OpenAI Responses',
  types: { 'resources/responses/responses': ['ResponseCreateParams', 'Response', 'ResponseStreamEvent'] },
  edit: (definitions) => withoutMembers(definitions, 'Response', ['output_text']),
});

export const openAiChat: WireSchemaSource = source({
  id: 'openai-chat',
  title: 'OpenAI Chat Completions',
  types: {
    'resources/chat/completions/completions': ['ChatCompletionCreateParams', 'ChatCompletion', 'ChatCompletionChunk'],
  },
});

export const openAiAssistants: WireSchemaSource = source({
  id: 'openai-assistants',
  title: 'OpenAI Assistants',
  types: {
    'resources/beta/assistants': [
      'AssistantCreateParams',
      'AssistantUpdateParams',
      'Assistant',
      'AssistantDeleted',
      'AssistantStreamEvent',
    ],
    'resources/beta/threads/threads': [
      'ThreadCreateParams',
      'ThreadUpdateParams',
      'ThreadCreateAndRunParams',
      'Thread',
      'ThreadDeleted',
    ],
    'resources/beta/threads/messages': ['MessageCreateParams', 'Message'],
    'resources/beta/threads/runs/runs': ['RunCreateParams', 'RunSubmitToolOutputsParams', 'Run'],
    'resources/beta/threads/runs/steps': ['RunStep'],
  },
  made: ['MessagePage', 'RunStepPage'],
  // What the SDK puts into the path or the query.
  edit: (definitions) => {
    const edits: readonly (readonly [name: string, members: readonly string[]])[] = [
      ['RunCreateParamsNonStreaming', ['include']],
      ['RunCreateParamsStreaming', ['include']],
      ['RunSubmitToolOutputsParamsNonStreaming', ['thread_id']],
      ['RunSubmitToolOutputsParamsStreaming', ['thread_id']],
    ];
    const bodies = edits.reduce((all, [name, members]) => withoutMembers(all, name, members), definitions);
    return { ...bodies, MessagePage: pageOf('Message'), RunStepPage: pageOf('RunStep') };
  },
});

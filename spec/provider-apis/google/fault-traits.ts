import { lateMessage } from '../../../recordings/faults/damaged-responses.ts';
import type { EmptyEvent, FaultTraits, UnknownTool } from '../../../recordings/faults/fault.ts';
import { event } from '../../../recordings/faults/response-parts.ts';
import {
  elementsOf,
  membersOf,
  newsInCamelCase,
  newWords,
  unknownNames,
} from '../../../recordings/faults/tolerance/insertions.ts';
import { listsByMember } from '../../../recordings/faults/tolerance/unknown-parts.ts';
import { newQuestion, within } from '../../../recordings/faults/tolerance/unknown-tools.ts';

const emptyEvents: readonly EmptyEvent[] = [
  {
    what: 'an empty text',
    source: 'Part.text of @google/genai; the last chunk of real streams often holds one',
    behind: ({ usageMetadata: _, promptFeedback: blocked, ...json }) =>
      blocked
        ? []
        : [event({ ...json, candidates: [{ content: { parts: [{ text: '' }], role: 'model' }, index: 0 }] })],
  },
  {
    what: 'a candidate without content',
    source: 'Candidate.content of @google/genai: optional; seen in real streams while a model thinks',
    behind: ({ usageMetadata: _, promptFeedback: blocked, ...json }) =>
      blocked ? [] : [event({ ...json, candidates: [{ index: 0 }] })],
  },
  {
    what: 'a chunk without candidates',
    source: 'GenerateContentResponse.candidates of @google/genai: optional',
    behind: ({ usageMetadata: _, candidates: __, promptFeedback: blocked, ...json }) => (blocked ? [] : [event(json)]),
  },
];

/**
 * Behind calls of tools that are known: Google returns them only to a request with "includeServerSideToolInvocations", which functions
 * beside its own tools require.
 * Source: `Part.toolCall`, `Part.toolResponse`, `ToolType` of `@google/genai`.
 */
const unknownTool: UnknownTool = {
  isAsked: ({ tools = [], rawRepresentation = {} }) =>
    tools.some(({ type }) => type === 'function') ||
    JSON.stringify(rawRepresentation).includes('includeServerSideToolInvocations'),
  listed: (body) => {
    const [candidate, ...others] = elementsOf(body.candidates);
    const content = membersOf(membersOf(candidate).content);
    if (!elementsOf(content.parts).some((part) => membersOf(part).toolCall)) return undefined;
    const toolType = unknownNames.toUpperCase();
    const told = within(
      content,
      'parts',
      { toolCall: { id: 'later_1', toolType, args: newQuestion } },
      { toolResponse: { id: 'later_1', toolType, response: { found: newWords } } },
    );
    return told && { ...body, candidates: [{ ...membersOf(candidate), content: told }, ...others] };
  },
};

const lateErrors = [
  [503, 'UNAVAILABLE'],
  [500, 'INTERNAL'],
  [429, 'RESOURCE_EXHAUSTED'],
  [400, 'INVALID_ARGUMENT'],
] as const;

/**
 * Source: Google, `google.rpc.Status`, and bifrost, https://github.com/maximhq/bifrost/pull/5262, for errors in no event; `Part`, `GroundingChunk` of `@google/genai`. Chunks hold whole calls: there is no other order of them.
 * The types allow null of everything; what is absent, the service leaves out.
 */
export const faults: FaultTraits = {
  lateErrors: lateErrors.map(([code, status]) => ({
    name: status,
    piece: { unframed: { error: { code, message: lateMessage, status } } },
  })),
  emptyEvents,
  mixedLists: listsByMember('parts', 'groundingChunks'),
  unknownEvent: ({ responseId = '', modelVersion = '' }) =>
    event({ [newsInCamelCase]: { words: newWords }, responseId, modelVersion }),
  unknownTool,
  finishReason: 'finishReason',
};

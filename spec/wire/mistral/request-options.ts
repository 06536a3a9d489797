/** What a request asks for besides its inputs. Source: `ConversationRequest`, `CompletionArgs` of `@mistralai/mistralai`. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ChatOptions } from '../../contract/index.ts';
import { asCount, asObject, asString } from '../json.ts';
import { type MemberReader, type MemberReading, readMembers } from '../members.ts';
import { textsOf } from '../web-search.ts';

const text =
  (name: 'modelId' | 'instructions'): MemberReader =>
  (value) =>
    typeof value === 'string' ? { options: { [name]: value } } : undefined;

const argumentReaders: Readonly<Record<string, MemberReader>> = {
  max_tokens: (value) => (asCount(value) ? { options: { maxOutputTokens: Number(value) } } : undefined),
  temperature: (value) => (typeof value === 'number' ? { options: { temperature: value } } : undefined),
  stop: (value) => {
    const stopSequences = typeof value === 'string' ? [value] : textsOf(value);
    return stopSequences ? { options: { stopSequences } } : undefined;
  },
  reasoning_effort: (value) => {
    const effort = asString(value);
    const isKnown = effort === 'low' || effort === 'medium' || effort === 'high';
    return isKnown ? { options: { reasoning: { effort } } } : undefined;
  },
  tool_choice: toolChoiceOf,
};

/** "any" is the older word for "required". */
function toolChoiceOf(value: Json): MemberReading | undefined {
  if (value === 'auto' || value === 'none' || value === 'required') return { options: { toolMode: { type: value } } };
  return value === 'any' ? { options: { toolMode: { type: 'required' } } } : undefined;
}

const memberReaders: Readonly<Record<string, MemberReader>> = {
  model: text('modelId'),
  instructions: text('instructions'),
  store: (value) => (typeof value === 'boolean' ? { options: { store: value } } : undefined),
  completion_args: (value) => {
    const { rawRepresentation, ...options } = readMembers(asObject(value) ?? {}, argumentReaders, new Set());
    return { options, rest: rawRepresentation };
  },
};

const readElsewhere = new Set(['inputs', 'tools', 'tool_confirmations', 'stream']);

/** Members without a reader, `agent_id` say, stand in `rawRepresentation`. */
export const readOptions = (body: JsonObject): ChatOptions => readMembers(body, memberReaders, readElsewhere);

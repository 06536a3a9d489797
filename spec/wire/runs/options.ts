/** How a run is asked for, in the words of the contract: what the assistant says, and the run says over it. */
import type { Json, JsonObject } from '../../../files/canonical-json.ts';
import type { ChatOptions } from '../../contract/index.ts';
import { asCount, asObject, asString, restOf } from '../json.ts';
import { type MemberReader, type MemberReading, readMembers } from '../members.ts';

const text =
  (name: 'modelId' | 'instructions'): MemberReader =>
  (value) =>
    typeof value === 'string' ? { options: { [name]: value } } : undefined;

/** How each member is read. Source: `RunCreateParamsBase` of `openai`, `resources/beta/threads/runs/runs.d.ts`. */
const memberReaders: Readonly<Record<string, MemberReader>> = {
  model: text('modelId'),
  instructions: text('instructions'),
  parallel_tool_calls: (value) =>
    typeof value === 'boolean' ? { options: { allowMultipleToolCalls: value } } : undefined,
  max_completion_tokens: (value) => (asCount(value) ? { options: { maxOutputTokens: Number(value) } } : undefined),
  temperature: (value) => (typeof value === 'number' ? { options: { temperature: value } } : undefined),
  reasoning_effort: (value) =>
    value === 'low' || value === 'medium' || value === 'high'
      ? { options: { reasoning: { effort: value } } }
      : undefined,
  tool_choice: toolChoiceOf,
};

/** Members that are read elsewhere, or that only say how the answer travels. */
const elsewhere = new Set([
  ...['assistant_id', 'thread', 'tools', 'tool_resources', 'additional_messages', 'additional_instructions', 'stream'],
]);

/** Members of an assistant that hold for its runs, unless they say otherwise. */
const inherited = ['model', 'instructions', 'temperature', 'top_p', 'response_format', 'reasoning_effort'];

/** Members of an assistant that stand elsewhere in a reading. */
const ofAssistant = new Set([...inherited, 'tools', 'tool_resources']);

/** What an assistant says of itself, and no model is asked. */
export const quietMembers = (assistant: JsonObject): string[] =>
  Object.keys(assistant).filter((name) => !ofAssistant.has(name) && assistant[name] !== null);

export function optionsOf(assistant: JsonObject, run: JsonObject): ChatOptions {
  const own = Object.entries(run).filter(([, value]) => value !== null);
  const kept = Object.entries(assistant).filter(([name, value]) => inherited.includes(name) && value !== null);
  return readMembers({ ...Object.fromEntries(kept), ...Object.fromEntries(own) }, memberReaders, elsewhere);
}

/** Source: `AssistantToolChoiceOption`. */
function toolChoiceOf(value: Json): MemberReading | undefined {
  if (value === 'auto' || value === 'none' || value === 'required') return { options: { toolMode: { type: value } } };
  const choice = asObject(value);
  const named = asObject(choice?.function);
  const name = asString(named?.name);
  if (choice?.type !== 'function' || !named || name === undefined) return undefined;
  const rest = restOf(named, ['name']);
  return {
    options: { toolMode: { type: 'required', functionName: name } },
    ...(rest ? { rest: { function: rest } } : {}),
  };
}

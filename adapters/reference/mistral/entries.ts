/** Entries of an answer as contents of the contract. Whatever the entry, nothing of it is lost. */
import { isJsonObject, type Json, type JsonObject } from '../../../files/canonical-json.ts';
import { type Content, WireError } from '../../../spec/contract/index.ts';
import { parsedJson, parsedObject } from '../shared/arguments.ts';
import { defined } from '../shared/defined.ts';
import { text } from '../shared/json.ts';
import { messageContents } from './message-entry.ts';

/**
 * What is not known arrives as `HostedToolResultContent` with the entry in `rawRepresentation`; so do handoffs between agents.
 *
 * @throws WireError for what is no entry, or a call that nobody could answer
 */
export function contentsOfEntry(entry: unknown): Content[] {
  if (!isJsonObject(entry) || typeof entry.type !== 'string') {
    throw new WireError('An output of Mistral is not a JSON object with a type.');
  }
  switch (entry.type) {
    case 'message.output':
      return messageContents(entry);
    case 'function.call':
      return [call(entry)];
    case 'tool.execution':
      return execution(entry);
    default:
      return [result(entry, entry.type)];
  }
}

/** True for an entry after which the application must act. */
export function asksTheApplication({ type, confirmation_status: status }: JsonObject): boolean {
  return type === 'function.call' && ((status ?? null) === null || status === 'pending');
}

/**
 * A call with a status of confirmation is one of a tool that Mistral runs: functions of the application are declared without any.
 * Pending, it asks for leave; decided, it is carried out by Mistral.
 */
function call(entry: JsonObject): Content {
  const callId = required(entry, 'tool_call_id');
  const name = required(entry, 'name');
  const { arguments: written, confirmation_status: status } = entry;
  const asked = askedIn(entry);
  if (status === 'pending') {
    return {
      type: 'approval-request',
      requestId: callId,
      tool: name,
      name,
      arguments: asked,
      rawRepresentation: entry,
    };
  }
  if ((status ?? null) !== null) {
    return { type: 'hosted-tool-call', callId, tool: name, name, arguments: asked, rawRepresentation: entry };
  }
  const base = { type: 'function-call' as const, callId, name };
  const parsed = isJsonObject(written) ? written : parsedObject(required(entry, 'arguments'));
  return parsed
    ? { ...base, arguments: parsed, rawRepresentation: entry }
    : { ...base, argumentsText: required(entry, 'arguments'), rawRepresentation: entry };
}

/** The contract's names for tools that Mistral runs. Tools of connectors keep their own. */
const toolNames = new Map([
  ['web_search', 'web-search'],
  ['web_search_premium', 'web-search'],
  ['document_library', 'file-search'],
  ['code_interpreter', 'code-interpreter'],
  ['image_generation', 'image-generation'],
]);

/** What a tool of Mistral's was asked: written as JSON in a text, or as the value itself. */
const askedIn = ({ arguments: written = null }: JsonObject): Json =>
  typeof written === 'string' ? parsedJson(written) : written;

/** What came of it is `info`, whose members are not public: it stays what it is, in `rawRepresentation`. */
function execution(entry: JsonObject): Content[] {
  const name = required(entry, 'name');
  const tool = toolNames.get(name) ?? name;
  const { id, info } = entry;
  const carriedOut: Content = {
    type: 'hosted-tool-call',
    callId: text(id) ?? name,
    tool,
    name,
    arguments: askedIn(entry),
    rawRepresentation: entry,
  };
  return (info ?? null) === null ? [carriedOut] : [carriedOut, result(entry, tool)];
}

function result(entry: JsonObject, tool: string): Content {
  const callId = text(entry.id);
  return defined({ type: 'hosted-tool-result' as const, callId, tool, outputs: [], rawRepresentation: entry });
}

/** @throws WireError where the entry lacks it */
function required(entry: JsonObject, member: string): string {
  const value = text(entry[member]);
  if (value !== undefined) return value;
  throw new WireError(`An output of type ${JSON.stringify(entry.type ?? null)} has no text in "${member}".`);
}

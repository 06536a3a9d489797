/** What was said and done on the model's side earlier, as the entries it was. */
import { isJsonObject, type JsonObject, jsonEquals } from '../../../files/canonical-json.ts';
import type { Content, FunctionCallContent, Warning } from '../../../spec/contract/index.ts';
import { unsendable } from '../shared/mistral/errors.ts';
import { textOfMessage } from './message-entry.ts';
import { chunkOf, said } from './user-chunks.ts';

/**
 * Entries go back as they came, from `rawRepresentation`, with their ids and all members that have no word in the contract; where
 * an application changed or built a content, its own members count.
 *
 * @param warnings is added to
 * @throws ProviderError (code `invalid_request_error`) for what the API has no entry for
 */
export function assistantEntries(contents: readonly Content[], warnings: Warning[]): JsonObject[] {
  const entries: JsonObject[] = [];
  // Contents whose entry is not known yet: the last content of a message carries it.
  let open: Content[] = [];
  const close = () => {
    entries.push(...builtByTheApplication(open, warnings));
    open = [];
  };
  for (const content of contents) {
    const entry = entryOf(content);
    if (entry?.type === 'message.output') {
      const whole = [...open, content];
      open = [];
      if (wordsOf(whole) === textOfMessage(entry)) entries.push(entry);
      else entries.push(...builtByTheApplication(whole, warnings));
    } else if (content.type === 'function-call') {
      close();
      entries.push(functionCall(content, entry));
    } else if (entry) {
      close();
      // Of a call and its result that are one entry, both give that entry.
      if (!jsonEquals(entries.at(-1) ?? null, entry)) entries.push(entry);
    } else {
      open.push(content);
    }
  }
  close();
  return entries;
}

/** The entry that a content was made from; chunks of a message are none. */
function entryOf({ rawRepresentation: raw }: Content): JsonObject | undefined {
  const isEntry = isJsonObject(raw) && typeof raw.type === 'string' && raw.type.includes('.');
  return isEntry ? raw : undefined;
}

const wordsOf = (contents: readonly Content[]): string =>
  contents.map((content) => (content.type === 'text' ? content.text : '')).join('');

/** What has no entry of its own: words, and files that Mistral knows. */
function builtByTheApplication(contents: readonly Content[], warnings: Warning[]): JsonObject[] {
  const sayable = contents.filter((content) => {
    if (content.type === 'error') return false;
    if (content.type !== 'reasoning') return true;
    if (content.text !== '') warnings.push(unsentReasoning);
    return false;
  });
  return said('assistant', sayable.flatMap(chunkOf));
}

const unsentReasoning: Warning = {
  code: 'reasoning-not-sent',
  message: 'Reasoning was not sent back: Mistral takes it within the entry that it came in.',
};

/** With what else its own entry has, where it came in one. */
function functionCall(content: FunctionCallContent, entry: JsonObject | undefined): JsonObject {
  const { callId, name, arguments: parsed, argumentsText } = content;
  if (callId === '') throw unsendable('a function call has no id');
  const own = entry?.tool_call_id === callId ? entry : {};
  const written = argumentsText ?? JSON.stringify(parsed ?? {});
  return { ...own, type: 'function.call', tool_call_id: callId, name, arguments: written };
}

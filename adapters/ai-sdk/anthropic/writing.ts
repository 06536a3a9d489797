/** What goes back to Anthropic in words of its own. */
import type { FilePart, ModelMessage } from 'ai';
import type { ChatMessage } from '../../../spec/contract/index.ts';
import { modelMessages } from '../shared/messages.ts';
import type { Writing } from '../shared/writing.ts';
import { actionName, actionPart, actionResultPart } from './actions.ts';

const writing: Writing = {
  title: 'Anthropic',
  key: 'anthropic',
  signature: 'signature',
  assistantParts: (content, _raw, options) =>
    content.type === 'action-call' ? [{ ...actionPart(content), ...options }] : undefined,
  actionName,
  resultPart: (content, names) => (content.type === 'action-result' ? actionResultPart(content, names) : undefined),
};

/**
 * @param fileIds files that go with the first message of the user, for code to read
 * @throws ProviderError (code `invalid_request_error`) for what the library has no part for
 */
export function messagesOf(messages: readonly ChatMessage[], fileIds: readonly string[]): ModelMessage[] {
  const said = modelMessages(messages, writing);
  const first = said.find(({ role }) => role === 'user');
  if (Array.isArray(first?.content)) (first.content as FilePart[]).push(...fileIds.map(upload));
  return said;
}

/** The type of the file is not known here, and not sent. */
const upload = (fileId: string): FilePart => ({
  type: 'file',
  data: { type: 'reference', reference: { anthropic: fileId } },
  mediaType: 'application/octet-stream',
  providerOptions: { anthropic: { containerUpload: true } },
});
